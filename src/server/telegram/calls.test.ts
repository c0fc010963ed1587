import { once } from 'node:events';
import { type RequestListener, type ServerResponse } from 'node:http';
import { createServer } from 'node:net';
import { inspect } from 'node:util';
import { z } from 'zod';
import { SNOOZE_PRESETS } from '@/core/limits';
import { type FaultKind, freePort, testTelegram, withServer } from '@/testing/telegram';
import { replacingPauses } from '@/testing/pauses';
import { until } from '@/testing/until';
import { html } from '@/texts/html';
import { botTexts } from '@/texts/bot';
import { type OutgoingReminder } from '../reminders/message';
import { ChatPace } from './chat-pace';
import {
  answeringInChats,
  type BotApi,
  connectBotApi,
  retractVia,
  sendMessageVia,
  type SendResult,
} from './send';
import { outage, Outage } from './outage';
import { sendReminderVia } from '../reminders/due';
import { connectDownloads } from './download';
import { commandNames } from '../chat/routes';
import { setUpBot } from './setup';
import { appButtonRow } from './message';

describe('sending', () => {
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
      'Отложить…',
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
    [
      'a wrong token',
      { kind: 'error', code: 401 },
      { status: 'unauthorized', code: 'bot-refused' },
    ],
    [
      'a malformed token',
      { kind: 'error', code: 404 },
      { status: 'unauthorized', code: 'bot-refused' },
    ],
    ['500', { kind: 'error', code: 500 }, { status: 'retry', code: '500', reached: true }],
    ['502', { kind: 'error', code: 502 }, { status: 'retry', code: '502', reached: true }],
    [
      'a lost answer',
      { kind: 'lose-answer' },
      { status: 'retry', code: 'no-answer', reached: true },
    ],
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
    ['FROZEN_METHOD_INVALID', { status: 'unauthorized', code: 'bot-refused' }],
    ['Logged out', { status: 'unauthorized', code: 'bot-refused' }],
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

  test('a reply that goes once more as plain text is a reply still', async () => {
    const api = connectBotApi({ token: TOKEN, apiRoot: telegram().origin });
    const message = { text: html`Письмо`, keyboard: [] };
    const send = (replyTo?: number) =>
      sendMessageVia(api)({ chatId: CHAT, message, replyTo }, AbortSignal.timeout(5_000));
    const first = await send();
    telegram().simulator.fault(badRequest('BUTTON_DATA_INVALID'), { times: 1 });
    const messageId = first.status === 'sent' ? first.messageId : undefined;
    expect(await send(messageId)).toMatchObject({ status: 'sent' });
    expect(telegram().simulator.calls.at(-1)?.fields).toMatchObject({
      reply_parameters: { message_id: messageId },
    });
  });

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
    const before = telegram().simulator.calls.length;
    const patience = new AbortController();
    const result = send({ signal: patience.signal });
    await until(() => telegram().simulator.calls.length > before);
    patience.abort();
    expect(await result).toEqual({ status: 'retry', code: 'timeout', reached: true });
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
    expect(
      await withServer((_request, response) => response.writeHead(502).end(), gateway),
    ).toEqual(['502']);
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
  ])(
    'an answer %s is a lost one, and neither token nor text is in the error',
    async (_, answer) => {
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
    },
  );

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

  test('a message that is too old to be retracted loses its buttons', async () => {
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
    const connectedApi = () => connectBotApi({ token: TOKEN, apiRoot: telegram().origin });
    const paced = (chats: ChatPace, refused = jest.fn(() => Promise.resolve())) => ({
      refused,
      api: answeringInChats(connectedApi(), chats, refused),
    });
    const say = (api: BotApi) =>
      api('sendMessage', { chat_id: CHAT, text: 'Да' }, AbortSignal.timeout(8_000));

    test('the first few are not held up; what follows comes a second apart', async () => {
      let now = 0;
      const chats = new ChatPace(() => now);
      expect([1, 2, 3, 4, 5].map(() => chats.countAnswer(CHAT))).toEqual([0, 0, 0, 0, 0]);
      expect(chats.countAnswer(CHAT)).toBe(1_000);
      expect(chats.countAnswer(CHAT + 1)).toBe(0);
      now += 10_000;
      expect(chats.countAnswer(CHAT)).toBe(0);
      const { api } = paced(new ChatPace(() => now));
      const arrived = () => telegram().simulator.messages(CHAT).length;
      const before = arrived();
      const pauses: { ms: number; messages: number }[] = [];
      const pass = async (ms: number) => {
        now += ms;
        // What did not wait would arrive before the answer to this.
        await connectedApi()('getMe', {}, AbortSignal.timeout(8_000));
        pauses.push({ ms, messages: arrived() - before });
      };
      await replacingPauses(pass, async () => {
        await Promise.all([1, 2, 3, 4, 5].map(() => say(api)));
        expect(pauses).toEqual([]);
        await say(api);
      });
      expect(pauses).toEqual([{ ms: 1_000, messages: 5 }]);
      expect(arrived() - before).toBe(6);
    });

    test('nobody waits for more than five seconds, however much the chat was sent', () => {
      const chats = new ChatPace(() => 0);
      for (let i = 0; i < 100; i += 1) expect(chats.countAnswer(CHAT)).toBeLessThanOrEqual(5_000);
    });

    test('what delivery sends counts', () => {
      const chats = new ChatPace(() => 0);
      chats.count(CHAT, 3);
      chats.count(CHAT, 2);
      expect(chats.countAnswer(CHAT)).toBe(1_000);
    });

    test('a delivery comes a second behind whatever was written last, and waits for no heap of answers', () => {
      let now = 0;
      const chats = new ChatPace(() => now);
      expect(chats.msUntilFree(CHAT)).toBe(0);
      for (let i = 0; i < 9; i += 1) chats.countAnswer(CHAT);
      now += 300;
      expect([chats.msUntilFree(CHAT), chats.msUntilFree(CHAT + 1)]).toEqual([700, 0]);
      now += 700;
      expect(chats.msUntilFree(CHAT)).toBe(0);
    });

    test('a 429 is waited out and told', async () => {
      const { api, refused } = paced(new ChatPace());
      telegram().simulator.fault({ kind: 'error', code: 429, retryAfter: 1 }, { times: 1 });
      const pauses: number[] = [];
      const pass = (ms: number) => Promise.resolve(void pauses.push(ms));
      await replacingPauses(pass, () => say(api));
      expect(pauses).toEqual([1_000]);
      expect(refused).toHaveBeenCalledWith(CHAT, 1);
    });
  });
});

