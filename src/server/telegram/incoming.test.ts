import fc from '@/testing/fast-check';
import { createHmac } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { type Update, type Message } from 'telegraf/types';
import { sign, validate } from '@tma.js/init-data-node';
import { z } from 'zod';
import { connect } from '@/server/platform/db/client';
import { processedUpdates, users, chatMessages, reminders } from '@/server/platform/db/schema';
import { postUpdate, testBot, WEBHOOK_SECRET, type TestChat } from '@/testing/conversation';
import { testDatabase } from '@/testing/database';
import { THUMBNAIL_MAX_BYTES, CHAT_MESSAGES_MAX } from '@/core/limits';
import { createUser } from '@/testing/builders';
import { replacingPauses } from '@/testing/pauses';
import { until } from '@/testing/until';
import { databaseClock } from '../outbox/clock';
import { readHalt } from '../outbox/pace';
import { log } from '../platform/log';
import { UPDATE_ATTEMPTS_MAX, type UpdateLease } from './webhook';
import { checkInitData } from './init-data';
import { thumbnailIdOf, withItems } from '../platform/attachment';
import { keptOf } from './said';
import { subjectOfMessage } from '../reminders/present';
import { rememberMessage } from './chat-messages';
import { fixedClock } from '@/testing/clock';

describe('the webhook', () => {
  const { db } = testDatabase();
  const bot = testBot(db);

  const post = (
    body: BodyInit,
    handle: (update: Update, options: UpdateLease) => Promise<void>,
    options: { secret?: string; db?: typeof db } = {},
  ) => postUpdate(body, { db, clock: bot.clock.now, handle, ...options });
  /** Passing faults: of the connection, of the server, of the moment. */
  const PASSING = [
    ...['CONNECTION_CLOSED', 'CONNECT_TIMEOUT', 'EAI_AGAIN', 'EHOSTUNREACH', 'ECONNRESET'],
    ...['57014', '57P01', '40P01', '40001', '25006', '53100', '53300', '08P01', 'XX000', '42P01'],
  ];
  /** What the work answers, and how many milliseconds each of its pauses was to last. */
  const pausesOf = async (work: () => Promise<number>) => {
    const pauses: number[] = [];
    const pass = (ms: number) => Promise.resolve(void pauses.push(ms));
    return { status: await replacingPauses(pass, work), pauses };
  };
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

  describe('an update such as only a broken Telegram would send', () => {
    const from = { id: 4_000_000_001, is_bot: false, first_name: 'Мэллори' };
    const chat = { id: from.id, type: 'private', first_name: 'Мэллори' };
    const message = { message_id: 1, date: 1, chat, from };
    const press = (data: unknown) => ({
      callback_query: { id: '1', from, chat_instance: '1', message, data },
    });
    let id = 1_000;
    beforeAll(() => bot.member({ id: from.id }));

    /** It holds back nothing behind it; answers the lines of level 50 that came of it, by their words. */
    const expectAnswered = async (content: object): Promise<unknown[]> => {
      const logged = jest.spyOn(log, 'error').mockImplementation(() => undefined);
      const status = await bot.post({ update_id: (id += 1), ...content });
      const lines: unknown[] = logged.mock.calls.map(([, line]) => line);
      logged.mockRestore();
      expect([200, 400]).toContain(status);
      const anna = await bot.member();
      await anna.write('/help');
      expect(anna.messages()).toHaveLength(1);
      return lines;
    };

    test.each<object>([
      {},
      { message: { ...message, text: 5 } },
      { message: { ...message, text: '\ud800' } },
      { message: { ...message, text: '\u0000' } },
      { message: { ...message, text: 'завтра '.repeat(600) } },
      { message: { ...message, entities: [{ type: 'bot_command', offset: -1, length: 1e9 }] } },
      { callback_query: { id: 5, from } },
      press('::::'),
    ])('is answered without a fault, and holds back nothing behind it: %j', async (content) => {
      expect(await expectAnswered(content)).toEqual([]);
    });

    test.each<object>([
      { message: null },
      { message: {} },
      { message: [] },
      { message: { ...message, from: undefined, text: 'привет' } },
      { message: { ...message, from: { id: 'x' }, text: 'привет' } },
      press(null),
      { my_chat_member: { chat, from, new_chat_member: null } },
    ])('without what each of its kind has is answered, and is one fault: %j', async (content) => {
      expect(await expectAnswered(content)).toEqual(['the bot failed']);
    });
  });

  test('an update that comes again is answered and not handled again', async () => {
    const anna = await bot.member();
    const message = { message_id: 1, date: 1, text: '/help', from: { id: anna.id } };
    const again = {
      update_id: 77,
      message: { ...message, chat: { id: anna.id, type: 'private' } },
    };
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

  test('the lease of an update begins when its work does, however long it has waited for earlier ones', async () => {
    let finishEarlier: () => void = () => undefined;
    const handleEarlier = jest.fn(() => new Promise<void>((resolve) => (finishEarlier = resolve)));
    const earlier = post(update(92), handleEarlier);
    let leaseUntil: Date | null | undefined;
    const later = post(update(93), async () => {
      const its = eq(processedUpdates.updateId, 93);
      const [row] = await db.select().from(processedUpdates).where(its);
      leaseUntil = row?.leaseUntil;
    });
    await until(() => handleEarlier.mock.calls.length > 0);
    bot.clock.advance(25_000);
    const begun = bot.clock.now();
    finishEarlier();
    expect((await Promise.all([earlier, later])).map(({ status }) => status)).toEqual([200, 200]);
    expect(leaseUntil).toEqual(new Date(begun.getTime() + 30_000));
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
    const again = {
      update_id: 779,
      message: { ...message, chat: { id: anna.id, type: 'private' } },
    };
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

  test('a 429 of a few seconds is waited out: the answer comes once, and sending does not halt', async () => {
    const anna = await bot.member();
    bot.fault('sendMessage', { kind: 'error', code: 429, retryAfter: 1 });
    const { pauses, status } = await pausesOf(() => anna.write('/help'));
    expect(status).toBe(200);
    expect(pauses).toEqual([1_000]);
    expect(anna.messages()).toHaveLength(1);
    expect(anna.text()).toContain('напишите, что и когда');
    expect(await readHalt(db, bot.clock.now())).toBeNull();
  });

  test('429s of answers in many chats pause those chats and nobody else', async () => {
    for (let i = 0; i < 4; i += 1) {
      const person = await bot.member();
      bot.fault('sendMessage', { kind: 'error', code: 429, retryAfter: 60 });
      await person.write('/help');
      const [row] = await db.select().from(users).where(eq(users.id, person.id));
      expect(row?.chatSilentUntil).not.toBeNull();
    }
    expect(await readHalt(db, bot.clock.now())).toBeNull();
  });

  test('a 429 silences its chat by the database’s clock, however wrong this process’s is', async () => {
    const anna = await bot.member();
    bot.fault('sendMessage', { kind: 'error', code: 429, retryAfter: 60 });
    const clock = await databaseClock(db);
    const before = +clock();
    await pausesOf(() => anna.write('/help'));
    const [row] = await db.select().from(users).where(eq(users.id, anna.id));
    expect(+(row?.chatSilentUntil ?? 0)).toBeGreaterThanOrEqual(before + 60_000);
    expect(+(row?.chatSilentUntil ?? 0)).toBeLessThanOrEqual(+clock() + 61_000);
  });

  test('a 429 of a minute is not waited out: the update ends in time', async () => {
    const anna = await bot.member();
    bot.fault('sendMessage', { kind: 'error', code: 429, retryAfter: 60 });
    const { pauses, status } = await pausesOf(() => anna.write('/help'));
    expect(status).toBe(200);
    expect(pauses).toEqual([]);
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
});

describe('the launch data', () => {
  // Published vectors: the first from the tests of @tma.js/init-data-node (with `signature`), the
  // second from docs.telegram-mini-apps.com (from before there was one).
  const withSignature = {
    token: '7342037359:AAFZehRPBRs8Seg40oDjTMIW8uTGPuW1zfQ',
    raw: 'user=%7B%22id%22%3A279058397%2C%22first_name%22%3A%22Vladislav%20%2B%20-%20%3F%20%5C%2F%22%2C%22last_name%22%3A%22Kibenko%22%2C%22username%22%3A%22vdkfrost%22%2C%22language_code%22%3A%22ru%22%2C%22is_premium%22%3Atrue%2C%22allows_write_to_pm%22%3Atrue%2C%22photo_url%22%3A%22https%3A%5C%2F%5C%2Ft.me%5C%2Fi%5C%2Fuserpic%5C%2F320%5C%2F4FPEE4tmP3ATHa57u6MqTDih13LTOiMoKoLDRG4PnSA.svg%22%7D&chat_instance=8134722200314281151&chat_type=private&auth_date=1733584787&signature=zL-ucjNyREiHDE8aihFwpfR9aggP2xiAo3NSpfe-p7IbCisNlDKlo7Kb6G4D0Ao2mBrSgEk4maLSdv6MLIlADQ&hash=2174df5b000556d044f3f020384e879c8efcab55ddea2ced4eb752e93e7080d6',
    signedAt: new Date(1_733_584_787_000),
  };
  const withoutSignature = {
    token: '5768337691:AAH5YkoiEuPk8-FZa32hStHTqXiLPtAEhx8',
    raw: 'query_id=AAHdF6IQAAAAAN0XohDhrOrc&user=%7B%22id%22%3A279058397%2C%22first_name%22%3A%22Vladislav%22%2C%22last_name%22%3A%22Kibenko%22%2C%22username%22%3A%22vdkfrost%22%2C%22language_code%22%3A%22ru%22%2C%22is_premium%22%3Atrue%7D&auth_date=1662771648&hash=c501b71e775f74ce10e377dea85a7ea24ecd640b223ea86dfe453e0eaed2e2b2',
    signedAt: new Date(1_662_771_648_000),
  };
  const TOKEN = '42:a-token-of-the-tests';
  const SIGNED_AT = new Date('2026-11-21T09:00:00Z');
  const secondsLater = (s: number) => new Date(SIGNED_AT.getTime() + s * 1000);

  /** Signs any pairs as Telegram does, so that only the fact under test is wrong. */
  function signed(pairs: [string, string][], token = TOKEN): string {
    const check = pairs
      .map(([k, v]) => `${k}=${v}`)
      .sort()
      .join('\n');
    const key = createHmac('sha256', 'WebAppData').update(token).digest();
    const hash = createHmac('sha256', key).update(check).digest('hex');
    return new URLSearchParams([...pairs, ['hash', hash]]).toString();
  }
  type Pair = [string, string];
  const user: Pair = ['user', JSON.stringify({ id: 7, first_name: 'Аня' })];
  const authDate: Pair = ['auth_date', String(SIGNED_AT.getTime() / 1000)];

  test('half a surrogate pair in a name is replaced: neither PostgreSQL nor Telegram takes it', () => {
    const half: Pair = ['user', '{"id":7,"first_name":"Аня \\ud83d"}'];
    expect(checkInitData(signed([half, authDate]), TOKEN, SIGNED_AT)).toMatchObject({
      first_name: 'Аня \ufffd',
    });
  });

  describe('the published vectors', () => {
    test.each([
      ['with signature', withSignature],
      ['without signature', withoutSignature],
    ])('%s is accepted and names its user', (_, { token, raw, signedAt }) => {
      expect(checkInitData(raw, token, signedAt)).toMatchObject({
        id: 279058397,
        username: 'vdkfrost',
      });
    });

    test.each([
      ['with signature', withSignature],
      ['without signature', withoutSignature],
    ])(
      '%s is refused with any one character of its values altered',
      (_, { token, raw, signedAt }) => {
        for (let at = 0; at < raw.length; at += 7) {
          const altered = raw.slice(0, at) + (raw[at] === 'z' ? 'y' : 'z') + raw.slice(at + 1);
          expect(checkInitData(altered, token, signedAt)).toBeNull();
        }
      },
    );

    test('the signature is part of what is signed: without it the hash no longer fits', () => {
      const raw = withSignature.raw.replace(/&signature=[^&]*/, '');
      expect(checkInitData(raw, withSignature.token, withSignature.signedAt)).toBeNull();
    });

    test("a stranger's token is refused", () => {
      expect(
        checkInitData(withSignature.raw, withoutSignature.token, withSignature.signedAt),
      ).toBeNull();
    });
  });

  describe('age', () => {
    const raw = signed([user, authDate]);
    test.each([
      ['at once', 0, true],
      ['after a day', 86_400, true],
      ['after a day and a second', 86_401, false],
      ['a minute before it was signed (clocks differ)', -60, true],
      ['more than a minute before it was signed', -61, false],
    ])('%s', (_, seconds, accepted) => {
      expect(checkInitData(raw, TOKEN, secondsLater(seconds)) !== null).toBe(accepted);
    });

    test.each(['', 'abc', '-1', '1e9', '17637156000000000', ' 1763715600'])(
      'auth_date %j is refused although correctly signed',
      (value) => {
        expect(checkInitData(signed([user, ['auth_date', value]]), TOKEN, SIGNED_AT)).toBeNull();
      },
    );
    test('no auth_date is refused', () => {
      expect(checkInitData(signed([user]), TOKEN, SIGNED_AT)).toBeNull();
    });
  });

  describe('form', () => {
    test('a key given twice is refused although correctly signed', () => {
      expect(checkInitData(signed([user, authDate, user]), TOKEN, SIGNED_AT)).toBeNull();
      const raw = signed([user, authDate]);
      expect(checkInitData(`${raw}&hash=${'0'.repeat(64)}`, TOKEN, SIGNED_AT)).toBeNull();
    });

    test.each<[string, Pair[]]>([
      ['no user', []],
      ['a user that is not JSON', [['user', '{']]],
      ['a user without id', [['user', '{"first_name":"A"}']]],
      ['a user with a textual id', [['user', '{"id":"7"}']]],
      ['a negative id', [['user', '{"id":-7}']]],
      ['an id beyond safe integers', [['user', '{"id":9007199254740993}']]],
      ['a bot', [['user', '{"id":7,"is_bot":true}']]],
    ])('%s is refused', (_, pairs) => {
      expect(checkInitData(signed([authDate, ...pairs]), TOKEN, SIGNED_AT)).toBeNull();
    });

    test('an avatar that is not https is dropped, the user stays', () => {
      const raw = signed([authDate, ['user', '{"id":7,"photo_url":"javascript:alert(1)"}']]);
      expect(checkInitData(raw, TOKEN, SIGNED_AT)).toMatchObject({ id: 7, photo_url: undefined });
    });

    test('whatever is sent, it answers and never throws', () => {
      fc.assert(
        fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (raw) => {
          expect(checkInitData(raw, TOKEN, SIGNED_AT)).toBeNull();
        }),
      );
    });
  });

  describe('size', () => {
    const raw = signed([user, authDate]);
    const padded = (bytes: number) => raw + '&'.repeat(bytes - raw.length);

    test('4 KB is read, more is refused although correctly signed', () => {
      expect(checkInitData(padded(4_096), TOKEN, SIGNED_AT)).toMatchObject({ id: 7 });
      expect(checkInitData(padded(4_097), TOKEN, SIGNED_AT)).toBeNull();
      const long: Pair = ['start_param', 'я'.repeat(700)];
      expect(signed([user, authDate, long]).length).toBeGreaterThan(4_096);
      expect(checkInitData(signed([user, authDate, long]), TOKEN, SIGNED_AT)).toBeNull();
    });

    test('bytes are counted, not letters', () => {
      const letters = signed([user, authDate, ['start_param', 'я'.repeat(2_000)]]);
      // The same pairs, written without escapes: fewer letters than bytes.
      const plain = decodeURIComponent(letters);
      expect(plain.length).toBeLessThan(4_096);
      expect(checkInitData(plain, TOKEN, SIGNED_AT)).toBeNull();
    });

    test('the longest that a client can send is far below it', () => {
      const person = {
        id: Number.MAX_SAFE_INTEGER,
        first_name: '👩'.repeat(32),
        last_name: '👩'.repeat(32),
        username: 'x'.repeat(32),
        language_code: 'pt-br',
        photo_url: `https://t.me/i/userpic/320/${'x'.repeat(60)}.svg`,
      };
      const longest = signed([
        ['user', JSON.stringify(person)],
        authDate,
        ['start_param', 'x'.repeat(512)],
        ['chat_instance', '-'.padEnd(20, '9')],
        ['chat_type', 'supergroup'],
        ['signature', 'x'.repeat(86)],
      ]);
      expect(longest.length).toBeLessThan(3_000);
      expect(checkInitData(longest, TOKEN, SIGNED_AT)).toMatchObject({ id: person.id });
    });
  });

  test('a token that changes makes the old one’s init data invalid, and its own valid', () => {
    const raw = signed([user, authDate]);
    expect(checkInitData(raw, TOKEN, SIGNED_AT)).toMatchObject({ id: 7 });
    expect(checkInitData(raw, '43:another', SIGNED_AT)).toBeNull();
    const own = signed([user, authDate], '43:another');
    expect(checkInitData(own, '43:another', SIGNED_AT)).toMatchObject({ id: 7 });
    expect(checkInitData(raw, TOKEN, SIGNED_AT)).toMatchObject({ id: 7 });
  });

  test('agrees with @tma.js/init-data-node on what is valid, for any names and times', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 2 ** 52 }),
        fc.string({ unit: 'grapheme' }),
        fc.integer({ min: -30, max: 100_000 }),
        (id, name, age) => {
          const now = new Date();
          const signedAt = new Date(now.getTime() - age * 1000);
          const raw = sign({ user: { id, first_name: name } }, TOKEN, signedAt);
          let oracle = true;
          try {
            validate(raw, TOKEN);
          } catch {
            oracle = false;
          }
          const ours = checkInitData(raw, TOKEN, now);
          if (Math.abs(age - 86_400) > 2) expect(ours !== null).toBe(oracle);
          if (ours) expect(ours).toMatchObject({ id, first_name: name });
        },
      ),
      { numRuns: 50 },
    );
  });
});

