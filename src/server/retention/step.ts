import 'server-only';
import { and, inArray, type SQL, sql } from 'drizzle-orm';
import { type PgColumn } from 'drizzle-orm/pg-core';
import { DAY_MS } from '@/core/calendar';
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
  statementLimitMs?: number;
}

export type CleanupCounts = Record<'warned' | 'notWarned' | 'erased' | 'rows', number>;

/** Limits that a step is given: until when it may begin something, and how long one statement may take. */
export interface StepOptions extends Required<Omit<CleanupOptions, 'minGapMs'>> {
  counts: CleanupCounts;
}
export interface Step {
  name: string;
  /** Its part of the time that is left, against those of the steps after it. */
  weight: number;
  run: (options: StepOptions) => Promise<void>;
}

export const daysBefore = (now: Date, days: number): Date =>
  new Date(now.getTime() - days * DAY_MS);

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
export const CLEANUP_STATEMENT_MS = 5_000;

/** Rows of the key's table that fit the condition, found by the key that they are matched by. */
export interface Removal {
  key: PgColumn;
  condition: SQL | undefined;
}

/** A statement of the transaction that takes longer is cancelled. */
export const limitStatements = (tx: Db, limitMs: number) =>
  tx.execute(sql`select set_config('statement_timeout', ${String(limitMs)}, true)`);

/**
 * Removes up to BATCH rows and answers how many went; fewer than BATCH means that none is left. Rows
 * are matched by key, never by their place: places repeat from partition to partition. The condition
 * stands twice, so that a key that is shared takes no row that does not fit, and partitions that
 * cannot hold one are left out. The keys come back as constants, which PostgreSQL looks up by a hash:
 * those of a subquery it compares one by one with each of the person's rows. What takes longer than the limit is cancelled: a table that somebody
 * holds locked must not hold up everything else.
 */
export const removeBatch = (
  db: Db,
  { key, condition }: Removal,
  limitMs: number,
): Promise<number> =>
  db.transaction(async (tx) => {
    await limitStatements(tx, limitMs);
    const keys = await tx.select({ key }).from(key.table).where(condition).limit(BATCH);
    if (keys.length === 0) return 0;
    const named = inArray(
      key,
      keys.map((row) => row.key),
    );
    const { rowCount } = await tx.delete(key.table).where(and(condition, named));
    return rowCount ?? 0;
  });
