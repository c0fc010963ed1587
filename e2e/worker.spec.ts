import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { type Page } from '@playwright/test';
import { startAppServer } from '../src/dev/app-server';
import { freePort, LOOPBACK } from '../src/dev/free-port';
import { storeReminders } from './support/rows';
import { expect, type Person, test } from './support/test';

/** The app's service worker: what a start asks the server for, updates, and how it is withdrawn. */

/** Stands between browser and server, and tells what was asked for. */
class Gate {
  asked: string[] = [];
  /** Where requests go. */
  upstream: string;
  /** Answers instead of the server, by path. */
  readonly own = new Map<string, (answer: ServerResponse) => void>();
  /** Changes what the server answers for the app's document. */
  rewrite: ((html: string) => string) | null = null;
  readonly #server = http.createServer((request, answer) => void this.#pass(request, answer));

  constructor(upstream: string) {
    this.upstream = upstream;
  }

  async open(): Promise<string> {
    this.#server.listen(0, LOOPBACK);
    await once(this.#server, 'listening');
    const address = this.#server.address();
    return `http://${LOOPBACK}:${isAddress(address) ? address.port : 0}`;
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  async #pass(request: IncomingMessage, answer: ServerResponse): Promise<void> {
    const path = request.url ?? '/';
    this.asked.push(path);
    const own = this.own.get(path);
    if (own) {
      own(answer);
      return;
    }
    const body: Buffer[] = [];
    for await (const chunk of request) if (Buffer.isBuffer(chunk)) body.push(chunk);
    const headers = new Headers();
    for (const [name, value] of Object.entries(request.headers)) {
      if (typeof value === 'string' && !/^(host|connection|content-length)$/.test(name)) {
        headers.set(name, value);
      }
    }
    const told = await fetch(this.upstream + path, {
      method: request.method ?? 'GET',
      headers,
      redirect: 'manual',
      ...(body.length > 0 && { body: Buffer.concat(body) }),
    }).catch(() => null);
    if (!told) {
      // The server is being started anew.
      answer.destroy();
      return;
    }
    told.headers.forEach((value, name) => {
      if (
        !/^(content-encoding|content-length|transfer-encoding|connection|keep-alive)$/.test(name)
      ) {
        answer.setHeader(name, value);
      }
    });
    answer.statusCode = told.status;
    const content = Buffer.from(await told.arrayBuffer());
    const rewrites = path === '/app' ? this.rewrite : null;
    answer.end(rewrites ? rewrites(content.toString()) : content);
  }
}

const isAddress = (address: AddressInfo | string | null): address is AddressInfo =>
  typeof address === 'object' && address !== null;

/** The document that browsers keep; null while there is none. */
const keptDocument = (page: Page) =>
  page.evaluate(async () => (await (await caches.match('/app'))?.text()) ?? null);

/** How many built files browsers keep. */
const keptFiles = (page: Page) =>
  page.evaluate(async () => {
    const caching = (await caches.keys()).map(async (name) => (await caches.open(name)).keys());
    return (await Promise.all(caching)).flat().filter(({ url }) => url.includes('/_next/')).length;
  });

async function start(person: Person, url: string): Promise<void> {
  const { page } = person;
  await page.goto('about:blank');
  await page.goto(person.launchUrl('/app', { url: `${url}/app` }));
  await expect(page.getByRole('article', { name: 'Оплатить интернет' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Добавить уведомление' })).toBeVisible();
}

const builtFiles = (asked: readonly string[]) =>
  asked.filter((path) => path.startsWith('/_next/static/'));

test.describe('the worker', () => {
  let gate: Gate;
  let url = '';
  test.beforeEach(async ({ person }) => {
    await person.register();
    await storeReminders(person);
    await person.inPhonesClient();
    gate = new Gate(person.stack.app.url);
    url = await gate.open();
  });
  test.afterEach(() => gate.close());

  /** The first start, until everything that it has loaded is kept. */
  async function firstStart(person: Person): Promise<void> {
    await start(person, url);
    await expect.poll(() => keptDocument(person.page)).not.toBeNull();
    const loaded = () =>
      person.page.evaluate(
        () =>
          new Set(
            performance
              .getEntriesByType('resource')
              .map(({ name }) => new URL(name).pathname)
              .filter((path) => path.startsWith('/_next/static/')),
          ).size,
      );
    await expect.poll(async () => (await keptFiles(person.page)) >= (await loaded())).toBe(true);
  }

  test('the second start needs the network for data only, the form included, and nothing of the user’s is kept', async ({
    person,
    page,
  }) => {
    await firstStart(person);
    gate.asked = [];
    // Also where the browser's own cache has lost everything.
    const session = await page.context().newCDPSession(page);
    await session.send('Network.clearBrowserCache');
    await start(person, url);
    await page.getByRole('button', { name: 'Добавить уведомление' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    // Browsers with tabs ask for the icon; Telegram has none. The next version is looked for later.
    const needed = gate.asked.filter((path) => !/^\/(icon\.svg|app-worker\.js|app$)/.test(path));
    expect(needed.filter((path) => !path.startsWith('/api/'))).toEqual([]);
    expect(needed).toContain('/api/notifications');
    expect(gate.asked[0]).not.toBe('/app');

    const kept = await page.evaluate(async () => {
      const all = [];
      for (const name of await caches.keys()) {
        const cache = await caches.open(name);
        for (const request of await cache.keys()) {
          const answer = await cache.match(request);
          all.push({ url: new URL(request.url).pathname, text: (await answer?.text()) ?? '' });
        }
      }
      return all;
    });
    expect(kept.length).toBeGreaterThan(2);
    expect(kept.filter((each) => !/^\/(app$|_next\/static\/)/.test(each.url))).toEqual([]);
    for (const secret of ['Оплатить интернет', `anna_${person.id}`, String(person.id)]) {
      expect(kept.filter(({ text }) => text.includes(secret)).map((each) => each.url)).toEqual([]);
    }
  });

  test('a start without a connection says of when its list is, until there is one again', async ({
    person,
    page,
    look,
  }) => {
    await firstStart(person);
    await page.context().setOffline(true);
    await start(person, url);
    await expect(page.getByText(/^Нет сети. Список на \d\d:\d\d$/)).toBeVisible();
    await look('offline-list');
    await page.context().setOffline(false);
    await expect(page.getByText(/^Нет сети/)).toBeHidden();
    await expect(page.getByRole('article', { name: 'Оплатить интернет' })).toBeVisible();
  });

  test('an update shows from the next start on, and only once all of its files are there', async ({
    person,
    page,
  }) => {
    await firstStart(person);
    const added = '/_next/static/chunks/of-the-next-version.js';
    gate.rewrite = (html) =>
      html.replace('</head>', `<script src="${added}" async></script></head>`);
    gate.own.set(added, (answer) => answer.writeHead(404).end());
    const tried = () => gate.asked.filter((path) => path === added).length;

    await start(person, url);
    await expect.poll(tried).toBe(1);
    await start(person, url);
    expect(await keptDocument(page)).not.toContain(added);
    expect(await page.locator(`script[src="${added}"]`).count()).toBe(0);

    await expect.poll(tried).toBe(2);
    gate.own.set(added, (answer) => {
      answer.writeHead(200, { 'Content-Type': 'text/javascript' }).end('void 0');
    });
    await start(person, url);
    await expect.poll(() => keptDocument(page)).toContain(added);
    gate.asked = [];
    await start(person, url);
    expect(await page.locator(`script[src="${added}"]`).count()).toBe(1);
    expect(builtFiles(gate.asked)).toEqual([]);
  });

  test('an operator withdraws it: what was kept goes, and starts come from the server', async ({
    person,
    page,
  }) => {
    await firstStart(person);
    const { environment } = person.stack;
    const port = await freePort();
    const off = await startAppServer({ port, env: { ...environment, APP_WORKER: 'off' } });
    gate.upstream = off.url;
    await start(person, url);
    await expect.poll(() => page.evaluate(() => caches.keys())).toEqual([]);
    gate.asked = [];
    await start(person, url);
    expect(gate.asked[0]).toMatch(/^\/app/);
    expect(await page.evaluate(() => caches.keys())).toEqual([]);
    await off.stop();
  });
});
