import { cardsAheadScript } from './first-cards';
import {
  type AskedAhead,
  firstDataOf,
  REMINDERS_PATH,
  TUTORIAL_PATH,
  VALIDATE_PATH,
} from './first-answers';
import { screenPath } from './screen-path';

/**
 * Runs in the app's document before its code is there, as text: it may use nothing from outside itself.
 * Sends the first requests with the launch data, of which it checks nothing: the server does.
 */
export function askAhead(validatePath: string, paths: readonly string[]): void {
  let kept = '';
  try {
    kept = String(JSON.parse(sessionStorage.getItem('tapps/launchParams') ?? '""'));
  } catch {
    // Storage is closed to frames of other sites in some browsers.
  }
  const hash = location.hash.replace(/^#/, '').replace(/[?#]/g, '&');
  const told = [hash, kept].map((query) => new URLSearchParams(query).get('tgWebAppData') ?? '');
  const initData = told.find((each) => each !== '');
  if (initData === undefined) return;
  const asked: AskedAhead = { initData, answers: {}, tap: null, focus: null };
  const ask = (path: string, init: RequestInit) => {
    const answer = fetch(path, init).then(async (response) => {
      const { ok, status, headers } = response;
      return { ok, status, body: await response.text(), tag: headers.get('ETag') };
    });
    answer.catch(() => undefined);
    asked.answers[path] = answer;
  };
  ask(validatePath, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ initData }),
  });
  for (const path of paths) ask(path, { headers: { initData } });
  window.askedAhead = asked;
}

/**
 * The script of the app's document at this address: asks, and draws the first cards of the answer. It
 * may stand in the document more than once, and does its work once.
 */
export function askAheadScript(pathname: string): string {
  const paths = [TUTORIAL_PATH, ...firstDataOf(screenPath(pathname))];
  const ask = `(${askAhead.toString()})(${JSON.stringify(VALIDATE_PATH)},${JSON.stringify(paths)})`;
  const draw = paths.includes(REMINDERS_PATH) ? cardsAheadScript() : '';
  return `if(!("askedAhead" in window)){${ask};${draw}}`;
}
