import { setImmediate as turn } from 'node:timers/promises';
import pg from 'pg';
import { type Db } from '@/server/platform/db/client';
import { type Timers } from '@/server/outbox/clock';

export interface MovedClock extends Timers {
  now: () => Date;
  /**
   * Moves on by so many milliseconds. Whoever waits for a moment in between is called at that very
   * moment, and has come to rest before the clock moves on.
   */
  advance: (ms: number) => Promise<void>;
  /** Waits until everybody rests, without moving. */
  rest: () => Promise<void>;
  /** Moves on until the promise has settled, and answers what it came to. */
  until: <T>(ended: Promise<T>) => Promise<T>;
}

/** Turns of the event loop without a query under way, after which all are taken to be at rest. */
const QUIET_TURNS = 5;
/** How far `until` moves at a time where nobody waits for a moment, and at most where somebody does. */
const STEP_MS = 50;
const LEAP_MS = 1_000;

/** Work that a clock waits for: a pool of connections, or a count of what is under way. */
type Busy = pg.Pool | { readonly underWay: number };

const underWayIn = (busy: Busy): number =>
  busy instanceof pg.Pool ? busy.totalCount - busy.idleCount + busy.waitingCount : busy.underWay;

/**
 * A clock that stands still until a test moves it, for what waits by its timers and otherwise does
 * nothing but query through these pools, if it has any.
 */
export function movedClock(
  start: Date | string = '2026-11-20T09:00:00.000Z',
  ...busy: Busy[]
): MovedClock {
  const startMs = new Date(start).getTime();
  let elapsed = 0;
  const timers = new Set<{ at: number; callback: () => void }>();

  const rest = async () => {
    for (let quiet = 0; quiet < QUIET_TURNS; quiet += 1) {
      await turn();
      if (busy.some((each) => underWayIn(each) > 0)) quiet = 0;
    }
  };
  const nextBy = (limit: number) =>
    [...timers].filter(({ at }) => at <= limit).sort((a, b) => a.at - b.at)[0];
  const advance = async (ms: number) => {
    const target = elapsed + ms;
    await rest();
    for (let next = nextBy(target); next; next = nextBy(target)) {
      timers.delete(next);
      elapsed = next.at;
      next.callback();
      await rest();
    }
    elapsed = target;
  };
  return {
    now: () => new Date(startMs + elapsed),
    elapsed: () => elapsed,
    after: (ms, callback) => {
      const timer = { at: elapsed + Math.max(0, ms), callback };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    rest,
    advance,
    until: async (ended) => {
      const seen: { settled: boolean } = { settled: false };
      const note = () => {
        seen.settled = true;
      };
      ended.then(note, note);
      await rest();
      while (!seen.settled) {
        const next = nextBy(elapsed + LEAP_MS);
        await advance(next ? next.at - elapsed : STEP_MS);
      }
      return ended;
    },
  };
}

/**
 * A clock for deliveries from a database over a real Bot API: while it waits for its moments it takes no time,
 * and it stands still while a query is under way, or what `counted` has wrapped.
 */
export function deliveryClock(start: Date, db: Db) {
  const pool = '$client' in db ? db.$client : undefined;
  if (!(pool instanceof pg.Pool)) throw new Error('a transaction has no clock of its own');
  const calls = { underWay: 0 };
  const clock = movedClock(start, pool, calls);
  const counted =
    <Args extends unknown[], Answer>(call: (...args: Args) => Promise<Answer>) =>
    async (...args: Args): Promise<Answer> => {
      calls.underWay += 1;
      try {
        return await call(...args);
      } finally {
        calls.underWay -= 1;
      }
    };
  return { clock, counted };
}
