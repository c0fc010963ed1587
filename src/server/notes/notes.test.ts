import { eq } from 'drizzle-orm';
import { notes, reminders } from '@/server/platform/db/schema';
import { createNote, createReminder, categoryId, createUser, typeId } from '@/testing/builders';
import { APP_URL, testBot } from '@/testing/conversation';
import { responses } from '@/contract/api';
import { callRoute, testRoutes } from '@/testing/api';
import { initDataFor } from '@/testing/test-env';
import { DELETE as deleteNote, DELETE as remove } from '@/app/api/notes/[id]/route';
import { POST as restore } from '@/app/api/notifications/[id]/restore/route';
import { PUT as update } from '@/app/api/notifications/[id]/route';
import { POST as toNote } from '@/app/api/notifications/[id]/to-note/route';
import { POST as create } from '@/app/api/notifications/route';
import { ALL, FIRST_ROWS, SEARCH_MAX } from '@/core/limits';
import { listNotes } from '@/core/lists';
import { createCategory } from '@/server/categories/categories';
import { GET } from '@/app/api/notes/route';

const { db, someone } = testRoutes();

describe('notes in the chat', () => {
  // Friday 20 November 2026, 12:00 in Moscow.
  const bot = testBot(db);
  const at = (iso: string) => new Date(`${iso}+03:00`);
  const stored = async (id: number) => {
    const [row] = await db.select().from(notes).where(eq(notes.id, id));
    return row;
  };

  describe('/notes', () => {
    test('shows pinned notes, then the latest, by pages; each can be opened', async () => {
      const anna = await bot.member();
      await anna.write('/notes');
      expect(anna.text()).toContain('Заметок пока нет');
      for (let i = 1; i <= 6; i += 1) {
        const dateTime = at(`2026-11-${10 + i}T09:00`);
        const fields = { title: `Заметка ${i}`, content: '<b>Текст</b>', pinned: i === 2 };
        await createNote(db, anna.id, { ...fields, dateTime });
      }
      await anna.write('/notes');
      expect(anna.text()).toContain('Заметки — 6 заметок');
      expect(anna.text()).toContain('1. 📌 Заметка 2 · 12 ноября\n<b>Текст</b>');
      expect(anna.text()).toContain('2. 📝 Заметка 6 · 16 ноября\n<b>Текст</b>');
      expect(anna.text()).not.toContain('Заметка 1 ');
      expect(anna.appLink()).toBe(`${APP_URL}/app/notes`);
      await anna.press('Старее ›');
      expect(anna.text()).toContain('6. 📝 Заметка 1 · 11 ноября');
      await anna.press('6');
      expect(anna.text()).toContain('📝 Заметка 1 · 11 ноября\n\n<b>Текст</b>');
      await anna.press('‹ К заметкам');
      expect(anna.text()).toContain('6. 📝 Заметка 1');
      expect(anna.messages()).toHaveLength(2);
    });

    test('a page that emptied meanwhile shows the last one that has something', async () => {
      const anna = await bot.member();
      await createNote(db, anna.id, { title: 'Одна' });
      await anna.write('/notes');
      await anna.pressData('n:9');
      expect(anna.text()).toContain('1. 📝 Одна');
    });
  });

  describe('one note', () => {
    test('its points are ticked and unticked by their numbers; a second press of the same key changes nothing', async () => {
      const anna = await bot.member();
      const content =
        'В **пятницу**:\n- хлеб <белый>\n☑ сыр\n[ ] чай\n* не забыть [адрес](https://ya.ru)';
      const { id } = await createNote(db, anna.id, { title: 'Купить', content });
      await anna.write('/notes');
      await anna.press('1');
      expect(anna.text()).toContain(
        'В пятницу:\n1. ☐ хлеб <белый>\n2. ☑ сыр\n3. ☐ чай\n• не забыть адрес',
      );
      expect(anna.labels()[0]).toEqual(['☐ 1', '☑ 2', '☐ 3']);
      await anna.press('☐ 1');
      expect(anna.text()).toContain('1. ☑ хлеб');
      expect(anna.labels()[0]).toEqual(['☑ 1', '☑ 2', '☐ 3']);
      await anna.press('☑ 2');
      expect(await stored(id)).toMatchObject({
        content:
          'В **пятницу**:\n☑ хлеб <белый>\n☐ сыр\n[ ] чай\n* не забыть [адрес](https://ya.ru)',
        version: 3,
      });
      const key =
        anna
          .last()
          .keyboard.flat()
          .find((each) => each.text === '☐ 3')?.callback_data ?? '';
      await anna.pressData(key);
      await anna.pressData(key);
      expect(await stored(id)).toMatchObject({ version: 4 });
      expect(anna.text()).toContain('3. ☑ чай');
    });

    test('a press on a point that another edit took away says so and shows the note as it is', async () => {
      const anna = await bot.member();
      const { id } = await createNote(db, anna.id, { title: 'Купить', content: '- хлеб\n- сыр' });
      await anna.write('/notes');
      await anna.press('1');
      await db.update(notes).set({ content: 'Ничего\n- сыр' }).where(eq(notes.id, id));
      await anna.press('☐ 1');
      expect(anna.text()).toContain('заметка изменилась');
      expect(anna.text()).toContain('1. ☐ сыр');
      expect(await stored(id)).toMatchObject({ content: 'Ничего\n- сыр' });
    });

    test('is pinned and unpinned, deleted and brought back', async () => {
      const anna = await bot.member();
      const { id } = await createNote(db, anna.id, { title: 'Купить' });
      await anna.write('/notes');
      await anna.press('1');
      await anna.press('📌 Закрепить');
      expect(anna.text()).toContain('📌 Купить');
      expect(await stored(id)).toMatchObject({ pinned: true });
      await anna.press('Открепить');
      expect(await stored(id)).toMatchObject({ pinned: false });
      await anna.press('Удалить');
      expect(anna.text()).toContain('Заметка «Купить» удалена');
      await anna.press('Вернуть');
      expect(anna.text()).toContain('📝 Купить');
      expect(await stored(id)).toMatchObject({ deletedAt: null });
    });

    test('the longest one with the most points fits one message and its keyboard', async () => {
      const anna = await bot.member();
      const content = '- <&\n'.repeat(800).trim();
      await createNote(db, anna.id, { title: '&'.repeat(200), content });
      await anna.write('/notes');
      await anna.press('1');
      expect(anna.text()).toContain('Остальное — в приложении');
      expect(
        anna
          .labels()
          .flat()
          .filter((label) => label.startsWith('☐')),
      ).toHaveLength(40);
      await anna.press('☐ 40');
      expect(anna.text()).toContain('40. ☑ <&');
    });

    test("somebody else's is not there", async () => {
      const anna = await bot.member();
      const { id } = await createNote(db, anna.id, { content: '- хлеб' });
      const boris = await bot.member();
      await boris.write('/notes');
      for (const action of ['show', 'remove', 'pin', 'restore', 'tick']) {
        await boris.pressData(`note:${id}:${action}:0:0:x:1`);
        expect(boris.text()).toContain('Этой заметки больше нет');
      }
      expect(await stored(id)).toMatchObject({ version: 1 });
    });
  });

  describe('a reminder of a note', () => {
    const opened = async (fields: Parameters<typeof createNote>[2] = {}) => {
      const anna = await bot.member();
      const { id } = await createNote(db, anna.id, {
        title: 'Рецепт',
        content: 'Для **мамы**',
        ...fields,
      });
      await anna.write('/notes');
      await anna.press('1');
      return { anna, id };
    };
    const made = (userId: number) =>
      db.select().from(reminders).where(eq(reminders.userId, userId));

    test('is made by «Напомнить» and a choice of time, leads to its note and has its attachment', async () => {
      const attachment = { items: [{ kind: 'photo' as const, messageId: 1, fileId: 'x' }] };
      const { anna, id } = await opened({ attachment });
      await anna.press('⏰ Напомнить');
      expect(anna.text()).toContain('Рецепт');
      // It is a note already.
      expect(anna.labels().flat()).not.toContain('В заметки');
      await anna.press('Через час');
      expect(await made(anna.id)).toMatchObject([
        { text: 'Рецепт\nДля мамы', noteId: id, attachment, dateTime: at('2026-11-20T13:00') },
      ]);
      await anna.press('Отменить');
      expect(await made(anna.id)).toMatchObject([{ deletedAt: bot.clock.now() }]);
    });

    test('takes its time in words, and two taps on a time make one', async () => {
      const { anna, id } = await opened();
      await anna.press('⏰ Напомнить');
      await anna.write('завтра в 10');
      expect(await made(anna.id)).toMatchObject([{ noteId: id, dateTime: at('2026-11-21T10:00') }]);
    });

    test('is not made of a note that is gone, or somebody else’s', async () => {
      const { anna, id } = await opened();
      const boris = await bot.member();
      await boris.write('/help');
      await boris.pressData(`note:${id}:remind:0`);
      expect(boris.text()).toContain('Этой заметки больше нет');
      await anna.press('Удалить');
      await anna.pressData(`note:${id}:remind:0`);
      expect(anna.text()).toContain('Этой заметки больше нет');
    });
  });

  test('the list of notes says what is attached', async () => {
    const anna = await bot.member();
    const attachment = { items: [{ kind: 'photo' as const, messageId: 1, fileId: 'x' }] };
    await createNote(db, anna.id, { title: 'Рецепт', content: 'Мамин', attachment });
    await anna.write('/notes');
    expect(anna.text()).toContain('\nМамин\n📎 Фото\n');
  });

  describe('/find', () => {
    test('finds reminders and notes by the beginnings of their words; each opens', async () => {
      const anna = await bot.member();
      const boris = await bot.member();
      await createReminder(db, boris.id, { text: 'Ёлка Бориса' });
      await createReminder(db, anna.id, {
        text: 'Старая ёлка',
        completed: true,
        doneAt: at('2026-01-01T09:00'),
      });
      await createReminder(db, anna.id, { text: 'Купить елку', dateTime: at('2026-12-20T10:00') });
      await createReminder(db, anna.id, { text: 'Посмотреть новости' });
      await createNote(db, anna.id, { title: 'Дача', content: 'Там стоит Ёлка' });
      await createNote(db, anna.id, { title: 'Ёлка', deletedAt: bot.clock.now() });
      await anna.write('/find елк');
      expect(anna.text()).toContain('Нашлось по запросу «елк» — 3');
      expect(anna.text()).toMatch(
        /1\. .* — Купить елку[\s\S]*2\. .* — Старая ёлка[\s\S]*3\. 📝 Дача/,
      );
      expect(anna.text()).not.toContain('Бориса');
      await anna.press('3');
      expect(anna.text()).toContain('Там стоит Ёлка');
      await anna.write('/find елк');
      await anna.press('1');
      expect(anna.text()).toContain('Купить елку');
      expect(anna.labels().flat()).toContain('✅ Готово');
    });

    test('says what to write, that there is nothing, that there is more', async () => {
      const anna = await bot.member();
      await anna.write('/find');
      expect(anna.text()).toContain('Напишите после команды, что найти');
      await anna.write('/find <хлеб>');
      expect(anna.text()).toContain('По запросу «<хлеб>» ничего не нашлось');
      for (let i = 0; i < 12; i += 1) await createReminder(db, anna.id, { text: `Хлеб ${i}` });
      await createNote(db, anna.id, { title: 'Хлеб' });
      await anna.write('/find хлеб');
      expect(anna.text()).toContain('— 13');
      expect(anna.text()).toContain('8. 📝 Хлеб');
      expect(anna.text()).toContain('И ещё 5.');
      expect(anna.labels().slice(0, 2)).toEqual([
        ['1', '2', '3', '4', '5'],
        ['6', '7', '8'],
      ]);
    });

    test('too many searches in a minute are refused in words', async () => {
      const anna = await bot.member();
      for (let i = 0; i < 20; i += 1) await anna.write('/find хлеб');
      expect(anna.text()).toContain('ничего не нашлось');
      await anna.write('/find хлеб');
      expect(anna.text()).toContain('Слишком много запросов');
    });
  });
});

