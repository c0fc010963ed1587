import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { eq } from 'drizzle-orm';
import { failure, responses } from '@/contract/api';
import { IMPORT_MAX_BYTES } from '@/core/limits';
import { callRoute, testRoutes } from '@/testing/api';
import { initDataFor } from '@/testing/test-env';
import { createNote, createReminder, createUser } from '@/testing/builders';
import { listReminders } from '@/server/reminders/wire';
import { createOutbox, tickAt } from '@/testing/outbox';
import { parkUser, resumeUser } from '@/server/outbox/reachability';
import { archiveUnanswered } from '@/server/reminders/write/upkeep';
import { DELETE as removeNote, PUT as updateNote } from '@/app/api/notes/[id]/route';
import { GET as listNotes, POST as createNoteRoute } from '@/app/api/notes/route';
import { POST as done } from '@/app/api/notifications/[id]/done/route';
import { POST as restore } from '@/app/api/notifications/[id]/restore/route';
import { DELETE as remove, PUT as update } from '@/app/api/notifications/[id]/route';
import { POST as skip } from '@/app/api/notifications/[id]/skip/route';
import { POST as snooze } from '@/app/api/notifications/[id]/snooze/route';
import { POST as undo } from '@/app/api/notifications/[id]/undo/route';
import { GET as list } from '@/app/api/notifications/route';
import { UPDATE_MAX_BYTES } from './request-body';
import { guardServer, refusalOf } from './request-guard';
import { parseJson, TooManyValues } from './parse-json';
import { LongList, UnchangedList } from './long-list';
import { reminders, users } from './db/schema';
import { storedAttachment } from './attachment';
import { oneAtATime } from './give-way';
import { EnvError, parseEnv, variableNames } from './env';

