import { EnvError, parseEnv } from './env';

const complete = {
  DATABASE_URL: 'postgres://localhost/napomnyu',
  TELEGRAM_BOT_TOKEN: '123456:abcdefghijklmnopqrstuvwxyz',
  TELEGRAM_WEBHOOK_SECRET: 'webhook-secret',
  CRON_SECRET: 'a-cron-secret-of-length',
  APP_URL: 'https://example.org/',
};
const faultsOf = (source: Record<string, string | undefined>): string => {
  try {
    parseEnv(source);
    return '';
  } catch (error) {
    if (error instanceof EnvError) return error.message;
    throw error;
  }
};

test('an empty environment names every missing variable at once', () => {
  const faults = faultsOf({});
  for (const name of Object.keys(complete)) expect(faults).toContain(name);
});

test.each([
  ['DATABASE_URL', 'mysql://localhost/x'],
  ['DATABASE_URL_DIRECT', 'localhost'],
  ['TELEGRAM_BOT_TOKEN', 'not-a-token'],
  ['TELEGRAM_WEBHOOK_SECRET', 'with spaces'],
  ['TELEGRAM_API_ROOT', 'nowhere'],
  ['TELEGRAM_MAX_PER_SECOND', '0'],
  ['TELEGRAM_MAX_PER_SECOND', 'fast'],
  ['CRON_SECRET', 'short'],
  ['APP_URL', 'example.org'],
  ['APP_URL', 'javascript:alert(1)'],
  ['ADMIN_TELEGRAM_IDS', '12,@name'],
  ['DELIVERY_TICKER', 'maybe'],
])('a wrong %s is named, its value never quoted', (name, value) => {
  const faults = faultsOf({ ...complete, [name]: value });
  expect(faults).toContain(name);
  expect(faults).not.toContain(value);
});

test('every fault is listed, not only the first', () => {
  const lines = faultsOf({ ...complete, APP_URL: 'x', CRON_SECRET: '', DATABASE_URL: 'y' }).split(
    '\n',
  );
  expect(lines).toHaveLength(4);
});

test('blank optional variables count as absent, and defaults are those of the documentation', () => {
  const env = parseEnv({
    ...complete,
    DATABASE_URL_DIRECT: '',
    TELEGRAM_API_ROOT: '',
    ADMIN_TELEGRAM_IDS: '',
  });
  expect(env).toMatchObject({
    databaseUrlDirect: complete.DATABASE_URL,
    telegramApiRoot: 'https://api.telegram.org',
    maxPerSecond: 25,
    appUrl: 'https://example.org',
    tickerOn: true,
  });
  expect(env.adminIds.size).toBe(0);
});

test('administrators are read from a comma-separated list', () => {
  expect([...parseEnv({ ...complete, ADMIN_TELEGRAM_IDS: ' 1, 22 ,333' }).adminIds]).toEqual([
    1, 22, 333,
  ]);
});

test('the ticker is off on Vercel unless asked for', () => {
  expect(parseEnv({ ...complete, VERCEL: '1' }).tickerOn).toBe(false);
  expect(parseEnv({ ...complete, VERCEL: '1', DELIVERY_TICKER: 'on' }).tickerOn).toBe(true);
  expect(parseEnv({ ...complete, DELIVERY_TICKER: 'off' }).tickerOn).toBe(false);
});
