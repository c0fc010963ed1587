import { createReminder, createUser } from '@/testing/builders';
import { testDatabase } from '@/testing/database';
import { movedClock } from '@/testing/moved-clock';
import { createOutbox, deliverReminders } from '@/testing/outbox';
import { reminders } from '../platform/db/schema';
import { type RunOptions, runWhenNudged } from './run';

const { db, pool } = testDatabase();

const MINUTE = 60_000;
/** As in app/api/cron/deliver. */
const CRON_RUN_MS = 130_000;
/** Vercel starts a run at some second of its minute. */
const RUN_LATE_MAX_MS = 58_000;
const MINUTES = 2;
/** Nobody makes a reminder further ahead than this. */
const AHEAD_MAX_MINUTES = 2;
const REMINDERS = 30;

/** The same numbers from 0 to 1 each time (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Delivery without a ticker, on a clock that the test moves. */
function functions() {
  const clock = movedClock('2026-11-20T09:00:00Z', pool);
  const latenessMs: number[] = [];
  const outbox = createOutbox(({ firing }) => {
    latenessMs.push(clock.now().getTime() - firing.scheduledAt.getTime());
    return undefined;
  });
  const underWay = new Set<Promise<unknown>>();
  const run = (options: RunOptions) =>
    deliverReminders(
      {
        db,
        send: outbox.send,
        retract: outbox.retract,
        maxPerSecond: 1_000,
        now: clock.now,
        timers: clock,
      },
      options,
    );
  const start = (work: () => Promise<unknown>) => {
    const running = work().finally(() => underWay.delete(running));
    underWay.add(running);
  };
  return {
    clock,
    outbox,
    latenessMs,
    underWay,
    cron: async () => {
      start(() => run({ durationMs: CRON_RUN_MS }));
      await clock.rest();
    },
    nudge: runWhenNudged({ run, behindAnswer: start, nowMs: () => clock.now().getTime() }),
  };
}

const p99 = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.ceil(values.length * 0.99) - 1] ?? Infinity;

beforeEach(() => db.delete(reminders));

test('a scheduler whose runs begin up to 58 s late, reminders made from 5 s to minutes ahead: p99 within 5 s, none lost', async () => {
  const random = seeded(20_261_122);
  const { clock, outbox, latenessMs, underWay, cron, nudge } = functions();
  const startMs = clock.now().getTime();
  const aheadMs = () =>
    random() < 0.6 ? 5_000 + random() * 50_000 : 5_000 + random() * AHEAD_MAX_MINUTES * MINUTE;
  const events = [
    ...Array.from({ length: MINUTES + AHEAD_MAX_MINUTES }, (_, minute) => ({
      at: minute * MINUTE + random() * RUN_LATE_MAX_MS,
      happens: cron,
    })),
    // The worst pair: a run at once, the next as late as can be.
    { at: 0, happens: () => Promise.resolve(cron()) },
    ...Array.from({ length: REMINDERS }, () => ({
      at: random() * MINUTES * MINUTE,
      happens: async () => {
        const dateTime = new Date(clock.now().getTime() + aheadMs());
        const user = await createUser(db);
        await createReminder(db, user.id, { dateTime });
        nudge(dateTime);
      },
    })),
  ].sort((a, b) => a.at - b.at);
  for (const { at, happens } of events) {
    await clock.advance(startMs + at - clock.now().getTime());
    await happens();
  }
  await clock.advance(AHEAD_MAX_MINUTES * MINUTE);
  while (underWay.size > 0) await clock.advance(10_000);
  expect(outbox.sent).toHaveLength(REMINDERS);
  expect(Math.min(...latenessMs)).toBeGreaterThanOrEqual(0);
  expect(p99(latenessMs)).toBeLessThanOrEqual(5_000);
}, 180_000);

describe('a run behind an answer', () => {
  const at = (ms: number) => new Date(1_000_000 + ms);
  const nudged = () => {
    const runs: RunOptions[] = [];
    const ends: (() => void)[] = [];
    const nudge = runWhenNudged({
      run: (options) => {
        runs.push(options);
        return new Promise<void>((resolve) => ends.push(resolve));
      },
      behindAnswer: (work) => void work(),
      nowMs: () => 1_000_000,
    });
    return { nudge, runs, ends };
  };

  test('lasts until its reminder is out, and serves for all that are due before', () => {
    const { nudge, runs } = nudged();
    nudge(at(30_000));
    nudge(at(10_000));
    nudge(at(31_000));
    expect(runs).toMatchObject([{ durationMs: 33_000, keepLooking: true, recorded: false }]);
  });

  test('is not made for what the scheduler knows in time, and no more than three at once', async () => {
    const { nudge, runs, ends } = nudged();
    nudge(at(125_000));
    expect(runs).toEqual([]);
    for (const seconds of [10, 20, 30, 40, 50]) nudge(at(seconds * 1_000));
    expect(runs).toHaveLength(3);
    ends[0]?.();
    await new Promise((resolve) => setImmediate(resolve));
    nudge(at(60_000));
    expect(runs).toHaveLength(4);
  });

  test('outside a request is left to the scheduler', () => {
    const run = jest.fn(() => Promise.resolve());
    const nudge = runWhenNudged({
      run,
      behindAnswer: () => {
        throw new Error('`after` was called outside a request scope');
      },
    });
    expect(() => nudge(new Date())).not.toThrow();
    expect(run).not.toHaveBeenCalled();
  });
});