describe('the request guard', () => {
  interface Asked {
    method: string;
    url: string;
    headers: Record<string, unknown>;
  }

  /** A guarded server that answers 200 to what reaches it, and remembers it. */
  async function guarded(limits: Parameters<typeof guardServer>[1] = {}) {
    const reached: Asked[] = [];
    const server = createServer({ connectionsCheckingInterval: 20 }, (request, response) => {
      reached.push({
        method: request.method ?? '',
        url: request.url ?? '',
        headers: request.headers,
      });
      request.resume().on('end', () => response.end('reached'));
      request.on('error', () => undefined);
    });
    server.on('upgrade', () => undefined);
    guardServer(server, limits);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    open.push(() => {
      server.closeAllConnections();
      server.close();
    });
    return { port, reached };
  }
  const open: (() => void)[] = [];
  afterEach(() => {
    for (const close of open.splice(0)) close();
  });

  /** Sends the very bytes given and answers what came until the server hung up. */
  async function send(port: number, ...parts: string[]): Promise<string> {
    const socket = connect(port, '127.0.0.1');
    let answer = '';
    socket.on('data', (chunk: Buffer) => (answer += chunk.toString()));
    socket.on('error', () => undefined);
    for (const part of parts) socket.write(part);
    // A server that hangs up before it has read everything resets the connection.
    await new Promise((ended) => socket.once('close', ended));
    return answer;
  }
  const request = (line: string, ...headers: string[]) =>
    [`${line} HTTP/1.1`, 'Host: app.example', ...headers, '', ''].join('\r\n');
  const closing = (line: string, ...headers: string[]) =>
    request(line, 'Connection: close', ...headers);
  const statusOf = (answer: string) => Number(answer.split(' ')[1]);

  test.each([
    ['a page', 'GET /'],
    ['a page with a query', 'GET /terms?a=/../b'],
    ['the head of a page', 'HEAD /notes'],
    ['a file whose name begins with dots', 'GET /..a/.b/c..'],
    ['a call', 'GET /api/notes'],
    ['a call that deletes', 'DELETE /api/notes/1'],
  ])('%s passes', async (_, line) => {
    const { port, reached } = await guarded();
    expect(statusOf(await send(port, closing(line)))).toBe(200);
    expect(reached).toHaveLength(1);
  });

  test('a body passes to an endpoint', async () => {
    const { port, reached } = await guarded();
    const answer = await send(port, closing('POST /api/notes', 'Content-Length: 2'), '{}');
    expect(statusOf(answer)).toBe(200);
    expect(reached).toMatchObject([{ method: 'POST', url: '/api/notes' }]);
  });

  test.each([
    ...['TRACE', 'OPTIONS', 'PATCH', 'PROPFIND', 'PURGE', 'M-SEARCH'].flatMap((method) => [
      { line: `${method} /`, status: 405 },
      { line: `${method} /api/notes`, status: 405 },
    ]),
    { line: 'POST /', status: 405 },
    { line: 'PUT /apiX', status: 405 },
    { line: 'DELETE /_next/static/x.js', status: 405 },
    { line: 'GET *', status: 400 },
    { line: 'GET http://evil.example/', status: 400 },
    { line: 'GET https://app.example/api/notes', status: 400 },
    { line: 'GET /api/../terms', status: 400 },
    { line: 'POST /api/%2e%2E/', status: 400 },
    { line: 'GET /_next/./static', status: 400 },
    { line: 'GET /..', status: 400 },
  ])('$line is answered with $status in the API’s shape, and reaches nothing', async (o) => {
    const { port, reached } = await guarded();
    const answer = await send(port, request(o.line));
    expect(statusOf(answer)).toBe(o.status);
    expect(reached).toEqual([]);
    const [head = '', body = ''] = answer.split('\r\n\r\n');
    expect(head).toMatch(/^content-security-policy: default-src 'none'/im);
    expect(head).toMatch(/^strict-transport-security:/im);
    expect(failure.parse(JSON.parse(body)).message).toMatch(/[а-яё]/i);
  });

  test.each([
    ['of a given length to a page', 'GET /', 'Content-Length: 1', 400],
    ['of no given length to a page', 'GET /terms', 'Transfer-Encoding: chunked', 400],
    ['to a reading call', 'GET /api/notes', 'Content-Length: 1', 400],
    ['above the limit', 'POST /api/notes', `Content-Length: ${UPDATE_MAX_BYTES + 1}`, 413],
  ])(
    'a body %s is refused before it is read, and the connection ended',
    async (_, line, header, status) => {
      const { port, reached } = await guarded();
      // Only the server hangs up here.
      expect(statusOf(await send(port, request(line, header)))).toBe(status);
      expect(reached).toEqual([]);
    },
  );

  test.each(['x', '%', '%7B%7D', '1', 'null', '%5B'])(
    'a router state that is none is refused: %s',
    (state) => {
      const headers = { rsc: '1', 'next-router-state-tree': state };
      expect(refusalOf({ method: 'GET', url: '/', headers })).toBe('invalid');
    },
  );

  test('headers by which Next.js talks to itself reach nobody', async () => {
    const { port, reached } = await guarded();
    const forged = [
      'Next-Action: a',
      'Next-Router-State-Tree: %5B%5D',
      'x-middleware-subrequest: proxy:proxy',
      'X-Nextjs-Data: 1',
      'x-invoke-status: 500',
      'x-matched-path: /admin',
    ];
    expect(statusOf(await send(port, closing('GET /', ...forged, 'initData: a=b')))).toBe(200);
    expect(Object.keys(reached[0]?.headers ?? {})).toEqual(['host', 'connection', 'initdata']);
  });

  test('a request for a web socket is an ordinary one, and leaves no connection open', async () => {
    const { port } = await guarded();
    const upgrade = request('GET /nope', 'Connection: Upgrade, close', 'Upgrade: websocket');
    expect(statusOf(await send(port, upgrade))).toBe(200);
  });

  test('headers and bodies that come too slowly end with the connection', async () => {
    const { port } = await guarded({ headersTimeout: 100, requestTimeout: 200 });
    const [headers, body] = await Promise.all([
      send(port, 'GET / HTTP/1.1\r\nHost: app'),
      send(port, request('POST /api/notes', 'Content-Length: 20'), '{"a'),
    ]);
    expect(statusOf(headers)).toBe(408);
    expect(statusOf(body)).toBe(408);
  });
});

