import { eq, sql } from 'drizzle-orm';
import { failure, responses } from '@/contract/api';
import { callRoute, testRoutes } from '@/testing/api';
import { fixDate } from '@/testing/clock';
import { initDataFor, TEST_ENV } from '@/testing/test-env';
import { createNote, createReminder, createUser, draftPayload } from '@/testing/builders';
import { reminders, users } from '@/server/platform/db/schema';
import { answering } from '@/server/platform/http';
import { log } from '@/server/platform/log';
import { GET as listCategories } from '@/app/api/notifications/categories/route';
import { GET as list, POST as create } from '@/app/api/notifications/route';
import { DELETE as remove, PUT as update } from '@/app/api/notifications/[id]/route';
import { POST as validate } from '@/app/api/validate/route';
import { z } from 'zod';
import { everyRoute, SOUND_BODIES } from '@/testing/every-route';
import { testBot } from '@/testing/conversation';
import { testInstances } from '@/testing/database';
import { until } from '@/testing/until';
import { createDraft } from '../drafts/drafts';
import { LOCKS } from '../platform/db/locks';
import { createCategory } from '../categories/categories';

const { db } = testRoutes();

beforeAll(() => (process.env.TELEGRAM_BOT_USERNAME = '@napomnyu_bot'));
afterAll(() => delete process.env.TELEGRAM_BOT_USERNAME);

const refused = { success: false, message: 'Данные устарели. Откройте приложение заново из бота' };

describe('who may come in', () => {
  test.each([
    ['no init data', undefined],
    ['empty init data', ''],
    ['nonsense', 'hash=1&user=2'],
    ['a stranger’s token', initDataFor({ id: 5 }, { token: '43:another-token-altogether' })],
    [
      'init data of the day before yesterday',
      initDataFor({ id: 5 }, { at: new Date(Date.now() - 2 * 86_400_000) }),
    ],
    ['init data of tomorrow', initDataFor({ id: 5 }, { at: new Date(Date.now() + 86_400_000) })],
  ])('%s gets 403 and nothing else, on reads and on writes', async (name, initData) => {
    const headers = { 'x-forwarded-for': name.length.toString() };
    const call = { headers, ...(initData !== undefined && { initData }) };
    const read = await callRoute(list, call);
    const write = await callRoute(validate, { ...call, body: {} });
    expect([read.status, read.json]).toEqual([403, refused]);
    expect([write.status, write.json]).toEqual([403, refused]);
  });

  test('a stranger who never met the bot is told to accept the terms, and where, and is not stored', async () => {
    const answer = await callRoute(validate, { initData: initDataFor({ id: 987_654 }), body: {} });
    expect(answer.status).toBe(403);
    expect(answer.json).toEqual({
      success: false,
      requiresTerms: true,
      message:
        'Для использования веб-приложения необходимо принять условия использования через бота.',
      botUrl: 'https://t.me/napomnyu_bot?start=terms',
    });
    expect(await db.select().from(users).where(eq(users.id, 987_654))).toEqual([]);
  });

  test.each([
    ['no version', { termsVersion: null }],
    ['an older version', { termsVersion: '2020-01-01' }],
    ['no confirmation of age', { adultConfirmedAt: null }],
  ])(
    'a user with %s of the terms has to accept them first, on every endpoint',
    async (_, fields) => {
      const user = await createUser(db, fields);
      const initData = initDataFor({ id: user.id });
      for (const answer of [
        await callRoute(validate, { initData, body: {} }),
        await callRoute(list, { initData }),
        await callRoute(create, { initData, body: { notification: {} } }),
      ]) {
        expect(answer.status).toBe(403);
        expect(answer.json).toMatchObject({ requiresTerms: true });
      }
    },
  );

  test('validate tells the zone that was chosen by hand, and none that the browser told', async () => {
    for (const [timeZoneManual, timezone] of [
      [true, 'Asia/Tokyo'],
      [false, undefined],
    ] as const) {
      const user = await createUser(db, { timeZone: 'Asia/Tokyo', timeZoneManual });
      const initData = initDataFor({ id: user.id });
      const { status, json } = await callRoute(validate, { initData, body: {} });
      expect(status).toBe(200);
      expect(responses.validate.parse(json).timezone).toBe(timezone);
    }
  });

  test('a user who accepted comes in, and validate refreshes name and avatar', async () => {
    const user = await createUser(db, { username: 'old_name' });
    const initData = initDataFor({
      id: user.id,
      username: 'new_name',
      photo_url: 'https://t.me/i/userpic/1.svg',
    });
    const answer = await callRoute(validate, { initData, body: {} });
    expect([answer.status, answer.json]).toEqual([200, { success: true }]);
    const listed = await callRoute(list, { initData });
    expect([listed.status, listed.json]).toEqual([200, { success: true, notifications: [] }]);
    expect((await db.select().from(users).where(eq(users.id, user.id)))[0]).toMatchObject({
      username: 'new_name',
      photoUrl: 'https://t.me/i/userpic/1.svg',
    });
  });

  test('no answer may be cached', async () => {
    const user = await createUser(db);
    for (const answer of [
      await callRoute(list, { initData: initDataFor({ id: user.id }) }),
      await callRoute(list, {}),
    ]) {
      expect(answer.headers.get('cache-control')).toBe('no-store');
    }
  });
});

