import { defineConfig } from '@playwright/test';
import { CHROMIUM_ENV, CHROMIUM_FLAGS, ensureChromium } from './src/testing/chromium';

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
    // Attacks use up what the server grants one address: on a server of their own.
    { name: 'server', testMatch: ['holding-out.spec.ts', 'one-account.spec.ts'] },
    { name: 'browser', testIgnore: ['holding-out.spec.ts', 'one-account.spec.ts'] },
  ],
});