describe('reading JSON', () => {
  test('half a surrogate pair and NUL become U+FFFD in every text, however deep, and nothing else changes', () => {
    const json =
      '{"a":["x\\ud800y",{"b":"\\u0000"}],"c":"\\ud83d\\ude00","__proto__":{"d":"\\udc00"},"e":[1,null,true]}';
    expect(JSON.stringify(parseJson(json))).toBe(
      '{"a":["x\ufffdy",{"b":"\ufffd"}],"c":"😀","__proto__":{"d":"\ufffd"},"e":[1,null,true]}',
    );
    expect(parseJson('"\\ud800"')).toBe('\ufffd');
    expect(() => parseJson('{"a":')).toThrow(SyntaxError);
  });

  test('what is nested too deep is refused like what is no JSON, and does not run out of stack', () => {
    for (const depth of [101, 1_000_000]) {
      expect(() => parseJson('['.repeat(depth) + ']'.repeat(depth))).toThrow(SyntaxError);
    }
    expect(parseJson('['.repeat(100) + ']'.repeat(100))).toHaveLength(1);
  });

  /** Of processor time; whatever else the process does counts too. */
  const leastMs = (work: () => unknown) =>
    Math.min(
      ...Array.from({ length: 5 }, () => {
        const before = process.cpuUsage();
        work();
        const { user, system } = process.cpuUsage(before);
        return (user + system) / 1_000;
      }),
    );

  test.each([
    ['numbers', `[${'0,'.repeat(IMPORT_MAX_BYTES / 2 - 2)}0]`],
    ['empty objects', `{"a":[${'{},'.repeat(IMPORT_MAX_BYTES / 3 - 4)}{}]}`],
    ['brackets', '['.repeat(IMPORT_MAX_BYTES)],
    ['members', `{${Array.from({ length: 500_000 }, (_, i) => `"k${i}":1`).join()}}`],
    ['quotation marks in a text that does not end', `["${'\\"'.repeat(IMPORT_MAX_BYTES / 2)}`],
  ])('the largest text of nothing but %s is refused before it costs others a moment', (_, json) => {
    const refuse = () => expect(() => parseJson(json, 400_000)).toThrow(SyntaxError);
    expect(leastMs(refuse)).toBeLessThan(150);
  });

  test('commas and brackets within texts are no values, wherever a text ends', () => {
    const text = '[{,"\\\\",[{'.repeat(100);
    const values = { text, list: [text, 1] };
    const json = JSON.stringify(values);
    expect(parseJson(json, 4)).toEqual(values);
    expect(() => parseJson(json, 3)).toThrow(TooManyValues);
  });

  test('to mend a large file costs not much more than to parse it', () => {
    const json = `["\\u0000",${'0,'.repeat(398_000)}0]`;
    const parsed = leastMs(() => JSON.parse(json));
    expect(leastMs(() => parseJson(json, 400_000))).toBeLessThan(20 + 8 * parsed);
  });
});

