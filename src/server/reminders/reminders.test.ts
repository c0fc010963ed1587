import { eq, sql } from 'drizzle-orm';
import { failure as failureShape, responses } from '@/contract/api';
import { draftCreateKey } from '@/contract/draft';
import { DAY_MS } from '@/core/calendar';
import { REMINDER_TEXT_MAX } from '@/core/limits';
import { callRoute, testRoutes } from '@/testing/api';
import { categoryId, createReminder, createUser, draftPayload, typeId } from '@/testing/builders';
import { reminders } from '@/server/platform/db/schema';
import { createDraft } from '@/server/drafts/drafts';
import { GET as readDraft } from '@/app/api/drafts/[id]/route';
import { DELETE as remove, PUT as update } from '@/app/api/notifications/[id]/route';
import { POST as restore } from '@/app/api/notifications/[id]/restore/route';
import { GET as deletedRoute } from '@/app/api/notifications/deleted/route';
import { GET as categories } from '@/app/api/notifications/categories/route';
import { GET as list, POST as create } from '@/app/api/notifications/route';
import { GET as types } from '@/app/api/notifications/types/route';
import { POST as createNote } from '@/app/api/notes/route';
import { POST as done } from '@/app/api/notifications/[id]/done/route';
import { POST as pause } from '@/app/api/notifications/[id]/pause/route';
import { POST as snooze } from '@/app/api/notifications/[id]/snooze/route';
import { GET as history } from '@/app/api/notifications/history/route';
import { POST as pauseAll } from '@/app/api/notifications/pause-all/route';
import { claimDue } from './claim';
import { pressInChat } from './chat-acts';
import { archiveUnanswered } from './write/upkeep';

const { db, someone } = testRoutes();

