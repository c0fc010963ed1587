import { defineConfig } from '@playwright/test';
import { CHROMIUM_ENV, CHROMIUM_FLAGS, ensureChromium } from './src/testing/chromium';

/** Attacks use up what the server grants one address: on a server of their own. */
const ALONE = ['holding-out.spec.ts', 'one-account.spec.ts'];
/** Pages, files and gestures one by one, and what takes real waiting; the other specs are journeys. */
const DETAILS =
  /(as-built|behaviour|faces|live|prelude|screens|site|sizes|swipes|thumbnails|worker)\.spec\.ts$/;
const LOOKS = /@looks/;

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  globalSetup: './e2e/support/global-setup.ts',
  workers: 2,
  fullyParallel: true,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  // A test that passes only then is named with what it first met; `npm test` prints it.
  retries: 1,
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
    { name: 'journeys', testIgnore: [...ALONE, DETAILS], grepInvert: LOOKS },
    { name: 'details', testMatch: DETAILS, grepInvert: LOOKS },
    { name: 'looks', testIgnore: ALONE, grep: LOOKS },
    { name: 'server', testMatch: ALONE },
  ],
});
