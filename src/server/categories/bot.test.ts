import { eq } from 'drizzle-orm';
import { createCategory, listOwnCategories, removeCategory } from '@/server/categories/categories';
import { OWN_CATEGORIES_MAX } from '@/core/limits';
import { drafts, notes, reminders } from '@/server/platform/db/schema';
import { findAccount } from '@/server/accounts/accounts';
import { draftCreateKey } from '@/contract/draft';
import { loadReference } from '@/server/platform/db/reference';
import { noteOfKey, tickPoint } from '@/server/notes/notes';
import { newCategoryRow, putIntoNewCategory } from '../quick-add/card';
import { saveSettings } from '@/server/accounts/settings';
import { categoryId, createNote, createReminder } from '@/testing/builders';
import { testBot } from '@/testing/conversation';
import { testDatabase } from '@/testing/database';

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
    await anna.write('завтра в 9 распродажа #скидки', { forward_origin: { type: 'hidden_user' } });
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

  test('nor do cards of before these were marked so, with their doubt alone', async () => {
    const anna = await bot.member();
    const reference = await loadReference(db, anna.id);
    await anna.write('завтра в 9 распродажа #скидки', { forward_origin: { type: 'hidden_user' } });
    const [row] = await db.select().from(drafts).where(eq(drafts.userId, anna.id));
    if (!row) throw new Error('no draft');
    const { quoted, ...older } = row.payload;
    const keys = (payload: typeof older) =>
      newCategoryRow({ id: row.id, payload }, 'распродажа #скидки', { reference });
    expect(keys(older)).toEqual([]);
    const { doubt, ...own } = older;
    expect(keys(own)).toHaveLength(1);
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
