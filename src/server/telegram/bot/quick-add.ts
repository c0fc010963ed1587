import 'server-only';
import { ruleOfWire, withRule } from '@/contract/rule';
import {
  parseQuickAdd,
  type QuickAddContext,
  type QuickAddResult,
  readMessage,
} from '@/core/quick-add';
import { saysYes } from '@/core/quick-add/consent';
import { readRequest } from '@/core/quick-add/request';
import { botTexts } from '@/texts/bot';
import { cardTexts } from '@/texts/bot-cards';
import { type Account } from '../../accounts';
import { type Attachment, describe } from '../../attachment';
import { rememberMessage } from '../../chat-messages';
import { type Db } from '../../db/client';
import { safeFault } from '../../db/faults';
import { loadReference } from '../../db/reference';
import { nudgeDelivery } from '../../delivery/nudge';
import {
  alone,
  changeDraft,
  draftOfAlbum,
  type DraftRow,
  draftsOfMessage,
  findQuestion,
  joinAlbum,
  justStored,
  type Question,
} from '../../drafts';
import { actByReply } from '../../chat-acts';
import { deleteReminder } from '../../reminders';
import { readingContext } from '../../settings';
import { type ChatReminder, findReminder } from '../../upcoming';
import {
  answerTo,
  draftOfForwarded,
  draftOfReading,
  isCorrection,
  type Kept,
  keptAs,
  type Understood,
} from './draft-reading';
import { listedOf, sayBatch, startBatch } from './batch';
import { cardOf } from './card';
import { begin, type Heard, settle, stateOf, storeDraft, type Within } from './settle-draft';
import { isForbidden, type Turn } from './turn';

export interface HeardText {
  messageId: number;
  sentAt: Date;
  /** Empty only beside an attachment. */
  text: string;
  forwarded: boolean;
  /** What is kept of the message besides its text. */
  attachment: Attachment | null;
  repliedTo: RepliedTo | undefined;
}

/** The message that a message replies to. */
export interface RepliedTo {
  messageId: number;
  /** Callback data of its buttons. */
  buttons: readonly string[];
  text: string;
  /** The bot has sent it. */
  ofBot: boolean;
  /** What would be kept of it. */
  attachment: Attachment;
}

/**
 * Any message that is no command: the answer to what a card asked, or a new reminder in the making,
 * stored at once where nothing of it is in doubt. What the message makes and that it was heard are stored
 * in one transaction: one that comes again, because the process died, makes nothing new. A forwarded
 * text is somebody else's: it is kept whole, and a moment in it is only proposed.
 */
export async function hearText(
  turn: Turn,
  account: Account,
  heard: HeardText,
): Promise<'heard' | 'no-account'> {
  const { db, now } = turn;
  const reference = await loadReference(db, account.id);
  const reading = readingContext(account, reference, now);
  const said = await alone(db, account.id, async (tx): Promise<Heard> => {
    const again = await draftsOfMessage(tx, account.id, heard.messageId);
    if (again.length > 0) return { settled: again.map((row) => ({ row })) };
    const about = { within: { db: tx, now }, account, heard, reading };
    const joined = await joinedAlbum(about);
    if (joined) return joined;
    const isNew = heard.forwarded || (heard.attachment && !isText(heard.attachment));
    return (isNew ? undefined : await aboutLast(about)) ?? (await started(about));
  }).catch(erasedMeanwhile);
  if (said === 'no-account') return said;
  await sayHeard(turn, account, said);
  return 'heard';
}

/** A press of «Удалить» that came at the same time has taken the account away. */
function erasedMeanwhile(error: unknown): 'no-account' {
  if (safeFault(error).code !== FOREIGN_KEY_VIOLATION) throw error;
  return 'no-account';
}
const FOREIGN_KEY_VIOLATION = '23503';

interface Hearing {
  within: Within;
  account: Account;
  heard: HeardText;
  reading: QuickAddContext;
}

