import { eq } from 'drizzle-orm';
import { RATE_LIMITS } from '@/core/limits';
import { testBot } from '@/testing/conversation';
import { testDatabase } from '@/testing/database';
import { createReminder } from '@/testing/builders';
import { findAccount } from '../accounts/accounts';
import { reminders } from '../platform/db/schema';
import { log } from '../platform/log';

const { db } = testDatabase();
const bot = testBot(db);

let logged: jest.SpyInstance;
beforeEach(() => {
  logged = jest.spyOn(log, 'error').mockImplementation(() => undefined);
});
afterEach(() => logged.mockRestore());

async function member() {
  const chat = await bot.member();
  const dateTime = new Date(bot.clock.now().getTime() + 3_600_000);
  const text = 'Купить:\n- хлеб\n- молоко';
  const { id } = await createReminder(db, chat.id, { dateTime, text });
  await chat.write('/help');
  return { chat, id, dateTime, hello: chat.last().messageId };
}

/** As long as fits beside what stands before it: keys that repeat it are too long for Telegram. */
const LONG = 'x'.repeat(50);
const AS_TOKEN = 'x'.repeat(47);

test.each([
  ...['m:#:zzzzzz', 'm:#:zzzzzz:all', 'm:#:zzzzzzzz', 'm:#:', 'm:#:-1'],
  ...[`day:later:#:${LONG}`, `day:when:#:${LONG}`, 'day:done:#:-', 'day:later:#'],
  ...[
    `k:#:show:${LONG}:0`,
    `k:#:tick:list:${AS_TOKEN}`,
    `terms:decline:1:${AS_TOKEN}`,
    `terms:show:1:${AS_TOKEN}`,
  ],
  ...['l:99991231x99:0', 'l:00010101x1:0', 'l:20261127x0:999999999', 'n:999999999'],
  ...['inline:\u0000', 'guest:\u0000', 'z:\u0000', 'note:1:tick:0:0:\u0000:1', '\ud800', ''],
  ...[`z:back:${LONG}`, `z:shift:${LONG}`, 'b:999999999999999:save', 'w:#:act', 'w:#:move'],
])('%j, which nobody made, changes nothing and is no fault of ours', async (data) => {
  const { chat, id, dateTime, hello } = await member();
  expect(await chat.pressData(data.replaceAll('#', String(id)), hello)).toBe(200);
  expect(logged.mock.calls).toEqual([]);
  const [row] = await db.select().from(reminders).where(eq(reminders.id, id));
  expect(row).toMatchObject({
    dateTime,
    nextFireAt: dateTime,
    snoozedUntil: null,
    deletedAt: null,
  });
});

test.each(['guest:\u0000', 'inline:\u0000', 'share:take:\u0000', ''])(
  '%j under a message of another chat is answered',
  async (data) => {
    const { chat } = await member();
    const question = await chat.ask('завтра в 9 полить цветы');
    const sent = await question.send(question.results[0]?.id ?? '');
    await chat.pressElsewhere(sent.id, { text: '?', callback_data: data });
    expect([...bot.simulator().world.pressed.values()].at(-1)?.answer).toBeDefined();
    expect(logged.mock.calls).toEqual([]);
  },
);

test.each(['', '0', 'Infinity', 'NaN', '-1', '999999999'])(
  'a consent of the minute %j erases nobody',
  async (minute) => {
    const { chat, hello } = await member();
    await chat.pressData(`erase:yes:${minute}`, hello);
    expect(await findAccount(db, chat.id)).toBeDefined();
  },
);

test('a press under a reminder is answered, too, where there are too many', async () => {
  const { chat, id, dateTime, hello } = await member();
  const data = `r:done:${id}:${(dateTime.getTime() + 1).toString(36)}`;
  const answers = [];
  for (let i = 0; i <= RATE_LIMITS.chat.limit; i += 1) {
    await chat.pressData(data, hello);
    answers.push([...bot.simulator().world.pressed.values()].at(-1)?.answer);
  }
  expect(chat.text()).toContain('Слишком много');
  expect(answers.every((answer) => answer !== undefined)).toBe(true);
});
