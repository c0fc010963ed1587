import { eq, sql } from 'drizzle-orm';
import { HELD_MAX } from '@/core/limits';
import { createReminder, createUser } from '@/testing/builders';
import { testDatabase, testInstances } from '@/testing/database';
import { movedClock } from '@/testing/moved-clock';
import { createOutbox, runningClock, tickReminders } from '@/testing/outbox';
import { until } from '@/testing/until';
import {
  deliveries,
  noticeRecipients,
  notices,
  quietDigests,
  reminders,
  users,
} from '../platform/db/schema';
import { type SendResult } from '../telegram/send';
import {
  listNotices,
  markPreviewed,
  saveNotice,
  startNotice,
  stopNotice,
} from '../notices/notices';
import { dueNotices, type OutgoingNotice } from '../notices/due';
import { runTick, type TickOptions } from '../outbox/tick';
import { pressInChat } from '../reminders/chat-acts';
import { saveSettings } from '../accounts/settings';
import { dueDigests, hold, type OutgoingDigest } from './digest';

const { db, url } = testDatabase();
const instances = testInstances(url, 4);
afterEach(async () => {
  await db.delete(notices);
  await db.delete(users);
  await db.delete(deliveries);
});

// By the clocks of Moscow: 22:58, five past eleven, eight in the morning.
const CAME = new Date('2026-11-20T19:58:00Z');
const NIGHT = new Date('2026-11-20T20:05:00Z');
const MORNING = new Date('2026-11-21T05:00:00Z');
const after = (instant: Date, minutes: number) => new Date(instant.getTime() + minutes * 60_000);
const quietHours = { from: '23:00', to: '08:00' };
const FLOOD = 5;
const SENT = { status: 'sent', messageId: 1 } as const;
const digests = dueDigests(() => Promise.resolve(SENT));
const claimed = {
  now: MORNING,
  limit: 8,
  maxPerSecond: Infinity,
  wayFreeAt: () => Promise.resolve(null),
};

const someone = (settings: typeof users.$inferInsert.settings = { quietHours }) =>
  createUser(db, { settings, createdAt: after(CAME, -60) });
/** It came at `CAME`, was not answered, and its re-send is due in the night. */
const flooding = (
  userId: number,
  text: string,
  fields: Partial<typeof reminders.$inferInsert> = {},
) =>
  createReminder(db, userId, {
    text,
    dateTime: CAME,
    openOccurrenceAt: CAME,
    waitingSince: CAME,
    floodInterval: FLOOD,
    nagCount: 1,
    nextFireAt: after(CAME, FLOOD),
    ...fields,
  });
const rowOf = async (id: number) =>
  (await db.select().from(reminders).where(eq(reminders.id, id)))[0];

/** Does work on all instances at once; the seconds between two messages of one chat take none of ours. */
async function onAll(
  instant: Date,
  work: (own: Omit<TickOptions, 'kinds' | 'retract'>) => Promise<unknown>,
) {
  const clock = movedClock(instant, ...instances.map(({ pool }) => pool));
  const own = {
    ...{ now: clock.now, timers: clock, maxPerSecond: Infinity },
    ...{ deadline: after(instant, 1), horizonMs: 0 },
  };
  await clock.until(Promise.all(instances.map(({ db }) => work({ ...own, db }))));
}

/** Ticks on all instances at once; answers the texts that went out. */
async function tickAt(instant: Date): Promise<string[]> {
  const outbox = createOutbox();
  await onAll(instant, (own) => tickReminders({ ...own, ...outbox }));
  return outbox.attempts.map(({ text }) => text);
}

/** Lets all instances tell at once what is due; answers the messages, each by its lines. */
async function tellAt(
  instant: Date,
  answer: () => SendResult = () => ({ status: 'sent', messageId: 1 }),
): Promise<string[][]> {
  const told: OutgoingDigest[] = [];
  const send = (message: OutgoingDigest) => {
    told.push(message);
    return Promise.resolve(answer());
  };
  await onAll(instant, (own) =>
    runTick({ ...own, kinds: [dueDigests(send)], retract: () => Promise.resolve() }),
  );
  return told.map(({ nags }) => nags.map(({ text }) => text));
}

