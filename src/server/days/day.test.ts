import { randomUUID } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import { OFFER_AFTER_MS } from '@/core/limits';
import { type Settings } from '@/core/settings';
import { createReminder, createUser } from '@/testing/builders';
import { testDatabase, testInstances } from '@/testing/database';
import { movedClock } from '@/testing/moved-clock';
import { runningClock } from '@/testing/outbox';
import { until } from '@/testing/until';
import { eraseAccount } from '../retention/erase-account';
import { pressInList } from '../reminders/chat-acts';
import { dayMessages, dayPlans, deliveries, pace, reminders, users } from '../platform/db/schema';
import { onNudge } from '../platform/nudge';
import { type SendResult } from '../telegram/send';
import { runTick } from '../outbox/tick';
import { deleteReminder } from '../reminders/deletion';
import { saveSettings } from '../accounts/settings';
import { saveBrowserTimeZone } from '../reminders/zone-shift';
import { offerDayMessages } from '../accounts/day-plans';
import { dueDayEdits, dueDays, type OutgoingDay } from './tell';

const { db, pool, url } = testDatabase();
const instances = testInstances(url, 4);
afterEach(async () => {
  await db.delete(users);
  await db.delete(deliveries);
});

/** By the clocks of Moscow. */
const moscow = (wall: string) => new Date(`2026-11-${wall}:00+03:00`);
const NIGHT = moscow('20T03:00');
const MORNING = moscow('20T08:00');
const EVENING = moscow('20T21:00');
const after = (instant: Date, minutes: number) => new Date(instant.getTime() + minutes * 60_000);

async function someone(
  settings: Partial<Pick<Settings, 'agenda' | 'review' | 'quietHours'>> = { agenda: '08:00' },
  fields: Partial<typeof users.$inferInsert> = {},
) {
  const user = await createUser(db, fields);
  await saveSettings(db, user.id, settings, NIGHT);
  return user;
}
const planned = (userId: number, wall: string, text = wall) =>
  createReminder(db, userId, { text, dateTime: moscow(wall) });
const waiting = (userId: number, wall: string, text = wall) =>
  createReminder(db, userId, {
    text,
    dateTime: moscow(wall),
    openOccurrenceAt: moscow(wall),
    waitingSince: moscow(wall),
    nextFireAt: null,
  });

let lastMessageId = 0;
/** Lets all instances look at once; answers what was sent, `!` before what was edited, by its lines. */
async function lookAt(
  instant: Date,
  answer: (message: OutgoingDay) => SendResult | undefined = () => undefined,
): Promise<string[]> {
  const told: OutgoingDay[] = [];
  const send = (message: OutgoingDay) => {
    told.push(message);
    const messageId = message.messageId ?? (lastMessageId += 1);
    return Promise.resolve(answer(message) ?? { status: 'sent' as const, messageId });
  };
  await Promise.all(
    instances.map(({ db }) =>
      runTick({
        db,
        kinds: [dueDays(send), dueDayEdits(send)],
        retract: () => Promise.resolve(),
        now: runningClock(instant),
        deadline: after(instant, 1),
        horizonMs: 0,
        maxPerSecond: Infinity,
      }),
    ),
  );
  return told.map(({ view, offer, messageId }) => {
    const lines = view.lines.map(({ text, state }) => `${text} ${state}`).join(', ');
    return `${messageId === null ? '' : '!'}${offer ? '?' : ''}${view.kind}: ${lines}`;
  });
}
const planOf = async (userId: number, kind: 'agenda' | 'review') =>
  (
    await db
      .select()
      .from(dayPlans)
      .where(and(eq(dayPlans.userId, userId), eq(dayPlans.kind, kind)))
  )[0];

test('off until chosen: nobody gets a message who has set nothing', async () => {
  const { id } = await createUser(db);
  await planned(id, '20T12:00');
  await waiting(id, '20T07:00');
  expect(await lookAt(MORNING)).toEqual([]);
  expect(await lookAt(EVENING)).toEqual([]);
  expect(await db.$count(dayPlans)).toBe(0);
});

