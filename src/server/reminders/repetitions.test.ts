import { eq } from 'drizzle-orm';
import { failure as failureShape, responses } from '@/contract/api';
import { exportAccount } from '@/server/transfer/export';
import { reminders } from '@/server/platform/db/schema';
import { archiveUnanswered } from './upkeep';
import { historyOf } from './history';
import { type Act, actOnReminder, undoAct } from './acts';
import { listDay } from './upcoming';
import { callRoute, testRoutes } from '@/testing/api';
import { categoryId, createUser, typeId } from '@/testing/builders';
import { createOutbox, runningClock, tickReminders } from '@/testing/outbox';
import { initDataFor } from '@/testing/test-env';
import { PUT as update } from '@/app/api/notifications/[id]/route';
import { POST as create } from '@/app/api/notifications/route';

const { db } = testRoutes();

/** An instant by Moscow's clocks, far ahead of the real time at which these tests create. */
const at = (wall: string) => new Date(`2049-03-${wall}:00+03:00`);
const iso = (wall: string) => at(wall).toISOString();

/** Somebody who has saved a repeating reminder; its first moment is the 1st at 09:00. */
async function someoneWith(rule: object) {
  const user = await createUser(db);
  const initData = initDataFor({ id: user.id });
  const notification = {
    typeId: await typeId(db, 'Напоминание'),
    categoryId: await categoryId(db, 'Здоровье'),
    text: 'Выпить таблетку',
    dateTime: iso('01T09:00'),
    repeat: true,
    repeatEvery: 1,
    repeatUnit: 'DAY',
    flood: false,
    ...rule,
  };
  const answer = await callRoute(create, { initData, body: { notification } });
  const { id, ...saved } = responses.reminder.parse(answer.json).notification;
  return {
    id,
    saved,
    edit: async (change: object) => {
      const body = { notification: { ...notification, ...change } };
      const params = { id: String(id) };
      return responses.reminder.parse((await callRoute(update, { initData, params, body })).json)
        .notification;
    },
    act: (act: Act, wall: string) => actOnReminder(db, user, id, act, { now: at(wall) }),
    undo: (token: string | null, wall: string) => undoAct(db, user, id, token ?? '', at(wall)),
    /** What goes out of it at that moment. */
    tick: async (wall: string) => {
      const outbox = createOutbox();
      await tickReminders({
        db,
        send: outbox.send,
        retract: outbox.retract,
        now: runningClock(at(wall)),
        deadline: new Date(at(wall).getTime() + 10_000),
        horizonMs: 0,
        maxPerSecond: Infinity,
      });
      return outbox.sent
        .filter(({ reminderId }) => reminderId === id)
        .map(({ occurrenceAt }) => occurrenceAt.toISOString());
    },
    row: async () => (await db.select().from(reminders).where(eq(reminders.id, id)))[0],
    history: () => historyOf(db, { userId: user.id, reminderId: id }),
    comesOn: async (day: string) => {
      const page = { from: at(`${day}T00:00`), before: at(`${day}T23:59`), offset: 0, limit: 9 };
      return (await listDay(db, user.id, page)).reminders.map(({ dateTime }) => dateTime);
    },
    exported: async () => {
      const files: string[] = [];
      for await (const file of exportAccount(db, user, at('01T00:00'), { botToken: '42:x' }))
        files.push(String(file));
      return files.join();
    },
  };
}

const twice = { repeatTimes: ['21:00', '09:00'] };

test('several times a day: stored, said in words, delivered at each time, each with its own «Готово»', async () => {
  const { saved, tick, act, history, comesOn } = await someoneWith(twice);
  expect(saved).toMatchObject({
    dateTime: iso('01T09:00'),
    repeatTimes: ['09:00', '21:00'],
    repeatText: 'каждый день в 09:00 и 21:00',
  });
  expect(await tick('01T09:00')).toEqual([iso('01T09:00')]);
  const answered = await act('done', '01T09:10');
  expect(answered.notification).toMatchObject({ state: 'scheduled', dateTime: iso('01T21:00') });
  // Done before its time: the next time of the next day is what comes.
  expect((await act('done', '01T20:00')).notification.dateTime).toBe(iso('02T09:00'));
  expect(await tick('01T21:00')).toEqual([]);
  expect(await tick('02T09:00')).toEqual([iso('02T09:00')]);
  expect(await comesOn('03')).toEqual([iso('03T09:00'), iso('03T21:00')]);
  expect((await history()).map(({ outcome }) => outcome)).toEqual(['done', 'done']);
});

