import { createReminder } from '@/testing/builders';
import { testBot } from '@/testing/conversation';
import { testDatabase } from '@/testing/database';

// Friday 20 November 2026, 12:00 in Moscow.
const { db } = testDatabase();
const bot = testBot(db);
const unmanned = testBot(db, bot.clock, { contactEmail: undefined });
const TOMORROW = new Date('2026-11-21T06:00Z');

/** Somebody whose «Молоко» comes tomorrow at 09:00. */
async function somebody() {
  const anna = await bot.member();
  await anna.write('завтра в 9 молоко');
  return anna;
}
const later = (minutes: number) => bot.clock.set(new Date(+TOMORROW + minutes * 60_000));
const noon = bot.clock.now();
afterEach(() => bot.clock.set(noon));

describe('/support', () => {
  test('says of each reminder that was due whether it came, and whom to write to', async () => {
    const anna = await somebody();
    await anna.write('завтра в 8 хлеб');
    await anna.reply('удали');
    await anna.write('каждый день в 8:30 зарядка');
    await anna.reply('на паузу');
    await createReminder(db, (await bot.member()).id, { text: 'Чужое', dateTime: TOMORROW });
    await bot.sendDueAt(TOMORROW);
    later(30);
    await anna.write('/support');
    const said = anna.text();
    expect(said).toContain('за 2 дня (Москва, UTC+3, сейчас 09:30)');
    expect(said).toContain('• Молоко, сегодня в 09:00 — пришло вовремя.');
    expect(said).toContain('• Хлеб, сегодня в 08:00 — не пришло: вы его удалили.');
    expect(said).toContain('• Зарядка, сегодня в 08:30 — не пришло: оно на паузе.');
    expect(said).toContain('help@napomnyu.example');
    expect(said).not.toContain('Чужое');
  });

  test('says what holds up what has not come', async () => {
    const anna = await somebody();
    later(10);
    await anna.write('/support');
    expect(anna.text()).toContain('сегодня в 09:00 — ещё не пришло: сервис не работал');
  });

  test('tells nothing of what is long past or still to come', async () => {
    const anna = await somebody();
    await anna.write('/support');
    expect(anna.text()).toContain('ни одно напоминание не должно было прийти');
    await bot.sendDueAt(TOMORROW);
    later(60 * 24 * 3);
    await anna.write('/support');
    expect(anna.text()).not.toContain('Молоко');
  });

  test('has the address for strangers, too, and says where there is none', async () => {
    const stranger = bot.stranger();
    await stranger.write('/support');
    expect(stranger.messages()).toHaveLength(1);
    expect(stranger.text()).toContain('help@napomnyu.example');
    const boris = await unmanned.member();
    await boris.write('/support');
    expect(boris.text()).toContain('Адреса для писем у этого бота нет');
  });
});

test('«почему не пришло напоминание» asks the same; «помощь» shows the help, which leads there', async () => {
  const anna = await somebody();
  await anna.write('Почему не пришло напоминание?');
  expect(anna.text()).toContain('Что я знаю о ваших напоминаниях');
  await anna.write('помощь');
  expect(anna.text()).toContain('Как создать напоминание');
  expect(anna.text()).toContain('/support');
});