test('the agenda comes at its time, once however many instances look and however often, and stands in the ledger', async () => {
  const [anna, boris] = [await someone(), await someone()];
  await planned(anna.id, '20T18:00', 'вечер');
  await planned(anna.id, '20T12:00', 'обед');
  await planned(anna.id, '21T12:00', 'завтра');
  await planned(boris.id, '20T12:00', 'чужое');
  expect(await lookAt(after(MORNING, -1))).toEqual([]);
  const told = await lookAt(MORNING);
  expect(told.toSorted()).toEqual(['agenda: обед planned, вечер planned', 'agenda: чужое planned']);
  expect(await lookAt(MORNING)).toEqual([]);
  expect(await lookAt(after(MORNING, 30))).toEqual([]);
  const lines = await db.select().from(deliveries);
  expect(lines.map(({ kind, outcome }) => [kind, outcome])).toEqual([
    ['agenda', 'sent'],
    ['agenda', 'sent'],
  ]);
  expect(await lookAt(after(MORNING, 24 * 60))).toEqual(['agenda: завтра planned']);
});

test('the review comes at its time with what was sent that day and not marked done', async () => {
  const { id } = await someone({ review: '21:00' });
  await waiting(id, '20T09:00', 'забыто');
  await waiting(id, '19T09:00', 'вчера');
  await planned(id, '20T23:00', 'впереди');
  expect(await lookAt(EVENING)).toEqual(['review: забыто waiting']);
  expect((await db.select().from(deliveries))[0]?.kind).toBe('review');
});

test('an empty day has no message, also where something is added later', async () => {
  const { id } = await someone({ agenda: '08:00', review: '21:00' });
  expect(await lookAt(MORNING)).toEqual([]);
  await planned(id, '20T22:00');
  expect(await lookAt(after(MORNING, 60))).toEqual([]);
  expect(await lookAt(EVENING)).toEqual([]);
  expect(await db.$count(dayMessages)).toBe(0);
  expect((await planOf(id, 'agenda'))?.dueAt).toEqual(after(MORNING, 24 * 60));
});

test('changes of the day edit that message: done, moved, deleted, new; several at once in one edit, none where it looks the same', async () => {
  const { id } = await someone();
  const [first, second] = [
    await planned(id, '20T12:00', 'обед'),
    await planned(id, '20T15:00', 'звонок'),
  ];
  await planned(id, '20T18:00', 'вечер');
  await lookAt(MORNING);
  const now = after(MORNING, 60);
  const press = { userId: id, now };
  await pressInList(db, { ...press, reminderId: first.id }, {}, 'done');
  await deleteReminder(db, id, second.id, now);
  expect(await lookAt(now)).toEqual(['!agenda: обед done, вечер planned']);
  expect(await lookAt(now)).toEqual([]);
  await db.update(dayMessages).set({ dueAt: now });
  expect(await lookAt(now)).toEqual([]);
  expect(await db.$count(dayMessages)).toBe(1);
  expect(await db.$count(deliveries)).toBe(1);
  // On the next day it is left alone.
  const tomorrow = after(MORNING, 24 * 60);
  await pressInList(db, { ...press, now: tomorrow, reminderId: first.id }, {}, 'resume');
  await db.update(dayMessages).set({ dueAt: now });
  expect(await lookAt(tomorrow)).toEqual([]);
  expect((await db.select().from(dayMessages))[0]?.dueAt).toBeNull();
});

test('what changes while the message is on its way is edited into it right behind', async () => {
  const { id } = await someone();
  const { id: reminderId } = await planned(id, '20T12:00', 'обед');
  let changed: Promise<unknown> | undefined;
  const told = await lookAt(MORNING, ({ messageId }) => {
    if (messageId === null) {
      const press = { userId: id, reminderId, now: MORNING };
      changed = pressInList(db, press, {}, 'done');
    }
    return undefined;
  });
  await changed;
  expect([...told, ...(await lookAt(after(MORNING, 1)))]).toEqual([
    'agenda: обед planned',
    '!agenda: обед done',
  ]);
});

test('quiet hours: it waits for their end, and then comes once', async () => {
  const quietHours = { from: '22:00', to: '09:30' };
  const { id } = await someone({ agenda: '08:00', review: '22:30', quietHours });
  await planned(id, '20T12:00', 'обед');
  await waiting(id, '20T07:00', 'забыто');
  expect(await lookAt(MORNING)).toEqual([]);
  expect(await lookAt(moscow('20T09:30'))).toEqual(['agenda: забыто waiting, обед planned']);
  expect(await lookAt(moscow('20T22:30'))).toEqual([]);
  expect(await lookAt(moscow('21T09:29'))).toEqual([]);
  expect(await lookAt(moscow('21T09:30'))).toEqual(['review: забыто waiting']);
  expect(await lookAt(moscow('21T09:31'))).toEqual([]);
});

