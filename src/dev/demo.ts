import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { connect } from '@/server/platform/db/client';
import { connectionCause } from '@/server/platform/db/faults';
import { FormerSchemaError } from '@/server/platform/db/former-schema';
import { migrateDatabase } from '@/server/platform/db/migrations';
import { connectBotApi, type BotApi } from '@/server/telegram/send';
import { setUpBot, WEBHOOK_PATH } from '@/server/telegram/setup';
import { PRODUCT_NAME } from '@/texts/product';
import { startAppServer } from './app-server';
import { ensureBuild } from './build';
import { loadDotEnv } from './command';
import { DEMO_ADMIN, DEMO_BOT, DEMO_USERS, demoSecrets } from './demo-settings';
import { openCheckoutPostgres } from './embedded-postgres';
import { freePort, LOOPBACK } from './free-port';
import { pollUpdates } from './polling';
import { startSimulator } from './simulator/server';
import { keepChats } from './simulator/storage';
import { startTranscriber } from './transcriber';

/**
 * `npm run demo`: the whole product on this machine. `--hot` (`npm run dev`) reloads on change
 * instead of running a production build. `--anew` deletes what the demo has stored before it begins. `--voice` has
 * the voice messages of the simulator written down.
 */
const hot = process.argv.includes('--hot');
const anew = process.argv.includes('--anew');
const hearsVoices = process.argv.includes('--voice');
const checkout = process.cwd();
const data = path.join(checkout, '.data');
const runningFile = path.join(data, 'demo.json');
const chatsFile = path.join(data, 'simulator-chats');

/** What has been started, in order; it is stopped the other way round. */
const started: { what: string; stop: () => unknown }[] = [];
let stopping = false;

async function main(): Promise<void> {
  loadDotEnv(checkout);
  refuseToDeleteGiven();
  await mkdir(data, { recursive: true });
  await refuseSecondDemo();
  const secrets = await demoSecrets(data);
  const { TELEGRAM_BOT_TOKEN: token, TELEGRAM_WEBHOOK_SECRET: webhookSecret } = secrets;
  const simulated = !process.env.TELEGRAM_BOT_TOKEN;
  const port = await freePort(Number(process.env.PORT) || 3000);
  // Of the same site as the chat, in whose frame the app has no storage of its own elsewhere.
  const localUrl = `http://${LOOPBACK}:${port}`;
  const given = process.env.APP_URL ?? '';
  const appUrl = !simulated && given.startsWith('https://') ? given : localUrl;

  const databaseUrl = await step('database', prepareDatabase);
  if (!hot) await step('production build', prepareBuild);
  const apiRoot = simulated
    ? await step('Telegram simulator', () => simulate(token))
    : process.env.TELEGRAM_API_ROOT || 'https://api.telegram.org';
  const api = connectBotApi({ token, apiRoot });

  const transcriber = hearsVoices
    ? { TRANSCRIBE_URL: await step('transcriber', hearVoices) }
    : undefined;
  const botName = simulated ? DEMO_BOT : await botUsername(api);
  await step('server with its ticker', async () => {
    const app = await startAppServer({
      port,
      hot,
      env: {
        ...secrets,
        ...transcriber,
        DATABASE_URL: databaseUrl,
        TELEGRAM_API_ROOT: apiRoot,
        TELEGRAM_SIMULATOR: simulated ? 'on' : 'off',
        TELEGRAM_BOT_USERNAME: botName,
        APP_URL: appUrl,
        ADMIN_TELEGRAM_IDS: process.env.ADMIN_TELEGRAM_IDS || String(DEMO_ADMIN),
        // One line per request is for servers, not for a terminal that people read.
        LOG_LEVEL: process.env.LOG_LEVEL || 'warn',
      },
    });
    started.push({ what: 'server', stop: app.stop });
    app.process.stdout.pipe(process.stdout);
    app.process.stderr.pipe(process.stderr);
    app.process.once('exit', (code, signal) => {
      if (!stopping) void shutDown(`The server ended unexpectedly (${code ?? signal}).`, 1);
    });
    return '';
  });
  await step('bot', async () => {
    if (!simulated) await refuseForeignWebhook(api, appUrl);
    const { webhook, guests } = await setUpBot(api, { appUrl, simulated, webhookSecret });
    if (webhook !== null) return '';
    const to = { url: `${localUrl}${WEBHOOK_PATH}`, secret: webhookSecret };
    started.push({ what: 'long polling', stop: pollUpdates(api, to, guests) });
    return 'updates by long polling';
  });

  const chat = simulated ? `${apiRoot}/` : `https://t.me/${botName}`;
  await writeFile(runningFile, JSON.stringify({ pid: process.pid, chat, site: localUrl }));
  started.push({ what: '', stop: () => rm(runningFile, { force: true }) });
  console.log(`
  Chat with the bot   ${chat}
  Public site         ${localUrl}/
${simulated || appUrl.startsWith('https:') ? '' : withoutHttps}
  Ctrl-C stops everything; the data stays.
`);
}

