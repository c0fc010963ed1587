import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium, type Browser, type BrowserContext } from '@playwright/test';
import { sql } from 'drizzle-orm';
import { connect } from '@/server/platform/db/client';
import { startAppServer } from '@/dev/app-server';
import { ensureBuild } from '@/dev/build';
import { themeParams } from '@/dev/simulator/page/themes';
import { startSimulator } from '@/dev/simulator/server';
import { CHROMIUM_FLAGS, ensureChromium } from '@/testing/chromium';
import { clonedDatabase, startTestServer } from '@/testing/postgres-server';
import { TERMS_VERSION } from '@/core/limits';

const TOKEN = '1000:a-token-of-the-benchmarks';
const SECRET = 'a-secret-of-the-benchmarks';
const PERSON = 7_001;

/** The production build with one person who has `reminders` reminders, and a browser. */
export async function startMiniApp({ reminders }: { reminders: number }) {
  await ensureBuild();
  const server = await startTestServer();
  const database = clonedDatabase(server);
  await database.create();
  const { db, close } = connect(database.url, { max: 1 });
  await db.execute(sql`
    insert into users (id, first_name, adult_confirmed_at, terms_version, terms_accepted_at, tutorial_step)
    values (${PERSON}, 'Анна', now(), ${TERMS_VERSION}, now(), 2)`);
  await db.execute(sql`
    insert into reminders (user_id, type_id, category_id, text, first_wall_time, time_zone, date_time, next_fire_at)
    select ${PERSON}, 1 + n % 6, 1 + n % 9,
      'Дело номер ' || n || ': ' || (array['оплатить счёт', 'полить ёлку', 'позвонить маме', 'забрать посылку'])[1 + n % 4],
      '2050-01-01T09:00', 'Europe/Moscow', at, at
    from generate_series(1, ${reminders}::int) n,
      lateral (select timestamptz '2050-01-01 06:00Z' + n * interval '7 minutes' as at) as times`);
  await close();
  const telegram = await startSimulator({ token: TOKEN, loopback: true });
  const app = await startAppServer({
    port: 4600,
    env: {
      DATABASE_URL: database.url,
      TELEGRAM_BOT_TOKEN: TOKEN,
      TELEGRAM_BOT_USERNAME: 'napomnyu_bench_bot',
      TELEGRAM_WEBHOOK_SECRET: SECRET,
      TELEGRAM_API_ROOT: telegram.origin,
      TELEGRAM_SIMULATOR: 'on',
      CRON_SECRET: SECRET,
      DELIVERY_TICKER: 'off',
      LOG_LEVEL: 'warn',
    },
  });
  telegram.simulator.addUser({ id: PERSON, firstName: 'Анна', languageCode: 'ru' });
  const browser = await chromium.launch({
    executablePath: ensureChromium(),
    args: CHROMIUM_FLAGS,
  });
  return {
    browser,
    url: app.url,
    launchUrl: (origin = app.url) =>
      telegram.simulator.launchUrl(PERSON, {
        url: `${origin}/app`,
        themeParams: themeParams.light,
      }),
    stop: async () => {
      await browser.close();
      await app.stop();
      await telegram.stop();
      await database.drop();
      await server.stop();
    },
  };
}

const screen = {
  viewport: { width: 360, height: 740 },
  deviceScaleFactor: 2,
  hasTouch: true,
  isMobile: true,
  locale: 'ru-RU',
  timezoneId: 'Europe/Moscow',
};

/** A phone's screen; each context starts with an empty cache. */
export async function phone(browser: Browser): Promise<BrowserContext> {
  const context = await browser.newContext(screen);
  await context.addInitScript(inTelegram);
  return context;
}

/** Telegram's phone clients leave this object in their web view. */
const inTelegram = { content: 'window.TelegramWebviewProxy = { postEvent() {} }' };

/** A phone whose cache lies on disk, as Telegram's does; it starts empty and goes with `close`. */
export async function phoneWithDisk(...flags: string[]) {
  const profile = await mkdtemp(path.join(tmpdir(), 'napomnyu-phone-'));
  const context = await chromium.launchPersistentContext(profile, {
    ...screen,
    executablePath: ensureChromium(),
    args: [...CHROMIUM_FLAGS, ...flags],
  });
  await context.addInitScript(inTelegram);
  const close = async () => {
    await context.close();
    await rm(profile, { recursive: true, force: true });
  };
  return { context, close };
}
