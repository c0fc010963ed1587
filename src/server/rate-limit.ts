import 'server-only';
import { sql } from 'drizzle-orm';
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

/** Permits come in blocks of this share of the limit: a request is no write. */
const BLOCKS_PER_LIMIT = 10;
/** Windows remembered by one process; when full, those that ended are dropped. */
const MEMORY_MAX = 50_000;

interface Window {
  endsAt: number;
  left: number;
  /** Given out before the first draw, and so not counted in Postgres yet. */
  uncounted: number;
  /** No permits are left anywhere in this window. */
  spent: boolean;
  drawing: Promise<void> | undefined;
}
const windows = new Map<string, Window>();

/**
 * Takes one permit of `key`, counted over all instances, or throws `too-many` with the seconds until
 * the window ends. A window's first block is each instance's own, so that those who ask little cost
 * no write; what more is asked, is drawn from Postgres block by block, the first one counted in. Each
 * further instance can thus give a block more than the limit, or a block less, and no more than that.
 */
export async function takePermit(db: Db, key: string, rate: RateLimit, now: Date): Promise<void> {
  const start = Math.floor(now.getTime() / rate.windowMs) * rate.windowMs;
  const endsAt = start + rate.windowMs;
  let window = windows.get(key);
  if (window?.endsAt !== endsAt) {
    if (windows.size >= MEMORY_MAX) forgetEnded(now);
    const own = blockOf(rate);
    window = { endsAt, left: own, uncounted: own, spent: false, drawing: undefined };
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

const blockOf = ({ limit }: RateLimit): number => Math.ceil(limit / BLOCKS_PER_LIMIT);

async function draw(db: Db, key: string, rate: RateLimit, windowStart: Date, window: Window) {
  const block = blockOf(rate);
  const taken = window.uncounted + block;
  try {
    const [row] = await db
      .insert(ratePermits)
      .values({ key, windowStart, taken })
      .onConflictDoUpdate({
        target: [ratePermits.key, ratePermits.windowStart],
        // The cap keeps a flood from ever overflowing the counter.
        set: { taken: sql`least(${ratePermits.taken}, ${rate.limit}) + ${taken}` },
      })
      .returning({ taken: ratePermits.taken });
    window.uncounted = 0;
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
