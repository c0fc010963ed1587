import 'server-only';
import { TASKS_PER_MESSAGE_MAX } from '@/core/limits';
import { type QuickAddContext, type QuickAddResult } from '@/core/quick-add';
import { batchTexts } from '@/texts/bot-batch';
import { type Html, lines } from '@/texts/html';
import { type Account } from '../../accounts';
import { type Db } from '../../db/client';
import { loadReference } from '../../db/reference';
import { nudgeDelivery } from '../../delivery/nudge';
import { alone, changeDraft, createDraft, type DraftRow, draftsOfMessage } from '../../drafts';
import { AppError } from '../../errors';
import { deleteReminder, restoreReminder } from '../../reminders';
import { type ChatReminder, findReminder } from '../../upcoming';
import { draftOfReading, isCertain, withoutMoment } from './draft-reading';
import {
  type Card,
  type CardContext,
  cardOf,
  excerpt,
  factsOf,
  factsOfDraft,
  ruleInList,
  withZone,
} from './card';
import { readId } from './list-callback-data';
import {
  begin,
  createFromDraft,
  type Heard,
  type Settled,
  stateOf,
  type Within,
} from './settle-draft';
import { button, type Turn } from './turn';
import { confirmedZone, zoneRow } from './zone';

/**
 * Several tasks in one message: those of which nothing is in doubt stand in one list with «Сохранить
 * все», every other one has a card of its own. Callback data: `b:<id of the message>:<action>`.
 */
export const BATCH_PREFIX = 'b';
const LINE_MAX = 80;

/** The drafts of a message with several tasks; a single certain one among them is stored at once. */
export async function startBatch(
  within: Within,
  account: Account,
  batch: { readings: QuickAddResult[]; reading: QuickAddContext; messageId: number },
): Promise<Heard> {
  const { readings, reading, messageId } = batch;
  const taken = readings.slice(0, TASKS_PER_MESSAGE_MAX);
  const left = readings.slice(TASKS_PER_MESSAGE_MAX).map(({ text }) => excerpt(text, LINE_MAX));
  const read = taken.map((each) => ({ each, draft: draftOfReading(each, reading) }));
  const certain = read.filter(
    ({ draft }) => 'payload' in draft && !draft.problem && isCertain(draft.payload),
  );
  const settled: Settled[] = [];
  const sentences = left.length > 0 ? [batchTexts.left(TASKS_PER_MESSAGE_MAX, left)] : [];
  for (const { each, draft } of read) {
    if (!('payload' in draft)) {
      sentences.push(draft.problem);
    } else if (certain.length > 1 && certain.some((other) => other.draft === draft)) {
      const row = { payload: draft.payload, state: 'held' as const, sourceMessageId: messageId };
      settled.push({ row: await createDraft(within.db, account.id, row, within.now) });
    } else {
      const asNote = each.outcome === 'note';
      settled.push(await begin(within, account, draft, { messageId, asNote }));
    }
  }
  return { settled, sentences };
}

const LISTED: readonly DraftRow['state'][] = ['held', 'saved', 'cancelled'];

/** Of the drafts of one message those that stand in its list; none where it has no list. */
export function listedOf(settled: readonly Settled[]): DraftRow[] {
  const rows = settled.map(({ row }) => row).filter(({ state }) => LISTED.includes(state));
  return rows.length > 1 ? rows : [];
}

/** Says the list. A reply to it is about no one of them. */
export async function sayBatch(
  turn: Turn,
  rows: readonly DraftRow[],
  context: CardContext,
): Promise<void> {
  const { text, keyboard } = await renderBatch(turn.db, rows, context);
  const messageId = await turn.say(text, keyboard);
  for (const row of rows) await changeDraft(turn.db, row, { messageId });
}

