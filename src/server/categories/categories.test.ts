import { and, eq, sql } from 'drizzle-orm';
import { responses } from '@/contract/api';
import { CATEGORY_COLORS, CATEGORY_NAME_MAX, OWN_CATEGORIES_MAX } from '@/core/limits';
import { scheduleAt } from '@/core/recurrence';
import { eraseAccount } from '@/server/retention/erase-account';
import { findAccount } from '@/server/accounts/accounts';
import { withPersonLocked } from '@/server/platform/db/locks';
import { found } from '@/server/platform/errors';
import {
  drafts,
  inlineDrafts,
  notes,
  categories,
  reminders,
  users,
} from '@/server/platform/db/schema';
import { createCopy } from '@/server/reminders/reminders';
import { callRoute, testRoutes } from '@/testing/api';
import { categoryId, createNote, createReminder, draftPayload, typeId } from '@/testing/builders';
import { until } from '@/testing/until';
import { GET as noteCategories } from '@/app/api/notes/categories/route';
import { GET as listNotes, POST as createNoteCall } from '@/app/api/notes/route';
import { PUT as updateNote } from '@/app/api/notes/[id]/route';
import { GET as reminderCategories } from '@/app/api/notifications/categories/route';
import { GET as listReminders, POST as createReminderCall } from '@/app/api/notifications/route';
import { PUT as putSettings } from '@/app/api/profile/settings/route';
import { GET as stats } from '@/app/api/profile/stats/route';
import { POST as move } from '@/app/api/categories/[id]/move/route';
import { DELETE as remove, PUT as update } from '@/app/api/categories/[id]/route';
import { GET as list, POST as create } from '@/app/api/categories/route';
import { createCategory, listOwnCategories, removeCategory } from '@/server/categories/categories';
import { draftCreateKey } from '@/contract/draft';
import { tickPoint } from '@/server/notes/notes';
import { noteOfKey } from '@/server/notes/reading';
import { saveSettings } from '@/server/accounts/settings';
import { testBot } from '@/testing/conversation';
import { testDatabase } from '@/testing/database';
import { putIntoNewCategory } from '../quick-add/new-category';

