import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { RATE_LIMITS } from '../src/core/limits';
import { categoryId, typeId } from '../src/testing/builders';
import { initDataFor } from '../src/testing/test-env';
import { endpoints } from '../src/testing/endpoints';
import {
  attackServer,
  attacksOn,
  randomAttacks,
  updateAttacks,
  valueAttacks,
} from '../src/testing/hostile';
import { errorPages } from '../src/texts/error-pages';
import { openBodies, residentMegabytes } from '../src/testing/open-bodies';
import { attackRaw } from '../src/testing/raw-requests';
import { botVisitor, load, miniAppVisitor } from '../src/testing/load';
import {
  ADMIN_ID,
  METRICS_TOKEN,
  expect,
  type Stack,
  startStack,
  test,
  TOKEN,
  WEBHOOK_SECRET,
} from './support/test';

/** The short form of what `npm run bench -- hostile load` does at length. */

let lastId = 7_000_000;
/** Ids of people who accepted the terms. */
async function members(stack: Stack, count: number): Promise<number[]> {
  const first = lastId + 1;
  lastId += count;
  await stack.sql`
    insert into users (id, first_name, adult_confirmed_at, terms_version, terms_accepted_at, tutorial_step)
    select id, 'Анна', now(), '2025-10-06', now(), 2
    from generate_series(${first}::bigint, ${lastId}::bigint) as id`;
  const ids = Array.from({ length: count }, (_, i) => first + i);
  for (const id of ids) stack.telegram.simulator.addUser({ id, firstName: 'Анна' });
  return ids;
}
const initData = (id: number) => initDataFor({ id }, { token: TOKEN });

/** Everything that is stored of a person, as one string. */
const belongings = async ({ sql }: Stack, userId: number): Promise<string> =>
  JSON.stringify([
    await sql`select * from users where id = ${userId}`,
    await sql`select * from reminders where user_id = ${userId} order by id`,
    await sql`select * from notes where user_id = ${userId} order by id`,
  ]);

async function victimOf(stack: Stack) {
  const [victim = 0] = await members(stack, 1);
  const [reminder] = await stack.sql`
    insert into reminders (user_id, type_id, category_id, text, first_wall_time, time_zone, date_time)
    select ${victim}, (select min(id) from reminder_types), (select min(id) from categories), 'Моё',
      '2036-01-01T09:00', 'Europe/Moscow', '2036-01-01T06:00Z' returning id`;
  const [note] = await stack.sql`
    insert into notes (user_id, category_id, title, content, date_time)
    select ${victim}, (select min(id) from categories), 'Моё', 'Моё', now() returning id`;
  return { victim, foreignIds: [Number(reminder?.id), Number(note?.id)] };
}

test('no request of an account holder breaks a route, tells of the inside or touches others', async ({
  stack,
}) => {
  test.setTimeout(240_000);
  const { victim, foreignIds } = await victimOf(stack);
  const before = await belongings(stack, victim);
  const all = endpoints();
  expect(all.length).toBeGreaterThan(30);
  const people = await members(stack, 400);
  const attacker = (nth: number) => initData(people[nth % people.length] ?? 0);
  const secrets = { token: TOKEN, webhookSecret: WEBHOOK_SECRET, foreignIds };
  // Deliveries and clean-ups started by a cron call with its secret are no attack.
  const faults = [
    ...(await attackServer(
      stack.app.url,
      all.flatMap((each, i) => attacksOn(each, { ...secrets, initData: attacker(i) })),
    )),
    ...(await attackServer(stack.app.url, valueAttacks(attacker))),
    ...(await attackServer(stack.app.url, randomAttacks(300, all, attacker))),
    ...(await attackServer(
      stack.app.url,
      updateAttacks({ ...secrets, initData: '' }, 2_000_000_000),
    )),
  ];
  expect(faults).toEqual([]);
  expect(await belongings(stack, victim)).toBe(before);
  const health = await fetch(`${stack.app.url}/api/health`);
  expect(health.status).toBe(200);
});

test('200 people at once are all served, in the app and in the chat', async ({ stack }) => {
  test.setTimeout(120_000);
  const { url } = stack.app;
  let lastUpdate = 1_500_000_000;
  const updateId = () => (lastUpdate += 1);
  const ids = await members(stack, 200);
  const visitors = ids.map((userId, i) =>
    i % 10 === 0
      ? botVisitor(url, { userId, secret: WEBHOOK_SECRET, updateId })
      : miniAppVisitor(url, initData(userId), i),
  );
  const { requests, failures } = await load(visitors, { each: 8 });
  expect(failures).toEqual([]);
  expect(requests).toBe(200 * 8);
});