async function renderBatch(
  db: Db,
  rows: readonly DraftRow[],
  context: CardContext,
  problem?: Html,
): Promise<Card> {
  const data = (action: string) => `${BATCH_PREFIX}:${rows[0]?.sourceMessageId ?? 0}:${action}`;
  const zoneKeys = zoneRow(context.account, data(`zone:${context.account.timeZone}`));
  const said = (text: Html) => lines(problem, problem && '', withZone(text, context));
  const { buttons } = batchTexts;
  const offered = rows.filter(({ state }) => state === 'held');
  if (offered.length > 0) {
    const items = offered.map((row) => itemOf(factsOfDraft(row, context)));
    return {
      text: said(batchTexts.read(items)),
      keyboard: [
        [
          button(buttons.save(offered.length), data('save')),
          button(buttons.cancel, data('cancel')),
        ],
        ...zoneKeys,
      ],
    };
  }
  const reminders = await remindersOf(db, rows);
  const live = reminders.filter(({ deleted }) => !deleted);
  if (live.length > 0) {
    const items = live.map((reminder) => itemOf(factsOf(reminder, context)));
    return {
      text: said(batchTexts.stored(items)),
      keyboard: [[button(buttons.takeBack, data('remove'))], ...zoneKeys],
    };
  }
  const texts = rows.map(({ payload }) => excerpt(payload.text, LINE_MAX));
  return {
    text: lines(problem, problem && '', batchTexts.takenBack(texts)),
    keyboard: reminders.length > 0 ? [[button(buttons.restore, data('restore'))]] : [],
  };
}

const itemOf = ({ text, rule, ...facts }: ReturnType<typeof factsOf>) => ({
  ...facts,
  text: excerpt(text.replaceAll('\n', ' '), LINE_MAX),
  rule: ruleInList(rule),
});

async function remindersOf(db: Db, rows: readonly DraftRow[]): Promise<ChatReminder[]> {
  const found: ChatReminder[] = [];
  for (const { userId, reminderId } of rows) {
    const reminder = reminderId === null ? undefined : await findReminder(db, userId, reminderId);
    if (reminder) found.push(reminder);
  }
  return found;
}

/** A press under the list. Double and late presses show what has become of it. */
export async function pressBatch(
  turn: Turn,
  pressing: Account,
  [source, action = '', zone = '']: string[],
): Promise<void> {
  const { db, now, pressedMessageId } = turn;
  const account = action === 'zone' ? await confirmedZone(turn, pressing, zone) : pressing;
  const context = { turn, account, reference: await loadReference(db, account.id) };
  const rowsIn = async (tx: Db) =>
    (await draftsOfMessage(tx, account.id, readId(source))).filter(
      ({ state, messageId }) =>
        LISTED.includes(state) && (messageId === null || messageId === pressedMessageId),
    );
  const acted = await alone(db, account.id, async (tx) => {
    const rows = await rowsIn(tx);
    return { rows: await act({ db: tx, now }, account, rows, action), problem: undefined };
  }).catch(async (error: unknown) => {
    // All or nothing: the list stays as it was.
    if (!(error instanceof AppError) || error.code !== 'full') throw error;
    return { rows: await rowsIn(db), problem: lines(error.message) };
  });
  const listed = acted.rows.filter(({ state }) => LISTED.includes(state));
  if (listed.length > 0) {
    const { text, keyboard } = await renderBatch(db, listed, context, acted.problem);
    await turn.show(text, keyboard);
  } else {
    await turn.show(batchTexts.stale);
  }
  for (const row of acted.rows) {
    if (row.state === 'saved' && row.payload.dateTime !== null) {
      nudgeDelivery(new Date(row.payload.dateTime));
    }
    // Its time has passed while the list lay there.
    if (row.state !== 'asking') continue;
    const { text, keyboard } = await cardOf(db, { row, problem: batchTexts.passed }, context);
    await changeDraft(db, row, { messageId: await turn.say(text, keyboard) });
  }
}

/** Does what was pressed; answers the rows as they now are. Throws `full`. */
async function act(
  within: Within,
  account: Account,
  rows: readonly DraftRow[],
  action: string,
): Promise<DraftRow[]> {
  const { db, now } = within;
  const after: DraftRow[] = [];
  for (const row of rows) {
    const reminder =
      row.reminderId === null ? undefined : await findReminder(db, account.id, row.reminderId);
    if (action === 'save' && row.state === 'held') {
      after.push(await storeListed(within, account, row));
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

async function storeListed(within: Within, account: Account, row: DraftRow): Promise<DraftRow> {
  try {
    return await createFromDraft(within, account, row);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'invalid') throw error;
    const payload = withoutMoment(row.payload);
    return changeDraft(within.db, row, { payload, state: stateOf(payload), messageId: null });
  }
}
