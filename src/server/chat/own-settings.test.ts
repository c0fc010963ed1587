import { eq } from 'drizzle-orm';
import { SNOOZE_CHOICES } from '@/core/limits';
import { drafts, users } from '@/server/platform/db/schema';
import { settingsOf } from '@/server/accounts/settings';
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

describe('/settings', () => {
  const stored = async (id: number) =>
    settingsOf((await db.select().from(users).where(eq(users.id, id)))[0]?.settings);

  test('says what is set, and leads back to it', async () => {
    const anna = await bot.member({ settings: { dayParts } });
    await anna.write('/settings');
    expect(anna.text()).toContain('Утром — 07:30, днём — 13:15, вечером — 21:15.');
    expect(anna.text()).toContain('«Отложить»: 10 мин, 1 час, Вечером, Завтра.');
    await anna.press('Утро, день, вечер');
    await anna.press('‹ К настройкам');
    expect(anna.text()).toContain('Настройки');
    expect(anna.messages()).toHaveLength(1);
  });

  test('a part of the day is set to one of the times between its neighbours', async () => {
    const anna = await bot.member({ settings: { dayParts } });
    await anna.write('/settings');
    await anna.press('Утро, день, вечер');
    await anna.press('Днём, 13:15');
    const offered = anna.labels().flat();
    expect(offered).toContain('11:00');
    expect(offered).toContain('17:30');
    await anna.press('12:30');
    expect(anna.text()).toContain('днём — 12:30');
    expect((await stored(anna.id)).dayParts).toEqual({ ...dayParts, day: '12:30' });
  });

  test('a snooze is replaced by one that is not there yet, in its own place', async () => {
    const anna = await bot.member();
    await anna.write('/settings');
    await anna.press('«Отложить»');
    await anna.press('1 час');
    expect(anna.labels().flat()).not.toContain('10 мин');
    await anna.press('45 мин');
    expect(anna.text()).toContain('«Отложить»: 10 мин, 45 мин, Вечером, Завтра.');
    expect((await stored(anna.id)).snoozes).toEqual(['10m', '45m', 'evening', 'tomorrow']);
  });

  test('a category is chosen, and let go again', async () => {
    const anna = await bot.member();
    await anna.write('/settings');
    await anna.press('Категория');
    await anna.press('Дом');
    expect(anna.text()).toContain('Категория по умолчанию — Дом.');
    await anna.press('Категория');
    expect(anna.labels().flat()).toContain('✓ Дом');
    await anna.press('Первая в списке');
    expect(anna.text()).not.toContain('Категория по умолчанию');
    expect((await stored(anna.id)).categoryId).toBeNull();
  });

  test('quiet hours are set by their two ends, shown, and taken off', async () => {
    const anna = await bot.member();
    await anna.write('/settings');
    await anna.press('Тихие часы');
    expect(anna.labels().flat()).not.toContain('Выключить');
    await anna.press('С 23:00');
    await anna.press('До 07:30');
    expect(anna.text()).toContain('Тихие часы — с 23:00 до 07:30.');
    expect((await stored(anna.id)).quietHours).toEqual({ from: '23:00', to: '07:30' });
    await anna.press('Тихие часы');
    await anna.press('Выключить');
    expect(anna.text()).not.toContain('Тихие часы — с');
    expect((await stored(anna.id)).quietHours).toBeNull();
  });

  test('a double press changes nothing more, and an old button that no longer fits says why', async () => {
    const anna = await bot.member();
    await anna.write('/settings');
    await anna.pressData('s:snoozes:0:5m');
    await anna.pressData('s:snoozes:0:5m');
    expect((await stored(anna.id)).snoozes).toEqual(['5m', '1h', 'evening', 'tomorrow']);
    await anna.pressData('s:snoozes:1:5m');
    expect(anna.text()).toContain('Выберите 4 разных варианта.');
    await anna.pressData('s:parts:evening:1300');
    expect(anna.text()).toContain('«Вечером» — это время с 16:00 до 23:59.');
    expect((await stored(anna.id)).dayParts.evening).toBe('19:00');
  });

  test.each([
    's:parts:night:0100',
    's:snoozes:9:5m',
    's:category:id:zzz',
    's:quiet:2300:zzz',
    's:quiet:9999:0700',
    's:nothing',
    's',
  ])('a made-up press %s changes nothing', async (press) => {
    const anna = await bot.member();
    await anna.write('/settings');
    const before = await stored(anna.id);
    await anna.pressData(press);
    expect(await stored(anna.id)).toEqual(before);
    expect(anna.labels().length).toBeGreaterThan(0);
  });
});
