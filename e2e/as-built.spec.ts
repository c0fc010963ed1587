import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { errorPages } from '../src/texts/error-pages';
import { initData, members } from './support/members';
import { ADMIN_ID, expect, METRICS_TOKEN, test, TOKEN, WEBHOOK_SECRET } from './support/test';

/** What only the built server shows. */

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
  // The server's output comes a moment after its answer.
  await expect.poll(() => stack.app.log()).toMatch(/"at":"at [^"]*src\/server\/[\w/-]+\.ts:\d+/);

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