describe('categories', () => {
  const { db, someone: person } = testRoutes();

  type Route = Parameters<typeof callRoute>[0];

  async function someone() {
    const { user, initData } = await person();
    const call = (route: Route, id: number, body: object) =>
      callRoute(route, { initData, body, params: { id: String(id) } });
    const own = (json: unknown) => responses.ownCategories.parse(json).categories;
    return {
      user,
      initData,
      call,
      add: (name: string, color = 'blue') =>
        callRoute(create, { initData, body: { category: { name, color } } }),
      /** Adds it and answers its id. */
      made: async (name: string, color = 'blue') => {
        const { json } = await callRoute(create, { initData, body: { category: { name, color } } });
        const row = own(json).find((each) => each.name === name);
        if (!row) throw new Error('not made');
        return row.id;
      },
      own: async () => own((await callRoute(list, { initData })).json),
      names: async () => own((await callRoute(list, { initData })).json).map(({ name }) => name),
      note: (categoryId: number, title = 'Хлеб') =>
        callRoute(createNoteCall, {
          initData,
          body: { note: { title, content: 'белый', categoryId } },
        }),
      remind: async (categoryId: number) => {
        const notification = {
          typeId: await typeId(db, 'Напоминание'),
          ...{ categoryId, text: 'Купить', dateTime: '2049-03-12T06:00:00.000Z' },
          ...{ repeat: false, flood: false },
        };
        return callRoute(createReminderCall, { initData, body: { notification } });
      },
    };
  }

  test('an own category stands behind the predefined ones, for reminders and for notes, for its owner alone', async () => {
    const [anna, boris] = [await someone(), await someone()];
    const id = await anna.made('Дача 🌻', 'green');
    for (const route of [reminderCategories, noteCategories]) {
      const { json } = await callRoute(route, { initData: anna.initData });
      const all = responses.categories.parse(json).categories;
      expect(all.slice(0, 2).map(({ name }) => name)).toEqual(['Личное', 'Работа']);
      expect(all.at(-1)).toEqual({ id, name: 'Дача 🌻', color: 'green' });
      const others = await callRoute(route, { initData: boris.initData });
      expect(responses.categories.parse(others.json).categories).toEqual(all.slice(0, -1));
    }
  });

  test('what is made in an own category carries its name and colour in every list', async () => {
    const anna = await someone();
    const id = await anna.made('Дача', 'green');
    const category = { id, name: 'Дача', color: 'green' };
    expect((await anna.note(id)).json).toMatchObject({ note: { category } });
    expect((await anna.remind(id)).json).toMatchObject({ notification: { category } });
    const { initData } = anna;
    expect((await callRoute(listNotes, { initData })).json).toMatchObject({
      notes: [{ category }],
    });
    expect((await callRoute(listReminders, { initData })).json).toMatchObject({
      notifications: [{ category }],
    });
  });

  test('another name or colour makes a list that somebody has an old one', async () => {
    const anna = await someone();
    const id = await anna.made('Дача');
    await anna.note(id);
    for (const route of [listNotes, listReminders]) {
      const { initData } = anna;
      const tag = (await callRoute(route, { initData })).headers.get('etag') ?? '';
      const again = () => callRoute(route, { initData, headers: { 'if-none-match': tag } });
      expect((await again()).status).toBe(304);
      const color = route === listNotes ? 'red' : 'pink';
      const changed = await anna.call(update, id, { category: { color } });
      expect(changed.json).toMatchObject({ categories: [{ id, name: 'Дача', color }] });
      expect((await again()).status).toBe(200);
    }
  });

  test.each([
    ['no name', { name: ' \n ', color: 'red' }, 'Введите название'],
    ['a mark alone', { name: '##', color: 'red' }, 'Введите название'],
    [
      'a long name',
      { name: 'я'.repeat(CATEGORY_NAME_MAX + 1), color: 'red' },
      'Название не должно быть длиннее 30 символов',
    ],
    ['a predefined name', { name: 'учеба', color: 'red' }, 'Такая категория уже есть'],
    ['the name of the filter', { name: 'ВСЕ', color: 'red' }, 'Такая категория уже есть'],
    ['a name that is there', { name: ' ежик ', color: 'red' }, 'Такая категория уже есть'],
    ['a colour of nobody', { name: 'Дача', color: '#f00' }, 'Выберите цвет'],
  ])('%s is refused with a word', async (_, category, message) => {
    const anna = await someone();
    await anna.made('Ёжик');
    const { status, json } = await callRoute(create, {
      initData: anna.initData,
      body: { category },
    });
    expect(status).toBe(400);
    expect(json).toMatchObject({ success: false, message });
    expect(await anna.names()).toEqual(['Ёжик']);
  });

  test('a double tap makes one; two devices make no two of one name, and none past the limit', async () => {
    const anna = await someone();
    const taps = await Promise.all([anna.add('Дача'), anna.add('Дача')]);
    expect(taps.map(({ status }) => status)).toEqual([201, 201]);
    expect((await anna.add(' #дача ')).status).toBe(201);
    const others = await Promise.all([anna.add('Сад', 'red'), anna.add('сад', 'blue')]);
    expect(others.map(({ status }) => status).toSorted()).toEqual([201, 400]);
    for (let n = 3; n < OWN_CATEGORIES_MAX; n += 1) await anna.add(`Сад ${n}`);
    const last = await Promise.all([anna.add('Ещё одна'), anna.add('И ещё одна')]);
    expect(last.map(({ status }) => status).toSorted()).toEqual([201, 400]);
    expect(await anna.own()).toHaveLength(OWN_CATEGORIES_MAX);
  });

  test('the order is the user’s: one place up or down, never past the ends', async () => {
    const anna = await someone();
    const [first, , third] = [await anna.made('А'), await anna.made('Б'), await anna.made('В')];
    await anna.call(move, third, { up: true });
    expect(await anna.names()).toEqual(['А', 'В', 'Б']);
    await anna.call(move, first, { up: true });
    expect(await anna.names()).toEqual(['А', 'В', 'Б']);
    await anna.call(move, first, { up: false });
    expect(await anna.names()).toEqual(['В', 'А', 'Б']);
  });

  test('a category of somebody else, or a predefined one, is changed, moved and removed by nobody', async () => {
    const [anna, boris] = [await someone(), await someone()];
    const id = await anna.made('Дача');
    const home = await categoryId(db, 'Дом');
    for (const each of [id, home, 999_999]) {
      for (const [route, body] of [
        [update, { category: { name: 'Моя' } }],
        [move, { up: true }],
        [remove, { to: home }],
      ] as const) {
        expect((await boris.call(route, each, body)).status).toBe(404);
      }
    }
    const refused = { success: false, message: 'Выберите категорию' };
    const answers = [await boris.note(id), await boris.remind(id)];
    const note = await createNote(db, boris.user.id);
    answers.push(
      await boris.call(updateNote, note.id, { note: { title: 'А', content: 'Б', categoryId: id } }),
    );
    for (const { status, json } of answers) {
      expect(status).toBe(400);
      expect(json).toMatchObject(refused);
    }
    const settings = { categoryId: id };
    const kept = await callRoute(putSettings, { initData: boris.initData, body: { settings } });
    expect(kept.status).toBe(400);
    const theirs = await boris.made('Своя');
    await boris.note(theirs);
    const moved = await boris.call(remove, theirs, { to: id });
    expect(moved.status).toBe(400);
    expect(moved.json).toMatchObject({ message: 'Выберите, куда перенести записи' });
  });

  test('a category that is deleted gives all its rows to the one that was chosen, deleted ones, cards and the default too', async () => {
    const anna = await someone();
    const { id: userId } = anna.user;
    const [id, to] = [await anna.made('Дача'), await categoryId(db, 'Личное')];
    await createNote(db, userId, { categoryId: id });
    await createNote(db, userId, { categoryId: id, deletedAt: new Date() });
    await createReminder(db, userId, { categoryId: id, completed: true });
    await db.insert(drafts).values({
      ...{ userId, state: 'ready', payload: draftPayload({ categoryId: id }) },
      expiresAt: new Date(Date.now() + 86_400_000),
    });
    const payload = draftPayload({ categoryId: id });
    await db.insert(inlineDrafts).values({ key: `inline-${userId}`, userId, payload });
    await callRoute(putSettings, {
      initData: anna.initData,
      body: { settings: { categoryId: id } },
    });
    const { reminders: inReminders, notes: inNotes } = (await anna.own())[0] ?? {};
    expect([inReminders, inNotes]).toEqual([1, 1]);

    const unsaid = await anna.call(remove, id, {});
    expect([unsaid.status, unsaid.json]).toEqual([
      400,
      expect.objectContaining({ message: 'Выберите, куда перенести записи' }),
    ]);
    expect((await anna.call(remove, id, { to: id })).status).toBe(400);
    expect((await anna.call(remove, id, { to })).json).toMatchObject({ categories: [] });

    for (const table of [notes, reminders]) {
      const rows = await db.select().from(table).where(eq(table.userId, userId));
      expect(new Set(rows.map((row) => row.categoryId))).toEqual(new Set([to]));
    }
    const [draft] = await db.select().from(drafts).where(eq(drafts.userId, userId));
    expect(draft?.payload.categoryId).toBe(to);
    const [offer] = await db.select().from(inlineDrafts).where(eq(inlineDrafts.userId, userId));
    expect(offer?.payload.categoryId).toBe(to);
    const [user] = await db.select().from(users).where(eq(users.id, userId));
    expect(user?.settings?.categoryId).toBe(to);
    const counted = await callRoute(stats, { initData: anna.initData });
    expect(counted.json).toMatchObject({ stats: { totalNotes: 1, personalNotes: 1 } });
    expect((await anna.call(remove, id, { to })).status).toBe(404);
  });

  test('a default that goes with its category takes no setting along that only a newer release knows', async () => {
    const anna = await someone();
    const { id: userId } = anna.user;
    const [id, to] = [await anna.made('Дача'), await categoryId(db, 'Личное')];
    const stored = JSON.stringify({ categoryId: id, weekly: '10:00' });
    await db.execute(sql`update users set settings = ${stored}::jsonb where id = ${userId}`);
    await anna.call(remove, id, { to });
    const [user] = await db.select().from(users).where(eq(users.id, userId));
    expect(user?.settings).toEqual({ categoryId: to, weekly: '10:00' });
  });

  test('two categories become one; an empty one goes without a question', async () => {
    const anna = await someone();
    const [garden, house] = [await anna.made('Сад'), await anna.made('Дача')];
    await anna.note(garden);
    await anna.call(remove, garden, { to: house });
    expect(await anna.own()).toMatchObject([{ id: house, notes: 1 }]);
    const empty = await anna.made('Пустая');
    expect((await anna.call(remove, empty, {})).status).toBe(200);
  });

  test('a create beside a deletion: its row is in a category that there is, or it is refused', async () => {
    const anna = await someone();
    const { id: userId } = anna.user;
    const to = await categoryId(db, 'Дом');
    for (let time = 0; time < 5; time += 1) {
      const id = await anna.made(`Дача ${time}`);
      const [answer] = await Promise.all([
        anna.note(id, `Заметка ${time}`),
        anna.call(remove, id, { to }),
      ]);
      expect([201, 400]).toContain(answer.status);
    }
    const rows = await db.select().from(notes).where(eq(notes.userId, userId));
    expect(rows.filter(({ categoryId: id }) => id !== to)).toEqual([]);
  });

  const waitingForALock = sql`select 1 from pg_locks
  where locktype = 'advisory' and not granted
    and database = (select oid from pg_database where datname = current_database())`;

  test('a create that has read the categories before a deletion, and writes behind it, is refused', async () => {
    const anna = await someone();
    const { id: userId } = anna.user;
    const id = await anna.made('Дача');
    const making = await withPersonLocked(db, userId, async (tx) => {
      const answer = anna.note(id);
      // It has read the categories by the time that it waits for this change.
      await until(async () => (await db.execute(waitingForALock)).rowCount === 1);
      const mine = and(eq(categories.id, id), eq(categories.userId, userId));
      await tx.delete(categories).where(mine);
      return { answer };
    });
    expect((await making.answer).status).toBe(400);
    expect(await db.$count(notes, eq(notes.userId, userId))).toBe(0);
  });

  test('a deletion waits for settings that are being saved, and takes a default along that they have chosen', async () => {
    const anna = await someone();
    const { id: userId } = anna.user;
    const [id, to] = [await anna.made('Дача'), await categoryId(db, 'Личное')];
    const waitingForARow = sql`select 1 from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`;
    const deleting = await db.transaction(async (tx) => {
      await tx
        .update(users)
        .set({ settings: { categoryId: id } })
        .where(eq(users.id, userId));
      const work = removeCategory(db, userId, id, to);
      await until(async () => (await db.execute(waitingForARow)).rowCount === 1);
      return { work };
    });
    await deleting.work;
    const [user] = await db
      .select({ settings: users.settings })
      .from(users)
      .where(eq(users.id, userId));
    expect(user?.settings).toEqual({ categoryId: to });
  });

  test.each(['a note', 'a reminder'])(
    'a repeated create of %s answers its row also once its category has gone',
    async (what) => {
      const { initData, ...anna } = await someone();
      const [id, to] = [await anna.made('Дача'), await categoryId(db, 'Дом')];
      const note = { title: 'Хлеб', content: 'белый', categoryId: id };
      const notification = {
        typeId: await typeId(db, 'Напоминание'),
        ...{ categoryId: id, text: 'Купить', dateTime: '2049-03-12T06:00:00.000Z' },
        ...{ repeat: false, flood: false },
      };
      const make = (headers: Record<string, string>) =>
        what === 'a note'
          ? callRoute(createNoteCall, { initData, headers, body: { note } })
          : callRoute(createReminderCall, { initData, headers, body: { notification } });
      const table = what === 'a note' ? notes : reminders;
      const key = { 'idempotency-key': 'lost-answer' };
      expect((await make(key)).status).toBe(201);
      await anna.call(remove, id, { to });
      const again = await make(key);
      expect(again.status).toBe(201);
      const category = { id: to, name: 'Дом' };
      expect(again.json).toMatchObject(
        what === 'a note' ? { note: { category } } : { notification: { category } },
      );
      expect((await make({ 'idempotency-key': 'another' })).status).toBe(400);
      expect(await db.$count(table, eq(table.userId, anna.user.id))).toBe(1);
    },
  );

  test('a copy for a category that has gone comes into the first', async () => {
    const anna = await someone();
    const id = await anna.made('Дача');
    const account = found(await findAccount(db, anna.user.id));
    await anna.call(remove, id, {});
    const schedule = scheduleAt(new Date('2049-03-12T06:00:00Z'), null, 'Europe/Moscow');
    const of = { text: 'Купить', typeId: await typeId(db, 'Напоминание') };
    const copy = { ...of, schedule, attachment: null };
    const usual = { ...account, settings: { categoryId: id } };
    const made = await createCopy(db, usual, copy, { now: new Date(), createKey: 'share-x' });
    const [row] = await db
      .select()
      .from(reminders)
      .where(eq(reminders.id, made?.id ?? 0));
    expect(row?.categoryId).toBe(await categoryId(db, 'Личное'));
  });

  test('/delete takes the categories along', async () => {
    const anna = await someone();
    await anna.made('Дача');
    await eraseAccount(db, anna.user.id);
    expect(await db.$count(categories, eq(categories.userId, anna.user.id))).toBe(0);
  });

  test('every colour can be chosen', async () => {
    const anna = await someone();
    for (const color of CATEGORY_COLORS) await anna.add(color, color);
    expect((await anna.own()).map(({ color }) => color)).toEqual([...CATEGORY_COLORS]);
  });
});

