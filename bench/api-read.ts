/**
 * GET /api/notifications, 50 rows from PostgreSQL, against an empty route handler, both as Next.js
 * serves a production build. The empty one is an app of its own, so that the product ships no such
 * route. The two servers take turns; both run all the while.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import autocannon from 'autocannon';
import { z } from 'zod';
import { freePort, LOOPBACK } from '@/dev/free-port';
import { connect } from '@/server/db/client';
import { initDataFor, TEST_ENV } from '@/testing/api';
import { benchDatabase } from './database';
import { median, ratio, report } from './figures';
import { storeReminders } from './stored';

const ROWS = 50;
/** More than the rate limit of one user lets through in a run. */
const USERS = 600;
const ROUNDS = 5;
const SECONDS = 5;
const CONNECTIONS = 10;
const SHARE_MIN = 0.5;
const TOKEN = `42:${'bench'.repeat(7)}`;

const checkout = path.resolve(import.meta.dirname, '..');
const next = path.join(checkout, 'node_modules/next/dist/bin/next');
const emptyApp = path.join(import.meta.dirname, 'empty-app');
const quiet = { ...process.env, NEXT_TELEMETRY_DISABLED: '1' };

const result = z.object({
  requests: z.object({ average: z.number() }),
  '2xx': z.number(),
  non2xx: z.number(),
  errors: z.number(),
});

interface Side {
  url: string;
  server: ChildProcess;
  requests: { method: 'GET'; path: string; headers: Record<string, string> }[];
  perSecond: number[];
}

async function serve(
  app: string,
  env: Record<string, string>,
): Promise<Pick<Side, 'url' | 'server'>> {
  const port = await freePort(4500);
  const server = spawn(process.execPath, [next, 'start', app, '-H', LOOPBACK, '-p', String(port)], {
    cwd: checkout,
    env: { ...quiet, ...env, NODE_ENV: 'production' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return { url: `http://${LOOPBACK}:${port}`, server };
}

/** Once through all requests, so that a fault is seen and both are warm. */
async function warmUp({ url, requests }: Side): Promise<void> {
  const giveUpAt = Date.now() + 30_000;
  for (const { path: where, headers } of requests) {
    let status = 0;
    while (status !== 200 && Date.now() < giveUpAt) {
      const answer = await fetch(url + where, { headers }).catch(() => undefined);
      const body = await answer?.text();
      status = answer?.status ?? 0;
      if (status === 0) await new Promise((resolve) => setTimeout(resolve, 100));
      else if (status !== 200) throw new Error(`${where} answered ${status}: ${body}`);
    }
  }
}

async function round({ url, requests, perSecond }: Side): Promise<void> {
  const options = { url, connections: CONNECTIONS, duration: SECONDS, requests };
  const { requests: made, ...seen } = result.parse(await autocannon(options));
  if (seen.non2xx + seen.errors > 0) throw new Error(`failed requests: ${JSON.stringify(seen)}`);
  perSecond.push(made.average);
}

if (!existsSync(path.join(checkout, '.next/BUILD_ID'))) {
  throw new Error('There is no production build: run `npm run build` first.');
}
const built = spawnSync(process.execPath, [next, 'build', emptyApp], {
  cwd: checkout,
  env: { ...quiet, NODE_ENV: 'production' },
  encoding: 'utf8',
});
if (built.status !== 0)
  throw new Error(`The empty app does not build.\n${built.stdout}${built.stderr}`);

const database = await benchDatabase();
const { db, close } = connect(database.url);
await storeReminders(db, {
  count: USERS * ROWS,
  firstUserId: 1,
  perUser: ROWS,
  dueAt: new Date(Date.now() + 86_400_000),
  spreadS: 60,
});
await close();

const sides: Side[] = [];
try {
  const ours: Side = {
    ...(await serve(checkout, {
      ...TEST_ENV,
      TELEGRAM_BOT_TOKEN: TOKEN,
      DATABASE_URL: database.url,
      LOG_LEVEL: 'warn',
    })),
    requests: Array.from({ length: USERS }, (_, i) => ({
      method: 'GET' as const,
      path: '/api/notifications',
      headers: { initData: initDataFor({ id: i + 1 }, { token: TOKEN }) },
    })),
    perSecond: [],
  };
  sides.push(ours);
  const empty: Side = {
    ...(await serve(emptyApp, {})),
    requests: [{ method: 'GET', path: '/api/empty', headers: {} }],
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
  for (const { server } of sides) server.kill();
  await database.drop();
}
