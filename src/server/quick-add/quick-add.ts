import 'server-only';
import { ruleOfWire, withRule } from '@/contract/rule';
import {
  parseQuickAdd,
  type QuickAddContext,
  type QuickAddResult,
  readMessage,
} from '@/core/quick-add';
import { readRequest } from '@/core/quick-add/messages/request';
import { saysYes } from '@/core/quick-add/replies/consent';
import { botTexts } from '@/texts/bot';
import { cardTexts } from '@/texts/bot-cards';
import { listTexts } from '@/texts/bot-lists';
import { readingOf } from '../accounts/settings';
import {
  alone,
  changeDraft,
  createDraft,
  draftOfAlbum,
  type DraftRow,
  draftsOfMessage,
  findQuestion,
  joinAlbum,
  justStored,
  type Question,
} from '../drafts/drafts';
import { findNote } from '../notes/reading';
import { type Attachment, describe, fromChat, type Origin } from '../platform/attachment';
import { type Db } from '../platform/db/client';
import { actByReply } from '../reminders/chat-acts';
import { type ChatReminder, findReminder, type Within } from '../reminders/upcoming';
import { deleteReminder } from '../reminders/reminders';
import { type Said } from '../telegram/said';
import { isForbidden, type MemberTurn } from '../telegram/turn';
import { listedOf, sayBatch, startBatch } from './batch';
import { cardOf, rememberSaved } from './card';
import {
  answerTo,
  begin,
  draftOfForwarded,
  draftOfNote,
  draftOfReading,
  type Heard,
  isCorrection,
  type Kept,
  keptAs,
  saying,
  settle,
  stateOf,
  storeDraft,
} from './draft';

/**
 * Any message that is no command: the answer to what a card asked, or a new reminder in the making,
 * stored at once where nothing of it is in doubt. What the message makes and that it was heard are stored
 * in one transaction: one that comes again, because the process died, makes nothing new. A forwarded
 * text is somebody else's: it is kept whole, and a moment in it is only proposed.
 */
export async function hearText(turn: MemberTurn, heard: Said): Promise<void> {
  const { db, account } = turn;
  const reading = await readingOf(turn);
  const said = await alone(db, account.id, async (tx): Promise<Heard> => {
    const again = await draftsOfMessage(tx, account.id, heard.messageId);
    if (again.length > 0) return { settled: again.map((row) => ({ row })) };
    const about = { within: { ...turn, db: tx }, heard, reading };
    const joined = await joinedAlbum(about);
    if (joined) return joined;
    const { repliedTo } = heard;
    // A part of somebody's message is what to remind of, whatever a card asks.
    const quotes = repliedTo?.quoted === true && !repliedTo.ofBot;
    const isNew = heard.forwarded || quotes || (heard.attachment && !isText(heard.attachment));
    return (isNew ? undefined : await aboutLast(about)) ?? (await started(about));
  });
  await sayHeard(turn, said);
}

type Hearing = { within: Within; heard: Said; reading: QuickAddContext };

/** The text as one about the last card: an answer, a correction, «отмена»; else undefined. */
async function aboutLast(hearing: Hearing): Promise<Heard | undefined> {
  const { within, heard } = hearing;
  const { db, now, account } = within;
  const cancels = readRequest(heard.text) === 'cancel';
  const question = await findQuestion(db, account.id, heard.repliedTo?.messageId, now);
  if (question) return cancels ? calledOff(db, question, heard) : answered(hearing, question);
  const stored = heard.repliedTo ? undefined : await justStored(db, account.id, now);
  const reminder = stored && (await findReminder(db, account.id, stored.reminderId));
  if (stored && reminder && !reminder.deleted && !reminder.completed) {
    if (cancels) return takenBack(hearing, stored);
    const corrected = await correctStored(hearing, stored, reminder);
    if (corrected) return corrected;
  }
  return cancels ? saying(botTexts.nothingToCancel) : undefined;
}

