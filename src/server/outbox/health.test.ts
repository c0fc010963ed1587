import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { createReminder, createUser } from '@/testing/builders';
import { testDatabase } from '@/testing/database';
import { until } from '@/testing/until';
import { connect, type Db } from '../platform/db/client';
import { cronRuns, healthWrites, reminders } from '../platform/db/schema';
import { isAlarming, readHealth } from './health';

const { db, url } = testDatabase();
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
  expect(await readHealth(db)).toMatchObject({ status: 'ok', database: true, lagSeconds: 0 });
});

test('the lag is the age of the oldest reminder that should be out', async () => {
  await ticked(20);
  const user = await createUser(db);
  await createReminder(db, user.id, { dateTime: ago(50) });
  await createReminder(db, user.id, { dateTime: ago(400) });
  await createReminder(db, user.id, { dateTime: ago(9_000), deliveryState: 'parked' });
  await createReminder(db, user.id, { dateTime: ago(-900) });
  const health = await readHealth(db);
  expect(health.status).toBe('late');
  expect(health.lagSeconds).toBeGreaterThanOrEqual(400);
  expect(health.lagSeconds).toBeLessThan(430);
});

test('a scheduler that has stopped is noticed, and one that never ran', async () => {
  expect(await readHealth(db)).toMatchObject({ status: 'silent', lastTickAt: null });
  await ticked(600);
  const health = await readHealth(db);
  expect(health.status).toBe('silent');
  expect(Date.parse(health.lastTickAt ?? '')).toBeCloseTo(ago(600).getTime(), -4);
});

test('a refused token is an alarm until a tick gets through', async () => {
  await ticked(90, { sent: 0, unauthorized: 2 });
  await ticked(5);
  expect((await readHealth(db)).status).toBe('unauthorized');
  await ticked(1, { sent: 1, unauthorized: 0 });
  expect((await readHealth(db)).status).toBe('ok');
});

test('without a database it says so and does not throw', async () => {
  const nowhere = connect('postgres://nobody@127.0.0.1:1/none');
  expect(await readHealth(nowhere.db)).toMatchObject({
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
    expect(await readHealth(db, 100)).toMatchObject({ status: 'down', database: false });
  });
});

describe('a database that takes no writes counts as none:', () => {
  const down = { status: 'down', database: false };

  test('one that only reads, be it a standby or by its settings', async () => {
    await ticked(20);
    const readOnly = new URL(url);
    readOnly.searchParams.set('options', '-c default_transaction_read_only=on');
    const reader = connect(readOnly.href);
    expect(await readHealth(reader.db)).toMatchObject(down);
    expect((await readHealth(db)).status).toBe('ok');
    expect(await readHealth(reader.db)).toMatchObject(down);
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
    expect(await readHealth(db)).toMatchObject(down);
    expect(await readHealth(db)).toMatchObject(down);
    await db.execute(sql`drop function full_disk cascade`);
    expect((await readHealth(db)).status).toBe('ok');
  });
});

describe('its own write', () => {
  const write = async (on: Db = db) => {
    await readHealth(on);
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
    expect(await readHealth(db)).toMatchObject({ status: 'ok', cleanup: 'ok' });
    await db.delete(cronRuns);
    await ticked(20, { sent: 1 });
    await cleaned(37 * hours);
    await cleaned(1 * hours, 'ledger: 57014');
    const health = await readHealth(db);
    expect(health).toMatchObject({ status: 'ok', cleanup: 'overdue' });
    expect(Date.parse(health.lastCleanupAt ?? '')).toBeCloseTo(ago(37 * hours).getTime(), -4);
    expect(isAlarming(health)).toBe(true);
  });

  test('a day and a half after the first tick, not before', async () => {
    await ticked(20, { sent: 1 });
    expect(await readHealth(db)).toMatchObject({ cleanup: 'ok', lastCleanupAt: null });
    await ticked(40 * hours, { sent: 1 });
    expect(await readHealth(db)).toMatchObject({ cleanup: 'overdue', lastCleanupAt: null });
  });
});

test('it reads a few entries of an index, however many reminders are due', async () => {
  const user = await createUser(db);
  const { typeId, categoryId } = await createReminder(db, user.id, { dateTime: ago(-900) });
  await db.execute(sql`
    insert into reminders
      (user_id, type_id, category_id, text, first_wall_time, time_zone, date_time, next_fire_at)
    select ${user.id}, ${typeId}, ${categoryId}, 'x', '2026-01-01T00:00', 'UTC',
      now() - i * interval '1 ms', now() - i * interval '1 ms'
    from generate_series(1, 50000) i`);
  await db.execute(sql`analyze reminders`);
  const reads = async () => {
    const { rows } = await db.execute(sql`
      select idx_scan::int as scans, idx_tup_read::int as entries
      from pg_stat_user_indexes where indexrelname = 'reminders_due'`);
    const row = z.object({ scans: z.number(), entries: z.number() });
    return z.tuple([row]).parse(rows)[0];
  };
  // PostgreSQL counts what a connection has read up to a second later; what was read before is counted first.
  await db.execute(sql`select pg_stat_force_next_flush()`);
  const before = await reads();
  expect((await readHealth(db)).lagSeconds).toBeGreaterThanOrEqual(49);
  // A connection tells what it counted some time later.
  await until(async () => (await reads()).scans >= before.scans + 2);
  expect((await reads()).entries - before.entries).toBeLessThan(10);
});
