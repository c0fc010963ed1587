import { createHmac } from 'node:crypto';
import { connection } from '@/server/db/client';

/** The environment that route handlers read in tests; `DATABASE_URL` comes from the test's database. */
export const TEST_ENV = {
  TELEGRAM_BOT_TOKEN: '42:a-token-of-the-tests-only',
  TELEGRAM_WEBHOOK_SECRET: 'webhook-secret-of-the-tests',
  CRON_SECRET: 'cron-secret-of-the-tests',
  APP_URL: 'http://localhost:3000',
  ADMIN_TELEGRAM_IDS: '1',
  DELIVERY_TICKER: 'off',
};

/** Points the process's environment, and with it the routes, at a database; call before the first request. */
export function serveFrom(databaseUrl: string): void {
  Object.assign(process.env, TEST_ENV, { DATABASE_URL: databaseUrl });
}
/** Closes the pool that the routes opened. */
export const stopServing = (): Promise<void> => connection().close();

/** Init data as Telegram would sign it for a user. */
export function initDataFor(
  user: { id: number; first_name?: string; username?: string; photo_url?: string },
  { at = new Date(), token = TEST_ENV.TELEGRAM_BOT_TOKEN }: { at?: Date; token?: string } = {},
): string {
  const pairs: [string, string][] = [
    ['auth_date', String(Math.floor(at.getTime() / 1000))],
    ['signature', 'c2lnbmF0dXJl'],
    ['user', JSON.stringify({ first_name: 'Тест', ...user })],
  ];
  const key = createHmac('sha256', 'WebAppData').update(token).digest();
  const check = pairs.map(([name, value]) => `${name}=${value}`).join('\n');
  const hash = createHmac('sha256', key).update(check).digest('hex');
  return new URLSearchParams([...pairs, ['hash', hash]]).toString();
}

type Route = (
  request: Request,
  context: { params: Promise<Record<string, string>> },
) => Promise<Response>;

interface Call {
  initData?: string;
  /** Given: a POST with this JSON body. */
  body?: object;
  /** Given: a POST with these very bytes. */
  raw?: BodyInit;
  params?: Record<string, string>;
  headers?: Record<string, string>;
}

/** Calls a route handler as the mini app does and answers its status, headers and JSON. */
export async function callRoute(route: Route, call: Call) {
  const headers = new Headers(call.headers);
  const isWrite = call.body !== undefined || call.raw !== undefined;
  if (!isWrite && call.initData !== undefined) headers.set('initData', call.initData);
  if (isWrite && !headers.has('content-type')) headers.set('content-type', 'application/json');
  const request = new Request('http://localhost/api/route-under-test', {
    method: isWrite ? 'POST' : 'GET',
    headers,
    ...(isWrite && { body: call.raw ?? JSON.stringify({ initData: call.initData, ...call.body }) }),
  });
  const response = await route(request, { params: Promise.resolve(call.params ?? {}) });
  const json: unknown = await response.json();
  return { status: response.status, headers: response.headers, json };
}
