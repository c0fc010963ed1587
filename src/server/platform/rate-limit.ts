import 'server-only';
import { isIP } from 'node:net';
import { sql } from 'drizzle-orm';
import { DAY_MS } from '@/core/calendar';
import { RATE_LIMITS, type RateLimit } from '@/core/limits';
import { type Db } from './db/client';
import { ratePermits } from './db/schema';
import { AppError } from './errors';
import { processState } from './process-state';

/** Keys that one process tells apart in a window, unless the limit says otherwise. */
const KEYS_MAX = 50_000;
/** Permits are drawn in blocks of this share of the limit, so that most requests write nothing. */
const BLOCKS_PER_LIMIT = 10;
const nameOf = ({ limit, windowMs }: RateLimit): string => `${limit}/${windowMs}`;
/** The key that all further callers share once `keysMax` of them are counted in a window. */
const othersOf = (rate: RateLimit): string => `others:${nameOf(rate)}`;

interface Window {
  left: number;
  /** Given out before the first draw, and so not counted in Postgres yet. */
  uncounted: number;
  /** No permits are left anywhere in this window. */
  spent: boolean;
  drawing: Promise<void> | undefined;
}

/** The present windows of a limit, which all begin and end together. */
interface Present {
  endsAt: number;
  windows: Map<string, Window>;
}
/** The present windows, by the numbers of their limit. */
const presents = processState('rateWindows', () => new Map<string, Present>());

function presentOf(rate: RateLimit, now: Date): Present {
  const endsAt = (Math.floor(now.getTime() / rate.windowMs) + 1) * rate.windowMs;
  const known = presents.get(nameOf(rate));
  // A request that began before the last one belongs to no window that is over. A window further ahead
  // was opened by a clock that has been set back since.
  const ahead = known ? known.endsAt - endsAt : -1;
  if (known && ahead >= 0 && ahead <= rate.windowMs) return known;
  const present = { endsAt, windows: new Map<string, Window>() };
  presents.set(nameOf(rate), present);
  return present;
}

/**
 * Takes one permit of `key`, counted over all instances, or throws `too-many` with the seconds until
 * the window ends. A window's first block is each instance's own, so that those who ask little cost
 * no write; what more is asked is drawn from Postgres block by block, and the first block is counted
 * there too. With a limit of 100 and blocks of 10, two instances together may give 90 to 110.
 */
export async function takePermit(db: Db, key: string, rate: RateLimit, now: Date): Promise<void> {
  const { endsAt, windows } = presentOf(rate, now);
  const name = keyCountedAs(windows, key, rate);
  const window = windows.get(name) ?? newWindow(rate);
  windows.set(name, window);
  while (window.left === 0 && !window.spent) {
    window.drawing ??= draw(db, name, rate, new Date(endsAt - rate.windowMs), window);
    await window.drawing;
  }
  if (window.left === 0) throw tooMany(endsAt, now);
  window.left -= 1;
}

/** Throws as `takePermit` where this process knows that nothing is left. Asks no database, and takes none. */
export function refuseSpent(key: string, rate: RateLimit, now: Date): void {
  const { endsAt, windows } = presentOf(rate, now);
  if (windows.get(keyCountedAs(windows, key, rate))?.spent) throw tooMany(endsAt, now);
}

/** The key itself; where so many are counted already, the one that all others share. */
const keyCountedAs = (
  windows: ReadonlyMap<string, Window>,
  key: string,
  rate: RateLimit,
): string => (windows.has(key) || windows.size < (rate.keysMax ?? KEYS_MAX) ? key : othersOf(rate));

const tooMany = (endsAt: number, now: Date): AppError =>
  new AppError('too-many', {
    retryAfter: Math.max(1, Math.ceil((endsAt - now.getTime()) / 1000)),
  });

export type PersonalLimit = Exclude<keyof typeof RATE_LIMITS, 'failures' | 'guestsOfChat'>;

const personalKey = (kind: string, userId: number): string => `${kind}:${userId}`;

export const takePersonalPermit = (
  db: Db,
  kind: PersonalLimit,
  userId: number,
  now: Date,
): Promise<void> => takePermit(db, personalKey(kind, userId), RATE_LIMITS[kind], now);

/** Limits of a whole day: whoever is erased and comes back has what was counted, or erasure would lift them. */
export const LIMITS_OF_A_DAY = Object.entries(RATE_LIMITS).flatMap(([kind, { windowMs }]) =>
  windowMs === DAY_MS ? [kind] : [],
);
export const keysToErase = (userId: number): string[] =>
  Object.keys(RATE_LIMITS)
    .filter((kind) => !LIMITS_OF_A_DAY.includes(kind))
    .map((kind) => personalKey(kind, userId));

const newWindow = (rate: RateLimit): Window => {
  const own = blockOf(rate);
  return { left: own, uncounted: own, spent: false, drawing: undefined };
};

/**
 * Who a stranger is, as far as can be told: the address that the nearest proxy saw, which is the last
 * entry of X-Forwarded-For, since earlier ones are the caller's claim. An IPv6 network of 64 bits is
 * one caller's; what is no address is nobody's in particular.
 */
export function addressOf(headers: Headers): string {
  const last = headers.get('x-forwarded-for')?.split(',').at(-1)?.trim() ?? '';
  if (last.length > ADDRESS_MAX) return 'unknown';
  const [, bracketed, withPort] = /^(?:\[([^\]]*)\]|([\d.]+))(?::\d+)?$/.exec(last) ?? [];
  const address = bracketed ?? withPort ?? last.replace(/%.*$/, '');
  if (isIP(address) === 4) return address;
  if (isIP(address) !== 6) return 'unknown';
  // The URL parser writes every address the same way, IPv4's part as two groups.
  const plain = new URL(`http://[${address}]`).hostname.slice(1, -1);
  // An IPv4 address that is written as IPv6 (::ffff:192.0.2.1) counts as the IPv4 address.
  const [, ...halves] = /^::ffff:([\da-f]+):([\da-f]+)$/.exec(plain) ?? [];
  if (halves.length > 0) {
    const numbers = halves.map((half) => parseInt(half, 16));
    return numbers.flatMap((each) => [each >> 8, each & 255]).join('.');
  }
  const [before = [], after = []] = plain
    .split('::')
    .map((part) => part.split(':').filter(Boolean));
  const gap = Array.from({ length: 8 - before.length - after.length }, () => '0');
  return `${[...before, ...gap, ...after].slice(0, 4).join(':')}::/64`;
}

/** The longest address that is written: IPv6 with IPv4 at its end, brackets, a zone and a port. */
const ADDRESS_MAX = 80;

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
