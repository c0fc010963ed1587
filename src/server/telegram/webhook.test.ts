import { eq, sql } from 'drizzle-orm';
import { type Update } from 'telegraf/types';
import { connect } from '@/server/platform/db/client';
import { processedUpdates, users } from '@/server/platform/db/schema';
import { postUpdate, testBot, WEBHOOK_SECRET } from '@/testing/conversation';
import { testDatabase } from '@/testing/database';
import { readPause } from '../outbox/pace';
import { UPDATE_ATTEMPTS_MAX, type UpdateLease } from './webhook';

const { db } = testDatabase();
const bot = testBot(db);

const post = (
  body: BodyInit,
  handle: (update: Update, options: UpdateLease) => Promise<void>,
  options: { secret?: string; db?: typeof db } = {},
) => postUpdate(body, { db, now: bot.clock.now(), handle, ...options });
/** Passing faults: of the connection, of the server, of the moment. */
const PASSING = [
  ...['CONNECTION_CLOSED', 'CONNECT_TIMEOUT', 'EAI_AGAIN', 'EHOSTUNREACH', 'ECONNRESET'],
  ...['57014', '57P01', '40P01', '40001', '25006', '53100', '53300', '08P01', 'XX000', '42P01'],
];
let updateId = 301;
const update = (id: number) => JSON.stringify({ update_id: id, message: { from: { id: 1 } } });

test.each(['', 'wrong', `${WEBHOOK_SECRET}x`])(
  'without the secret (%j) nothing is read, not even malformed JSON',
  async (secret) => {
    const handle = jest.fn();
    expect((await post('{', handle, { secret })).status).toBe(403);
    expect(handle).not.toHaveBeenCalled();
  },
);

test('what is no update is 400, what is too large 413', async () => {
  const handle = jest.fn();
  expect((await post('{', handle)).status).toBe(400);
  expect((await post('{"update_id":"1"}', handle)).status).toBe(400);
  expect((await post(`"${'x'.repeat(600_000)}"`, handle)).status).toBe(413);
  expect(handle).not.toHaveBeenCalled();
});

test('an update that comes again is answered and not handled again', async () => {
  const anna = await bot.member();
  const message = { message_id: 1, date: 1, text: '/help', from: { id: anna.id } };
  const again = { update_id: 77, message: { ...message, chat: { id: anna.id, type: 'private' } } };
  expect(await bot.post(again)).toBe(200);
  expect(await bot.post(again)).toBe(200);
  expect(anna.messages()).toHaveLength(1);
});

test('two deliveries of one update at the same moment are handled once', async () => {
  const handle = jest.fn(() => Promise.resolve());
  const answers = await Promise.all([post(update(90), handle), post(update(90), handle)]);
  expect(answers.map((each) => each.status)).toEqual([200, 200]);
  expect(handle).toHaveBeenCalledTimes(1);
});

test('an update that another instance is at is asked for again later, and taken over when its lease ran out', async () => {
  const now = bot.clock.now();
  const leaseUntil = new Date(now.getTime() + 30_000);
  await db.insert(processedUpdates).values({ updateId: 91, receivedAt: now, leaseUntil });
  const handle = jest.fn(() => Promise.resolve());
  const early = await post(update(91), handle);
  expect([early.status, early.headers.get('retry-after')]).toEqual([503, '5']);
  bot.clock.advance(31_000);
  expect((await post(update(91), handle)).status).toBe(200);
  expect(handle).toHaveBeenCalledTimes(1);
});

test("one person's updates are handled in the order in which they came", async () => {
  const order: number[] = [];
  const handled = Array.from({ length: 8 }, (_, i) =>
    post(update(200 + i), async () => {
      await new Promise((resolve) => setImmediate(resolve));
      order.push(i);
    }),
  );
  await Promise.all(handled);
  expect(order).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
});

test('a handler that fails answers 200: Telegram must not hold back what follows', async () => {
  const handle = jest.fn(() => Promise.reject(new Error('a bug')));
  expect((await post(update(300), handle)).status).toBe(200);
  expect((await post(update(300), handle)).status).toBe(200);
  expect(handle).toHaveBeenCalledTimes(1);
});

test.each(PASSING)(
  'a handler that meets %s answers 503 and gets the update again',
  async (code) => {
    updateId += 1;
    const down = Object.assign(new Error('down'), { code });
    const handle = jest.fn().mockRejectedValueOnce(down).mockResolvedValueOnce(undefined);
    expect((await post(update(updateId), handle)).status).toBe(503);
    expect((await post(update(updateId), handle)).status).toBe(200);
    expect(handle).toHaveBeenCalledTimes(2);
    const [row] = await db
      .select()
      .from(processedUpdates)
      .where(eq(processedUpdates.updateId, updateId));
    expect(row?.leaseUntil).toBeNull();
  },
);

test.each(['22P05', '23505'])(
  'a handler whose own values are refused (%s) answers 200',
  async (code) => {
    updateId += 1;
    const handle = jest.fn(() => Promise.reject(Object.assign(new Error('refused'), { code })));
    expect((await post(update(updateId), handle)).status).toBe(200);
    expect((await post(update(updateId), handle)).status).toBe(200);
    expect(handle).toHaveBeenCalledTimes(1);
  },
);

