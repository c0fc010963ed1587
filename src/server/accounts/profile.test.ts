import { eq, sql } from 'drizzle-orm';
import { failure, responses } from '@/contract/api';
import { callRoute, testRoutes } from '@/testing/api';
import { categoryId, createNote, createReminder, createUser } from '@/testing/builders';
import { ACCOUNT_TEXT_MAX_BYTES } from '@/core/limits';
import { checkQuotaToGrow } from '@/server/accounts/quota';
import { users } from '@/server/platform/db/schema';
import { POST as restoreNote } from '@/app/api/notes/[id]/restore/route';
import { DELETE as deleteNote, PUT as updateNote } from '@/app/api/notes/[id]/route';
import { POST as pinNote } from '@/app/api/notes/[id]/pin/route';
import { POST as tickPoint } from '@/app/api/notes/[id]/points/route';
import { GET as noteCategories } from '@/app/api/notes/categories/route';
import { GET as listNotes, POST as createNoteRoute } from '@/app/api/notes/route';
import { GET as stats } from '@/app/api/profile/stats/route';
import { POST as saveTimeZone } from '@/app/api/profile/timezone/route';
import { GET as tutorialStatus } from '@/app/api/profile/tutorial-status/route';
import { POST as saveTutorialStep } from '@/app/api/profile/tutorial-step/route';
import { validationTexts } from '@/texts/validation';
import { USUAL_SETTINGS } from '@/core/settings';
import { instantToWallTime } from '@/core/time-zone';
import { POST as snooze } from '@/app/api/notifications/[id]/snooze/route';
import { GET as read, PUT as save } from '@/app/api/profile/settings/route';

const { db, someone } = testRoutes();

