import 'server-only';
import { secondsOfOggOpus } from '@/core/ogg-opus';
import { spokenWordsIn } from '@/core/transcript';
import { VOICE_SECONDS_MAX } from '@/core/limits';
import { cardTexts } from '@/texts/bot-cards';
import { lines } from '@/texts/html';
import { type Attachment, type AttachmentItem, fitted, storable } from '../platform/attachment';
import { safeFault } from '../platform/db/faults';
import { orRefusal } from '../platform/errors';
import { log } from '../platform/log';
import { countVoice } from '../platform/metrics';
import { processState } from '../platform/process-state';
import { takePersonalPermit } from '../platform/rate-limit';
import { transcribe, type Transcriber } from '../platform/transcriber';
import { inWholeWords } from '../telegram/message';
import { asSaid, type Said } from '../telegram/said';
import { type MemberTurn, withFirstMessage } from '../telegram/turn';

/** What is said aloud is written down, and then read as if it had been typed. */

/** To fetch a voice and have it written down. An update is handled within 25 seconds. */
const LIMIT_MS = 10_000;
/** A minute of Telegram's own voice is some 250 KB. */
const VOICE_MAX_BYTES = 1_000_000;
/** Clients round the length of what they have recorded. */
const ROUNDED_SECONDS = 1;
/**
 * Written down at once by a process. Each holds one of the webhook's 40 connections for up to ten seconds, and servers
 * that write down one after another would not come to further ones in that time.
 */
const IN_HAND_MAX = 8;

type Voice = AttachmentItem & { fileId: string };

/** For how long voices are waited for that are answered together. */
export const hearingLimit = (): AbortSignal => AbortSignal.timeout(LIMIT_MS);

/** Why a voice message has no words; the card that keeps it says so. */
type Unheard = 'busy' | 'over-limit' | 'too-large' | 'silent' | 'failed';
type Hearing = { result: 'heard'; words: string } | { result: Unheard };

/**
 * The message with the words of its voice, as far as these could be had: of a voice message of one's own of a minute at
 * most; and the turn in which the first answer shows these words, so that what was misheard is seen. Otherwise the
 * message as it came, which is kept and asked about, and the first answer says why. Holds no connection meanwhile;
 * throws only where the database does.
 */
export async function withSpokenWords<S extends Said>(
  turn: MemberTurn,
  said: S,
  signal = hearingLimit(),
): Promise<{ turn: MemberTurn; said: S }> {
  const { transcriber } = turn.settings;
  const voice = transcriber && voiceIn(said);
  if (!voice || !said.attachment) return { turn, said };
  const hearing = await heardByOneOfFew(turn, transcriber, voice, signal);
  countVoice(hearing.result);
  if (hearing.result !== 'heard') {
    const why = cardTexts.unheard[hearing.result];
    return { turn: withFirstMessage(turn, (answer) => lines(why, '', answer)), said };
  }
  const { text = '', ...item } = storable({ ...voice, text: hearing.words });
  const attachment = fitted({ ...said.attachment, items: [{ ...item, text }] });
  const heard = cardTexts.heard(inWholeWords(text));
  return {
    turn: withFirstMessage(turn, (answer) => lines(heard, answer)),
    said: { ...said, text, attachment },
  };
}

/** The voice message that it is, if its author spoke it for the bot and said nothing in writing. */
function voiceIn({ text, forwarded, attachment }: Said): Voice | undefined {
  if (text !== '' || forwarded) return undefined;
  const [only, ...others] = attachment?.items ?? [];
  if (only?.kind !== 'voice' || others.length > 0) return undefined;
  const { fileId } = only;
  return fileId === undefined ? undefined : { ...only, fileId };
}

const inHand = processState('voices', () => ({ count: 0 }));

async function heardByOneOfFew(
  turn: MemberTurn,
  transcriber: Transcriber,
  voice: Voice,
  signal: AbortSignal,
): Promise<Hearing> {
  const { seconds = Infinity } = voice;
  if (seconds > VOICE_SECONDS_MAX) return { result: 'too-large' };
  // Of several that are answered together the last may come when their time is over.
  if (signal.aborted || inHand.count >= IN_HAND_MAX) return { result: 'busy' };
  inHand.count += 1;
  const hearing = hear(turn, transcriber, voice, signal);
  return hearing.finally(() => (inHand.count -= 1));
}

async function hear(
  { db, now, account, download }: MemberTurn,
  transcriber: Transcriber,
  { fileId }: Voice,
  signal: AbortSignal,
): Promise<Hearing> {
  const permit = takePersonalPermit(db, 'voices', account.id, now);
  if (await orRefusal(permit, 'too-many')) return { result: 'over-limit' };
  try {
    const sound = await download(fileId, { maxBytes: VOICE_MAX_BYTES, signal });
    if (sound === 'too-large' || !isShortVoice(sound)) return { result: 'too-large' };
    const words = spokenWordsIn(asSaid(await transcribe(transcriber, sound, signal)));
    return words === '' ? { result: 'silent' } : { result: 'heard', words };
  } catch (error) {
    log.warn({ fault: safeFault(error) }, 'a voice message could not be written down');
    return { result: 'failed' };
  }
}

/**
 * Whether it sounds no longer than is written down. How long it is said to be is its sender's word: an hour of silence
 * fits into some KB, and a transcriber goes on with it when nobody waits any more.
 */
function isShortVoice(sound: Buffer): boolean {
  const seconds = secondsOfOggOpus(sound);
  return seconds !== null && seconds <= VOICE_SECONDS_MAX + ROUNDED_SECONDS;
}

/** Whether what is attached is a voice whose words are the message's. */
const isSpoken = ({ items }: Attachment): boolean =>
  items.length === 1 && items.every(({ kind, text = '' }) => kind === 'voice' && text !== '');

/** Whether a message is its words, written or spoken, and nothing that is kept beside them. */
export const isWordsAlone = ({ attachment }: Pick<Said, 'attachment'>): boolean =>
  attachment === null || isSpoken(attachment);
