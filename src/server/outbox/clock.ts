import 'server-only';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { type Db } from '../platform/db/client';
import { readRow } from '../platform/db/read-rows';

const reading = z.object({ ms: z.number() });

/**
 * The clock that rules delivery: the database's, which all instances share, carried on by this
 * process's monotonic clock. A process whose own clock is wrong or jumps is on time all the same.
 * It never runs before the database's, so nothing is sent before its time, and behind it by no more
 * than an answer takes to arrive. Read it anew for each tick: a monotonic clock stands still while a
 * machine is suspended.
 */
export async function databaseClock(db: Db): Promise<() => Date> {
  // The first question may have to wait for a connection; each alone is a clock that is not ahead.
  const offset = Math.max(await offsetAtMost(db), await offsetAtMost(db));
  return () => new Date(offset + performance.now());
}

/** How far the database's clock is ahead of the monotonic one, less the time of its answer's way. */
async function offsetAtMost(db: Db): Promise<number> {
  const question = sql`select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`;
  const { ms } = await readRow(db, question, reading);
  return ms - performance.now();
}

/** How delivery waits: by another clock than the one that tells what is due. */
export interface Timers {
  /** Milliseconds on a clock that never jumps. */
  elapsed: () => number;
  /** Calls back once so many milliseconds have passed; answers how to call it off. */
  after: (ms: number, callback: () => void) => () => void;
}

export const realTimers: Timers = {
  elapsed: () => performance.now(),
  after: (ms, callback) => {
    const timer = setTimeout(callback, Math.max(0, ms));
    return () => clearTimeout(timer);
  },
};
