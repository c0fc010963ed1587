import { eq } from 'drizzle-orm';
import { testBot } from '@/testing/conversation';
import { testDatabase } from '@/testing/database';
import { reminders } from '@/server/platform/db/schema';
import { wallTimeToInstant } from '@/core/time-zone';

const { db } = testDatabase();
/** Its clock stands at noon of Friday, 20 November 2026, in Moscow. */
const bot = testBot(db);
const at = (wall: string) => wallTimeToInstant(wall, 'Europe/Moscow');

test('a birthday with its year is stored at once, and every message of it says how old', async () => {
  const anna = await bot.member();
  await anna.write('день рождения мамы 12 марта 1966 в 9, напомни за неделю');
  expect(anna.text()).toContain('12 марта 2027 в 09:00 — День рождения мамы');
  expect(anna.text()).toContain('🎉 Исполняется 61 год');
  await anna.write('/list');
  expect(anna.text()).toContain('· 🎉 исполняется 61 год');
  await anna.press('1');
  expect(anna.text()).toContain('🎉 Исполняется 61 год');

  await bot.sendDueAt(at('2027-03-05T09:00'));
  expect(anna.text()).toMatch(
    /^В пятницу, 12 марта, в 09:00: День рождения мамы\n🎉 Исполняется 61 год/,
  );
  await bot.sendDueAt(at('2027-03-12T09:00'));
  expect(anna.text()).toMatch(/^День рождения мамы\n🎉 Исполняется 61 год/);
  await anna.press('✅ Готово');
  await anna.write('/list');
  expect(anna.text()).toContain('· 🎉 исполняется 62 года');
});

test('the year is kept while the time of day is asked for', async () => {
  bot.clock.set(at('2026-11-20T12:00'));
  const anna = await bot.member();
  await anna.write('годовщина свадьбы 5 июня 2010');
  await anna.write('в 10');
  expect(anna.text()).toContain('🎉 17 лет');
  const [row] = await db.select().from(reminders).where(eq(reminders.userId, anna.id));
  expect(row).toMatchObject({
    text: 'Годовщина свадьбы',
    rule: { every: 1, unit: 'YEAR', birthYear: 2010 },
    dateTime: at('2027-06-05T10:00'),
  });
});
