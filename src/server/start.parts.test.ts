import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { sql } from 'drizzle-orm';
import { testDatabase } from '@/testing/database';
import { TEST_ENV } from '@/testing/test-env';
import { until } from '@/testing/until';

const { db, url } = testDatabase();

/** As Next's server ends on SIGTERM: with 143, from a listener that is there before ours. */
const SERVER = `
  process.on('SIGTERM', () => process.exit(143));
  import('./src/server/start.ts').then(({ startServer }) => {
    startServer();
    process.stdout.write(new Date(2026, 6, 1).getTimezoneOffset() + ' up\\n');
    setInterval(() => {}, 1_000);
  });`;

/** Runs a server until it is up, then stops it. */
async function upAndDown(settings: Record<string, string>) {
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', '--conditions=react-server', '--eval', SERVER],
    {
      env: { ...process.env, ...TEST_ENV, DATABASE_URL: url, ...settings },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const ended = once(child, 'close');
  let printed = '';
  child.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  await until(() => printed.includes('up'), 60_000);
  child.kill('SIGTERM');
  return { ended: await ended, printed };
}

test.each([
  ['on', 'error', '', 1],
  ['off', 'fatal', '', 1],
  ['on', 'error', 'erasures', 0],
  ['off', 'warn', '', 0],
])(
  'it runs in UTC wherever it is started, says what nothing would record, and a stop that went well ends with 0: ticker %s, LOG_LEVEL %s, ERASURES_FILE «%s»',
  async (ticker, level, file, times) => {
    const settings = { DELIVERY_TICKER: ticker, LOG_LEVEL: level, ERASURES_FILE: file };
    const { printed, ended } = await upAndDown({ ...settings, TZ: 'Europe/Berlin' });
    expect(printed).toMatch(/^0 up$/m);
    expect(printed.split('erasures are not recorded')).toHaveLength(times + 1);
    expect(ended).toEqual([0, null]);
  },
  60_000,
);

test('a database of before the first migration ends the server, with a line that says why', async () => {
  await db.execute(sql`
    insert into drizzle.__drizzle_migrations (hash, created_at) values ('former', 1795695827243)`);
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', '--conditions=react-server', '--eval', SERVER],
    {
      env: { ...process.env, ...TEST_ENV, DATABASE_URL: url, LOG_LEVEL: 'fatal' },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  let printed = '';
  child.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  expect(await once(child, 'close')).toEqual([1, null]);
  expect(printed).toContain('of before 28 November 2026');
}, 60_000);
