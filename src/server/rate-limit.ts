import 'server-only';
import { lt, sql } from 'drizzle-orm';
import { type Db } from './db/client';
import { ratePermits } from './db/schema';
import { AppError } from './errors';

export interface RateLimit {
  /** Permits a window. */
  limit: number;
  windowMs: number;
}

/** What a signed-in user may ask of the API. */
export const USER_LIMIT: RateLimit = { limit: 100, windowMs: 10_000 };
/** Requests of one address that fail the init data check; honest ones cost their address nothing. */
export const FAILURE_LIMIT: RateLimit = { limit: 60, windowMs: 60_000 };

/** Permits are drawn from Postgres this many times a window at most, not once a request. */
const DRAWS_PER_WINDOW = 10;
/** Windows remembered by one process; when full, those that ended are dropped. */
const MEMORY_MAX = 50_000;

interface Window {
  endsAt: number;
  left: number;
  /** No permits are left anywhere in this window. */
  spent: boolean;
  drawing: Promise<void> | undefined;
}
const windows = new Map<string, Window>();

/**
 * Takes one permit of `key`, counted over all instances, or throws `too-many` with the seconds until
 * the window ends. Instances draw blocks of a tenth of the limit, so a key may get at most one block
 * less than the limit for each further instance, never more.
 */
export async function takePermit(db: Db, key: string, rate: RateLimit, now: Date): Promise<void> {
  const start = Math.floor(now.getTime() / rate.windowMs) * rate.windowMs;
  const endsAt = start + rate.windowMs;
  let window = windows.get(key);
  if (window?.endsAt !== endsAt) {
    if (windows.size >= MEMORY_MAX) forgetEnded(now);
    window = { endsAt, left: 0, spent: false, drawing: undefined };
    windows.set(key, window);
  }
  while (window.left === 0 && !window.spent) {
    window.drawing ??= draw(db, key, rate, new Date(start), window);
    await window.drawing;
  }
  if (window.left === 0) {
    throw new AppError('too-many', {
      retryAfter: Math.max(1, Math.ceil((endsAt - now.getTime()) / 1000)),
    });
  }
  window.left -= 1;
}

async function draw(db: Db, key: string, rate: RateLimit, windowStart: Date, window: Window) {
  const block = Math.ceil(rate.limit / DRAWS_PER_WINDOW);
  try {
    const [row] = await db
      .insert(ratePermits)
      .values({ key, windowStart, taken: block })
      .onConflictDoUpdate({
        target: [ratePermits.key, ratePermits.windowStart],
        // The cap keeps a flood from ever overflowing the counter.
        set: { taken: sql`least(${ratePermits.taken}, ${rate.limit}) + ${block}` },
      })
      .returning({ taken: ratePermits.taken });
    const before = (row?.taken ?? rate.limit + block) - block;
    window.left += Math.max(0, Math.min(block, rate.limit - before));
    window.spent = window.left === 0;
  } finally {
    window.drawing = undefined;
  }
}

function forgetEnded(now: Date): void {
  for (const [key, window] of windows) if (window.endsAt <= now.getTime()) windows.delete(key);
  if (windows.size >= MEMORY_MAX) windows.clear();
}

/** Removes the rows of windows that ended an hour ago or earlier. Part of the daily cleanup. */
export async function removeEndedWindows(db: Db, now: Date): Promise<void> {
  await db
    .delete(ratePermits)
    .where(lt(ratePermits.windowStart, new Date(now.getTime() - 3_600_000)));
}