test('an update whose fault never passes is given up, so that what its person writes next is heard', async () => {
  updateId += 1;
  const fault = Object.assign(new Error('internal'), { code: 'XX000' });
  const tries: boolean[] = [];
  const handle = (_update: unknown, { last }: UpdateLease) => {
    tries.push(last);
    return Promise.reject(fault);
  };
  for (let tried = 1; tried < UPDATE_ATTEMPTS_MAX; tried += 1) {
    expect((await post(update(updateId), handle)).status).toBe(503);
  }
  expect((await post(update(updateId), handle)).status).toBe(200);
  expect((await post(update(updateId), handle)).status).toBe(200);
  expect(tries).toHaveLength(UPDATE_ATTEMPTS_MAX);
  expect(tries.indexOf(true)).toBe(UPDATE_ATTEMPTS_MAX - 1);
});

test('who wrote such an update hears of it on the last try, and not before', async () => {
  const anna = await bot.member();
  await db.execute(sql`alter table drafts rename to drafts_away`);
  const message = {
    message_id: 1,
    date: 1,
    text: 'завтра в 9 полить цветы',
    from: { id: anna.id, is_bot: false, first_name: 'Анна' },
  };
  const again = { update_id: 779, message: { ...message, chat: { id: anna.id, type: 'private' } } };
  try {
    for (let tried = 1; tried < UPDATE_ATTEMPTS_MAX; tried += 1) {
      expect(await bot.post(again)).toBe(503);
    }
    expect(anna.messages()).toEqual([]);
    expect(await bot.post(again)).toBe(200);
    expect(anna.text()).toContain('Что-то пошло не так');
  } finally {
    await db.execute(sql`alter table drafts_away rename to drafts`);
  }
});

test('without a database the answer is 503 and nothing is handled', async () => {
  const gone = connect('postgres://nobody@127.0.0.1:1/nothing');
  const handle = jest.fn();
  expect((await post(update(302), handle, { db: gone.db })).status).toBe(503);
  expect(handle).not.toHaveBeenCalled();
  await gone.close();
});

test('a person who blocked the bot meanwhile costs nothing', async () => {
  const anna = await bot.member();
  bot.fault('sendMessage', { kind: 'error', code: 403 });
  expect(await anna.write('/help')).toBe(200);
  expect(anna.messages()).toEqual([]);
});

test('a call that fails is answered with an apology', async () => {
  const anna = await bot.member();
  bot.fault('sendMessage', { kind: 'error', code: 500 });
  expect(await anna.write('/help')).toBe(200);
  expect(anna.text()).toContain('Что-то пошло не так');
});

test('a 429 of a few seconds is waited out: the answer comes once, and delivery is not paused', async () => {
  const anna = await bot.member();
  bot.fault('sendMessage', { kind: 'error', code: 429, retryAfter: 1 });
  expect(await anna.write('/help')).toBe(200);
  expect(anna.messages()).toHaveLength(1);
  expect(anna.text()).toContain('Как создать напоминание');
  expect(await readPause(db, bot.clock.now())).toBeNull();
});

test('429s of answers in many chats pause those chats and nobody else', async () => {
  for (let i = 0; i < 4; i += 1) {
    const person = await bot.member();
    bot.fault('sendMessage', { kind: 'error', code: 429, retryAfter: 60 });
    await person.write('/help');
    const [row] = await db.select().from(users).where(eq(users.id, person.id));
    expect(row?.chatSilentUntil).not.toBeNull();
  }
  expect(await readPause(db, bot.clock.now())).toBeNull();
});

test('a 429 of a minute is not waited out: the update ends in time', async () => {
  const anna = await bot.member();
  const started = performance.now();
  bot.fault('sendMessage', { kind: 'error', code: 429, retryAfter: 60 });
  expect(await anna.write('/help')).toBe(200);
  expect(performance.now() - started).toBeLessThan(10_000);
});

test('a late press whose answer Telegram refuses is still carried out', async () => {
  const anna = await bot.member();
  await anna.write('/start');
  const description = 'Bad Request: query is too old and response timeout expired';
  bot.fault('answerCallbackQuery', { kind: 'error', code: 400, description });
  expect(await anna.pressData('terms:show')).toBe(200);
  expect(anna.labels()).toContainEqual(['Мне есть 18, принимаю']);
});

test('a press is answered before anything is shown', async () => {
  const anna = await bot.member();
  await anna.write('/start');
  const before = bot.simulator().calls.length;
  await anna.pressData('terms:show');
  const methods = bot
    .simulator()
    .calls.slice(before)
    .map((call) => call.method);
  expect(methods).toEqual(['answerCallbackQuery', 'editMessageText']);
});

test('a button of a message that is gone is answered with a new message', async () => {
  const anna = await bot.member();
  await anna.write('/start');
  bot.fault('editMessageText', {
    kind: 'error',
    code: 400,
    description: 'Bad Request: message to edit not found',
  });
  await anna.pressData('terms:show');
  expect(anna.messages()).toHaveLength(2);
});