describe('what is said', () => {
  const message = z.custom<Message>((value) => typeof value === 'object');
  const kept = (fields: object, messageId = 1) =>
    keptOf(message.parse({ message_id: messageId, ...fields }));
  const thumbnailOf = (fields: object) => thumbnailIdOf(kept(fields));
  const size = (file_id: string, width: number, height: number, file_size?: number) => ({
    ...{ file_id, width, height },
    ...(file_size !== undefined && { file_size }),
  });

  describe('the small picture of what is kept', () => {
    test('of a photo is the smallest size that is sharp enough, else the sharpest', () => {
      const [small, medium, large] = [size('s', 90, 67), size('m', 240, 320), size('x', 800, 600)];
      expect(thumbnailOf({ photo: [small, medium, large] })).toBe('m');
      expect(thumbnailOf({ photo: [large, small] })).toBe('x');
      expect(thumbnailOf({ photo: [small] })).toBe('s');
    });

    test('is none that is too large to be shown', () => {
      const heavy = size('x', 800, 600, THUMBNAIL_MAX_BYTES + 1);
      expect(thumbnailOf({ photo: [size('s', 90, 67), heavy] })).toBe('s');
      expect(thumbnailOf({ photo: [heavy] })).toBeUndefined();
    });

    test('of a file is its thumbnail', () => {
      const video = { file_id: 'v', duration: 3, thumbnail: size('t', 320, 180) };
      expect(thumbnailOf({ video })).toBe('t');
      expect(thumbnailOf({ video_note: video })).toBe('t');
      expect(thumbnailOf({ document: { file_id: 'd' } })).toBeUndefined();
      expect(thumbnailOf({ voice: { file_id: 'v', duration: 3 } })).toBeUndefined();
    });

    test('of a sticker without one is the sticker itself, where it does not move', () => {
      const still = { ...size('w', 512, 512, 20_000), is_animated: false, is_video: false };
      expect(thumbnailOf({ sticker: still })).toBe('w');
      expect(thumbnailOf({ sticker: { ...still, thumbnail: size('t', 128, 128) } })).toBe('t');
      expect(thumbnailOf({ sticker: { ...still, is_animated: true } })).toBeUndefined();
      expect(thumbnailOf({ sticker: { ...still, is_video: true } })).toBeUndefined();
    });

    test('of an album is the one of its first part that has one, in whatever order the parts came', () => {
      const part = (id: number, photo: object[]) => kept({ media_group_id: 'a', photo }, id);
      const later = part(3, [size('third', 320, 240)]);
      expect(thumbnailIdOf(withItems(later, part(2, [size('second', 320, 240)])))).toBe('second');
      expect(thumbnailIdOf(withItems(later, part(1, [])))).toBe('third');
    });

    test.each([
      ['a thumbnail of another shape', { video: { file_id: 'v', thumbnail: 'x' } }],
      ['an id of another kind', { video: { file_id: 'v', thumbnail: { file_id: 7 } } }],
      ['an endless id', { video: { file_id: 'v', thumbnail: size('x'.repeat(300), 9, 9) } }],
    ])('%s is left out, and the rest is kept', (_, fields) => {
      expect(kept(fields).items).toMatchObject([{ kind: 'video', fileId: 'v' }]);
      expect(thumbnailOf(fields)).toBeUndefined();
    });
  });
});