/** The text as one about the last card: an answer, a correction, «отмена»; else undefined. */
async function aboutLast(hearing: Hearing): Promise<Heard | undefined> {
  const { within, account, heard } = hearing;
  const { db, now } = within;
  const cancels = readRequest(heard.text) === 'cancel';
  const question = await findQuestion(db, account.id, heard.repliedTo?.messageId, now);
  if (question) return cancels ? calledOff(db, question, heard) : answered(hearing, question);
  const stored = heard.repliedTo ? undefined : await justStored(db, account.id, now);
  const reminder = stored && (await findReminder(db, account.id, stored.reminderId));
  if (stored && reminder && !reminder.deleted && !reminder.completed) {
    const corrected = cancels
      ? await takenBack(hearing, stored)
      : await correctStored(hearing, stored, reminder);
    if (corrected) return corrected;
  }
  return cancels ? { settled: [], sentences: [botTexts.nothingToCancel] } : undefined;
}

/** The text as the answer to what a card asks, or as a correction of what it shows; else undefined. */
async function answered(
  { within, account, heard, reading }: Hearing,
  { row, asked }: Question,
): Promise<Heard | undefined> {
  const { db } = within;
  const strip = [row.messageId];
  const answerMessageId = heard.messageId;
  if (row.state === 'ready' && saysYes(heard.text)) {
    const agreed = await changeDraft(db, row, { answerMessageId });
    return { settled: [await storeDraft(within, account, agreed)], strip };
  }
  if (!asked && !isCorrection(row.payload, heard.text, reading)) return undefined;
  const answer = answerTo(row.payload, heard.text, reading);
  if (!answer) return undefined;
  if (answer === 'called-off') return calledOff(db, { row, asked }, heard);
  const { payload, problem } = answer;
  const state = stateOf(payload);
  const changed = await changeDraft(db, row, { payload, state, answerMessageId });
  return { settled: [await settle(within, account, { row: changed, problem })], strip };
}

const calledOff = async (db: Db, { row }: Question, { messageId }: HeardText): Promise<Heard> => ({
  settled: [
    { row: await changeDraft(db, row, { state: 'cancelled', answerMessageId: messageId }) },
  ],
  strip: [row.messageId],
});

/** «отмена» right after something was stored. */
async function takenBack(
  { within, account, heard }: Hearing,
  stored: DraftRow & { reminderId: number },
): Promise<Heard> {
  await deleteReminder(within.db, account.id, stored.reminderId, within.now);
  const row = await changeDraft(within.db, stored, { answerMessageId: heard.messageId });
  return { settled: [{ row }], strip: [stored.messageId] };
}

/** «нет, в 19» right after something was stored: that is when it comes. */
async function correctStored(
  { within, account, heard, reading }: Hearing,
  stored: DraftRow & { reminderId: number },
  reminder: ChatReminder,
): Promise<Heard | undefined> {
  const { db, now } = within;
  const { dateTime } = reminder;
  const shown = { ...withRule(stored.payload, ruleOfWire(reminder)), dateTime, date: null };
  if (!isCorrection(shown, heard.text, reading)) return undefined;
  const answer = answerTo(shown, heard.text, reading);
  if (!answer || answer === 'called-off' || answer.problem) return undefined;
  const { payload } = answer;
  if (payload.dateTime === null) return undefined;
  const target = { userId: account.id, reminderId: reminder.id, now };
  await actByReply(
    db,
    { ...target, messageId: heard.messageId, occurrenceAt: null },
    {
      dateTime: new Date(payload.dateTime),
      rule: ruleOfWire(payload),
      floodInterval: reminder.floodInterval,
    },
  );
  const row = await changeDraft(db, stored, { payload, answerMessageId: heard.messageId });
  return { settled: [{ row, edited: true }], strip: [stored.messageId] };
}

const isText = ({ items }: Attachment): boolean => items.every(({ kind }) => kind === 'text');

