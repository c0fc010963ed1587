import 'server-only';
import { TASKS_PER_MESSAGE_MAX } from '@/core/limits';
import { type QuickAddContext, type QuickAddResult } from '@/core/quick-add';
import { batchTexts } from '@/texts/bot-cards';
import { type Html, lines } from '@/texts/html';
import { jointTexts } from '@/texts/joint';
import {
  alone,
  changeDraft,
  createDraft,
  type DraftRow,
  draftsOfMessage,
  setMessage,
} from '../drafts/drafts';
import { type Db } from '../platform/db/client';
import { AppError, orRefusal } from '../platform/errors';
import {
  type ChatReminder,
  contextOf,
  factsOf,
  remindersOfIds,
  type Within,
} from '../reminders/upcoming';
import { endedForAll } from '../reminders/joint';
import { deleteReminder, restoreReminder } from '../reminders/reminders';
import { withAnsweredZone, withZoneQuestion } from '../reminders/zone-bot';
import { dataOf, readId } from '../telegram/callback-data';
import { excerpt, LINE_MAX, ruleInList } from '../telegram/message';
import { atPresent, button, type MemberTurn } from '../telegram/turn';
import { cardOf, factsOfDraft } from './card';
import {
  begin,
  createFromDraft,
  draftOfReading,
  type Heard,
  isCertain,
  type Settled,
  stateOf,
  withoutMoment,
} from './draft';

/*
 * Several tasks in one message: those of which nothing is in doubt stand in one list with «Сохранить
 * все», every other one has a card of its own.
 */

/**
 * Begins with several tasks of one message. Two or more certain ones wait in one list for «Сохранить все»; every other
 * one, a single certain one too, begins by itself. What is beyond the limit is only named.
 */
export async function startBatch(
  within: Within,
  batch: { readings: QuickAddResult[]; reading: QuickAddContext; messageId: number },
): Promise<Heard> {
  const { readings, reading, messageId } = batch;
  const taken = readings.slice(0, TASKS_PER_MESSAGE_MAX);
  const leftOut = readings.slice(TASKS_PER_MESSAGE_MAX).map(({ text }) => excerpt(text, LINE_MAX));
  const read = taken.map((each) => ({ each, draft: draftOfReading(each, reading) }));
  const certain = read.filter(
    ({ draft }) => !draft.nothing && !draft.problem && isCertain(draft.payload),
  );
  const settled: Settled[] = [];
  const sentences = leftOut.length > 0 ? [batchTexts.left(TASKS_PER_MESSAGE_MAX, leftOut)] : [];
  for (const one of read) {
    if (certain.length > 1 && certain.includes(one)) {
      const { payload } = one.draft;
      const row = { payload, state: 'held' as const, sourceMessageId: messageId };
      const { now } = atPresent(within);
      settled.push({ row: await createDraft(within.db, within.account.id, row, now) });
    } else {
      const asNote = one.each.outcome === 'note';
      const begun = await begin(within, one.draft, { messageId, asNote });
      settled.push(...begun.settled);
      sentences.push(...(begun.sentences ?? []));
    }
  }
  return { settled, sentences };
}

const LISTED: readonly DraftRow['state'][] = ['held', 'saved', 'cancelled'];

export function listedOf(settled: readonly Settled[]): DraftRow[] {
  const rows = settled.map(({ row }) => row).filter(({ state }) => LISTED.includes(state));
  return rows.length > 1 ? rows : [];
}

/** Says the list. A reply to it is about no one of them. */
export async function sayBatch(turn: MemberTurn, rows: readonly DraftRow[]): Promise<void> {
  const messageId = await turn.say(await renderBatch(turn, rows));
  await setMessage(turn.db, turn.account.id, rows, messageId);
}

