import { eq } from 'drizzle-orm';
import { createCategory, listOwnCategories, removeCategory } from '@/server/categories';
import { drafts, notes, reminders } from '@/server/db/schema';
import { categoryId } from '@/testing/builders';
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