describe('lists that have not changed', () => {
  const { db } = testRoutes();

  const MINUTE = 60_000;
  const DAY = 1_440 * MINUTE;
  /** Read once: two moments that a test takes for the same must not lie a millisecond apart. */
  const suiteBegan = Date.now();
  const ago = (ms: number) => new Date(suiteBegan - ms);
  const ahead = (ms: number) => new Date(suiteBegan + ms);

  type Known = { tag: string; json: unknown };
  async function read(route: typeof list, initData: string): Promise<Known> {
    const { status, headers, json } = await callRoute(route, { initData });
    expect(status).toBe(200);
    return { tag: headers.get('etag') ?? '', json };
  }
  const readAgain = (route: typeof list, initData: string, tag: string) =>
    callRoute(route, { initData, headers: { 'If-None-Match': tag } });

  /** Somebody with reminders of every standing, and calls about the first. */
  async function someone() {
    const user = await createUser(db);
    const initData = initDataFor({ id: user.id });
    const { id } = await createReminder(db, user.id, {
      dateTime: ago(MINUTE),
      rule: { every: 1, unit: 'DAY' },
      floodInterval: 5,
    });
    await createReminder(db, user.id, { dateTime: ahead(DAY) });
    await createReminder(db, user.id, { dateTime: ago(DAY), completed: true, doneAt: ago(DAY) });
    const call = (route: typeof done, body: object = {}) =>
      callRoute(route, { initData, body, params: { id: String(id) } });
    let lastUndo = '';
    const act = async (route: typeof done, body: object = {}) => {
      const { undo: token } = responses.acted.parse((await call(route, body)).json);
      lastUndo = token ?? '';
    };
    const takeBack = () => call(undo, { undo: lastUndo });
    return { user, initData, id, call, act, takeBack };
  }
  const tick = (at = new Date()) => tickAt(db, at, createOutbox());

  describe('the list of reminders', () => {
    test('whoever has it as it is gets 304 and no body', async () => {
      const { initData } = await someone();
      const { tag } = await read(list, initData);
      expect(tag).toMatch(/^"[\w-]+"$/);
      const again = await readAgain(list, initData, tag);
      expect(again).toMatchObject({ status: 304, json: null });
      expect(again.headers.get('etag')).toBe(tag);
      expect(again.headers.get('cache-control')).toBe('no-store');
    });

    test('a tag that a proxy has made a weak one is known too', async () => {
      const { initData } = await someone();
      const { tag } = await read(list, initData);
      expect((await readAgain(list, initData, `W/${tag}`)).status).toBe(304);
    });

    test('whatever changes what it shows is answered in full', async () => {
      const { user, initData, id, call, act, takeBack } = await someone();
      const edited = {
        typeId: 1,
        categoryId: 1,
        text: 'Позвонить маме',
        dateTime: ahead(2 * DAY).toISOString(),
        repeat: true,
        repeatEvery: 1,
        repeatUnit: 'DAY',
        flood: false,
      };
      const began = ago(MINUTE);
      const changes: [what: string, change: () => Promise<unknown>][] = [
        ['it comes', () => tick()],
        ['it is done', () => act(done)],
        ['that is taken back', takeBack],
        ['it is put off', () => act(snooze, { until: '1h' })],
        ['that is taken back too', takeBack],
        ['the next one is skipped', () => act(skip)],
        ['it is edited', () => call(update, { notification: edited })],
        ['it is deleted', () => call(remove)],
        ['it is restored', () => call(restore)],
        ['another one is made', () => createReminder(db, user.id, { dateTime: ahead(DAY) })],
        ['the bot is blocked', () => parkUser(db, { userId: user.id, began, at: new Date() })],
        ['and unblocked', () => resumeUser(db, user.id, new Date())],
        [
          'one is given up',
          () => db.update(reminders).set({ deliveryState: 'failed' }).where(eq(reminders.id, id)),
        ],
        ['another one comes', () => tick(ahead(DAY + MINUTE))],
        ['nobody answers for a week', () => archiveUnanswered(db, ahead(9 * DAY))],
      ];
      let known = await read(list, initData);
      for (const [what, change] of changes) {
        await change();
        const { status, headers, json } = await readAgain(list, initData, known.tag);
        expect([what, status]).toEqual([what, 200]);
        expect(json).not.toEqual(known.json);
        known = { tag: headers.get('etag') ?? '', json };
      }
    });

    test('somebody whom the bot cannot reach has another list than before, of the same rows', async () => {
      const { user, initData } = await someone();
      const { tag } = await read(list, initData);
      await db.update(users).set({ unreachableSince: new Date() }).where(eq(users.id, user.id));
      const { status, headers } = await readAgain(list, initData, tag);
      expect(status).toBe(200);
      expect((await readAgain(list, initData, headers.get('etag') ?? '')).status).toBe(304);
    });

    test('what falls due meanwhile for somebody out of reach changes the list', async () => {
      const user = await createUser(db, { unreachableSince: new Date() });
      const soon = new Date(Date.now() + 60_000);
      await createReminder(db, user.id, { dateTime: soon });
      const account = { id: user.id, unreachableSince: new Date() };
      const { tag } = await listReminders(db, account, { now: new Date() });
      const at = (now: Date) => listReminders(db, account, { now, known: tag });
      expect(await at(new Date())).toBeInstanceOf(UnchangedList);
      const later = await at(soon);
      expect(later.tag).not.toBe(tag);
      expect(later instanceof LongList && later.rows).toContain('"overdue":true');
    });

    test('the tag of one list is none of another person’s, nor of the notes', async () => {
      const [first, second] = [await someone(), await someone()];
      const { tag } = await read(list, first.initData);
      expect((await readAgain(list, second.initData, tag)).status).toBe(200);
      await createNote(db, first.user.id);
      expect((await readAgain(listNotes, first.initData, tag)).status).toBe(200);
    });

    test('a tag opens nothing: without genuine init data it is refused as ever', async () => {
      const { initData } = await someone();
      const { tag } = await read(list, initData);
      expect((await readAgain(list, `${initData}0`, tag)).status).toBe(403);
    });
  });

  test('the list of notes is answered in full whenever it has changed, and only then', async () => {
    const user = await createUser(db);
    const initData = initDataFor({ id: user.id });
    const { id } = await createNote(db, user.id);
    const note = { categoryId: 1, title: 'Пароль от вайфая', content: 'Спросить у соседа' };
    const params = { id: String(id) };
    let { tag } = await read(listNotes, initData);
    for (const change of [
      () => callRoute(createNoteRoute, { initData, body: { note } }),
      () => callRoute(updateNote, { initData, body: { note }, params }),
      () => callRoute(removeNote, { initData, body: {}, params }),
    ]) {
      expect((await readAgain(listNotes, initData, tag)).status).toBe(304);
      await change();
      const { status, headers } = await readAgain(listNotes, initData, tag);
      expect(status).toBe(200);
      tag = headers.get('etag') ?? '';
    }
  });
});