describe('a note and a reminder', () => {
  async function someone() {
    const user = await createUser(db);
    const initData = initDataFor({ id: user.id });
    const params = (id: number) => ({ id: String(id) });
    return {
      user,
      initData,
      remind: async (fields: object) => {
        const notification = {
          typeId: await typeId(db, 'Напоминание'),
          categoryId: await categoryId(db, 'Дом'),
          text: 'Купить',
          dateTime: '2049-03-12T06:00:00.000Z',
          repeat: false,
          flood: false,
          ...fields,
        };
        const answer = await callRoute(create, { initData, body: { notification } });
        return { notification, made: responses.reminder.parse(answer.json).notification };
      },
      toNote: (id: number, version: number) =>
        callRoute(toNote, { initData, params: params(id), body: { version } }),
      restore: (id: number) => callRoute(restore, { initData, params: params(id), body: {} }),
      deleteNote: (id: number) => callRoute(deleteNote, { initData, params: params(id), body: {} }),
      edit: (id: number, notification: object) =>
        callRoute(update, { initData, params: params(id), body: { notification } }),
    };
  }
  const notesOf = (userId: number) => db.select().from(notes).where(eq(notes.userId, userId));
  const stored = async (id: number) =>
    (await db.select().from(reminders).where(eq(reminders.id, id)))[0];

  test('a reminder knows its note, also after an edit; a note of somebody else or none is not taken', async () => {
    const anna = await someone();
    const { id: noteId } = await createNote(db, anna.user.id);
    const { made, notification } = await anna.remind({ noteId });
    expect(made).toMatchObject({ noteId });
    const edited = await anna.edit(made.id, { ...notification, text: 'Купить хлеб' });
    expect(edited.json).toMatchObject({ notification: { noteId, text: 'Купить хлеб' } });

    const foreign = await createNote(db, (await someone()).user.id);
    for (const other of [foreign.id, 999_999_999, 'x']) {
      const { made: plain } = await anna.remind({ noteId: other, text: `Другое ${other}` });
      expect(plain).not.toHaveProperty('noteId');
    }
  });

  test('a reminder becomes a note with its text; asked twice, or twice at once, it is one note', async () => {
    const anna = await someone();
    const text = `${'Очень длинная строка '.repeat(15)}\nи вторая`;
    const { made } = await anna.remind({ text });
    const answers = await Promise.all([1, 2, 3].map(() => anna.toNote(made.id, made.version)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const [note, ...others] = await notesOf(anna.user.id);
    expect(others).toEqual([]);
    expect(note).toMatchObject({ content: made.text, categoryId: await categoryId(db, 'Дом') });
    expect(note?.title).toMatch(/^Очень длинная строка .*…$/);
    expect((await stored(made.id))?.deletedAt).not.toBeNull();
  });

  test('taken back and asked for again, it is a note again, with the text as it is by then', async () => {
    const anna = await someone();
    const { made, notification } = await anna.remind({});
    const first = responses.noteOfReminder.parse((await anna.toNote(made.id, made.version)).json);
    expect(first.created).toBe(true);
    await anna.deleteNote(first.note.id);
    const back = responses.reminder.parse((await anna.restore(made.id)).json).notification;
    const edited = await anna.edit(made.id, {
      ...notification,
      text: 'Иначе',
      version: back.version,
    });
    const { version } = responses.reminder.parse(edited.json).notification;
    const second = responses.noteOfReminder.parse((await anna.toNote(made.id, version)).json);
    expect(second.note).toMatchObject({ title: 'Иначе', content: 'Иначе' });
  });

  test('a reminder of a note gives way to that note; where it is deleted, to a new one', async () => {
    const anna = await someone();
    const { id: noteId } = await createNote(db, anna.user.id, { title: 'Список' });
    const { made } = await anna.remind({ noteId });
    const { json } = await anna.toNote(made.id, made.version);
    expect(json).toMatchObject({ note: { id: noteId, title: 'Список' }, created: false });
    expect(await notesOf(anna.user.id)).toHaveLength(1);

    const { made: other } = await anna.remind({ noteId, text: 'Другое' });
    await anna.deleteNote(noteId);
    const { json: fresh } = await anna.toNote(other.id, other.version);
    expect(fresh).toMatchObject({ note: { title: 'Другое' }, created: true });
  });

  test('one that changed meanwhile, is deleted, or is not the caller’s stays as it is', async () => {
    const anna = await someone();
    const { made } = await anna.remind({});
    expect((await anna.toNote(made.id, made.version + 1)).status).toBe(409);
    const boris = await someone();
    expect((await boris.toNote(made.id, made.version)).status).toBe(404);
    const gone = await createReminder(db, anna.user.id, { deletedAt: new Date() });
    expect((await anna.toNote(gone.id, gone.version)).status).toBe(404);
    expect((await stored(made.id))?.deletedAt).toBeNull();
    expect(await notesOf(anna.user.id)).toEqual([]);
  });

  test('what is attached goes along, both ways', async () => {
    const anna = await someone();
    const attachment = { items: [{ kind: 'photo' as const, messageId: 5, fileId: 'file' }] };
    const { id: noteId } = await createNote(db, anna.user.id, { attachment });
    const { made } = await anna.remind({ noteId });
    expect((await stored(made.id))?.attachment).toEqual(attachment);

    await anna.deleteNote(noteId);
    await anna.toNote(made.id, made.version);
    const [, fresh] = await notesOf(anna.user.id);
    expect(fresh?.attachment).toEqual(attachment);
  });
});

describe('pages of notes', () => {
  const DAY_MS = 86_400_000;

  /** Somebody with thirty notes, some pinned, in two categories, one deleted; and one of somebody else. */
  async function withNotes() {
    const anna = await someone();
    const home = await categoryId(db, 'Дом');
    for (let n = 0; n < 30; n += 1) {
      await createNote(db, anna.user.id, {
        title: n % 7 === 0 ? `Ёлка ${n}` : `Заметка ${n}`,
        content: n % 5 === 0 ? 'Чай и вареньи\u0306' : 'Хлеб',
        dateTime: new Date(Date.UTC(2026, 0, 1) + n * DAY_MS),
        pinned: n === 3 || n === 20,
        ...(n % 2 === 0 && { categoryId: home }),
        ...(n === 29 && { deletedAt: new Date() }),
      });
    }
    const foreign = await createNote(db, (await someone()).user.id, { title: 'Ёлка чужая' });
    return { ...anna, foreign };
  }
  const get = async (initData: string, query: Record<string, string> = {}, headers = {}) => {
    const answer = await callRoute(GET, {
      ...{ initData, headers },
      query: new URLSearchParams(query).toString(),
    });
    return { ...answer, body: () => responses.notes.parse(answer.json) };
  };

  test('pages are the beginnings of the whole list, whatever is searched and filtered', async () => {
    const { initData } = await withNotes();
    const whole = (await get(initData)).body();
    expect(whole.notes).toHaveLength(29);
    expect(whole).not.toHaveProperty('total');
    for (const search of ['', 'елк', 'ЁЛКА 1', 'чай', 'вареньй', 'нет такого', ' . ']) {
      for (const category of [ALL, 'Дом', 'Личное', 'Никакая']) {
        const matching = listNotes(whole.notes, { search, category });
        for (const limit of [1, FIRST_ROWS, 100]) {
          const { notes, total } = (
            await get(initData, { limit: String(limit), search, category })
          ).body();
          expect([search, category, total]).toEqual([search, category, matching.length]);
          expect(notes).toEqual(matching.slice(0, limit));
        }
      }
    }
  });

  test('a note that is asked for beside the page comes with it; nobody else’s, and no deleted one', async () => {
    const { initData, foreign } = await withNotes();
    const whole = (await get(initData)).body().notes;
    const last = whole.at(-1);
    const beside = (await get(initData, { limit: '5', with: String(last?.id) })).body();
    expect(beside.notes).toEqual([...whole.slice(0, 5), last]);
    expect(beside.total).toBe(29);
    const none = (await get(initData, { limit: '5', with: String(foreign.id) })).body();
    expect(none.notes).toEqual(whole.slice(0, 5));
    const params = { id: String(last?.id) };
    await callRoute(remove, { initData, body: {}, params });
    const gone = (await get(initData, { limit: '5', with: String(last?.id) })).body();
    expect(gone.notes).toEqual(whole.slice(0, 5));
  });

  test('a page that has not changed is not sent again; a change anywhere sends it', async () => {
    const { initData, user } = await withNotes();
    const { headers } = await get(initData, { limit: '5' });
    const known = { 'if-none-match': headers.get('etag') ?? '' };
    expect((await get(initData, { limit: '5' }, known)).status).toBe(304);
    await createNote(db, user.id, { title: 'Новая' });
    expect((await get(initData, { limit: '5' }, known)).status).toBe(200);
  });

  test('an own category filters by its name', async () => {
    const { initData, user } = await withNotes();
    const [own] = await createCategory(db, user.id, { name: 'Дача', color: 'red' }, new Date());
    const { id } = await createNote(db, user.id, { categoryId: own?.id ?? 0 });
    const { notes, total } = (await get(initData, { limit: '5', category: 'Дача' })).body();
    expect(notes).toMatchObject([{ id, category: { name: 'Дача', color: 'red' } }]);
    expect(total).toBe(1);
  });

  test.each([
    { limit: '0' },
    { limit: '-1' },
    { limit: 'все' },
    { limit: '5', with: 'x' },
    { limit: '5', search: 'я'.repeat(SEARCH_MAX + 1) },
  ])('%j is refused', async (query) => {
    const { initData } = await someone();
    expect((await get(initData, query)).status).toBe(400);
  });
});