async function renderBatch(turn: MemberTurn, rows: readonly DraftRow[], problem?: Html) {
  const context = await contextOf(turn);
  const data = (action: string) => dataOf('batch', rows[0]?.sourceMessageId ?? 0, action);
  const said = (text: Html) => lines(problem, problem && '', text);
  const { buttons } = batchTexts;
  const offered = rows.filter(({ state }) => state === 'held');
  if (offered.length > 0) {
    const save = button(buttons.save(offered.length), data('save'));
    const items = offered.map((row) => itemOf(factsOfDraft(row, context)));
    const keyboard = [[save, button(buttons.cancel, data('cancel'))]];
    return { text: said(batchTexts.read(items)), keyboard };
  }
  const reminders = await remindersOf(turn, rows);
  const live = reminders.filter(({ deleted }) => !deleted);
  if (live.length > 0) {
    const items = live.map((reminder) => itemOf(factsOf(reminder, context)));
    const keyboard = [[button(buttons.takeBack, data('remove'))]];
    const ids = live.map(({ id }) => id);
    return withZoneQuestion({ text: said(batchTexts.stored(items)), keyboard }, turn, ids, data);
  }
  const texts = rows.map(({ payload }) => excerpt(payload.text, LINE_MAX));
  const takenBack = reminders.map(({ id }) => id);
  const ended = (await endedForAll(turn.db, turn.account.id, ...takenBack)) && jointTexts.endedSome;
  return {
    text: said(lines(batchTexts.takenBack(texts), ended)),
    keyboard: reminders.length > 0 ? [[button(buttons.restore, data('restore'))]] : [],
  };
}

const itemOf = ({ text, rule, ...facts }: ReturnType<typeof factsOf>) => ({
  ...facts,
  text: excerpt(text.replaceAll('\n', ' '), LINE_MAX),
  rule: ruleInList(rule),
});

const remindersOf = ({ db, account }: Within, rows: readonly DraftRow[]): Promise<ChatReminder[]> =>
  remindersOfIds(
    db,
    account.id,
    rows.flatMap(({ reminderId }) => reminderId ?? []),
  );

export async function pressBatch(pressing: MemberTurn, [source, action = '', zone = '']: string[]) {
  const turn = action === 'zone' ? await withAnsweredZone(pressing, zone) : pressing;
  const { db, account, pressedMessageId } = turn;
  const rowsIn = async (tx: Db) =>
    (await draftsOfMessage(tx, account.id, readId(source))).filter(
      ({ state, messageId }) =>
        LISTED.includes(state) && (messageId === null || messageId === pressedMessageId),
    );
  const changing = async (tx: Db) => act({ ...turn, db: tx }, await rowsIn(tx), action);
  const acting = alone(db, account.id, changing);
  const acted = await orRefusal(acting, 'full');
  const full = acted instanceof AppError;
  // All or nothing: the list stays as it was.
  const rows = full ? await rowsIn(db) : acted;
  const listed = rows.filter(({ state }) => LISTED.includes(state));
  const problem = full ? lines(acted.message) : undefined;
  await turn.show(listed.length > 0 ? await renderBatch(turn, listed, problem) : batchTexts.stale);
  for (const row of rows) {
    // Its time has passed while the list lay there.
    if (row.state !== 'asking') continue;
    const card = await cardOf(turn, { row, problem: batchTexts.passed });
    await changeDraft(db, row, { messageId: await turn.say(card) });
  }
}

/** Does what was pressed; answers the rows as they now are. Throws `full`. */
async function act(within: Within, rows: readonly DraftRow[], action: string): Promise<DraftRow[]> {
  const { db, now, account } = within;
  const after: DraftRow[] = [];
  const reminders = await remindersOf(within, rows);
  for (const row of rows) {
    const reminder = reminders.find(({ id }) => id === row.reminderId);
    if (action === 'save' && row.state === 'held') {
      after.push(await storeListed(within, row));
    } else if (action === 'cancel' && row.state === 'held') {
      after.push(await changeDraft(db, row, { state: 'cancelled' }));
    } else {
      if (action === 'remove' && reminder && !reminder.deleted) {
        await deleteReminder(db, account.id, reminder.id, now);
      }
      if (action === 'restore' && reminder?.deleted) {
        await restoreReminder(db, account.id, reminder.id, now);
      }
      after.push(row);
    }
  }
  return after;
}

async function storeListed(within: Within, row: DraftRow): Promise<DraftRow> {
  const stored = await orRefusal(createFromDraft(within, row), 'invalid');
  if (!(stored instanceof AppError)) return stored;
  const payload = withoutMoment(row.payload);
  return changeDraft(within.db, row, { payload, state: stateOf(payload), messageId: null });
}
