import 'server-only';
import { and, eq } from 'drizzle-orm';
import { keptTicks, tickedOf, ticksForHistory, withNoteTicks } from '@/core/checklist';
import { takenOne } from '@/core/counter';
import { type FiringState, leftUnanswered } from '@/core/firing';
import { dayHasChanged } from '../../accounts/day-plans';
import { type LockedNote, lockNotesUnder, writeContents } from './note-points';
import { nudgeDelivery } from '../../platform/nudge';
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
  wordOfKey,
  writeCalledOff,
  writeOutcomes,
} from './history';
import {
  type ActToStore,
  type Before,
  besideState,
  type EndedBefore,
  type LastAct,
  storeActs,
} from './last-act';
import { type Columns, type ReminderRow, updateRows } from './update';

/** What people change of their reminders, whether it is one row or many. Delivery's own changes: ./settle and ./delivery. */

/** «Готово» or a skip. */
export interface Answer {
  occurrenceAt: Date;
  outcome: 'done' | 'skipped';
}

export interface Change {
  /** As it is, held until the transaction ends. */
  row: ReminderRow;
  /** The state that it comes to: whatever delivery holds of it is void. Without it delivery and state stay. */
  next?: FiringState;
  /** Of an act on what waits, or else on what comes next: null where it does not answer that. */
  answer?: Answer | null;
  /** What else is written; it prevails. */
  columns?: Columns;
  /** What is ticked from here on, beside the text or in the note: see core/checklist. Without it that stays. */
  ticks?: readonly string[] | null;
  /**
   * What takes the change back: null takes away what is stored. Without it that stays, but is no longer the last
   * word.
   */
  act?: ActToStore | null | undefined;
  /** Of an undo: what the row was before the act, its history included. */
  undoneTo?: Before;
}

/**
 * Writes changes by users: the rows with their versions, what became of occurrences, what takes each change back, why
 * what was to come comes no more; delivery hears of what comes. Answers the rows as they are then, in the order of the
 * changes.
 */
