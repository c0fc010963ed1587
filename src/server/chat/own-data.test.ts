import { eq } from 'drizzle-orm';
import { callRoute, testRoutes } from '@/testing/api';
import { createReminder } from '@/testing/builders';
import { testTelegram } from '@/testing/telegram';
import { TEST_ENV } from '@/testing/test-env';
import { DELETE, GET, POST } from '@/app/api/profile/data/route';
import { reminders, users } from '@/server/platform/db/schema';

const telegram = testTelegram({ token: TEST_ENV.TELEGRAM_BOT_TOKEN });
const { db, someone } = testRoutes(telegram);

/** Somebody with one reminder and a chat with the bot. */
async function anna() {
  const { user, initData } = await someone();
  telegram().simulator.addUser({ id: user.id, firstName: 'Анна' });
  telegram().simulator.unblock(user.id);
  await createReminder(db, user.id, { text: 'Полить ёлку' });
  return { id: user.id, initData };
}
const captions = (id: number) =>
  telegram()
    .simulator.messages(id)
    .map((message) => JSON.stringify(message));

test('an export asked for in the app comes into the own chat, three times an hour', async () => {
  const { id, initData } = await anna();
  for (let time = 1; time <= 3; time += 1) {
    expect(await callRoute(POST, { initData, body: {} })).toMatchObject({ status: 200 });
    expect(captions(id)).toHaveLength(time);
  }
  expect(captions(id)[0]).toContain('napomnyu-');
  const often = await callRoute(POST, { initData, body: {} });
  expect(often.status).toBe(429);
  expect(JSON.stringify(often.json)).toContain('три раза в час');
  expect(captions(id)).toHaveLength(3);
});

test('whoever has blocked the bot is told why no file comes', async () => {
  const { id, initData } = await anna();
  telegram().simulator.block(id);
  const answer = await callRoute(POST, { initData, body: {} });
  expect(answer.status).toBe(400);
  expect(JSON.stringify(answer.json)).toContain('Разблокируйте');
});

test('deleting says what would go and what went, and takes nobody else’s', async () => {
  const [own, other] = [await anna(), await anna()];
  const { json } = await callRoute(GET, { initData: own.initData });
  expect(json).toMatchObject({
    message: 'Удалить все ваши данные? Сотру профиль и 1 напоминание. Вернуть их будет нельзя.',
  });
  const gone = await callRoute(DELETE, { initData: own.initData, body: {} });
  expect(JSON.stringify(gone.json)).toContain('всё удалено: профиль и 1 напоминание');
  expect(await db.select().from(users).where(eq(users.id, own.id))).toEqual([]);
  expect(await db.select().from(reminders).where(eq(reminders.userId, other.id))).toHaveLength(1);
  expect(await callRoute(GET, { initData: own.initData })).toMatchObject({
    status: 403,
    json: { requiresTerms: true },
  });
});
