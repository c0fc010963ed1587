import { connection } from '@/server/platform/db/client';
import { type NextRoute } from '@/server/platform/http';
import { createUser } from './builders';
import { testDatabase } from './database';
import { initDataFor, TEST_ENV } from './test-env';

/** Points the process's environment, and with it the routes, at a database; call before the first request. */
export function serveFrom(databaseUrl: string): void {
  Object.assign(process.env, TEST_ENV, { DATABASE_URL: databaseUrl });
}
/** Closes the pool that the routes opened. */
export const stopServing = (): Promise<void> => connection().close();

/**
 * Call once at the top of a test file: `testDatabase` with the routes answering from it, and reaching
 * the simulator where one is given.
 */
export function testRoutes(telegram?: () => { origin: string }) {
  const { db, url } = testDatabase();
  beforeAll(() => {
    serveFrom(url);
    if (telegram) process.env.TELEGRAM_API_ROOT = telegram().origin;
  });
  afterAll(stopServing);
  return {
    db,
    url,
    /** A new user who accepted the terms, unless `fields` say otherwise, and their launch data. */
    someone: async (fields: Parameters<typeof createUser>[1] = {}) => {
      const user = await createUser(db, fields);
      return { user, initData: initDataFor({ id: user.id }) };
    },
  };
}

interface Call {
  initData?: string;
  /** Given: a POST with this JSON body. */
  body?: object;
  /** Given: a POST with these very bytes. */
  raw?: BodyInit;
  params?: Record<string, string>;
  /** Of the address, where that matters. */
  path?: string;
  /** What follows the question mark of the address. */
  query?: string;
  headers?: Record<string, string>;
}

/** Calls a route handler as the mini app does and answers its status, headers and JSON (null without a body). */
export async function callRoute(route: NextRoute, call: Call) {
  const headers = new Headers(call.headers);
  const isWrite = call.body !== undefined || call.raw !== undefined;
  if (!isWrite && call.initData !== undefined) headers.set('initData', call.initData);
  if (isWrite && !headers.has('content-type')) headers.set('content-type', 'application/json');
  const request = new Request(
    `http://localhost${call.path ?? '/api/route-under-test'}?${call.query ?? ''}`,
    {
      method: isWrite ? 'POST' : 'GET',
      headers,
      ...(isWrite && {
        body: call.raw ?? JSON.stringify({ initData: call.initData, ...call.body }),
      }),
    },
  );
  // As Next does: an address without a parameter has no params at all.
  const response = await route(request, { params: call.params && Promise.resolve(call.params) });
  const text = await response.text();
  const json: unknown = text === '' ? null : JSON.parse(text);
  return { status: response.status, headers: response.headers, json };
}