describe('the messages of a chat', () => {
  const { db } = testDatabase();
  const now = new Date('2026-11-20T09:00:00Z');

  test('of one person the latest messages are remembered, and they are nobody else’s', async () => {
    const { id: userId } = await createUser(db);
    const rows = Array.from({ length: CHAT_MESSAGES_MAX }, (_, i) => ({
      userId,
      messageId: i + 1,
      reminderId: 5,
      sentAt: now,
    }));
    await db.insert(chatMessages).values(rows);
    const messageId = CHAT_MESSAGES_MAX + 1;
    await rememberMessage(db, { userId, messageId, reminderId: 6, now });
    const kept = await db.select().from(chatMessages).where(eq(chatMessages.userId, userId));
    expect(kept).toHaveLength(CHAT_MESSAGES_MAX);
    expect(await subjectOfMessage(db, userId, 1)).toBeUndefined();
    expect(await subjectOfMessage(db, userId, messageId)).toEqual({
      reminderId: 6,
      occurrenceAt: null,
    });
    const { id: other } = await createUser(db);
    expect(await subjectOfMessage(db, other, messageId)).toBeUndefined();
  });

  test('that somebody was erased at this moment fails nothing', async () => {
    await rememberMessage(db, { userId: 404, messageId: 1, reminderId: 1, now });
    expect(await subjectOfMessage(db, 404, 1)).toBeUndefined();
  });
});

