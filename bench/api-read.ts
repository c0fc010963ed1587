/**
 * GET /api/notifications, 50 rows from PostgreSQL, against an empty route handler, both as Next.js
 * serves a production build. The empty one is an app of its own, so that the product ships no such
 * route. The two servers take turns; both run all the while.
 */
import autocannon from 'autocannon';
import { z } from 'zod';
import { initDataFor, TEST_ENV } from '@/testing/test-env';
import { median, ratio, report } from './figures';
import { EMPTY_ROUTE, type NextServer, serveEmptyApp, serveProduct } from './next-servers';
import { storedDatabase } from './stored';

const ROWS = 50;
/** More than the rate limit of one user lets through in a run. */
const USERS = 600;
const ROUNDS = 5;
const SECONDS = 5;
const CONNECTIONS = 10;
const SHARE_MIN = 0.5;

const result = z.object({
  requests: z.object({ average: z.number() }),
  '2xx': z.number(),
  non2xx: z.number(),
  errors: z.number(),
});

interface Side extends NextServer {
  requests: { method: 'GET'; path: string; headers: Record<string, string> }[];
  perSecond: number[];
}

/** Once through all requests, so that a fault is seen and both are warm. */
async function warmUp({ url, requests }: Side): Promise<void> {
  for (const { path, headers } of requests) {
    const answer = await fetch(url + path, { headers });
    const body = await answer.text();
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${body}`);
  }
}

async function round({ url, requests, perSecond }: Side): Promise<void> {
  const options = { url, connections: CONNECTIONS, duration: SECONDS, requests };
  const { requests: made, ...seen } = result.parse(await autocannon(options));
  if (seen.non2xx + seen.errors > 0) throw new Error(`failed requests: ${JSON.stringify(seen)}`);
  perSecond.push(made.average);
}

const database = await storedDatabase({ count: USERS * ROWS, perUser: ROWS });

const sides: Side[] = [];
try {
  const ours: Side = {
    ...(await serveProduct({
      ...TEST_ENV,
      DATABASE_URL: database.url,
      LOG_LEVEL: 'warn',
    })),
    requests: Array.from({ length: USERS }, (_, i) => ({
      method: 'GET' as const,
      path: '/api/notifications',
      headers: { initData: initDataFor({ id: i + 1 }) },
    })),
    perSecond: [],
  };
  sides.push(ours);
  const empty: Side = {
    ...(await serveEmptyApp()),
    requests: [{ method: 'GET', path: EMPTY_ROUTE, headers: {} }],
    perSecond: [],
  };
  sides.push(empty);
  for (const side of sides) await warmUp(side);
  for (let i = 0; i < ROUNDS; i += 1) for (const side of sides) await round(side);
  const share = median(ours.perSecond.map((each, i) => each / (empty.perSecond[i] ?? NaN)));
  report('api-read', [
    {
      figure: `GET /api/notifications, ${ROWS} rows, against an empty route handler`,
      target: `≥ ${SHARE_MIN}`,
      measured: `${ratio(share)} (${Math.round(median(ours.perSecond))} against ${Math.round(median(empty.perSecond))} requests/s)`,
      reached: share >= SHARE_MIN,
    },
  ]);
} finally {
  for (const { stop } of sides) await stop();
  await database.drop();
}