describe('what a body may be', () => {
  const body = (initData: string) => JSON.stringify({ initData });
  test.each<[string, number, () => { raw: BodyInit; headers?: Record<string, string> }]>([
    ['malformed JSON', 400, () => ({ raw: '{"initData":' })],
    ['a JSON array', 400, () => ({ raw: '[]' })],
    ['a JSON string', 400, () => ({ raw: '"x"' })],
    ['null', 400, () => ({ raw: 'null' })],
    ['an empty body', 400, () => ({ raw: '' })],
    ['bytes that are not UTF-8', 400, () => ({ raw: new Uint8Array([0x22, 0xff, 0xfe, 0x22]) })],
    [
      'another media type',
      415,
      () => ({ raw: body('x'), headers: { 'content-type': 'text/plain' } }),
    ],
    [
      'form data',
      415,
      () => ({ raw: 'a=b', headers: { 'content-type': 'application/x-www-form-urlencoded' } }),
    ],
    ['100 KB', 413, () => ({ raw: JSON.stringify({ initData: 'x'.repeat(100_000) }) })],
    ['JSON 30,000 levels deep', 400, () => ({ raw: '['.repeat(30_000) + ']'.repeat(30_000) })],
  ])('%s is answered with %i in the API’s one shape', async (_, status, make) => {
    const answer = await callRoute(validate, make());
    expect(answer.status).toBe(status);
    expect(Object.keys(failure.parse(answer.json))).toEqual(['success', 'message']);
    expect(failure.parse(answer.json).message).toMatch(/[а-яё]/i);
  });

  test('a charset beside the media type is fine, and prototype keys change nothing', async () => {
    const user = await createUser(db);
    const raw = `{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"initData":${JSON.stringify(initDataFor({ id: user.id }))}}`;
    const answer = await callRoute(validate, {
      raw,
      headers: { 'content-type': 'application/json; charset=utf-8' },
    });
    expect(answer.status).toBe(200);
    expect({}).not.toHaveProperty('polluted');
  });

  test('a huge body is refused by its size even when it lies about its length', async () => {
    const chunk = new TextEncoder().encode('x'.repeat(40_000));
    const raw = new ReadableStream({
      start(controller) {
        for (let i = 0; i < 10; i += 1) controller.enqueue(chunk);
        controller.close();
      },
    });
    const request = new Request('http://localhost/', {
      method: 'POST',
      body: raw,
      headers: { 'content-type': 'application/json', 'content-length': '10' },
      // Node wants this for streamed bodies; the DOM's types do not know it.
      ...{ duplex: 'half' },
    });
    expect((await validate(request, { params: undefined })).status).toBe(413);
  });
});

test('a caller who hangs up in the middle of a body is no fault of the server', async () => {
  const body = new ReadableStream({
    pull: (controller) =>
      controller.error(Object.assign(new Error('aborted'), { code: 'ECONNRESET' })),
  });
  const request = new Request('http://localhost/', {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json' },
    ...{ duplex: 'half' },
  });
  expect((await validate(request, { params: undefined })).status).toBe(400);
});

describe('ids in the address', () => {
  test.each(['0', '-1', '1.5', 'abc', '1e3', '9'.repeat(30), '', '1 or 1=1', '../1'])(
    '%j is unknown: 404',
    async (id) => {
      const user = await createUser(db);
      const initData = initDataFor({ id: user.id });
      const answer = await callRoute(remove, { initData, body: {}, params: { id } });
      expect(answer.status).toBe(404);
    },
  );

  test('another user’s id is as unknown as one that never was', async () => {
    const owner = await createUser(db);
    const thief = await createUser(db);
    const reminder = await createReminder(db, owner.id, {
      dateTime: new Date(Date.now() + 86_400_000),
    });
    const initData = initDataFor({ id: thief.id });
    const params = { id: String(reminder.id) };
    const foreign = await callRoute(remove, { initData, body: {}, params });
    const missing = await callRoute(remove, { initData, body: {}, params: { id: '999999999' } });
    expect([foreign.status, foreign.json]).toEqual([missing.status, missing.json]);
    expect(foreign.status).toBe(404);
    const notification = {
      text: 'чужое',
      typeId: reminder.typeId,
      categoryId: reminder.categoryId,
      dateTime: new Date(Date.now() + 3_600_000).toISOString(),
    };
    const edit = await callRoute(update, { initData, body: { notification }, params });
    expect(edit.status).toBe(404);
    const [kept] = await db.select().from(reminders).where(eq(reminders.id, reminder.id));
    expect(kept).toMatchObject({ text: reminder.text, deletedAt: null });
  });
});