test('the service was down: up to three hours late it comes, not on the next day', async () => {
  const { id } = await someone();
  await planned(id, '20T20:00');
  expect(await lookAt(moscow('20T11:01'))).toEqual([]);
  await someone({ agenda: '08:00' });
  const other = await someone();
  await planned(other.id, '20T20:00', 'поздно');
  expect(await lookAt(moscow('20T10:59'))).toEqual(['agenda: поздно planned']);
  await planned(id, '21T20:00', 'новый день');
  expect(await lookAt(moscow('21T08:00'))).toEqual(['agenda: новый день planned']);
});

test.each([
  ['cannot be written to', { unreachableSince: NIGHT }],
  ['has not accepted the present terms', { termsVersion: '2025-01-01' }],
])('who %s gets none, and the next day’s is planned', async (_, fields) => {
  const { id } = await someone({ agenda: '08:00' }, fields);
  await planned(id, '20T12:00');
  expect(await lookAt(MORNING)).toEqual([]);
  expect((await planOf(id, 'agenda'))?.dueAt).toEqual(after(MORNING, 24 * 60));
});

test.each<SendResult>([
  { status: 'retry', code: 'timeout', reached: true },
  { status: 'retry', code: 'network', reached: false },
  { status: 'refused', code: '400' },
  { status: 'rate-limited', retryAfterS: 5 },
])('after %j it is tried again', async (result) => {
  const { id } = await someone();
  await planned(id, '20T12:00', 'обед');
  expect(await lookAt(MORNING, () => result)).toEqual(['agenda: обед planned']);
  expect(await lookAt(after(MORNING, 1))).toEqual(['agenda: обед planned']);
  expect(await lookAt(after(MORNING, 2))).toEqual([]);
});

const silent = (): SendResult => ({ status: 'retry', code: '502', reached: true });

test('an agenda whose answer is lost again and again is tried for hours, ever less often, at most eight times', async () => {
  const { id } = await someone();
  await planned(id, '20T22:00', 'вечер');
  const triedAt: number[] = [];
  for (let minutes = 0; minutes < 190; minutes += minutes < 10 ? 1 : 5) {
    const told = await lookAt(after(MORNING, minutes), silent);
    triedAt.push(...told.map(() => minutes));
  }
  expect(triedAt.length).toBe(8);
  expect(triedAt.at(-1)).toBeGreaterThan(140);
  expect(await planOf(id, 'agenda')).toMatchObject({
    ...{ toldDay: '2026-11-20', attempts: 0 },
    dueAt: after(MORNING, 24 * 60),
  });
});

test('an agenda that is out counts as told, whoever holds its plan by then', async () => {
  const { id } = await someone();
  await planned(id, '20T22:00', 'вечер');
  const send = async (): Promise<SendResult> => {
    // Its lease ran out meanwhile, and another process has it.
    const another = { leaseToken: randomUUID(), leaseUntil: after(MORNING, 1) };
    await db.update(dayPlans).set(another).where(eq(dayPlans.userId, id));
    return { status: 'sent', messageId: 1 };
  };
  await runTick({
    ...{ db, kinds: [dueDays(send)], retract: () => Promise.resolve() },
    ...{ now: runningClock(MORNING), deadline: after(MORNING, 1) },
    ...{ horizonMs: 0, maxPerSecond: Infinity },
  });
  expect((await planOf(id, 'agenda'))?.toldDay).toBe('2026-11-20');
  expect(await lookAt(after(MORNING, 2))).toEqual([]);
});

test('while Telegram cannot be reached the agenda is tried until three hours are over', async () => {
  const { id } = await someone();
  await planned(id, '20T22:00', 'вечер');
  const away = (): SendResult => ({ status: 'retry', code: 'network', reached: false });
  for (let minutes = 0; minutes < 170; minutes += 10) await lookAt(after(MORNING, minutes), away);
  expect(await lookAt(after(MORNING, 171))).toEqual(['agenda: вечер planned']);

  const late = await someone();
  await planned(late.id, '20T22:00', 'поздно');
  await lookAt(moscow('20T10:59'), silent);
  expect(await lookAt(moscow('20T11:05'))).toEqual([]);
  expect(await planOf(late.id, 'agenda')).toMatchObject({
    dueAt: after(MORNING, 24 * 60),
    attempts: 0,
  });
});