test('an address whose escapes are no UTF-8 is unknown: a page for people, JSON for the API', async ({
  stack,
}) => {
  for (const address of ['/%ff', '/%', '/terms/%E0%A4?a=1']) {
    const answer = await fetch(stack.app.url + address);
    expect(answer.status).toBe(404);
    expect(answer.headers.get('content-type')).toContain('text/html');
    const page = await answer.text();
    expect(page).toContain(errorPages.notFound.title);
    const [, nonce = '-'] =
      /'nonce-([^']+)'/.exec(answer.headers.get('content-security-policy') ?? '') ?? [];
    expect(page).toContain(`nonce="${nonce}"`);
  }
  const call = await fetch(`${stack.app.url}/api/notes/%ff`);
  expect(call.status).toBe(404);
  expect(await call.json()).toMatchObject({ success: false });
});

test('no request of a stranger, however written, is a fault, leads elsewhere or stays open', async ({
  stack,
}) => {
  test.setTimeout(120_000);
  const written = () => readFileSync(stack.logFile, 'utf8');
  // Next.js's greeting is not ours to write.
  const before = written().length;
  expect(await attackRaw(stack.app.url)).toEqual([]);

  // One more request: when its line is there, those of the others are.
  const last = 'the-last-of-the-strangers';
  await fetch(`${stack.app.url}/api/notes`, { headers: { 'x-request-id': last } });
  await expect.poll(written).toContain(last);
  const lines = written().slice(before).trim().split('\n');
  expect(lines.length).toBeGreaterThan(50);
  const levels = lines.map((line) => z.object({ level: z.number() }).parse(JSON.parse(line)).level);
  expect(Math.max(...levels)).toBeLessThan(50);
});

test('bodies that nobody asked for cost no memory, and end with their connections', async ({
  stack,
}) => {
  const memoryOf = () => residentMegabytes(stack.app.process.pid ?? 0);
  const before = memoryOf();
  for (const path of ['/', '/no-such-page', '/api/no-such', '/api/notes/%31', '/api/notes']) {
    const { answers, left } = await openBodies(stack.app.url, { path, connections: 30 });
    expect({ path, left }).toEqual({ path, left: 0 });
    expect(answers.every((status) => status >= 400 && status < 500)).toBe(true);
  }
  expect(memoryOf() - before).toBeLessThan(100);
});

/** What one person may ask of the API. */

test('whoever floods the API is slowed down, and costs nobody else anything', async ({ stack }) => {
  const [flooder = 0, other = 0] = await members(stack, 2);
  const ask = (id: number) =>
    fetch(`${stack.app.url}/api/notifications`, { headers: { initData: initData(id) } });
  const flood: Response[] = [];
  const refused = () => flood.filter(({ status }) => status === 429);
  const windowAt = () => Math.floor(Date.now() / RATE_LIMITS.api.windowMs);
  const firstWindow = windowAt();
  // A slow machine may take more than one window to be flooded.
  while (refused().length < 50) {
    flood.push(...(await Promise.all(Array.from({ length: 125 }, () => ask(flooder)))));
  }
  const windows = windowAt() - firstWindow + 1;
  expect(Number(refused()[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
  const served = flood.filter(({ status }) => status === 200);
  expect(served.length + refused().length).toBe(flood.length);
  expect(served.length).toBeLessThanOrEqual(windows * RATE_LIMITS.api.limit);
  expect((await ask(other)).status).toBe(200);
});

test('a server without a ticker delivers what falls due before a scheduler comes, behind its answer', async () => {
  const { stack, stop } = await startStack({ ticker: 'off' });
  try {
    const [member = 0] = await members(stack, 1);
    stack.telegram.simulator.unblock(member);
    const dueAt = Date.now() + 6_000;
    const notification = {
      typeId: await typeId(stack.db, 'Оплата'),
      categoryId: await categoryId(stack.db, 'Дом'),
      text: 'Выключить плиту',
      dateTime: new Date(dueAt).toISOString(),
    };
    const made = await fetch(`${stack.app.url}/api/notifications`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ initData: initData(member), notification }),
    });
    expect(made.status).toBe(201);
    const { simulator } = stack.telegram;
    await expect
      .poll(() => simulator.messages(member).map(({ text }) => text), { timeout: 20_000 })
      .toEqual([expect.stringContaining('Выключить плиту')]);
    const [sent] = simulator.messages(member);
    expect((sent?.receivedAt ?? Infinity) - dueAt).toBeLessThan(5_000);
  } finally {
    await stop();
  }
});