/** The text as the answer to what a card asks, or as a correction of what it shows; else undefined. */
async function answered({ within, heard, reading }: Hearing, { row, asked }: Question) {
  const { db } = within;
  const strip = [row.messageId];
  const answerMessageId = heard.messageId;
  if (row.state === 'ready' && saysYes(heard.text)) {
    const agreed = await changeDraft(db, row, { answerMessageId });
    return { settled: [await storeDraft(within, agreed)], strip };
  }
  if (!asked && !isCorrection(row.payload, heard.text, reading)) return undefined;
  const answer = answerTo(row.payload, heard.text, reading);
  if (!answer) return undefined;
  if (answer === 'called-off') return calledOff(db, { row, asked }, heard);
  const { payload, problem } = answer;
  const state = stateOf(payload);
  const changed = await changeDraft(db, row, { payload, state, answerMessageId });
  return { settled: [await settle(within, { row: changed, problem })], strip };
}

async function calledOff(db: Db, { row }: Question, { messageId: answerMessageId }: Said) {
  const cancelled = await changeDraft(db, row, { state: 'cancelled', answerMessageId });
  return { settled: [{ row: cancelled }], strip: [row.messageId] };
}

async function takenBack({ within, heard }: Hearing, stored: DraftRow & { reminderId: number }) {
  await deleteReminder(within.db, within.account.id, stored.reminderId, within.now);
  const row = await changeDraft(within.db, stored, { answerMessageId: heard.messageId });
  return { settled: [{ row }], strip: [stored.messageId] };
}

/** «нет, в 19» right after something was stored: that is when it comes. */
async function correctStored(
  { within, heard, reading }: Hearing,
  stored: DraftRow & { reminderId: number },
  reminder: ChatReminder,
): Promise<Heard | undefined> {
  const { db, now, account } = within;
  const { dateTime } = reminder;
  const shown = { ...withRule(stored.payload, ruleOfWire(reminder)), dateTime, date: null };
  if (!isCorrection(shown, heard.text, reading)) return undefined;
  const answer = answerTo(shown, heard.text, reading);
  if (!answer || answer === 'called-off' || answer.problem) return undefined;
  const { payload } = answer;
  if (payload.dateTime === null) return undefined;
  const target = { userId: account.id, reminderId: reminder.id, now };
  const press = { ...target, messageId: heard.messageId, occurrenceAt: null };
  const moment = { dateTime: new Date(payload.dateTime), rule: ruleOfWire(payload) };
  await actByReply(db, press, { ...moment, floodInterval: reminder.floodInterval });
  const row = await changeDraft(db, stored, { payload, answerMessageId: heard.messageId });
  return { settled: [{ row, edited: true }], strip: [stored.messageId] };
}

const isText = ({ items }: Attachment): boolean => items.every(({ kind }) => kind === 'text');

/** Of an album the first part has made a draft: the message as another part of it; else undefined. */
async function joinedAlbum({ within, heard, reading }: Hearing): Promise<Heard | undefined> {
  const { db, account } = within;
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
  return { settled: [await settle(within, { row: changed, problem })], strip: [row.messageId] };
}

/** The draft of a message that is kept as it is, with what its own words say of when. */
function draftOfThing({ text, forwarded }: Said, attachment: Attachment, reading: QuickAddContext) {
  const kept = keptAs(attachment);
  if (forwarded && text !== '') return draftOfForwarded(text, reading, kept);
  return draftOfReading(parseQuickAdd(text, reading), reading, kept);
}

async function started({ within, heard, reading }: Hearing): Promise<Heard> {
  const { text, forwarded, messageId, attachment } = heard;
  const readings = forwarded || attachment ? [] : readMessage(text, reading);
  if (readings.length > 1) return startBatch(within, { readings, reading, messageId });
  const { draft, ...made } = beginningOf(heard, readings[0], reading);
  return begin(within, draft, { messageId, ...made });
}

