/** Our production build and an empty app beside it, as `next start` serves them. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { freePort, LOOPBACK } from '@/dev/free-port';

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
  const server = spawn(process.execPath, [next, 'start', app, '-H', LOOPBACK, '-p', String(port)], {
    cwd: checkout,
    env: { ...quiet, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const url = `http://${LOOPBACK}:${port}`;
  for (let attempt = 0; attempt < 300; attempt += 1) {
    if (
      await fetch(url).then(
        () => true,
        () => false,
      )
    )
      return { url, server };
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  server.kill();
  throw new Error('The production server did not answer within 30 seconds.');
}