/** Of an album the first part has made a draft: the message as another part of it; else undefined. */
async function joinedAlbum({
  within,
  account,
  heard,
  reading,
}: Hearing): Promise<Heard | undefined> {
  const { db } = within;
  const { attachment: part, text } = heard;
  const { groupId } = part ?? {};
  if (!part || groupId === undefined) return undefined;
  const begun = await draftOfAlbum(db, account.id, groupId);
  if (!begun) return undefined;
  const row = await joinAlbum(db, begun, part);
  // Any part may carry the caption.
  const untitled = row.state === 'asking' && row.payload.text === describe(part);
  if (!untitled || text === '') return { settled: [] };
  const { payload, problem } = draftOfThing(heard, part, reading);
  const changed = await changeDraft(db, row, { payload, state: stateOf(payload) });
  return {
    settled: [await settle(within, account, { row: changed, problem })],
    strip: [row.messageId],
  };
}

/** The draft of a message that is kept as it is, with what its own words say of when. */
function draftOfThing(
  { text, forwarded }: HeardText,
  attachment: Attachment,
  reading: QuickAddContext,
): Understood {
  const kept = keptAs(attachment);
  if (forwarded && text !== '') return draftOfForwarded(text, reading, kept);
  return draftOfReading(parseQuickAdd(text, reading), reading, kept);
}

/** The message as the start of something new. */
async function started(hearing: Hearing): Promise<Heard> {
  const { within, account, heard, reading } = hearing;
  const { text, forwarded, messageId, attachment } = heard;
  if (attachment) {
    const draft = draftOfThing(heard, attachment, reading);
    const asNote = !forwarded && parseQuickAdd(text, reading).outcome === 'note';
    return { settled: [await begin(within, account, draft, { messageId, asNote, attachment })] };
  }
  const readings = forwarded ? [] : readMessage(text, reading);
  if (readings.length > 1) return startBatch(within, account, { readings, reading, messageId });
  const [only] = readings;
  const kept = only && keptByReply(heard, only);
  const draft = only ? draftOfReading(only, reading, kept) : draftOfForwarded(text.trim(), reading);
  if (!('payload' in draft)) return { settled: [], sentences: [draft.problem] };
  const asNote = only?.outcome === 'note';
  const begun = { messageId, asNote, attachment: kept?.attachment ?? null };
  return { settled: [await begin(within, account, draft, begun)] };
}

/**
 * «Напомни завтра» as a reply keeps the message that it replies to, whoever wrote it. One that says
 * itself what to remind of keeps it as well, but not what the bot has said.
 */
function keptByReply({ repliedTo }: HeardText, { outcome }: QuickAddResult): Kept | undefined {
  if (!repliedTo) return undefined;
  const { attachment, ofBot, text } = repliedTo;
  const saysWhenOnly = outcome === 'no-text' || outcome === 'none';
  const thing = !ofBot || !isText(attachment);
  return saysWhenOnly || thing ? keptAs(attachment, text) : undefined;
}

/** Says the cards of what was heard, which may be said again: they are no part of the transaction. */
export async function sayHeard(
  turn: Turn,
  account: Account,
  { settled, strip = [], sentences = [] }: Heard,
): Promise<void> {
  const { db, now } = turn;
  const context = { turn, account, reference: await loadReference(db, account.id) };
  for (const messageId of strip) if (messageId !== null) await turn.strip(messageId);
  for (const sentence of sentences) await turn.say(sentence);
  const listed = listedOf(settled);
  if (listed.length > 0) await sayBatch(turn, listed, context);
  for (const each of settled) {
    if (listed.includes(each.row)) continue;
    const { text, keyboard } = await cardOf(db, each, context);
    const messageId = await turn.say(text, keyboard).catch((error: unknown) => {
      // «Что-то пошло не так» would have it written, and stored, once more.
      if (each.row.state !== 'saved' || isForbidden(error)) throw error;
      return turn.say(cardTexts.storedUnseen);
    });
    const row = await changeDraft(db, each.row, { messageId });
    const { state, reminderId, payload } = row;
    if (state !== 'saved' || reminderId === null) continue;
    await rememberMessage(db, { userId: account.id, messageId, reminderId, now });
    // The nudge of the create came before its commit.
    if (payload.dateTime !== null) nudgeDelivery(new Date(payload.dateTime));
  }
}
