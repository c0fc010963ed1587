import 'server-only';
import { and, eq, isNotNull } from 'drizzle-orm';
import { keptTicks, ticksForHistory } from '@/core/checklist';
import { takenOne } from '@/core/counter';
import { answerableOccurrence, type FiringState } from '@/core/firing';
import { dayHasChanged } from '../../accounts/day-plans';
import { type Db } from '../../platform/db/client';
import { lockedById } from '../../platform/db/locks';
import { reminders } from '../../platform/db/schema';
import { found } from '../../platform/errors';
import { givingWay } from '../../platform/give-way';
import { firingColumns, leaseVoided } from './columns';
import {
  type CalledOff,
  type CalledOffBy,
  calledOffBy,
  type OccurrenceKey,
  type Outcome,
  readOutcomes,
  writeCalledOff,
  writeOutcomes,
} from './history';
import { type Act, type Answered, besideState, type LastAct, storeActs } from './last-act';
import { type Columns, type ReminderRow, updateRows } from './update';

/** What people change of their reminders, whether it is one row or many. Delivery's own changes: ./delivery. */

export interface Change {
  /** As it is, held until the transaction ends. */
  row: ReminderRow;
  /** The state that it comes to: whatever delivery holds of it is void. Without it delivery and state stay. */
  next?: FiringState;
  /** Of an act on an occurrence: the state it was about, perhaps ahead of the stored one, and what it makes of it. */
  answer?: { from: FiringState; outcome: Outcome['outcome'] | null };
  /** What else is written; it prevails. */
  columns?: Columns;
  /**
   * What takes the change back: null takes away what is stored. Without it that stays, but is no longer the last
   * word.
   */
  act?: Act | null | undefined;
  /** Of an undo: the occurrence whose history goes back to what it was. */
  formerAnswer?: Answered | null;
}

/**
 * Writes changes by users: the rows with their versions, what became of occurrences, what takes each change back, why
 * what was to come comes no more. Answers the rows as they are then, in the order of the changes.
 */
export async function writeChanges(
  tx: Db,
  changes: readonly Change[],
  { by, now }: { by: CalledOffBy; now: Date },
): Promise<ReminderRow[]> {
  const answered = await recordOutcomes(tx, changes, now);
  const updates = changes.map((change) => ({ row: change.row, columns: columnsOf(change, now) }));
  const updated = await updateRows(tx, updates, { raisesVersion: true });
  const rowOf = new Map(updated.map((row) => [row.id, row]));
  const rows = changes.map(({ row }) => found(rowOf.get(row.id)));
  const actsOnRows = changes.flatMap(({ row, act }, nth) => {
    const written = rows[nth];
    if (act === undefined || written === undefined) return [];
    return [{ row, written, act, answered: answered.get(row.id) ?? null }];
  });
  await storeActs(tx, actsOnRows, now);
  const giveWay = givingWay();
  const calledOff: CalledOff[] = [];
  for (const { row, next = row, columns } of changes) {
    await giveWay();
    const isDeleted = columns?.deletedAt instanceof Date;
    calledOff.push(...calledOffBy(row, isDeleted ? null : next, now));
  }
  await writeCalledOff(tx, calledOff, { by, at: now });
  const people = new Set(rows.map(({ userId }) => userId));
  for (const userId of people) await dayHasChanged(tx, userId, now);
  return rows;
}

export async function writeChange(
  tx: Db,
  change: Change,
  why: { by: CalledOffBy; now: Date },
): Promise<ReminderRow> {
  return found((await writeChanges(tx, [change], why))[0]);
}

/** Puts a row back to what it was before its latest act. */
export const takenBack = (row: ReminderRow, { before }: LastAct, next: FiringState): Change => ({
  row,
  next,
  columns: besideState(before),
  act: null,
  formerAnswer: before.answered,
});

function columnsOf({ row, next, answer, columns }: Change, now: Date): Columns {
  const written: Columns = {
    ...(next && { ...firingColumns(next), ...leaseVoided, updatedAt: now }),
    ...(answer && columnsOfAnswer(row, answer)),
    ...columns,
  };
  const { text, ticked = row.ticked } = written;
  // Ticks of points that an edit leaves out go with them.
  return text === undefined ? written : { ...written, ticked: keptTicks(ticked, text) };
}

const columnsOfAnswer = (
  row: ReminderRow,
  { from, outcome }: NonNullable<Change['answer']>,
): Columns => ({
  // The message in the chat is about another occurrence than the one that lay ahead.
  ...(from.openOccurrenceAt === null && { liveMessageId: null }),
  // What is counted and ticked is one's own; whoever did it, one is taken.
  ...(outcome === 'done' && takenOne(row)),
  // What is ticked is of one occurrence.
  ...(outcome && from.rule !== null && { ticked: null }),
});

/** Writes what became of the occurrences that changes are about; answers what takes that back, by reminder. */
async function recordOutcomes(
  tx: Db,
  changes: readonly Change[],
  now: Date,
): Promise<Map<number, Answered>> {
  const keyOf = ({ id, userId }: ReminderRow, occurrenceAt: Date): OccurrenceKey => ({
    reminderId: id,
    userId,
    occurrenceAt,
  });
  const answers = changes.flatMap(({ row, answer }) => {
    const occurrenceAt = answer?.outcome ? answerableOccurrence(answer.from) : null;
    if (!answer?.outcome || occurrenceAt === null) return [];
    return [{ row, from: answer.from, outcome: answer.outcome, key: keyOf(row, occurrenceAt) }];
  });
  const former = await readOutcomes(
    tx,
    answers.map(({ key }) => key),
  );
  const outcomes = answers.map(({ row, from, outcome, key }) => {
    const cameAt = from.waitingSince ?? former.get(row.id)?.cameAt ?? null;
    return {
      key,
      outcome: { outcome, cameAt, endedAt: now, ticked: ticksForHistory(row.ticked) },
    };
  });
  const restored = changes.flatMap(({ row, formerAnswer }) =>
    formerAnswer
      ? [{ key: keyOf(row, formerAnswer.occurrenceAt), outcome: formerAnswer.before }]
      : [],
  );
  await writeOutcomes(tx, [...outcomes, ...restored]);
  return new Map(
    answers.map(({ row, key }) => [
      row.id,
      { occurrenceAt: key.occurrenceAt, before: former.get(row.id) ?? null },
    ]),
  );
}

/** Moves what is in a category, deleted reminders included, to another. It is no change of theirs. */
export async function moveOutOfCategory(
  tx: Db,
  userId: number,
  { from, to }: { from: number; to: number },
): Promise<void> {
  const inIt = and(eq(reminders.userId, userId), eq(reminders.categoryId, from));
  await tx.update(reminders).set({ categoryId: to }).where(lockedById(inIt));
}

/** Frees the key under which a reminder was made that is deleted by now: it may make another. */
export async function releaseDeletedKey(tx: Db, userId: number, createKey: string): Promise<void> {
  const ofKey = and(eq(reminders.userId, userId), eq(reminders.createKey, createKey));
  const deleted = and(ofKey, isNotNull(reminders.deletedAt));
  await tx.update(reminders).set({ createKey: null }).where(deleted);
}