describe('a download’s header', () => {
  test('a format that only a newer release knows costs that format, not the message', () => {
    const bold = { type: 'bold', offset: 0, length: 2 };
    const item = { kind: 'voice', messageId: 5, fileId: 'abc', text: 'слова' };
    const newer = { ...bold, type: 'wave' };
    expect(storedAttachment.parse({ items: [{ ...item, entities: [newer, bold] }] })).toEqual({
      items: [{ ...item, entities: [bold] }],
    });
  });
});

describe('giving way', () => {
  /** Work that ends when it is told to. */
  function held() {
    let finish: (fails?: boolean) => void = () => undefined;
    let began = false;
    const ends = new Promise<string>((resolve, reject) => {
      finish = (fails = false) => (fails ? reject(new Error('failed')) : resolve('done'));
    });
    const run = () => {
      began = true;
      return ends;
    };
    return { run, finish: (fails?: boolean) => finish(fails), hasBegun: () => began };
  }

  test('the work of one key is done one after another, whatever becomes of each; too many are refused', async () => {
    const [first, second, other] = [held(), held(), held()];
    const one = oneAtATime('a', 2, first.run);
    const two = oneAtATime('a', 2, second.run);
    const apart = oneAtATime('b', 2, other.run);
    await expect(oneAtATime('a', 2, held().run)).rejects.toMatchObject({
      code: 'too-many',
      retryAfter: 10,
    });
    other.finish();
    expect(await apart).toBe('done');
    expect([first.hasBegun(), second.hasBegun()]).toEqual([true, false]);
    first.finish(true);
    await expect(one).rejects.toThrow('failed');
    second.finish();
    expect(await two).toBe('done');
    const again = held();
    again.finish();
    expect(await oneAtATime('a', 1, again.run)).toBe('done');
  });
});

