import { createWriteStream } from 'node:fs';
import { expect, type FrameLocator, type Locator, type Page, test as base } from '@playwright/test';
import { sql, type SQLChunk } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { startAppServer } from '../../src/dev/app-server';
import { freePort, LOOPBACK } from '../../src/dev/free-port';
import { themeParams } from '../../src/dev/simulator/page/themes';
import { startSimulator } from '../../src/dev/simulator/server';
import { type LaunchOptions } from '../../src/dev/simulator/simulator';
import { type Db } from '../../src/server/platform/db/client';
import { clonedDatabase, SERVER_URL, TEMPLATE } from '../../src/testing/postgres-server';
import { looker } from './look';
import { TERMS_VERSION } from '../../src/core/limits';

export const TOKEN = '1000:a-token-of-the-browser-tests';
const BOT_USERNAME = 'napomnyu_test_bot';
export const CRON_SECRET = 'cron-secret-of-the-browser-tests';
export const METRICS_TOKEN = 'metrics-token-of-the-browser-tests';
export const WEBHOOK_SECRET = 'webhook-secret-of-the-browser-tests';
export const ADMIN_ID = 9_000_001;

/**
 * A whole product of one worker's own: database, simulated Telegram, production server. `ticker: 'off'`: it
 * delivers as a function of Vercel's does.
 */
export async function startStack({ ticker }: { ticker: 'on' | 'off' }) {
  const database = clonedDatabase({
    url: process.env[SERVER_URL] ?? '',
    template: process.env[TEMPLATE] ?? '',
  });
  await database.create();
  const pool = new pg.Pool({ connectionString: database.url, max: 4 });
  // `pool.end` does not wait until the server has let go of its connections, and dropping the database breaks
  // those that are left: without listeners that would end the whole run.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  const db: Db = drizzle(pool);
  const telegram = await startSimulator({
    ...{ token: TOKEN, botUsername: BOT_USERNAME },
    ...{ firstRetryMs: 100, loopback: true },
  });
  const port = await freePort();
  const appUrl = `http://${LOOPBACK}:${port}`;
  const environment = {
    DATABASE_URL: database.url,
    TELEGRAM_BOT_TOKEN: TOKEN,
    TELEGRAM_BOT_USERNAME: BOT_USERNAME,
    TELEGRAM_WEBHOOK_SECRET: WEBHOOK_SECRET,
    TELEGRAM_API_ROOT: telegram.origin,
    TELEGRAM_SIMULATOR: 'on',
    TELEGRAM_MAX_PER_SECOND: '1000',
    CRON_SECRET,
    METRICS_TOKEN,
    APP_URL: appUrl,
    ADMIN_TELEGRAM_IDS: String(ADMIN_ID),
    DELIVERY_TICKER: ticker,
  };
  const app = await startAppServer({ port, env: environment });
  const log = createWriteStream(`test-results/server-${port}.log`);
  // What it wrote before it answered. Nothing is read from it between this line and the next.
  log.write(app.log());
  for (const stream of [app.process.stdout, app.process.stderr]) stream.pipe(log, { end: false });
  telegram.simulator.feed.setWebhook({
    url: `${appUrl}/api/telegram/webhook`,
    secret: WEBHOOK_SECRET,
  });
  telegram.simulator.world.bot.menuButton = {
    type: 'web_app',
    text: 'Открыть',
    web_app: { url: appUrl },
  };
  const stop = async () => {
    await app.stop();
    log.end();
    expect(telegram.simulator.mistakes, 'calls that Telegram would refuse').toEqual([]);
    await telegram.stop();
    await pool.end();
    await database.drop();
  };
  /** The rows of a query. */
  const rowsOf = async (text: TemplateStringsArray, ...values: SQLChunk[]) =>
    (await db.execute(sql(text, ...values))).rows;
  return { stack: { sql: rowsOf, db, telegram, app, environment }, stop };
}
export type Stack = Awaited<ReturnType<typeof startStack>>['stack'];