describe('rates', () => {
  // In one window, however long the requests take.
  beforeEach(() => fixDate(Date.now()));
  afterEach(() => jest.useRealTimers());

  test('a user gets 100 requests in ten seconds, then 429 with Retry-After; others go on', async () => {
    const [greedy, calm] = [await createUser(db), await createUser(db)];
    const initData = initDataFor({ id: greedy.id });
    const answers = await Promise.all(
      Array.from({ length: 110 }, () => callRoute(listCategories, { initData })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(100);
    const limited = answers.find(({ status }) => status === 429);
    expect(Number(limited?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(
      (await callRoute(listCategories, { initData: initDataFor({ id: calm.id }) })).status,
    ).toBe(200);
  });

  test('an address that keeps failing the check gets 429; honest users behind it are served', async () => {
    const headers = { 'x-forwarded-for': 'claimed-by-caller, 203.0.113.9' };
    const failures = await Promise.all(
      Array.from({ length: 130 }, () => callRoute(list, { initData: 'hash=0', headers })),
    );
    expect(failures.filter(({ status }) => status === 429)).toHaveLength(70);
    const user = await createUser(db);
    const honest = await callRoute(list, { initData: initDataFor({ id: user.id }), headers });
    expect(honest.status).toBe(200);
  });
});

test('the bot token is never part of an answer', async () => {
  const answers = [await callRoute(list, {}), await callRoute(validate, { raw: '{' })];
  for (const { json } of answers)
    expect(JSON.stringify(json)).not.toContain(TEST_ENV.TELEGRAM_BOT_TOKEN);
});

describe('the request id', () => {
  const idOf = async (headers: Record<string, string>) =>
    (await callRoute(list, { headers })).headers.get('x-request-id') ?? '';

  test('is on every answer, another for each', async () => {
    const first = await idOf({});
    expect(first).toMatch(/^[0-9a-f-]{36}$/);
    expect(await idOf({})).not.toBe(first);
  });

  test('is in the answer to a fault that nobody expected, and its log line has the same', async () => {
    const logged = jest.spyOn(log, 'error').mockImplementation(() => undefined);
    const request = new Request('http://localhost/api/x');
    const answer = await answering(request, {}, () => Promise.reject(new Error('a bug')));
    const { requestId } = failure.parse(await answer.json());
    expect(requestId).toBe(answer.headers.get('x-request-id'));
    expect(logged.mock.calls[0]?.[0]).toMatchObject({ requestId });
    logged.mockRestore();
    expect(failure.parse((await callRoute(list, {})).json).requestId).toBeUndefined();
  });

  test('is the proxy’s where that is one; nothing else gets into an answer or a log', async () => {
    expect(await idOf({ 'x-request-id': 'fra1::abcde-1700000000' })).toBe('fra1::abcde-1700000000');
    for (const forged of ['short', 'a b c d e f', '<script>alert</script>', 'x'.repeat(101)]) {
      expect(await idOf({ 'x-request-id': forged })).toMatch(/^[0-9a-f-]{36}$/);
    }
  });
});

describe('erased meanwhile', () => {
  const { db, url, someone } = testRoutes();
  const [eraser, watcher] = testInstances(url, 2);
  const bot = testBot(db);

  let logged: jest.SpyInstance;
  beforeEach(() => {
    logged = jest.spyOn(log, 'error').mockImplementation(() => undefined);
  });
  afterEach(() => logged.mockRestore());

  /** The work begins while somebody is being erased: it waits, or comes behind. */
  async function whileErased<T>(userId: number, work: () => Promise<T>): Promise<T> {
    const begun: { work?: Promise<T> } = {};
    if (!eraser) throw new Error('no connection');
    await eraser.db.transaction(async (tx) => {
      await tx.execute(LOCKS.ofPerson(userId));
      await tx.execute(sql`select from users where id = ${userId}::bigint for update`);
      const { rows } = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
      const pid = rows[0]?.pid ?? 0;
      begun.work = work();
      begun.work.catch(() => undefined);
      const over = { is: false };
      void begun.work.finally(() => (over.is = true)).catch(() => undefined);
      await until(async () => over.is || (await isWaitingFor(pid)));
      await tx.delete(users).where(eq(users.id, userId));
    });
    if (!begun.work) throw new Error('nothing was begun');
    return begun.work;
  }

  async function isWaitingFor(pid: number): Promise<boolean> {
    if (!watcher) throw new Error('no connection');
    const { rows } = await watcher.db.execute(sql`
    select from pg_stat_activity where ${pid}::int = any(pg_blocking_pids(pid))`);
    return rows.length > 0;
  }

  type Answer = ReturnType<typeof callRoute>;
  type Around = (userId: number, work: () => Answer) => Answer;

  /** Somebody with a row of each kind that a call may be about; what they call writes no date of activity. */
  async function somebodyWithAll() {
    const { user, initData } = await someone({ lastActiveAt: new Date() });
    const now = new Date();
    const { id } = await createReminder(db, user.id);
    const note = await createNote(db, user.id);
    const [category] = await createCategory(db, user.id, { name: 'Дача', color: 'green' }, now);
    const draft = await createDraft(db, user.id, { payload: draftPayload(), state: 'ready' }, now);
    const ids = { reminder: id, note: note.id, category: category?.id ?? 0, draft: draft.id };
    return { user, initData, ids };
  }

  const kindOf = (path: string) =>
    (['category', 'draft', 'note'] as const).find((kind) =>
      path.startsWith(
        { category: '/api/categories', draft: '/api/drafts', note: '/api/notes/' }[kind],
      ),
    ) ?? 'reminder';

  test('what somebody calls while they are erased is done before, or they are asked to accept the terms', async () => {
    const asked: string[] = [];
    for (const { path, method, handler, request } of await everyRoute()) {
      const [sound = {}] = request === null ? [] : SOUND_BODIES[request];
      const call = async (around: Around) => {
        const { user, initData, ids } = await somebodyWithAll();
        const ofOwn = JSON.stringify(sound).replaceAll(
          '"categoryId":1',
          `"categoryId":${ids.category}`,
        );
        const body = z.record(z.string(), z.unknown()).parse(JSON.parse(ofOwn));
        const params = { id: String(ids[kindOf(path)]) };
        return around(user.id, () =>
          callRoute(handler, { initData, params, ...(request !== null && { body }) }),
        );
      };
      const { status, json } = await call(whileErased);
      if (status < 400) continue;
      const isAsked = typeof json === 'object' && json !== null && 'requiresTerms' in json;
      // What is refused to everybody tells of nothing.
      if (!isAsked && (await call((_, work) => work())).status >= 400) continue;
      expect({ method, path, status, json }).toMatchObject({
        ...{ method, path, status: 403, json: { requiresTerms: true } },
      });
      asked.push(`${method} ${path}`);
    }
    for (const path of ['categories', 'notes', 'notifications', 'profile/calendar']) {
      expect(asked).toContain(`POST /api/${path}`);
    }
    expect(logged).not.toHaveBeenCalled();
  });

  describe('in the chat', () => {
    async function member() {
      const chat = await bot.member({ lastActiveAt: bot.clock.now() });
      await chat.write('/help');
      const note = await createNote(db, chat.id);
      return { chat, noteId: note.id, hello: chat.last().messageId };
    }
    type Member = Awaited<ReturnType<typeof member>>;

    test.each<[string, (of: Member) => Promise<unknown>]>([
      ['a line', ({ chat }) => chat.write('завтра в 9 полить цветы')],
      ['several lines', ({ chat }) => chat.write('завтра в 9 полить\nв пятницу в 10 позвонить')],
      ['a note in the making', ({ chat }) => chat.write('запиши: код от двери 12')],
      [
        '«Напомнить» of a note',
        ({ chat, noteId, hello }) => chat.pressData(`note:${noteId}:remind:0`, hello),
      ],
      ['a link of a calendar', ({ chat, hello }) => chat.pressData('cal:make', hello)],
    ])('%s is answered with the terms', async (_, act) => {
      const of = await member();
      await whileErased(of.chat.id, () => act(of));
      expect(of.chat.text()).toMatch(/принимаете|услови/);
      expect(logged).not.toHaveBeenCalled();
    });

    test('what somebody types in another chat is answered like a stranger’s', async () => {
      const { chat } = await member();
      const { results, button } = await whileErased(chat.id, () => chat.ask('завтра в 9 полить'));
      expect([results, button]).toEqual([
        [],
        expect.objectContaining({ startParameter: 'inline' }),
      ]);
      expect(logged).not.toHaveBeenCalled();
    });
  });
});