const withoutHttps = `
  APP_URL is no public https address, so Telegram shows no buttons that open the mini app.
  The bot itself works: commands, quick add, reminders and their buttons. For the mini app, put
  the address of an https tunnel to this port into .env as APP_URL and start again.
`;

async function step<T>(what: string, run: () => Promise<T>): Promise<T> {
  const before = performance.now();
  const result = await run();
  const seconds = ((performance.now() - before) / 1000).toFixed(1);
  const detail = typeof result === 'string' && !result.includes('://') ? result : '';
  console.log(`  ✓ ${what.padEnd(24)} ${seconds.padStart(5)} s  ${detail}`);
  return result;
}

async function prepareDatabase(): Promise<string> {
  const given = process.env.DATABASE_URL;
  if (given) {
    await migrateDatabase(process.env.DATABASE_URL_DIRECT || given);
    return given;
  }
  const embedded = await openCheckoutPostgres(checkout);
  started.push({ what: 'PostgreSQL', stop: embedded.stop });
  if (anew) await deleteStored(embedded.url());
  try {
    await migrateDatabase(embedded.url());
  } catch (error) {
    if (!(error instanceof FormerSchemaError)) throw error;
    throw new Error(
      `The demo's data in ${data} are of a version of before, which this one does not continue.\n` +
        'To delete them, chats and reminders, and begin anew: npm run demo -- --anew',
    );
  }
  return embedded.url();
}

async function deleteStored(url: string): Promise<void> {
  const { db, close } = connect(url, { max: 1 });
  try {
    await db.execute(sql`drop schema if exists public, drizzle cascade`);
    await db.execute(sql`create schema public`);
  } finally {
    await close();
  }
  await rm(chatsFile, { force: true });
}

async function prepareBuild(): Promise<string> {
  console.log('  … building where sources have changed; the first time takes a minute or two');
  return (await ensureBuild()) ? '' : 'up to date';
}

async function simulate(token: string): Promise<string> {
  const { simulator, origin, stop } = await startSimulator({
    token,
    botUsername: DEMO_BOT,
    botName: PRODUCT_NAME,
    loopback: true,
    port: await freePort(8081),
  });
  started.push({ what: 'simulator', stop });
  started.push({ what: '', stop: keepChats(simulator, chatsFile) });
  for (const user of DEMO_USERS) simulator.addUser(user);
  return origin;
}

async function hearVoices(): Promise<string> {
  const { url, stop } = await startTranscriber();
  started.push({ what: 'transcriber', stop });
  return url;
}

const botUsername = async (api: BotApi): Promise<string> =>
  (await api('getMe', {}, AbortSignal.timeout(30_000))).username;

/** Long polling or another webhook would take the messages from whoever gets them now. */
async function refuseForeignWebhook(api: BotApi, appUrl: string): Promise<void> {
  const { url } = await api('getWebhookInfo', {}, AbortSignal.timeout(30_000));
  if (!url || url.startsWith(appUrl)) return;
  throw new Error(
    `This bot's updates go to ${new URL(url).host}. The demo would take them away from there:\n` +
      'use the token of another bot, or remove that webhook first.',
  );
}

function refuseToDeleteGiven(): void {
  if (!anew || !process.env.DATABASE_URL) return;
  throw new Error(
    "--anew deletes the demo's own data, and DATABASE_URL names another database: nothing was deleted or started.\n" +
      'Leave DATABASE_URL out, or empty that database yourself and start without --anew.',
  );
}

async function refuseSecondDemo(): Promise<void> {
  const other = z
    .object({ pid: z.number(), chat: z.string(), site: z.string() })
    .safeParse(JSON.parse(await readFile(runningFile, 'utf8').catch(() => 'null')));
  if (!other.success) return;
  const alive = await fetch(`${other.data.site}/api/health?live`).then(
    ({ ok }) => ok,
    () => false,
  );
  if (alive) {
    throw new Error(
      `The demo of this checkout is already running (process ${other.data.pid}):\n` +
        `  ${other.data.chat}\n  ${other.data.site}/`,
    );
  }
}

async function shutDown(reason: string, code: number): Promise<void> {
  if (stopping) {
    // A second Ctrl-C: whoever is still running ends with us, see watchdog.ts.
    process.exit(code);
  }
  stopping = true;
  if (reason !== '') console.error(reason);
  for (const { what, stop } of started.toReversed()) {
    try {
      await stop();
      if (what !== '') console.log(`  ✓ ${what} stopped`);
    } catch (error) {
      console.error(`  ✗ ${what}: ${error instanceof Error ? error.message : 'did not stop'}`);
    }
  }
  process.exit(code);
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => void shutDown('', 0));
}
main().catch((error: unknown) =>
  shutDown(connectionCause(error) ?? (error instanceof Error ? error.message : String(error)), 1),
);
