import { SQL, sql } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import { latenessStep, stepLimitMs } from '@/core/lateness';
import { createNote, createReminder, createUser } from '@/testing/builders';
import { testDatabase } from '@/testing/database';
import {
  cronRuns,
  deliveries,
  deliveryTally,
  downMinutes,
  notes,
  reminders,
  tallyCursors,
} from '../platform/db/schema';
import { adminStats } from './stats';
import { runTally } from './tally';

const { db } = testDatabase();
const dialect = new PgDialect();

const NOON = new Date('2026-11-20T09:00:00Z');
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const before = (ms: number) => new Date(NOON.getTime() - ms);
const after = (ms: number) => new Date(NOON.getTime() + ms);

beforeEach(async () => {
  for (const table of [deliveries, deliveryTally, tallyCursors, notes, reminders]) {
    await db.delete(table);
  }
  await db.execute(sql`delete from creation_tally`);
});

/** A line of the ledger, sent `ago` before noon and `late` after its time. */
const send = (ago: number, late = 0, fields: Partial<typeof deliveries.$inferInsert> = {}) => ({
  userId: 1,
  kind: 'first' as const,
  outcome: 'sent' as const,
  occurrenceAt: before(ago + late),
  scheduledAt: before(ago + late),
  sentAt: before(ago),
  ...fields,
});
const numbers = (now = NOON, timeZone = 'Europe/Moscow') => adminStats(db, { now, timeZone });
/** The runs of some minutes: what one has seen, the next counts. */
const count = async (minutes: number[]) => {
  for (const minute of minutes) await runTally(db, after(minute * MINUTE));
};

test('nothing shown depends on whether it has been counted yet', async () => {
  const user = await createUser(db);
  await createReminder(db, user.id, { createdAt: before(HOUR) });
  await createNote(db, user.id, { createdAt: before(26 * HOUR) });
  await db.insert(deliveries).values([
    send(10 * MINUTE, 400),
    send(3 * HOUR, 20_000),
    send(5 * 24 * HOUR, 90),
    send(HOUR, 0, { outcome: 'unreachable', errorCode: '403' }),
    send(HOUR, 0, { kind: 'nag' }),
    // What is about no single reminder counts for none of these.
    ...(['notice', 'agenda', 'review'] as const).map((kind) => send(HOUR, HOUR, { kind })),
  ]);
  const live = await numbers();
  await count([0, 1]);
  const kinds = await db.selectDistinct({ kind: deliveryTally.kind }).from(deliveryTally);
  expect(kinds.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['agenda', 'review']));
  const { created, deliveries: byDay, lateness, flood } = live;
  expect(await numbers()).toMatchObject({ created, deliveries: byDay, lateness, flood });

  expect(live.lateness.hour.sends).toBe(2);
  expect(live.lateness.day.sends).toBe(3);
  expect(live.lateness.week.sends).toBe(4);
  expect(live.flood).toEqual({ resends: 1, messages: 3 });
  expect(live.deliveries.at(-1)).toMatchObject({ sent: 3, unreachable: 1 });
  expect(live.created.at(-1)).toMatchObject({ reminders: 1, notes: 0 });
  expect(live.created.at(-2)).toMatchObject({ reminders: 0, notes: 1 });
  await db.insert(deliveries).values(send(2 * MINUTE, 5));
  expect((await numbers()).lateness.hour.sends).toBe(3);
});

test('each row is counted once, however many instances count and however often', async () => {
  await db.insert(deliveries).values(Array.from({ length: 50 }, () => send(HOUR)));
  await count([0]);
  await Promise.all([count([1]), count([1]), count([1])]);
  await count([1, 2, 3]);
  const rows = await db.select().from(deliveryTally);
  expect(rows.reduce((sum, { attempts }) => sum + attempts, 0)).toBe(50);
});

test('downtime is worked out by one instance a minute, and comes to the same however often', async () => {
  await db.delete(cronRuns);
  await db.delete(downMinutes);
  const ticks = [before(20 * MINUTE), before(2 * MINUTE), before(MINUTE)];
  await db
    .insert(cronRuns)
    .values(ticks.map((startedAt) => ({ job: 'deliver' as const, startedAt })));
  const asked = jest.spyOn(db, 'execute');
  await Promise.all(Array.from({ length: 5 }, () => runTally(db, NOON)));
  const written = asked.mock.calls.filter(([query]) =>
    dialect.sqlToQuery(z.instanceof(SQL).parse(query)).sql.includes('insert into "down_minutes"'),
  );
  asked.mockRestore();
  expect(written).toHaveLength(1);
  const known = await db.select().from(downMinutes);
  expect(known).toHaveLength(17);
  // More ticks than one instance has in a quarter of an hour hide no gap.
  const crowd = Array.from({ length: 200 }, () => ({ job: 'deliver' as const, startedAt: NOON }));
  await db.insert(cronRuns).values(crowd);
  await count([1, 2, 3]);
  expect(await db.select().from(downMinutes)).toEqual(known);
  await db.delete(downMinutes);
  await count([4]);
  expect(await db.select().from(downMinutes)).toEqual(known);
});

test('a row whose number was handed out early and became visible late is not missed', async () => {
  const { rows: late } = await db.execute<{ id: string }>(
    sql`select nextval('deliveries_id_seq')::text as id`,
  );
  await db.insert(deliveries).values(send(HOUR));
  await count([0]);
  // Its transaction ends a moment after the run that saw the younger row.
  await db.insert(deliveries).values({ ...send(HOUR), id: Number(late[0]?.id) });
  await count([1, 2]);
  const rows = await db.select().from(deliveryTally);
  expect(rows.reduce((sum, { attempts }) => sum + attempts, 0)).toBe(2);
});

test('a run soon after another does nothing: the sends in between may not be visible yet', async () => {
  await db.insert(deliveries).values(send(HOUR));
  await runTally(db, NOON);
  await runTally(db, after(1_000));
  expect(await db.$count(deliveryTally)).toBe(0);
});

test('what the charts no longer show is forgotten', async () => {
  await db.insert(deliveries).values(send(HOUR));
  await count([0, 1]);
  await runTally(db, after(40 * 24 * HOUR));
  expect(await db.$count(deliveryTally)).toBe(0);
});

test('SQL and core sort a lateness into the same step', async () => {
  const times = [0, 1, 2, 3, 7, 90, 999, 1_000, 1_001, 1_024, 60_000, 3_600_000, 90_000_000];
  for (const late of times) {
    await db.delete(deliveries);
    await db.insert(deliveries).values(send(MINUTE, late));
    const { lateness } = await numbers();
    expect(lateness.hour.p50).toBeCloseTo(stepLimitMs(latenessStep(late)), 5);
  }
});

test.each(['Europe/Moscow', 'America/New_York', 'Asia/Kathmandu', 'Pacific/Apia'])(
  'a day is the administrator’s own day: %s',
  async (timeZone) => {
    const dayOf = (instant: Date) =>
      new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(instant);
    const sentAt = [0, 7, 13, 19, 25, 31].map((hours) => before(hours * HOUR));
    await db.insert(deliveries).values(sentAt.map((at) => send(NOON.getTime() - at.getTime())));
    await count([0, 1]);
    const { deliveries: days } = await numbers(NOON, timeZone);
    expect(days.at(-1)?.day).toBe(dayOf(NOON));
    for (const { day, sent } of days) {
      expect(sent).toBe(sentAt.filter((at) => dayOf(at) === day).length);
    }
  },
);
