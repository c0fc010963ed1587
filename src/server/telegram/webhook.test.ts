import { eq } from 'drizzle-orm';
import { connect } from '@/server/db/client';
import { processedUpdates } from '@/server/db/schema';
import { createUser } from '@/testing/builders';
import { fixedClock } from '@/testing/clock';
import { ChatServer, Conversation, WEBHOOK_SECRET } from '@/testing/conversation';
import { testDatabase } from '@/testing/database';
import { receiveUpdate } from './webhook';

const { db } = testDatabase();
const clock = fixedClock();
const server = new ChatServer();
beforeAll(() => server.listen());
afterAll(() => server.close());

const open = async () => new Conversation(db, server, clock, { id: (await createUser(db)).id });
const post = (
  body: BodyInit,
  handle: () => Promise<void>,
  { secret = WEBHOOK_SECRET, on = db }: { secret?: string | undefined; on?: typeof db } = {},
) =>
  receiveUpdate(
    new Request('https://napomnyu.example/api/telegram/webhook', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(secret && { 'x-telegram-bot-api-secret-token': secret }),
      },
      body,
    }),
    { db: on, secret: WEBHOOK_SECRET, now: clock.now(), handle },
  );
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
  const chat = await open();
  const again = {
    message: {
      message_id: 1,
      date: 1,
      text: '/help',
      from: chat.person,
      chat: { id: chat.person.id, type: 'private' },
    },
  };
  expect(await chat.post(again, 77)).toBe(200);
  expect(await chat.post(again, 77)).toBe(200);
  expect(chat.messages).toHaveLength(1);
});

test('two deliveries of one update at the same moment are handled once', async () => {
  const handle = jest.fn(() => Promise.resolve());
  const answers = await Promise.all([post(update(90), handle), post(update(90), handle)]);
  expect(answers.map((each) => each.status)).toEqual([200, 200]);
  expect(handle).toHaveBeenCalledTimes(1);
});

test('an update that another instance is at is asked for again later, and taken over when its lease ran out', async () => {
  const now = clock.now();
  const leaseUntil = new Date(now.getTime() + 30_000);
  await db.insert(processedUpdates).values({ updateId: 91, receivedAt: now, leaseUntil });
  const handle = jest.fn(() => Promise.resolve());
  const early = await post(update(91), handle);
  expect([early.status, early.headers.get('retry-after')]).toEqual([503, '5']);
  clock.advance(31_000);
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

test('a handler that loses the database answers 503 and gets the update again', async () => {
  const down = Object.assign(new Error('down'), { code: 'CONNECTION_CLOSED' });
  const handle = jest.fn().mockRejectedValueOnce(down).mockResolvedValueOnce(undefined);
  expect((await post(update(301), handle)).status).toBe(503);
  expect((await post(update(301), handle)).status).toBe(200);
  expect(handle).toHaveBeenCalledTimes(2);
  const [row] = await db.select().from(processedUpdates).where(eq(processedUpdates.updateId, 301));
  expect(row?.leaseUntil).toBeNull();
});

test('without a database the answer is 503 and nothing is handled', async () => {
  const gone = connect('postgres://nobody@127.0.0.1:1/nothing');
  const handle = jest.fn();
  expect((await post(update(302), handle, { on: gone.db })).status).toBe(503);
  expect(handle).not.toHaveBeenCalled();
  await gone.close();
});

test('a person who blocked the bot meanwhile costs nothing', async () => {
  const chat = await open();
  server.refusals.push({
    method: 'sendMessage',
    status: 403,
    description: 'Forbidden: bot was blocked by the user',
  });
  expect(await chat.write('/help')).toBe(200);
});

test('a late press whose answer Telegram refuses is still carried out', async () => {
  const chat = await open();
  await chat.write('/start');
  server.refusals.push({
    method: 'answerCallbackQuery',
    status: 400,
    description:
      'Bad Request: query is too old and response timeout expired or query ID is invalid',
  });
  expect(await chat.pressData('terms:show', chat.last.id)).toBe(200);
  expect(chat.labels).toContain('Мне есть 18, принимаю');
});