describe('an outage', () => {
  /** An outage on a clock that the test moves, and the lines that it says. */
  function watched() {
    const lines: { level: string; said: object; message: string }[] = [];
    const clock = { ms: 0 };
    const say = (level: string) => (said: object, message: string) =>
      lines.push({ level, said, message });
    const outage = new Outage(() => clock.ms, { error: say('error'), warn: say('warn') });
    /** A call that takes `tookMs` from now on. */
    const call = (tookMs: number, code?: string) => {
      const began = clock.ms;
      clock.ms += tookMs;
      if (code === undefined) outage.answered(began);
      else outage.failed(began, code);
    };
    return { lines, clock, outage, call };
  }

  test('an outage of 80 s is said once when it begins and once when it is over, with counts by fault', () => {
    const { lines, clock, call } = watched();
    call(100);
    for (let ms = 0; ms < 80_000; ms += 1_000) {
      call(0, ms % 2_000 === 0 ? 'network' : '502');
      clock.ms += 1_000;
    }
    call(100);
    call(100);
    expect(lines).toEqual([
      {
        level: 'error',
        said: { forMs: 10_000, failed: { network: 6, '502': 5 } },
        message: 'Telegram takes no messages',
      },
      {
        level: 'warn',
        said: { lastedMs: 80_100, failed: { network: 40, '502': 40 } },
        message: 'Telegram takes messages again',
      },
    ]);
  });

  test('the second outage is said like the first, and counts from its own beginning', () => {
    const { lines, clock, call } = watched();
    for (const lasts of [20_000, 30_000]) {
      for (let ms = 0; ms < lasts; ms += 1_000) {
        call(0, 'timeout');
        clock.ms += 1_000;
      }
      call(0);
    }
    expect(lines.map(({ said }) => said)).toEqual([
      { forMs: 10_000, failed: { timeout: 11 } },
      { lastedMs: 20_000, failed: { timeout: 20 } },
      { forMs: 10_000, failed: { timeout: 11 } },
      { lastedMs: 30_000, failed: { timeout: 30 } },
    ]);
  });

  test.each<[string, (each: ReturnType<typeof watched>) => void]>([
    [
      'sixty calls at once that break off',
      ({ call }) => Array.from({ length: 60 }, () => call(1, 'no-answer')),
    ],
    [
      'one message that fails now and then',
      ({ call, clock }) => {
        for (let tries = 0; tries < 4; tries += 1) {
          call(1, 'timeout');
          clock.ms += 15_000;
        }
      },
    ],
    [
      'failures between which something gets through',
      ({ call, clock }) => {
        for (let tries = 0; tries < 40; tries += 1) {
          call(1, 'timeout');
          clock.ms += 1_000;
          if (tries % 4 === 3) call(1);
        }
      },
    ],
  ])('%s are no outage', (_name, happens) => {
    const each = watched();
    happens(each);
    each.call(1);
    expect(each.lines).toEqual([]);
  });

  test('answers to what was on its way before do not end it', () => {
    const { lines, clock, call, outage } = watched();
    for (let tries = 0; tries < 12; tries += 1) {
      call(0, 'timeout');
      clock.ms += 1_000;
      outage.answered(0);
    }
    expect(lines).toHaveLength(1);
  });

  test('a pause that Telegram asks of everybody is said at once, however many answers ask for it', () => {
    const { lines, clock, call, outage } = watched();
    for (let tries = 0; tries < 9; tries += 1) outage.refusedAll();
    clock.ms += 5_000;
    call(10);
    expect(lines.map(({ said }) => said)).toEqual([
      { forMs: 0, failed: { '429': 1 } },
      { lastedMs: 5_010, failed: { '429': 9 } },
    ]);
  });
});

