import { eq, sql } from 'drizzle-orm';
import { createReminder, createUser } from '@/testing/builders';
import { fixDate } from '@/testing/clock';
import { testDatabase } from '@/testing/database';
import { movedClock } from '@/testing/moved-clock';
import { createOutbox, type Outbox, tickReminders } from '@/testing/outbox';
import { why } from '../admin/why';
import { actOnReminder } from '../reminders/acts';
import { sendToOneself } from '../notices/notices';
import { deliveries, downMinutes, pace, reminders, users } from '../platform/db/schema';
import { log } from '../platform/log';
import { processRegistry } from '../platform/metrics';
import { BotApiError, classifyFault, type SendResult } from '../telegram/send';
import { PATIENCE } from './verdict';
import { recordDowntime } from './ledger-reading';
import { databaseClock } from './clock';
import { bookChat } from './pace';
import { sendOne } from './send-one';

const { db, pool } = testDatabase();

const NOON = new Date('2026-11-20T09:00:00Z');
const MINUTE = 60_000;
const after = (ms: number) => new Date(NOON.getTime() + ms);

let logged: jest.SpyInstance;
beforeEach(async () => {
  logged = jest.spyOn(log, 'error').mockImplementation(() => undefined);
  await db.delete(users);
  await db.delete(deliveries);
  await db.delete(downMinutes);
  await db.execute(sql`update pace set halted_until = null`);
});
afterEach(() => logged.mockRestore());

function tick(outbox: Outbox, start = NOON) {
  const clock = movedClock(start, pool);
  return clock.until(
    tickReminders({
      ...{ db, now: clock.now, timers: clock, maxPerSecond: Infinity, horizonMs: 0 },
      ...{ send: outbox.send, retract: outbox.retract, deadline: new Date(+start + 10_000) },
    }),
  );
}

const rowOf = async (id: number) => {
  const [row] = await db.select().from(reminders).where(eq(reminders.id, id));
  if (!row) throw new Error('no such reminder');
  return row;
};

/** Attempts that the metrics count as ours. */
async function faultsCounted(): Promise<number> {
  const text = await processRegistry().getSingleMetricAsString('napomnyu_reminder_sends_total');
  const counts = [...text.matchAll(/reminder_sends_total\{[^}]*outcome="fault"\} (\d+)/g)];
  return counts.reduce((sum, [, count]) => sum + Number(count), 0);
}

/** Reminders of one account that none of our code can render, whether it throws at once or later. */
async function unrenderable(count: number) {
  const { id: userId } = await createUser(db);
  const rows = [];
  for (let i = 0; i < count; i += 1) {
    rows.push(await createReminder(db, userId, { dateTime: after(-i * 1_000), text: 'Сломано' }));
  }
  const clock = movedClock(NOON, pool);
  const outbox = createOutbox(({ text }) => {
    if (text === 'Сломано') throw new RangeError('a fault of ours');
    return undefined;
  }, clock.elapsed);
  return { userId, rows, outbox };
}

test('what our own code throws holds up nobody else, and is logged', async () => {
  const { rows, outbox } = await unrenderable(12);
  const stranger = await createReminder(db, (await createUser(db)).id, { dateTime: after(9_000) });
  const clock = movedClock(NOON, pool);
  await clock.until(
    tickReminders({
      ...{ db, now: clock.now, timers: clock, maxPerSecond: Infinity, horizonMs: 30_000 },
      ...{ send: outbox.send, retract: outbox.retract, deadline: after(30_000) },
    }),
  );
  expect(outbox.sent.map(({ reminderId }) => reminderId)).toEqual([stranger.id]);
  const [line] = await db.select().from(deliveries).where(eq(deliveries.reminderId, stranger.id));
  expect(Number(line?.sentAt) - Number(line?.scheduledAt)).toBeLessThan(1_000);
  expect(outbox.attempts.length).toBeGreaterThanOrEqual(rows.length);
  const rangeError: unknown = expect.objectContaining({ name: 'RangeError' });
  expect(logged).toHaveBeenCalledWith(
    { fault: rangeError },
    'a message could not be rendered or sent',
  );
});