test('an edit of the text keeps the times; another set of times begins anew', async () => {
  const { edit } = await someoneWith(twice);
  expect(await edit({ ...twice, text: 'Выпить две' })).toMatchObject({
    text: 'Выпить две',
    repeatTimes: ['09:00', '21:00'],
    dateTime: iso('01T09:00'),
  });
  const other = { repeatTimes: undefined, repeatEveryMinutes: 240 };
  const window = { from: '10:00', to: '18:00' };
  const edited = await edit({ ...other, repeatWindow: window });
  expect(edited).toMatchObject({
    dateTime: iso('01T10:00'),
    repeatText: 'каждые 4 часа с 10:00 до 18:00',
    repeatWindow: window,
  });
  expect(edited).not.toHaveProperty('repeatTimes');
});

test('a count ends the series: its last occurrence waits, and «Готово» archives it', async () => {
  const { tick, act, exported } = await someoneWith({ ...twice, repeatCount: 2 });
  expect(await tick('01T09:00')).toHaveLength(1);
  expect(await tick('01T21:00')).toHaveLength(1);
  expect(await tick('02T09:00')).toEqual([]);
  expect((await act('done', '02T09:01')).notification).toMatchObject({
    state: 'completed',
    repeatCount: 2,
    repeatText: 'каждый день в 09:00 и 21:00, 2 раза',
  });
  expect(await exported()).toContain('"repeatTimes":["09:00","21:00"],"repeatCount":2');
});

test('after completion: one message, which waits as long as it takes; «Готово» says when the next one comes, and its undo takes that back', async () => {
  const { saved, tick, act, undo, row, history } = await someoneWith({
    repeatEvery: 3,
    repeatAfterDone: true,
  });
  expect(saved.repeatText).toBe('через 3 дня после выполнения');
  expect(await tick('01T09:00')).toHaveLength(1);
  expect(await tick('04T09:00')).toEqual([]);
  await archiveUnanswered(db, at('20T09:00'));
  const before = await row();
  expect(before).toMatchObject({ completed: false, nextFireAt: null });

  const { notification, undo: token } = await act('done', '20T22:15');
  expect(notification).toMatchObject({ state: 'scheduled', dateTime: iso('23T09:00') });
  await undo(token, '20T22:16');
  expect(await row()).toMatchObject({
    firstWallTime: before?.firstWallTime,
    dateTime: before?.dateTime,
    openOccurrenceAt: before?.openOccurrenceAt,
    waitingSince: before?.waitingSince,
    nextFireAt: null,
  });
  expect(await history()).toEqual([]);

  await act('done', '20T22:17');
  expect(await tick('23T09:00')).toEqual([iso('23T09:00')]);
});

test('a rule that makes no sense is refused in Russian, each fault with its field', async () => {
  const user = await createUser(db);
  const notification = {
    typeId: await typeId(db, 'Напоминание'),
    categoryId: await categoryId(db, 'Здоровье'),
    text: 'Выпить таблетку',
    dateTime: iso('01T09:00'),
    repeat: true,
    repeatEvery: 1,
    repeatUnit: 'DAY',
    flood: false,
    repeatTimes: 'утром',
    repeatEveryMinutes: '15',
    repeatWindow: '9–18',
    repeatMonthDays: {},
    repeatCount: 'много',
  };
  const initData = initDataFor({ id: user.id });
  const answer = await callRoute(create, { initData, body: { notification } });
  expect(answer.status).toBe(400);
  const { errors = [] } = failureShape.parse(answer.json);
  expect(errors.map(({ field }) => field)).toEqual([
    'repeatMonthDays',
    'repeatTimes',
    'repeatEveryMinutes',
    'repeatEveryMinutes',
    'repeatWindow',
    'repeatCount',
  ]);
  expect(errors.every(({ message }) => /^[А-Я]/.test(message))).toBe(true);
});