test('an edit is tried on as long as its message is live', async () => {
  const { id } = await someone();
  const { id: reminderId } = await planned(id, '20T22:00', 'вечер');
  await lookAt(MORNING);
  await pressInList(db, { userId: id, reminderId, now: after(MORNING, 1) }, {}, 'done');
  for (let minutes = 1; minutes < 20; minutes += 1) {
    await lookAt(after(MORNING, minutes), () => ({ status: 'retry', code: '502', reached: true }));
  }
  expect(await lookAt(after(MORNING, 30))).toEqual(['!agenda: вечер done']);
});

test('an agenda at an hour in quiet hours that end after midnight comes at their end, and is about the new day', async () => {
  const { id } = await someone({ agenda: '23:30', quietHours: { from: '23:00', to: '09:00' } });
  await planned(id, '20T23:45', 'вчера');
  await planned(id, '21T12:00', 'обед');
  await planned(id, '22T12:00', 'послезавтра');
  await lookAt(moscow('20T10:00'));
  expect(await lookAt(moscow('20T23:30'))).toEqual([]);
  expect(await lookAt(moscow('21T08:59'))).toEqual([]);
  expect(await lookAt(moscow('21T09:00'))).toEqual(['agenda: обед planned']);
  expect(await planOf(id, 'agenda')).toMatchObject({
    ...{ toldDay: '2026-11-21', dueAt: moscow('22T09:00') },
  });
  expect(await lookAt(moscow('21T23:30'))).toEqual([]);
  // At another hour now, the day that was told of has no second one.
  await saveSettings(db, id, { agenda: '12:00' }, moscow('21T10:00'));
  expect(await lookAt(moscow('21T12:00'))).toEqual([]);
  expect(await lookAt(moscow('22T12:00'))).toEqual(['agenda: послезавтра planned']);
});

test('a review that is late when quiet hours begin comes when they end', async () => {
  const { id } = await someone({ review: '21:50', quietHours: { from: '22:00', to: '09:00' } });
  await waiting(id, '20T07:00', 'забыто');
  await lookAt(moscow('20T10:00'));
  expect(await lookAt(moscow('20T21:55'), silent)).toEqual(['review: забыто waiting']);
  await db.update(dayPlans).set({ dueAt: moscow('20T22:01') });
  expect(await lookAt(moscow('20T22:01'))).toEqual([]);
  expect(await lookAt(moscow('21T09:00'))).toEqual(['review: забыто waiting']);
  expect((await planOf(id, 'review'))?.toldDay).toBe('2026-11-20');
});

test('a day that is over has no agenda any more, also where it is only late', async () => {
  const late = await someone({ agenda: '23:30' });
  await waiting(late.id, '20T07:00');
  expect(await lookAt(moscow('21T00:00'))).toEqual([]);
  expect(await planOf(late.id, 'agenda')).toMatchObject({
    toldDay: '2026-11-20',
    dueAt: moscow('21T23:30'),
  });
});

test('a change leaves alone what is no longer live', async () => {
  const { id } = await someone();
  const { id: reminderId } = await planned(id, '20T22:00');
  await lookAt(MORNING);
  const [before] = await db.select().from(dayMessages);
  const press = { userId: id, reminderId };
  await pressInList(db, { ...press, now: moscow('21T08:00') }, {}, 'done');
  expect(await db.select().from(dayMessages)).toEqual([before]);
});

test('who has blocked the bot is parked, and that day is over', async () => {
  const { id } = await someone();
  const { id: reminderId } = await planned(id, '20T12:00');
  await lookAt(MORNING, () => ({ status: 'unreachable', code: '403' }));
  const [row] = await db.select().from(reminders).where(eq(reminders.id, reminderId));
  expect(row?.deliveryState).toBe('parked');
  expect((await planOf(id, 'agenda'))?.toldDay).toBe('2026-11-20');
  expect(await db.$count(dayMessages)).toBe(0);
});

