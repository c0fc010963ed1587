import { once } from 'node:events';
import { createServer } from 'node:net';
import { z } from 'zod';
import { type FaultKind, freePort, testTelegram, withServer } from '@/testing/telegram';
import { type OutgoingReminder, type SendResult } from '../delivery/outgoing';
import { connectBotApi, retractVia, sendReminderVia } from './send';

const TOKEN = '42:a-token-of-the-tests-only';
const CHAT = 7;
const DUE = new Date('2026-11-20T06:00:00Z');

const telegram = testTelegram({ token: TOKEN });
beforeAll(() => telegram().simulator.world.addUser({ id: CHAT, firstName: 'Анна' }, 'active'));

const message: OutgoingReminder = {
  chatId: CHAT,
  reminderId: 5,
  text: 'Купить <b>молоко</b> & хлеб',
  typeName: 'Напоминание',
  timeZone: 'Europe/Moscow',
  firing: {
    kind: 'first',
    occurrenceAt: DUE,
    scheduledAt: DUE,
    late: false,
    nagNumber: 0,
    last: false,
  },
};
const address = { appUrl: 'https://napomnyu.example', telegramApiRoot: 'https://api.telegram.org' };

function send(
  options: { token?: string; apiRoot?: string; signal?: AbortSignal; chatId?: number } = {},
): Promise<SendResult> {
  const api = connectBotApi({
    token: options.token ?? TOKEN,
    apiRoot: options.apiRoot ?? telegram().origin,
  });
  const outgoing = { ...message, chatId: options.chatId ?? CHAT };
  return sendReminderVia(api, address)(outgoing, options.signal ?? AbortSignal.timeout(5_000));
}

test('a reminder arrives as its user wrote it, with its buttons, and answers its message id', async () => {
  const result = await send();
  const arrived = telegram().simulator.messages(CHAT).at(-1);
  expect(result).toEqual({ status: 'sent', messageId: arrived?.messageId });
  expect(arrived?.text).toBe('⏰ Напоминание\nКупить <b>молоко</b> & хлеб');
  expect(arrived?.keyboard.flat().map((button) => button.text)).toEqual([
    '✅ Готово',
    '10 мин',
    '1 час',
    'Вечером',
    'Завтра',
    'Открыть',
  ]);
});

const cases: [string, FaultKind, SendResult][] = [
  [
    '429',
    { kind: 'error', code: 429, retryAfter: 17 },
    { status: 'rate-limited', retryAfterS: 17 },
  ],
  ['a block', { kind: 'error', code: 403 }, { status: 'unreachable', code: '403' }],
  [
    'an unknown chat',
    { kind: 'error', code: 400, description: 'Bad Request: chat not found' },
    { status: 'unreachable', code: 'chat-not-found' },
  ],
  [
    'a refused text',
    { kind: 'error', code: 400, description: "Bad Request: can't parse entities" },
    { status: 'rejected', code: '400' },
  ],
  ['a wrong token', { kind: 'error', code: 401 }, { status: 'unauthorized' }],
  ['a malformed token', { kind: 'error', code: 404 }, { status: 'unauthorized' }],
  ['500', { kind: 'error', code: 500 }, { status: 'retry', code: '500', reached: true }],
  ['502', { kind: 'error', code: 502 }, { status: 'retry', code: '502', reached: true }],
  ['a lost answer', { kind: 'lose-answer' }, { status: 'retry', code: 'no-answer', reached: true }],
  ['a cut connection', { kind: 'cut' }, { status: 'retry', code: 'no-answer', reached: true }],
];
test.each(cases)('%s is told apart', async (_name, fault, result) => {
  telegram().simulator.fault(fault, { times: 1 });
  expect(await send()).toEqual(result);
});

test('a Telegram that hangs is given up when the signal says so, not after 500 s', async () => {
  telegram().simulator.fault({ kind: 'hang' }, { times: 1 });
  const started = performance.now();
  expect(await send({ signal: AbortSignal.timeout(100) })).toEqual({
    status: 'retry',
    code: 'timeout',
    reached: true,
  });
  expect(performance.now() - started).toBeLessThan(3_000);
});

test('a call that was given up before it began opens no connection', async () => {
  const opened = jest.fn();
  const mute = createServer(opened).listen(0, '127.0.0.1');
  await once(mute, 'listening');
  const { port } = z.object({ port: z.number() }).parse(mute.address());
  const api = connectBotApi({ token: TOKEN, apiRoot: `http://127.0.0.1:${port}` });
  await expect(api('getMe', {}, AbortSignal.abort())).rejects.toMatchObject({ code: 'timeout' });
  await new Promise((resolve) => mute.close(resolve));
  expect(opened).not.toHaveBeenCalled();
});

test('a refused connection is known not to have reached anyone', async () => {
  const apiRoot = `http://127.0.0.1:${await freePort()}`;
  expect(await send({ apiRoot })).toEqual({ status: 'retry', code: 'network', reached: false });
});

test('an answer that is not JSON is tried again', async () => {
  await withServer(
    (_request, response) => response.end('<html>'),
    async (apiRoot) => {
      expect(await send({ apiRoot })).toEqual({
        status: 'retry',
        code: 'no-answer',
        reached: true,
      });
    },
  );
});

test('neither the token nor the text is in an error', async () => {
  telegram().simulator.fault({ kind: 'cut' }, { times: 1 });
  const api = connectBotApi({ token: TOKEN, apiRoot: telegram().origin });
  const failed: unknown = await api(
    'sendMessage',
    { chat_id: CHAT, text: 'тайна' },
    AbortSignal.timeout(5_000),
  ).catch((error: unknown) => error);
  expect(
    JSON.stringify(failed) + String(failed) + String(failed instanceof Error && failed.stack),
  ).not.toMatch(/tests-only|тайна/);
});

test('a path in the API root is kept', async () => {
  const calls: (string | undefined)[] = [];
  await withServer(
    (request, response) => {
      calls.push(request.url);
      response.end('{"ok":true,"result":{"message_id":1}}');
    },
    (origin) => send({ apiRoot: `${origin}/sim` }),
  );
  expect(calls).toEqual([`/sim/bot${TOKEN}/sendMessage`]);
});

test('taking a message back removes it, and one that is gone is no fault', async () => {
  const sent = await send();
  const messageId = sent.status === 'sent' ? sent.messageId : 0;
  const retract = retractVia(connectBotApi({ token: TOKEN, apiRoot: telegram().origin }));
  await retract(CHAT, messageId, AbortSignal.timeout(5_000));
  expect(
    telegram()
      .simulator.messages(CHAT)
      .map((each) => each.messageId),
  ).not.toContain(messageId);
  await retract(CHAT, messageId, AbortSignal.timeout(5_000));
});
