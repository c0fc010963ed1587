/**
 * `npm run demo` and, with --hot, `npm run dev`: the whole product on this machine. Embedded
 * PostgreSQL unless DATABASE_URL is set; the simulated Telegram unless TELEGRAM_BOT_TOKEN is set.
 */
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { z } from 'zod';
import { startAppServer } from './app-server';
import { ensureBuild } from './build';
import { loadDotEnv } from './dot-env';
import { openCheckoutPostgres } from './embedded-postgres';
import { freePort, LOOPBACK } from './free-port';
import { pollUpdates } from './polling';
import { startSimulator } from './simulator/server';

const APP_PORT = 3000;
const CHAT_PORT = 8081;
const SECRETS_FILE = '.data/demo-secrets.json';
/** People of the simulated chat; the first is the administrator. */
const PEOPLE = [
  { id: 1001, firstName: 'Анна', username: 'anna_demo', languageCode: 'ru' },
  { id: 1002, firstName: 'Борис', username: 'boris_demo', languageCode: 'ru' },
];

const hot = process.argv.includes('--hot');
const stops: (() => Promise<void>)[] = [];

const secretsSchema = z.object({ token: z.string(), webhook: z.string(), cron: z.string() });

/** Made once and kept, so that messages and links of earlier demos stay valid. */
function demoSecrets(): z.infer<typeof secretsSchema> {
  if (existsSync(SECRETS_FILE)) {
    const kept = secretsSchema.safeParse(JSON.parse(readFileSync(SECRETS_FILE, 'utf8')));
    if (kept.success) return kept.data;
  }
  const secret = () => randomBytes(24).toString('base64url');
  const fresh = { token: `1000:${secret()}`, webhook: secret(), cron: secret() };
  mkdirSync('.data', { recursive: true });
  writeFileSync(SECRETS_FILE, JSON.stringify(fresh), { mode: 0o600 });
  return fresh;
}

/** Runs one of the project's server-side commands in a process of its own, which has its own loader. */
async function runTool(file: string, env: Record<string, string>): Promise<void> {
  await promisify(execFile)(
    process.execPath,
    ['--import', 'tsx', '--conditions=react-server', file],
    { env: { ...process.env, ...env } },
  );
}

async function start(): Promise<void> {
  loadDotEnv(process.cwd());
  if (!hot) ensureBuild();

  const secrets = demoSecrets();
  const realToken = process.env.TELEGRAM_BOT_TOKEN;
  let databaseUrl = process.env.DATABASE_URL;
  if (!databaseUrl) {
    const database = await openCheckoutPostgres(process.cwd());
    stops.push(database.stop);
    databaseUrl = database.url();
  }
  await runTool('src/dev/migrate-cli.ts', { DATABASE_URL: databaseUrl, DATABASE_URL_DIRECT: '' });

  const appPort = await freePort(Number(process.env.PORT) || APP_PORT);
  const env: Record<string, string> = {
    DATABASE_URL: databaseUrl,
    TELEGRAM_BOT_TOKEN: realToken || secrets.token,
    TELEGRAM_WEBHOOK_SECRET: process.env.TELEGRAM_WEBHOOK_SECRET || secrets.webhook,
    CRON_SECRET: process.env.CRON_SECRET || secrets.cron,
    APP_URL: process.env.APP_URL || `http://${LOOPBACK}:${appPort}`,
    ADMIN_TELEGRAM_IDS: process.env.ADMIN_TELEGRAM_IDS || String(PEOPLE[0]?.id),
  };
  let chat: string | undefined;
  if (!realToken) {
    const { simulator, origin, stop } = await startSimulator({
      token: secrets.token,
      port: await freePort(CHAT_PORT),
    });
    stops.push(stop);
    for (const person of PEOPLE) simulator.addUser(person);
    chat = origin;
    env.TELEGRAM_API_ROOT = origin;
    env.TELEGRAM_BOT_USERNAME = process.env.TELEGRAM_BOT_USERNAME || 'napomnyu_demo_bot';
  }

  const app = await startAppServer({ env, port: appPort, hot });
  stops.push(app.stop);
  await runTool('src/dev/bot-setup-cli.ts', env);

  console.log('');
  if (chat) {
    console.log(`  Chat with the bot:  ${chat}`);
  } else if (env.APP_URL?.startsWith('https:')) {
    console.log('  Chat with the bot:  in Telegram; updates come to the webhook');
  } else {
    stops.push(
      pollUpdates({
        token: realToken ?? '',
        secret: env.TELEGRAM_WEBHOOK_SECRET ?? '',
        appUrl: app.url,
      }),
    );
    console.log('  Chat with the bot:  in Telegram; updates are polled');
    console.log(
      '  Without a public https APP_URL Telegram opens no mini app: its buttons are left out.',
    );
  }
  console.log(`  Public site:        ${app.url}`);
  console.log('\n  Ctrl-C stops everything.\n');
  app.process.once('exit', () => void shutDown(1));
}

let stopping = false;
/** Ends what was started, the last first. */
async function shutDown(code: number): Promise<void> {
  if (stopping) return;
  stopping = true;
  for (const stop of stops.reverse()) await stop().catch(() => undefined);
  process.exit(code);
}

process.on('SIGINT', () => void shutDown(0));
process.on('SIGTERM', () => void shutDown(0));
start().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  void shutDown(1);
});
