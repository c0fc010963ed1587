import { eq } from 'drizzle-orm';
import { dayPlans, quietDigests, reminders, users } from '../src/server/platform/db/schema';
import { instantToWallTime, wallTimeToInstant } from '../src/core/time-zone';
import { createReminder } from '../src/testing/builders';
import { zoneAtNoon } from '../src/testing/clock';
import { expect, journeyInTheOtherTwoLooks, type Person, test } from './support/test';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

journeyInTheOtherTwoLooks(() => {
  test('the settings, each in its sheet: a city found, faults, saved, taken back; the data come into the chat; deleting asks first, and leaves nothing', async ({
    person,
    page,
    look,
  }) => {
    await person.register();
    await person.openApp('/app/profile');
    const row = (name: string) => page.getByRole('button', { name: new RegExp(`^${name}`) });
    const open = async (name: string) => {
      await row(name).click();
      return page.getByRole('dialog', { name });
    };
    await expect(row('Утро, день, вечер')).toContainText('09:00, 14:00, 19:00');
    const zone = await open('Часовой пояс');
    await zone.getByRole('switch', { name: 'Определять по устройству' }).click();
    await zone.getByRole('textbox', { name: 'Город' }).fill('омск');
    await look('setting-zone');
    await zone.getByRole('button', { name: /^Омск/ }).click();
    await expect(row('Часовой пояс')).toContainText('Омск');
    const quiet = await open('Тихие часы');
    await quiet.getByRole('switch', { name: 'Не беспокоить' }).click();
    await look('setting-quiet');
    await quiet.getByRole('button', { name: 'Готово' }).click();
    await expect(row('Тихие часы')).toContainText('с 23:00 до 08:00');
    const review = await open('Итоги дня');
    await review.getByRole('switch', { name: 'Присылать в чат' }).click();
    await review.getByLabel('Во сколько').fill('20:30');
    await look('setting-review');
    await page.keyboard.press('Escape');
    await expect(row('Итоги дня')).toContainText('в 20:30');
    const parts = await open('Утро, день, вечер');
    await parts.getByLabel('Вечером').fill('15:00');
    await parts.getByRole('button', { name: 'Закрыть' }).click();
    await expect(parts.getByText('«Вечером» — это время с 16:00 до 23:59')).toBeVisible();
    await look('setting-fault');
    await parts.getByLabel('Вечером').fill('21:15');
    await parts.getByRole('button', { name: 'Готово' }).click();
    await expect(row('Утро, день, вечер')).toContainText('09:00, 14:00, 21:15');
    const saved = page.waitForResponse('**/api/profile/settings');
    await page.getByRole('button', { name: 'Отменить' }).click();
    await saved;
    await expect(row('Утро, день, вечер')).toContainText('09:00, 14:00, 19:00');
    const snoozes = await open('Кнопки «Отложить»');
    await snoozes.getByLabel('Кнопка 1').selectOption('5 мин');
    await look('setting-snoozes');
    await snoozes.getByRole('button', { name: 'Готово' }).click();
    await expect(row('Кнопки «Отложить»')).toContainText('5 мин, 1 час');
    await expect(page.getByText('Сохранено')).toBeVisible();
    await look('settings');
    const [stored] = await person.stack.db.select().from(users).where(eq(users.id, person.id));
    expect(stored?.timeZone).toBe('Asia/Omsk');
    expect(stored?.settings).toMatchObject({
      review: '20:30',
      snoozes: ['5m', '1h', 'evening', 'tomorrow'],
    });

    await page.goto('about:blank');
    await person.openApp('/app/profile');
    await expect(row('Кнопки «Отложить»')).toContainText('5 мин');

    const tomorrow = new Date(Date.now() + 24 * 3_600_000);
    await createReminder(person.stack.db, person.id, { text: 'Полить ёлку', dateTime: tomorrow });
    await page.getByRole('button', { name: /^Экспорт/ }).click();
    const send = page.getByRole('dialog', { name: 'Экспорт' });
    await send.getByRole('button', { name: 'Прислать файл' }).click();
    await expect(send.getByText('Готово, файл в чате с ботом.')).toBeVisible();
    await look('own-data-sent');
    await send.getByRole('button', { name: 'Закрыть' }).click();
    await page.getByRole('button', { name: 'Удалить все данные' }).click();
    const erase = page.getByRole('dialog', { name: 'Удалить все данные' });
    await expect(erase.getByText(/Сотру профиль( и|,) 1 уведомление/)).toBeVisible();
    await look('own-data-erase');
    await erase.getByRole('button', { name: 'Да, удалить всё' }).click();
    await expect(erase.getByText('Готово, всё удалено')).toBeVisible();
    const left = await person.stack.db.select().from(users).where(eq(users.id, person.id));
    expect(left).toEqual([]);
    await erase.getByRole('button', { name: 'Закрыть', exact: true }).click();
    await expect(page.getByText('Требуется принятие условий')).toBeVisible();
    await page.goto('about:blank');
    await person.openChat();
    await expect(person.message('всё, что я о вас храню')).toBeVisible();
  });
});