test('a message that waits for its slot is nobody else’s meanwhile: each comes once, however far ahead slots are booked', async () => {
  const people = [];
  for (let nth = 0; nth < 10; nth += 1) people.push(await someone());
  for (const { id } of people) await planned(id, '20T12:00');
  const both = instances.slice(0, 2);
  const clock = movedClock(MORNING, ...both.map(({ pool }) => pool));
  // One instance has booked almost a minute for others: a lease is shorter than that.
  await db.update(pace).set({ nextSlotAt: new Date(MORNING.getTime() + 59_500) });
  const got: number[] = [];
  const send = async ({ chatId }: OutgoingDay) => {
    got.push(chatId);
    await new Promise<void>((resolve) => clock.after(5_000, resolve));
    return { status: 'sent' as const, messageId: (lastMessageId += 1) };
  };
  const ended = both.map(({ db: own }) =>
    runTick({
      ...{ db: own, kinds: [dueDays(send)], now: clock.now, timers: clock, keepLooking: true },
      ...{ deadline: after(MORNING, 2), horizonMs: 0, maxPerSecond: 1 },
      retract: () => Promise.resolve(),
    }),
  );
  await clock.until(Promise.all(ended));
  expect(got.toSorted((a, b) => a - b)).toEqual(
    people.map(({ id }) => id).toSorted((a, b) => a - b),
  );
  await db.update(pace).set({ nextSlotAt: MORNING });
});

test('no more messages are on their way than one kill may repeat', async () => {
  const people = [];
  for (let nth = 0; nth < 20; nth += 1) people.push(await someone());
  for (const { id } of people) await planned(id, '20T12:00');
  const clock = movedClock(MORNING, pool);
  let underWay = 0;
  let most = 0;
  const send = async () => {
    underWay += 1;
    most = Math.max(most, underWay);
    await new Promise<void>((resolve) => clock.after(100, resolve));
    underWay -= 1;
    return { status: 'sent' as const, messageId: (lastMessageId += 1) };
  };
  await clock.until(
    runTick({
      ...{ db, kinds: [dueDays(send)], now: clock.now, timers: clock, horizonMs: 0 },
      ...{ deadline: after(MORNING, 2), maxPerSecond: Infinity, retract: () => Promise.resolve() },
    }),
  );
  expect(await db.$count(dayMessages)).toBe(20);
  expect(most).toBeGreaterThan(1);
  expect(most).toBeLessThanOrEqual(8);
});

test('a process that dies with a message is replaced once its lease is over; not before', async () => {
  const { id } = await someone();
  await planned(id, '20T12:00', 'обед');
  await db
    .update(dayPlans)
    .set({ leaseToken: sql`gen_random_uuid()`, leaseUntil: after(MORNING, 1) });
  await db.update(dayPlans).set({ dueAt: MORNING });
  expect(await lookAt(MORNING)).toEqual([]);
  expect(await lookAt(after(MORNING, 2))).toEqual(['agenda: обед planned']);
});

describe('settings', () => {
  test('another time counts at once; switched off none comes; switched on again that day it is not told twice', async () => {
    const { id } = await someone();
    await planned(id, '20T20:00', 'вечер');
    await lookAt(NIGHT);
    await saveSettings(db, id, { agenda: '06:30' }, NIGHT);
    expect(await lookAt(moscow('20T06:30'))).toEqual(['agenda: вечер planned']);
    await saveSettings(db, id, { agenda: '09:00' }, MORNING);
    expect(await lookAt(moscow('20T09:00'))).toEqual([]);
    await saveSettings(db, id, { agenda: null }, MORNING);
    await saveSettings(db, id, { agenda: '09:30' }, MORNING);
    expect(await lookAt(moscow('20T09:30'))).toEqual([]);
    await saveSettings(db, id, { agenda: null }, MORNING);
    await planned(id, '21T20:00', 'завтра');
    expect(await lookAt(moscow('21T09:30'))).toEqual([]);
    expect((await planOf(id, 'agenda'))?.dueAt).toBeNull();
  });

  test('changed while the message is on its way count', async () => {
    const { id } = await someone();
    await planned(id, '20T12:00', 'обед');
    let saved: Promise<unknown> | undefined;
    await lookAt(MORNING, () => {
      saved = saveSettings(db, id, { agenda: null }, MORNING);
      return undefined;
    });
    await saved;
    await lookAt(after(MORNING, 1));
    expect(await planOf(id, 'agenda')).toMatchObject({ state: 'off', dueAt: null });
    expect(await lookAt(after(MORNING, 24 * 60))).toEqual([]);
  });

  test('in another zone it comes by the clocks there, and no day is told of twice', async () => {
    const { id } = await someone();
    await planned(id, '20T20:00', 'вечер');
    await lookAt(NIGHT);
    const [account] = await db.select().from(users).where(eq(users.id, id));
    if (!account) throw new Error('no account');
    await saveBrowserTimeZone(db, account, 'Asia/Omsk', NIGHT);
    expect(await lookAt(moscow('20T05:00'))).toEqual(['agenda: вечер planned']);
    await saveBrowserTimeZone(db, { ...account, timeZone: 'Asia/Omsk' }, 'Europe/Moscow', MORNING);
    expect((await lookAt(MORNING)).filter((each) => !each.startsWith('!'))).toEqual([]);
  });

  test('an erased account leaves no plan and no message', async () => {
    const { id } = await someone();
    await planned(id, '20T12:00');
    await lookAt(MORNING);
    await eraseAccount(db, id);
    expect([await db.$count(dayPlans), await db.$count(dayMessages)]).toEqual([0, 0]);
    expect(await lookAt(after(MORNING, 1))).toEqual([]);
  });
});

