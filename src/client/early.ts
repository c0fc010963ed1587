/** A server's answer, read to its end. */
export interface Answer {
  ok: boolean;
  status: number;
  body: string;
}

export async function readAnswer(response: Promise<Response>): Promise<Answer> {
  const answer = await response;
  return { ok: answer.ok, status: answer.status, body: await answer.text() };
}

interface Asked {
  answer: Promise<Answer>;
  /** What it has come to; null until then. */
  here: Answer | null;
}

/**
 * The first requests leave before the app's code is there: they know the launch data and nothing
 * else. wire.ts picks the answers up; each is handed out once.
 */
const asked = new Map<string, Asked>();

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
  const answer = readAnswer(fetch(path, init));
  const request: Asked = { answer, here: null };
  asked.set(path, request);
  answer.then(
    (here) => (request.here = here),
    () => undefined, // Whoever picks it up sees the fault; until then nobody has to.
  );
}

/** The answer to an early request, if there was one and nobody has taken it. */
export function takeEarly(path: string): Promise<Answer> | undefined {
  const request = asked.get(path);
  asked.delete(path);
  return request?.answer;
}

/** The same answer without waiting, if it has come already; it can still be taken. */
export const peekEarly = (path: string): Answer | null => asked.get(path)?.here ?? null;