test('what quiet hours held back comes into the chat as one message, and each line can be acted on', async ({
  person,
  page,
}) => {
  const { db } = person.stack;
  await person.register();
  const held = [];
  for (const text of ['Выпить таблетки', 'Закрыть окно']) {
    const came = new Date(Date.now() - 3_600_000);
    const row = await createReminder(db, person.id, {
      text,
      dateTime: came,
      openOccurrenceAt: came,
      waitingSince: came,
      floodInterval: 60,
      nextFireAt: new Date(Date.now() + 3_600_000),
    });
    held.push({
      kind: 'nag' as const,
      reminderId: row.id,
      occurrenceAt: came.toISOString(),
      nagCount: 0,
    });
  }
  await db.insert(quietDigests).values({ userId: person.id, items: held, dueAt: new Date() });
  await person.openChat();
  const message = person.message('Пока было тихо');
  await expect(message).toContainText('1. Выпить таблетки');
  await expect(message).toContainText('2. Закрыть окно');
  await page.getByRole('button', { name: '2', exact: true }).click();
  await page.getByRole('button', { name: '✅ Готово' }).click();
  await expect
    .poll(async () => {
      const rows = await db.select().from(reminders).where(eq(reminders.userId, person.id));
      return rows.filter(({ completed }) => completed).map(({ text }) => text);
    })
    .toEqual(['Закрыть окно']);
});

test('the agenda comes into the chat, its lines are acted on there, and what the app changes stands in it', async ({
  person,
  page,
}) => {
  const { db } = person.stack;
  await person.register();
  const came = new Date();
  const timeZone = zoneAtNoon(came);
  await db.update(users).set({ timeZone, timeZoneManual: true }).where(eq(users.id, person.id));
  for (const text of ['Выпить таблетки', 'Закрыть окно']) {
    await createReminder(db, person.id, {
      text,
      dateTime: came,
      openOccurrenceAt: came,
      waitingSince: came,
      nextFireAt: null,
      timeZone,
    });
  }
  const agenda = instantToWallTime(came, timeZone).slice(11, 16);
  await db.update(users).set({ settings: { agenda } }).where(eq(users.id, person.id));
  await db.insert(dayPlans).values({ userId: person.id, kind: 'agenda', state: 'on', dueAt: came });
  await person.openChat();
  const message = person.message('План на день');
  await expect(message).toContainText('Выпить таблетки');
  await page.getByRole('button', { name: 'Готово 2' }).click();
  await expect(message).toContainText('✅');
  const done = async () => {
    const rows = await db.select().from(reminders).where(eq(reminders.userId, person.id));
    return rows.flatMap(({ completed, text }) => (completed ? [text] : [])).toSorted();
  };
  await expect.poll(done).toEqual(['Закрыть окно']);
  await page.goto('about:blank');
  await person.openApp();
  await page.getByRole('button', { name: 'Готово: Выпить таблетки' }).click();
  // Its row says so before the server has answered; a page that is left then may take its call along.
  await expect.poll(done).toEqual(['Выпить таблетки', 'Закрыть окно']);
  await expect(page.getByRole('button', { name: 'Вернуть: Выпить таблетки' })).toBeVisible();
  await page.goto('about:blank');
  await person.openChat();
  await expect(person.message('План на день')).toContainText('Всё сделано');
});

test.describe('on a device in Omsk', () => {
  test.use({ timezoneId: 'Asia/Omsk' });
  const NINE = '09:00';

  /** A reminder at nine in Moscow three days ahead; the app then opens in Omsk. */
  async function arrive(person: Person): Promise<void> {
    const { db } = person.stack;
    await person.register();
    await db.update(users).set({ timeZone: 'Europe/Moscow' }).where(eq(users.id, person.id));
    const day = instantToWallTime(new Date(Date.now() + 3 * 86_400_000), 'Europe/Moscow').slice(
      0,
      10,
    );
    const wall = `${day}T${NINE}`;
    const dateTime = wallTimeToInstant(wall, 'Europe/Moscow');
    await createReminder(db, person.id, { text: 'Планёрка', dateTime, firstWallTime: wall });
    await person.openApp();
  }
  const storedOf = async (person: Person) => {
    const { db } = person.stack;
    const [row] = await db.select().from(reminders).where(eq(reminders.userId, person.id));
    const [account] = await db.select().from(users).where(eq(users.id, person.id));
    if (!row || !account) throw new Error('nothing is stored');
    return {
      inMoscow: instantToWallTime(row.dateTime, 'Europe/Moscow').slice(11, 16),
      inOmsk: instantToWallTime(row.dateTime, 'Asia/Omsk').slice(11, 16),
      zone: account.timeZone,
      asked: account.timeZoneBefore !== null,
    };
  };

  test('the app asks once what becomes of the reminders, and moves them to the local time', async ({
    person,
    page,
  }) => {
    await arrive(person);
    const question = page.getByRole('dialog', { name: 'Вы в другом часовом поясе' });
    await expect(question).toContainText('Омск, UTC+6');
    await question.getByRole('button', { name: /^Перенести на местное время/ }).click();
    await expect(question).toBeHidden();
    await expect(page.getByText('Перенесено на местное время: 1 уведомление')).toBeVisible();
    await expect
      .poll(() => storedOf(person))
      .toEqual({ inMoscow: '06:00', inOmsk: NINE, zone: 'Asia/Omsk', asked: false });
    await page.goto('about:blank');
    const told = page.waitForResponse('**/api/profile/timezone');
    await person.openApp();
    expect(await (await told).json()).not.toHaveProperty('zoneBefore');
    await expect(page.getByRole('article')).toContainText('Планёрка');
    await expect(page.getByRole('article')).toContainText(NINE);
    await expect(question).toBeHidden();
  });
});
