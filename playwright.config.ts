import { defineConfig } from '@playwright/test';
import { CHROMIUM_ENV, CHROMIUM_FLAGS, ensureChromium } from './src/testing/chromium';

/** Phone and desktop, light and dark: a browser test runs in all four unless `projects` says otherwise. */
const looks = [
  { name: 'phone-light', viewport: { width: 360, height: 740 }, colorScheme: 'light' },
  { name: 'phone-dark', viewport: { width: 360, height: 740 }, colorScheme: 'dark' },
  { name: 'desktop-light', viewport: { width: 1280, height: 800 }, colorScheme: 'light' },
  { name: 'desktop-dark', viewport: { width: 1280, height: 800 }, colorScheme: 'dark' },
] as const;

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
    // Goes through the widths and schemes itself.
    { name: 'site', testMatch: 'site.spec.ts' },
    // Has no screen.
    { name: 'server', testMatch: 'holding-out.spec.ts' },
    ...looks.map(({ name, ...use }) => ({
      name,
      use,
      // What the app does is the same in every look; phone and desktop, light and dark each once.
      testIgnore: /phone-dark|desktop-light/.test(name)
        ? ['site.spec.ts', 'holding-out.spec.ts', 'behaviour.spec.ts', 'story.spec.ts']
        : ['site.spec.ts', 'holding-out.spec.ts'],
    })),
  ],
});