test('a fault stands in the log with its place in the sources, and no source map is served', async ({
  stack,
}) => {
  const [member = 0] = await members(stack, 1);
  await stack.sql`alter table notes rename to notes_away`;
  try {
    const answer = await fetch(`${stack.app.url}/api/notes`, {
      headers: { initData: initData(member) },
    });
    expect(answer.status).toBe(503);
  } finally {
    await stack.sql`alter table notes_away rename to notes`;
  }
  // The server's output reaches the file a moment after its answer.
  await expect
    .poll(() => readFileSync(stack.logFile, 'utf8'))
    .toMatch(/"at":"at [^"]*src\/server\/[\w/-]+\.ts:\d+/);

  const built = readdirSync('.next/static', { recursive: true, encoding: 'utf8' });
  expect(built.filter((file) => file.endsWith('.map'))).toEqual([]);
  const map = '/_next/static/chunks/main.js.map';
  expect((await fetch(stack.app.url + map)).status).toBe(404);
});

test('nothing that a browser gets holds a secret, or the name of one', async ({ stack }) => {
  const built = '.next/static';
  const files = readdirSync(built, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(js|css|json|map)$/.test(file))
    .map((file) => ({ name: file, text: readFileSync(path.join(built, file), 'utf8') }));
  expect(files.length).toBeGreaterThan(10);
  const pages = await Promise.all(
    ['/', '/terms', '/privacy', '/admin', '/no-such-page', '/api/health'].map(async (name) => ({
      name,
      text: await (await fetch(stack.app.url + name)).text(),
    })),
  );
  const secrets = [
    /DATABASE_URL|TELEGRAM_BOT_TOKEN|TELEGRAM_WEBHOOK_SECRET|CRON_SECRET|ADMIN_TELEGRAM_IDS/,
    /postgres(ql)?:\/\//,
    /\b\d{6,}:[\w-]{30,}/,
    new RegExp(`${TOKEN}|${WEBHOOK_SECRET}|${ADMIN_ID}`),
  ];
  const leaks = [...files, ...pages].flatMap(({ name, text }) =>
    secrets.flatMap(
      (secret) =>
        secret
          .exec(text)
          ?.slice(0, 1)
          .map((at) => `${name}: ${at}`) ?? [],
    ),
  );
  expect(leaks).toEqual([]);
});

test('a calendar link works as built: fetched, unchanged, revoked; metrics count it without its token', async ({
  stack,
}) => {
  const [id = 0] = await members(stack, 1);
  const call = (method: string) =>
    fetch(`${stack.app.url}/api/profile/calendar`, {
      method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ initData: initData(id) }),
    });
  const { url } = z.object({ url: z.string() }).parse(await (await call('POST')).json());
  const { pathname } = new URL(url);
  const feed = (headers: Record<string, string> = {}) =>
    fetch(stack.app.url + pathname, { headers });
  const first = await feed();
  expect(first.status).toBe(200);
  expect(first.headers.get('content-type')).toContain('text/calendar');
  expect(await first.text()).toMatch(/^BEGIN:VCALENDAR\r\n[^]*END:VCALENDAR\r\n$/);
  expect((await feed({ 'if-none-match': first.headers.get('etag') ?? '' })).status).toBe(304);
  expect((await fetch(stack.app.url + pathname, { method: 'HEAD' })).status).toBe(200);
  expect((await call('DELETE')).status).toBe(200);
  expect((await feed()).status).toBe(404);

  const metrics = await fetch(`${stack.app.url}/api/metrics`, {
    headers: { authorization: `Bearer ${METRICS_TOKEN}` },
  });
  const text = await metrics.text();
  expect(text).toContain('route="/api/calendar/:token",status="404"');
  expect(text).not.toContain(pathname.split('/').at(-1));
});

test('a file of two megabytes is imported as built; any other endpoint takes no such body', async ({
  stack,
}) => {
  const [id = 0] = await members(stack, 1);
  const note = (i: number) => ({
    ...{ title: `Заметка ${i}`, content: 'x'.repeat(4_000), category: null, dateTime: null },
  });
  const content = JSON.stringify({
    format: 'napomnyu-export-1',
    profile: { timeZone: 'Europe/Moscow', timeZoneManual: false },
    reminders: [],
    notes: Array.from({ length: 500 }, (_, i) => note(i)),
  });
  const body = { initData: initData(id), name: 'napomnyu.json', content, apply: true };
  const post = (path: string) =>
    fetch(stack.app.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const answer = await post('/api/profile/import');
  expect(await answer.json()).toMatchObject({ success: true, notes: 500, faults: [] });
  const [row] = await stack.sql`select count(*)::int as count from notes where user_id = ${id}`;
  expect(row?.count).toBe(500);
  const refused = await post('/api/profile/timezone').catch(() => null);
  expect(refused === null || refused.status === 413).toBe(true);
});
