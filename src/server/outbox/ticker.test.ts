import { z } from 'zod';
import { sql } from 'drizzle-orm';
import { testDatabase } from '@/testing/database';
import { createReminder, createUser } from '@/testing/builders';
import { movedClock } from '@/testing/moved-clock';
import { createOutbox, deliverReminders, runningClock } from '@/testing/outbox';
import { until } from '@/testing/until';
import { type RunOptions, startTicker, type Ticker } from './run';
import { cronRuns, reminders } from '../platform/db/schema';
import { connect } from '../platform/db/client';
import { log } from '../platform/log';
import { databaseClock } from './clock';

describe('the ticker', () => {
  const { db, pool } = testDatabase();
  const MINUTE = 60_000;

  let ticker: Ticker | undefined;
  afterEach(() => ticker?.stop());

  test('the first tick starts with the server, and one more each minute', async () => {
    const clock = movedClock();
    const runs: RunOptions[] = [];
    ticker = startTicker((options) => Promise.resolve(runs.push(options)), clock);
    expect(runs).toMatchObject([{ durationMs: MINUTE, keepLooking: true }]);
    await clock.advance(3 * MINUTE);
    expect(runs).toHaveLength(4);
  });

  test('a tick that fails is tried again within seconds, however often', async () => {
    const clock = movedClock();
    let runs = 0;
    ticker = startTicker(() => {
      runs += 1;
      return runs < 3 ? Promise.reject(new Error('no database')) : Promise.resolve();
    }, clock);
    await clock.advance(5_000);
    expect(runs).toBe(3);
  });

  test('a tick that fails just before the next one is to start does not put that off', async () => {
    const clock = movedClock();
    const startedAt: number[] = [];
    ticker = startTicker(async () => {
      startedAt.push(clock.elapsed());
      if (startedAt.length > 1) return;
      await new Promise<void>((resolve) => clock.after(59_500, resolve));
      throw new Error('no database');
    }, clock);
    await clock.advance(2 * MINUTE);
    expect(startedAt).toEqual([0, MINUTE, 2 * MINUTE]);
  });

  test('stopping waits for the tick that is under way, which is told so', async () => {
    let settled = false;
    ticker = startTicker(async ({ stop }) => {
      await until(() => stop?.aborted ?? false);
      settled = true;
    });
    await ticker.stop();
    expect(settled).toBe(true);
  });

  test('what another instance stored a few seconds ahead, and told nobody, is on time', async () => {
    const clock = movedClock('2026-11-20T09:00:00Z', pool);
    const latenessMs: number[] = [];
    const outbox = createOutbox(({ firing }) => {
      latenessMs.push(clock.now().getTime() - firing.scheduledAt.getTime());
      return undefined;
    });
    const { send, retract } = outbox;
    const delivery = { db, send, retract, maxPerSecond: 1_000, timers: clock };
    ticker = startTicker(
      (options) => deliverReminders({ ...delivery, now: clock.now }, options),
      clock,
    );
    for (const aheadMs of [200, 5_000, 31_000]) {
      await clock.advance(13_000);
      const user = await createUser(db);
      const dateTime = new Date(clock.now().getTime() + aheadMs);
      await createReminder(db, user.id, { dateTime });
    }
    await clock.advance(32_000);
    expect(latenessMs).toHaveLength(3);
    expect(Math.max(...latenessMs)).toBeLessThanOrEqual(1_100);
    const stopped = ticker.stop();
    await clock.advance(0);
    await stopped;
  });
});

describe('a run', () => {
  const { db } = testDatabase();
  const NOON = new Date('2026-11-20T09:00:00Z');

  const run = (options: Partial<RunOptions> = {}) => {
    const { send, retract } = createOutbox();
    const delivery = { db, send, retract, maxPerSecond: 100, now: runningClock(NOON) };
    return deliverReminders(delivery, { durationMs: 1_000, ...options });
  };
  const infoLines = () => jest.spyOn(log, 'info').mockImplementation(() => undefined);

  beforeEach(async () => {
    await db.delete(reminders);
    await db.delete(cronRuns);
  });
  afterEach(() => jest.restoreAllMocks());

  test('a run that sent something says so in one line: counts and lateness, and no text', async () => {
    const text = 'Тайная встреча';
    for (const lateMs of [0, 2_000, 60_000]) {
      const user = await createUser(db);
      await createReminder(db, user.id, { text, dateTime: new Date(+NOON - lateMs) });
    }
    const line = infoLines();
    await run({ durationMs: 600_000 });
    expect(line).toHaveBeenCalledTimes(1);
    const fields = z
      .looseObject({
        latenessMs: z.object({ p50: z.number(), max: z.number() }),
        tookMs: z.number(),
      })
      .parse(line.mock.calls[0]?.[0]);
    expect(fields).toMatchObject({ sent: 3, failed: 0 });
    expect(fields.latenessMs.p50).toBeGreaterThanOrEqual(2_000);
    expect(fields.latenessMs.max).toBeGreaterThanOrEqual(60_000);
    expect(JSON.stringify(line.mock.calls)).not.toMatch(/Тайная|встреча/);
  });

  test('a run that had nothing to send is silent', async () => {
    const line = infoLines();
    await run();
    expect(line).not.toHaveBeenCalled();
  });

  test('a run that is not to be recorded does not pass for the scheduler’s', async () => {
    await run({ recorded: false });
    expect(await db.$count(cronRuns)).toBe(0);
    await run();
    expect(await db.$count(cronRuns)).toBe(1);
  });
});

describe('the clock', () => {
  const { db, url } = testDatabase();

  afterEach(() => jest.restoreAllMocks());

  test("it is the database's clock, whatever this machine's clock says", async () => {
    const real = Date.now();
    jest.spyOn(Date, 'now').mockReturnValue(real + 3_600_000);
    const now = await databaseClock(db);
    const {
      rows: [row],
    } = await db.execute<{ at: string }>(sql`select clock_timestamp() as at`);
    expect(Math.abs(now().getTime() - new Date(row?.at ?? '').getTime())).toBeLessThan(60_000);
  });

  test("it is never ahead of the database's, however long a question waits for its turn", async () => {
    const oneConnection = connect(url, { max: 1 });
    const { db: crowded } = oneConnection;
    const crowd = { stays: true };
    const others = [1, 2].map(async () => {
      while (crowd.stays)
        await crowded.execute(sql`select count(*) from generate_series(1, 200000)`);
    });
    const now = await databaseClock(crowded);
    crowd.stays = false;
    await Promise.all(others);
    const told = now();
    const {
      rows: [row],
    } = await crowded.execute<{ at: string }>(sql`select clock_timestamp() as at`);
    await oneConnection.close();
    expect(told.getTime()).toBeLessThanOrEqual(new Date(row?.at ?? '').getTime());
  });

  test('it goes on evenly when the clock of this machine jumps', async () => {
    const now = await databaseClock(db);
    const before = now().getTime();
    const real = Date.now();
    for (const jump of [3_600_000, -3_600_000]) {
      jest.spyOn(Date, 'now').mockReturnValue(real + jump);
      const passed = now().getTime() - before;
      expect(passed).toBeGreaterThanOrEqual(0);
      expect(passed).toBeLessThan(60_000);
    }
  });
});
