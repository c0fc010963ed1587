import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { testDatabase } from '@/testing/database';
import { TEST_ENV } from '@/testing/test-env';
import { until } from '@/testing/until';

const { url } = testDatabase();

/** As Next's server ends on SIGTERM: with 143, from a listener that is there before ours. */
const SERVER = `
  process.on('SIGTERM', () => process.exit(143));
  import('./src/server/start.ts').then(({ startServer }) => {
    startServer();
    process.stdout.write('up\\n');
    setInterval(() => {}, 1_000);
  });`;

test.each(['on', 'off'])(
  'a stop that went well ends with 0, the ticker %s',
  async (ticker) => {
    const child = spawn(
      process.execPath,
      ['--import', 'tsx', '--conditions=react-server', '--eval', SERVER],
      {
        env: { ...process.env, ...TEST_ENV, DATABASE_URL: url, DELIVERY_TICKER: ticker },
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
    const ended = once(child, 'exit');
    let printed = '';
    child.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()));
    await until(() => printed.includes('up'), 60_000);
    child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
  },
  60_000,
);
