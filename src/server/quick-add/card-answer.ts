import 'server-only';
import { isDeepStrictEqual } from 'node:util';
import { ruleOfWire, withRule } from '@/contract/rule';
import { type QuickAddContext } from '@/core/quick-add';
import { readRequest } from '@/core/quick-add/messages/request';
import { saysYes } from '@/core/quick-add/replies/consent';
import { changeDraft, type DraftRow, findDraft, findQuestion, justStored } from '../drafts/drafts';
import { AppError } from '../platform/errors';
import { actByReply } from '../reminders/chat-acts';
import { deleteReminder } from '../reminders/reminders';
import { type ChatReminder, findReminder, type Within } from '../reminders/upcoming';
import { type Said } from '../telegram/said';
import { type MemberTurn } from '../telegram/turn';
import { makeOnce } from './beginning';
import {
  answerTo,
  correctionOf,
  settle,
  type Settled,
  stateOf,
  storeDraft,
  type Understood,
} from './draft';

/** What a line says of a card: an answer, a correction, «отмена». */
export interface CardAnswer {
  /** The draft of the card, as it was when the line was read. */
  row: DraftRow;
  /** Changes the draft, and what was made of it, as the line says. */
  take: (within: Within, row: DraftRow) => Promise<Settled>;
}

/** Reads a line as one about the last card, or about the one that it replies to; undefined where it is none. */
export async function readCardAnswer(
  { db, now, account }: Within,
  { text, messageId, repliedTo }: Said,
  reading: QuickAddContext,
): Promise<CardAnswer | undefined> {
  const cancels = readRequest(text) === 'cancel';
  const question = await findQuestion(db, account.id, repliedTo?.messageId, now);
  if (question) {
    const { row, asked } = question;
    if (cancels) return { row, take: callOff };
    if (row.state === 'ready' && saysYes(text)) return { row, take: storeDraft };
    const answer = (asked ? answerTo : correctionOf)(row.payload, text, reading);
    if (answer === 'called-off') return { row, take: callOff };
    return answer && { row, take: changeTo(answer) };
  }
  const row = repliedTo ? undefined : await justStored(db, account.id, now);
  const reminder = row && (await findReminder(db, account.id, row.reminderId));
  if (!reminder || reminder.deleted || reminder.completed) return undefined;
  if (cancels) return { row, take: deleteStored(reminder) };
  const { dateTime } = reminder;
  const shown = { ...withRule(row.payload, ruleOfWire(reminder)), dateTime, date: null };
  const corrected = correctionOf(shown, text, reading);
  return corrected && { row, take: moveStored(reminder, corrected, messageId) };
}

/** Does what was read. Throws `conflict`, before anything is done, where the card is another one by now. */
export const answerCard = (
  turn: MemberTurn,
  { messageId: answerMessageId }: Said,
  { row, take }: CardAnswer,
): Promise<void> =>
  makeOnce(turn, answerMessageId, async (within) => {
    const present = await findDraft(within.db, row.userId, row.id, within.now);
    if (!isDeepStrictEqual(present, row)) throw new AppError('conflict');
    const answered = await changeDraft(within.db, row, { answerMessageId });
    return { settled: [await take(within, answered)], strip: [row.messageId] };
  });

export const callOff: CardAnswer['take'] = async ({ db }, row) => ({
  row: await changeDraft(db, row, { state: 'cancelled' }),
});

export const changeTo =
  ({ payload, problem }: Understood): CardAnswer['take'] =>
  async (within, row) => {
    const changed = await changeDraft(within.db, row, { payload, state: stateOf(payload) });
    return settle(within, { row: changed, problem });
  };

const deleteStored =
  ({ id }: ChatReminder): CardAnswer['take'] =>
  async ({ db, now, account }, row) => {
    await deleteReminder(db, account.id, id, now);
    return { row };
  };

/** «нет, в 19» right after something was stored: that is when it comes. */
const moveStored =
  (
    { id: reminderId, floodInterval }: ChatReminder,
    { payload }: Understood,
    messageId: number,
  ): CardAnswer['take'] =>
  async ({ db, now, account }, row) => {
    const target = { userId: account.id, reminderId, now };
    const press = { ...target, messageId, occurrenceAt: null };
    const moment = { dateTime: new Date(payload.dateTime ?? NaN), rule: ruleOfWire(payload) };
    await actByReply(db, press, { ...moment, floodInterval });
    return { row: await changeDraft(db, row, { payload }), edited: true };
  };
