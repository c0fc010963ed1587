import { eq } from 'drizzle-orm';
import { createReminder, createUser } from '@/testing/builders';
import { testDatabase } from '@/testing/database';
import { createOutbox, runningClock, tickReminders } from '@/testing/outbox';
import { reminders } from '../platform/db/schema';
import { completeFromChat, snoozeForAll, snoozeFromChat, undoFromChat } from './chat-acts';

const { db } = testDatabase();
const DUE = new Date('2026-11-20T09:00:00Z');
const after = (minutes: number) => new Date(DUE.getTime() + minutes * 60_000);
const DAILY = { every: 1, unit: 'DAY' } as const;

/** A reminder that has just been sent, and the press of a button under its message. */
async function sent(fields: Partial<typeof reminders.$inferInsert> = {}) {
  const user = await createUser(db, { timeZone: 'Asia/Vladivostok' });
  const reminder = await createReminder(db, user.id, { dateTime: DUE, ...fields });
  const messageId = await tickAt(DUE);
  const occurrenceAt = DUE;
  return { userId: user.id, reminderId: reminder.id, occurrenceAt, messageId, now: after(1) };
}

/** Sends what is due; answers the id of the last message. */
async function tickAt(instant: Date): Promise<number> {
  const outbox = createOutbox();
  const now = runningClock(instant);
  const { send, retract } = outbox;
  const deadline = new Date(instant.getTime() + 10_000);
  await tickReminders({ db, send, retract, now, deadline, horizonMs: 0, maxPerSecond: Infinity });
  return outbox.sent.at(-1)?.messageId ?? 0;
}

const rowOf = async (id: number) => {
  const [row] = await db.select().from(reminders).where(eq(reminders.id, id));
  if (!row) throw new Error('no such reminder');
  return row;
};

test('«Готово» ends a flood and completes a one-shot', async () => {
  const press = await sent({ floodInterval: 5 });
  expect(await completeFromChat(db, press)).toMatchObject({
    state: 'done',
    at: null,
    text: 'Полить цветы',
    timeZone: 'Asia/Vladivostok',
  });
  expect(await rowOf(press.reminderId)).toMatchObject({ completed: true, nextFireAt: null });
});

test('«Готово» on a series tells when it comes next', async () => {
  const press = await sent({ rule: DAILY, floodInterval: 5 });
  expect(await completeFromChat(db, press)).toMatchObject({ state: 'done', at: after(24 * 60) });
});

test('a second press changes nothing and answers the same state', async () => {
  const press = await sent({ floodInterval: 5 });
  const first = await completeFromChat(db, press);
  const before = await rowOf(press.reminderId);
  expect(await completeFromChat(db, { ...press, now: after(2) })).toEqual(first);
  expect(await rowOf(press.reminderId)).toEqual(before);
});

test('presses that are double or stale change nothing where nothing is open', async () => {
  const press = await sent({ rule: DAILY, floodInterval: 5 });
  await completeFromChat(db, press);
  const before = await rowOf(press.reminderId);
  expect(before).toMatchObject({ openOccurrenceAt: null, completed: false });
  const late = { ...press, now: after(2) };
  await completeFromChat(db, late);
  await snoozeFromChat(db, { ...late, preset: '1h' });
  await snoozeForAll(db, late);
  expect(await rowOf(press.reminderId)).toEqual(before);
});

test('two presses at once have one effect', async () => {
  const press = await sent();
  const both = await Promise.all([
    snoozeFromChat(db, { ...press, preset: '10m' }),
    snoozeFromChat(db, { ...press, preset: '1h' }),
  ]);
  expect(both[0]).toEqual(both[1]);
});

test('a snoozed one-shot is current again, comes at its new time, and can be put off once more', async () => {
  const press = await sent();
  const snoozed = await snoozeFromChat(db, { ...press, preset: '10m' });
  expect(snoozed).toMatchObject({ state: 'snoozed', at: after(11), occurrenceAt: after(11) });
  expect(await rowOf(press.reminderId)).toMatchObject({ completed: false, dateTime: after(11) });
  const again = { ...press, occurrenceAt: after(11), now: after(2) };
  expect(await snoozeFromChat(db, { ...again, preset: '1h' })).toMatchObject({ at: after(62) });
  await tickAt(after(62));
  const { waitingSince, nextFireAt } = await rowOf(press.reminderId);
  expect(nextFireAt).toBeNull();
  expect(waitingSince?.getTime()).toBeGreaterThanOrEqual(after(62).getTime());
});

