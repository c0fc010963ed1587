import { APP_PATH } from '@/contract/launch';

/*
 * The service worker of the app's document: it holds that document, which says nothing of its user, and the
 * built files, so that a start needs the network for the list only. It never sees data: those requests pass
 * it by.
 *
 * A start is of one version. Built files carry a hash of what is in them in their names, so the document
 * alone decides on the version, and it is stored only once every file that it names is stored. The next
 * version is looked for behind each start, and serves the one after.
 */

/** What the page tells the worker: which files it has loaded, for the next start. */
export interface Loaded {
  loaded: string[];
}

interface Extendable {
  waitUntil: (done: Promise<unknown>) => void;
}
interface FetchLike extends Extendable {
  request: Request;
  respondWith: (answer: Promise<Response>) => void;
}
/** Of a worker's global scope what is used here: the project is typed for pages. */
export interface WorkerScope {
  addEventListener: ((type: 'install' | 'activate', heard: (event: Extendable) => void) => void) &
    ((type: 'fetch', heard: (event: FetchLike) => void) => void) &
    ((type: 'message', heard: (event: Extendable & { data: unknown }) => void) => void);
  skipWaiting: () => Promise<void>;
  clients: { claim: () => Promise<void> };
  registration: { unregister: () => Promise<boolean> };
  location: { origin: string };
}

declare const self: WorkerScope;

/** The names of the caches begin with it. */
const CACHE = 'app-shell';
const FILES = '/_next/static/';
/** A document that is older is asked for anew before it is shown. */
const FRESH_MS = 7 * 86_400_000;
/** How long after a start the next version is looked for: not while the start needs the network. */
const RENEW_AFTER_MS = 5_000;

/** Takes the place of the worker before it without waiting for its pages to close. */
export function beginAtOnce(activated: () => Promise<void>): void {
  self.addEventListener('install', (event) => {
    event.waitUntil(self.skipWaiting());
  });
  self.addEventListener('activate', (event) => {
    event.waitUntil(activated());
  });
}

/** Drops the app's caches, but for those that are `kept`. */
export async function dropCachesExcept(kept: readonly (string | undefined)[] = []): Promise<void> {
  const names = (await caches.keys()).filter(
    (name) => name.startsWith(CACHE) && !kept.includes(name),
  );
  await Promise.all(names.map((name) => caches.delete(name)));
}

/** The cache of the version whose document names these files. */
async function cacheNameOf(named: readonly string[]): Promise<string> {
  const bytes = new TextEncoder().encode([...named].sort().join('\n'));
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return `${CACHE}-${[...hash.slice(0, 8)].map((each) => each.toString(16)).join('-')}`;
}

const keptDocument = async () => (await caches.open(CACHE)).match(APP_PATH);
const keptFile = (path: string) => caches.match(path, { ignoreVary: true });
/** The files that a document names. */
const namedIn = (html: string) => [
  ...new Set(html.match(new RegExp(`${FILES}[\\w./~%?=-]+`, 'g'))),
];

/** Stores those that are not there yet: all, or it rejects. */
async function store(name: string, paths: readonly string[]): Promise<void> {
  const cache = await caches.open(name);
  await Promise.all(
    paths.map(async (path) => {
      if (await cache.match(path, { ignoreVary: true })) return;
      const file = (await keptFile(path)) ?? (await fetch(path));
      if (!file.ok) throw new Error('a file of the next version is not there');
      await cache.put(path, file);
    }),
  );
}

/** Fetches the present version, and from the next start on it is the one that is shown. */
async function renew(): Promise<void> {
  const document = await fetch(APP_PATH, { cache: 'no-store' });
  const named = namedIn(await document.clone().text());
  if (!document.ok || document.redirected || named.length === 0) return;
  const before = await keptDocument();
  const previous = before && (await cacheNameOf(namedIn(await before.text())));
  const present = await cacheNameOf(named);
  await store(present, named);
  await (await caches.open(CACHE)).put(APP_PATH, document);
  if (present === previous) return;
  // Whoever still has the last version open may want more of its files.
  await dropCachesExcept([CACHE, present, previous]);
}

const wait = (ms: number) => new Promise((done) => setTimeout(done, ms));

/** The document that is kept; where that is old, or there is none, it is asked for. */
async function openDocument(request: Request): Promise<Response> {
  const kept = await keptDocument();
  const fresh = kept && Date.now() - Date.parse(kept.headers.get('date') ?? '') < FRESH_MS;
  if (fresh) return kept;
  return fetch(request).catch((fault: unknown) => {
    if (kept) return kept;
    throw fault;
  });
}

/** Runs as the worker. */
export function run(): void {
  let renewing: Promise<void> | null = null;
  const renewLater = () =>
    (renewing ??= wait(RENEW_AFTER_MS)
      .then(renew)
      .catch(() => undefined)
      .finally(() => (renewing = null)));

  beginAtOnce(() => self.clients.claim());
  self.addEventListener('message', (event) => {
    const { data } = event;
    const told: unknown = typeof data === 'object' && data !== null && Reflect.get(data, 'loaded');
    if (!Array.isArray(told)) return;
    const paths = told.filter(
      (path): path is string => typeof path === 'string' && path.startsWith(FILES),
    );
    const keep = async () => {
      if (!(await keptDocument())) await renew();
      const document = await keptDocument();
      if (document) await store(await cacheNameOf(namedIn(await document.text())), paths);
    };
    event.waitUntil(keep().catch(() => undefined));
  });
  self.addEventListener('fetch', (event) => {
    const { request } = event;
    const { origin, pathname, search } = new URL(request.url);
    if (request.method !== 'GET' || origin !== self.location.origin) return;
    if (request.mode === 'navigate') {
      if (pathname !== APP_PATH) return;
      event.respondWith(openDocument(request));
      event.waitUntil(renewLater());
    } else if (pathname.startsWith(FILES)) {
      event.respondWith(keptFile(pathname + search).then((kept) => kept ?? fetch(request)));
    }
  });
}
