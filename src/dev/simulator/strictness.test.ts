import { z } from 'zod';
import fc from '@/testing/fast-check';
import { validate } from '@tma.js/init-data-node';
import { SNOOZE_PRESETS } from '@/core/limits';
import { presetTexts, type SnoozePreset } from '@/texts/presets';
import { startSimulator, type RunningSimulator } from './server';
import { parseHtml } from './html';
import { signInitData } from './init-data';
import { Simulator } from './simulator';
import { fitsItsKey } from './key-room';

describe('methods', () => {
  const TOKEN = '700002:simulator-token-for-tests-0000000000';
  const ANNA = 501;
  const fromAnna = { chat_id: ANNA, from_chat_id: ANNA };
  const bold = (length: number) => [{ type: 'bold', offset: 0, length }];
  let running: RunningSimulator;

  beforeAll(async () => {
    running = await startSimulator({ token: TOKEN });
    running.simulator.addUser({ id: ANNA, firstName: 'Анна' });
    running.simulator.start(ANNA);
    running.simulator.start(ANNA);
  });
  afterAll(() => running.stop());

  const answer = z.object({ ok: z.boolean(), description: z.string().optional() });

  /** Why a call is refused; undefined when it is taken. */
  async function refusal(method: string, parameters: object): Promise<string | undefined> {
    const response = await fetch(`${running.origin}/bot${TOKEN}/${method}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(parameters),
    });
    return answer.parse(await response.json()).description;
  }
  const message = (over: object) => refusal('sendMessage', { chat_id: ANNA, text: 'x', ...over });
  const withButton = (button: unknown) =>
    message({ reply_markup: { inline_keyboard: [[button]] } });
  const half = '😀'.slice(0, 1);

  test.each([
    [{ text: undefined }, 'simulator: sendMessage lacks its parameter "text"'],
    [{ text: '' }, 'message text is empty'],
    [{ text: '  \n ' }, 'message text is empty'],
    [{ chat_id: undefined }, 'simulator: sendMessage lacks its parameter "chat_id"'],
    [{ chat_id: 'anna' }, /^simulator: sendMessage: parameter "chat_id"/],
    [{ chat_id: 999 }, 'chat not found'],
    [{ text: ['x'] }, 'simulator: sendMessage: parameter "text": Invalid input'],
    [{ parsemode: 'HTML' }, 'simulator: sendMessage has no parameter "parsemode"'],
    [{ parse_mode: 'BBCode' }, 'unsupported parse_mode'],
    [{ link_preview_options: { disabled: true } }, /^simulator: .*"link_preview_options"/],
    [{ reply_parameters: {} }, /^simulator: .*"reply_parameters.message_id"/],
    [{ text: 'я'.repeat(4097) }, 'message is too long'],
    [{ text: `a${half}` }, 'strings must be encoded in UTF-8'],
    [{ reply_markup: 'keyboard' }, /^simulator: reply_markup/],
    [{ reply_markup: [] }, /^simulator: reply_markup/],
    [{ reply_markup: { inline_keyboard: [{ text: 'a' }] } }, /^simulator: reply_markup/],
    [{ reply_markup: { inlineKeyboard: [] } }, /inlineKeyboard/],
  ])('sendMessage with %j is refused', async (over, words) => {
    const refused = await message(over);
    expect(refused?.replace('Bad Request: ', '')).toMatch(
      typeof words === 'string'
        ? new RegExp(`^${words.replace(/[.*+?()[\]\\]/g, '\\$&')}$`)
        : words,
    );
  });

  test.each([
    ['OK', /^Bad Request: simulator: reply_markup/],
    [{ text: 'a' }, /a button has one action/],
    [{ text: 'a', callback_data: '' }, /BUTTON_DATA_INVALID/],
    [{ text: ' ', callback_data: 'a' }, /a button without a text/],
    [{ text: half, callback_data: 'a' }, /must be encoded in UTF-8$/],
    [{ text: 'a', callback_data: 'я'.repeat(33) }, /BUTTON_DATA_INVALID/],
    [{ text: 'a', callback_data: 'a', url: 'https://t.me' }, /a button has one action/],
    [{ text: 'a', callbackData: 'a' }, /callbackData/],
    [{ text: 'a', callback_data: 'a', style: 'red' }, /style/],
    [{ text: 'a', url: 'nowhere' }, /URL 'nowhere' is invalid: Wrong HTTP URL$/],
    [{ text: 'a', url: 'http://localhost:3000/' }, /Wrong HTTP URL$/],
    [
      { text: 'a', web_app: { url: 'http://127.0.0.1/' } },
      /button Web App URL 'http:\/\/127.0.0.1\/' is invalid: Only HTTPS links are allowed$/,
    ],
    [{ text: 'a', web_app: { url: 'http://napomnyu.example/' } }, /Only HTTPS links are allowed$/],
  ])('the button %j is refused', async (button, words) => {
    expect(await withButton(button)).toMatch(words);
  });

  test('a text holds 4096 characters after its entities are read, and more than space', async () => {
    const html = (text: string) => message({ text, parse_mode: 'HTML' });
    expect(await html(`<b>${'я'.repeat(4096)}</b>`)).toBe(undefined);
    expect(await html('<b> </b>')).toBe('Bad Request: message text is empty');
  });

  test('a button holds 64 bytes of data', async () => {
    expect(await withButton({ text: 'a', callback_data: 'я'.repeat(32) })).toBe(undefined);
  });

  test('a row of more than eight buttons and a keyboard of more than a hundred are refused', async () => {
    const row = (length: number) =>
      Array.from({ length }, (_, at) => ({ text: 'a', callback_data: String(at) }));
    const keyboard = (rows: unknown[]) => message({ reply_markup: { inline_keyboard: rows } });
    expect(await keyboard([row(9)])).toMatch(/<=8/);
    expect(await keyboard(Array.from({ length: 13 }, () => row(8)))).toMatch(/too long/);
    expect(await keyboard(Array.from({ length: 12 }, () => row(8)))).toBe(undefined);
  });

  test('a message is edited with inline keyboards only', async () => {
    const edit = (reply_markup: object) =>
      refusal('editMessageReplyMarkup', { chat_id: ANNA, message_id: 3, reply_markup });
    await message({});
    expect(await edit({ force_reply: true })).toMatch(/^Bad Request: simulator: reply_markup/);
    const ofKeyboard = { inline_keyboard: [], force_reply: true };
    expect(await edit(ofKeyboard)).toMatch(/^Bad Request: simulator: reply_markup: no edit/);
  });

  test.each([
    ['setWebhook', { url: 'http://napomnyu.example/hook' }, /An HTTPS URL must be provided/],
    [
      'setWebhook',
      { url: 'https://napomnyu.example:3000/hook' },
      /only on ports 80, 88, 443 or 8443/,
    ],
    ['setWebhook', { url: 'https://127.0.0.1/hook' }, /is reserved$/],
    [
      'setWebhook',
      { url: 'https://napomnyu.example/', secret_token: 'a b' },
      /unallowed characters$/,
    ],
    [
      'setWebhook',
      { url: 'https://napomnyu.example/', secret_token: 'a'.repeat(257) },
      /too long$/,
    ],
    ['setWebhook', { url: 'https://x.example/', allowed_updates: ['messages'] }, /allowed_updates/],
    ['getUpdates', { allowed_updates: 'message' }, /allowed_updates/],
    [
      'setMyCommands',
      { commands: [{ command: 'Start', description: 'a' }] },
      /BOT_COMMAND_INVALID$/,
    ],
    ['setMyCommands', { commands: [{ command: 'a', description: ' ' }] }, /must be non-empty$/],
    ['setMyCommands', { commands: [{ command: 'a'.repeat(33), description: 'a' }] }, /exceed 32$/],
    [
      'setMyCommands',
      { commands: [{ command: 'a', description: 'a'.repeat(257) }] },
      /exceed 256$/,
    ],
    [
      'setMyCommands',
      {
        commands: Array.from({ length: 101 }, (_, at) => ({ command: `a${at}`, description: 'a' })),
      },
      /BOT_COMMANDS_TOO_MUCH$/,
    ],
    ['setMyDescription', { description: 'a'.repeat(513) }, /more than 512/],
    ['setMyShortDescription', { short_description: 'a'.repeat(121) }, /more than 120/],
    [
      'setChatMenuButton',
      { menu_button: { type: 'web_app', text: 'a' } },
      /can't parse menu button/,
    ],
    [
      'setChatMenuButton',
      { menu_button: { type: 'web_app', text: 'a', web_app: { url: 'http://a.example' } } },
      /Only HTTPS links are allowed$/,
    ],
    ['answerCallbackQuery', { callback_query_id: '1', show_alert: 'perhaps' }, /"show_alert"/],
    ['deleteMessage', { chat_id: ANNA }, /lacks its parameter "message_id"$/],
    ['deleteMessages', { chat_id: ANNA, message_ids: [] }, /are not specified$/],
    ['sendDocument', { chat_id: ANNA }, /there is no document in the request$/],
    ['sendPhoto', { chat_id: ANNA }, /there is no photo in the request$/],
    ['sendPhoto', { chat_id: ANNA, photo: 'id' }, /wrong file identifier/],
    ['sendMessage', { chat_id: ANNA, text: 'a', entities: bold(2) }, /outside of the text$/],
    [
      'sendMessage',
      { chat_id: ANNA, text: 'a', reply_parameters: { message_id: 99 } },
      /message to be replied not found$/,
    ],
    ['copyMessage', { chat_id: ANNA, from_chat_id: ANNA }, /lacks its parameter "message_id"$/],
    ['copyMessage', { ...fromAnna, message_id: 99 }, /message to copy not found$/],
    ['forwardMessage', { ...fromAnna, message_id: 99 }, /message to forward not found$/],
    ['copyMessages', { ...fromAnna, message_ids: [2, 1] }, /strictly increasing order$/],
    ['sendMediaGroup', { chat_id: ANNA, media: [{ type: 'photo', media: 'a' }] }, /"media"/],
    [
      'sendMediaGroup',
      {
        chat_id: ANNA,
        media: [
          { type: 'photo', media: 'a' },
          { type: 'document', media: 'b' },
        ],
      },
      /photo and document cannot stand in one album$/,
    ],
  ])('%s with %j is refused', async (method, parameters, words) => {
    expect(await refusal(method, parameters)).toMatch(words);
  });

  test('a method that Telegram does not have is not found', async () => {
    expect(await refusal('sendReminder', { chat_id: ANNA })).toBe('Not Found: method not found');
  });

  test('an answer to a press holds 200 characters', async () => {
    await withButton({ text: 'a', callback_data: 'a' });
    const last = running.simulator.messages(ANNA).at(-1)?.messageId ?? 0;
    const callbackId = running.simulator.press(ANNA, last, 'a');
    const reply = (over: object) =>
      refusal('answerCallbackQuery', { callback_query_id: callbackId, ...over });
    expect(await reply({ text: 'я'.repeat(201) })).toMatch(/MESSAGE_TOO_LONG$/);
    expect(await reply({ text: half })).toMatch(/strings must be encoded in UTF-8$/);
    expect(await reply({ url: 'https://napomnyu.example' })).toMatch(/URL_INVALID$/);
    expect(await reply({ text: 'я'.repeat(200) })).toBe(undefined);
  });

  test('a refusal that a call has brought about is kept, one of the chat or on demand is not', async () => {
    running.simulator.mistakes.length = 0;
    await message({ chat_id: 999 });
    running.simulator.fault({ kind: 'error', code: 400, description: 'x' }, { times: 1 });
    await message({});
    expect(running.simulator.mistakes).toEqual([]);
    await message({ text: '<b>', parse_mode: 'HTML' });
    expect(running.simulator.mistakes).toEqual([
      `sendMessage: Bad Request: can't parse entities: Can't find end tag corresponding to start tag "b"`,
    ]);
  });

  test('what is right is taken, in JSON and as a form', async () => {
    expect(
      await message({
        text: '<b>a</b>',
        parse_mode: 'HTML',
        link_preview_options: { is_disabled: true },
        reply_markup: {
          inline_keyboard: [
            [{ text: 'a', callback_data: 'a', style: 'success' }],
            [{ text: 'b', web_app: { url: 'https://napomnyu.example/' } }],
          ],
        },
      }),
    ).toBe(undefined);
    const form = await fetch(`${running.origin}/bot${TOKEN}/sendMessage`, {
      method: 'POST',
      body: new URLSearchParams({
        chat_id: String(ANNA),
        text: 'a',
        link_preview_options: JSON.stringify({ is_disabled: true }),
        reply_markup: JSON.stringify({ inline_keyboard: [[{ text: 'a', callback_data: 'a' }]] }),
      }),
    });
    expect(form.status).toBe(200);
  });
});

describe('HTML', () => {
  test('tags become entities in UTF-16 offsets, references become characters', () => {
    expect(parseHtml('😀 <b>Ёж &lt;3</b> &amp; <a href="https://t.me/?a=1&amp;b=2">x</a>')).toEqual(
      {
        text: '😀 Ёж <3 & x',
        entities: [
          { type: 'bold', offset: 3, length: 5 },
          { type: 'text_link', offset: 11, length: 1, url: 'https://t.me/?a=1&b=2' },
        ],
      },
    );
  });

  test('a time is a moment, of those that Telegram shows on other clocks', () => {
    const unix = Math.floor(Date.now() / 1000);
    const { entities } = parseHtml(`<tg-time unix="${unix}" format="Dt">сейчас</tg-time>`);
    const moment = { type: 'date_time', unix_time: unix, date_time_format: 'Dt' };
    expect(entities).toEqual([{ ...moment, offset: 0, length: 6 }]);
    const later = unix + 1_099 * 86_400;
    for (const refused of [`unix="${later}" format="Dt"`, `unix="${unix}" format="tD"`]) {
      expect(() => parseHtml(`<tg-time ${refused}>x</tg-time>`)).toThrow("can't parse entities");
    }
  });

  test('nested entities stay nested and white space is cut off both ends', () => {
    expect(parseHtml('\n <i>a<b>b</b> </i> ')).toEqual({
      text: 'ab',
      entities: [
        { type: 'italic', offset: 0, length: 2 },
        { type: 'bold', offset: 1, length: 1 },
      ],
    });
  });

  test.each([
    ['1 < 2', 'Unsupported start tag < 2'],
    ['<x>a</x>', 'Unsupported start tag <x>'],
    ['<br>', 'Unsupported start tag <br>'],
    ['<B>a</B>', 'Unsupported start tag <B>'],
    ['<b x>a</b>', 'Unsupported start tag <b x>'],
    ['<a>t.me/x</a>', 'Unsupported start tag <a>'],
    ['<a href=https://t.me>x</a>', 'Unsupported start tag <a href=https://t.me>'],
    ['<span class="tg-spoiler">a</span>', 'Unsupported start tag <span'],
    ['<b>a', `Can't find end tag corresponding to start tag "b"`],
    ['a</b>', 'Unexpected end tag </b>'],
    ['<b>a</>', 'Unexpected end tag </>'],
    ['<b><i>a</b>', 'Unexpected end tag </b>'],
    ['рыба & чипсы', 'Unknown reference &'],
    ['&nbsp;', 'Unknown reference &nbsp;'],
    ['&#1105;', 'Unknown reference &'],
  ])('%s, which the product never means, is refused', (source, complaint) => {
    expect(() => parseHtml(source)).toThrow(`Bad Request: can't parse entities: ${complaint}`);
  });

  test('an entity around nothing is none', () => {
    expect(parseHtml('<b></b>a')).toEqual({ text: 'a', entities: [] });
  });

  test('any text that is escaped comes out as it went in, but for white space at the ends', () => {
    const escaped = (text: string) =>
      text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(parseHtml(escaped(text))).toEqual({ text: text.trim(), entities: [] });
      }),
    );
  });
});

