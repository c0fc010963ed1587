import 'server-only';
import { type SQL, sql } from 'drizzle-orm';
import { type PgColumn, type PgTable } from 'drizzle-orm/pg-core';
import { type Db } from '../platform/db/client';

/** Rows a statement deletes at most: short locks, and a deadline that is kept. */
export const BATCH = 5_000;
/** A statement that takes longer is cancelled, and its step is over for this run. */
export const CLEANUP_STATEMENT_MS = 5_000;

/**
 * Runs a statement of the cleanup and answers how many rows it touched. One that takes longer than
 * the limit is cancelled: a table that somebody holds locked must not hold up everything else.
 */
export function executeWithin(db: Db, statement: SQL, limitMs: number): Promise<number> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`select set_config('statement_timeout', ${String(limitMs)}, true)`);
    return (await tx.execute(statement)).rowCount ?? 0;
  });
}

/** Rows to remove: those that fit the condition, found by the key that they are matched by. */
export interface Removal {
  table: PgTable;
  key: PgColumn;
  condition: SQL | undefined;
}

/**
 * Removes up to BATCH rows and answers how many went; fewer than BATCH means that none is left. Rows
 * are matched by key, never by their place: places repeat from partition to partition. The condition
 * stands twice, so that a key that is shared takes no row that does not fit, and partitions that
 * cannot hold one are left out.
 */
export const removeBatch = (
  db: Db,
  { table, key, condition }: Removal,
  limitMs: number,
): Promise<number> =>
  executeWithin(
    db,
    sql`delete from ${table} where ${condition}
      and ${key} = any(array(select ${key} from ${table} where ${condition} limit ${BATCH}))`,
    limitMs,
  );
