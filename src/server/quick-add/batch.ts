import 'server-only';
import { TASKS_PER_MESSAGE_MAX } from '@/core/limits';
import { type QuickAddContext, type QuickAddResult } from '@/core/quick-add';
import { batchTexts } from '@/texts/bot-cards';
import { lines } from '@/texts/html';
import { jointTexts } from '@/texts/joint';
import { type DraftRow, draftsOfMessage, setMessage } from '../drafts/drafts';
import { contextOf, factsOf, remindersOfIds, type Within } from '../reminders/upcoming';
import { endedForAll, lockForActs, lockJointsOf } from '../reminders/joint';
import { deleteReminder, restoreReminder } from '../reminders/deletion';
import { withAnsweredZone, withZoneQuestion } from '../reminders/zone-bot';
import { dataOf, readId } from '../telegram/callback-data';
import { excerpt, LINE_MAX, ruleInList } from '../telegram/message';
import { type Said } from '../telegram/said';
import { button, type MemberTurn } from '../telegram/turn';
import { begin, draftOfReading, type ChatAnswer, type CardContent, whileLocked } from './draft';

/*
 * Several tasks in one message: those of which nothing is in doubt are stored at once and stand in one list with one
 * «Отменить», every other one has a card of its own.
 */

/** Begins each of several tasks of one message, and keeps its voice with each. What is beyond the limit is only named. */
export async function startBatch(
  within: Within,
  batch: {
    readings: QuickAddResult[];
    reading: QuickAddContext;
    heard: Pick<Said, 'messageId' | 'attachment'>;
  },
): Promise<ChatAnswer> {
  const { readings, reading, heard } = batch;
  const { messageId, attachment } = heard;
  const leftOut = readings.slice(TASKS_PER_MESSAGE_MAX).map(({ text }) => excerpt(text, LINE_MAX));
  const cards: CardContent[] = [];
  const sentences = leftOut.length > 0 ? [batchTexts.left(TASKS_PER_MESSAGE_MAX, leftOut)] : [];
  for (const each of readings.slice(0, TASKS_PER_MESSAGE_MAX)) {
    const asNote = each.outcome === 'note';
    const begun = await begin(within, draftOfReading(each, reading), {
      messageId,
      asNote,
      attachment,
    });
    cards.push(...begun.cards);
    sentences.push(...(begun.sentences ?? []));
  }
  return { cards, sentences };
}

const isStored = ({ state }: DraftRow): boolean => state === 'saved';

/** Those that one list shows: several that a message has stored. */
export function listedOf(cards: readonly CardContent[]): DraftRow[] {
  const rows = cards.map(({ row }) => row).filter(isStored);
  return rows.length > 1 ? rows : [];
}

/** Says the list. A reply to it is about no one of them. */
export async function sayBatch(turn: MemberTurn, rows: readonly DraftRow[]): Promise<void> {
  const messageId = await turn.say(await renderBatch(turn, rows));
  await setMessage(turn.db, turn.account.id, rows, messageId);
}

/** «отмени» right behind a list: what the message has made is taken back, as by its button. */
export async function takeBackBatch(turn: MemberTurn, source: number): Promise<void> {
  const { db, account } = turn;
  const rows = (await draftsOfMessage(db, account.id, source)).filter(isStored);
  await whileLocked(turn, (within) => takeOrBringBack(within, rows, 'remove'));
  const [first] = rows;
  if (first?.messageId) await turn.strip(first.messageId);
  await sayBatch(turn, rows);
}

/**
 * The card of what a message has made, with the zone question where it is due, which waits for its answer; or of what
 * was taken back.
 */
async function renderBatch(turn: MemberTurn, rows: readonly DraftRow[]) {
  const context = await contextOf(turn);
  const { buttons } = batchTexts;
  const data = (action: string) => dataOf('batch', rows[0]?.sourceMessageId ?? 0, action);
  const reminders = await remindersOf(turn, rows);
  const live = reminders.filter(({ deleted }) => !deleted);
  if (live.length > 0) {
    const items = live.map((reminder) => itemOf(factsOf(reminder, context)));
    const keyboard = [[button(buttons.takeBack, data('remove'))]];
    const ids = live.map(({ id }) => id);
    return withZoneQuestion({ text: batchTexts.stored(items), keyboard }, turn, ids, data);
  }
  const texts = rows.map(({ payload }) => excerpt(payload.text, LINE_MAX));
  const takenBack = reminders.map(({ id }) => id);
  const ended = (await endedForAll(turn.db, turn.account.id, ...takenBack)) && jointTexts.endedSome;
  return {
    text: lines(batchTexts.takenBack(texts), ended),
    keyboard: reminders.length > 0 ? [[button(buttons.restore, data('restore'))]] : [],
  };
}

const itemOf = ({ text, rule, ...facts }: ReturnType<typeof factsOf>) => ({
  ...facts,
  text: excerpt(text.replaceAll('\n', ' '), LINE_MAX),
  rule: ruleInList(rule),
});

const idsOf = (rows: readonly DraftRow[]): number[] =>
  rows.flatMap(({ reminderId }) => reminderId ?? []);

const remindersOf = ({ db, account }: Within, rows: readonly DraftRow[]) =>
  remindersOfIds(db, account.id, idsOf(rows));

export async function pressBatch(pressing: MemberTurn, [source, action = '', zone = '']: string[]) {
  const turn = action === 'zone' ? await withAnsweredZone(pressing, zone) : pressing;
  const { db, account, pressedMessageId } = turn;
  const rows = (await draftsOfMessage(db, account.id, readId(source))).filter(
    (row) => isStored(row) && (row.messageId === null || row.messageId === pressedMessageId),
  );
  await whileLocked(turn, (within) => takeOrBringBack(within, rows, action));
  await turn.show(rows.length > 0 ? await renderBatch(turn, rows) : batchTexts.stale);
}

async function takeOrBringBack(within: Within, rows: readonly DraftRow[], action: string) {
  const { db, now, account } = within;
  await lockJointsOf(db, account.id);
  await lockForActs(db, account.id, idsOf(rows));
  for (const { id, deleted } of await remindersOf(within, rows)) {
    if (action === 'remove' && !deleted) await deleteReminder(db, account.id, id, now);
    if (action === 'restore' && deleted) await restoreReminder(db, account.id, id, now);
  }
}