test('such a row is tried by the ladder of unreadable ones, for ever, and never fails', async () => {
  const { rows, outbox } = await unrenderable(1);
  const id = rows[0]?.id ?? 0;
  let at = NOON;
  const waits: number[] = [];
  for (let i = 0; i < PATIENCE.reminder.unanswered.attemptsMax + 5; i += 1) {
    await tick(outbox, at);
    const { notBefore, deliveryState } = await rowOf(id);
    expect(deliveryState).toBe('scheduled');
    waits.push(Math.round((Number(notBefore) - +at) / MINUTE));
    at = new Date(Number(notBefore) + 1_000);
  }
  expect(waits.slice(0, 8)).toEqual([1, 2, 4, 8, 16, 32, 60, 60]);
  expect(await rowOf(id)).toMatchObject({ lastError: 'fault', attempts: 6 });
});

describe('a reminder whose next state the database refuses', () => {
  const HOUR = 60 * MINUTE;
  const refuse = () =>
    db.execute(sql`alter table reminders add constraint refuse
      check (text <> 'Сломано' or open_occurrence_at is null)`);
  const relent = () => db.execute(sql`alter table reminders drop constraint if exists refuse`);
  beforeEach(refuse);
  afterEach(relent);

  /** Runs delivery whenever the reminder is due, until an instant; answers when that was, and the latest run. */
  async function tickUntil(id: number, outbox: Outbox, end: Date): Promise<Date[]> {
    const runs: Date[] = [];
    for (;;) {
      const { notBefore, nextFireAt } = await rowOf(id);
      const at = notBefore ?? nextFireAt;
      if (at === null || at > end) return runs;
      runs.push(at);
      await tick(outbox, at);
    }
  }
  const linesOf = (id: number) =>
    db.select().from(deliveries).where(eq(deliveries.reminderId, id)).orderBy(deliveries.id);

  test('it is heard once, stands in the ledger as sent, and is settled once it can be', async () => {
    const { id: userId } = await createUser(db);
    const { id } = await createReminder(db, userId, { dateTime: NOON, text: 'Сломано' });
    const other = await createReminder(db, (await createUser(db)).id, { dateTime: NOON });
    const outbox = createOutbox();
    const runs = await tickUntil(id, outbox, after(8 * HOUR));
    expect(runs.length).toBeGreaterThan(8);
    expect(outbox.attempts.map(({ reminderId }) => reminderId).sort()).toEqual(
      [id, other.id].sort(),
    );
    expect((await rowOf(other.id)).openOccurrenceAt).toEqual(NOON);
    expect(outbox.retracted).toEqual([]);
    const messageId = outbox.sent.find(({ reminderId }) => reminderId === id)?.messageId;
    expect(await linesOf(id)).toMatchObject([{ outcome: 'sent', errorCode: null, messageId }]);
    expect(await rowOf(id)).toMatchObject({
      ...{ deliveryState: 'scheduled', lastError: 'broken', attempts: 6, leaseToken: null },
      ...{ openOccurrenceAt: null, nextFireAt: NOON, liveMessageId: messageId },
    });
    const told = await why(db, { userId, reminderId: id, now: after(8 * HOUR) });
    expect(told?.reminders[0]?.messages.map(({ fate }) => fate.is)).toEqual(['sent']);
    expect(logged).toHaveBeenCalledTimes(runs.length);

    await relent();
    await tickUntil(id, outbox, after(10 * HOUR));
    expect(outbox.attempts).toHaveLength(2);
    expect(await linesOf(id)).toHaveLength(1);
    expect(await rowOf(id)).toMatchObject({
      ...{ lastError: null, openOccurrenceAt: NOON, nextFireAt: null, attempts: 0 },
      liveMessageId: messageId,
    });
  });

  test('each try counts as ours in the metrics', async () => {
    const { id } = await createReminder(db, (await createUser(db)).id, {
      ...{ dateTime: NOON, text: 'Сломано' },
    });
    const outbox = createOutbox();
    const before = await faultsCounted();
    const runs = await tickUntil(id, outbox, after(HOUR));
    expect((await faultsCounted()) - before).toBe(runs.length);
  });

  test('of a series the next occurrence comes all the same, once and at its time', async () => {
    const { id } = await createReminder(db, (await createUser(db)).id, {
      ...{ dateTime: NOON, text: 'Сломано', rule: { every: 1, unit: 'DAY' } },
    });
    const outbox = createOutbox();
    await tickUntil(id, outbox, after(25 * HOUR));
    const days = [NOON, after(24 * HOUR)];
    expect(outbox.sent.map(({ occurrenceAt }) => occurrenceAt)).toEqual(days);
    const lateness = (await linesOf(id)).map(({ sentAt, scheduledAt }) => +sentAt - +scheduledAt);
    expect(Math.max(...lateness)).toBeLessThan(1_000);
  });

  test('a re-send and a message ahead are heard once, too', async () => {
    const { id: userId } = await createUser(db);
    await relent();
    const nag = await createReminder(db, userId, {
      ...{ dateTime: after(-5 * MINUTE), openOccurrenceAt: after(-5 * MINUTE), floodInterval: 5 },
      ...{ waitingSince: after(-5 * MINUTE), nextFireAt: NOON },
    });
    const ahead = await createReminder(db, userId, {
      ...{ dateTime: after(9 * HOUR), nextFireAt: NOON, preAlerts: [9 * 60] },
    });
    await db.execute(sql`alter table reminders add constraint refuse
      check (nag_count = 0 and next_fire_at <> '2026-11-20T18:00:00Z')`);
    const outbox = createOutbox();
    for (const { id } of [nag, ahead]) await tickUntil(id, outbox, after(3 * HOUR));
    expect(outbox.attempts.map(({ firing }) => firing.kind).sort()).toEqual(['nag', 'pre-alert']);
    expect(outbox.retracted).toEqual([]);
  });

  test('one that Telegram rejects is put back, where it may not be given up', async () => {
    const { id } = await createReminder(db, (await createUser(db)).id, { dateTime: NOON });
    await db.execute(sql`alter table reminders add constraint refuse_failed
      check (delivery_state <> 'failed')`);
    const outbox = createOutbox(() => ({ status: 'rejected', code: '400' }));
    await tick(outbox);
    await db.execute(sql`alter table reminders drop constraint refuse_failed`);
    const putBack = await rowOf(id);
    expect(putBack).toMatchObject({ deliveryState: 'scheduled', lastError: 'broken' });
    await tick(outbox, new Date(Number(putBack.notBefore)));
    expect(await rowOf(id)).toMatchObject({ deliveryState: 'failed', lastError: '400' });
  });

  test('what the person answers meanwhile counts', async () => {
    const account = await createUser(db);
    const { id } = await createReminder(db, account.id, { dateTime: NOON, text: 'Сломано' });
    const outbox = createOutbox();
    await tickUntil(id, outbox, after(HOUR));
    await actOnReminder(db, account, id, 'done', { now: after(HOUR) });
    await tickUntil(id, outbox, after(5 * HOUR));
    expect(outbox.attempts).toHaveLength(1);
    expect(await rowOf(id)).toMatchObject({ completed: true, lastError: null, nextFireAt: null });
  });
});

