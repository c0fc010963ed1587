import 'server-only';
import { and, eq, lt, lte, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { daysEarlier } from '@/core/calendar';
import { ADMIN_CHART_DAYS } from '@/core/limits';
import { type Db } from '../platform/db/client';
import { readRows } from '../platform/db/read-rows';
import { timestamp } from '../platform/db/time-in-sql';
import {
  addSums,
  forgetSums,
  recordDowntime,
  ROWS_PER_RUN,
  slotOf,
  stretchOf,
  uncounted,
} from '../outbox/ledger-reading';
import { creationTally, tallyCursors } from '../platform/db/schema';

/**
 * Rows of the ledger are counted behind the sends, by primary key: an index or a counter would cost each
 * send a write.
 */
type Source = (typeof tallyCursors.$inferSelect)['source'];

/** Ids come before their rows are visible: what lay below the highest one this long ago is there by now. */
const VISIBLE_AFTER_MS = 50_000;

/** How rows of a source are counted, and with the ledger's what was called off between two instants. */
const sources: Record<
  Source,
  { table: SQL; add: (rows: SQL, span: { from: Date; to: Date }) => SQL; alwaysAdds?: true }
> = {
  delivery: { table: sql`deliveries`, add: addSums, alwaysAdds: true },
  reminder: {
    table: sql`reminders`,
    add: (rows) => addCreated('reminder', sql`reminders`, rows),
  },
  note: { table: sql`notes`, add: (rows) => addCreated('note', sql`notes`, rows) },
};

const addCreated = (what: string, table: SQL, rows: SQL) => sql`
  insert into ${creationTally} as tally (slot, what, created)
  select ${slotOf(sql`created_at`)}, ${what}, count(*) from ${table} where ${rows} group by 1
  on conflict (slot, what) do update set created = tally.created + excluded.created`;

/**
 * Counts what has come in and forgets what the charts no longer show. Called each minute by all; the one that gets
 * the ledger's cursor does the rest as well. What it leaves undone, the next one does.
 */
export async function runTally(db: Db, now: Date): Promise<void> {
  for (const source of ['reminder', 'note'] as const) await count(db, source, now);
  if (!(await count(db, 'delivery', now))) return;
  await recordDowntime(db, now);
  await forgetSums(db, now);
  const oldest = daysEarlier(now, ADMIN_CHART_DAYS + 2);
  await db.delete(creationTally).where(lt(creationTally.slot, oldest));
}

/** Answers whether it was this one's turn. */
function count(db: Db, source: Source, now: Date): Promise<boolean> {
  const { table, add, alwaysAdds } = sources[source];
  const at = timestamp(now);
  return db.transaction(async (tx) => {
    await tx
      .insert(tallyCursors)
      .values({ source, ranAt: new Date(0) })
      .onConflictDoNothing();
    // Like ids, rows become visible late: one that is written down by now was begun this long ago.
    const latestVisible = (instant: Date) => new Date(instant.getTime() - VISIBLE_AFTER_MS);
    const isTurn = lte(tallyCursors.ranAt, latestVisible(now));
    const [cursor] = await tx
      .select()
      .from(tallyCursors)
      .where(and(eq(tallyCursors.source, source), isTurn))
      .for('update', { skipLocked: true });
    if (!cursor) return false;
    const { countedTo, seenTo, ranAt } = cursor;
    const to = Math.min(seenTo, countedTo + ROWS_PER_RUN);
    const rows = sql`id > ${countedTo} and id <= ${to}`;
    const span = { from: latestVisible(ranAt), to: latestVisible(now) };
    if (alwaysAdds || to > countedTo) await tx.execute(add(rows, span));
    await tx.execute(sql`
      update tally_cursors set counted_to = ${to}, ran_at = ${at},
        seen_to = case when ${to < seenTo} then seen_to
          else greatest(seen_to, (select max(id) from ${table})) end
      where source = ${source}`);
    return true;
  });
}

const creations = z.object({
  at: z.number(),
  what: z.enum(['reminder', 'note']),
  created: z.coerce.number(),
});

/** How many reminders and notes were made up to this moment, by the stretch of time (`at`, see `stretchOf`). */
export function countCreated(db: Db, beginnings: readonly Date[]) {
  const [first = new Date(0)] = beginnings;
  const since = timestamp(first);
  const statement = sql`
    select ${stretchOf(beginnings)} as at, what, sum(created) as created
    from (
      select slot, what, created from ${creationTally} where slot >= ${since}
      union all
      select created_at, 'reminder', 1 from ${uncounted('reminder', sql`reminders`, sql`created_at`)}
      where created_at >= ${since}
      union all
      select created_at, 'note', 1 from ${uncounted('note', sql`notes`, sql`created_at`)}
      where created_at >= ${since}) as sums
    group by 1, 2`;
  return readRows(db, statement, creations);
}
