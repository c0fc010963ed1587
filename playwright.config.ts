import { defineConfig } from '@playwright/test';
import { CHROMIUM_ENV, CHROMIUM_FLAGS, ensureChromium } from './src/testing/chromium';

/** Attacks use up what the server grants one address: on a server of their own. */
const ALONE = ['holding-out.spec.ts', 'one-account.spec.ts'];
const LOOKS = /@looks/;

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  globalSetup: './e2e/support/global-setup.ts',
  workers: 2,
  fullyParallel: true,
  timeout: 60_000,
  expect: { timeout: 15_000 },
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
    { name: 'browser', testIgnore: ALONE, grepInvert: LOOKS },
    { name: 'looks', testIgnore: ALONE, grep: LOOKS },
    { name: 'server', testMatch: ALONE },
  ],
});
