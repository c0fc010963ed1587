import { asc, eq, sql } from 'drizzle-orm';
import { FIRST_SENDS_A_DAY_MAX, SENDS_A_DAY_MAX } from '@/core/limits';
import { createReminder, createUser } from '@/testing/builders';
import { testDatabase } from '@/testing/database';
import { movedClock, watchedConnection } from '@/testing/moved-clock';
import { createOutbox, tickReminders, type Outbox } from '@/testing/outbox';
import { type TickOptions } from '../outbox/tick';
import { deliveries, reminders, users } from '../platform/db/schema';
import { claimDue } from './claim';

const watched = watchedConnection(testDatabase().url);
const { db } = watched;
afterAll(() => watched.close());

const NOON = new Date('2026-11-20T09:00:00Z');
const after = (ms: number) => new Date(NOON.getTime() + ms);
const MINUTE = 60_000;

interface Run extends Partial<Omit<TickOptions, 'kinds'>> {
  from?: Date;
  forMs?: number;
  instances?: number;
}

/** Delivers until nothing is left to wait for; answers when each reminder went out. */
async function deliver(
  outbox: Outbox,
  { from = NOON, forMs = 60_000, instances = 1, ...options }: Run = {},
) {
  const clock = movedClock(from, watched);
  const sentAt = new Map<number, number>();
  const tick = {
    db,
    ...outbox,
    send: (...[message, signal]: Parameters<Outbox['send']>) => {
      sentAt.set(message.reminderId, +clock.now());
      return outbox.send(message, signal);
    },
    now: clock.now,
    timers: clock,
    deadline: new Date(+from + forMs),
    horizonMs: forMs,
    maxPerSecond: Infinity,
    ...options,
  };
  await clock.until(Promise.all(Array.from({ length: instances }, () => tickReminders(tick))));
  return sentAt;
}

/** Somebody with so many reminders. */
async function person(count: number, fields: Partial<typeof reminders.$inferInsert> = {}) {
  const { id } = await createUser(db);
  const ids: number[] = [];
  for (let i = 0; i < count; i += 1) {
    ids.push((await createReminder(db, id, { dateTime: NOON, ...fields })).id);
  }
  return { chatId: id, ids };
}

beforeEach(async () => {
  await db.delete(users);
  await db.delete(deliveries);
  await db.execute(sql`update pace set next_slot_at = now(), paused_until = null`);
});

const DAY = 24 * 60 * MINUTE;
const daily = { rule: { every: 1, unit: 'DAY' } } as const;
const hadToday = (id: number, sends: number) =>
  db.update(users).set({ sends, sendsSince: NOON }).where(eq(users.id, id));
const rowsOf = (id: number) =>
  db.select().from(reminders).where(eq(reminders.userId, id)).orderBy(asc(reminders.id));
const inTheApp = () => db.select().from(deliveries).where(eq(deliveries.errorCode, 'ceiling'));

test('beyond the ceiling one message says what comes in the app only; there all of it comes', async () => {
  const { chatId, ids } = await person(15, daily);
  await hadToday(chatId, SENDS_A_DAY_MAX - 2);
  const outbox = createOutbox();
  await deliver(outbox);
  expect(outbox.attempts.map(({ beyond }) => beyond?.count)).toEqual([undefined, undefined, 12]);
  expect(outbox.attempts[2]?.beyond?.names).toHaveLength(10);
  for (const row of await rowsOf(chatId)) {
    expect(row).toMatchObject({ openOccurrenceAt: NOON, nextFireAt: after(DAY), leaseToken: null });
  }
  const passed = await inTheApp();
  expect(passed).toHaveLength(12);
  expect(
    new Set([
      ...passed.map(({ reminderId }) => reminderId),
      ...outbox.sent.map((each) => each.reminderId),
    ]),
  ).toEqual(new Set(ids));
  // The next day counts anew.
  await deliver(outbox, { from: after(DAY) });
  expect(outbox.sent).toHaveLength(3 + 15);
});

test.each(['fails', 'is never written down'])(
  'the message that says so is not lost where its send %s',
  async (how) => {
    const { chatId } = await person(4, daily);
    await hadToday(chatId, SENDS_A_DAY_MAX);
    if (how === 'is never written down') await claimDue(db, { now: NOON, limit: 10 });
    let fails = how === 'fails';
    const outbox = createOutbox(() => {
      const answer = fails ? ({ status: 'refused', code: '400' } as const) : undefined;
      fails = false;
      return answer;
    });
    await deliver(outbox, { from: how === 'fails' ? NOON : after(31_000) });
    expect(outbox.sent).toHaveLength(1);
    expect(outbox.attempts.at(-1)?.beyond).not.toBeNull();
    expect(await inTheApp()).toHaveLength(3);
  },
);

test('first sends of one-shots come up to a higher ceiling, and re-sends wait for the next day', async () => {
  const { chatId, ids } = await person(3, { floodInterval: 5 });
  await hadToday(chatId, FIRST_SENDS_A_DAY_MAX - 2);
  const outbox = createOutbox();
  await deliver(outbox);
  expect(outbox.attempts.map(({ beyond }) => beyond?.count)).toEqual([undefined, undefined, 0]);
  await deliver(outbox, { from: after(6 * MINUTE) });
  expect(outbox.attempts).toHaveLength(3);
  for (const row of await rowsOf(chatId)) {
    expect(row).toMatchObject({ nagCount: 0, nextFireAt: after(DAY + 5 * MINUTE) });
  }
  await deliver(outbox, { from: after(DAY + 6 * MINUTE) });
  expect(
    outbox.attempts
      .slice(3)
      .map(({ reminderId }) => reminderId)
      .sort(),
  ).toEqual(ids);
});

test('what cannot be read beyond the ceiling holds nobody up', async () => {
  const { chatId } = await person(3, daily);
  await hadToday(chatId, SENDS_A_DAY_MAX);
  const broken = await person(2, daily);
  const unread = { timeZone: 'Nowhere/Land' };
  await db.update(reminders).set(unread).where(eq(reminders.userId, broken.chatId));
  await db.update(users).set({ sends: SENDS_A_DAY_MAX, sendsSince: NOON, sendsLast: 'x' });
  await hadToday(chatId, 0);
  const outbox = createOutbox();
  await deliver(outbox, { forMs: 8_000 });
  expect(outbox.sent).toHaveLength(3);
  for (const row of await rowsOf(broken.chatId)) expect(row.lastError).toBe('broken');
});