describe('downloads', () => {
  const TOKEN = '42:a-token-of-the-tests-only';
  const MAX_BYTES = 100_000;

  /** Downloads from a Telegram that says that the file is small, and answers for it with `answer`. */
  function downloadFrom(
    answer: (response: ServerResponse, path: string) => void,
    signal = AbortSignal.timeout(10_000),
  ) {
    const telegram: RequestListener = ({ url = '' }, response) => {
      if (url.startsWith('/file/')) {
        answer(response, url);
        return;
      }
      const result = {
        file_id: 'f',
        file_unique_id: 'u',
        file_size: 9,
        file_path: 'photos/a b.jpg',
      };
      response.end(JSON.stringify({ ok: true, result }));
    };
    return withServer(telegram, async (apiRoot) => {
      const options = { token: TOKEN, apiRoot };
      const download = connectDownloads(connectBotApi(options), options);
      return download('f', { maxBytes: MAX_BYTES, signal });
    });
  }

  test('a file comes as it is, from the path that Telegram names', async () => {
    const file = await downloadFrom((response, path) => response.end(path));
    expect(file.toString()).toBe(`/file/bot${TOKEN}/photos/a%20b.jpg`);
  });

  test('a file that never ends is given up where it is too large, whatever was said of its size', async () => {
    let closed: Promise<unknown> = Promise.resolve();
    const file = await downloadFrom((response) => {
      closed = new Promise((resolve) => response.on('close', resolve));
      const more = () => {
        while (!response.destroyed && response.write(Buffer.alloc(20_000)));
      };
      response.on('drain', more);
      more();
    });
    expect(file).toBe('too-large');
    await closed;
  });

  test.each<[string, (response: ServerResponse) => void, number | string]>([
    ['a refusal', (response) => response.writeHead(404).end(), 404],
    [
      'a redirect, which could carry the token away',
      (response) => response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end(),
      'no-answer',
    ],
    [
      'an answer that breaks off',
      (response) => {
        response.writeHead(200, { 'content-length': '500' }).write('begun');
        response.destroy();
      },
      'no-answer',
    ],
  ])('%s is a fault that does not name the token', async (_, answer, code) => {
    const fault: unknown = await downloadFrom(answer).catch((error: unknown) => error);
    expect(fault).toMatchObject({ name: 'BotApiError', code });
    expect(JSON.stringify(fault, Object.getOwnPropertyNames(fault))).not.toContain(TOKEN);
  });

  test('an answer that does not come is given up with its signal', async () => {
    const patience = new AbortController();
    const silent = (response: ServerResponse) => {
      response.writeHead(200).write('begun');
      patience.abort();
    };
    const fault: unknown = await downloadFrom(silent, patience.signal).catch(
      (error: unknown) => error,
    );
    expect(fault).toMatchObject({ name: 'BotApiError', code: 'timeout' });
  });
});

