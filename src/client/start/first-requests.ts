import { cardsAheadScript } from '../shell/first-cards';
import {
  type AskedAhead,
  firstDataOf,
  REMINDERS_PATH,
  TUTORIAL_PATH,
  VALIDATE_PATH,
} from '../wire/first-answers';
import { launchQuery } from '../host/launch';
import { screenPath } from '../host/navigate';

/**
 * Runs in the document before the app's code, as text: it may use nothing from outside itself. It checks
 * nothing of the launch data: the server does.
 */
export function askAhead(
  findLaunch: typeof launchQuery,
  validatePath: string,
  paths: readonly string[],
): void {
  const initData = new URLSearchParams(findLaunch() ?? '').get('tgWebAppData');
  if (initData === null) return;
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

/** Asks, and draws the first cards of the answer; once, though it may stand in the document twice. */
export function askAheadScript(pathname: string): string {
  const paths = [TUTORIAL_PATH, ...firstDataOf(screenPath(pathname))];
  const ask = `(${askAhead.toString()})(${launchQuery.toString()},${JSON.stringify(VALIDATE_PATH)},${JSON.stringify(paths)})`;
  const draw = paths.includes(REMINDERS_PATH) ? cardsAheadScript() : '';
  return `if(!("askedAhead" in window)){${ask};${draw}}`;
}
