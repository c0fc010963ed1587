import { once } from 'node:events';
import { type RequestListener } from 'node:http';
import { createServer } from 'node:net';
import { inspect } from 'node:util';
import { z } from 'zod';
import { SNOOZE_PRESETS } from '@/core/limits';
import { type FaultKind, freePort, testTelegram, withServer } from '@/testing/telegram';
import { type OutgoingReminder } from '../reminders/message';
import { html } from '@/texts/html';
import {
  answeringInChats,
  type BotApi,
  ChatPace,
  connectBotApi,
  countingInChats,
  retractVia,
  sendMessageVia,
  type SendResult,
} from './send';
import { outage } from './outage';
import { sendReminderVia } from '../reminders/due';

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
  snoozes: SNOOZE_PRESETS,
  firing: {
    kind: 'first',
    occurrenceAt: DUE,
    scheduledAt: DUE,
    late: false,
    nagNumber: 0,
    last: false,
  },
};
const address = { appUrl: 'https://napomnyu.example', simulated: false };

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
  expect(arrived?.text).toBe('Купить <b>молоко</b> & хлеб\n⏰ Напоминание');
  expect(arrived?.keyboard.flat().map((button) => button.text)).toEqual([
    '✅ Готово',
    'Другое…',
    '10 мин',
    '1 час',
    'Вечером',
    'Завтра',
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
  ['a wrong token', { kind: 'error', code: 401 }, { status: 'unauthorized', code: '401' }],
  ['a malformed token', { kind: 'error', code: 404 }, { status: 'unauthorized', code: '404' }],
  ['500', { kind: 'error', code: 500 }, { status: 'retry', code: '500', reached: true }],
  ['502', { kind: 'error', code: 502 }, { status: 'retry', code: '502', reached: true }],
  ['a lost answer', { kind: 'lose-answer' }, { status: 'retry', code: 'no-answer', reached: true }],
  ['a cut connection', { kind: 'cut' }, { status: 'retry', code: 'no-answer', reached: true }],
];
test.each(cases)('%s is told apart', async (_name, fault, result) => {
  telegram().simulator.fault(fault, { times: 1 });
  expect(await send()).toEqual(result);
});

const badRequest = (description: string): FaultKind => ({
  kind: 'error',
  code: 400,
  description: `Bad Request: ${description}`,
});

// The words are those of tdlib/telegram-bot-api, Client.cpp, and tdlib/td.
test.each([
  ['FROZEN_METHOD_INVALID', { status: 'unauthorized', code: 'FROZEN_METHOD_INVALID' }],
  ['Logged out', { status: 'unauthorized', code: '400' }],
  ['chat not found', { status: 'unreachable', code: 'chat-not-found' }],
  ['USER_DELETED', { status: 'unreachable', code: 'chat-not-found' }],
  ['have no write access to the chat', { status: 'unreachable', code: 'chat-not-found' }],
  ['PEER_ID_INVALID', { status: 'unreachable', code: 'chat-not-found' }],
  ['SOMETHING_NEW', { status: 'refused', code: 'SOMETHING_NEW' }],
  ['the moon is full', { status: 'refused', code: '400' }],
] as const)('400 %s is told apart, and tried once', async (description, result) => {
  const before = telegram().simulator.calls.length;
  telegram().simulator.fault(badRequest(description), { times: 1 });
  expect(await send()).toEqual(result);
  expect(telegram().simulator.calls).toHaveLength(before + 1);
});

const MESSAGE_FAULTS = [
  "can't parse entities: Unsupported start tag",
  'message is too long',
  'message text is empty',
  'text must be encoded in UTF-8',
  'BUTTON_DATA_INVALID',
  'BUTTON_TYPE_INVALID',
  "inline keyboard button URL 'x' is invalid: Wrong HTTP URL",
  'object expected as reply markup',
  'REPLY_MARKUP_INVALID',
  'ENTITY_BOUNDS_INVALID',
];
test.each(MESSAGE_FAULTS)(
  '400 %s: the message goes once more, as plain text without buttons',
  async (description) => {
    telegram().simulator.fault(badRequest(description), { times: 1 });
    expect(await send()).toMatchObject({ status: 'sent' });
    const arrived = telegram().simulator.messages(CHAT).at(-1);
    expect(arrived?.text).toBe('Купить <b>молоко</b> & хлеб\n⏰ Напоминание');
    expect(arrived?.keyboard).toEqual([]);
  },
);

test('a message that is rejected as plain text too fails, after two calls', async () => {
  const before = telegram().simulator.calls.length;
  telegram().simulator.fault(badRequest('message is too long'), { times: 2 });
  expect(await send()).toEqual({ status: 'rejected', code: '400' });
  expect(telegram().simulator.calls).toHaveLength(before + 2);
});

test('a plain text keeps within the limit and splits no character', async () => {
  const api = connectBotApi({ token: TOKEN, apiRoot: telegram().origin });
  telegram().simulator.fault(badRequest('message is too long'), { times: 1 });
  const message = { text: html`${`x${'🦊'.repeat(3_000)}`}`, keyboard: [] };
  const result = await sendMessageVia(api)({ chatId: CHAT, message }, AbortSignal.timeout(5_000));
  expect(result.status).toBe('sent');
  expect(telegram().simulator.messages(CHAT).at(-1)?.text).toBe(`x${'🦊'.repeat(2_047)}`);
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

test('of each call an outage learns whether it was answered; of a 429 nothing, which is one chat’s', async () => {
  const answered = jest.spyOn(outage, 'answered');
  const failed = jest.spyOn(outage, 'failed');
  const heard = async (calling: Promise<unknown>) => {
    await calling;
    const all = [
      ...answered.mock.calls.map(() => 'answered'),
      ...failed.mock.calls.map(([, code]) => code),
    ];
    answered.mockClear();
    failed.mockClear();
    return all;
  };
  expect(await heard(send())).toEqual(['answered']);
  expect(await heard(send({ apiRoot: `http://127.0.0.1:${await freePort()}` }))).toEqual([
    'network',
  ]);
  telegram().simulator.fault({ kind: 'cut' }, { times: 1 });
  expect(await heard(send())).toEqual(['no-answer']);
  const gateway = (apiRoot: string) => heard(send({ apiRoot }));
  expect(await withServer((_request, response) => response.writeHead(502).end(), gateway)).toEqual([
    '502',
  ]);
  telegram().simulator.fault({ kind: 'error', code: 403 }, { times: 1 });
  expect(await heard(send())).toEqual(['answered']);
  telegram().simulator.fault({ kind: 'error', code: 429, retryAfter: 3 }, { times: 1 });
  expect(await heard(send())).toEqual([]);
});

test.each<[string, RequestListener]>([
  ['that is no JSON', (_, response) => response.end('<html>')],
  [
    'that breaks off',
    (_, response) =>
      response.writeHead(200, { 'content-length': 99 }).write('{') && response.destroy(),
  ],
  ['that never began', (_, response) => response.destroy()],
  ['that refuses without a code', (_, response) => response.end('{"ok":false}')],
])('an answer %s is a lost one, and neither token nor text is in the error', async (_, answer) => {
  await withServer(answer, async (apiRoot) => {
    const message = { chat_id: CHAT, text: 'тайна' };
    const call = connectBotApi({ token: TOKEN, apiRoot })(
      'sendMessage',
      message,
      AbortSignal.timeout(5_000),
    );
    const failed: unknown = await call.catch((error: unknown) => error);
    expect(failed).toMatchObject({ name: 'BotApiError', code: 'no-answer' });
    expect(inspect(failed, { depth: 9 })).not.toMatch(/tests-only|тайна/);
  });
});

test('calls one after another share a connection', async () => {
  const connections = new Set<unknown>();
  await withServer(
    ({ socket }, response) => {
      connections.add(socket);
      response.end('{"ok":true,"result":{"message_id":1}}');
    },
    async (apiRoot) => {
      for (let i = 0; i < 3; i += 1) await send({ apiRoot });
    },
  );
  expect(connections.size).toBe(1);
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

test('a message that is too old to be taken back loses its buttons', async () => {
  const sent = await send();
  const messageId = sent.status === 'sent' ? sent.messageId : 0;
  telegram().simulator.fault(badRequest("message can't be deleted for everyone"), {
    times: 1,
    method: 'deleteMessage',
  });
  const retract = retractVia(connectBotApi({ token: TOKEN, apiRoot: telegram().origin }));
  await retract(CHAT, messageId, AbortSignal.timeout(5_000));
  const old = telegram()
    .simulator.messages(CHAT)
    .find((each) => each.messageId === messageId);
  expect(old?.keyboard).toEqual([]);
  expect(old?.text).toContain('молоко');
});

describe('answers in a chat', () => {
  const paced = (chats: ChatPace, refused = jest.fn(() => Promise.resolve())) => ({
    refused,
    api: answeringInChats(
      connectBotApi({ token: TOKEN, apiRoot: telegram().origin }),
      chats,
      refused,
    ),
  });
  const say = (api: BotApi) =>
    api('sendMessage', { chat_id: CHAT, text: 'Да' }, AbortSignal.timeout(8_000));

  test('the first few are not held up; what follows comes a second apart', async () => {
    let now = 0;
    const chats = new ChatPace(() => now);
    expect([1, 2, 3, 4, 5].map(() => chats.take(CHAT))).toEqual([0, 0, 0, 0, 0]);
    expect(chats.take(CHAT)).toBe(1_000);
    expect(chats.take(CHAT + 1)).toBe(0);
    now += 10_000;
    expect(chats.take(CHAT)).toBe(0);
    const { api } = paced(new ChatPace());
    const began = performance.now();
    await Promise.all([1, 2, 3, 4, 5].map(() => say(api)));
    expect(performance.now() - began).toBeLessThan(900);
    await say(api);
    expect(performance.now() - began).toBeGreaterThanOrEqual(990);
  });

  test('nobody waits for more than five seconds, however much the chat was sent', () => {
    const chats = new ChatPace(() => 0);
    for (let i = 0; i < 100; i += 1) expect(chats.take(CHAT)).toBeLessThanOrEqual(5_000);
  });

  test('what delivery sends counts', async () => {
    const chats = new ChatPace(() => 0);
    const api = countingInChats(connectBotApi({ token: TOKEN, apiRoot: telegram().origin }), chats);
    for (let i = 0; i < 5; i += 1) await say(api);
    expect(chats.take(CHAT)).toBe(1_000);
  });

  test('a 429 is waited out and told', async () => {
    const { api, refused } = paced(new ChatPace());
    telegram().simulator.fault({ kind: 'error', code: 429, retryAfter: 1 }, { times: 1 });
    await say(api);
    expect(refused).toHaveBeenCalledWith(CHAT, 1);
  });
});