export async function writeChanges(
  tx: Db,
  changes: readonly Change[],
  { by, now }: { by: CalledOffBy; now: Date },
): Promise<ReminderRow[]> {
  const planned = changes.map((change) => plannedChange(change, now));
  const notes = await lockNotesUnder(
    tx,
    planned.flatMap(({ row, ends, ticks }) => {
      return ends.length > 0 || ticks !== undefined ? [row] : [];
    }),
  );
  const ended = await recordEnds(tx, planned, { notes, now });
  const updates = planned.map((change) => ({ row: change.row, columns: columnsOf(change, now) }));
  const updated = await updateRows(tx, updates, { raisesVersion: true });
  const noteTicks = await tickNotes(tx, planned, { notes, now });
  const rowOf = new Map(updated.map((row) => [row.id, row]));
  const rows = changes.map(({ row }) => found(rowOf.get(row.id)));
  const actsOnRows = changes.flatMap(({ row, act }, nth) => {
    const written = rows[nth];
    if (act === undefined || written === undefined) return [];
    const noteTicked = noteTicks.get(row.id);
    return [{ row, written, act, ended: ended.get(row.id) ?? [], noteTicked }];
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
  nudgeFor(tx, changes, rows);
  const people = new Set(rows.map(({ userId }) => userId));
  for (const userId of people) await dayHasChanged(tx, userId, now);
  return rows;
}

/** Tells delivery of what comes by itself after these changes. */
function nudgeFor(tx: Db, changes: readonly Change[], rows: readonly ReminderRow[]): void {
  for (const [nth, { deletedAt, nextFireAt }] of rows.entries()) {
    const change = changes[nth];
    const isRestored = change !== undefined && change.row.deletedAt !== null;
    if (deletedAt === null && (change?.next || isRestored)) nudgeDelivery(tx, nextFireAt);
  }
}

export async function writeChange(
  tx: Db,
  change: Change,
  why: { by: CalledOffBy; now: Date },
): Promise<ReminderRow> {
  return found((await writeChanges(tx, [change], why))[0]);
}

/**
 * Whether a row is parked says that its person cannot be reached. That changes with no act, and no undo changes it: they
 * may have come back since, or, of another person in a joint, gone.
 */
const reachOf = (
  { deliveryState, lastError }: ReminderRow,
  before: LastAct['before'],
): Partial<Pick<ReminderRow, 'deliveryState' | 'lastError'>> =>
  [before.deliveryState, deliveryState].includes('parked') ? { deliveryState, lastError } : {};

/** Puts a row back to what it was before its latest act. */
export const takenBack = (row: ReminderRow, { before }: LastAct, next: FiringState): Change => ({
  row,
  next,
  columns: { ...besideState(before), ...reachOf(row, before) },
  ...(before.noteTicked !== undefined && { ticks: before.noteTicked }),
  act: null,
  undoneTo: before,
});

/** An occurrence that is over with a change, and what became of it. */
type End = Pick<Outcome, 'outcome' | 'cameAt'> & { occurrenceAt: Date };

interface PlannedChange extends Change {
  /** The occurrence that is answered, then the one that is left unanswered. */
  ends: readonly End[];
}

function plannedChange(change: Change, now: Date): PlannedChange {
  const { row, next, columns, answer, undoneTo, ticks } = change;
  const ends: End[] = [];
  if (answer) ends.push({ ...answer, cameAt: isOfOpen(row, answer) ? row.waitingSince : null });
  const after = { ...row, ...next, ...columns };
  const answered = answer?.occurrenceAt ?? null;
  const left = leftUnanswered(undoneTo ?? row, after, { answered, now });
  if (left) ends.push({ outcome: 'unanswered', ...left });
  // What is ticked of a series is of one occurrence, and gone with it.
  const isOver = row.rule !== null && ends.some((end) => isOfOpen(row, end));
  const unticks = isOver && undoneTo === undefined && ticks === undefined;
  return { ...change, ends, ...(unticks && { ticks: null }) };
}

/** Whether an occurrence is what waits, or, where nothing does, what comes next: the one of which points are ticked. */
const isOfOpen = (
  { openOccurrenceAt }: Pick<ReminderRow, 'openOccurrenceAt'>,
  { occurrenceAt }: { occurrenceAt: Date },
): boolean => openOccurrenceAt === null || openOccurrenceAt.getTime() === occurrenceAt.getTime();

function columnsOf({ row, next, answer, columns, ticks }: Change, now: Date): Columns {
  // Null, too: a snooze or a pause acts, and answers nothing.
  const isActedAhead = answer !== undefined && row.openOccurrenceAt === null;
  const written: Columns = {
    ...(next && { ...firingColumns(next), ...leaseVoided, updatedAt: now }),
    // The message in the chat is about another occurrence than the one that lay ahead.
    ...(isActedAhead && { liveMessageId: null }),
    // What is counted is one's own; whoever did it, one is taken.
    ...(answer?.outcome === 'done' && takenOne(row)),
    ...columns,
  };
  const { text, ticked: stays = row.ticked } = written;
  const ticked = ticks === undefined ? stays : ticks;
  if (text === undefined && ticked === row.ticked) return written;
  // Ticks of points that an edit leaves out go with them, and those of a note stand in the note.
  return { ...written, ticked: keptTicks(ticked, text ?? row.text) };
}

type HeldNotes = ReadonlyMap<number, LockedNote>;

/** Ticks the points of notes that reminders stand on; answers what was ticked before, by reminder. */
async function tickNotes(
  tx: Db,
  changes: readonly Change[],
  { notes, now }: { notes: HeldNotes; now: Date },
): Promise<Map<number, string[] | null>> {
  const former = new Map<number, string[] | null>();
  const rewritten = new Map<number, LockedNote>();
  for (const { row, ticks } of changes) {
    const note = notes.get(row.id);
    if (note === undefined || ticks === undefined) continue;
    const content = withNoteTicks(note.content, ticks);
    if (content === note.content) continue;
    former.set(row.id, tickedOf(row, note.content));
    rewritten.set(note.id, { id: note.id, content });
  }
  await writeContents(tx, [...rewritten.values()], { now, except: [...former.keys()] });
  return former;
}

/** Writes what became of the occurrences that changes end; answers what takes that back, by reminder. */
async function recordEnds(
  tx: Db,
  changes: readonly PlannedChange[],
  { notes, now }: { notes: HeldNotes; now: Date },
): Promise<Map<number, EndedBefore[]>> {
  const keyOf = ({ id, userId }: ReminderRow, occurrenceAt: Date): OccurrenceKey => ({
    reminderId: id,
    userId,
    occurrenceAt,
  });
  const keys = changes.flatMap(({ row, ends }) => {
    return ends.map(({ occurrenceAt }) => keyOf(row, occurrenceAt));
  });
  const former = await readOutcomes(tx, keys);
  const outcomes: { key: OccurrenceKey; outcome: Outcome | null }[] = [];
  const endedBefore = new Map<number, EndedBefore[]>();
  for (const { row, ends, undoneTo } of changes) {
    for (const { occurrenceAt, before } of undoneTo?.ended ?? []) {
      outcomes.push({ key: keyOf(row, occurrenceAt), outcome: before });
    }
    const waited = undoneTo ?? row;
    const said = { text: row.text, ticked: waited.ticked };
    const shown = tickedOf(said, notes.get(row.id)?.content ?? null);
    const before = ends.map((end) => {
      const key = keyOf(row, end.occurrenceAt);
      const was = former.get(wordOfKey(key)) ?? null;
      const ticked = isOfOpen(waited, end) ? ticksForHistory(shown) : null;
      const cameAt = end.cameAt ?? was?.cameAt ?? null;
      const outcome = { outcome: end.outcome, cameAt, endedAt: now, ticked };
      outcomes.push({ key, outcome });
      return { occurrenceAt: end.occurrenceAt, before: was };
    });
    endedBefore.set(row.id, before);
  }
  await writeOutcomes(tx, outcomes);
  return endedBefore;
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