test('in quiet hours a re-send waits; a first send, a snooze and what is told ahead ring', async () => {
  const { id } = await someone();
  const { id: kept } = await flooding((await someone()).id, 'таблетки');
  await createReminder(db, id, { text: 'первый раз', dateTime: NIGHT });
  await flooding(id, 'отложено', { waitingSince: null, snoozedUntil: NIGHT, nextFireAt: NIGHT });
  const ahead = { preAlerts: [60], dateTime: after(NIGHT, 60), nextFireAt: NIGHT };
  await createReminder(db, (await someone()).id, { text: 'заранее', ...ahead });
  const sent = await tickAt(NIGHT);
  expect(sent.toSorted()).toEqual(['заранее', 'отложено', 'первый раз']);
  expect(await rowOf(kept)).toMatchObject({
    nextFireAt: after(MORNING, FLOOD),
    nagCount: 1,
    leaseToken: null,
  });
  expect(await tellAt(after(MORNING, -1))).toEqual([]);
});

test('a re-send rings where there are no quiet hours, or where they are over', async () => {
  for (const settings of [
    null,
    {},
    { quietHours: null },
    { quietHours: { from: '02:00', to: '08:00' } },
  ]) {
    const { id } = await someone(settings);
    await flooding(id, 'таблетки');
  }
  expect(await tickAt(NIGHT)).toHaveLength(4);
  expect(await db.$count(quietDigests)).toBe(0);
});

test('what was held comes as one message, in its order, once however many instances look, and the floods go on behind it', async () => {
  const { id } = await someone();
  const other = await someone();
  const first = await flooding(id, 'первое', { nextFireAt: after(CAME, 3) });
  const second = await flooding(id, 'второе', { nextFireAt: after(CAME, 4) });
  await flooding(other.id, 'чужое');
  await tickAt(after(CAME, 3));
  expect(await tickAt(NIGHT)).toEqual([]);
  const told = await tellAt(MORNING);
  expect(told.toSorted()).toEqual([['первое', 'второе'], ['чужое']].toSorted());
  expect(await db.$count(quietDigests)).toBe(0);
  expect(await tellAt(after(MORNING, 1))).toEqual([]);
  for (const row of [await rowOf(first.id), await rowOf(second.id)]) {
    const goesOn = row?.nextFireAt?.getTime() ?? 0;
    expect(goesOn - after(MORNING, FLOOD).getTime()).toBeGreaterThanOrEqual(0);
    expect(goesOn - after(MORNING, FLOOD).getTime()).toBeLessThan(60_000);
  }
  expect((await tickAt(after(MORNING, FLOOD + 1))).toSorted()).toEqual([
    'второе',
    'первое',
    'чужое',
  ]);
  const lines = await db.select().from(deliveries).where(eq(deliveries.kind, 'notice'));
  expect(lines).toHaveLength(2);
});

test('what was answered, deleted, paused or put off in the night is not told; nothing left is no message', async () => {
  const { id } = await someone();
  const done = await flooding(id, 'сделано');
  const gone = await flooding(id, 'удалено');
  const paused = await flooding(id, 'пауза');
  const snoozed = await flooding(id, 'отложено');
  await tickAt(NIGHT);
  const press = { userId: id, reminderId: done.id, occurrenceAt: CAME, messageId: 5, now: NIGHT };
  await pressInChat(db, { ...press, button: 'done' });
  await db.update(reminders).set({ deletedAt: NIGHT }).where(eq(reminders.id, gone.id));
  const resting = { pausedFrom: CAME, nextFireAt: null };
  await db.update(reminders).set(resting).where(eq(reminders.id, paused.id));
  const later = after(MORNING, 60);
  const put = { snoozedUntil: later, nextFireAt: later, waitingSince: null };
  await db.update(reminders).set(put).where(eq(reminders.id, snoozed.id));
  expect(await tellAt(MORNING)).toEqual([]);
  expect(await db.$count(quietDigests)).toBe(0);
});

