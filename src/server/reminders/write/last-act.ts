import 'server-only';
import { inArray } from 'drizzle-orm';
import { z } from 'zod';
import { type Db } from '../../platform/db/client';
import { acts, deliveryState, occurrenceOutcome } from '../../platform/db/schema';
import { firingColumns, storedState } from './columns';
import { type ReminderRow } from './update';

/** The latest act on each reminder, and what takes it back. */

const instant = z.coerce.date();
const count = z.number().nullable();
const ticks = z.array(z.string()).readonly().nullable();
/** The column `before`. */
const storedBefore = storedState(instant).extend({
  deliveryState: z.enum(deliveryState.enumValues),
  lastError: z.string().nullable(),
  counterLeft: count,
  counterLow: count,
  ticked: ticks,
  /** Where the act has changed them; `noteTicked`: of the note's points, those that it has unticked. */
  noteTicked: ticks.optional(),
  text: z.string().optional(),
  categoryId: z.number().optional(),
  /** The occurrences that the act has ended, the answered one first, and what the history said of each before. */
  ended: z.array(
    z.object({
      occurrenceAt: instant,
      before: z
        .object({
          outcome: z.enum(occurrenceOutcome.enumValues),
          cameAt: instant.nullable(),
          endedAt: instant,
          ticked: ticks,
        })
        .nullable(),
    }),
  ),
});
export type Before = z.infer<typeof storedBefore>;
export type EndedBefore = Before['ended'][number];

type StoredAct = typeof acts.$inferSelect;
export type LastAct = Omit<StoredAct, 'before'> & { before: Before };

/** What was done to the rows that one act changes, for `writeChanges`. */
export interface ActToStore {
  actId: string;
  name: string;
  /** The row of another person who did it. */
  byReminderId?: number;
  key?: string | undefined;
  partners?: number[] | undefined;
  before?: Pick<Before, 'text' | 'categoryId'>;
}

/** An act that can be taken back, as far as others need to know. */
export type Undo = Pick<LastAct, 'name' | 'key' | 'version' | 'before'>;

/** The latest act on each of these reminders, whatever has become of them since. */
export async function storedActs(
  db: Db,
  reminderIds: readonly number[],
): Promise<Map<number, LastAct>> {
  if (reminderIds.length === 0) return new Map();
  const rows = await db
    .select()
    .from(acts)
    .where(inArray(acts.reminderId, [...reminderIds]));
  return new Map(
    rows.flatMap((row) => {
      const before = storedBefore.safeParse(row.before).data;
      return before ? [[row.reminderId, { ...row, before }]] : [];
    }),
  );
}

/** What tells of a row whether its latest act is the last word. */
type ComparedRow = Pick<ReminderRow, 'id' | 'version' | 'nextFireAt'>;

/** The act, as long as it is the last word about its row: no change, no send since. */
export function ifLastWord(row: ComparedRow, act: LastAct | undefined): LastAct | null {
  const isLast =
    act?.version === row.version && act.nextFireAt?.getTime() === row.nextFireAt?.getTime();
  return isLast ? act : null;
}

/** The act, where the person of the row may take it back: an edit of a joint only whoever has made it. */
export function ifUndoable(row: ComparedRow, act: LastAct | undefined): LastAct | null {
  const lastAct = ifLastWord(row, act);
  const isTheirs = lastAct?.partners === null || lastAct?.byReminderId === row.id;
  return isTheirs || isAnswer(lastAct) ? lastAct : null;
}

export const isAnswer = (act: Pick<LastAct, 'name'> | null): boolean =>
  act?.name === 'done' || act?.name === 'skip';

/** What takes the latest act on each of these rows back, by the ids of the rows that have any. */
export async function undosOf(db: Db, rows: readonly ComparedRow[]): Promise<Map<number, LastAct>> {
  const stored = await storedActs(
    db,
    rows.map(({ id }) => id),
  );
  return new Map(
    rows.flatMap((row) => {
      const act = ifUndoable(row, stored.get(row.id));
      return act ? [[row.id, act]] : [];
    }),
  );
}

export const undoOf = async (db: Db, row: ComparedRow): Promise<LastAct | null> =>
  (await undosOf(db, [row])).get(row.id) ?? null;

/** The version that takes an answer («Готово», skip) about this very occurrence back. */
export function undoOfAnswer(
  { rule }: Pick<ReminderRow, 'rule'>,
  undo: LastAct | undefined,
  occurrenceAt: Date,
): number | null {
  if (!undo || !isAnswer(undo)) return null;
  const [answered] = undo.before.ended;
  const isAbout = rule === null || answered?.occurrenceAt.getTime() === occurrenceAt.getTime();
  return isAbout ? undo.version : null;
}

interface ActOnRow {
  /** The row before the act, and behind it. */
  row: ReminderRow;
  written: ReminderRow;
  /** Null takes away what is stored. */
  act: ActToStore | null;
  ended: readonly EndedBefore[];
  /** What was ticked in the note that the act has rewritten. */
  noteTicked: readonly string[] | null | undefined;
}

/** Keeps what takes an act back, in place of what took the act before it back. */
export async function storeActs(tx: Db, actsOnRows: readonly ActOnRow[], at: Date): Promise<void> {
  if (actsOnRows.length === 0) return;
  const ids = actsOnRows.map(({ row }) => row.id);
  await tx.delete(acts).where(inArray(acts.reminderId, ids));
  const values = actsOnRows.flatMap(({ row, written, act, ended, noteTicked }) => {
    if (act === null) return [];
    const { before, ...done } = act;
    const { version, nextFireAt } = written;
    const state = { ...firingColumns(row), ...besideState(row), ...before };
    const was = { ...state, ended, ...(noteTicked !== undefined && { noteTicked }) };
    return [
      { byReminderId: row.id, ...done, reminderId: row.id, at, version, nextFireAt, before: was },
    ];
  });
  if (values.length > 0) await tx.insert(acts).values(values);
}

/** What a row says beside its state that an undo gives back. */
export const besideState = ({
  deliveryState,
  lastError,
  counterLeft,
  counterLow,
  ticked,
}: Pick<ReminderRow, 'deliveryState' | 'lastError' | 'counterLeft' | 'counterLow' | 'ticked'>) => ({
  deliveryState,
  lastError,
  counterLeft,
  counterLow,
  ticked,
});