let lastPersonId = 5_000_000 + Math.floor(Math.random() * 1_000_000);

/** One person: a chat with the bot beside the mini app, as on telegram's web client. */
export class Person {
  readonly id = (lastPersonId += 1);
  /** The mini app's frame. */
  readonly app: FrameLocator;
  #onPhone = false;

  constructor(
    readonly page: Page,
    readonly stack: Stack,
    readonly scheme: 'light' | 'dark',
  ) {
    this.app = page.frameLocator('iframe');
    this.#meetTelegram(this.id);
  }

  #meetTelegram(id: number): void {
    const named = { firstName: 'Анна', username: `anna_${id}`, languageCode: 'ru' };
    this.stack.telegram.simulator.addUser({ id, ...named });
  }

  /** Makes a user who accepted the terms and has seen the tour (step 2), or not yet (step 1). */
  async register({ tutorialStep = 2, id = this.id }: { tutorialStep?: number; id?: number } = {}) {
    this.#meetTelegram(id);
    this.stack.telegram.simulator.unblock(id);
    await this.stack.sql`
      insert into users (id, username, first_name, adult_confirmed_at, terms_version, terms_accepted_at, tutorial_step)
      values (${id}, ${`anna_${id}`}, 'Анна', now(), ${TERMS_VERSION}, now(), ${tutorialStep})
      on conflict (id) do nothing`;
  }

  /** Opens the chat page as this person, in the scheme under test. */
  async openChat(): Promise<void> {
    const { origin } = this.stack.telegram;
    await this.page.goto(`${origin}/?user=${this.id}&theme=${this.scheme}`);
  }

  /**
   * Opens the mini app beside the chat by the bot's menu button, which has its name once the chat is here,
   * and waits for the app's own screen: the cards that are drawn before it are replaced under a press.
   */
  async openFromMenu(): Promise<void> {
    const menu = this.page.locator('#menu');
    await expect(menu).toHaveText('Открыть');
    await menu.click();
    await expect(this.app.locator('main')).toBeVisible();
  }

  /**
   * Opens the mini app by itself, as a phone's client shows it: launch data in the address, in the
   * scheme under test, no chat around it. Then the page itself is the app.
   */
  async openApp(path = '/', options: Partial<LaunchOptions> = {}, id = this.id): Promise<void> {
    await this.inPhonesClient();
    await this.page.goto(this.launchUrl(path, options, id));
  }

  /** A newly signed address under which Telegram opens the mini app, in the scheme under test. */
  launchUrl(path = '/', options: Partial<LaunchOptions> = {}, id = this.id): string {
    return this.stack.telegram.simulator.launchUrl(id, {
      url: `${this.stack.app.url}${path}`,
      themeParams: themeParams[this.scheme],
      ...options,
    });
  }

  /** Telegram's phone clients leave this object in their web view; the app writes to it. */
  async inPhonesClient(): Promise<void> {
    if (this.#onPhone) return;
    this.#onPhone = true;
    await this.page.addInitScript(() => {
      if (window.parent === window) {
        Object.assign(window, { TelegramWebviewProxy: { postEvent: () => undefined } });
      }
    });
  }

  /** The message bubbles of the chat that hold a text. */
  message(text: string | RegExp): Locator {
    return this.page.locator('#messages > *').filter({ hasText: text });
  }
}

/** Phone and desktop, light and dark. */
const LOOKS = {
  'phone-light': { viewport: { width: 360, height: 740 }, colorScheme: 'light' },
  'phone-dark': { viewport: { width: 360, height: 740 }, colorScheme: 'dark' },
  'desktop-light': { viewport: { width: 1280, height: 800 }, colorScheme: 'light' },
  'desktop-dark': { viewport: { width: 1280, height: 800 }, colorScheme: 'dark' },
} as const;

interface TestFixtures {
  lookName: string;
  person: Person;
  /** Holds what the page shows now to what every screen is held to. */
  look: (name: string) => Promise<void>;
}

