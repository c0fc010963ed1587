import 'server-only';
import { and, eq } from 'drizzle-orm';
import { keptTicks, tickedOf, ticksForHistory, withNoteTicks } from '@/core/checklist';
import { takenOne } from '@/core/counter';
import { answerableOccurrence, type FiringState } from '@/core/firing';
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
  writeCalledOff,
  writeOutcomes,
} from './history';
import { type ActToStore, type Answered, besideState, type LastAct, storeActs } from './last-act';
import { type Columns, type ReminderRow, updateRows } from './update';

/** What people change of their reminders, whether it is one row or many. Delivery's own changes: ./settle and ./delivery. */

export interface Change {
  /** As it is, held until the transaction ends. */
  row: ReminderRow;
  /** The state that it comes to: whatever delivery holds of it is void. Without it delivery and state stay. */
  next?: FiringState;
  /** Of an act on an occurrence: the state it was about, perhaps ahead of the stored one, and what it makes of it. */
  answer?: { from: FiringState; outcome: Outcome['outcome'] | null };
  /** What else is written; it prevails. */
  columns?: Columns;
  /** What is ticked from here on, beside the text or in the note: see core/checklist. Without it that stays. */
  ticks?: readonly string[] | null;
  /**
   * What takes the change back: null takes away what is stored. Without it that stays, but is no longer the last
   * word.
   */
  act?: ActToStore | null | undefined;
  /** Of an undo: the occurrence whose history goes back to what it was. */
  formerAnswer?: Answered | null;
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
  const ofTicks = changes.filter((each) => each.answer?.outcome || ticksAfter(each) !== undefined);
  const notes = await lockNotesUnder(
    tx,
    ofTicks.map(({ row }) => row),
  );
  const answered = await recordOutcomes(tx, changes, { notes, now });
  const updates = changes.map((change) => ({ row: change.row, columns: columnsOf(change, now) }));
  const updated = await updateRows(tx, updates, { raisesVersion: true });
  const noteTicks = await tickNotes(tx, changes, { notes, now });
  const rowOf = new Map(updated.map((row) => [row.id, row]));
  const rows = changes.map(({ row }) => found(rowOf.get(row.id)));
  const actsOnRows = changes.flatMap(({ row, act }, nth) => {
    const written = rows[nth];
    if (act === undefined || written === undefined) return [];
    const noteTicked = noteTicks.get(row.id);
    return [{ row, written, act, answered: answered.get(row.id) ?? null, noteTicked }];
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

/** Puts a row back to what it was before its latest act. */
export const takenBack = (row: ReminderRow, { before }: LastAct, next: FiringState): Change => ({
  row,
  next,
  columns: besideState(before),
  ...(before.noteTicked !== undefined && { ticks: before.noteTicked }),
  act: null,
  formerAnswer: before.answered,
});

function columnsOf(change: Change, now: Date): Columns {
  const { row, next, answer, columns } = change;
  const written: Columns = {
    ...(next && { ...firingColumns(next), ...leaseVoided, updatedAt: now }),
    ...(answer && columnsOfAnswer(row, answer)),
    ...columns,
  };
  const ticks = ticksAfter(change);
  const { text, ticked = ticks === undefined ? row.ticked : ticks } = written;
  if (text === undefined && ticked === row.ticked) return written;
  // Ticks of points that an edit leaves out go with them, and those of a note stand in the note.
  return { ...written, ticked: keptTicks(ticked, text ?? row.text) };
}

/** What is ticked once the change is made; undefined where that stays. What is ticked of a series is of one occurrence. */
function ticksAfter({ ticks, answer }: Change): readonly string[] | null | undefined {
  const endsOccurrence = answer?.outcome !== undefined && answer.outcome !== null;
  return ticks === undefined && endsOccurrence && answer.from.rule !== null ? null : ticks;
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
  for (const change of changes) {
    const ticks = ticksAfter(change);
    const note = notes.get(change.row.id);
    if (note === undefined || ticks === undefined) continue;
    const content = withNoteTicks(note.content, ticks);
    if (content === note.content) continue;
    former.set(change.row.id, tickedOf(change.row, note.content));
    rewritten.set(note.id, { id: note.id, content });
  }
  await writeContents(tx, [...rewritten.values()], { now, except: [...former.keys()] });
  return former;
}

const columnsOfAnswer = (
  row: ReminderRow,
  { from, outcome }: NonNullable<Change['answer']>,
): Columns => ({
  // The message in the chat is about another occurrence than the one that lay ahead.
  ...(from.openOccurrenceAt === null && { liveMessageId: null }),
  // What is counted is one's own; whoever did it, one is taken.
  ...(outcome === 'done' && takenOne(row)),
});

/** Writes what became of the occurrences that changes are about; answers what takes that back, by reminder. */
async function recordOutcomes(
  tx: Db,
  changes: readonly Change[],
  { notes, now }: { notes: HeldNotes; now: Date },
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
    const ticked = ticksForHistory(tickedOf(row, notes.get(row.id)?.content ?? null));
    return { key, outcome: { outcome, cameAt, endedAt: now, ticked } };
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
