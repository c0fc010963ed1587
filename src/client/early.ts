/**
 * The first requests leave before the app's code is there: they know the launch data and nothing
 * else. api.ts picks the answers up; each is handed out once.
 */
const answers = new Map<string, Promise<Response>>();

export const VALIDATE_PATH = '/api/validate';
export const TUTORIAL_PATH = '/api/profile/tutorial-status';
export const REMINDERS_PATH = '/api/notifications';
export const NOTES_PATH = '/api/notes';
export const STATS_PATH = '/api/profile/stats';

/** What a screen cannot do without, beside the session itself. */
const firstData: Record<string, string> = {
  '/': REMINDERS_PATH,
  '/notes': NOTES_PATH,
  '/profile': STATS_PATH,
  '/admin': STATS_PATH,
};

/** Sends what the screen at `pathname` will ask for first. */
export function requestEarly(initData: string, pathname: string): void {
  const data = firstData[pathname];
  start(VALIDATE_PATH, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ initData }),
  });
  for (const path of data ? [TUTORIAL_PATH, data] : [TUTORIAL_PATH]) {
    start(path, { headers: { initData } });
  }
}

function start(path: string, init: RequestInit): void {
  const answer = fetch(path, init);
  answer.catch(() => undefined); // Whoever picks it up sees the fault; until then nobody has to.
  answers.set(path, answer);
}

/** The answer to an early request, if there was one and nobody has taken it. */
export function takeEarly(path: string): Promise<Response> | undefined {
  const answer = answers.get(path);
  answers.delete(path);
  return answer;
}
