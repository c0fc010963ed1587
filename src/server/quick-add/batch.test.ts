import { and, eq, isNull } from 'drizzle-orm';
import { ACCOUNT_TEXT_MAX_BYTES } from '@/core/limits';
import { reminders } from '@/server/platform/db/schema';
import { createReminder } from '@/testing/builders';
import { testBot, type TestChat } from '@/testing/conversation';
import { testDatabase } from '@/testing/database';

// Friday 20 November 2026, 12:00 in Moscow.
const { db } = testDatabase();
const bot = testBot(db);

const stored = async ({ id }: TestChat) => {
  const mine = and(eq(reminders.userId, id), isNull(reminders.deletedAt));
  const rows = await db.select().from(reminders).where(mine).orderBy(reminders.dateTime);
  return rows.map(({ firstWallTime, text }) => `${firstWallTime} ${text}`);
};
const TWO = 'завтра в 9 врач\nпослезавтра в 18 забрать заказ';
const STORED = ['2026-11-21T09:00 Врач', '2026-11-22T18:00 Забрать заказ'];

test('several tasks are listed, and «Сохранить все» stores them', async () => {
  const anna = await bot.member();
  await anna.write(TWO);
  expect(anna.messages()).toHaveLength(1);
  expect(anna.text()).toBe(
    'Понял так:\n\n1. Завтра в 09:00 — Врач\n2. В воскресенье, 22 ноября, в 18:00 — Забрать заказ\n\nСохранить?',
  );
  expect(anna.labels()).toEqual([['Сохранить все (2)', 'Отмена']]);
  expect(await stored(anna)).toEqual([]);
  await anna.press('Сохранить все (2)');
  expect(anna.text()).toContain('✅ Сохранил 2 напоминания:');
  expect(await stored(anna)).toEqual(STORED);
});

test('pressed twice, or heard twice, they are stored once', async () => {
  const anna = await bot.member();
  bot.simulator().say(anna.id, TWO);
  await bot.deliverTwice();
  const [first, second] = anna.messages();
  const data = second?.keyboard.flat()[0]?.callback_data ?? '';
  await Promise.all([
    anna.pressData(data, second?.messageId),
    anna.pressData(data, second?.messageId),
  ]);
  await anna.pressData(data, first?.messageId);
  expect(await stored(anna)).toEqual(STORED);
});

test('«Отмена» stores none; «Отменить» takes all back, «Вернуть» brings them again', async () => {
  const [anna, boris] = [await bot.member(), await bot.member()];
  await anna.write(TWO);
  await anna.press('Отмена');
  expect(anna.text()).toBe('🗑 Отменено: «Врач», «Забрать заказ»');
  expect(anna.labels()).toEqual([]);
  expect(await stored(anna)).toEqual([]);
  await boris.write(TWO);
  await boris.press('Сохранить все (2)');
  await boris.press('Отменить');
  expect(await stored(boris)).toEqual([]);
  await boris.press('Вернуть');
  expect(await stored(boris)).toEqual(STORED);
  expect(boris.text()).toContain('✅ Сохранил 2 напоминания:');
});

test('what has a question gets a card of its own, beside the list', async () => {
  const anna = await bot.member();
  await anna.write(`${TWO}\n25 декабря поздравить Олю`);
  expect(anna.messages()).toHaveLength(2);
  expect(anna.text()).toContain('Во сколько?');
  await anna.press('Днём, 14:00');
  expect(await stored(anna)).toEqual(['2026-12-25T14:00 Поздравить Олю']);
  await anna.press('Сохранить все (2)');
  expect(await stored(anna)).toHaveLength(3);
});

test('the only one without a question is stored at once', async () => {
  const anna = await bot.member();
  await anna.write('завтра в 9 врач\n25 декабря поздравить Олю');
  expect(anna.messages()[0]?.text).toContain('✅ Завтра в 09:00 — Врач');
  expect(anna.text()).toContain('Во сколько?');
});

test('more than ten: ten are taken, and the others are named', async () => {
  const anna = await bot.member();
  const lines = Array.from({ length: 12 }, (_, i) => `завтра в ${i + 9}:00 дело номер ${i + 1}`);
  await anna.write(lines.join('\n'));
  expect(anna.messages()[0]?.text).toContain(
    'За раз беру 10 дел. Не взял: «Дело номер 11», «Дело номер 12»',
  );
  await anna.press('Сохранить все (10)');
  expect(await stored(anna)).toHaveLength(10);
});

test('one whose time has passed meanwhile is asked about, the others are stored', async () => {
  const anna = await bot.member();
  await anna.write('через час зарядка\nзавтра в 9 врач');
  bot.clock.advance(2 * 3_600_000);
  await anna.press('Сохранить все (2)');
  expect(await stored(anna)).toEqual(['2026-11-21T09:00 Врач']);
  expect(anna.text()).toContain('Зарядка');
  expect(anna.text()).toContain('Когда напомнить?');
  bot.clock.advance(-2 * 3_600_000);
});

test('without room none is stored, and the list stays', async () => {
  const anna = await bot.member();
  await createReminder(db, anna.id, { text: 'я'.repeat(ACCOUNT_TEXT_MAX_BYTES / 2 - 6) });
  await anna.write(TWO);
  await anna.press('Сохранить все (2)');
  expect(anna.text()).toContain('Место закончилось');
  expect(anna.text()).toContain('2. В воскресенье');
  expect(await stored(anna)).toHaveLength(1);
  await db.delete(reminders).where(eq(reminders.userId, anna.id));
  await anna.press('Сохранить все (2)');
  expect(await stored(anna)).toEqual(STORED);
});

test('what follows is not taken for a correction of one of them', async () => {
  const anna = await bot.member();
  await anna.write(TWO);
  await anna.press('Сохранить все (2)');
  await anna.write('в 19');
  expect(anna.text()).toContain('О чём напомнить');
  expect(await stored(anna)).toEqual(STORED);
});

test('a stranger to the list cannot press it', async () => {
  const [anna, boris] = [await bot.member(), await bot.member()];
  await anna.write(TWO);
  const data = anna.last().keyboard.flat()[0]?.callback_data ?? '';
  await boris.write('/app');
  await boris.pressData(data);
  expect(boris.text()).toContain('Этот список устарел');
  expect(await stored(anna)).toEqual([]);
});
