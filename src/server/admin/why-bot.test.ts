import { eq } from 'drizzle-orm';
import { createReminder } from '@/testing/builders';
import { testBot } from '@/testing/conversation';
import { testDatabase } from '@/testing/database';
import { findAccount } from '../accounts/accounts';
import { reminders } from '../platform/db/schema';
import { AppError } from '../platform/errors';
import { tellWhy } from './why-bot';

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

describe('«Почему не пришло?» of one reminder', () => {
  /** What the chat says under the reminder «Молоко» of the list. */
  const asked = async (anna: Awaited<ReturnType<typeof somebody>>) => {
    await anna.write('/list');
    await anna.press('1');
    await anna.press('Почему не пришло?');
    return anna.text();
  };

  test('tells of one that came where to look, and that it waits for an answer', async () => {
    const anna = await somebody();
    await bot.sendDueAt(TOMORROW);
    later(5);
    const said = await asked(anna);
    expect(said).toContain('Молоко');
    expect(said).toContain('Сегодня в 09:00 — пришло вовремя.');
    expect(said).toContain('ждёт, пока вы нажмёте «Готово»');
    expect(said).toContain('включён ли у этого чата звук');
  });

  test('tells of one that is ahead when it comes', async () => {
    const said = await asked(await somebody());
    expect(said).toContain('Следующее сообщение — завтра в 09:00.');
    expect(said).toContain('в своё время');
  });

  test('tells of one that is held up what holds it, in the chat as in the app', async () => {
    const anna = await somebody();
    later(10);
    expect(await asked(anna)).toContain('ещё не пришло: сервис не работал');
    const [row] = await db.select().from(reminders).where(eq(reminders.userId, anna.id));
    const account = await findAccount(db, anna.id);
    if (!row || !account) throw new Error('nothing stored');
    const now = bot.clock.now();
    const { message } = await tellWhy({ db, now, account, id: row.id });
    expect(message.split('\n')).toEqual([
      'Сегодня в 09:00 — ещё не пришло: сервис не работал. Пришлю, как только получится.',
      'Делать ничего не нужно.',
    ]);
    const other = await findAccount(db, (await bot.member()).id);
    if (!other) throw new Error('no account');
    await expect(tellWhy({ db, now, account: other, id: row.id })).rejects.toThrow(AppError);
  });

  test('is answered in a reply to it, too', async () => {
    const anna = await somebody();
    await anna.reply('почему не пришло?');
    expect(anna.text()).toContain('Следующее сообщение — завтра в 09:00.');
  });
});