test('«Завтра» means the morning of the user, not of the server', async () => {
  const press = await sent();
  // 19:01 on 20 November in Vladivostok.
  expect(await snoozeFromChat(db, { ...press, preset: 'tomorrow' })).toMatchObject({
    at: new Date('2026-11-20T23:00:00Z'),
  });
});

test('a snooze of a series leaves the series where it is', async () => {
  const press = await sent({ rule: DAILY });
  await snoozeFromChat(db, { ...press, preset: '1h' });
  expect(await rowOf(press.reminderId)).toMatchObject({
    dateTime: after(24 * 60),
    nextFireAt: after(61),
    snoozedUntil: after(61),
  });
});

test('flood survives a snooze', async () => {
  const press = await sent({ floodInterval: 5 });
  await snoozeFromChat(db, { ...press, preset: '10m' });
  await tickAt(after(11));
  expect((await rowOf(press.reminderId)).nextFireAt?.getTime()).toBeGreaterThanOrEqual(
    after(16).getTime(),
  );
});

test('a button of an earlier occurrence does not touch the present one', async () => {
  const press = await sent({ rule: DAILY, floodInterval: 5 });
  await tickAt(after(24 * 60));
  const before = await rowOf(press.reminderId);
  expect(await completeFromChat(db, { ...press, now: after(24 * 60 + 1) })).toMatchObject({
    state: 'superseded',
  });
  expect(await rowOf(press.reminderId)).toEqual(before);
});

test('a button of a message from before an edit answers the present time and changes nothing', async () => {
  const press = await sent();
  await db
    .update(reminders)
    .set({
      dateTime: after(300),
      nextFireAt: after(300),
      openOccurrenceAt: null,
      completed: false,
    })
    .where(eq(reminders.id, press.reminderId));
  const before = await rowOf(press.reminderId);
  const scheduled = { state: 'scheduled', at: after(300) };
  expect(await completeFromChat(db, press)).toMatchObject(scheduled);
  expect(await snoozeFromChat(db, { ...press, preset: '1h' })).toMatchObject(scheduled);
  expect(await rowOf(press.reminderId)).toEqual(before);
});

test('a deleted reminder is gone, and so is a foreign one', async () => {
  const press = await sent();
  const stranger = await createUser(db);
  expect(await completeFromChat(db, { ...press, userId: stranger.id })).toEqual({ state: 'gone' });
  await db.update(reminders).set({ deletedAt: DUE }).where(eq(reminders.id, press.reminderId));
  expect(await snoozeFromChat(db, { ...press, preset: '1h' })).toEqual({ state: 'gone' });
});

test.each(['done', 'snoozed'] as const)('«Вернуть» after «%s» lets it wait again', async (did) => {
  const press = await sent();
  const before = await rowOf(press.reminderId);
  const acted = await (did === 'done'
    ? completeFromChat(db, press)
    : snoozeFromChat(db, { ...press, preset: '1h' }));
  const version = acted.state === 'gone' ? null : acted.undo;
  expect(version).toBe(2);
  const undo = () => undoFromChat(db, press, version ?? 0);
  const back = { pressed: { state: 'waiting', occurrenceAt: DUE, undo: null }, tooLate: false };
  expect(await undo()).toMatchObject(back);
  const { version: _, updatedAt, liveMessageId, ...row } = await rowOf(press.reminderId);
  expect(before).toMatchObject(row);
  expect([updatedAt, liveMessageId]).toEqual([press.now, press.messageId]);
  // A double press is no failure.
  expect(await undo()).toMatchObject(back);
});

test('«Вернуть» on a message that is no longer the latest word is too late', async () => {
  const press = await sent({ rule: DAILY });
  await completeFromChat(db, press);
  await tickAt(after(24 * 60));
  expect(await undoFromChat(db, press, 2)).toMatchObject({
    tooLate: true,
    pressed: { state: 'waiting', undo: null },
  });
});