describe('the setup', () => {
  const token = '7000000000:AAtest-token-of-the-setup';
  const telegram = testTelegram({ token });
  const api = () => connectBotApi({ token, apiRoot: telegram().origin });
  const settings = (over: object = {}) => ({
    appUrl: 'https://napomnyu.example',
    simulated: true,
    webhookSecret: 'secret',
    ...over,
  });

  test('sets webhook, commands, menu button and descriptions, and may be repeated', async () => {
    await setUpBot(api(), settings());
    await setUpBot(api(), settings());
    const { bot } = telegram().simulator.world;
    expect(telegram().simulator.feed.webhookInfo()).toMatchObject({
      url: 'https://napomnyu.example/api/telegram/webhook',
      allowed_updates: [
        ...['message', 'edited_message', 'callback_query'],
        ...['inline_query', 'chosen_inline_result', 'my_chat_member', 'guest_message'],
      ],
    });
    expect(bot.menuButton).toMatchObject({
      web_app: { url: 'https://napomnyu.example/app' },
    });
    expect([...bot.commands.keys()]).toHaveLength(2);
    // The simulator refuses texts longer than Telegram takes.
    expect(bot.description).toBe(botTexts.description);
    expect(bot.shortDescription).toBe(botTexts.shortDescription);
  });

  test('the menu and /help name the commands that the bot answers', () => {
    const menu = botTexts.commands.map(([name]) => name);
    // Telegram shows a button for /start itself.
    expect(menu.toSorted()).toEqual(commandNames.filter((name) => name !== 'start').toSorted());
    // The help leaves most of them to the menu.
    const inHelp = [...String(botTexts.help(true)).matchAll(/\/([a-z]+) —/g)].map(
      ([, name]) => name,
    );
    expect(inHelp).toEqual(['list', 'today', 'support']);
    expect(menu).toEqual(expect.arrayContaining(inHelp));
  });

  test('drops no update that waits for the bot', async () => {
    await setUpBot(api(), settings());
    const calls = telegram().simulator.calls.filter((call) => call.method === 'setWebhook');
    expect(calls.every((call) => !call.fields.drop_pending_updates)).toBe(true);
  });

  test('without https the commands are set, and updates are left to polling', async () => {
    const before = telegram().simulator.calls.length;
    const local = settings({
      appUrl: 'http://localhost:3000',
      simulated: false,
    });
    expect(await setUpBot(api(), local)).toEqual({ webhook: null, inline: true, guests: true });
    const methods = telegram()
      .simulator.calls.slice(before)
      .map((call) => call.method);
    expect(methods).not.toContain('setWebhook');
    expect(methods).toContain('setMyCommands');
  });

  test('says whether @BotFather has switched inline mode on', async () => {
    const { inline } = telegram().simulator.world.bot;
    inline.enabled = false;
    expect(await setUpBot(api(), settings())).toMatchObject({ inline: false });
    inline.enabled = true;
    expect(await setUpBot(api(), settings())).toMatchObject({ inline: true });
  });

  test('asks for guest calls only where @BotFather has switched guest mode on', async () => {
    const { world, feed } = telegram().simulator;
    world.bot.guests = false;
    expect(await setUpBot(api(), settings())).toMatchObject({ guests: false });
    world.bot.guests = true;
    const { allowed_updates } = feed.webhookInfo();
    expect(allowed_updates).not.toContain('guest_message');
  });
});

describe('the app’s button', () => {
  test.each([
    ['https://napomnyu.example', false, true],
    ['https://napomnyu.example', true, true],
    ['http://localhost:3000', true, true],
    // Telegram's own server on this machine refuses http like the public one.
    ['http://localhost:3000', false, false],
    ['http://napomnyu.example', false, false],
    ['http://napomnyu.example', true, false],
    ['http://localhost.example', true, false],
  ])('the app at %s, simulated Telegram: %s, has a button: %s', (appUrl, simulated, has) => {
    expect(appButtonRow({ appUrl, simulated }, 'Открыть')).toHaveLength(has ? 1 : 0);
  });
});
