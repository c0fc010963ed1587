import { eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { createReminder, createUser } from '@/testing/builders';
import { testDatabase } from '@/testing/database';
import { testScans } from '@/testing/plans';
import { testCleanup } from '@/testing/clean-up';
import { fixedClock } from '@/testing/clock';
import { movedClock } from '@/testing/moved-clock';
import { createOutbox, deliverReminders } from '@/testing/outbox';
import { connect, type Db } from '../platform/db/client';
import {
  cronRuns,
  healthWrites,
  reminders,
  calledOff,
  deliveries,
  downMinutes,
  deliverySums,
  tallyCursors,
} from '../platform/db/schema';
import { isAlarming, checkHealth } from './health';
import { runTally } from '../admin/tally';
import { why } from '../admin/why';
import { actOnRow, type ReminderAct } from '../reminders/acts';
import { readSharedStatus, readStatus } from './status';

describe('health', () => {
  const { db, url } = testDatabase();
  const scans = testScans(url);
  const ago = (seconds: number) => new Date(Date.now() - seconds * 1_000);

  const ticked = (seconds: number, counts?: Record<string, number>) =>
    db.insert(cronRuns).values({
      job: 'deliver',
      startedAt: ago(seconds),
      ...(counts && { finishedAt: ago(seconds - 1), counts }),
    });

  beforeEach(async () => {
    await db.delete(cronRuns);
    await db.delete(reminders);
  });

  test('ticks that come and nothing that waits is ok', async () => {
    await ticked(20, { sent: 3, unauthorized: 0 });
    expect(await checkHealth(db)).toMatchObject({ status: 'ok', database: true, lagSeconds: 0 });
  });

  test('the lag is the age of the oldest reminder that should be out', async () => {
    await ticked(20);
    const user = await createUser(db);
    await createReminder(db, user.id, { dateTime: ago(50) });
    await createReminder(db, user.id, { dateTime: ago(400) });
    await createReminder(db, user.id, { dateTime: ago(9_000), deliveryState: 'parked' });
    await createReminder(db, user.id, { dateTime: ago(-900) });
    const health = await checkHealth(db);
    expect(health.status).toBe('late');
    expect(health.lagSeconds).toBeGreaterThanOrEqual(400);
    expect(health.lagSeconds).toBeLessThan(430);
  });

  test('what a fault of ours holds up is late, whenever it is tried again; a chat’s own trouble is not', async () => {
    await ticked(20);
    const user = await createUser(db);
    const retried = (lastError: string) =>
      createReminder(db, user.id, { dateTime: ago(7_200), notBefore: ago(-1_800), lastError });
    for (const code of ['429', '400', 'timeout']) await retried(code);
    expect(await checkHealth(db)).toMatchObject({ status: 'ok', lagSeconds: 0 });
    for (const code of ['fault', 'broken']) {
      const { id } = await retried(code);
      const health = await checkHealth(db);
      expect(health.status).toBe('late');
      expect(health.lagSeconds).toBeGreaterThanOrEqual(7_200);
      await db.delete(reminders).where(eq(reminders.id, id));
    }
  });

  test('a scheduler that has stopped is noticed, and one that never ran', async () => {
    expect(await checkHealth(db)).toMatchObject({ status: 'silent', lastTickAt: null });
    await ticked(600);
    const health = await checkHealth(db);
    expect(health.status).toBe('silent');
    expect(Date.parse(health.lastTickAt ?? '')).toBeCloseTo(ago(600).getTime(), -4);
  });

  test('a refused token is an alarm until a tick gets through', async () => {
    await ticked(90, { sent: 0, unauthorized: 2 });
    await ticked(5);
    expect((await checkHealth(db)).status).toBe('unauthorized');
    await ticked(1, { sent: 1, unauthorized: 0 });
    expect((await checkHealth(db)).status).toBe('ok');
  });

  test('without a database it says so and does not throw', async () => {
    const nowhere = connect('postgres://nobody@127.0.0.1:1/none');
    expect(await checkHealth(nowhere.db)).toMatchObject({
      status: 'down',
      database: false,
      lastTickAt: null,
      lagSeconds: null,
    });
    await nowhere.close();
  });

  test('with a database that says nothing it does not wait', async () => {
    await db.transaction(async (other) => {
      await other.execute(sql`lock table cron_runs in access exclusive mode`);
      expect(await checkHealth(db, 100)).toMatchObject({ status: 'down', database: false });
    });
  });

  describe('a database that takes no writes counts as none:', () => {
    const down = { status: 'down', database: false };

    test('one that only reads, be it a standby or by its settings', async () => {
      await ticked(20);
      const readOnly = new URL(url);
      readOnly.searchParams.set('options', '-c default_transaction_read_only=on');
      const reader = connect(readOnly.href);
      expect(await checkHealth(reader.db)).toMatchObject(down);
      expect((await checkHealth(db)).status).toBe('ok');
      expect(await checkHealth(reader.db)).toMatchObject(down);
      await reader.close();
    });

    test('one whose disk is full', async () => {
      await ticked(20);
      await db.update(healthWrites).set({ writtenAt: ago(60) });
      await db.execute(sql`
      create function full_disk() returns trigger language plpgsql as
      $$ begin raise exception 'no space left on device' using errcode = '53100'; end $$`);
      await db.execute(sql`
      create trigger full_disk before update on health_writes
      for each row execute function full_disk()`);
      expect(await checkHealth(db)).toMatchObject(down);
      expect(await checkHealth(db)).toMatchObject(down);
      await db.execute(sql`drop function full_disk cascade`);
      expect((await checkHealth(db)).status).toBe('ok');
    });
  });

  describe('its own write', () => {
    const write = async (on: Db = db) => {
      await checkHealth(on);
      const { rows } = await on.execute(sql`
      select written_at = date_trunc('milliseconds', now()) as now, ctid::text as version from health_writes`);
      return z.tuple([z.object({ now: z.boolean(), version: z.string() })]).parse(rows)[0];
    };

    test.each([
      ['is made again after ten seconds, however many ask meanwhile', 11],
      ['is made also after one of a clock that has been set back', -3_600],
    ])('%s', async (_name, agoSeconds) => {
      await db.update(healthWrites).set({ writtenAt: ago(agoSeconds) });
      // In a transaction the database's clock stands still.
      await db.transaction(async (tx) => {
        const first = await write(tx);
        expect(first.now).toBe(true);
        for (let asked = 0; asked < 20; asked += 1) expect(await write(tx)).toEqual(first);
      });
    });
  });

  describe('the daily cleanup is overdue', () => {
    const hours = 3_600;
    const cleaned = (seconds: number, error: string | null = null) =>
      db
        .insert(cronRuns)
        .values({ job: 'cleanup', startedAt: ago(seconds), finishedAt: ago(seconds - 1), error });

    test('once none has come to its end for a day and a half', async () => {
      await ticked(20, { sent: 1 });
      await cleaned(35 * hours);
      expect(await checkHealth(db)).toMatchObject({ status: 'ok', cleanup: 'ok' });
      await db.delete(cronRuns);
      await ticked(20, { sent: 1 });
      await cleaned(37 * hours);
      await cleaned(1 * hours, 'ledger: 57014');
      const health = await checkHealth(db);
      expect(health).toMatchObject({ status: 'ok', cleanup: 'overdue' });
      expect(Date.parse(health.lastCleanupAt ?? '')).toBeCloseTo(ago(37 * hours).getTime(), -4);
      expect(isAlarming(health)).toBe(true);
    });

    test('a day and a half after the first tick, not before', async () => {
      await ticked(20, { sent: 1 });
      expect(await checkHealth(db)).toMatchObject({ cleanup: 'ok', lastCleanupAt: null });
      await ticked(40 * hours, { sent: 1 });
      expect(await checkHealth(db)).toMatchObject({ cleanup: 'overdue', lastCleanupAt: null });
    });
  });

  test('it reads a few entries of an index, however many reminders are due', async () => {
    const user = await createUser(db);
    const { typeId, categoryId } = await createReminder(db, user.id, { dateTime: ago(-900) });
    await db.execute(sql`
    insert into reminders
      (user_id, type_id, category_id, text, first_wall_time, time_zone, date_time, next_fire_at)
    select ${user.id}, ${typeId}, ${categoryId}, 'x', '2026-01-01T00:00', 'UTC',
      now() - i * interval '10 ms', now() - i * interval '10 ms'
    from generate_series(1, 5000) i`);
    await db.execute(sql`analyze reminders`);
    expect((await checkHealth(scans.db)).lagSeconds).toBeGreaterThanOrEqual(49);
    const ofReminders = scans.take().filter(({ table }) => table === 'reminders');
    expect(ofReminders.map(({ index }) => index)).toEqual([
      ...['reminders_due', 'reminders_due'],
      ...['reminders_retried', 'reminders_retried'],
    ]);
    expect(ofReminders.reduce((sum, { rows }) => sum + rows, 0)).toBeLessThan(10);
  });
});

describe('the status', () => {
  const { db, pool } = testDatabase();

  const NOON = new Date('2026-11-20T09:00:00Z');
  const clock = fixedClock(NOON);
  const cleanup = testCleanup(db, clock);
  const SECOND = 1_000;
  const MINUTE = 60 * SECOND;
  const HOUR = 60 * MINUTE;
  const DAY = 24 * HOUR;
  const before = (ms: number) => new Date(NOON.getTime() - ms);
  const after = (ms: number) => before(-ms);

  beforeEach(async () => {
    for (const table of [deliverySums, downMinutes, tallyCursors, calledOff])
      await db.delete(table);
  });

  type Line = typeof deliveries.$inferInsert;
  let lastReminder = 0;
  /** A line of the ledger about a reminder of its own, `ago` before noon and `late` after its time. */
  const line = (ago: number, late: number, fields: Partial<Line> = {}): Line => ({
    ...{ userId: 1, kind: 'first', outcome: 'sent', reminderId: (lastReminder += 1) },
    ...{ occurrenceAt: before(ago + late), scheduledAt: before(ago + late), sentAt: before(ago) },
    ...fields,
  });
  const many = (count: number, ago: number, late: number, fields: Partial<Line> = {}) =>
    Array.from({ length: count }, () => line(ago, late, fields));
  /** The runs of some minutes: what one has seen, the next counts. */
  const count = async (...minutes: number[]) => {
    for (const minute of minutes) await runTally(db, after(minute * MINUTE));
  };
  const read = (now = NOON) => readStatus(db, now);
  const figures = async (now = NOON) => (await read(now)).periods;

  /** How late each message was that the page has to count, read from the ledger; Infinity where it never came. */
  async function ofLedger(since: Date): Promise<number[]> {
    const rows = await db.select().from(deliveries).orderBy(deliveries.id);
    const told = new Map<string, number>();
    const late: number[] = [];
    for (const row of rows) {
      if (row.sentAt < since || row.outcome === 'retry') continue;
      if (!['first', 'snooze', 'pre-alert'].includes(row.kind)) continue;
      const key = `${String(row.reminderId)} ${row.kind} ${+row.scheduledAt}`;
      const came = row.outcome === 'sent';
      if (!told.has(key)) told.set(key, came ? +row.sentAt - +row.scheduledAt : Infinity);
      late.push(...Array.from({ length: row.overtook ?? 0 }, () => Infinity));
    }
    return [...late, ...told.values()];
  }

  test('page and ledger are equal, whatever stands in the ledger', async () => {
    const late = [0, 300, 1_000, 1_001, 4_999, 5_000, 5_001, 60_000, 60_001, 3 * HOUR];
    const kinds = ['first', 'snooze', 'pre-alert', 'nag', 'notice', 'agenda', 'review'] as const;
    const lines = Array.from({ length: 600 }, (_, i) =>
      line((i * 17 * MINUTE) % (40 * DAY), late[i % late.length] ?? 0, {
        kind: kinds[i % 9] ?? 'first',
        ...(i % 31 === 0 && { outcome: 'retry' as const, errorCode: '502' }),
        ...(i % 37 === 0 && { outcome: 'failed' as const, errorCode: '400' }),
        ...(i % 45 === 0 && { kind: 'first', outcome: 'sent', overtook: 3 }),
      }),
    );
    // Refused because its owner had blocked the bot, and sent when they came back: one message.
    const refused = line(5 * HOUR, 200, { outcome: 'unreachable', errorCode: '403' });
    const { reminderId, scheduledAt } = refused;
    const sentAfterAll = line(2 * HOUR, 0, { reminderId, scheduledAt });
    await db.insert(deliveries).values([...lines, ...many(150, HOUR, 400), refused, sentAfterAll]);
    await count(0, 1, 2);

    const periods = await figures();
    const since = {
      day: before(DAY),
      month: new Date('2026-10-21T21:00:00Z'),
      year: before(366 * DAY),
    };
    for (const period of ['day', 'month', 'year'] as const) {
      const all = await ofLedger(since[period]);
      const share = (ms: number) =>
        Math.floor((all.filter((each) => each <= ms).length * 10_000) / all.length) / 100;
      const digits = 10 ** (String(all.length).length - 2);
      expect(periods[period].figures).toMatchObject({
        messages: Math.round(all.length / digits) * digits,
        within1s: share(1_000),
        within5s: share(5_000),
        within1min: share(60_000),
        longestMs: Math.max(...all.filter(Number.isFinite)),
      });
    }
    expect(periods.day.figures?.p50Ms).toBeGreaterThanOrEqual(400);
    expect(periods.day.figures?.p50Ms).toBeLessThan(500);
  });

  test('no figure is told of fewer than a hundred messages, and none outlives its year', async () => {
    await db.insert(deliveries).values([...many(99, HOUR, 0), ...many(100, 3 * DAY, 0)]);
    await count(0, 1);
    const { periods, days } = await read();
    expect(periods.day.figures).toBeNull();
    expect(periods.month.figures).toMatchObject({ messages: 200, within1s: 100, longestMs: 0 });
    expect(days.at(-1)).toEqual({ day: '2026-11-20', figures: null });
    expect(days.at(-4)).toMatchObject({ day: '2026-11-17', figures: { messages: 100 } });
    expect(days).toHaveLength(30);
    await runTally(db, after(400 * DAY));
    expect(await db.$count(deliverySums)).toBe(0);
  });

  test('the figures outlive the ledger and the people in it', async () => {
    await db.insert(deliveries).values(many(100, 200 * DAY, 20 * SECOND));
    await count(0, 1);
    const known = await figures();
    await cleanup.run();
    expect(await db.$count(deliveries)).toBe(0);
    await count(3, 4);
    expect(await figures()).toEqual(known);
    expect(known.year.figures).toMatchObject({ messages: 100, within5s: 0, within1min: 100 });
  });

  test('what was due and never sent counts as later than a minute, but for a pause of its owner’s', async () => {
    await db.insert(deliveries).values(many(100, HOUR, 0));
    const user = await createUser(db);
    const due = () => createReminder(db, user.id, { dateTime: before(2 * MINUTE) });
    const [waits, paused, deleted] = [await due(), await due(), await due()];
    const act = (reminderId: number, what: ReminderAct) =>
      actOnRow(db, { userId: user.id, reminderId, now: NOON }, (row) => ({ from: row, act: what }));
    // It is tried again in half an hour.
    const spoilt = { notBefore: after(30 * MINUTE), lastError: 'fault' };
    await createReminder(db, user.id, { dateTime: before(2 * MINUTE), ...spoilt });
    await act(paused.id, { pauseUntil: null });
    await act(deleted.id, 'skip');
    await count(0, 1);
    // 100 in time, two that wait and one that was skipped when it was late.
    const share = Math.floor(1_000_000 / 103) / 100;
    expect((await figures()).day.figures).toMatchObject({
      within1min: share,
      longestMs: 2 * MINUTE,
    });
    expect(waits.id).toBeGreaterThan(0);
  });

  test('called off when it was due: once for what the ledger has given up, never for what quiet hours hold', async () => {
    const user = await createUser(db);
    const { id } = await createReminder(db, user.id, { dateTime: after(DAY) });
    const own = { reminderId: id, occurrenceAt: before(HOUR), at: before(MINUTE) };
    const givenUp = { kind: 'first', scheduledAt: before(HOUR) } as const;
    await db.insert(calledOff).values([
      { ...own, ...givenUp, by: 'skip' },
      { ...own, kind: 'snooze', scheduledAt: before(2 * HOUR), by: 'skip' },
      { ...own, kind: 'nag', scheduledAt: before(HOUR), at: after(HOUR), by: 'quiet-hours' },
      { ...own, kind: 'nag', scheduledAt: before(2 * HOUR), by: 'done' },
    ]);
    const failed = {
      outcome: 'failed',
      errorCode: '400',
      userId: user.id,
      reminderId: id,
    } as const;
    await db
      .insert(deliveries)
      .values([...many(100, HOUR, 0), line(30 * MINUTE, 30 * MINUTE, { ...failed, ...givenUp })]);
    await count(0, 1, 2);
    expect((await figures()).day.figures?.within1min).toBe(Math.floor(1_000_000 / 102) / 100);
  });

  test('what a series missed counts, unless its owner had blocked the bot meanwhile', async () => {
    await db.insert(deliveries).values(many(100, HOUR, 0));
    const rule = { every: 1, unit: 'DAY' } as const;
    for (const reachableSince of [null, before(HOUR)]) {
      const user = await createUser(db, { reachableSince });
      await createReminder(db, user.id, { dateTime: before(3 * DAY + HOUR), rule });
    }
    const hands = movedClock(NOON, pool);
    const delivery = {
      ...createOutbox(),
      db,
      maxPerSecond: Infinity,
      now: hands.now,
      timers: hands,
    };
    await hands.until(deliverReminders(delivery, { durationMs: MINUTE }));
    await count(0, 1);
    // Two came an hour late, three of the first never.
    expect((await figures()).day.figures).toMatchObject({
      within1min: Math.floor(1_000_000 / 105) / 100,
    });
  });

  test('an outage of Telegram’s shows within five minutes, and in the account of the reminder itself', async () => {
    await db.insert(deliveries).values(many(200, HOUR, 100));
    const user = await createUser(db);
    const reminder = await createReminder(db, user.id, { dateTime: NOON });
    const hands = movedClock(NOON, pool);
    const outbox = createOutbox(() => ({ status: 'retry', code: 'network', reached: false }));
    const delivery = { ...outbox, db, maxPerSecond: Infinity, now: hands.now, timers: hands };
    for (let minute = 0; minute < 4; minute += 1) {
      await hands.until(deliverReminders(delivery, { durationMs: MINUTE, keepLooking: true }));
      await runTally(db, hands.now());
    }
    const now = hands.now();
    expect(+now - +NOON).toBeLessThan(5 * MINUTE);
    const status = await read(now);
    expect(status.outages).toMatchObject([{ from: NOON.toISOString(), by: 'telegram' }]);
    expect(status.periods.day.downMinutes.telegram).toBeGreaterThanOrEqual(2);
    expect(status.periods.day.figures?.within1min).toBeLessThan(100);
    const told = await why(db, { userId: user.id, reminderId: reminder.id, now });
    expect(told?.reminders[0]?.messages).toMatchObject([
      { fate: { is: 'waits', because: 'telegram-away' } },
    ]);
  });

  test('an outage of ours shows at once, and stays on record', async () => {
    const tick = (at: Date, error: string | null = null) =>
      db.insert(cronRuns).values({ job: 'deliver', startedAt: at, error });
    await tick(before(20 * MINUTE));
    expect((await read(before(19 * MINUTE))).downSince).toBeNull();
    await tick(before(10 * MINUTE), 'ECONNREFUSED');
    expect((await read(before(16 * MINUTE))).downSince).toBe(before(20 * MINUTE).toISOString());
    await tick(before(5 * MINUTE));
    await count(-5, -4);
    const { outages, periods, downSince } = await read(before(4 * MINUTE));
    expect(downSince).toBeNull();
    expect(outages).toEqual([
      { from: before(19 * MINUTE).toISOString(), to: before(5 * MINUTE).toISOString(), by: 'us' },
    ]);
    expect(periods.day.downMinutes).toEqual({ us: 14, telegram: 0 });
  });

  test('a blip, or one chat’s own trouble, is no outage', async () => {
    const retry = { outcome: 'retry', errorCode: 'timeout' } as const;
    await db
      .insert(deliveries)
      .values([
        line(3 * MINUTE, 0, retry),
        line(5 * MINUTE, 0, retry),
        line(5 * MINUTE, 0),
        line(6 * MINUTE, 0, { outcome: 'retry', errorCode: '400' }),
        line(7 * MINUTE, 0, { outcome: 'retry', errorCode: '429' }),
      ]);
    await count(0, 1);
    const { outages, periods } = await read();
    expect(outages).toEqual([]);
    expect(periods.year.downMinutes).toEqual({ us: 0, telegram: 0 });
  });

  test('the minutes of a period are those of the outages that are listed', async () => {
    const minutes = [2, 3, 4, 9, 20, 30, 31].map((ago) => before(ago * MINUTE));
    await db
      .insert(downMinutes)
      .values(minutes.map((minute) => ({ minute, by: 'telegram' as const })));
    const { outages, periods } = await read();
    const listed = outages.reduce(
      (sum, { from, to }) => sum + Date.parse(to) - Date.parse(from),
      0,
    );
    expect(listed).toBe(5 * MINUTE);
    expect(periods.day.downMinutes.telegram * MINUTE).toBe(listed);
  });

  test('however many ask, the database is asked once a minute; while it is silent the latest is told', async () => {
    const elapsed = jest.spyOn(performance, 'now').mockReturnValue(10_000);
    const asked = jest.spyOn(db, 'execute');
    const [first, second] = await Promise.all([readSharedStatus(db), readSharedStatus(db)]);
    const queries = asked.mock.calls.length;
    expect(first).toBe(second);
    expect(await readSharedStatus(db)).toBe(first);
    expect(asked.mock.calls.length).toBe(queries);
    elapsed.mockReturnValue(80_000);
    asked.mockRejectedValue(new Error('no database'));
    expect(await readSharedStatus(db)).toBe(first);
    expect(asked.mock.calls.length).toBeGreaterThan(queries);
    jest.restoreAllMocks();
    await db.execute(sql`select 1`);
    await db.delete(reminders);
  });
});