test('it counts as ours in the metrics, on the status page and in «Почему не пришло?»', async () => {
  const { userId, rows, outbox } = await unrenderable(1);
  const before = await faultsCounted();
  await tick(outbox);
  expect((await faultsCounted()) - before).toBe(1);
  await recordDowntime(db, after(2 * MINUTE));
  expect(await db.select().from(downMinutes)).toMatchObject([{ by: 'us' }]);
  const told = await why(db, { userId, reminderId: rows[0]?.id, now: after(5_000) });
  const fates = told?.reminders[0]?.messages.map(({ fate }) => fate);
  expect(fates).toMatchObject([{ is: 'waits', because: 'our-fault' }]);
});

test('a line that the ledger refuses hides nothing of what Telegram said of the chat', async () => {
  const [blocked, flooded] = [await createUser(db), await createUser(db)];
  await db.execute(sql`
    alter table deliveries add constraint refused check (kind <> 'notice') not valid`);
  const answering = (result: SendResult) => {
    return { db, send: () => Promise.resolve(result), now: () => NOON, maxPerSecond: Infinity };
  };
  try {
    await sendOne(answering({ status: 'unreachable', code: '403' }), { chatId: blocked.id });
    await sendOne(answering({ status: 'rate-limited', retryAfterS: 60 }), { chatId: flooded.id });
  } finally {
    await db.execute(sql`alter table deliveries drop constraint refused`);
  }
  const unreachable = await db.select().from(users).where(eq(users.id, blocked.id));
  expect(unreachable).toMatchObject([{ unreachableSince: NOON }]);
  expect(await bookChat(db, flooded.id, NOON)).toHaveProperty('silentUntil');
});