describe('the environment', () => {
  const complete = {
    DATABASE_URL: 'postgres://user:secret@localhost/napomnyu',
    TELEGRAM_BOT_TOKEN: '42:a-token-of-the-tests-only',
    TELEGRAM_WEBHOOK_SECRET: 'webhook',
    CRON_SECRET: 'sixteen-characters',
    APP_URL: 'https://napomnyu.example/',
  };
  const faultsOf = (source: Record<string, string>): string => {
    try {
      parseEnv(source);
    } catch (error) {
      if (error instanceof EnvError) return error.message;
      throw error;
    }
    return '';
  };

  test('a complete environment needs five variables; the rest has defaults', () => {
    expect(parseEnv(complete)).toMatchObject({
      appUrl: 'https://napomnyu.example',
      telegramApiRoot: 'https://api.telegram.org',
      simulated: false,
      maxPerSecond: 25,
      tickerOn: true,
      appWorkerOn: true,
    });
  });

  test('on Vercel, where cron calls, the ticker is off unless asked for', () => {
    expect(parseEnv({ ...complete, VERCEL: '1' }).tickerOn).toBe(false);
    expect(parseEnv({ ...complete, VERCEL: '1', DELIVERY_TICKER: 'on' }).tickerOn).toBe(true);
  });

  test('a function opens few connections, a server ten, and either as many as it is told', () => {
    expect(parseEnv(complete).databasePoolMax).toBe(10);
    expect(parseEnv({ ...complete, VERCEL: '1' }).databasePoolMax).toBe(3);
    expect(parseEnv({ ...complete, VERCEL: '1', DATABASE_POOL_MAX: '7' }).databasePoolMax).toBe(7);
    expect(faultsOf({ ...complete, DATABASE_POOL_MAX: '0' })).toContain('at least 1');
  });

  test('a database URL whose password is not encoded is refused in words that do not quote it', () => {
    const message = faultsOf({ ...complete, DATABASE_URL: 'postgres://anna:hid#den@db.example/x' });
    expect(message).toMatch(/DATABASE_URL .*percent-encoded/);
    expect(message).not.toContain('hid');
  });

  test.each([
    { TRANSCRIBE_URL: 'http://anna:hidden@whisper.example' },
    { TRANSCRIBE_URL: 'https://whisper.example/?key=hidden' },
    { TRANSCRIBE_URL: 'file:///hidden' },
    { TRANSCRIBE_KEY: 'hidden\r\nX-Other: 1' },
    { TRANSCRIBE_KEY: 'hidden-ключ' },
  ])('a transcriber to which no request could go is refused at start: %j', (variables) => {
    const message = faultsOf({ ...complete, ...variables });
    expect(message).toContain(Object.keys(variables)[0]);
    expect(message).not.toContain('hidden');
  });

  test('every fault is named at once, and no value is quoted', () => {
    const message = faultsOf({
      DATABASE_URL: 'mysql://hidden',
      TELEGRAM_BOT_TOKEN: 'hidden',
      TELEGRAM_WEBHOOK_SECRET: 'hidden hidden',
      CRON_SECRET: 'hidden',
      ADMIN_TELEGRAM_IDS: '1,hidden',
      DELIVERY_TICKER: 'hidden',
      LOG_LEVEL: 'hidden',
    });
    for (const name of [
      'DATABASE_URL',
      'TELEGRAM_BOT_TOKEN',
      'TELEGRAM_WEBHOOK_SECRET',
      'CRON_SECRET',
      'APP_URL',
      'ADMIN_TELEGRAM_IDS',
      'DELIVERY_TICKER',
      'LOG_LEVEL',
    ]) {
      expect(message).toContain(`\n  ${name} `);
    }
    expect(message).not.toContain('hidden');
  });

  test('what Prometheus knows starts no delivery: CRON_SECRET is none for it, and stops no installation that has it so', () => {
    expect(parseEnv(complete).metricsToken).toBeUndefined();
    const { CRON_SECRET } = complete;
    expect(parseEnv({ ...complete, METRICS_TOKEN: CRON_SECRET }).metricsToken).toBeUndefined();
    const own = 'another-of-sixteen';
    expect(parseEnv({ ...complete, METRICS_TOKEN: own }).metricsToken).toBe(own);
  });

  test('a line left empty in .env is a variable that is not set', () => {
    expect(faultsOf({ ...complete, CRON_SECRET: '' })).toContain('CRON_SECRET is missing');
    const optional = variableNames.filter((name) => !(name in complete));
    const blank = Object.fromEntries(optional.map((name) => [name, '']));
    expect(parseEnv({ ...complete, ...blank })).toEqual(parseEnv(complete));
  });

  test('.env.example explains every variable, and only those that exist', () => {
    const example = readFileSync(path.join(process.cwd(), '.env.example'), 'utf8').split('\n');
    const explained = example.flatMap((line, at) => {
      const name = /^([A-Z_]+)=$/.exec(line)?.[1];
      return name !== undefined && example[at - 1]?.startsWith('# ') ? [name] : [];
    });
    const readElsewhere = ['NEXT_PUBLIC_APP_NAME'];
    const setByPlatform = ['VERCEL'];
    expect(explained.sort()).toEqual(
      [...variableNames, ...readElsewhere].filter((name) => !setByPlatform.includes(name)).sort(),
    );
  });

  test('what the legal pages miss is named, and is no reason not to start', () => {
    const named = ['OPERATOR_NAME', 'OPERATOR_ADDRESS', 'CONTACT_EMAIL', 'DATABASE_COUNTRY'];
    expect(parseEnv(complete).missingLegal).toEqual(named);
    expect(parseEnv(complete).encryptedAtRest).toBeUndefined();
    const said = {
      ...{ OPERATOR_NAME: 'ООО «Пример»', OPERATOR_ADDRESS: 'Москва, Примерная, 1' },
      ...{ CONTACT_EMAIL: 'hello@example.org', DATABASE_COUNTRY: 'Россия' },
      ...{ DATABASE_ENCRYPTED: 'off', BACKUP_DAYS: '21', LOG_DAYS: '14' },
    };
    expect(parseEnv({ ...complete, ...said })).toMatchObject({
      ...{ missingLegal: [], encryptedAtRest: false, backupDays: 21, logDays: 14 },
    });
  });
});
