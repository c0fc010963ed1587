import 'server-only';
import { z } from 'zod';
import { ticksForHistory } from '@/core/checklist';
import { takenOne } from '@/core/counter';
import { answerableOccurrence, type FiringState } from '@/core/firing';
import { type Db } from '../platform/db/client';
import { deliveryState, occurrenceOutcome } from '../platform/db/schema';
import { firingColumns, storedState } from './columns';
import { type CalledOffBy, type Outcome, readOutcome, writeOutcome } from './history';
import { type ReminderRow, writeChange } from './rows';

const instant = z.coerce.date();
const count = z.number().nullable();
const ticks = z.array(z.string()).readonly().nullable();
/** The column `undo`: what takes the latest act back. */
const storedUndo = z.object({
  /** Of the row after the act, as is `nextFireAt`, which every send changes. */
  version: z.number(),
  nextFireAt: instant.nullable(),
  act: z.string(),
  by: z.string().optional(),
  /** Of an act that holds for everybody of a joint: whose row it was on, its version there, the others' rows. */
  together: z
    .object({ by: z.number(), version: z.number(), at: instant, rows: z.array(z.number()) })
    .optional(),
  /** The occurrence that was answered, and what its history said before. */
  answered: z
    .object({
      occurrenceAt: instant,
      before: z
        .object({
          outcome: z.enum(occurrenceOutcome.enumValues),
          cameAt: instant.nullable(),
          endedAt: instant,
          ticked: ticks,
        })
        .nullable(),
    })
    .nullable(),
  was: storedState(instant).extend({
    deliveryState: z.enum(deliveryState.enumValues),
    lastError: z.string().nullable(),
    text: z.string().optional(),
    categoryId: z.number().optional(),
    said: z.object({ counterLeft: count, counterLow: count, ticked: ticks }),
  }),
});
export type Undo = z.infer<typeof storedUndo>;

export const storedUndoOf = (row: Pick<ReminderRow, 'undo'>): Undo | null =>
  storedUndo.safeParse(row.undo).data ?? null;

type Done = Pick<Undo, 'by' | 'answered' | 'together'> & {
  act: string;
  next: FiringState;
  was?: Partial<Undo['was']>;
};
export const undoOf = (row: ReminderRow, { next, was, ...done }: Done) => ({
  ...{ ...done, version: row.version + 1, nextFireAt: next.nextFireAt },
  was: {
    ...firingColumns(row),
    ...{ deliveryState: row.deliveryState, lastError: row.lastError, said: sayingOf(row) },
    ...was,
  },
});

const sayingOf = ({ counterLeft, counterLow, ticked }: ReminderRow) => ({
  ...{ counterLeft, counterLow, ticked },
});

export const wasBeside = ({ was: { deliveryState, lastError, said } }: Undo) => ({
  ...{ deliveryState, lastError, ...said },
});

type UndoColumns = Pick<ReminderRow, 'id' | 'undo' | 'version' | 'nextFireAt'>;

/** What the row was before its latest act, as long as that is the last word: no change, no send since. */
export function lastUndo(row: UndoColumns): Undo | null {
  const undo = storedUndoOf(row);
  const isLast =
    undo?.version === row.version && undo.nextFireAt?.getTime() === row.nextFireAt?.getTime();
  return isLast ? undo : null;
}

/** What takes the row's latest act back; an edit of a joint only for whoever has made it. */
export function undoFor(row: UndoColumns): Undo | null {
  const undo = lastUndo(row);
  const isTheirs = undo?.together === undefined || undo.together.by === row.id;
  return isTheirs || undo.act === 'done' || undo.act === 'skip' ? undo : null;
}

/** The version that `takeBack` takes for the row's latest act; null where there is nothing to take back. */
export const undoVersion = (row: ReminderRow): number | null => undoFor(row)?.version ?? null;

/** As `undoVersion`, where that act was an answer («Готово», skip) about this very occurrence. */
export function undoOfAnswer(
  { rule, ...row }: UndoColumns & Pick<ReminderRow, 'rule'>,
  occurrenceAt: Date,
): number | null {
  const undo = undoFor(row);
  if (undo?.act !== 'done' && undo?.act !== 'skip') return null;
  const isAbout = rule === null || undo.answered?.occurrenceAt.getTime() === occurrenceAt.getTime();
  return isAbout ? undo.version : null;
}

/** Writes what became of the occurrence that an act is about; answers what undoes that. */
export async function recordOutcome(
  tx: Db,
  { id, userId, ticked }: ReminderRow,
  from: FiringState,
  { outcome, now }: { outcome: Outcome['outcome']; now: Date },
): Promise<Undo['answered']> {
  const occurrenceAt = answerableOccurrence(from);
  if (occurrenceAt === null) return null;
  const key = { reminderId: id, userId, occurrenceAt };
  const before = await readOutcome(tx, key);
  const cameAt = from.waitingSince ?? before?.cameAt ?? null;
  const entry = { outcome, cameAt, endedAt: now, ticked: ticksForHistory(ticked) };
  await writeOutcome(tx, key, entry);
  return { occurrenceAt, before };
}

interface ActWritten {
  /** The state to act on, where that is ahead of what is stored. */
  from?: FiringState;
  next: FiringState;
  /** What it says of its occurrence. */
  outcome: Outcome['outcome'] | null;
  by: CalledOffBy;
  /** Undefined where it cannot be taken back. */
  undo: Omit<Done, 'next' | 'answered'> | undefined;
  now: Date;
}

/** Writes an act on a row that is held: its state, its history, and what takes it back. */
export async function writeAct(
  tx: Db,
  row: ReminderRow,
  { from = row, next, outcome, by, undo, now }: ActWritten,
  columns: Partial<ReminderRow>,
): Promise<ReminderRow> {
  const answered = outcome && (await recordOutcome(tx, row, from, { outcome, now }));
  const change = { next, by, now };
  return writeChange(tx, row, change, {
    // The message in the chat is about another occurrence than the one that lay ahead.
    ...(from.openOccurrenceAt === null && { liveMessageId: null }),
    // What is counted and ticked is one's own; whoever did it, one is taken.
    ...(outcome === 'done' && takenOne(row)),
    // What is ticked is of one occurrence.
    ...(outcome && from.rule !== null && { ticked: null }),
    ...columns,
    ...(undo && { undo: undoOf(row, { ...undo, next, answered }) }),
  });
}