test('the service was down until after the end: what was held comes once, not again by itself', async () => {
  const { id } = await someone();
  await flooding(id, 'таблетки');
  await tickAt(NIGHT);
  const late = after(MORNING, 60);
  const [told, sent] = await Promise.all([tellAt(late), tickAt(late)]);
  expect([...told.flat(), ...sent]).toEqual(['таблетки']);
});

test('a process that dies with a message is replaced once its lease is over: nothing is lost', async () => {
  const { id } = await someone();
  await flooding(id, 'таблетки');
  await tickAt(NIGHT);
  const { claims } = await digests.claim(db, claimed);
  expect(claims.map(({ nags }) => nags.length)).toEqual([1]);
  expect(await tellAt(after(MORNING, 0.4))).toEqual([]);
  expect(await tellAt(after(MORNING, 2))).toEqual([['таблетки']]);
});

test.each<[SendResult, number]>([
  [{ status: 'retry', code: 'timeout', reached: true }, 1],
  [{ status: 'retry', code: 'network', reached: false }, 1],
  [{ status: 'refused', code: '400' }, 1],
])('after %j it is tried again', async (result) => {
  const { id } = await someone();
  await flooding(id, 'таблетки');
  await tickAt(NIGHT);
  expect(await tellAt(MORNING, () => result)).toHaveLength(1);
  expect(await tellAt(MORNING)).toEqual([]);
  expect(await tellAt(after(MORNING, 1))).toEqual([['таблетки']]);
  expect(await db.$count(quietDigests)).toBe(0);
});

test('who cannot be written to gets no message, and is parked', async () => {
  const { id } = await someone();
  const { id: reminderId } = await flooding(id, 'таблетки');
  await tickAt(NIGHT);
  await tellAt(MORNING, () => ({ status: 'unreachable', code: '403' }));
  expect(await db.$count(quietDigests)).toBe(0);
  expect(await rowOf(reminderId)).toMatchObject({ deliveryState: 'parked' });
});

describe('a notice to all users', () => {
  const TEXT = 'Завтра ночью бот будет недоступен';
  async function started(text = TEXT) {
    const draft = await saveNotice(db, { adminId: 1, text, now: NIGHT });
    const [row] = await db.select().from(notices).where(eq(notices.id, draft.id));
    if (!row) throw new Error('the draft is gone');
    await markPreviewed(db, row, NIGHT);
    return startNotice(db, { adminId: 1, id: draft.id, text: draft.text, now: NIGHT });
  }
  async function spreadAt(instant: Date) {
    const sent: number[] = [];
    const send = ({ chatId }: OutgoingNotice) => {
      sent.push(chatId);
      return Promise.resolve(SENT);
    };
    await runTick({
      db,
      kinds: [dueNotices(db, send)],
      retract: () => Promise.resolve(),
      now: runningClock(instant),
      deadline: after(instant, 1),
      horizonMs: 60_000,
      maxPerSecond: 1_000,
    });
    return sent;
  }

  test('waits for whom it is quiet, goes on until then, and comes to them once', async () => {
    const sleeper = await someone();
    const awake = await someone(null);
    await started();
    expect(await spreadAt(NIGHT)).toEqual([awake.id]);
    expect(await listNotices(db, 1)).toMatchObject([{ state: 'running', sent: 1 }]);
    expect(await spreadAt(after(MORNING, -2))).toEqual([]);
    expect(await spreadAt(MORNING)).toEqual([sleeper.id]);
    expect(await listNotices(db, 1)).toMatchObject([{ state: 'done', sent: 2 }]);
  });

  test('reaches whoever is awake though it waits for somebody, and whose quiet hours have become longer when those end', async () => {
    const sleeper = await someone();
    await started();
    await spreadAt(NIGHT);
    await saveSettings(db, sleeper.id, { quietHours: { from: '23:00', to: '09:00' } }, NIGHT);
    expect(await spreadAt(MORNING)).toEqual([]);
    expect(await spreadAt(after(MORNING, 60))).toEqual([sleeper.id]);
  });

  test('comes at once where the quiet hours for whose end it waits are taken off', async () => {
    const [brief, long] = [await someone(), await someone()];
    await started();
    await spreadAt(NIGHT);
    const changed = after(NIGHT, 10);
    await saveSettings(db, brief.id, { quietHours: null }, changed);
    await saveSettings(db, long.id, { quietHours: { from: '22:00', to: '07:00' } }, changed);
    expect(await spreadAt(changed)).toEqual([brief.id]);
    expect(await spreadAt(after(MORNING, -60))).toEqual([long.id]);
  });

  test('that is stopped in the night does not come in the morning, nor keeps another one waiting', async () => {
    const sleeper = await someone();
    const { id } = await started();
    await spreadAt(NIGHT);
    expect(await db.$count(noticeRecipients)).toBe(1);
    await stopNotice(db, id, NIGHT);
    expect(await db.$count(noticeRecipients)).toBe(0);
    const other = await started('Всё работает');
    expect(await spreadAt(NIGHT)).toEqual([]);
    expect(await spreadAt(MORNING)).toEqual([sleeper.id]);
    const sent = { [id]: 0, [other.id]: 1 };
    for (const row of await db.select().from(notices)) expect(row.sent).toBe(sent[row.id]);
  });
});

