import { eq } from 'drizzle-orm';
import { failure as failureShape, responses, failure } from '@/contract/api';
import { exportAccount } from '@/server/transfer/export';
import { deliveries, occurrences, reminders } from '@/server/platform/db/schema';
import { callRoute, testRoutes } from '@/testing/api';
import { categoryId, createReminder, createUser, typeId } from '@/testing/builders';
import { createOutbox, tickAt } from '@/testing/outbox';
import { initDataFor } from '@/testing/test-env';
import { PUT as update } from '@/app/api/notifications/[id]/route';
import { POST as create } from '@/app/api/notifications/route';
import { POST as pause } from '@/app/api/notifications/[id]/pause/route';
import { archiveUnanswered } from './write/upkeep';
import { historyOf } from './history';
import { actOnReminder, type ReminderAct, undoAct } from './acts';
import { deleteReminder, restoreReminder } from './deletion';
import { messagesAWeekOf } from './plan-quota';
import { listDay } from './upcoming';
import { pressInChat, takeBackLast } from './chat-acts';
import { tickPoints } from './rewrite';
import { renderReminder } from './message';

const { db } = testRoutes();

describe('repetitions', () => {
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
      act: (act: ReminderAct, wall: string) => actOnReminder(db, user, id, act, { now: at(wall) }),
      undo: (token: string | null, wall: string) =>
        undoAct(db, user, id, { undo: token ?? '' }, at(wall)),
      /** What goes out of it at that moment. */
      tick: async (wall: string) => {
        const outbox = createOutbox();
        await tickAt(db, at(wall), outbox);
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
});

test.each(['за день', 60, ['60']])(
  'messages ahead that are none are refused, not dropped: %j',
  async (preAlerts) => {
    const user = await createUser(db);
    const notification = {
      typeId: await typeId(db, 'Напоминание'),
      categoryId: await categoryId(db, 'Здоровье'),
      ...{ text: 'Выпить таблетку', dateTime: '2049-03-01T06:00:00Z', preAlerts },
    };
    const initData = initDataFor({ id: user.id });
    const { status, json } = await callRoute(create, { initData, body: { notification } });
    expect(status).toBe(400);
    expect(failure.parse(json).errors?.map(({ field }) => field)).toEqual(['preAlerts']);
  },
);

describe('the year of birth', () => {
  /** Somebody who has saved a birthday. */
  async function birthday() {
    const user = await createUser(db);
    const initData = initDataFor({ id: user.id });
    const notification = {
      typeId: await typeId(db, 'Напоминание'),
      categoryId: await categoryId(db, 'Личное'),
      text: 'День рождения мамы',
      dateTime: '2049-03-12T06:00:00.000Z',
      repeat: true,
      repeatEvery: 1,
      repeatUnit: 'YEAR',
      birthYear: 1966,
      flood: false,
    };
    const post = (body: object) => callRoute(create, { initData, body: { notification: body } });
    const made = responses.reminder.parse((await post(notification)).json).notification;
    const params = { id: String(made.id) };
    const edit = async (change: object) => {
      const body = { notification: { ...notification, ...change } };
      return responses.reminder.parse((await callRoute(update, { initData, params, body })).json)
        .notification;
    };
    const hold = () => callRoute(pause, { initData, params, body: {} });
    return { user, notification, post, made, edit, hold };
  }

  test('the year of birth comes back, is changed and taken away by an edit, and moves no date', async () => {
    const { made, edit } = await birthday();
    expect(made).toMatchObject({ birthYear: 1966, repeatText: 'каждый год 12 марта' });
    expect(await edit({ birthYear: 1967 })).toMatchObject({
      birthYear: 1967,
      dateTime: made.dateTime,
      repeatFrom: made.repeatFrom,
    });
    expect(await edit({ birthYear: undefined })).not.toHaveProperty('birthYear');
  });

  test('it can be set while the reminder is paused, which goes on', async () => {
    const { hold, edit } = await birthday();
    await hold();
    expect(await edit({ birthYear: 1970 })).toMatchObject({ state: 'paused', birthYear: 1970 });
  });

  test('the same birthday twice within seconds is one; with another year it is another', async () => {
    const { user, notification, post } = await birthday();
    await post(notification);
    await post({ ...notification, birthYear: 1999 });
    expect(await db.$count(reminders, eq(reminders.userId, user.id))).toBe(2);
  });

  test.each([
    [
      { repeatUnit: 'MONTH' },
      'Год рождения или события можно указать, только если повтор — раз в год',
    ],
    [{ birthYear: 'давно' }, 'Год рождения или события — от 1850 до'],
    [{ birthYear: 3000 }, 'Год рождения или события — от 1850 до'],
  ])('%j is refused, in Russian', async (change, message) => {
    const { notification, post } = await birthday();
    const { status, json } = await post({ ...notification, ...change });
    expect(status).toBe(400);
    const [error] = failure.parse(json).errors ?? [];
    expect(error?.field).toBe('birthYear');
    expect(error?.message).toContain(message);
  });
});

describe('told ahead', () => {
  /** An instant by Moscow's clocks, far ahead of the real time at which these tests create. */
  const at = (wall: string) => new Date(`2049-03-${wall}:00+03:00`);

  /** Somebody who has saved a reminder for the 20th at 15:00. */
  async function someoneWith(fields: object) {
    const user = await createUser(db);
    const initData = initDataFor({ id: user.id });
    const notification = {
      typeId: await typeId(db, 'Напоминание'),
      categoryId: await categoryId(db, 'Личное'),
      text: 'Стоматолог',
      dateTime: at('20T15:00').toISOString(),
      repeat: false,
      flood: false,
      ...fields,
    };
    const saved = async (body: object, id?: number) => {
      const answer =
        id === undefined
          ? await callRoute(create, { initData, body: { notification: body } })
          : await callRoute(update, {
              initData,
              params: { id: String(id) },
              body: { notification: body },
            });
      return responses.reminder.parse(answer.json).notification;
    };
    const { id, ...made } = await saved(notification);
    return {
      user,
      id,
      made,
      edit: (change: object) => saved({ ...notification, ...change }, id),
      /** What goes out of it at that moment: kind, and the first line of the message. */
      tick: async (wall: string) => {
        const outbox = createOutbox();
        await tickAt(db, at(wall), outbox);
        expect(outbox.retracted).toEqual([]);
        return outbox.attempts
          .filter(({ reminderId }) => reminderId === id)
          .map((message) => {
            const { text: html, keyboard } = renderReminder(message, {
              appUrl: 'https://example.org',
              simulated: false,
            });
            const [line] = String(html).split('\n');
            return `${message.firing.kind} ${line} ${keyboard[0]?.[0]?.text}`;
          });
      },
      row: async () => (await db.select().from(reminders).where(eq(reminders.id, id)))[0],
      done: (wall: string, messageId: number) =>
        pressInChat(db, {
          button: 'done',
          userId: user.id,
          reminderId: id,
          occurrenceAt: at('20T15:00'),
          messageId,
          now: at(wall),
        }),
    };
  }

  const ahead = { preAlerts: [120, 1_440] };

  test('each message says what is when, and the reminder waits only once it came itself', async () => {
    const { made, tick, row, user, id } = await someoneWith(ahead);
    expect(made).toMatchObject({ preAlerts: [1_440, 120], state: 'scheduled' });
    expect(await tick('19T14:59')).toEqual([]);
    expect(await tick('19T15:00')).toEqual([
      'pre-alert <b>Завтра в 15:00: Стоматолог</b> ✅ Готово',
    ]);
    expect(await row()).toMatchObject({
      openOccurrenceAt: null,
      waitingSince: null,
      liveMessageId: null,
      nextFireAt: at('20T13:00'),
    });
    const day = { from: at('20T00:00'), before: at('21T00:00'), offset: 0, limit: 5 };
    expect((await listDay(db, user.id, day)).reminders).toMatchObject([
      { dateTime: at('20T15:00').toISOString() },
    ]);
    expect(await tick('20T13:00')).toEqual([
      'pre-alert <b>Через 2 часа, в 15:00: Стоматолог</b> ✅ Готово',
    ]);
    expect(await tick('20T15:00')).toEqual(['first <b>Стоматолог</b> ✅ Готово']);
    expect(await row()).toMatchObject({ openOccurrenceAt: at('20T15:00') });
    const ledger = await db.select().from(deliveries).where(eq(deliveries.reminderId, id));
    expect(ledger.map(({ kind, outcome }) => `${kind} ${outcome}`)).toEqual([
      'pre-alert sent',
      'pre-alert sent',
      'first sent',
    ]);
  });

  test('«Готово» under the first ends the rest', async () => {
    const { tick, done, row } = await someoneWith(ahead);
    expect(await tick('19T15:00')).toHaveLength(1);
    expect(await done('19T15:10', 7)).toMatchObject({ state: 'done' });
    expect(await row()).toMatchObject({
      completed: true,
      nextFireAt: null,
      doneAt: at('19T15:10'),
    });
    expect(await tick('20T13:00')).toEqual([]);
    expect(await tick('20T15:00')).toEqual([]);
  });

  test('of a series it is the coming occurrence that is done, and the next one is told of again', async () => {
    const weekly = { repeat: true, repeatEvery: 1, repeatUnit: 'WEEK', preAlerts: [60] };
    const { tick, done, row } = await someoneWith(weekly);
    expect(await tick('20T14:00')).toHaveLength(1);
    await done('20T14:05', 8);
    expect(await row()).toMatchObject({
      completed: false,
      openOccurrenceAt: null,
      dateTime: at('27T15:00'),
      nextFireAt: at('27T14:00'),
    });
  });

  test('«Готово» under it while an earlier one waits leaves that unanswered, as the next ring would; undo gives both back', async () => {
    const text = '- молоко\n- хлеб';
    const weekly = { repeat: true, repeatEvery: 1, repeatUnit: 'WEEK', preAlerts: [60], text };
    const { tick, row, user, id } = await someoneWith(weekly);
    const target = { userId: user.id, reminderId: id, now: at('27T14:05') };
    await tick('20T15:00');
    await tickPoints(db, target, { keys: ['хлеб'], done: true });
    expect(await tick('27T14:00')).toHaveLength(1);
    const before = await row();
    await pressInChat(db, {
      button: 'done',
      ...target,
      occurrenceAt: at('27T15:00'),
      messageId: 9,
    });
    const { occurrenceAt, outcome, cameAt, ticked } = occurrences;
    const history = () =>
      db
        .select({ occurrenceAt, outcome, cameAt, ticked })
        .from(occurrences)
        .where(eq(occurrences.reminderId, id))
        .orderBy(occurrenceAt);
    const [left, next] = [at('20T15:00'), at('27T15:00')];
    expect(await history()).toEqual([
      { occurrenceAt: left, outcome: 'unanswered', cameAt: left, ticked: ['хлеб'] },
      { occurrenceAt: next, outcome: 'done', cameAt: null, ticked: null },
    ]);
    expect(await row()).toMatchObject({ openOccurrenceAt: null, ticked: null });
    expect(await takeBackLast(db, target)).toBe(true);
    expect(await history()).toEqual([]);
    const { dateTime, openOccurrenceAt, waitingSince } = before ?? {};
    const state = { dateTime, openOccurrenceAt, waitingSince, ticked: ['хлеб'] };
    expect(await row()).toMatchObject({ ...state, nextFireAt: next });
  });

  test('an edit that says nothing of it leaves it; an empty list takes it away', async () => {
    const { edit } = await someoneWith(ahead);
    expect(await edit({ text: 'Зубной', preAlerts: undefined })).toMatchObject({
      preAlerts: [1_440, 120],
    });
    expect(await edit({ text: 'Зубной', preAlerts: [] })).not.toHaveProperty('preAlerts');
  });
});

describe('how many messages a week an account may ask for', () => {
  const at = (wall: string) => new Date(`2049-03-${wall}:00+03:00`);
  /** As often as a reminder may come, 48 times a day. */
  const often = { repeat: true, repeatEvery: 1, repeatUnit: 'DAY', repeatEveryMinutes: 30 };
  const rule = { every: 1, unit: 'DAY', everyMinutes: 30 } as const;

  /** Somebody with so many reminders that come as often. */
  async function someoneWith(count: number) {
    const user = await createUser(db);
    const initData = initDataFor({ id: user.id });
    const rows = Array.from({ length: count }, () =>
      createReminder(db, user.id, { rule, dateTime: at('01T09:00') }),
    );
    const stored = await Promise.all(rows);
    const reference = {
      typeId: await typeId(db, 'Напоминание'),
      categoryId: await categoryId(db, 'Здоровье'),
    };
    const plain = { ...reference, dateTime: at('01T09:00').toISOString(), flood: false };
    const body = (fields: object) => ({ notification: { ...plain, repeat: false, ...fields } });
    return {
      user,
      ids: stored.map(({ id }) => id),
      save: (fields: object) => callRoute(create, { initData, body: body(fields) }),
      edit: (id: number, fields: object) =>
        callRoute(update, { initData, params: { id: String(id) }, body: body(fields) }),
    };
  }

  test('one rule too many is refused with a word, a one-shot is not; what is over or gone makes room', async () => {
    const { user, ids, save } = await someoneWith(10);
    const refused = await save({ ...often, text: 'Ещё одно' });
    expect(failureShape.parse(refused.json).message).toContain('3\u00a0500 сообщений в неделю');
    expect((await save({ text: 'Один раз', preAlerts: [10, 60] })).status).toBe(201);
    await db
      .update(reminders)
      .set({ deletedAt: at('01T09:00') })
      .where(eq(reminders.id, ids[0] ?? 0));
    expect((await save({ ...often, text: 'Ещё одно' })).status).toBe(201);
    expect(await messagesAWeekOf(db, user.id)).toBe(3_360);
  });

  test.each([
    { ...rule, everyMinutes: 0 },
    { every: 0, unit: 'DAY' as const },
  ])('a rule that only a damaged database holds counts nothing, %j', async (broken) => {
    const { user, ids, save, edit } = await someoneWith(10);
    const [first = 0] = ids;
    await db.update(reminders).set({ rule: broken }).where(eq(reminders.id, first));
    expect((await save({ ...often, text: 'Ещё одно' })).status).toBe(201);
    expect(await messagesAWeekOf(db, user.id)).toBe(3_360);
    expect((await edit(first, { text: 'Один раз' })).status).toBe(200);
  });

  test('an edit is asked where it raises the number, in the form and in the chat', async () => {
    const { user, ids, edit } = await someoneWith(10);
    const [first = 0] = ids;
    const raised = { ...often, text: 'Чаще', preAlerts: [] };
    expect((await edit(first, raised)).status).toBe(200);
    expect((await edit(first, { ...raised, repeatEvery: 2 })).status).toBe(200);
    const { id } = await createReminder(db, user.id, { dateTime: at('01T09:00') });
    expect((await edit(id, { ...often, text: 'Стало частым' })).status).toBe(400);
    const plan = { dateTime: at('01T09:00'), rule, floodInterval: null };
    const acting = actOnReminder(db, user, id, plan, { now: at('01T08:00') });
    await expect(acting).rejects.toMatchObject({ code: 'full' });
    const rarer = { ...plan, rule: { ...rule, everyMinutes: 720 } };
    expect(await actOnReminder(db, user, id, rarer, { now: at('01T08:00') })).toMatchObject({
      notification: { repeat: true },
    });
  });

  test('a snooze, an undo and a restore are never asked', async () => {
    const { user, ids } = await someoneWith(11);
    const [first = 0, second = 0] = ids;
    const now = at('01T08:00');
    const { undo } = await actOnReminder(db, user, first, '1h', { now });
    const undone = await undoAct(db, user, first, { undo: undo ?? '' }, now);
    expect(undone).toMatchObject({ notification: { snoozedUntil: null } });
    await deleteReminder(db, user.id, second, now);
    expect(await restoreReminder(db, user.id, second, now)).toMatchObject({ id: second });
    expect(await messagesAWeekOf(db, user.id)).toBeGreaterThan(3_500);
  });
});
