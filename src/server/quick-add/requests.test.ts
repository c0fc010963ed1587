import { eq } from 'drizzle-orm';
import { drafts, reminders, users } from '@/server/platform/db/schema';
import { createReminder } from '@/testing/builders';
import { fixedClock } from '@/testing/clock';
import { APP_URL, testBot } from '@/testing/conversation';
import { testDatabase } from '@/testing/database';

// Friday 20 November 2026, 12:00 in Moscow.
const { db } = testDatabase();
const bot = testBot(db, fixedClock());
const at = (iso: string) => new Date(`${iso}+03:00`);
const DAILY = { every: 1, unit: 'DAY' } as const;

test.each([
  ['покажи список', 'Ближайшее — 2 напоминания'],
  ['что у меня сегодня', 'Сегодня — 1 напоминание'],
  ['Что я пропустил?', 'Ничего не пропущено'],
])('«%s» shows the list, and makes no card', async (says, heading) => {
  const anna = await bot.member();
  await createReminder(db, anna.id, { dateTime: at('2026-11-20T19:00') });
  await createReminder(db, anna.id, { dateTime: at('2026-11-22T19:00') });
  await anna.write(says);
  expect(anna.text()).toContain(heading);
  expect(await db.select().from(drafts).where(eq(drafts.userId, anna.id))).toEqual([]);
});

test('«что на завтра» tells every occurrence of that day, by time', async () => {
  const anna = await bot.member();
  const daily = { rule: DAILY, dateTime: at('2026-11-20T21:00') };
  await createReminder(db, anna.id, { text: 'Таблетка', ...daily });
  await createReminder(db, anna.id, { text: 'Врач', dateTime: at('2026-11-21T10:00') });
  await createReminder(db, anna.id, { text: 'Сегодня', dateTime: at('2026-11-20T23:59') });
  await createReminder(db, anna.id, { text: 'Потом', dateTime: at('2026-11-22T00:00') });
  await createReminder(db, anna.id, {
    text: 'По пятницам',
    dateTime: at('2026-11-20T18:00'),
    rule: { every: 1, unit: 'WEEK', weekdays: [5] },
  });
  await anna.write('что на завтра');
  expect(anna.text()).toContain('Завтра — 2 напоминания');
  expect(anna.text()).toMatch(/1\. 10:00 — Врач\n2\. 21:00 — Таблетка/);
  const boris = await bot.member();
  await boris.write('что на завтра');
  expect(boris.text()).toContain('На завтра ничего нет');
});

test('«что я пропустил» tells what waits and what was archived without an answer', async () => {
  const anna = await bot.member();
  const came = at('2026-11-20T11:00');
  const open = { openOccurrenceAt: came, waitingSince: came, nextFireAt: null };
  await createReminder(db, anna.id, { text: 'Ждёт', dateTime: came, ...open });
  const old = at('2026-11-10T11:00');
  await createReminder(db, anna.id, {
    text: 'Без ответа',
    dateTime: old,
    openOccurrenceAt: old,
    completed: true,
  });
  await createReminder(db, anna.id, { text: 'Сделано', dateTime: old, completed: true });
  await anna.write('что я пропустил');
  expect(anna.text()).toContain('1. 🔔 Сегодня в 11:00 — Ждёт\n');
  expect(anna.text()).toContain('2. 10 ноября в 11:00 — Без ответа\n🔕 Без ответа');
  expect(anna.text()).not.toContain('Сделано');
  await anna.press('2');
  await anna.press('✅ Готово');
  expect(anna.text()).toContain('Сделано');
});

test('«отмена» calls off the card that asks, takes back what was just stored, and says where there is none', async () => {
  const anna = await bot.member();
  await anna.write('отмена');
  expect(anna.text()).toContain('Отменять нечего');
  for (const line of ['купить хлеб', 'в 9 купить хлеб']) {
    await anna.write(line);
    await anna.write('Отмена');
    expect(anna.text()).toBe('Отменено: Купить хлеб');
  }
  await anna.write('завтра в 9 купить хлеб');
  await anna.write('Отмена');
  expect(anna.text()).toBe('🗑 Отменено: Купить хлеб');
});

test('«отмена подписки завтра» stays a reminder', async () => {
  const anna = await bot.member();
  await anna.write('отмена подписки завтра в 9');
  expect(anna.text()).toContain('Отмена подписки');
  expect(anna.text()).toContain('Завтра в 09:00');
});

test('what is paused says so in words, and is resumed from the list', async () => {
  const anna = await bot.member();
  const { id } = await createReminder(db, anna.id, {
    rule: DAILY,
    dateTime: at('2026-11-20T19:00'),
  });
  await anna.write('/list');
  await anna.reply('поставь на паузу');
  expect(anna.text()).toContain('⏸ На паузе');
  await anna.write('/list');
  expect(anna.text()).toContain('⏸ На паузе ·');
  await anna.press('1');
  await anna.press('▶️ Возобновить');
  const [row] = await db.select().from(reminders).where(eq(reminders.id, id));
  expect(row).toMatchObject({ pausedFrom: null, nextFireAt: at('2026-11-20T19:00') });
});

describe('/settings', () => {
  test('tells the zone and the terms, and leads to each', async () => {
    const anna = await bot.member();
    await anna.write('/settings');
    expect(anna.text()).toContain('Часовой пояс — Москва');
    expect(anna.text()).toContain('Условия приняты 1 января 2026');
    expect(anna.labels()).toEqual([
      ['Часовой пояс', 'Утро, день, вечер'],
      ['«Отложить»', 'Категория'],
      ['Тихие часы'],
      ['План на день', 'Итоги дня'],
      ['Выгрузить данные', 'Удалить данные'],
      ['Условия', 'Как пользоваться'],
      ['Открыть приложение'],
    ]);
    expect(anna.appLink()).toBe(`${APP_URL}/app/profile`);
    await anna.press('Часовой пояс');
    await anna.write('Омск');
    const [user] = await db.select().from(users).where(eq(users.id, anna.id));
    expect(user?.timeZone).toBe('Asia/Omsk');
    await anna.press('Условия');
    expect(anna.text()).toContain('политике конфиденциальности');
    await anna.press('Удалить данные');
    expect(anna.text()).toContain('Удалить все ваши данные?');
    await anna.press('Выгрузить данные');
    expect(anna.file()).toMatchObject({ profile: { telegramId: anna.id } });
  });
});