describe('an offer', () => {
  const NOON = moscow('20T12:00');
  const SOON = after(NOON, 1);
  const offers = (told: readonly string[]) => told.filter((each) => each.startsWith('?'));
  const waitsForALock = sql`select 1 from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;

  test('comes at once, once and never again', async () => {
    const { id } = await createUser(db);
    await offerDayMessages(db, id, NOON);
    expect(offers(await lookAt(SOON))).toHaveLength(1);
    await offerDayMessages(db, id, SOON);
    for (const later of [after(NOON, 2), EVENING, moscow('21T08:00'), moscow('21T21:00')]) {
      expect(offers(await lookAt(later))).toEqual([]);
    }
    expect(await db.$count(dayMessages)).toBe(0);
  });

  test('waits for the end of quiet hours', async () => {
    const { id } = await createUser(db);
    await saveSettings(db, id, { quietHours: { from: '11:00', to: '15:00' } }, NIGHT);
    await offerDayMessages(db, id, NOON);
    expect(await lookAt(SOON)).toEqual([]);
    expect(offers(await lookAt(moscow('20T15:00')))).toHaveLength(1);
  });

  test('gives way to a change of the same that is just being saved', async () => {
    const { id } = await createUser(db);
    const [saving = db, storing = db] = instances.map((each) => each.db);
    const { offered } = await saving.transaction(async (tx) => {
      await saveSettings(tx, id, { agenda: '08:00' }, NIGHT);
      const offered = offerDayMessages(storing, id, NOON);
      await until(async () => (await db.execute(waitsForALock)).rowCount === 1);
      return { offered };
    });
    await offered;
    expect(await db.select().from(dayPlans)).toMatchObject([{ kind: 'agenda', state: 'on' }]);
  });

  test('comes neither to who has it on nor to who has had it and switched it off', async () => {
    const { id } = await someone({ review: '21:00' });
    await saveSettings(db, id, { review: null }, NIGHT);
    await offerDayMessages(db, id, NOON);
    expect(await lookAt(SOON)).toEqual([]);
  });
});

test('delivery hears of what settings switch on, and of an offer, once that is stored', async () => {
  const heard: Date[] = [];
  onNudge((at) => heard.push(at));
  const { id } = await createUser(db);
  const refused = db.transaction(async (tx) => {
    await saveSettings(tx, id, { agenda: '08:00' }, NIGHT);
    throw new Error('not after all');
  });
  await expect(refused).rejects.toThrow('not after all');
  expect(heard).toEqual([]);
  await saveSettings(db, id, { agenda: '08:00' }, NIGHT);
  expect(heard).toEqual([NIGHT]);
  await saveSettings(db, id, { agenda: null }, MORNING);
  expect(heard).toEqual([NIGHT]);
  await offerDayMessages(db, id, MORNING);
  expect(heard).toEqual([NIGHT, new Date(MORNING.getTime() + OFFER_AFTER_MS)]);
  onNudge(null);
});

test('what is due is found by an index, however many accounts there are', async () => {
  await db.execute(sql`
    insert into users (id, first_name) select n, '' from generate_series(1, 2000) as n`);
  await db.execute(sql`
    insert into day_plans (user_id, kind, state, due_at)
    select n, 'agenda', 'on', timestamptz '2026-11-21' + n * interval '1 second'
    from generate_series(1, 2000) as n`);
  await db.execute(sql`analyze day_plans`);
  const { rows } = await db.execute(sql`
    explain (format json) select user_id, kind from day_plans where due_at <= ${MORNING.toISOString()}::timestamptz
      and (lease_until is null or lease_until < now()) order by due_at limit 8 for update skip locked`);
  expect(JSON.stringify(rows)).toContain('day_plans_due');
});
