/** Our production build and an empty app beside it, as `next start` serves them. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { freePort, LOOPBACK } from '@/dev/free-port';
import { endWithUs } from '@/dev/watchdog';
import { TEST_ENV } from '@/testing/test-env';
import { until } from '@/testing/until';

const checkout = path.resolve(import.meta.dirname, '..');
const next = path.join(checkout, 'node_modules/next/dist/bin/next');
const emptyApp = path.join(import.meta.dirname, 'empty-app');
const quiet = { ...process.env, NEXT_TELEMETRY_DISABLED: '1', NODE_ENV: 'production' as const };

/** The path of the empty app's only route: it answers a GET with next to nothing. */
export const EMPTY_ROUTE = '/api/empty';

export interface NextServer {
  url: string;
  server: ChildProcess;
}

/** The product with the environment given; build first. */
export function serveProduct(env: Record<string, string>): Promise<NextServer> {
  if (!existsSync(path.join(checkout, '.next/BUILD_ID'))) {
    throw new Error('There is no production build: run `npm run build` first.');
  }
  return serve(checkout, env);
}

/** The product's public pages alone: none touches Telegram, and only /status the database, which may be absent. */
export const serveSite = (
  databaseUrl = 'postgres://nobody@127.0.0.1:9/none',
): Promise<NextServer> =>
  serveProduct({
    ...TEST_ENV,
    TELEGRAM_BOT_USERNAME: 'example_bot',
    DATABASE_URL: databaseUrl,
  });

/** An app whose routes do nothing. It is one of its own, so that the product ships no such route. */
export function serveEmptyApp(): Promise<NextServer> {
  const built = spawnSync(process.execPath, [next, 'build', emptyApp], {
    cwd: checkout,
    env: quiet,
    encoding: 'utf8',
  });
  if (built.status !== 0) {
    throw new Error(`The empty app does not build.\n${built.stdout}${built.stderr}`);
  }
  return serve(emptyApp, {});
}

async function serve(app: string, env: Record<string, string>): Promise<NextServer> {
  const port = await freePort(4500);
  const url = `http://${LOOPBACK}:${port}`;
  const server = spawn(process.execPath, [next, 'start', app, '-H', LOOPBACK, '-p', String(port)], {
    cwd: checkout,
    env: { ...quiet, ...env, APP_URL: url },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  server.once('exit', endWithUs(server.pid ?? 0, 'TERM'));
  const answers = () =>
    fetch(url).then(
      () => true,
      () => false,
    );
  await until(answers, 30_000).catch((fault: unknown) => {
    server.kill();
    throw fault;
  });
  return { url, server };
}
