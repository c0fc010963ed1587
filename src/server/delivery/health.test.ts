import { sql } from 'drizzle-orm';
import { createReminder, createUser } from '@/testing/builders';
import { testDatabase } from '@/testing/database';
import { connect } from '../db/client';
import { cronRuns, reminders } from '../db/schema';
import { readHealth } from './health';

const { db } = testDatabase();
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
  expect(await readHealth(nowhere.db)).toEqual({
    status: 'down',
    database: false,
    lastTickAt: null,
    lagSeconds: null,
  });
  await nowhere.close();
});

test('it costs the same with many reminders to come', async () => {
  const user = await createUser(db);
  const { typeId, categoryId } = await createReminder(db, user.id);
  await db.execute(sql`
    insert into reminders
      (user_id, type_id, category_id, text, first_wall_time, time_zone, date_time, next_fire_at)
    select ${user.id}, ${typeId}, ${categoryId}, 'x', '2030-01-01T00:00', 'UTC',
      now() + i * interval '1 minute', now() + i * interval '1 minute'
    from generate_series(1, 20000) i`);
  await db.execute(sql`analyze reminders`);
  const started = performance.now();
  await readHealth(db);
  expect(performance.now() - started).toBeLessThan(200);
});
