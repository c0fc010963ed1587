import { type ScreenPath } from '@/contract/launch';
import { FIRST_ROWS } from '@/core/limits';

/*
 * What the prelude (client/prelude), which the document carries before the app's code, hands over to that:
 * the first requests, which leave at once, and what was tapped meanwhile.
 */

/** A server's answer, read to its end. */
export interface Answer {
  ok: boolean;
  status: number;
  body: string;
  /** The `ETag` of what it holds. */
  tag: string | null;
}

interface Asked {
  answer: Promise<Answer>;
  /** What it has come to; null until then. */
  here: Answer | null;
  /** When it came, by `performance.now()`. */
  hereAt: number;
}

export interface Prelude {
  /** By path; each answer is handed out once. */
  asked: Map<string, Asked>;
  /** What was tapped last on the cards that it has drawn, as a selector. */
  tap: string | null;
  /** Where the keyboard is on them. */
  focus: string | null;
}

declare global {
  interface Window {
    /** Undefined once the app has taken it over. */
    prelude?: Prelude | undefined;
  }
}

/** Asks and reads the answer to its end. Rejects where none comes, or not within `limitMs`. */
export async function ask(path: string, init: RequestInit, limitMs: number): Promise<Answer> {
  const answer = await fetch(path, { ...init, signal: AbortSignal.timeout(limitMs) });
  const { ok, status, headers } = answer;
  return { ok, status, body: await answer.text(), tag: headers.get('ETag') };
}

/** A first request without an answer by then gives way to an ordinary one. */
const LIMIT_MS = 12_000;
/** A first answer that nobody has taken by then is asked for anew. */
const FRESH_MS = 60_000;

export const VALIDATE_PATH = '/api/validate';
export const REMINDERS_PATH = '/api/notifications';
export const NOTES_PATH = '/api/notes';
/** What the screen of the notes asks for first. */
export const NOTES_FIRST_PATH = `${NOTES_PATH}?limit=${FIRST_ROWS}`;
export const STATS_PATH = '/api/profile/stats';

/** What a screen cannot do without, beside the session itself. */
const firstData: Record<ScreenPath, string> = {
  '/': REMINDERS_PATH,
  '/notes': NOTES_FIRST_PATH,
  '/profile': STATS_PATH,
  '/admin': STATS_PATH,
};

/**
 * Sends what the app cannot do without on a screen. Where the validation fails, as for terms that are not accepted, the
 * other answer goes as well: it tells of a time before they were.
 */
export function askFirst(initData: string, screen: ScreenPath): Prelude['asked'] {
  const asked: Prelude['asked'] = new Map();
  const dataPath = firstData[screen];
  const send = (path: string, init: RequestInit) => {
    const request: Asked = { answer: ask(path, init, LIMIT_MS), here: null, hereAt: 0 };
    asked.set(path, request);
    request.answer.then(
      (here) => {
        Object.assign(request, { here, hereAt: performance.now() });
        if (path === VALIDATE_PATH && !here.ok) asked.delete(dataPath);
      },
      () => {
        // Nobody has to see the fault: whoever wants the answer asks for it anew.
        asked.delete(path);
        if (path === VALIDATE_PATH) asked.delete(dataPath);
      },
    );
  };
  send(VALIDATE_PATH, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ initData }),
  });
  send(dataPath, { headers: { initData } });
  return asked;
}

let prelude: Prelude | undefined;

/** From here on what the prelude began is the app's. */
export function takeOver(): void {
  prelude = window.prelude;
  window.prelude = undefined;
}

/**
 * Does what was tapped before the app was there, or what `tapOnReminders` has asked for, each only once; runs whenever
 * the reminders' screen appears with its list. The keyboard goes back to where it was, and a field that was tapped is
 * focused, for a click does nothing there.
 */
export function replayTap(): void {
  if (!prelude) return;
  const found = (selector: string | null) =>
    selector === null ? null : document.querySelector<HTMLElement>(selector);
  found(prelude.focus)?.focus();
  const tapped = found(prelude.tap);
  if (tapped instanceof HTMLInputElement) tapped.focus();
  else tapped?.click();
  prelude.tap = prelude.focus = null;
}

/** Has a button of the reminders' screen tapped, by its `data-tap`, as soon as that is shown. */
export function tapOnReminders(name: string): void {
  prelude = { asked: new Map(), focus: null, ...prelude, tap: `[data-tap=${name}]` };
}

function fresh(path: string): Asked | undefined {
  const request = prelude?.asked.get(path);
  const old = request?.here && performance.now() - request.hereAt > FRESH_MS;
  return old ? undefined : request;
}

/**
 * The answer to a first request, if there was one and nobody has taken it. What was asked about the same
 * list in other words is as old, and goes with it.
 */
export function takeAnswer(path: string): Promise<Answer> | undefined {
  const request = fresh(path);
  const withoutQuery = (each: string) => each.split('?')[0];
  for (const each of prelude?.asked.keys() ?? []) {
    if (withoutQuery(each) === withoutQuery(path)) prelude?.asked.delete(each);
  }
  return request?.answer;
}

/** The same answer without waiting, if it has come already; it can still be taken. */
export const peekAnswer = (path: string): Answer | null => fresh(path)?.here ?? null;
