import 'server-only';
import { and, eq, lte, type SQL, sql } from 'drizzle-orm';
import { ADMIN_CHART_DAYS } from '@/core/limits';
import { type Db } from '../platform/db/client';
import { isNotice } from '../outbox/ledger';
import {
  addPunctuality,
  forgetPunctuality,
  recordDowntime,
  stepOfSent,
} from '../outbox/punctuality';
import { creationTally, deliveryTally, tallyCursors } from '../platform/db/schema';

/**
 * Rows of the ledger are counted behind the sends, by primary key: an index or a counter would cost each
 * send a write.
 */
type Source = (typeof tallyCursors.$inferSelect)['source'];

/** Ids come before their rows are visible: what lay below the highest one this long ago is there by now. */
const SETTLED_AFTER_MS = 50_000;
/** Rows counted in one run of a source: about half a second, some five where all of them came late. */
const ROWS_PER_RUN = 200_000;
/** A quarter of an hour: midnight of every zone in use today falls on one. */
const slotOf = (instant: SQL) => sql`date_bin('15 minutes', ${instant}, timestamptz '2000-01-01Z')`;

const stepOfRow = sql`case when outcome = 'sent' and not (${isNotice}) then ${stepOfSent} else 0 end`;

const sources: Record<
  Source,
  { table: SQL; add: (rows: SQL) => SQL; also?: typeof addPunctuality }
> = {
  delivery: {
    table: sql`deliveries`,
    add: (rows) => sql`
      insert into ${deliveryTally} as tally (slot, kind, outcome, lateness_step, attempts)
      select ${slotOf(sql`sent_at`)}, kind, outcome, ${stepOfRow}, count(*)
      from deliveries where ${rows} group by 1, 2, 3, 4
      on conflict (slot, kind, outcome, lateness_step)
      do update set attempts = tally.attempts + excluded.attempts`,
    also: addPunctuality,
  },
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
  await forgetPunctuality(db, now);
  const oldest = new Date(now.getTime() - (ADMIN_CHART_DAYS + 2) * 86_400_000).toISOString();
  await db.execute(sql`delete from ${deliveryTally} where slot < ${oldest}`);
  await db.execute(sql`delete from ${creationTally} where slot < ${oldest}`);
}

/** Answers whether it was this one's turn. */
function count(db: Db, source: Source, now: Date): Promise<boolean> {
  const { table, add, also } = sources[source];
  const at = sql`${now.toISOString()}::timestamptz`;
  return db.transaction(async (tx) => {
    await tx
      .insert(tallyCursors)
      .values({ source, ranAt: new Date(0) })
      .onConflictDoNothing();
    // As with ids: what is written down by now was done this long ago.
    const settled = (instant: Date) => new Date(instant.getTime() - SETTLED_AFTER_MS);
    const isTurn = lte(tallyCursors.ranAt, settled(now));
    const [cursor] = await tx
      .select()
      .from(tallyCursors)
      .where(and(eq(tallyCursors.source, source), isTurn))
      .for('update', { skipLocked: true });
    if (!cursor) return false;
    const { countedTo, seenTo, ranAt } = cursor;
    const to = Math.min(seenTo, countedTo + ROWS_PER_RUN);
    const rows = sql`id > ${countedTo} and id <= ${to}`;
    if (to > countedTo) await tx.execute(add(rows));
    if (also) await tx.execute(also(rows, { from: settled(ranAt), to: settled(now) }));
    await tx.execute(sql`
      update tally_cursors set counted_to = ${to}, ran_at = ${at},
        seen_to = case when ${to < seenTo} then seen_to
          else greatest(seen_to, (select max(id) from ${table})) end
      where source = ${source}`);
    return true;
  });
}

/** What is read of rows that are not counted yet: a few minutes' worth, bounded while catching up. */
const UNCOUNTED_MAX = ROWS_PER_RUN;

const uncounted = (source: Source, columns: SQL) => sql`
  (select ${columns} from ${sources[source].table}
  where id > coalesce((select counted_to from tally_cursors where source = ${source}), 0)
  order by id limit ${UNCOUNTED_MAX}) as uncounted`;

/** The ledger since an instant, as rows of `delivery_tally`, up to this moment. */
export const deliveriesSince = (since: Date): SQL => sql`(
  select slot, kind, outcome, lateness_step, attempts from ${deliveryTally}
    where slot >= ${since.toISOString()}
  union all
  select ${slotOf(sql`sent_at`)}, kind, outcome, ${stepOfRow}, 1
    from ${uncounted('delivery', sql`kind, outcome, sent_at, scheduled_at`)}
    where sent_at >= ${since.toISOString()}) as sums`;

/** What was created since an instant, as rows of `creation_tally`, up to this moment. */
export const createdSince = (since: Date): SQL => sql`(
  select slot, what, created from ${creationTally} where slot >= ${since.toISOString()}
  union all
  select created_at, 'reminder', 1 from ${uncounted('reminder', sql`created_at`)}
    where created_at >= ${since.toISOString()}
  union all
  select created_at, 'note', 1 from ${uncounted('note', sql`created_at`)}
    where created_at >= ${since.toISOString()}) as sums`;