describe('characters of a line', () => {
  const { db } = testDatabase();
  const bot = testBot(db, fixedClock());

  /** «завтра в 9:30 оплатить интернет» as it comes out of web pages and editors. */
  const LINE = '\u200eзав\u00adтра\u200b в 9\u223630 опла\u00adтить\u2060 ин\u200dтернет\ufeff';
  const STORED = { text: 'Оплатить интернет', dateTime: new Date('2026-11-21T09:30+03:00') };
  const stored = async ({ id }: TestChat) =>
    db.select().from(reminders).where(eq(reminders.userId, id));

  test('a line is read as it looks in the chat, in a call, inline and where it is forwarded', async () => {
    const [chatting, calling, inline] = await Promise.all([
      bot.member(),
      bot.member(),
      bot.member(),
    ]);
    await chatting.write(LINE);
    expect(await stored(chatting)).toMatchObject([STORED]);
    const chat = { id: -1_001, type: 'supergroup', title: 'Семья' } as const;
    await calling.call({ chat, text: `@napomnyu_bot ${LINE}` });
    expect(await stored(calling)).toMatchObject([STORED]);
    const { results, send } = await inline.ask(LINE);
    await send(results[0]?.id ?? '');
    expect(await stored(inline)).toMatchObject([STORED]);
  });

  test('so are answers, and what is quoted', async () => {
    const anna = await bot.member();
    await anna.write('оплатить интернет');
    await anna.write('\u2066зав\u00adтра\u2069 в 9\uff1a30\u200b');
    expect(await stored(anna)).toMatchObject([STORED]);
    const boris = await bot.member();
    await boris.replyElsewhere('напомни завтра в 9\ua78930', {
      words: 'Оплатить\u200b ин\u00adтернет',
    });
    expect(await stored(boris)).toMatchObject([STORED]);
  });
});