/** What a message that is about nothing before it begins; `only` is its line where it is one of the person's own. */
function beginningOf(heard: Said, only: QuickAddResult | undefined, reading: QuickAddContext) {
  const { text, forwarded, attachment } = heard;
  if (attachment) {
    const asNote = !forwarded && parseQuickAdd(text, reading).outcome === 'note';
    return { draft: draftOfThing(heard, attachment, reading), asNote, attachment };
  }
  const kept = only && keptByReply(heard, only);
  const quote = heard.repliedTo?.quoted ? heard.repliedTo.text : '';
  const asksNothing = only?.outcome === 'none' || (only?.outcome === 'no-text' && !only.when);
  // «Напомни» says nothing of when; what is quoted may.
  if (kept && asksNothing && quote !== '') {
    const { attachment: quoted } = kept;
    return { draft: draftOfForwarded(quote, reading, kept), asNote: false, attachment: quoted };
  }
  const draft = only ? draftOfReading(only, reading, kept) : draftOfForwarded(text.trim(), reading);
  return { draft, asNote: only?.outcome === 'note', attachment: kept?.attachment ?? null };
}

/**
 * A message of another chat: it always begins something new, and has no number in the chat with the bot. What it
 * keeps comes with its origin. Several lines of it become one, whose card asks. Inside `alone`.
 */
export function hearElsewhere(
  within: Within,
  heard: Said,
  { reading, origin }: { reading: QuickAddContext; origin: Origin | undefined },
): Promise<Heard> {
  const readings = heard.attachment ? [] : readMessage(heard.text, reading);
  const several = readings.length > 1;
  const only = several ? undefined : (readings[0] ?? parseQuickAdd(heard.text, reading));
  const { draft, asNote, ...made } = beginningOf(heard, only, reading);
  const kept = made.attachment ?? (several ? heard.repliedTo?.attachment : undefined);
  const attachment = origin ? fromChat(origin, kept) : null;
  return begin(within, draft, { messageId: null, asNote, attachment });
}

/**
 * «Напомни завтра» as a reply keeps the message that it replies to, whoever wrote it. One that says
 * itself what to remind of keeps it as well, but not what the bot has said.
 */
function keptByReply({ repliedTo }: Said, { outcome }: QuickAddResult): Kept | undefined {
  if (!repliedTo) return undefined;
  const { attachment, ofBot, text } = repliedTo;
  const saysWhenOnly = outcome === 'no-text' || outcome === 'none';
  const thing = !ofBot || !isText(attachment);
  return saysWhenOnly || thing ? keptAs(attachment, text) : undefined;
}

/** Says the cards of what was heard, which may be said again: they are no part of the transaction. */
export async function sayHeard(turn: MemberTurn, { settled, strip = [], sentences = [] }: Heard) {
  for (const messageId of strip) if (messageId !== null) await turn.strip(messageId);
  for (const sentence of sentences) await turn.say(sentence);
  const listed = listedOf(settled);
  if (listed.length > 0) await sayBatch(turn, listed);
  for (const each of settled) {
    if (listed.includes(each.row)) continue;
    const messageId = await turn.say(await cardOf(turn, each)).catch((error: unknown) => {
      // «Что-то пошло не так» would have it written, and stored, once more.
      if (each.row.state !== 'saved' || isForbidden(error)) throw error;
      return turn.say(cardTexts.storedUnseen);
    });
    const row = await changeDraft(turn.db, each.row, { messageId });
    await rememberSaved(turn, row, messageId);
  }
}

/** «Напомнить»: a card that asks when, for a reminder that leads back to the note. */
export async function remindOfNote(turn: MemberTurn, noteId: number): Promise<unknown> {
  const { db, now, account } = turn;
  const note = await findNote(db, account.id, noteId);
  if (!note || note.deleted) return turn.say(listTexts.noteGone);
  const payload = draftOfNote(note, await readingOf(turn));
  const settled = await alone(db, account.id, async (tx) => ({
    row: await createDraft(tx, account.id, { payload, state: stateOf(payload) }, now),
  }));
  await sayHeard(turn, { settled: [settled] });
}