describe('reminders', () => {
  const MINUTE = 60_000;
  const inFuture = (ms: number) => new Date(Date.now() + ms).toISOString();
  const past = new Date(Date.now() - 10 * MINUTE);
  const longAgo = new Date(Date.now() - 9 * 1_440 * MINUTE);
  const ahead = new Date(Date.now() + 10 * MINUTE);

  const valid = async () => ({
    typeId: await typeId(db, 'Оплата'),
    categoryId: await categoryId(db, 'Дом'),
    text: 'Оплатить интернет',
    dateTime: inFuture(60 * MINUTE),
    repeat: false,
    flood: false,
  });
  const row = async (id: number) =>
    (await db.select().from(reminders).where(eq(reminders.id, id)))[0];
  const saved = (json: unknown) => responses.reminder.parse(json).notification;
  const listed = async (initData: string) =>
    responses.reminders.parse((await callRoute(list, { initData })).json).notifications;

  describe('creating', () => {
    test('answers 201 with the reminder as stored, and lists it', async () => {
      const { initData } = await someone();
      const notification = await valid();
      const answer = await callRoute(create, { initData, body: { notification } });
      expect(answer.status).toBe(201);
      const created = saved(answer.json);
      expect(created).toMatchObject({
        text: 'Оплатить интернет',
        type: { name: 'Оплата' },
        category: { name: 'Дом' },
        dateTime: notification.dateTime,
        repeat: false,
        completed: false,
        flood: false,
      });
      expect(await listed(initData)).toEqual([created]);
    });

    test('keeps rule and flood, in the zone of the user', async () => {
      const { initData } = await someone({ timeZone: 'Asia/Vladivostok' });
      const notification = {
        ...(await valid()),
        repeat: true,
        repeatEvery: 2,
        repeatUnit: 'WEEK',
        flood: true,
        floodInterval: 15,
      };
      const created = saved((await callRoute(create, { initData, body: { notification } })).json);
      expect(created).toMatchObject({
        repeat: true,
        repeatEvery: 2,
        repeatUnit: 'WEEK',
        flood: true,
        floodInterval: 15,
        timeZone: 'Asia/Vladivostok',
      });
    });

    test('a series repeats in the zone of its form, or of the user where the form names none', async () => {
      const { initData } = await someone({ timeZone: 'Asia/Omsk' });
      // A Monday, one hour before midnight in Moscow: Tuesday in Omsk.
      const weekly = {
        ...(await valid()),
        dateTime: '2049-03-01T20:00:00.000Z',
        repeat: true,
        repeatEvery: 1,
        repeatUnit: 'WEEK',
        repeatWeekdays: [1],
        timeZone: 'Europe/Moscow',
      };
      const zones = ['Europe/Moscow', 'Mars/Olympus', undefined];
      const made = [];
      for (const [at, timeZone] of zones.entries()) {
        const notification = { ...weekly, timeZone, text: `Отчёт ${at}` };
        made.push(saved((await callRoute(create, { initData, body: { notification } })).json));
      }
      expect(made.map((each) => each.timeZone)).toEqual([
        'Europe/Moscow',
        'Asia/Omsk',
        'Asia/Omsk',
      ]);
      expect(made[0]?.dateTime).toBe(weekly.dateTime);
    });

    test('an empty form gets every message at once, in the form’s order', async () => {
      const { initData } = await someone();
      const answer = await callRoute(create, {
        initData,
        body: { notification: { repeat: true, flood: true } },
      });
      expect(answer.status).toBe(400);
      const { errors } = errorsOf(answer.json);
      expect(errors.map(({ message }) => message).sort()).toEqual(
        [
          'Заполните текст уведомления',
          'Выберите категорию',
          'Выберите тип уведомления',
          'Выберите дату',
          'Выберите время',
          'Укажите интервал повторения',
          'Выберите тип интервала',
          'Выберите интервал флуда',
        ].sort(),
      );
      expect(await listed(initData)).toEqual([]);
    });

    test.each<[string, object, string]>([
      ['blank text', { text: ' \n\t ' }, 'Заполните текст уведомления'],
      [
        'one character too many',
        { text: 'я'.repeat(REMINDER_TEXT_MAX + 1) },
        `Текст не может быть длиннее ${REMINDER_TEXT_MAX} символов`,
      ],
      ['text of another type', { text: 5 }, 'Заполните текст уведомления'],
      ['an unknown category', { categoryId: 999_999 }, 'Выберите категорию'],
      ['a category by name', { categoryId: 'Дом' }, 'Выберите категорию'],
      ['an unknown type', { typeId: 999_999 }, 'Выберите тип уведомления'],
      [
        'a day in the past',
        { dateTime: '2020-01-01T10:00:00.000Z' },
        'Дата не может быть в прошлом',
      ],
      ['an impossible date', { dateTime: '2030-02-31T10:00:00.000Z' }, 'Выберите дату'],
      [
        'an interval of 0',
        { repeat: true, repeatEvery: 0, repeatUnit: 'DAY' },
        'Интервал повторения — от 1 до 30',
      ],
      [
        'an interval of 31',
        { repeat: true, repeatEvery: 31, repeatUnit: 'DAY' },
        'Интервал повторения — от 1 до 30',
      ],
      [
        'a fraction',
        { repeat: true, repeatEvery: 1.5, repeatUnit: 'DAY' },
        'Укажите интервал повторения',
      ],
      [
        'an unknown unit',
        { repeat: true, repeatEvery: 1, repeatUnit: 'HOUR' },
        'Выберите тип интервала',
      ],
      ['a flood of 7 minutes', { flood: true, floodInterval: 7 }, 'Выберите интервал флуда'],
    ])('%s is refused with its own message', async (_, wrong, message) => {
      const { initData } = await someone();
      const answer = await callRoute(create, {
        initData,
        body: { notification: { ...(await valid()), ...wrong } },
      });
      expect(answer.status).toBe(400);
      expect(errorsOf(answer.json).errors.map((each) => each.message)).toContain(message);
    });

    test.each([
      [{}],
      [{ notification: null }],
      [{ notification: [] }],
      [{ notification: 'x' }],
      [{ notification: { repeat: 'yes' } }],
    ])('a body of the wrong shape is 400: %j', async (body) => {
      const { initData } = await someone();
      expect((await callRoute(create, { initData, body })).status).toBe(400);
    });

    test('a double tap makes one reminder, with and without a key', async () => {
      const { initData } = await someone();
      const body = { notification: await valid() };
      const answers = await Promise.all(
        Array.from({ length: 5 }, () => callRoute(create, { initData, body })),
      );
      const keyed = await Promise.all(
        Array.from({ length: 2 }, () =>
          callRoute(create, {
            initData,
            body: { notification: { ...body.notification, text: 'С ключом' } },
            headers: { 'idempotency-key': 'the-same-key' },
          }),
        ),
      );
      expect([...answers, ...keyed].map(({ status }) => status)).toEqual(Array(7).fill(201));
      expect(new Set(answers.map(({ json }) => saved(json).id)).size).toBe(1);
      expect(new Set(keyed.map(({ json }) => saved(json).id)).size).toBe(1);
      expect(await listed(initData)).toHaveLength(2);
    });

    test('what was changed since is no twin of what is made again', async () => {
      const { initData } = await someone();
      const body = { notification: await valid() };
      const { id } = saved((await callRoute(create, { initData, body })).json);
      const edit = { notification: { ...body.notification, text: 'Уточнили' } };
      await callRoute(update, { initData, body: edit, params: { id: String(id) } });
      const again = saved((await callRoute(create, { initData, body })).json);
      expect(again).toMatchObject({ text: body.notification.text });
      expect(await listed(initData)).toHaveLength(2);
    });

    test('the same key with other content is refused with the row that is there, and changes nothing', async () => {
      const { initData } = await someone();
      const headers = { 'idempotency-key': 'draft:5' };
      const notification = await valid();
      const first = await callRoute(create, { initData, body: { notification }, headers });
      const other = { notification: { ...notification, text: 'Другое' } };
      const second = await callRoute(create, { initData, body: other, headers });
      expect(second.status).toBe(409);
      expect(failureShape.parse(second.json).notification).toEqual(saved(first.json));
      expect(await listed(initData)).toEqual([saved(first.json)]);
    });

    test('a create whose answer was lost answers its row, even after that was edited', async () => {
      const { initData } = await someone();
      const headers = { 'idempotency-key': 'lost-answer' };
      const body = { notification: await valid() };
      const { id } = saved((await callRoute(create, { initData, body, headers })).json);
      const edit = { notification: { ...body.notification, text: 'Уточнили' } };
      await callRoute(update, { initData, body: edit, params: { id: String(id) } });
      const again = await callRoute(create, { initData, body, headers });
      expect(again.status).toBe(201);
      expect(saved(again.json)).toMatchObject({ id, text: 'Уточнили' });
    });

    test('a deleted reminder is never the answer of a create: its key makes a new one', async () => {
      const { initData } = await someone();
      const headers = { 'idempotency-key': 'draft:6' };
      const body = { notification: await valid() };
      const { id } = saved((await callRoute(create, { initData, body, headers })).json);
      await callRoute(remove, { initData, body: {}, params: { id: String(id) } });
      const again = await callRoute(create, { initData, body, headers });
      expect(again.status).toBe(201);
      expect(saved(again.json).id).not.toBe(id);
      expect(await listed(initData)).toEqual([saved(again.json)]);
    });

    test('a draft names the reminder that it has become, as long as that is there', async () => {
      const { user, initData } = await someone();
      const notification = await valid();
      const { id: draftId } = await createDraft(
        db,
        user.id,
        {
          payload: draftPayload(notification),
          state: 'ready',
        },
        new Date(),
      );
      const draft = async () =>
        responses.draft.parse(
          (await callRoute(readDraft, { initData, params: { id: String(draftId) } })).json,
        ).draft;
      const make = () =>
        callRoute(create, {
          initData,
          body: { notification },
          headers: { 'idempotency-key': draftCreateKey(draftId) },
        });
      expect((await draft()).reminderId).toBeUndefined();
      const { id } = saved((await make()).json);
      expect((await draft()).reminderId).toBe(id);
      await callRoute(remove, { initData, body: {}, params: { id: String(id) } });
      expect((await draft()).reminderId).toBeUndefined();
      const again = saved((await make()).json);
      expect((await draft()).reminderId).toBe(again.id);
    });

    test('the same key of two users is two creates', async () => {
      const [a, b] = [await someone(), await someone()];
      const body = { notification: await valid() };
      const headers = { 'idempotency-key': 'shared' };
      const [first, second] = [
        await callRoute(create, { initData: a.initData, body, headers }),
        await callRoute(create, { initData: b.initData, body, headers }),
      ];
      expect(saved(first.json).id).not.toBe(saved(second.json).id);
    });

    test('text is stored as it looks, whatever it holds', async () => {
      const { initData } = await someone();
      const text = `'; DROP TABLE reminders; -- <b>жир</b> 👩‍👩‍👧 ${'ё'.repeat(50)}`;
      const answer = await callRoute(create, {
        initData,
        body: { notification: { ...(await valid()), text: `\u202E${text}\u200B` } },
      });
      expect(saved(answer.json).text).toBe(text);
    });

    test('a NUL character, which PostgreSQL cannot store, is no server error', async () => {
      const { initData } = await someone();
      const answer = await callRoute(create, {
        initData,
        body: { notification: { ...(await valid()), text: 'a\u0000b' } },
      });
      expect([201, 400]).toContain(answer.status);
    });
  });

  describe('changing', () => {
    test('replaces the reminder and makes an archived one current again', async () => {
      const { user, initData } = await someone();
      const old = await createReminder(db, user.id, { dateTime: past, completed: true });
      const notification = { ...(await valid()), text: 'Новое' };
      const answer = await callRoute(update, {
        initData,
        body: { notification },
        params: { id: String(old.id) },
      });
      expect(answer.status).toBe(200);
      expect(saved(answer.json)).toMatchObject({ id: old.id, text: 'Новое', completed: false });
      expect(await row(old.id)).toMatchObject({ nextFireAt: new Date(notification.dateTime) });
    });

    test('ends flood and snooze and takes the lease away from a send under way', async () => {
      const { user, initData } = await someone();
      const old = await createReminder(db, user.id, {
        dateTime: past,
        floodInterval: 5,
        openOccurrenceAt: past,
        nagCount: 3,
        snoozedUntil: new Date(),
        leaseToken: '00000000-0000-4000-8000-000000000000',
        leaseUntil: new Date(Date.now() + MINUTE),
        version: 4,
      });
      await callRoute(update, {
        initData,
        body: { notification: await valid() },
        params: { id: String(old.id) },
      });
      expect(await row(old.id)).toMatchObject({
        openOccurrenceAt: null,
        nagCount: 0,
        snoozedUntil: null,
        floodInterval: null,
        leaseToken: null,
        version: 5,
      });
    });

    test('a change of text alone keeps anchor and zone of a series', async () => {
      const { user, initData } = await someone({ timeZone: 'Asia/Vladivostok' });
      const dateTime = new Date('2099-02-28T06:00:00Z');
      const old = await createReminder(db, user.id, {
        firstWallTime: '2099-01-31T09:00',
        timeZone: 'Europe/Moscow',
        rule: { every: 1, unit: 'MONTH' },
        dateTime,
      });
      const notification = {
        ...(await valid()),
        text: 'Другой текст',
        dateTime: dateTime.toISOString(),
        repeat: true,
        repeatEvery: 1,
        repeatUnit: 'MONTH',
      };
      const answer = await callRoute(update, {
        initData,
        body: { notification },
        params: { id: String(old.id) },
      });
      expect(saved(answer.json)).toMatchObject({ text: 'Другой текст', timeZone: 'Europe/Moscow' });
      expect(await row(old.id)).toMatchObject({ firstWallTime: '2099-01-31T09:00' });
    });

    test.each([
      ['an occurrence moved ahead of its time', 3, { snoozedUntil: 2 }],
      ['an occurrence put off', -1, { snoozedUntil: 2 }],
      ['what waits', -1, { waitingSince: -1 }],
    ])('a change of text alone leaves %s of a series', async (_, occurrence, moments) => {
      const { user, initData } = await someone();
      const began = Math.floor(Date.now() / MINUTE) * MINUTE;
      const inDays = (days: number) => new Date(began + days * DAY_MS);
      const open = {
        openOccurrenceAt: inDays(occurrence),
        snoozedUntil: 'snoozedUntil' in moments ? inDays(moments.snoozedUntil) : null,
        waitingSince: 'waitingSince' in moments ? inDays(moments.waitingSince) : null,
      };
      const dateTime = inDays(occurrence + 7);
      const nextFireAt = open.snoozedUntil ?? dateTime;
      const rule = { every: 1, unit: 'WEEK' } as const;
      const { id } = await createReminder(db, user.id, { dateTime, rule, ...open, nextFireAt });
      const notification = {
        ...{ ...(await valid()), text: 'Без опечатки', dateTime: dateTime.toISOString() },
        ...{ repeat: true, repeatEvery: 1, repeatUnit: 'WEEK' },
      };
      await callRoute(update, { initData, body: { notification }, params: { id: String(id) } });
      expect(await row(id)).toMatchObject({ text: 'Без опечатки', dateTime, ...open, nextFireAt });
    });

    test('an edit of a row that has changed meanwhile is refused with the present row', async () => {
      const { user, initData } = await someone();
      const { id } = await createReminder(db, user.id, { dateTime: new Date(Date.now() + MINUTE) });
      const notification = await valid();
      const put = (text: string, version?: number) =>
        callRoute(update, {
          initData,
          body: { notification: { ...notification, text, version } },
          params: { id: String(id) },
        });
      const first = await put('С телефона', 1);
      expect(saved(first.json)).toMatchObject({ text: 'С телефона', version: 2 });
      const second = await put('С компьютера', 1);
      expect(second.status).toBe(409);
      expect(failureShape.parse(second.json).notification).toEqual(saved(first.json));
      expect(await row(id)).toMatchObject({ text: 'С телефона', version: 2 });

      const resent = await put('С телефона', 1);
      expect(resent.status).toBe(200);
      expect(saved(resent.json)).toEqual(saved(first.json));
      expect(saved((await put('С компьютера', 2)).json)).toMatchObject({ version: 3 });
      // Clients that know no versions go on as before.
      expect(saved((await put('Без версии')).json)).toMatchObject({
        text: 'Без версии',
        version: 4,
      });
    });

    test('the version may stand beside the row; a press in the chat makes it old', async () => {
      const { user, initData } = await someone();
      const { id } = await createReminder(db, user.id, { dateTime: past, openOccurrenceAt: past });
      const [listedRow] = await listed(initData);
      const press = { userId: user.id, reminderId: id, occurrenceAt: past, messageId: 1 };
      await pressInChat(db, { button: 'done', ...press, now: new Date() });
      const body = { notification: await valid(), version: listedRow?.version };
      const answer = await callRoute(update, { initData, body, params: { id: String(id) } });
      expect(answer.status).toBe(409);
      expect(failureShape.parse(answer.json).notification).toMatchObject({ completed: true });
    });

    test.each([
      ['failed', 'failed'],
      ['parked', 'unreachable'],
    ] as const)(
      'what is %s is listed so, and an edit gives it a fresh start',
      async (stored, state) => {
        const { user, initData } = await someone();
        const { id } = await createReminder(db, user.id, {
          dateTime: past,
          deliveryState: stored,
          lastError: '400',
        });
        expect(await listed(initData)).toMatchObject([{ id, state }]);
        const body = { notification: await valid() };
        const answer = await callRoute(update, { initData, body, params: { id: String(id) } });
        expect(saved(answer.json).state).toBe('scheduled');
        expect(await row(id)).toMatchObject({ deliveryState: 'scheduled', lastError: null });
      },
    );

    test('what a user out of reach adds waits like the rest; what is over is over', async () => {
      const { user, initData } = await someone({ unreachableSince: past });
      await createReminder(db, user.id, {
        dateTime: past,
        completed: true,
        deliveryState: 'parked',
      });
      await callRoute(create, { initData, body: { notification: await valid() } });
      expect((await listed(initData)).map(({ state }) => state)).toEqual([
        'completed',
        'unreachable',
      ]);
    });

    test('a refused change changes nothing', async () => {
      const { user, initData } = await someone();
      const old = await createReminder(db, user.id, {
        dateTime: new Date(Date.now() + MINUTE * 60),
      });
      const answer = await callRoute(update, {
        initData,
        body: { notification: { ...(await valid()), text: '' } },
        params: { id: String(old.id) },
      });
      expect(answer.status).toBe(400);
      expect(await row(old.id)).toEqual(old);
    });
  });

  describe('deleting and restoring', () => {
    test('a deleted reminder leaves the list, cannot be changed, and comes back when restored', async () => {
      const { user, initData } = await someone();
      const reminder = await createReminder(db, user.id, {
        dateTime: new Date(Date.now() + 60 * MINUTE),
      });
      const call = { initData, body: {}, params: { id: String(reminder.id) } };
      expect((await callRoute(remove, call)).json).toEqual({ success: true });
      expect(await listed(initData)).toEqual([]);
      expect((await callRoute(remove, call)).status).toBe(404);
      expect(
        (await callRoute(update, { ...call, body: { notification: await valid() } })).status,
      ).toBe(404);

      const deleted = async (who: string) =>
        (await callRoute(deletedRoute, { initData: who })).json;
      expect(await deleted(initData)).toMatchObject({ deleted: [{ id: reminder.id }] });
      expect(await deleted((await someone()).initData)).toMatchObject({ deleted: [] });
      const restored = await callRoute(restore, call);
      expect(restored.status).toBe(200);
      expect(await deleted(initData)).toMatchObject({ deleted: [] });
      expect(await listed(initData)).toEqual([saved(restored.json)]);
      expect(await row(reminder.id)).toMatchObject({ nextFireAt: reminder.nextFireAt });
      expect((await callRoute(restore, call)).status).toBe(200);
    });

    test.each<[string, Parameters<typeof createReminder>[2]]>([
      ['a snoozed one-shot', { dateTime: ahead, openOccurrenceAt: ahead, snoozedUntil: ahead }],
      ['one that waits', { dateTime: past, openOccurrenceAt: past, waitingSince: past }],
      ['a flood', { dateTime: past, floodInterval: 5, openOccurrenceAt: past, nagCount: 3 }],
      [
        'a series whose last occurrence waits',
        {
          dateTime: ahead,
          rule: { every: 1, unit: 'DAY' },
          openOccurrenceAt: past,
          nextFireAt: ahead,
          liveMessageId: 77,
        },
      ],
      ['an archived one', { dateTime: past, completed: true, openOccurrenceAt: past }],
      [
        'one that failed',
        { dateTime: past, deliveryState: 'failed', lastError: '400', attempts: 3 },
      ],
      [
        'one that waits for its user',
        { dateTime: past, deliveryState: 'parked', lastError: '403' },
      ],
    ])('%s comes back exactly as it was', async (_, fields = {}) => {
      const { user, initData } = await someone();
      const before = await createReminder(db, user.id, {
        ...(fields.completed ? {} : { nextFireAt: fields.deliveryState ? past : ahead }),
        ...fields,
      });
      const call = { initData, body: {}, params: { id: String(before.id) } };
      await callRoute(remove, call);
      const { claims } = await claimDue(db, {
        now: new Date(ahead.getTime() + MINUTE),
        limit: 100,
      });
      expect(claims.map(({ id }) => id)).not.toContain(before.id);
      await callRoute(restore, call);
      expect(await row(before.id)).toEqual({ ...before, version: before.version + 2 });
    });

    test('a one-shot whose time passed while it was deleted does not ring when it comes back', async () => {
      const { user, initData } = await someone();
      const { id } = await createReminder(db, user.id, { dateTime: past, deletedAt: past });
      const answer = await callRoute(restore, { initData, body: {}, params: { id: String(id) } });
      expect(saved(answer.json)).toMatchObject({
        state: 'waiting',
        completed: false,
        dateTime: past.toISOString(),
      });
      expect(await row(id)).toMatchObject({ nextFireAt: null });
    });

    test.each<[string, Parameters<typeof createReminder>[2]]>([
      ['that had not come', {}],
      ['that waited', { openOccurrenceAt: longAgo, waitingSince: longAgo, nextFireAt: null }],
    ])('a one-shot %s, restored after more than seven days, waits anew', async (_, fields) => {
      const { user, initData } = await someone();
      const deleted = { ...fields, dateTime: longAgo, deletedAt: longAgo };
      const { id } = await createReminder(db, user.id, deleted);
      await callRoute(restore, { initData, body: {}, params: { id: String(id) } });
      await archiveUnanswered(db, new Date());
      expect(await row(id)).toMatchObject({ completed: false, nextFireAt: null });
    });

    test('a series restored after its time goes on with its next occurrence', async () => {
      const { user, initData } = await someone();
      const reminder = await createReminder(db, user.id, {
        firstWallTime: '2020-01-01T09:00',
        rule: { every: 1, unit: 'DAY' },
        dateTime: past,
        deletedAt: new Date(past.getTime() - MINUTE),
      });
      await callRoute(restore, { initData, body: {}, params: { id: String(reminder.id) } });
      const restored = await row(reminder.id);
      expect(restored?.nextFireAt?.getTime()).toBeGreaterThan(Date.now());
      expect(restored?.nextFireAt).toEqual(restored?.dateTime);
    });

    test('nobody restores another’s reminder', async () => {
      const { user } = await someone();
      const thief = await someone();
      const reminder = await createReminder(db, user.id, { deletedAt: new Date() });
      const answer = await callRoute(restore, {
        initData: thief.initData,
        body: {},
        params: { id: String(reminder.id) },
      });
      expect(answer.status).toBe(404);
    });
  });

  test('the list is sorted by time and holds only one’s own', async () => {
    const { user, initData } = await someone();
    const stranger = await createUser(db);
    await createReminder(db, stranger.id);
    for (const hours of [3, 1, 2]) {
      await createReminder(db, user.id, {
        text: `через ${hours}`,
        dateTime: new Date(Date.now() + hours * 60 * MINUTE),
      });
    }
    expect((await listed(initData)).map(({ text }) => text)).toEqual([
      'через 1',
      'через 2',
      'через 3',
    ]);
  });

  test('a series is said in words as it was begun, not as its next date happens to fall', async () => {
    const { user, initData } = await someone();
    await createReminder(db, user.id, {
      firstWallTime: '2099-01-31T09:00',
      rule: { every: 1, unit: 'MONTH', until: '2099-12-01' },
      dateTime: new Date('2099-02-28T06:00:00Z'),
    });
    await createReminder(db, user.id, { dateTime: new Date('2099-03-01T06:00:00Z') });
    const [series, once] = await listed(initData);
    expect(series?.repeatText).toBe(
      'каждый месяц 31-го числа (или в последний день), до 1 декабря',
    );
    expect(once).not.toHaveProperty('repeatText');
  });

  test('a row whose rule is none hides no other, and is listed as a single one', async () => {
    const { user, initData } = await someone();
    const broken = await createReminder(db, user.id);
    const whole = await createReminder(db, user.id);
    await db.execute(sql`update reminders set rule = '{"every": "often"}' where id = ${broken.id}`);
    const all = await listed(initData);
    expect(all.map(({ id }) => id).toSorted()).toEqual([broken.id, whole.id].toSorted());
    expect(all.find(({ id }) => id === broken.id)).toMatchObject({
      repeat: false,
      repeatUnit: null,
    });
  });

  test('categories and types are the reference rows; «Все» is none of them', async () => {
    const { initData } = await someone();
    const categoryNames = responses.categories
      .parse((await callRoute(categories, { initData })).json)
      .categories.map(({ name }) => name);
    const typeNames = responses.types
      .parse((await callRoute(types, { initData })).json)
      .types.map(({ name }) => name);
    expect(categoryNames).toEqual(expect.arrayContaining(['Личное', 'Работа']));
    expect(categoryNames).not.toContain('Все');
    expect(typeNames).toEqual(expect.arrayContaining(['Напоминание', 'Проверка', 'Оплата']));
  });

  function errorsOf(json: unknown): { errors: { field: string; message: string }[] } {
    const failure = failureShape.parse(json);
    return { errors: failure.errors ?? [] };
  }
});

