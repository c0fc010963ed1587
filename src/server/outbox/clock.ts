import 'server-only';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { type Db } from '../platform/db/client';

const reading = z.tuple([z.object({ ms: z.number() })]);

/**
 * The clock that rules delivery: the database's, which all instances share, carried on by this
 * process's monotonic clock. A process whose own clock is wrong or jumps is on time all the same.
 * Read it anew for each tick: a monotonic clock stands still while a machine is suspended.
 */
export async function databaseClock(db: Db): Promise<() => Date> {
  // The first query may have to connect; the quicker of two tells the time better.
  const readings = [await readOffset(db), await readOffset(db)];
  const best = readings.reduce((a, b) => (b.roundTrip < a.roundTrip ? b : a));
  return () => new Date(best.offset + performance.now());
}

async function readOffset(db: Db): Promise<{ offset: number; roundTrip: number }> {
  const before = performance.now();
  const { rows } = await db.execute(
    sql`select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`,
  );
  const after = performance.now();
  const [{ ms }] = reading.parse(rows);
  return { offset: ms - (before + after) / 2, roundTrip: after - before };
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
