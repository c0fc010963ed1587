import { eq } from 'drizzle-orm';
import { ownerOfLink } from '@/server/calendar/link';
import { calendarLinks } from '@/server/platform/db/schema';
import { testBot } from '@/testing/conversation';
import { testDatabase } from '@/testing/database';

const { db } = testDatabase();
const bot = testBot(db);

test('/calendar makes a link, says what it gives away, replaces and revokes it', async () => {
  const anna = await bot.member();
  await anna.write('/calendar');
  expect(anna.text()).toContain('Кто знает ссылку');
  await anna.press('Создать ссылку');
  const tokenIn = () => /\/api\/calendar\/([\w-]{32}\.ics)/.exec(anna.text())?.[1] ?? '';
  const first = tokenIn();
  expect(await ownerOfLink(db, first)).toBe(anna.id);
  expect(anna.labels()).toContainEqual(['Открыть в календаре']);

  await anna.write('/calendar');
  expect(anna.text()).toContain('Ссылка создана 20 ноября');
  expect(anna.text()).not.toContain('.ics');
  await anna.press('Создать новую');
  expect(await ownerOfLink(db, first)).toBeUndefined();
  const second = tokenIn();
  expect(await ownerOfLink(db, second)).toBe(anna.id);

  await anna.press('Отозвать ссылку');
  expect(anna.text()).toContain('Ссылка отозвана');
  expect(await db.$count(calendarLinks, eq(calendarLinks.userId, anna.id))).toBe(0);
});