describe('categories in the chat', () => {
  // Friday 20 November 2026, 12:00 in Moscow.
  const { db } = testDatabase();
  const bot = testBot(db);
  const LONG = 'Широкие Щётки Ждём Дома 🌻🌻';

  /** Somebody with own categories, and the ids of these. */
  async function withCategories(...names: string[]) {
    const anna = await bot.member();
    const ids: number[] = [];
    for (const name of names) {
      const input = { name, color: 'green' };
      const own = await createCategory(db, anna.id, input, bot.clock.now());
      ids.push(own.at(-1)?.id ?? 0);
    }
    return { anna, ids };
  }
  const remindersOf = (userId: number) =>
    db.select().from(reminders).where(eq(reminders.userId, userId));

  test('a known category behind # is that of the reminder, and no word of it', async () => {
    const { anna, ids } = await withCategories('Дача');
    await anna.write('завтра в 9 полить розы #дача');
    expect(anna.text()).toContain('🏷 Дача');
    expect(await remindersOf(anna.id)).toMatchObject([{ text: 'Полить розы', categoryId: ids[0] }]);
  });

  test('an unknown one, or somebody else’s, stays in the words', async () => {
    await withCategories('Гараж');
    const { anna } = await withCategories('Дача');
    await anna.write('завтра в 9 купить масло #гараж');
    expect(await remindersOf(anna.id)).toMatchObject([{ text: 'Купить масло #гараж' }]);
  });

  test('a note in the chat goes into the category that is named', async () => {
    const { anna, ids } = await withCategories('Дача');
    await anna.write('заметка: семена укропа #дача');
    expect(await db.select().from(notes).where(eq(notes.userId, anna.id))).toMatchObject([
      { content: 'семена укропа', categoryId: ids[0] },
    ]);
  });

  test('an edit that names another category moves the reminder, and leaves its time', async () => {
    const { anna, ids } = await withCategories('Дача');
    await anna.write('завтра в 9 полить розы');
    await anna.reply('послезавтра в 12');
    await anna.edit('завтра в 9 полить розы #дача', 1);
    expect(await remindersOf(anna.id)).toMatchObject([
      { text: 'Полить розы', categoryId: ids[0], firstWallTime: '2026-11-22T12:00' },
    ]);
  });

  test('cards and settings offer own categories; no key is cut, however long or wide a name is', async () => {
    const { anna, ids } = await withCategories('Дача', LONG, 'Щ'.repeat(30), '👨‍👩‍👧‍👦👨‍👩‍👧‍👦 ЖЖЖЖЖЖЖ');
    await anna.write('в 9 молоко #дача');
    await anna.press('🏷 Дача');
    expect(anna.labels().flat()).toEqual(expect.arrayContaining(['• Дача', 'Работа', '‹ Назад']));
    const long = anna.labels().find(([label]) => label?.startsWith('Широкие'));
    expect(long).toHaveLength(1);
    await anna.press(long?.[0] ?? '');
    expect(anna.text()).toContain(`🏷 ${LONG}`);
    const [draft] = await db.select().from(drafts).where(eq(drafts.userId, anna.id));
    expect(draft?.payload.categoryId).toBe(ids[1]);
    await anna.write('/settings');
    await anna.press('Категория');
    await anna.press('Дача');
    expect(anna.text()).toContain('Категория по умолчанию — Дача');
  });

  test('a card of a category that is deleted meanwhile is stored where its rows went', async () => {
    const { anna, ids } = await withCategories('Дача');
    await anna.write('в 9 молоко #дача');
    const to = await categoryId(db, 'Дом');
    await removeCategory(db, anna.id, ids[0] ?? 0, to);
    await anna.press('Сохранить');
    expect(await remindersOf(anna.id)).toMatchObject([{ text: 'Молоко', categoryId: to }]);
    expect(await listOwnCategories(db, anna.id)).toEqual([]);
  });

  test('lists and searches say where a row is, where it is not where everything is', async () => {
    const { anna, ids } = await withCategories(LONG);
    const dom = await categoryId(db, 'Дом');
    await createReminder(db, anna.id, { text: 'Полить', categoryId: ids[0] ?? 0 });
    await createReminder(db, anna.id, { text: 'Позвонить', categoryId: dom });
    await createReminder(db, anna.id, {
      text: 'Подумать',
      categoryId: await categoryId(db, 'Личное'),
    });
    await createNote(db, anna.id, { title: 'Полка', content: 'Полка', categoryId: dom });
    const marks = async (command: string) => {
      await anna.write(command);
      return [...anna.text().matchAll(/\d\. (?:📝 |.* — )(\S+)[^]*?(?=\n\n|\n\d|$)/g)].map(
        ([line, text]) => [text, /🏷\s(.*)/.exec(line)?.[1]],
      );
    };
    const shown = `${LONG.slice(0, 18)}…`;
    const inList = [
      ['Полить', shown],
      ['Позвонить', 'Дом'],
      ['Подумать', undefined],
    ];
    expect((await marks('/list')).toSorted()).toEqual(inList.toSorted());
    expect(await marks('/notes')).toEqual([['Полка', 'Дом']]);
    expect(await marks('/find пол')).toEqual([
      ['Полить', shown],
      ['Полка', 'Дом'],
    ]);
    await saveSettings(db, anna.id, { categoryId: dom }, bot.clock.now());
    expect((await marks('/list')).find(([text]) => text === 'Подумать')).toEqual([
      'Подумать',
      'Личное',
    ]);
    expect(await marks('/notes')).toEqual([['Полка', undefined]]);
  });

  describe('a category behind a sign that is not there yet', () => {
    const own = async (userId: number) =>
      (await listOwnCategories(db, userId)).map(({ name, reminders: r, notes: n }) => [name, r, n]);
    const DACHA = 'Создать категорию «дача»';

    test('is offered, made by one press, and the reminder is moved into it', async () => {
      const anna = await bot.member();
      await anna.write('купить хлеб завтра в 9 #дача');
      expect(anna.text()).toContain('✅ Завтра в 09:00 — Купить хлеб #дача');
      expect(anna.labels()[0]).toEqual([DACHA]);
      expect(await own(anna.id)).toEqual([]);

      await anna.press(DACHA);
      expect(anna.text()).toContain('✅ Завтра в 09:00 — Купить хлеб\n');
      expect(anna.text()).toContain('🏷 дача');
      expect(anna.labels().flat()).not.toContain(DACHA);
      expect(await own(anna.id)).toEqual([['дача', 1, 0]]);
      expect(await remindersOf(anna.id)).toMatchObject([
        { text: 'Купить хлеб', firstWallTime: '2026-11-21T09:00' },
      ]);
      await anna.write('завтра в 10 полить #дача');
      expect(anna.text()).toContain('🏷 дача');
    });

    test('a note is moved with its title', async () => {
      const anna = await bot.member();
      await anna.write('заметка: семена укропа #мой_огород\nи лука');
      await anna.press('🏷 Создать «мой огород»');
      expect(anna.text()).toContain('«семена укропа»');
      expect(anna.text()).toContain('🏷 мой огород');
      expect(await own(anna.id)).toEqual([['мой огород', 0, 1]]);
      expect(await db.select().from(notes).where(eq(notes.userId, anna.id))).toMatchObject([
        { title: 'семена укропа', content: 'семена укропа\nи лука' },
      ]);
    });

    test('a point of a note that is ticked while its key is pressed stays ticked', async () => {
      const anna = await bot.member();
      await anna.write('заметка: Грядки #дача\n- полить');
      const [row] = await db.select().from(drafts).where(eq(drafts.userId, anna.id));
      const account = await findAccount(db, anna.id);
      const note = row && (await noteOfKey(db, anna.id, draftCreateKey(row.id)));
      const mark = anna.last().keyboard[0]?.[0]?.callback_data?.split(':').at(-1) ?? '';
      if (!account || !note) throw new Error('no note');
      const now = bot.clock.now();
      await tickPoint(db, anna.id, note.id, { line: 1, text: 'полить', done: true }, now);
      await putIntoNewCategory({ db, now, account }, { row, argument: mark }, { note });
      expect(await own(anna.id)).toEqual([['дача', 0, 1]]);
      const [stored] = await db.select().from(notes).where(eq(notes.userId, anna.id));
      expect(stored?.content).toBe('Грядки\n☑ полить');
    });

    test('twice pressed, at once pressed, pressed again later: one category, and only the one that was named', async () => {
      const anna = await bot.member();
      await anna.write('завтра в 9 хлеб #дача #огород');
      const { messageId } = anna.last();
      const [[{ text, callback_data = '' } = { text: '' }] = []] = anna.last().keyboard;
      for (let i = 0; i < 3; i += 1) {
        bot.simulator().press(anna.id, messageId, { text, callback_data });
      }
      await bot.deliverAtOnce(false);
      bot.simulator().press(anna.id, messageId, { text, callback_data });
      await bot.deliverTwice();
      expect(await own(anna.id)).toEqual([['дача', 1, 0]]);
      expect(await remindersOf(anna.id)).toMatchObject([{ text: 'Хлеб #огород' }]);
      expect(anna.labels()[0]).toEqual(['Создать категорию «огород»']);
    });

    test('one that was made in the app meanwhile is taken', async () => {
      const anna = await bot.member();
      await anna.write('завтра в 9 хлеб #дача');
      await createCategory(db, anna.id, { name: 'Дача', color: 'red' }, bot.clock.now());
      await anna.press(DACHA);
      expect(await own(anna.id)).toEqual([['Дача', 1, 0]]);
      expect(await remindersOf(anna.id)).toMatchObject([{ text: 'Хлеб' }]);
    });

    test('where there are as many as there may be, it is said, and nothing changes', async () => {
      const names = Array.from({ length: OWN_CATEGORIES_MAX }, (_, at) => `Место ${at}`);
      const { anna } = await withCategories(...names);
      await anna.write('завтра в 9 хлеб #дача');
      await anna.press(DACHA);
      expect(anna.text()).toMatch(/^Своих категорий может быть не больше 30\n\n.*Хлеб #дача\n/);
      expect(await own(anna.id)).toHaveLength(OWN_CATEGORIES_MAX);
      expect(await remindersOf(anna.id)).toMatchObject([{ text: 'Хлеб #дача' }]);
    });

    test('somebody else’s words offer none; a taken-back reminder is not moved', async () => {
      const anna = await bot.member();
      await anna.write('завтра в 9 распродажа #скидки', {
        forward_origin: { type: 'hidden_user' },
      });
      await anna.press('Сохранить');
      expect(anna.text()).toContain('✅');
      expect(anna.labels().flat().join()).not.toContain('Создать');

      await anna.write('завтра в 9 хлеб #дача');
      const { messageId, keyboard } = anna.last();
      const callback_data = keyboard[0]?.[0]?.callback_data ?? '';
      await anna.press('Отменить');
      bot.simulator().press(anna.id, messageId, { text: DACHA, callback_data });
      await bot.deliver();
      expect(await own(anna.id)).toEqual([]);
    });

    test('a note that was somebody else’s words offers none, nor does what is to remind of it', async () => {
      const anna = await bot.member();
      await anna.write('распродажа #скидки', { forward_origin: { type: 'hidden_user' } });
      await anna.press('В заметки');
      expect(anna.labels().flat().join()).not.toContain('Создать');
      const [note] = await db.select().from(notes).where(eq(notes.userId, anna.id));
      await anna.pressData(`note:${note?.id}:remind:0`);
      await anna.press('Завтра утром');
      expect(await remindersOf(anna.id)).toMatchObject([{ text: 'распродажа #скидки' }]);
      expect(anna.labels().flat().join()).not.toContain('Создать');
    });

    test.each(['Ж'.repeat(30), 'ЩЩЩЩЩЩЩЩ', 'ЩЩЩЩЩЩЩЩЩЩЩЩЩ', 'a-b_c-d'])(
      'the key of «%s» is not cut, and makes the whole name',
      async (word) => {
        const anna = await bot.member();
        await anna.write(`завтра в 9 хлеб #${word}`);
        await anna.press(anna.labels()[0]?.[0] ?? '');
        expect(await own(anna.id)).toEqual([[word.replaceAll('_', ' '), 1, 0]]);
      },
    );

    test('an edit of the message that changes no word of it changes nothing afterwards', async () => {
      const anna = await bot.member();
      await anna.write('завтра в 9 хлеб #дача');
      await anna.press(DACHA);
      const before = anna.messages().length;
      await anna.edit('завтра в 9 хлеб #дача', 1);
      expect(anna.messages()).toHaveLength(before);
    });
  });
});