describe('profile and notes', () => {
  const stored = async (id: number) => (await db.select().from(users).where(eq(users.id, id)))[0];
  const listed = async (initData: string) =>
    responses.notes.parse((await callRoute(listNotes, { initData })).json).notes;

  describe('notes', () => {
    const valid = async () => ({
      title: '  Рецепт ',
      content: ' Мука, яйца ',
      categoryId: await categoryId(db, 'Дом'),
      dateTime: '2001-01-01T00:00:00.000Z',
    });

    test('a note is created with the server’s date, edited without changing it, deleted and restored', async () => {
      const { initData } = await someone();
      const before = Date.now();
      const answer = await callRoute(createNoteRoute, { initData, body: { note: await valid() } });
      expect(answer.status).toBe(201);
      const { note } = responses.note.parse(answer.json);
      expect(note).toMatchObject({
        title: 'Рецепт',
        content: 'Мука, яйца',
        category: { name: 'Дом' },
      });
      expect(Date.parse(note.dateTime)).toBeGreaterThanOrEqual(before);

      const params = { id: String(note.id) };
      const edited = await callRoute(updateNote, {
        initData,
        params,
        body: { note: { ...note, title: 'Другой', categoryId: note.category.id } },
      });
      expect(responses.note.parse(edited.json).note).toEqual({
        ...note,
        title: 'Другой',
        version: 2,
      });

      const deleted = await callRoute(deleteNote, { initData, params, body: {} });
      expect(responses.note.parse(deleted.json).note.id).toBe(note.id);
      expect(await listed(initData)).toEqual([]);
      expect(
        (await callRoute(updateNote, { initData, params, body: { note: await valid() } })).status,
      ).toBe(404);

      await callRoute(restoreNote, { initData, params, body: {} });
      expect(await listed(initData)).toHaveLength(1);
    });

    test('the same key with other content is refused; a deleted note is never the answer', async () => {
      const { initData } = await someone();
      const headers = { 'idempotency-key': 'draft:9' };
      const make = async (title: string) =>
        callRoute(createNoteRoute, {
          initData,
          headers,
          body: { note: { ...(await valid()), title } },
        });
      const { note } = responses.note.parse((await make('Первая')).json);
      expect(responses.note.parse((await make('Первая')).json).note).toEqual(note);
      const other = await make('Другая');
      expect(other.status).toBe(409);
      expect(failure.parse(other.json).note).toEqual(note);
      await callRoute(deleteNote, { initData, params: { id: String(note.id) }, body: {} });
      const anew = await make('Первая');
      expect(anew.status).toBe(201);
      expect(await listed(initData)).toEqual([responses.note.parse(anew.json).note]);
    });

    test('an edit of a note that has changed meanwhile is refused with the present one', async () => {
      const { user, initData } = await someone();
      const { id } = await createNote(db, user.id);
      const put = async (title: string, version?: number) =>
        callRoute(updateNote, {
          initData,
          params: { id: String(id) },
          body: { note: { ...(await valid()), title, version } },
        });
      const { note } = responses.note.parse((await put('С телефона', 1)).json);
      expect(note).toMatchObject({ title: 'С телефона', version: 2 });
      const older = await put('С компьютера', 1);
      expect(older.status).toBe(409);
      expect(failure.parse(older.json).note).toEqual(note);
      expect(responses.note.parse((await put('С телефона', 1)).json).note).toEqual(note);
      expect((await put('С компьютера', 2)).status).toBe(200);
      expect((await put('Без версии')).status).toBe(200);
    });

    test('an empty form gets every message at once', async () => {
      const { initData } = await someone();
      const answer = await callRoute(createNoteRoute, {
        initData,
        body: { note: { title: ' ', content: '' } },
      });
      expect(answer.status).toBe(400);
      expect(failure.parse(answer.json).errors).toEqual([
        { field: 'title', message: 'Введите заголовок' },
        { field: 'content', message: 'Введите содержимое' },
        { field: 'category', message: 'Выберите категорию' },
      ]);
    });

    test('a double tap makes one note', async () => {
      const { initData } = await someone();
      const body = { note: await valid() };
      await Promise.all(
        Array.from({ length: 4 }, () => callRoute(createNoteRoute, { initData, body })),
      );
      expect(await listed(initData)).toHaveLength(1);
    });

    test('a point is ticked and unticked; doubled taps and taps side by side all count', async () => {
      const { user, initData } = await someone();
      const content = 'Купить:\n- хлеб\n[ ] сыр\n- хлеб';
      const { id } = await createNote(db, user.id, { content });
      const tick = async (body: object) => {
        const call = { initData, params: { id: String(id) }, body };
        const { status, json } = await callRoute(tickPoint, call);
        expect(status).toBe(200);
        return responses.note.parse(json).note;
      };
      await Promise.all([
        tick({ line: 3, text: 'хлеб', done: true }),
        tick({ line: 2, text: 'сыр', done: true }),
        tick({ line: 3, text: 'хлеб', done: true }),
      ]);
      const [note] = await listed(initData);
      expect(note).toMatchObject({ content: 'Купить:\n- хлеб\n[x] сыр\n☑ хлеб', version: 3 });
      expect(await tick({ line: 2, text: 'сыр', done: false })).toMatchObject({
        content: 'Купить:\n- хлеб\n[ ] сыр\n☑ хлеб',
        version: 4,
      });
    });

    test('a tick of a point that is gone is refused with the note as it is', async () => {
      const { user, initData } = await someone();
      const { id } = await createNote(db, user.id, { content: '- сыр' });
      const body = { line: 0, text: 'хлеб', done: true };
      const { status, json } = await callRoute(tickPoint, {
        initData,
        params: { id: String(id) },
        body,
      });
      expect(status).toBe(409);
      expect(failure.parse(json).note).toMatchObject({ id, content: '- сыр' });
    });

    test('pinned notes lead the list, the newest first; an edit keeps the pin', async () => {
      const { user, initData } = await someone();
      const notes = [];
      for (const day of [1, 2, 3, 4]) {
        notes.push(await createNote(db, user.id, { dateTime: new Date(`2026-10-0${day}`) }));
      }
      const [first, second, third, fourth] = notes.map(({ id }) => id);
      const pin = (id: number | undefined, pinned: boolean) =>
        callRoute(pinNote, { initData, params: { id: String(id) }, body: { pinned } });
      expect((await pin(first, true)).json).toMatchObject({ note: { pinned: true, version: 2 } });
      await pin(third, true);
      expect((await pin(third, true)).json).toMatchObject({ note: { version: 2 } });
      expect((await listed(initData)).map(({ id }) => id)).toEqual([third, first, fourth, second]);
      await callRoute(updateNote, {
        initData,
        params: { id: String(first) },
        body: { note: await valid() },
      });
      await pin(third, false);
      expect((await listed(initData)).map(({ id }) => id)).toEqual([first, fourth, third, second]);
    });

    test('another’s note is unknown to every call', async () => {
      const { user } = await someone();
      const thief = await someone();
      const note = await createNote(db, user.id);
      const call = { initData: thief.initData, params: { id: String(note.id) } };
      expect((await callRoute(updateNote, { ...call, body: { note: await valid() } })).status).toBe(
        404,
      );
      expect((await callRoute(deleteNote, { ...call, body: {} })).status).toBe(404);
      expect((await callRoute(restoreNote, { ...call, body: {} })).status).toBe(404);
      expect((await callRoute(pinNote, { ...call, body: { pinned: true } })).status).toBe(404);
      const tick = { line: 0, text: 'хлеб', done: true };
      expect((await callRoute(tickPoint, { ...call, body: tick })).status).toBe(404);
      expect(await listed(thief.initData)).toEqual([]);
    });

    test('note categories are those of reminders', async () => {
      const { initData } = await someone();
      const { categories } = responses.categories.parse(
        (await callRoute(noteCategories, { initData })).json,
      );
      expect(categories.map(({ name }) => name)).toEqual(
        expect.arrayContaining(['Личное', 'Работа']),
      );
    });
  });

  describe('profile', () => {
    test('the stats count one’s own rows, without the deleted', async () => {
      const { user, initData } = await someone();
      const work = await categoryId(db, 'Работа');
      const home = await categoryId(db, 'Дом');
      await createReminder(db, user.id);
      await createReminder(db, user.id, { completed: true });
      await createReminder(db, user.id, { completed: true, rule: { every: 1, unit: 'DAY' } });
      const ended = { every: 1, unit: 'DAY', until: '2026-11-19' } as const;
      await createReminder(db, user.id, { completed: true, rule: ended });
      const counted = { every: 1, unit: 'DAY', count: 3 } as const;
      await createReminder(db, user.id, { completed: true, rule: counted });
      await createReminder(db, user.id, { deletedAt: new Date() });
      await createNote(db, user.id);
      await createNote(db, user.id, { categoryId: work });
      await createNote(db, user.id, { categoryId: home });
      await createNote(db, user.id, { deletedAt: new Date() });
      await createReminder(db, (await createUser(db)).id);
      expect((await callRoute(stats, { initData })).json).toEqual({
        success: true,
        x: 0,
        stats: {
          totalNotifications: 5,
          archivedNotifications: 3,
          activeNotifications: 2,
          totalNotes: 3,
          personalNotes: 1,
          workNotes: 1,
        },
      });
    });

    test('x is 1 for those whom the environment names as administrators', async () => {
      const { initData } = await someone({ id: 1 });
      expect((await callRoute(stats, { initData })).json).toMatchObject({ x: 1 });
    });

    test('the browser’s zone is saved, an unknown one refused, and one chosen by hand wins', async () => {
      const { user, initData } = await someone();
      const saved = await callRoute(saveTimeZone, { initData, body: { timezone: 'Asia/Omsk' } });
      expect(saved.json).toMatchObject({ success: true, timezone: 'Asia/Omsk', manual: false });
      for (const timezone of ['Mars/Olympus', '', '+03:00', 'x'.repeat(101), 3]) {
        expect((await callRoute(saveTimeZone, { initData, body: { timezone } })).status).toBe(400);
      }
      expect(await stored(user.id)).toMatchObject({ timeZone: 'Asia/Omsk' });

      const byHand = await someone({ timeZone: 'Asia/Tokyo', timeZoneManual: true });
      const kept = await callRoute(saveTimeZone, {
        initData: byHand.initData,
        body: { timezone: 'Europe/Moscow' },
      });
      expect(kept.json).toMatchObject({ success: true, timezone: 'Asia/Tokyo', manual: true });
    });

    test('the tutorial is shown to a new user until step 2 is posted', async () => {
      const { initData } = await someone({ tutorialStep: 1 });
      expect((await callRoute(tutorialStatus, { initData })).json).toEqual({
        success: true,
        tutorialStep: 1,
      });
      for (const tutorialStep of [0, 3, '2', null]) {
        expect(
          (await callRoute(saveTutorialStep, { initData, body: { tutorialStep } })).status,
        ).toBe(400);
      }
      await callRoute(saveTutorialStep, { initData, body: { tutorialStep: 2 } });
      expect((await callRoute(tutorialStatus, { initData })).json).toEqual({
        success: true,
        tutorialStep: 2,
      });
    });

    test('a visit notes the user’s activity and takes back a warning', async () => {
      const { user, initData } = await someone({
        lastActiveAt: new Date('2026-01-01'),
        inactivityWarnedAt: new Date('2026-03-25'),
      });
      await callRoute(stats, { initData });
      const after = await stored(user.id);
      expect(after?.inactivityWarnedAt).toBeNull();
      expect(Date.now() - (after?.lastActiveAt.getTime() ?? 0)).toBeLessThan(60_000);
    });
  });
});

