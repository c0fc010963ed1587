import { eq } from 'drizzle-orm';
import { TERMS_VERSION } from '@/core/limits';
import { drafts, earlyMessages, reminders, users } from '@/server/platform/db/schema';
import { testBot, type TestChat } from '@/testing/conversation';
import { testDatabase } from '@/testing/database';

/**
 * Telegram queues texts and presses of one person apart: two of them may be handled at the same moment
 * by two instances. Here both are, past the queue of one process, and in either order.
 */
const { db } = testDatabase();
const bot = testBot(db);

const draftsOf = ({ id }: TestChat) => db.select().from(drafts).where(eq(drafts.userId, id));
const remindersOf = ({ id }: TestChat) =>
  db.select().from(reminders).where(eq(reminders.userId, id));

const say = (chat: TestChat, text: string) => bot.simulator().say(chat.id, text);
const push = (chat: TestChat, data: string) =>
  bot.simulator().press(chat.id, chat.last().messageId, { text: '?', callback_data: data });

const rounds = Array.from({ length: 6 }, (_, round) => ({ round, reversed: round % 2 === 1 }));

describe.each(rounds)('round $round', ({ reversed }) => {
  test('an answer in words and a press of a preset: one card, and the words stand', async () => {
    const anna = await bot.member();
    await anna.write('купить хлеб');
    const [draft] = await draftsOf(anna);
    say(anna, 'завтра в 18');
    push(anna, `c:${draft?.id}:at:hour`);
    await bot.deliverAtOnce(reversed);
    const after = await draftsOf(anna);
    expect(after).toHaveLength(1);
    expect(after[0]).toMatchObject({
      state: 'saved',
      payload: { dateTime: '2026-11-21T15:00:00.000Z' },
    });
    expect(await remindersOf(anna)).toMatchObject([{ dateTime: new Date('2026-11-21T15:00:00Z') }]);
  });

  test('«Сохранить» and another task: each is stored as it was shown, once', async () => {
    const anna = await bot.member();
    await anna.write('в 9 молоко');
    const [draft] = await draftsOf(anna);
    say(anna, 'послезавтра в 10 хлеб');
    push(anna, `c:${draft?.id}:save`);
    await bot.deliverAtOnce(reversed);
    const stored = (await remindersOf(anna)).map((row) => [row.text, row.dateTime.toISOString()]);
    expect(new Map(stored.map(([text = '', at = '']) => [text, at]))).toEqual(
      new Map([
        ['Молоко', '2026-11-21T06:00:00.000Z'],
        ['Хлеб', '2026-11-22T07:00:00.000Z'],
      ]),
    );
    expect(stored).toHaveLength(2);
    expect((await draftsOf(anna)).map(({ state }) => state)).toEqual(['saved', 'saved']);
  });

  test('two presses of «Сохранить» and one of «Отмена»: saved once, or not at all', async () => {
    const anna = await bot.member();
    await anna.write('в 9 молоко');
    const [draft] = await draftsOf(anna);
    for (const action of ['save', 'cancel', 'save']) push(anna, `c:${draft?.id}:${action}`);
    await bot.deliverAtOnce(reversed);
    const [after] = await draftsOf(anna);
    expect(await remindersOf(anna)).toHaveLength(after?.state === 'saved' ? 1 : 0);
    expect(['saved', 'cancelled']).toContain(after?.state);
  });

  test('the acceptance of the terms and a text: the text is answered, once', async () => {
    const anna = bot.stranger();
    await anna.write('/start');
    say(anna, 'завтра в 9 молоко');
    push(anna, `terms:accept:${TERMS_VERSION}`);
    await bot.deliverAtOnce(reversed);
    expect(await draftsOf(anna)).toHaveLength(1);
    expect(await db.select().from(earlyMessages).where(eq(earlyMessages.userId, anna.id))).toEqual(
      [],
    );
    expect(anna.messages().filter((each) => each.text.includes('Молоко'))).toHaveLength(1);
  });

  test('/delete confirmed and a text: everything is erased, and nothing fails', async () => {
    const anna = await bot.member();
    await anna.write('завтра в 9 молоко');
    await anna.write('/delete');
    const minute = Math.floor(bot.clock.now().getTime() / 60_000);
    say(anna, 'завтра в 18 хлеб');
    push(anna, `erase:yes:${minute}`);
    await bot.deliverAtOnce(reversed);
    expect(await db.select().from(users).where(eq(users.id, anna.id))).toEqual([]);
    expect(await draftsOf(anna)).toEqual([]);
    expect(anna.messages().some((each) => each.text.includes('пошло не так'))).toBe(false);
  });
});