describe('instants', () => {
  test.each(['0000-01-01T00:00:00Z', '0001-01-01T00:00:00+14:00', '9999-12-31T23:59:59-14:00'])(
    'an instant that no calendar has is the caller’s fault, wherever it stands: %s',
    async (at) => {
      const { user, initData } = await someone();
      const { id } = await createReminder(db, user.id, { rule: { every: 1, unit: 'DAY' } });
      const params = { id: `${id}` };
      const category = await categoryId(db, 'Дом');
      const type = await typeId(db, 'Проверка');
      const to = new Date(Date.parse(at) + 86_400_000).toISOString();
      const span = new URLSearchParams({ from: new Date(at).toISOString(), to }).toString();
      const answers = [
        await callRoute(history, { initData, query: span }),
        await callRoute(history, { initData, query: `from=${at}&to=${to}` }),
        await callRoute(done, { initData, params, body: { occurrence: at } }),
        await callRoute(snooze, { initData, params, body: { until: at } }),
        await callRoute(pause, { initData, params, body: { until: at } }),
        await callRoute(pauseAll, { initData, body: { until: at } }),
        await callRoute(create, {
          initData,
          body: {
            text: 'Дело',
            categoryId: category,
            typeId: type,
            dateTime: at,
            repeat: false,
            flood: false,
          },
        }),
        await callRoute(createNote, {
          initData,
          body: { title: 'Заметка', content: 'x', categoryId: category, dateTime: at },
        }),
      ];
      // 409: it was another occurrence.
      expect(answers.map(({ status }) => status)).toEqual([400, 400, 409, 400, 400, 400, 400, 400]);
    },
  );
});