test('what is sent on demand halts all sending by the database’s clock, however wrong this process’s is', async () => {
  const { id: chatId } = await createUser(db);
  const send = () => Promise.resolve({ status: 'unauthorized', code: 'bot-refused' } as const);
  const clock = await databaseClock(db);
  const before = +clock();
  fixDate(before + 60 * MINUTE);
  const sending = sendToOneself({ db, send, maxPerSecond: Infinity }, { chatId, text: 'Проба' });
  await expect(sending).rejects.toThrow();
  jest.useRealTimers();
  const [row] = await db.select().from(pace);
  expect(+(row?.haltedUntil ?? 0)).toBeGreaterThanOrEqual(before + 30_000);
  expect(+(row?.haltedUntil ?? 0)).toBeLessThanOrEqual(+clock() + 31_000);
});

test('minutes in which rows cannot be read are ours', async () => {
  const { id: userId } = await createUser(db);
  const { id } = await createReminder(db, userId, { dateTime: NOON });
  await db.execute(sql`update reminders set rule = '"never"' where id = ${id}`);
  await tick(createOutbox());
  await recordDowntime(db, after(2 * MINUTE));
  expect(await db.select().from(downMinutes)).toMatchObject([{ by: 'us' }]);
});

test.each([
  [401, 'Unauthorized'],
  [404, 'Not Found'],
  [400, 'Bad Request: FROZEN_METHOD_INVALID'],
  [400, 'Logged out'],
])('%d %s: the bot is refused, which is ours', async (code, description) => {
  const { id: userId } = await createUser(db);
  const { id: reminderId } = await createReminder(db, userId, { dateTime: NOON });
  const fatal = jest.spyOn(log, 'fatal').mockImplementation(() => undefined);
  await tick(createOutbox(() => classifyFault(new BotApiError(code, description))));
  expect(fatal).toHaveBeenCalledTimes(1);
  fatal.mockRestore();
  await recordDowntime(db, after(2 * MINUTE));
  expect(await db.select().from(downMinutes)).toMatchObject([{ by: 'us' }]);
  const told = await why(db, { userId, reminderId, now: after(5_000) });
  const fates = told?.reminders[0]?.messages.map(({ fate }) => fate);
  expect(fates).toMatchObject([{ is: 'waits', because: 'bot-refused' }]);
});

test('404 of a method that a Bot API server of one’s own does not know: only that call is refused', () => {
  const fault = new BotApiError(404, 'Not Found: method not found');
  expect(classifyFault(fault)).toEqual({ status: 'refused', code: '404' });
});

test('who cannot be said to sleep or wake holds up nobody', async () => {
  const { id: userId } = await createUser(db, {
    ...{ timeZone: 'Mars/Olympus', settings: { quietHours: { from: '00:00', to: '23:59' } } },
  });
  const nag = await createReminder(db, userId, {
    ...{ dateTime: after(-MINUTE), openOccurrenceAt: after(-MINUTE), floodInterval: 5 },
    ...{ waitingSince: after(-MINUTE), nextFireAt: NOON },
  });
  const other = await createReminder(db, (await createUser(db)).id, { dateTime: NOON });
  const outbox = createOutbox();
  await tick(outbox);
  expect(outbox.sent.map(({ reminderId }) => reminderId)).toEqual([other.id]);
  expect(await rowOf(nag.id)).toMatchObject({ deliveryState: 'scheduled', lastError: 'broken' });
});

test('an exception that is none of Telegram’s is a fault of ours', () => {
  expect(classifyFault(new TypeError('x'))).toEqual({ status: 'fault', code: 'fault' });
});
