import { FIRST_ROWS } from '@/core/limits';

/** A server's answer, read to its end. */
export interface Answer {
  ok: boolean;
  status: number;
  body: string;
  /** The `ETag` of what it holds. */
  tag: string | null;
}

/** A control by its name, on the card of that reminder or elsewhere on the screen. */
export interface Control {
  card: string | null;
  name: string;
}

/** What the page's own scripts (first-requests.ts, first-cards.ts) have done before any of the app's code was there. */
export interface AskedAhead {
  initData: string;
  answers: Partial<Record<string, Promise<Answer>>>;
  /** What was tapped last on the cards that they have drawn. */
  tap: Control | null;
  /** Where the keyboard is on them. */
  focus: Control | null;
}

declare global {
  interface Window {
    /** Undefined once the app has taken it over. */
    askedAhead?: AskedAhead | undefined;
  }
}

/** Asks and reads the answer to its end. Rejects where none comes, or not within `limitMs`. */
export async function ask(path: string, init: RequestInit, limitMs: number): Promise<Answer> {
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), limitMs);
  try {
    const answer = await fetch(path, { ...init, signal: abort.signal });
    const { ok, status, headers } = answer;
    return { ok, status, body: await answer.text(), tag: headers.get('ETag') };
  } finally {
    clearTimeout(timer);
  }
}

/** An early request without an answer by then gives way to an ordinary one. */
const EARLY_LIMIT_MS = 12_000;
/** An early answer that nobody has taken by then is asked for anew. */
const FRESH_MS = 60_000;

interface Asked {
  answer: Promise<Answer>;
  /** What it has come to; null until then. */
  here: Answer | null;
  /** When it came, by `performance.now()`. */
  hereAt: number;
}

/**
 * The first requests leave before the app's code is there: they know the launch data and nothing
 * else. wire.ts picks the answers up; each is handed out once. With a validation that failed, all the
 * others go: they tell of a time before the user did what was asked of them.
 */
const asked = new Map<string, Asked>();

/** More rows than this are read in slices, between which the page can answer: 10,000 at once would freeze a phone. */
export const ROWS_AT_ONCE = 400;

export const VALIDATE_PATH = '/api/validate';
export const TUTORIAL_PATH = '/api/profile/tutorial-status';
export const REMINDERS_PATH = '/api/notifications';
export const NOTES_PATH = '/api/notes';
/** What the screen of the notes asks for first. */
export const NOTES_FIRST_PATH = `${NOTES_PATH}?limit=${FIRST_ROWS}`;
export const STATS_PATH = '/api/profile/stats';

let drawnBefore: AskedAhead | undefined;

/**
 * Does what was tapped on the cards that were there before the app, now that the same ones are there
 * for good, and puts the keyboard back where it was. Once.
 */
export function serveTap(): void {
  const { tap = null, focus = null } = drawnBefore ?? {};
  drawnBefore = undefined;
  if (focus) controlOf(focus)?.focus();
  const tapped = tap && controlOf(tap);
  if (tapped instanceof HTMLInputElement) tapped.focus();
  else tapped?.click();
}

function controlOf({ card, name }: Control): HTMLElement | undefined {
  const all = [...document.querySelectorAll<HTMLElement>('button, a, input')];
  return all.find(
    (control) =>
      (control.closest('article')?.getAttribute('data-id') ?? null) === card &&
      (control.getAttribute('aria-label') ?? control.textContent) === name,
  );
}

/** What a screen cannot do without, beside the session itself. */
const firstData: Partial<Record<string, string[]>> = {
  '/': [REMINDERS_PATH],
  '/notes': [NOTES_FIRST_PATH],
  '/profile': [STATS_PATH],
  '/admin': [STATS_PATH],
};

/** What the screen at this address asks for first. */
export const firstDataOf = (screen: string): string[] => firstData[screen] ?? [];

/**
 * Sends what the screen at `pathname` will ask for first; where the page's own script has done so
 * (first-requests.ts), takes that over.
 */
export function requestEarly(initData: string, pathname: string): void {
  const { askedAhead } = window;
  window.askedAhead = undefined;
  drawnBefore = askedAhead;
  const ahead = askedAhead?.initData === initData ? askedAhead.answers : {};
  start(VALIDATE_PATH, ahead, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ initData }),
  });
  for (const path of [TUTORIAL_PATH, ...firstDataOf(pathname)]) {
    start(path, ahead, { headers: { initData } });
  }
}

function start(path: string, ahead: AskedAhead['answers'], init: RequestInit): void {
  const here = ahead[path];
  const answer = here ? within(here, EARLY_LIMIT_MS) : ask(path, init, EARLY_LIMIT_MS);
  const request: Asked = { answer, here: null, hereAt: 0 };
  asked.set(path, request);
  answer.then(
    (here) => {
      request.here = here;
      request.hereAt = performance.now();
      if (path === VALIDATE_PATH && !here.ok) dropOthers();
    },
    () => {
      // Nobody has to see the fault: whoever wants the answer asks for it anew.
      if (asked.get(path) === request) asked.delete(path);
      if (path === VALIDATE_PATH) dropOthers();
    },
  );
}

/** The same, but rejects when it takes longer. */
function within<T>(answer: Promise<T>, limitMs: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('no answer in time')), limitMs);
    answer.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

function dropOthers(): void {
  for (const path of [...asked.keys()]) if (path !== VALIDATE_PATH) asked.delete(path);
}

function fresh(path: string): Asked | undefined {
  const request = asked.get(path);
  const old = request?.here && performance.now() - request.hereAt > FRESH_MS;
  return old ? undefined : request;
}

/**
 * The answer to an early request, if there was one and nobody has taken it. What was asked about the same
 * list in other words is as old, and goes with it.
 */
export function takeEarly(path: string): Promise<Answer> | undefined {
  const request = fresh(path);
  const listOf = (each: string) => each.split('?')[0];
  for (const each of [...asked.keys()]) if (listOf(each) === listOf(path)) asked.delete(each);
  return request?.answer;
}

/** The same answer without waiting, if it has come already; it can still be taken. */
export const peekEarly = (path: string): Answer | null => fresh(path)?.here ?? null;
