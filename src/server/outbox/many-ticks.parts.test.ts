import { fixDate } from '@/testing/clock';
import { testDatabase, testInstances } from '@/testing/database';
import { audit, inParts, seedDue, settled } from '@/testing/due-reminders';
import { watchOnTime } from '@/testing/on-time';
import { movedClock } from '@/testing/moved-clock';
import {
  createOutbox,
  deliverReminders,
  type Outbox,
  runningClock,
  tickReminders,
} from '@/testing/outbox';
import { standInLatency, until } from '@/testing/until';
import { users } from '../platform/db/schema';
import { type TickOptions } from './tick';
import { startTicker } from './run';

const { db, url } = testDatabase();

const HOUR = 3_600_000;
const SETTLED_WITHIN_MS = 15_000;
const instances = testInstances(url, 5);
afterEach(() => db.delete(users));

/** What an outbox took, on the clock on the wall. */
const arrivals = (outbox: Outbox) =>
  outbox.sent.map(({ reminderId, occurrenceAt, at }) => ({
    reminderId,
    occurrenceAt,
    at: performance.timeOrigin + at,
  }));

/** A tick on each instance, all at once. */
const onAll = (outbox: Outbox, options: Pick<TickOptions, 'now' | 'deadline' | 'horizonMs'>) =>
  Promise.all(
    instances.map((instance) =>
      tickReminders({
        db: instance.db,
        send: outbox.send,
        retract: outbox.retract,
        maxPerSecond: Infinity,
        ...options,
      }),
    ),
  );

test('ticks missed for an hour: all that fell due meanwhile goes out once, and says that it is late', async () => {
  const noon = new Date('2026-11-20T09:00:00Z');
  const hourAgo = new Date(noon.getTime() - HOUR);
  const due = await seedDue(
    db,
    inParts(
      // Half a minute off the mark at which a message begins to be late.
      new Date(hourAgo.getTime() + 30_000),
      Array.from({ length: 60 }, () => 2),
      60_000,
    ),
  );
  const outbox = createOutbox();
  await onAll(outbox, { now: runningClock(noon), deadline: new Date(+noon + HOUR), horizonMs: 0 });
  expect(outbox.sent.map((each) => each.reminderId).sort()).toEqual(due.map(({ id }) => id).sort());
  for (const { firing } of outbox.attempts) {
    expect(firing.late).toBe(+noon - +firing.scheduledAt > 60_000);
  }
});

test('ticks doubled and overlapping on five instances: each reminder goes out once, and on time', async () => {
  const clock = movedClock('2026-11-20T09:00:00Z', ...instances.map(({ pool }) => pool));
  const sentAt = new Map<number, number>();
  const outbox = createOutbox(({ reminderId }) => {
    sentAt.set(reminderId, clock.now().getTime());
    return undefined;
  });
  const firstAt = new Date(clock.now().getTime() + 4_000);
  const due = await seedDue(db, inParts(firstAt, [20, 20, 20, 20, 20, 20], 500));
  const running: Promise<unknown>[] = [];
  for (let tick = 0; tick < 12; tick += 1) {
    for (const instance of [instances[tick % 5], instances[(tick + 1) % 5]]) {
      if (!instance) continue;
      const delivery = { ...outbox, db: instance.db, maxPerSecond: 1_000 };
      const own = { now: clock.now, timers: clock };
      running.push(deliverReminders({ ...delivery, ...own }, { durationMs: 2_000 }));
    }
    await clock.advance(700);
  }
  await Promise.all(running);
  expect(outbox.sent.map((each) => each.reminderId).sort()).toEqual(due.map(({ id }) => id).sort());
  for (const { id, dueAt } of due) {
    const lateMs = (sentAt.get(id) ?? Infinity) - dueAt.getTime();
    expect(lateMs).toBeGreaterThanOrEqual(0);
    expect(lateMs).toBeLessThanOrEqual(1_000);
  }
});

describe('a clock that jumps by an hour, forth and back', () => {
  afterEach(() => jest.useRealTimers());

  test("a process's own: five instances lose nothing, repeat nothing and are on time", async () => {
    const outbox = createOutbox();
    const due = await seedDue(
      db,
      inParts(
        new Date(Date.now() + 4_000),
        Array.from({ length: 8 }, () => 15),
        500,
      ),
    );
    const wall = performance.timeOrigin;
    const onTime = watchOnTime();
    // Only the clock is at fault; timers and the monotonic clock run on.
    fixDate(wall + performance.now());
    const tickers = instances.map((instance) =>
      startTicker((options) =>
        deliverReminders({ ...outbox, db: instance.db, maxPerSecond: 1_000 }, options),
      ),
    );
    for (const [part, jump] of [HOUR, -HOUR, HOUR, -HOUR].entries()) {
      await until(() => outbox.sent.length > part * 30);
      jest.setSystemTime(wall + performance.now() + jump);
    }
    await until(() => outbox.sent.length >= due.length);
    jest.useRealTimers();
    await Promise.all(tickers.map((each) => each.stop()));
    await settled(db, due, SETTLED_WITHIN_MS);
    const found = audit(due, [arrivals(outbox)]);
    expect(found.lost).toEqual([]);
    expect(found.unfounded).toEqual([]);
    expect(found.sends).toBe(due.length);
    expect(Math.max(...due.map(found.latenessMs))).toBeLessThanOrEqual(onTime.limitMs());
  });

  test("the database's, in mid-batch: nothing is lost, and each chat keeps one message", async () => {
    const noon = new Date('2026-11-20T09:00:00Z');
    const due = await seedDue(db, inParts(noon, [300], 0));
    const clock = runningClock(noon);
    const outbox = createOutbox(async () => {
      // On its way for a moment, as messages are.
      await standInLatency(30);
      return undefined;
    });
    // A tick reads the database's clock once, when it begins: ticks from before, amid and behind the jump overlap.
    const ticksAheadBy = (jumpMs: number, horizonMs = 5_000) => {
      const now = () => new Date(clock().getTime() + jumpMs);
      return onAll(outbox, { now, deadline: new Date(+noon + 3 * HOUR), horizonMs });
    };
    const before = ticksAheadBy(0);
    await until(() => outbox.sent.length >= 50);
    const amid = ticksAheadBy(HOUR);
    await until(() => outbox.sent.length >= 150);
    await Promise.all([before, amid, ticksAheadBy(0)]);
    await ticksAheadBy(0, 0);
    const kept = outbox.sent.filter((each) => !outbox.retracted.includes(each.messageId));
    expect(kept.map((each) => each.reminderId).sort()).toEqual(due.map(({ id }) => id).sort());
  });
});
