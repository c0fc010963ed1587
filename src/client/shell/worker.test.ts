import { webcrypto } from 'node:crypto';
import { APP_PATH } from '@/contract/launch';
import { run } from './worker';

/** What the worker has stored, by cache and path. */
const stored = new Map<string, Map<string, Response>>();
const cacheOf = (name: string) => {
  const cache = stored.get(name) ?? new Map<string, Response>();
  stored.set(name, cache);
  return cache;
};
const caches = {
  keys: () => Promise.resolve([...stored.keys()]),
  delete: (name: string) => Promise.resolve(stored.delete(name)),
  match: (path: string) =>
    Promise.resolve(
      [...stored.values()]
        .map((cache) => cache.get(path))
        .find(Boolean)
        ?.clone(),
    ),
  open: (name: string) =>
    Promise.resolve({
      match: (path: string) => Promise.resolve(cacheOf(name).get(path)?.clone()),
      put: (path: string, file: Response) => Promise.resolve(void cacheOf(name).set(path, file)),
    }),
};
const isDocumentKept = () => [...stored.values()].some((cache) => cache.has(APP_PATH));
const FILE = '/_next/static/chunks/app.js';

/** The page has loaded a file, and tells the worker so while the server answers like that. */
async function afterStart(document: { status?: number; redirected?: boolean }): Promise<void> {
  const answer = new Response(`<script src="${FILE}"></script>`, {
    status: document.status ?? 200,
  });
  Object.defineProperty(answer, 'redirected', { value: document.redirected ?? false });
  const fetched = (path: string) => Promise.resolve(path === APP_PATH ? answer : new Response(''));
  Object.assign(globalThis, { fetch: fetched });
  let done: Promise<unknown> = Promise.resolve();
  const waitUntil = (work: Promise<unknown>) => (done = work);
  const told = new MessageEvent('message', { data: { loaded: [FILE] } });
  window.dispatchEvent(Object.assign(told, { waitUntil }));
  await done;
}

beforeAll(() => {
  Object.defineProperty(globalThis, 'crypto', { value: webcrypto });
  Object.assign(globalThis, { caches });
  run();
});
beforeEach(() => stored.clear());

test('what a start has loaded is held, with its document', async () => {
  await afterStart({});
  expect(isDocumentKept()).toBe(true);
  expect(await caches.match(FILE)).toBeDefined();
});

test.each([
  // Browsers refuse a redirected answer to a navigation: the app would not open until the next version.
  ['was redirected', { redirected: true }],
  ['is a fault', { status: 503 }],
])('a document that %s is not held', async (_, document) => {
  await afterStart(document);
  expect(isDocumentKept()).toBe(false);
});
