import { eq } from 'drizzle-orm';
import { SNOOZE_CHOICES } from '@/core/limits';
import { drafts } from '@/server/db/schema';
import { categoryId, createReminder } from '@/testing/builders';
import { testBot } from '@/testing/conversation';
import { testDatabase } from '@/testing/database';

// Friday 20 November 2026, 12:00 in Moscow.
const { db } = testDatabase();
const bot = testBot(db);
const dayParts = { morning: '07:30', day: '13:15', evening: '21:15' };

test('what is written is read by the own hours, and cards offer them', async () => {
  const anna = await bot.member({ settings: { dayParts } });
  await anna.write('завтра утром пробежка');
  expect(anna.text()).toContain('Завтра в 07:30');
  await anna.write('встреча завтра');
  expect(anna.labels().flat()).toEqual(
    expect.arrayContaining(['Утром, 07:30', 'Днём, 13:15', 'Вечером, 21:15']),
  );
  await anna.press('Вечером, 21:15');
  expect(anna.text()).toContain('Завтра в 21:15');
});

test('what names no category gets the chosen one', async () => {
  const home = await categoryId(db, 'Дом');
  const anna = await bot.member({ settings: { categoryId: home } });
  await anna.write('завтра в 9 полить фикус');
  expect(anna.text()).toContain('Дом');
  const [draft] = await db.select().from(drafts).where(eq(drafts.userId, anna.id));
  expect(draft?.payload.categoryId).toBe(home);
});

test('a message that comes has the own four snoozes, and «Вечером» means the own evening', async () => {
  const anna = await bot.member({
    settings: { dayParts, snoozes: ['5m', '45m', '12h', 'evening'] },
  });
  await createReminder(db, anna.id, { dateTime: bot.clock.now() });
  await bot.sendDueAt(bot.clock.now());
  expect(anna.labels()[1]).toEqual(['5 мин', '45 мин', '12 часов', 'Вечером']);
  await anna.press('Вечером');
  expect(anna.text()).toContain('20 ноября в 21:15');
});

test('no choice of four snoozes is cut on a phone', async () => {
  for (let from = 0; from < SNOOZE_CHOICES.length; from += 4) {
    const snoozes = SNOOZE_CHOICES.slice(Math.min(from, SNOOZE_CHOICES.length - 4)).slice(0, 4);
    const anna = await bot.member({ settings: { snoozes } });
    await createReminder(db, anna.id, { dateTime: bot.clock.now() });
    await bot.sendDueAt(bot.clock.now());
    expect(anna.labels()[1]).toHaveLength(4);
  }
});