describe('launch data', () => {
  // Published with Telegram's documentation and with init-data-node.
  const vectors = [
    {
      name: 'with signature',
      token: '7342037359:AAFZehRPBRs8Seg40oDjTMIW8uTGPuW1zfQ',
      raw: 'user=%7B%22id%22%3A279058397%2C%22first_name%22%3A%22Vladislav%20%2B%20-%20%3F%20%5C%2F%22%2C%22last_name%22%3A%22Kibenko%22%2C%22username%22%3A%22vdkfrost%22%2C%22language_code%22%3A%22ru%22%2C%22is_premium%22%3Atrue%2C%22allows_write_to_pm%22%3Atrue%2C%22photo_url%22%3A%22https%3A%5C%2F%5C%2Ft.me%5C%2Fi%5C%2Fuserpic%5C%2F320%5C%2F4FPEE4tmP3ATHa57u6MqTDih13LTOiMoKoLDRG4PnSA.svg%22%7D&chat_instance=8134722200314281151&chat_type=private&auth_date=1733584787&signature=zL-ucjNyREiHDE8aihFwpfR9aggP2xiAo3NSpfe-p7IbCisNlDKlo7Kb6G4D0Ao2mBrSgEk4maLSdv6MLIlADQ&hash=2174df5b000556d044f3f020384e879c8efcab55ddea2ced4eb752e93e7080d6',
    },
    {
      name: 'without signature',
      token: '5768337691:AAH5YkoiEuPk8-FZa32hStHTqXiLPtAEhx8',
      raw: 'query_id=AAHdF6IQAAAAAN0XohDhrOrc&user=%7B%22id%22%3A279058397%2C%22first_name%22%3A%22Vladislav%22%2C%22last_name%22%3A%22Kibenko%22%2C%22username%22%3A%22vdkfrost%22%2C%22language_code%22%3A%22ru%22%2C%22is_premium%22%3Atrue%7D&auth_date=1662771648&hash=c501b71e775f74ce10e377dea85a7ea24ecd640b223ea86dfe453e0eaed2e2b2',
    },
  ];

  test.each(vectors)('the published vector $name gets its published hash', ({ token, raw }) => {
    const { hash, ...fields } = Object.fromEntries(new URLSearchParams(raw));
    expect(new URLSearchParams(signInitData(fields, token)).get('hash')).toBe(hash);
  });

  test('what it signs passes an independent check', () => {
    const token = '123456:test-token-of-the-simulator-0000000';
    const user = JSON.stringify({ id: 1, first_name: 'Ёжик + & = "%"' });
    const authDate = String(Math.floor(Date.now() / 1000));
    const raw = signInitData({ user, auth_date: authDate, query_id: 'Q' }, token);

    expect(() => {
      validate(raw, token);
    }).not.toThrow();
  });

  test('the mini app opens with launch parameters that hold signed init data', () => {
    const simulator = new Simulator({ token: '42:a-token' });
    simulator.addUser({ id: 501, firstName: 'Анна' });
    const launch = new URL(simulator.launchUrl(501, { url: 'http://localhost:3000/?draft=1' }));
    const params = new URLSearchParams(launch.hash.slice(1));
    expect([...params.keys()]).toEqual([
      'tgWebAppData',
      'tgWebAppVersion',
      'tgWebAppPlatform',
      'tgWebAppThemeParams',
    ]);
    const initData = new URLSearchParams(params.get('tgWebAppData') ?? '');
    expect([...initData.keys()].toSorted()).toEqual([
      'auth_date',
      'hash',
      'query_id',
      'signature',
      'user',
    ]);
    expect(launch.search).toBe('?draft=1');
  });
});

