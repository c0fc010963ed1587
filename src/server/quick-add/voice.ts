import 'server-only';
import { saidIn } from '@/core/transcript';
import { VOICE_SECONDS_MAX } from '@/core/limits';
import { type Attachment, type AttachmentItem, fitted, storable } from '../platform/attachment';
import { safeFault } from '../platform/db/faults';
import { orRefusal } from '../platform/errors';
import { log } from '../platform/log';
import { countVoice } from '../platform/metrics';
import { takePersonalPermit } from '../platform/rate-limit';
import { transcribe, type Transcriber } from '../platform/transcriber';
import { asSaid, type Said } from '../telegram/said';
import { type MemberTurn } from '../telegram/turn';

/** What is said aloud is written down, and then read as if it had been typed. */

/** To fetch a voice and have it written down. An update is handled within 25 seconds. */
const LIMIT_MS = 10_000;
/** A minute of Telegram's own voice is some 250 KB. */
const VOICE_MAX_BYTES = 2_000_000;

type Voice = AttachmentItem & { fileId: string };

/**
 * The message with the words of its voice, as far as these could be had: of a voice message of one's own of a minute at
 * most. Otherwise the message as it came, which is kept and asked about. Holds no connection meanwhile; throws nothing.
 */
export async function withSpokenWords<S extends Said>(turn: MemberTurn, said: S): Promise<S> {
  const { transcriber } = turn.settings;
  const voice = transcriber && voiceIn(said);
  if (!voice || !said.attachment) return said;
  const permit = takePersonalPermit(turn.db, 'voices', turn.account.id, turn.now);
  if (await orRefusal(permit, 'too-many')) {
    countVoice('over-limit');
    return said;
  }
  const text = await wordsOfVoice(turn, transcriber, voice);
  if (text === '') return said;
  const item = storable({ ...voice, text });
  const attachment = fitted({ ...said.attachment, items: [item] });
  return { ...said, text: item.text ?? '', attachment };
}

/** The voice message that it is, if its author spoke it for the bot and said nothing in writing. */
function voiceIn({ text, forwarded, attachment }: Said): Voice | undefined {
  if (text !== '' || forwarded) return undefined;
  const [only, ...others] = attachment?.items ?? [];
  if (only?.kind !== 'voice' || others.length > 0) return undefined;
  const { fileId, seconds = Infinity } = only;
  return fileId === undefined || seconds > VOICE_SECONDS_MAX ? undefined : { ...only, fileId };
}

/** Empty where nothing was said, or it could not be written down. */
async function wordsOfVoice(
  { download }: MemberTurn,
  transcriber: Transcriber,
  { fileId }: Voice,
): Promise<string> {
  const signal = AbortSignal.timeout(LIMIT_MS);
  try {
    const sound = await download(fileId, { maxBytes: VOICE_MAX_BYTES, signal });
    if (sound === 'too-large') {
      countVoice('too-large');
      return '';
    }
    const words = saidIn(asSaid(await transcribe(transcriber, sound, signal)));
    countVoice(words === '' ? 'silent' : 'heard');
    return words;
  } catch (error) {
    countVoice('failed');
    log.warn({ fault: safeFault(error) }, 'a voice message could not be written down');
    return '';
  }
}

/** Whether what is attached is a voice whose words are the message's. */
export const isSpoken = ({ items }: Attachment): boolean =>
  items.length === 1 && items.every(({ kind, text = '' }) => kind === 'voice' && text !== '');

/** Whether a message is its words, written or spoken, and nothing that is kept beside them. */
export const isWordsAlone = ({ attachment }: Pick<Said, 'attachment'>): boolean =>
  attachment === null || isSpoken(attachment);