test('quiet hours that are taken off tell at once what they held; longer ones wait on', async () => {
  const [brief, long] = [await someone(), await someone()];
  await flooding(brief.id, 'сразу');
  await flooding(long.id, 'позже');
  await tickAt(NIGHT);
  const changed = after(NIGHT, 10);
  await saveSettings(db, brief.id, { quietHours: null }, changed);
  await saveSettings(db, long.id, { quietHours: { from: '22:00', to: '09:00' } }, changed);
  expect(await tellAt(changed)).toEqual([['сразу']]);
  expect(await tellAt(MORNING)).toEqual([]);
  expect(await tellAt(after(MORNING, 60))).toEqual([['позже']]);
});

const heldOf = async (userId: number) =>
  (await db.select().from(quietDigests).where(eq(quietDigests.userId, userId)))[0]?.items ?? [];

test('a re-send that is held again while it waits for the message is told once in it', async () => {
  const { id } = await someone();
  await flooding(id, 'таблетки');
  await tickAt(NIGHT);
  const later = { quietHours: { from: '23:00', to: '09:00' } };
  await saveSettings(db, id, later, NIGHT);
  expect(await tickAt(after(MORNING, FLOOD + 1))).toEqual([]);
  expect(await heldOf(id)).toHaveLength(1);
  const end = after(MORNING, 60);
  expect(await tellAt(end)).toEqual([['таблетки']]);
  expect(await tellAt(after(end, 1))).toEqual([]);
  expect(await tickAt(after(end, FLOOD + 1))).toEqual(['таблетки']);
});

test('what is told ahead rings in the night behind a held re-send, and at its end; the flood is told once', async () => {
  // Half past eight and ten to eleven in the evening, by the clocks of Moscow.
  const first = new Date('2026-11-20T19:50:00Z');
  const next = after(MORNING, 30);
  const fields = {
    floodInterval: 15,
    nagCount: 0,
    firstWallTime: '2026-11-20T22:50',
    rule: { every: 1, unit: 'DAY' as const, times: ['08:30', '22:50'] },
    preAlerts: [60, 30],
    openOccurrenceAt: first,
    waitingSince: first,
    dateTime: next,
    nextFireAt: after(first, 15),
  };
  const { id } = await someone();
  const { id: reminderId } = await flooding(id, 'таблетки', fields);
  expect(await tickAt(NIGHT)).toEqual([]);
  expect(await rowOf(reminderId)).toMatchObject({ nextFireAt: after(MORNING, -30), nagCount: 0 });
  expect(await tickAt(after(MORNING, -30))).toEqual(['таблетки']);
  expect(await tickAt(after(MORNING, -14))).toEqual([]);
  expect(await tellAt(MORNING)).toEqual([['таблетки']]);
  expect(await rowOf(reminderId)).toMatchObject({ nextFireAt: MORNING });
  expect(await tickAt(MORNING)).toEqual(['таблетки']);
  const kinds = await db
    .select({ kind: deliveries.kind })
    .from(deliveries)
    .where(eq(deliveries.reminderId, reminderId));
  expect(kinds).toEqual([{ kind: 'pre-alert' }, { kind: 'pre-alert' }]);
  // The re-send that goes on behind the message, then the occurrence itself.
  expect(await tickAt(after(MORNING, 16))).toEqual(['таблетки']);
  expect(await tickAt(next)).toEqual(['таблетки']);
  expect(await rowOf(reminderId)).toMatchObject({ openOccurrenceAt: next });
});