describe('the room of a key', () => {
  const inRow = (label: string, count: number, opensApp = false) =>
    fitsItsKey({ label, opensApp }, count);

  test('a label fits as long as every phone shows all of it, whatever stands beside it', () => {
    expect(inRow('Вечером', 4)).toBe(true);
    expect(inRow('Вечером', 5)).toBe(false);
    expect(inRow('Другое время…', 2)).toBe(true);
    expect(inRow('Другое время…', 3)).toBe(false);
    expect(inRow('✅ Готово', 3)).toBe(true);
    expect(inRow('✅ Готово', 4)).toBe(false);
  });

  test('a key that opens the app has less room: clients draw a mark in it', () => {
    expect(inRow('Открыть', 4)).toBe(true);
    expect(inRow('Открыть', 4, true)).toBe(false);
    expect(inRow('Открыть', 3, true)).toBe(true);
  });

  test('whatever preset of up to a day stands under a reminder, a phone shows its whole name', () => {
    const presets: SnoozePreset[] = ['evening', 'tomorrow'];
    for (let minutes = 1; minutes < 60; minutes += 1) presets.push(`${minutes}m`);
    for (let hours = 1; hours <= 24; hours += 1) presets.push(`${hours}h`);
    const labels = presets.map((preset) => presetTexts.snooze(preset));
    expect(labels.filter((label) => !inRow(label, SNOOZE_PRESETS.length))).toEqual([]);
  });
});
