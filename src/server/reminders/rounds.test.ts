import { sql } from 'drizzle-orm';
import { createReminder, createUser } from '@/testing/builders';
import { testDatabase } from '@/testing/database';
import { movedClock, watchedConnection } from '@/testing/moved-clock';
import { createOutbox, type Outbox, tickReminders } from '@/testing/outbox';
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

const chatsOf = (outbox: Outbox) => outbox.attempts.map(({ chatId }) => chatId);

beforeEach(async () => {
  await db.delete(users);
  await db.delete(deliveries);
  await db.execute(sql`update pace set next_slot_at = now(), paused_until = null`);
});

test('nobody gets a second message before everybody has a first, nor a third before the second', async () => {
  const heavy = [await person(6), await person(6), await person(6)].map(({ chatId }) => chatId);
  const lone = await person(1);
  const outbox = createOutbox();
  const sentAt = await deliver(outbox, { maxPerSecond: 4 });
  const order = chatsOf(outbox);
  expect(order.slice(0, 4).sort()).toEqual([...heavy, lone.chatId].sort());
  for (let i = 4; i < 19; i += 3) expect(order.slice(i, i + 3).sort()).toEqual(heavy);
  expect(sentAt.size).toBe(19);
  expect(order).toHaveLength(19);
});

test.each([1, 2])(
  'whoever comes later is served at once, with %i instance(s)',
  async (instances) => {
    for (let i = 0; i < 12; i += 1) await person(20);
    const later = await Promise.all([4_000, 7_000].map((ms) => person(1, { dateTime: after(ms) })));
    const outbox = createOutbox();
    const sentAt = await deliver(outbox, { instances, maxPerSecond: 6, forMs: 12_000 });
    for (const [i, dueMs] of [4_000, 7_000].entries()) {
      const at = sentAt.get(later[i]?.ids[0] ?? NaN) ?? Infinity;
      expect(at - +after(dueMs)).toBeLessThanOrEqual(2_000);
    }
    // Nobody else's turn was wasted meanwhile.
    expect(outbox.sent.length).toBeGreaterThanOrEqual(6 * 11);
    expect(sentAt.size).toBe(outbox.attempts.length);
  },
);

test('re-sends and what is told ahead come behind first sends', async () => {
  const before = after(-9 * MINUTE);
  await person(1, { dateTime: before, floodInterval: 5 });
  await deliver(createOutbox(), { from: before, forMs: 1_000 });
  const ahead = { nextFireAt: after(-MINUTE), preAlerts: [31] };
  await person(1, { dateTime: after(30 * MINUTE), ...ahead });
  const { chatId } = await person(2);
  const outbox = createOutbox();
  await deliver(outbox, { maxPerSecond: 3, forMs: 5_000 });
  expect(chatsOf(outbox)[0]).toBe(chatId);
  const kinds = outbox.attempts.map(({ firing }) => firing.kind);
  expect(kinds.sort()).toEqual(['first', 'first', 'nag', 'pre-alert']);
});

test('what waits for its turn is claimed by any instance, and soon by a release that knows no turns', async () => {
  const { ids } = await person(30);
  await claimDue(db, { now: NOON, limit: 4 });
  const waiting = await db
    .select()
    .from(reminders)
    .where(sql`${reminders.notBefore} is not null`);
  expect(waiting).toHaveLength(29);
  for (const { dueAt } of waiting) expect(+(dueAt ?? NaN)).toBeLessThan(+after(10 * MINUTE));
  const outbox = createOutbox();
  const sentAt = await deliver(outbox, { from: after(31_000), instances: 2, maxPerSecond: 4 });
  expect([...sentAt.keys()].sort()).toEqual(ids.sort());
  expect(outbox.attempts).toHaveLength(30);
});

test('a failed attempt is tried again in its time, whatever waits of the same person', async () => {
  const { ids } = await person(3);
  let refuses = true;
  const outbox = createOutbox(() => {
    const answer = refuses ? ({ status: 'refused', code: '400' } as const) : undefined;
    refuses = false;
    return answer;
  });
  const sentAt = await deliver(outbox, { forMs: 15_000 });
  expect([...sentAt.keys()].sort()).toEqual(ids.sort());
  expect(outbox.sent).toHaveLength(3);
});
