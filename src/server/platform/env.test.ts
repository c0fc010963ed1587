import { readFileSync } from 'node:fs';
import path from 'node:path';
import { EnvError, parseEnv, variableNames } from './env';

const complete = {
  DATABASE_URL: 'postgres://user:secret@localhost/napomnyu',
  TELEGRAM_BOT_TOKEN: '42:a-token-of-the-tests-only',
  TELEGRAM_WEBHOOK_SECRET: 'webhook',
  CRON_SECRET: 'sixteen-characters',
  APP_URL: 'https://napomnyu.example/',
};
const faultsOf = (source: Record<string, string>): string => {
  try {
    parseEnv(source);
  } catch (error) {
    if (error instanceof EnvError) return error.message;
    throw error;
  }
  return '';
};

test('a complete environment needs five variables; the rest has defaults', () => {
  expect(parseEnv(complete)).toMatchObject({
    appUrl: 'https://napomnyu.example',
    telegramApiRoot: 'https://api.telegram.org',
    simulated: false,
    maxPerSecond: 25,
    tickerOn: true,
    appWorkerOn: true,
  });
});

test('on Vercel, where cron calls, the ticker is off unless asked for', () => {
  expect(parseEnv({ ...complete, VERCEL: '1' }).tickerOn).toBe(false);
  expect(parseEnv({ ...complete, VERCEL: '1', DELIVERY_TICKER: 'on' }).tickerOn).toBe(true);
});

test('a function opens few connections, a server ten, and either as many as it is told', () => {
  expect(parseEnv(complete).databasePoolMax).toBe(10);
  expect(parseEnv({ ...complete, VERCEL: '1' }).databasePoolMax).toBe(3);
  expect(parseEnv({ ...complete, VERCEL: '1', DATABASE_POOL_MAX: '7' }).databasePoolMax).toBe(7);
  expect(faultsOf({ ...complete, DATABASE_POOL_MAX: '0' })).toContain('at least 1');
});

test('a database URL whose password is not encoded is refused in words that do not quote it', () => {
  const message = faultsOf({ ...complete, DATABASE_URL: 'postgres://anna:hid#den@db.example/x' });
  expect(message).toMatch(/DATABASE_URL .*percent-encoded/);
  expect(message).not.toContain('hid');
});

test('every fault is named at once, and no value is quoted', () => {
  const message = faultsOf({
    DATABASE_URL: 'mysql://hidden',
    TELEGRAM_BOT_TOKEN: 'hidden',
    TELEGRAM_WEBHOOK_SECRET: 'hidden hidden',
    CRON_SECRET: 'hidden',
    ADMIN_TELEGRAM_IDS: '1,hidden',
    DELIVERY_TICKER: 'hidden',
    LOG_LEVEL: 'hidden',
  });
  for (const name of [
    'DATABASE_URL',
    'TELEGRAM_BOT_TOKEN',
    'TELEGRAM_WEBHOOK_SECRET',
    'CRON_SECRET',
    'APP_URL',
    'ADMIN_TELEGRAM_IDS',
    'DELIVERY_TICKER',
    'LOG_LEVEL',
  ]) {
    expect(message).toContain(`\n  ${name} `);
  }
  expect(message).not.toContain('hidden');
});

test('what Prometheus knows starts no delivery: CRON_SECRET is none for it, and stops no installation that has it so', () => {
  expect(parseEnv(complete).metricsToken).toBeUndefined();
  const { CRON_SECRET } = complete;
  expect(parseEnv({ ...complete, METRICS_TOKEN: CRON_SECRET }).metricsToken).toBeUndefined();
  const own = 'another-of-sixteen';
  expect(parseEnv({ ...complete, METRICS_TOKEN: own }).metricsToken).toBe(own);
});

test('a line left empty in .env is a variable that is not set', () => {
  expect(faultsOf({ ...complete, CRON_SECRET: '' })).toContain('CRON_SECRET is missing');
  const optional = variableNames.filter((name) => !(name in complete));
  const blank = Object.fromEntries(optional.map((name) => [name, '']));
  expect(parseEnv({ ...complete, ...blank })).toEqual(parseEnv(complete));
});

test('.env.example explains every variable, and only those that exist', () => {
  const example = readFileSync(path.join(process.cwd(), '.env.example'), 'utf8').split('\n');
  const explained = example.flatMap((line, at) => {
    const name = /^([A-Z_]+)=$/.exec(line)?.[1];
    return name !== undefined && example[at - 1]?.startsWith('# ') ? [name] : [];
  });
  const readElsewhere = ['NEXT_PUBLIC_APP_NAME'];
  const setByPlatform = ['VERCEL'];
  expect(explained.sort()).toEqual(
    [...variableNames, ...readElsewhere].filter((name) => !setByPlatform.includes(name)).sort(),
  );
});

test('what the legal pages miss is named, and is no reason not to start', () => {
  const named = ['OPERATOR_NAME', 'OPERATOR_ADDRESS', 'CONTACT_EMAIL', 'DATABASE_COUNTRY'];
  expect(parseEnv(complete).unsaid).toEqual(named);
  expect(parseEnv(complete).encryptedAtRest).toBeUndefined();
  const said = {
    ...{ OPERATOR_NAME: 'ООО «Пример»', OPERATOR_ADDRESS: 'Москва, Примерная, 1' },
    ...{ CONTACT_EMAIL: 'hello@example.org', DATABASE_COUNTRY: 'Россия' },
    ...{ DATABASE_ENCRYPTED: 'off', BACKUP_DAYS: '21', LOG_DAYS: '14' },
  };
  expect(parseEnv({ ...complete, ...said })).toMatchObject({
    ...{ unsaid: [], encryptedAtRest: false, backupDays: 21, logDays: 14 },
  });
});
