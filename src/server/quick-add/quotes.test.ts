import { eq } from 'drizzle-orm';
import { reminders } from '@/server/platform/db/schema';
import { fixedClock } from '@/testing/clock';
import { contentIn, testBot, type TestChat } from '@/testing/conversation';
import { testDatabase } from '@/testing/database';

const { db } = testDatabase();
const clock = fixedClock();
const bot = testBot(db, clock);
const at = (iso: string) => new Date(`${iso}+03:00`);
beforeEach(() => clock.set(at('2026-11-20T12:00')));

async function only({ id }: TestChat) {
  const [row, ...others] = await db.select().from(reminders).where(eq(reminders.userId, id));
  expect(others).toEqual([]);
  if (!row) throw new Error('nothing was stored');
  return row;
}
/** What the bot's latest messages say, oldest first; of what is no text the field that makes it one. */
const latest = (chat: TestChat, count: number) =>
  chat
    .messages()
    .slice(-count)
    .map(({ text, content }) => [...Object.keys(contentIn(content)), text].join(' ').trim());

const WORDS = 'Родители, в пятницу экскурсия.\nСдайте 350 рублей Ирине.\nИ сменку!';
const PART = 'Сдайте 350 рублей Ирине.';

test('of a message of the chat the quoted part is kept, and comes back', async () => {
  const anna = await bot.member();
  await anna.write(WORDS, { forward_origin: { type: 'hidden_user', sender_user_name: 'Школа' } });
  const own = anna.last().messageId - 1;
  await anna.reply('напомни завтра в 10', own, PART);
  const [, made] = await db.select().from(reminders).where(eq(reminders.userId, anna.id));
  expect(made).toBeUndefined();
  expect(await only(anna)).toMatchObject({ text: PART, dateTime: at('2026-11-21T10:00') });
  await bot.sendDueAt(at('2026-11-21T10:00'));
  expect(latest(anna, 1)[0]).toContain(PART);
  expect(latest(anna, 2).join('\n')).not.toContain('экскурсия');
});

test('of a message of another chat as well, quoted by hand or by Telegram', async () => {
  for (const quote of [PART, undefined]) {
    const anna = await bot.member();
    await anna.replyElsewhere('напомни завтра в 10', { words: WORDS, quote });
    const row = await only(anna);
    expect(row).toMatchObject({ text: quote ?? WORDS, dateTime: at('2026-11-21T10:00') });
    expect(row.attachment?.items).toEqual([{ kind: 'text', messageId: 0, text: quote ?? WORDS }]);
  }
});

test('what another chat’s message holds besides words comes back by its file', async () => {
  const anna = await bot.member();
  await anna.replyElsewhere('напомни завтра в 10 оплатить', {
    words: 'Счёт за май',
    kind: 'photo',
  });
  expect(await only(anna)).toMatchObject({ text: 'Оплатить' });
  await bot.sendDueAt(at('2026-11-21T10:00'));
  expect(latest(anna, 2)).toEqual(['photo Счёт за май', expect.stringContaining('Оплатить')]);
});

test('a moment in the quoted part is proposed where the reply says none', async () => {
  const anna = await bot.member();
  const words = 'Собрание завтра в 18:30 в школе';
  await anna.replyElsewhere('напомни', { words });
  expect(anna.text()).toContain('Завтра в 18:30');
  await anna.press('Сохранить');
  expect(await only(anna)).toMatchObject({ text: words, dateTime: at('2026-11-21T18:30') });
});

test('of another chat’s message of which Telegram tells nothing the bot asks what to remind of', async () => {
  const anna = await bot.member();
  await anna.replyElsewhere('напомни завтра в 10', { from: 'user' });
  expect(anna.text()).toContain('О чём');
});

test('a reply to a message of ours acts on its reminder, whatever is quoted of it', async () => {
  const anna = await bot.member();
  await anna.write('в 13:00 сдать 350 рублей Ирине');
  await bot.sendDueAt(at('2026-11-20T13:00'));
  await anna.reply('готово', anna.last().messageId, '350 рублей');
  expect(await only(anna)).toMatchObject({ completed: true });
});
