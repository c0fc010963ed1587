import { EventEmitter, once } from 'node:events';
import { text } from 'node:stream/consumers';
import { createServer, get, IncomingMessage, type Server } from 'node:http';
import { Telegraf, TelegramError } from 'telegraf';
import { z } from 'zod';
import { replacingPauses } from '@/testing/pauses';
import { until } from '@/testing/until';
import { listening, LOOPBACK, stopServing } from '../free-port';
import { CONTENT_KINDS } from './contents';
import { chatState } from './control';
import { startSimulator, type RunningSimulator } from './server';
import { Simulator } from './simulator';
import { UpdateFeed } from './update-feed';

describe('the simulator', () => {
  const TOKEN = '700001:simulator-token-for-tests-0000000000';
  const ANNA = 501;
  let running: RunningSimulator;
  let bot: Telegraf;

  beforeEach(async () => {
    running = await startSimulator({ token: TOKEN, firstRetryMs: 5, loopback: true });
    running.simulator.addUser({ id: ANNA, firstName: 'Анна', username: 'anna' });
    bot = new Telegraf(TOKEN, { telegram: { apiRoot: running.origin } });
  });
  afterEach(() => running.stop());

  /** The refusal that a call gets, as the client library reports it. */
  async function refused(call: Promise<unknown>): Promise<string> {
    const error = await call.then(
      () => undefined,
      (reason: unknown) => reason,
    );
    if (!(error instanceof TelegramError)) throw new Error(`not refused: ${String(error)}`);
    return `${error.code} ${error.description}`;
  }

  const call = async (path: string, body?: unknown) => {
    const response = await fetch(`${running.origin}/${path}`, {
      ...(body !== undefined && {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    });
    const answer: unknown = await response.json();
    return { status: response.status, body: answer };
  };

  describe('the Bot API', () => {
    test('a bot reaches only those who wrote to it and have not shut it out', async () => {
      const { simulator } = running;
      const send = () => bot.telegram.sendMessage(ANNA, 'привет');
      expect(await refused(send())).toBe(
        "403 Forbidden: bot can't initiate conversation with a user",
      );
      simulator.start(ANNA);
      await expect(send()).resolves.toMatchObject({ message_id: 2, text: 'привет' });
      simulator.block(ANNA);
      expect(await refused(send())).toBe('403 Forbidden: bot was blocked by the user');
      simulator.unblock(ANNA);
      await expect(send()).resolves.toMatchObject({ message_id: 3 });
      expect(await refused(bot.telegram.sendMessage(999, 'x'))).toBe(
        '400 Bad Request: chat not found',
      );
    });

    test('a wrong token is 401, an unknown method 404', async () => {
      expect((await call('bot1:wrong/getMe')).status).toBe(401);
      expect((await call(`bot${TOKEN}/nothing`)).status).toBe(404);
      expect(await call(`bot${TOKEN}/GETME`)).toMatchObject({
        status: 200,
        body: { ok: true, result: { is_bot: true, id: 700001 } },
      });
    });

    test('addresses on this machine pass only where that is ordered', async () => {
      running.simulator.start(ANNA);
      const send = (button: unknown) =>
        call(`bot${TOKEN}/sendMessage`, {
          chat_id: ANNA,
          text: 'x',
          reply_markup: { inline_keyboard: [[button]] },
        });
      const local = { text: 'a', web_app: { url: 'http://localhost:1/x' } };
      expect((await send(local)).status).toBe(200);
      running.simulator.world.options.loopback = false;
      expect((await send(local)).status).toBe(400);
    });

    test('an edit that changes nothing is refused, one that does is seen; deleted means gone', async () => {
      running.simulator.start(ANNA);
      const sent = await bot.telegram.sendMessage(ANNA, 'один');
      const edit = (text: string) =>
        bot.telegram.editMessageText(ANNA, sent.message_id, undefined, text);
      expect(await refused(edit('один'))).toMatch(/^400 Bad Request: message is not modified/);
      await edit('два');
      expect(running.simulator.messages(ANNA).at(-1)?.text).toBe('два');
      await bot.telegram.deleteMessage(ANNA, sent.message_id);
      expect(await refused(bot.telegram.deleteMessage(ANNA, sent.message_id))).toBe(
        '400 Bad Request: message to delete not found',
      );
      expect(await refused(edit('три'))).toBe('400 Bad Request: message to edit not found');
    });

    test('what was forwarded, and what asks for a reply, cannot be edited', async () => {
      running.simulator.start(ANNA);
      const asks = await bot.telegram.sendMessage(ANNA, 'что?', {
        reply_markup: { force_reply: true },
      });
      const forwarded = await bot.telegram.forwardMessage(ANNA, ANNA, asks.message_id);
      for (const { message_id } of [asks, forwarded]) {
        expect(await refused(bot.telegram.editMessageText(ANNA, message_id, undefined, 'y'))).toBe(
          "400 Bad Request: message can't be edited",
        );
      }
    });

    test('an answer to a press opens the bot itself and no other address', async () => {
      const { simulator } = running;
      simulator.start(ANNA);
      const { message_id } = await bot.telegram.sendMessage(ANNA, 'x', {
        reply_markup: { inline_keyboard: [[{ text: 'a', callback_data: 'a' }]] },
      });
      const callbackId = simulator.press(ANNA, message_id, 'a');
      const open = (url: string) => bot.telegram.answerCbQuery(callbackId, undefined, { url });
      for (const other of ['https://t.me/other_bot?start=a', 'https://t.me/share/url?url=a']) {
        expect(await refused(open(other))).toBe('400 Bad Request: URL_INVALID');
      }
      await expect(open(`https://t.me/${simulator.world.bot.username}?start=a`)).resolves.toBe(
        true,
      );
    });

    test('the address of a file opens it once getFile has told it, and for an hour', async () => {
      const { simulator } = running;
      const { extra } = simulator.sendDocument(ANNA, { name: 'a.txt', content: 'привет' });
      const { document } = z.object({ document: z.object({ file_id: z.string() }) }).parse(extra);
      const link = `${running.origin}/file/bot${TOKEN}/documents/file_1`;
      const status = async () => (await fetch(link)).status;
      expect(await status()).toBe(404);
      await bot.telegram.getFile(document.file_id);
      expect(await status()).toBe(200);
      simulator.world.fileLinks.clear();
      expect(await status()).toBe(404);
    });

    test('an album has ten parts at most, whoever sends it', () => {
      const { simulator } = running;
      const part = () => simulator.send(ANNA, 'photo', { media_group_id: 'a' });
      for (let i = 0; i < 10; i += 1) part();
      expect(part).toThrow('an album has 10 parts at most');
    });

    test('a caption that only people may write is not copied for a bot', async () => {
      const caption = 'я'.repeat(1_025);
      const { messageId } = running.simulator.send(ANNA, 'photo', { caption });
      expect(await refused(bot.telegram.copyMessage(ANNA, ANNA, messageId))).toBe(
        '400 Bad Request: MEDIA_CAPTION_TOO_LONG',
      );
      await bot.telegram.copyMessage(ANNA, ANNA, messageId, { caption: '' });
      expect(running.simulator.messages(ANNA).at(-1)?.text).toBe('');
    });

    test('documents arrive as they were sent', async () => {
      running.simulator.start(ANNA);
      const source = Buffer.from('{"заметки": []}');
      await bot.telegram.sendDocument(
        ANNA,
        { source, filename: 'данные.json' },
        { caption: 'Вот' },
      );
      const message = running.simulator.messages(ANNA).at(-1);
      expect(message).toMatchObject({ text: 'Вот', document: { fileName: 'данные.json' } });
      expect(message?.document?.content.equals(source)).toBe(true);
    });

    test('commands are kept per language, and the menu button for all', async () => {
      const start = [{ command: 'start', description: 'Начать' }];
      await bot.telegram.setMyCommands(start, { language_code: 'en' });
      expect(chatState(running.simulator, ANNA).bot.commands).toEqual([]);
      await bot.telegram.setMyCommands(start);
      expect(chatState(running.simulator, ANNA).bot).toMatchObject({
        commands: [{ command: 'start' }],
        menuButton: { type: 'commands' },
      });
    });

    test('an answer to an unknown button press is too late', async () => {
      expect(await refused(bot.telegram.answerCbQuery('1'))).toMatch(/query is too old/);
    });
  });

  test.each(CONTENT_KINDS)('a person can send a %s, and forward one', async (kind) => {
    const { simulator } = running;
    simulator.start(ANNA);
    simulator.send(ANNA, kind, { from: 'channel' });
    await call('sim/send', { userId: ANNA, kind, caption: 'подпись' });
    const [, forwarded, own] = await bot.telegram.getUpdates(0, 100, 0, undefined);
    expect(forwarded).toMatchObject({
      message: { forward_origin: { type: 'channel' } },
    });
    expect(own).toMatchObject({ message: { caption: 'подпись' } });
    expect(forwarded).toHaveProperty(`message.${kind}`);
    expect(own).toHaveProperty(`message.${kind}`);
    expect(own).not.toHaveProperty('message.text');
  });

  describe('faults on demand', () => {
    beforeEach(() => running.simulator.start(ANNA));
    const send = (text = 'x', signal?: AbortSignal) =>
      fetch(`${running.origin}/bot${TOKEN}/sendMessage?chat_id=${ANNA}&text=${text}`, {
        ...(signal && { signal }),
      });
    const texts = () => running.simulator.messages(ANNA).map(({ text }) => text);

    test('the next calls of one method answer 429 with retry_after, the rest are served', async () => {
      running.simulator.fault(
        { kind: 'error', code: 429, retryAfter: 7 },
        { times: 2, method: 'sendMessage' },
      );
      for (let times = 0; times < 2; times += 1) {
        expect(await (await send()).json()).toEqual({
          ok: false,
          error_code: 429,
          description: 'Too Many Requests: retry after 7',
          parameters: { retry_after: 7 },
        });
      }
      expect((await send()).status).toBe(200);
    });

    test('a lost answer leaves the message in the chat, a cut connection does not', async () => {
      running.simulator.fault({ kind: 'lose-answer' }, { times: 1 });
      await expect(send('kept')).rejects.toThrow('fetch failed');
      running.simulator.fault({ kind: 'cut' }, { times: 1 });
      await expect(send('lost')).rejects.toThrow('fetch failed');
      expect(texts()).toEqual(['/start', 'kept']);
    });

    test('a hanging call is never answered, nor is one whose answer is held, which is done', async () => {
      for (const kind of ['hang', 'hold-answer'] as const) {
        running.simulator.fault({ kind }, { times: 1 });
        const before = running.simulator.calls.length;
        const patience = new AbortController();
        const sending = send(kind, patience.signal);
        await until(() => running.simulator.calls.length > before);
        patience.abort();
        await expect(sending).rejects.toThrow('aborted');
      }
      await until(() => texts().length === 2);
      expect(texts()).toEqual(['/start', 'hold-answer']);
    });

    test('a slow call is done late, and answered then', async () => {
      running.simulator.fault({ kind: 'slow', ms: 150 }, { times: 1 });
      const pauses: { ms: number; texts: readonly string[] }[] = [];
      const pass = async (ms: number) => {
        // What did not wait would be in the chat before the answer to this.
        await call(`bot${TOKEN}/getMe`);
        pauses.push({ ms, texts: texts() });
      };
      const late = await replacingPauses(pass, () => send('late'));
      expect(late.status).toBe(200);
      expect(pauses).toEqual([{ ms: 150, texts: ['/start'] }]);
      expect(texts()).toEqual(['/start', 'late']);
    });

    test('a call can be refused in any words', async () => {
      const description = 'Bad Request: something nobody has seen';
      running.simulator.fault({ kind: 'error', code: 400, description }, { chatId: ANNA });
      expect(await refused(bot.telegram.sendMessage(ANNA, 'x'))).toBe(`400 ${description}`);
    });

    test('a message older than 48 hours cannot be deleted, but can be edited', async () => {
      const { message_id: messageId } = await bot.telegram.sendMessage(ANNA, 'один');
      running.simulator.age(ANNA, messageId, 49);
      expect(await refused(bot.telegram.deleteMessage(ANNA, messageId))).toBe(
        "400 Bad Request: message can't be deleted for everyone",
      );
      await bot.telegram.editMessageText(ANNA, messageId, undefined, 'два');
      expect(texts()).toEqual(['/start', 'два']);
    });

    test('rules of one chat leave the others alone, and can be taken back', async () => {
      running.simulator.addUser({ id: 502, firstName: 'Борис' });
      running.simulator.start(502);
      running.simulator.fault({ kind: 'error', code: 429, retryAfter: 10_072 }, { chatId: ANNA });
      expect(await refused(bot.telegram.sendMessage(ANNA, 'x'))).toBe(
        '429 Too Many Requests: retry after 10072',
      );
      await expect(bot.telegram.sendMessage(502, 'x')).resolves.toBeDefined();
      expect((await call(`bot${TOKEN}/getMe`)).status).toBe(200);
      running.simulator.faults.clear();
      expect((await send()).status).toBe(200);
    });
  });

  describe('updates', () => {
    let hook: Server;
    let url: string;
    let answers: number[];
    let received: { at: number; secret: unknown; update: Record<string, unknown> }[];
    /** What to answer to an update, if need be after a while. */
    let hold: ((update: Record<string, unknown>) => number | Promise<number>) | undefined;
    const until = async (come: () => boolean) => {
      while (!come()) await once(arrivals, 'update');
    };
    const arrivals = new EventEmitter();

    beforeEach(async () => {
      answers = [];
      received = [];
      hold = undefined;
      hook = createServer((request, response) => {
        void text(request).then((body) => {
          const update = z.record(z.string(), z.unknown()).parse(JSON.parse(body));
          const secret = request.headers['x-telegram-bot-api-secret-token'];
          received.push({ at: performance.now(), secret, update });
          arrivals.emit('update');
          void Promise.resolve(hold?.(update)).then((status) =>
            response.writeHead(status ?? answers.shift() ?? 200).end(),
          );
        });
      });
      url = `http://${LOOPBACK}:${await listening(hook)}/hook`;
    });
    afterEach(() => stopServing(hook));

    test('go to the webhook with its secret, one person’s in order, again until they are taken', async () => {
      await bot.telegram.setWebhook(url, { secret_token: 'shh' });
      answers = [500, 503, 200];
      running.simulator.say(ANNA, 'раз');
      running.simulator.say(ANNA, 'два');
      await running.simulator.feed.idle();
      expect(received.map(({ update }) => update)).toMatchObject(
        ['раз', 'раз', 'раз', 'два'].map((text) => ({ message: { text, from: { id: ANNA } } })),
      );
      expect(new Set(received.map(({ secret }) => secret))).toEqual(new Set(['shh']));
    });

    test('a failing update comes again also where the clock stands still', async () => {
      const clock = jest.spyOn(Date, 'now').mockReturnValue(0);
      const feed = new UpdateFeed(5);
      feed.setWebhook({ url, secret: '' });
      answers = [500, 500];
      feed.push('message', ANNA, {});
      await feed.idle();
      clock.mockRestore();
      expect(received).toHaveLength(3);
    });

    test('a failing update holds back nobody else', async () => {
      running.simulator.addUser({ id: 502, firstName: 'Борис' });
      await bot.telegram.setWebhook(url);
      answers = Array<number>(3).fill(500);
      running.simulator.say(ANNA, 'a');
      running.simulator.say(502, 'b');
      await running.simulator.feed.idle();
      expect(received.length).toBe(5);
    });

    test('a failing press holds back the person’s other presses, and none of their messages', async () => {
      running.simulator.start(ANNA);
      const { message_id: id } = await bot.telegram.sendMessage(ANNA, 'x');
      await bot.telegram.setWebhook(url, { drop_pending_updates: true });
      hold = ({ callback_query: press }) => (press === undefined ? 200 : failing ? 500 : 200);
      let failing = true;
      const data = (callback_data: string) => ({ text: '', callback_data });
      running.simulator.press(ANNA, id, data('раз'));
      running.simulator.press(ANNA, id, data('два'));
      running.simulator.say(ANNA, 'текст');
      running.simulator.block(ANNA);
      await until(
        () => received.filter(({ update }) => !('callback_query' in update)).length === 2,
      );
      expect(JSON.stringify(received)).not.toContain('два');
      failing = false;
      await running.simulator.feed.idle();
      expect(received.at(-1)?.update).toMatchObject({ callback_query: { data: 'два' } });
    });

    test('a text and a press of one person may be at the webhook at once', async () => {
      running.simulator.start(ANNA);
      const { message_id: id } = await bot.telegram.sendMessage(ANNA, 'x');
      await bot.telegram.setWebhook(url, { drop_pending_updates: true });
      // Neither is answered before both have come.
      hold = async () => {
        await until(() => received.length === 2);
        return 200;
      };
      running.simulator.say(ANNA, 'текст');
      running.simulator.press(ANNA, id, { text: '', callback_data: 'a' });
      await running.simulator.feed.idle();
      expect(received).toHaveLength(2);
    });

    test('a pressed button, a block and an unblock are told', async () => {
      running.simulator.start(ANNA);
      const sent = await bot.telegram.sendMessage(ANNA, 'x', {
        reply_markup: { inline_keyboard: [[{ text: 'Готово', callback_data: 'done:1' }]] },
      });
      await bot.telegram.setWebhook(url, { drop_pending_updates: true });
      const callbackId = running.simulator.press(ANNA, sent.message_id, 'Готово');
      running.simulator.block(ANNA);
      running.simulator.unblock(ANNA);
      await running.simulator.feed.idle();
      const updates = received.map(({ update }) => update);
      expect(updates.filter((update) => 'callback_query' in update)).toMatchObject([
        { callback_query: { id: callbackId, data: 'done:1', message: { message_id: 2 } } },
      ]);
      expect(updates.filter((update) => 'my_chat_member' in update)).toMatchObject([
        { my_chat_member: { new_chat_member: { status: 'kicked' } } },
        { my_chat_member: { new_chat_member: { status: 'member' } } },
      ]);
      await bot.telegram.answerCbQuery(callbackId, 'Сделано');
      expect(running.simulator.world.pressed.get(callbackId)?.answer?.text).toBe('Сделано');
    });

    test('an edited message is told as it is now, and only their author edits it', async () => {
      running.simulator.start(ANNA);
      const { messageId } = running.simulator.say(ANNA, 'завтра в 9');
      const sent = await bot.telegram.sendMessage(ANNA, 'x');
      await bot.telegram.setWebhook(url, { drop_pending_updates: true });
      running.simulator.edit(ANNA, messageId, 'завтра в 10');
      await running.simulator.feed.idle();
      expect(received.map(({ update }) => update)).toMatchObject([
        { edited_message: { message_id: messageId, text: 'завтра в 10' } },
      ]);
      expect(received[0]?.update.edited_message).toHaveProperty('edit_date');
      expect(() => running.simulator.edit(ANNA, sent.message_id, 'y')).toThrow('no such message');
      running.simulator.age(ANNA, messageId, 49);
      expect(() => running.simulator.edit(ANNA, messageId, 'y')).toThrow("can't be edited");
      const forwarded = running.simulator.say(ANNA, 'x', {
        forward_origin: { type: 'hidden_user' },
      });
      expect(() => running.simulator.edit(ANNA, forwarded.messageId, 'y')).toThrow(
        "can't be edited",
      );
    });

    test('an inline message in the bot’s own chat comes back to it, and so does its edit', async () => {
      const { simulator } = running;
      simulator.start(ANNA);
      await bot.telegram.setWebhook(url, { drop_pending_updates: true });
      const questionId = simulator.askInline(ANNA, 'x');
      await bot.telegram.answerInlineQuery(questionId, [
        {
          ...{ type: 'article', id: '1', title: 'x' },
          input_message_content: { message_text: 'один' },
          reply_markup: { inline_keyboard: [[{ text: 'a', callback_data: 'a' }]] },
        },
      ]);
      const { id } = simulator.chooseInline(questionId, '1', { here: true });
      const own = simulator.messages(ANNA).at(-1);
      simulator.press(ANNA, own?.messageId ?? 0, 'a');
      await bot.telegram.editMessageText(undefined, undefined, id, 'два');
      await simulator.feed.idle();
      expect(simulator.messages(ANNA).at(-1)).toMatchObject({ text: 'два', fromBot: false });
      const via_bot = { id: simulator.world.bot.id };
      const updates = received.map(({ update }) => update);
      expect(updates.find(({ message }) => message)).toMatchObject({
        message: { text: 'один', via_bot, from: { id: ANNA } },
      });
      expect(updates.find(({ edited_message }) => edited_message)).toMatchObject({
        edited_message: { text: 'два', via_bot },
      });
      expect(updates.find(({ callback_query }) => callback_query)).toMatchObject({
        callback_query: { inline_message_id: id },
      });
      expect(
        await refused(bot.telegram.editMessageText(ANNA, own?.messageId, undefined, 'три')),
      ).toBe("400 Bad Request: message can't be edited");
    });

    test('can be polled for when there is no webhook', async () => {
      const poll = bot.telegram.getUpdates(10, 100, 0, undefined);
      running.simulator.say(ANNA, 'привет');
      const [update] = await poll;
      expect(update).toMatchObject({ message: { text: 'привет' } });
      const next = (update?.update_id ?? 0) + 1;
      expect(await bot.telegram.getUpdates(0, 100, next, undefined)).toEqual([]);
      await bot.telegram.setWebhook(url);
      expect(await refused(bot.telegram.getUpdates(0, 100, 0, undefined))).toMatch(/^409 Conflict/);
    });
  });

  test('a guest call is answered once, in time, and only with guest mode on', async () => {
    const { simulator } = running;
    const { world } = simulator;
    const chat = { id: -100, type: 'group' as const, title: 'Семья' };
    const ask = () =>
      simulator.askGuest(ANNA, { chat, text: '@bot завтра', reply: { kind: 'photo' } });
    const content = { message_text: 'хорошо' };
    const answer = async (guest_query_id: string) => {
      const result = { type: 'article', id: '1', title: 'x', input_message_content: content };
      return JSON.stringify(await call(`bot${TOKEN}/answerGuestQuery`, { guest_query_id, result }));
    };
    const [first, late] = [ask(), ask()];
    expect(await simulator.feed.poll({ offset: 0 })).toMatchObject([
      {
        guest_message: {
          ...{ guest_query_id: first, from: { id: ANNA }, chat, text: '@bot завтра' },
          reply_to_message: { photo: [{}, {}, {}] },
        },
      },
      {},
    ]);
    expect(await answer(first)).toContain('inline_message_id');
    expect(world.guestQuestions.get(first)?.answer?.text).toBe('хорошо');
    expect(await answer(first)).toContain('query is too old');
    const asked = world.guestQuestions.get(late);
    if (asked) asked.askedAt -= 60_000;
    expect(await answer(late)).toContain('query is too old');
    world.bot.guests = false;
    expect(ask).toThrow('guest mode is off');
  });

  test('other sites cannot reach it under a name of their own', async () => {
    const request = get(`${running.origin}/sim/events?userId=${ANNA}`, {
      headers: { host: 'evil.example' },
    });
    const [answer] = z
      .tuple([z.instanceof(IncomingMessage)])
      .parse(await once(request, 'response'));
    answer.resume();
    expect(answer.statusCode).toBe(403);
  });
});

test('however long a demo runs, only the latest calls are kept', () => {
  const simulator = new Simulator({ token: '1:a' });
  for (let text = 1; text <= 60_000; text += 1) simulator.record('sendMessage', { text });
  expect(simulator.calls.length).toBeLessThanOrEqual(25_000);
  expect(simulator.calls.at(-1)?.fields).toEqual({ text: 60_000 });
});

describe('the feed of updates', () => {
  test.each([
    ['inline_query', 30],
    ['callback_query', 150],
    ['chosen_inline_result', 600],
    ['message', 86_400],
  ])('a %s waits %i seconds for the bot, and then goes', async (kind, seconds) => {
    const clock = jest.spyOn(Date, 'now').mockReturnValue(0);
    const feed = new UpdateFeed(5);
    const poll = () =>
      feed.poll({ offset: 0, limit: 100, timeoutMs: 0, allowedUpdates: undefined });
    feed.push(kind, 1, {});
    clock.mockReturnValue(seconds * 1_000 - 1);
    expect(await poll()).toHaveLength(1);
    clock.mockReturnValue(seconds * 1_000);
    expect(await poll()).toEqual([]);
    await feed.idle();
    clock.mockRestore();
  });
});
