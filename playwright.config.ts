import { defineConfig } from '@playwright/test';
import { CHROMIUM_ENV, CHROMIUM_FLAGS, ensureChromium } from './src/testing/chromium';

/** Eight ways that a person goes through the product; `--list --project=journeys` names them. */
const JOURNEY = /@journey/;
/** Attacks use up what the server grants one address: on a server of their own. */
const ALONE = ['holding-out.spec.ts', 'one-account.spec.ts'];

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  globalSetup: './e2e/support/global-setup.ts',
  workers: 2,
  fullyParallel: true,
  // Against hanging alone: on a busy machine what takes a moment may take half a minute.
  timeout: 180_000,
  expect: { timeout: 40_000 },
  // A test that passes only then is named with what it first met; `npm test` prints it, and fails in CI.
  retries: 1,
  failOnFlakyTests: Boolean(process.env.CI),
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list']],
  use: {
    locale: 'ru-RU',
    timezoneId: 'Europe/Moscow',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: ensureChromium(),
      args: CHROMIUM_FLAGS,
      env: CHROMIUM_ENV,
    },
  },
  projects: [
    // What `npm test` runs,
    { name: 'journeys', grep: JOURNEY },
    // and what it leaves to `npm run test:parts`.
    // The longest first: no worker waits for the other's last test.
    { name: 'server', testMatch: ALONE },
    { name: 'details', grepInvert: JOURNEY, testIgnore: ALONE },
  ],
});
