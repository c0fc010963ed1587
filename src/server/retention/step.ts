import 'server-only';
import { and, inArray, type SQL, sql } from 'drizzle-orm';
import { type PgColumn } from 'drizzle-orm/pg-core';
import { type Db } from '../platform/db/client';
import { type Send } from '../telegram/send';

export interface InactivityWarning {
  chatId: number;
  /** When they will be erased unless they come back. */
  eraseAt: Date;
  timeZone: string;
}

export interface CleanupOptions {
  db: Db;
  warn: Send<InactivityWarning>;
  /** The clock; real time passes between two warnings. */
  now: () => Date;
  /** Nothing new is begun from here on; the next run goes on where this one ended. */
  deadline: Date;
  maxPerSecond: number;
  /** Do nothing when a run began within this time; the ticker of each instance asks often. */
  minGapMs?: number;
}

export type CleanupCounts = Record<'warned' | 'notWarned' | 'erased' | 'rows', number>;

/** A step's `deadline` is until when it may begin something. */
export interface StepOptions extends Omit<CleanupOptions, 'minGapMs'> {
  counts: CleanupCounts;
}
export interface Step {
  name: string;
  /** Its part of the time that is left, against those of the steps after it. */
  weight: number;
  run: (options: StepOptions) => Promise<void>;
}

/**
 * Rows as `read` gives them, batch after batch: until none is left, or until the deadline. It gives those behind the
 * last one; or begins afresh, where what was taken no longer fits what it reads.
 */
export async function* untilDeadline<Row>(
  { now, deadline }: Pick<StepOptions, 'now' | 'deadline'>,
  read: (last: Row | undefined) => PromiseLike<Row[]>,
): AsyncGenerator<Row> {
  let last: Row | undefined;
  while (now() < deadline) {
    const rows = await read(last);
    if (rows.length === 0) return;
    for (const row of rows) {
      if (now() >= deadline) return;
      last = row;
      yield row;
    }
  }
}

/** Rows a statement deletes at most: short locks, and a deadline that is kept. */
export const BATCH = 5_000;
/** A statement that takes longer is cancelled, and its step is over for this run. */
const STATEMENT_MS = 5_000;

/** Rows of the key's table that fit the condition, found by the key that they are matched by. */
export interface Removal {
  key: PgColumn;
  condition: SQL | undefined;
}

/** From here on no statement of the transaction takes longer than STATEMENT_MS. */
export const limitStatements = (tx: Db) =>
  tx.execute(sql`select set_config('statement_timeout', ${String(STATEMENT_MS)}, true)`);

/**
 * Removes the fitting rows of up to BATCH keys and answers how many went; fewer than BATCH means that none is left. Rows
 * are matched by key, never by their place: places repeat from partition to partition. The condition
 * stands twice, so that a key that is shared takes no row that does not fit, and partitions that
 * cannot hold one are left out. The keys come back as constants, which PostgreSQL looks up by a hash:
 * those of a subquery it compares one by one with each of the person's rows. What takes longer than the
 * limit is cancelled: a table that somebody holds locked must not hold up everything else.
 */
export const removeBatch = (db: Db, { key, condition }: Removal): Promise<number> =>
  db.transaction(async (tx) => {
    await limitStatements(tx);
    const keys = await tx.select({ key }).from(key.table).where(condition).limit(BATCH);
    if (keys.length === 0) return 0;
    const named = inArray(
      key,
      keys.map((row) => row.key),
    );
    const { rowCount } = await tx.delete(key.table).where(and(condition, named));
    return rowCount ?? 0;
  });