export const test = base.extend<TestFixtures, { stack: Stack }>({
  stack: [
    async ({}, use) => {
      const { stack, stop } = await startStack({ ticker: 'on' });
      await use(stack);
      await stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  lookName: ['no look', { option: true }],
  look: async ({ page, lookName }, use) => {
    await use(looker(page, lookName));
  },
  person: async ({ page, stack, colorScheme }, use) => {
    await use(new Person(page, stack, colorScheme === 'dark' ? 'dark' : 'light'));
  },
});

/** A person's way through the product: what `npm test` runs. Everything else is for `npm run test:parts`. */
export const JOURNEY = { tag: '@journey' };

type LookName = keyof typeof LOOKS;
const EVERY_LOOK: LookName[] = ['phone-light', 'desktop-dark', 'phone-dark', 'desktop-light'];

/**
 * Declares tests once for each look. Not as projects of Playwright's: each of those starts servers and browsers
 * of its own.
 */
function inLooks(names: LookName[], declare: () => void, detailsOfFirst: object = {}): void {
  for (const [at, lookName] of names.entries()) {
    test.describe(lookName, at === 0 ? detailsOfFirst : {}, () => {
      test.use({ ...LOOKS[lookName], lookName });
      declare();
    });
  }
}

export const inEveryLook = (declare: () => void): void => inLooks(EVERY_LOOK, declare);

/**
 * Phone and desktop, light and dark each once: enough for what the app does, which is the same in every look,
 * and for most screens. These go in the one pair and those in the other, so that all four looks are used.
 * `npm run screenshots` takes pictures of all four.
 */
const pairOfLooks = (pair: LookName[]): LookName[] => (process.env.PICTURES ? EVERY_LOOK : pair);
const FIRST_PAIR = pairOfLooks(['phone-light', 'desktop-dark']);
const SECOND_PAIR = pairOfLooks(['phone-dark', 'desktop-light']);

export const inTwoLooks = (declare: () => void): void => inLooks(FIRST_PAIR, declare);

export const inTheOtherTwoLooks = (declare: () => void): void => inLooks(SECOND_PAIR, declare);

/** For what has nothing to do with the look. */
export const onPhone = (declare: () => void): void => inLooks(['phone-light'], declare);

/** A journey on the phone; `npm run test:parts` makes the same way on the desktop. */
export const journeyInTwoLooks = (declare: () => void): void =>
  inLooks(FIRST_PAIR, declare, JOURNEY);

export const journeyInTheOtherTwoLooks = (declare: () => void): void =>
  inLooks(SECOND_PAIR, declare, JOURNEY);

export { expect };
export { dayAhead, saidAhead } from '../../src/testing/clock';

const headings = {
  Уведомления: 'Мои уведомления',
  Заметки: 'Мои заметки',
  Профиль: 'Мой профиль',
};

/** The bot's message in a person's chat that holds these words, once it is there; of those up to `after` none counts. */
export async function botsMessage({ telegram }: Stack, userId: number, words: string, after = 0) {
  const find = () =>
    telegram.simulator
      .messages(userId)
      .find((each) => each.fromBot && each.messageId > after && each.text.includes(words));
  await expect.poll(find, { message: `«${words}» comes`, timeout: 120_000 }).toBeDefined();
  const message = find();
  if (!message) throw new Error(`«${words}» is gone again`);
  return message;
}

/** Waits until the screen of this tab is the one shown; until then a card of the screen before may be met. */
export const expectScreen = (page: Page, tab: keyof typeof headings) =>
  expect(page.getByRole('heading', { name: headings[tab] })).toBeVisible();

/** Taps a tab of the app and waits for its screen. */
export async function goToScreen(page: Page, tab: keyof typeof headings): Promise<void> {
  await page.getByRole('link', { name: tab }).click();
  await expectScreen(page, tab);
}

/** The person looks at something else, the chat for example, and at the app again. */
export const lookAwayAndBack = (app: Page | FrameLocator) =>
  app.locator('body').evaluate(() => {
    window.dispatchEvent(new Event('blur'));
    window.dispatchEvent(new Event('focus'));
  });