describe('what is held', () => {
  const occurrenceAt = CAME.toISOString();
  const nag = (reminderId: number) =>
    ({ kind: 'nag', reminderId, occurrenceAt, nagCount: 1 }) as const;

  test('while its message is on the way comes in the next one, although it stands in this one', async () => {
    const { id } = await someone();
    const { id: reminderId } = await flooding(id, 'таблетки');
    await tickAt(NIGHT);
    const [claim] = (await digests.claim(db, claimed)).claims;
    if (!claim) throw new Error('there is no message');
    await hold(db, id, nag(reminderId), after(MORNING, 60));
    await digests.settle(db, [
      { claim, result: SENT, began: MORNING, at: MORNING, earlierTry: 'none' },
    ]);
    expect(await heldOf(id)).toEqual([nag(reminderId)]);
  });

  test('and is changed after a look has begun, before that comes to lease it, is told by this very look', async () => {
    const { id } = await someone();
    await flooding(id, 'таблетки');
    await tickAt(NIGHT);
    // A statement that leases has its snapshot when this trigger makes it wait, and has chosen no row.
    await db.execute(sql`create function wait_at_gate() returns trigger language plpgsql as
      'begin perform pg_advisory_xact_lock(1); return null; end'`);
    await db.execute(sql`create trigger gate before update on quiet_digests
      for each statement execute function wait_at_gate()`);
    const isWaitedFor = async () => {
      const { rows } = await db.execute(sql`select from pg_stat_activity
        where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0
          and backend_type = 'client backend'`);
      return rows.length > 0;
    };
    try {
      const looking = await db.transaction(async (tx) => {
        await tx.execute(sql`select pg_advisory_xact_lock(1)`);
        const claim = digests.claim(db, claimed);
        await until(isWaitedFor);
        await tx.update(quietDigests).set({ dueAt: NIGHT }).where(eq(quietDigests.userId, id));
        return { claim };
      });
      const { claims, found } = await looking.claim;
      expect(claims.map(({ userId }) => userId)).toEqual([id]);
      expect(found).toBe(1);
    } finally {
      await db.execute(sql`drop function wait_at_gate cascade`);
    }
  });

  test('and stands there twice is told once, however many messages it takes', async () => {
    const { id } = await someone();
    const rows = [];
    for (let i = 1; i <= 25; i += 1) rows.push(await flooding(id, `дело ${i}`));
    const items = rows.map((row) => nag(row.id));
    await db.insert(quietDigests).values({ userId: id, items: [...items, ...items], dueAt: NIGHT });
    const told = await tellAt(MORNING);
    expect(told.map((lines) => lines.length)).toEqual([20, 5]);
    expect(told.flat()).toEqual(rows.map(({ text }) => text));
  });

  test('has a bound: re-sends beyond it go on by themselves', async () => {
    const { id } = await someone();
    const items = Array.from({ length: HELD_MAX }, (_, i) => nag(i + 1));
    await db.insert(quietDigests).values({ userId: id, items, dueAt: MORNING });
    await hold(db, id, nag(HELD_MAX + 1), MORNING);
    expect(await heldOf(id)).toEqual(items);
  });
});

test('a setting that only a newer release knows outlives a change of the others', async () => {
  const { id } = await someone();
  await db.execute(
    sql`update users set settings = settings || '{"weekly": "10:00"}' where id = ${id}`,
  );
  await saveSettings(db, id, { quietHours: { from: '22:00', to: '08:00' } }, CAME);
  const [user] = await db.select().from(users).where(eq(users.id, id));
  expect(user?.settings).toMatchObject({ weekly: '10:00', quietHours: { from: '22:00' } });
});