describe('settings', () => {
  const settingsOf = async (initData: string) =>
    responses.settings.parse((await callRoute(read, { initData })).json).settings;
  const put = (initData: string, settings: object) =>
    callRoute(save, { initData, body: { settings } });
  const OWN = { morning: '07:30', day: '13:00', evening: '21:15' };

  test('who has set nothing has what there always was', async () => {
    const { initData } = await someone();
    expect(await settingsOf(initData)).toEqual({
      ...USUAL_SETTINGS,
      timeZone: 'Europe/Moscow',
      timeZoneChosen: false,
    });
  });

  test('what is saved is read again, by its owner alone; what is absent stays', async () => {
    const [anna, boris] = [await someone(), await someone()];
    const home = await categoryId(db, 'Дом');
    const quietHours = { from: '23:00', to: '08:00' };
    await put(anna.initData, { dayParts: OWN, quietHours, agenda: '08:00' });
    const answer = await put(anna.initData, {
      snoozes: ['5m', '30m', '3h', 'evening'],
      categoryId: home,
      timeZone: 'Asia/Omsk',
    });
    expect(answer.status).toBe(200);
    const expected = {
      dayParts: OWN,
      snoozes: ['5m', '30m', '3h', 'evening'],
      categoryId: home,
      quietHours,
      agenda: '08:00',
      review: null,
      timeZone: 'Asia/Omsk',
      timeZoneChosen: true,
    };
    expect(responses.settings.parse(answer.json).settings).toEqual(expected);
    expect(await settingsOf(anna.initData)).toEqual(expected);
    expect((await settingsOf(boris.initData)).dayParts).toEqual(USUAL_SETTINGS.dayParts);
  });

  test('two changes at once both count', async () => {
    const { initData } = await someone();
    const snoozes = ['5m', '30m', '3h', 'evening'];
    await Promise.all([put(initData, { dayParts: OWN }), put(initData, { snoozes })]);
    expect(await settingsOf(initData)).toMatchObject({ dayParts: OWN, snoozes });
  });

  test('a refused change names all its faults in Russian and changes nothing', async () => {
    const { initData } = await someone();
    const answer = await put(initData, {
      timeZone: 'Europe/Narnia',
      dayParts: { ...OWN, evening: '12:00' },
      snoozes: ['5m', '5m', '1h', '2h'],
      categoryId: 999_999,
      quietHours: { from: '08:00', to: '08:00' },
    });
    expect(answer.status).toBe(400);
    const { errors } = failure.parse(answer.json);
    expect(errors?.map(({ field }) => field)).toEqual([
      'timeZone',
      'evening',
      'snoozes',
      'categoryId',
      'quietHours',
    ]);
    expect(errors?.map(({ message }) => message)).toContain(validationTexts.settings.quietSame);
    expect(await settingsOf(initData)).toMatchObject({ ...USUAL_SETTINGS, timeZoneChosen: false });
  });

  test('automatic again: the zone stays until the app tells the browser’s', async () => {
    const { initData } = await someone({ timeZone: 'Asia/Omsk', timeZoneManual: true });
    await put(initData, { timeZone: null });
    expect(await settingsOf(initData)).toMatchObject({
      timeZone: 'Asia/Omsk',
      timeZoneChosen: false,
    });
  });

  test('a start of the app is told the settings together with the zone that counts', async () => {
    const { initData } = await someone();
    await put(initData, { dayParts: OWN });
    const answer = await callRoute(saveTimeZone, { initData, body: { timezone: 'Asia/Omsk' } });
    expect(responses.timeZone.parse(answer.json).settings).toMatchObject({
      dayParts: OWN,
      timeZone: 'Asia/Omsk',
      timeZoneChosen: false,
    });
  });

  test('what a row holds that nobody knows is as usual, and nothing else of it', async () => {
    const { user, initData } = await someone();
    const settings = sql`'{"snoozes": "all", "dayParts": 5, "later": true, "agenda": "07:30"}'::jsonb`;
    await db.update(users).set({ settings }).where(eq(users.id, user.id));
    expect(await settingsOf(initData)).toMatchObject({ ...USUAL_SETTINGS, agenda: '07:30' });
  });

  test('«вечером» and «завтра» of the API mean the own hours', async () => {
    const { user, initData } = await someone();
    await put(initData, { dayParts: { ...OWN, evening: '23:59' } });
    for (const [until, clock] of [
      ['evening', '23:59'],
      ['tomorrow', '07:30'],
    ]) {
      const past = new Date(Date.now() - 60_000);
      const waits = { openOccurrenceAt: past, waitingSince: past, nextFireAt: null };
      const { id } = await createReminder(db, user.id, { dateTime: past, ...waits });
      const answer = await callRoute(snooze, {
        initData,
        params: { id: String(id) },
        body: { until },
      });
      const { snoozedUntil } = responses.acted.parse(answer.json).notification;
      expect(instantToWallTime(new Date(snoozedUntil ?? ''), 'Europe/Moscow').slice(11)).toBe(
        clock,
      );
    }
  });
});

test('an account that holds more than it may still saves a text that grows by nothing', async () => {
  const { id } = await createUser(db);
  await createNote(db, id, { content: 'a'.repeat(ACCOUNT_TEXT_MAX_BYTES + 1) });
  await expect(checkQuotaToGrow(db, id, 0)).resolves.toBeUndefined();
  await expect(checkQuotaToGrow(db, id, -1)).resolves.toBeUndefined();
  await expect(checkQuotaToGrow(db, id, 1)).rejects.toMatchObject({ code: 'full' });
});
