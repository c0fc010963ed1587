import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { freePort, LOOPBACK } from '@/dev/free-port';

/** Enough of an environment for public pages, which touch neither the database nor Telegram. */
const standIns = {
  DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none',
  TELEGRAM_BOT_TOKEN: `1:${'x'.repeat(35)}`,
  TELEGRAM_BOT_USERNAME: 'example_bot',
  TELEGRAM_WEBHOOK_SECRET: 'bench',
  CRON_SECRET: 'bench-bench-bench-bench',
  DELIVERY_TICKER: 'off',
};

/** Starts the production build for the public pages alone; build first. */
export async function startSite(): Promise<{ url: string; stop: () => void }> {
  const checkout = path.resolve(import.meta.dirname, '..');
  if (!existsSync(path.join(checkout, '.next/BUILD_ID'))) {
    throw new Error('There is no production build: run `npm run build` first.');
  }
  const port = await freePort(4400);
  const url = `http://${LOOPBACK}:${port}`;
  const next = path.join(checkout, 'node_modules/next/dist/bin/next');
  const server = spawn(process.execPath, [next, 'start', '-H', LOOPBACK, '-p', String(port)], {
    cwd: checkout,
    env: { ...process.env, ...standIns, APP_URL: url },
    stdio: 'ignore',
  });
  for (let attempt = 0; attempt < 150; attempt += 1) {
    const up = await fetch(url).then(
      (answer) => answer.ok,
      () => false,
    );
    if (up) return { url, stop: () => server.kill() };
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  server.kill();
  throw new Error('The production server did not answer within 30 seconds.');
}
