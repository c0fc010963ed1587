import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { ensureProgram, findProgram } from './program';

const SYSTEMS_OWN = {
  name: 'chromium',
  // Liberation has the measures of Arial, the fallback of the pages' own font.
  package: 'chromium chromium-l10n fonts-liberation',
  places: ['chromium-browser', 'google-chrome-stable', 'google-chrome'].map(
    (name) => `/usr/bin/${name}`,
  ),
  variable: 'CHROMIUM_PATH',
};

/** A Chromium that is there already: `CHROMIUM_PATH`, Playwright's own, or the system's. */
function findChromium(): string | undefined {
  const own = chromium.executablePath();
  return !process.env.CHROMIUM_PATH && existsSync(own) ? own : findProgram(SYSTEMS_OWN);
}

/**
 * Finds a Chromium or installs one: Playwright's download first, then Debian's package where we are
 * root. Throws where neither works, for browser tests are never skipped.
 */
export function ensureChromium(): string {
  const found = findChromium();
  if (found) return found;
  const download = ['playwright', 'install', '--with-deps', 'chromium'];
  console.log(`No Chromium found; trying: npx ${download.join(' ')}`);
  spawnSync('npx', download, { stdio: 'inherit' });
  return findChromium() ?? ensureProgram(SYSTEMS_OWN);
}

/** What a headless Chromium needs in containers, and what keeps it from calling home. */
export const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

/**
 * The language of Chromium's own parts, such as the date fields in the screenshots: on Linux no flag
 * sets it. Debian's Chromium speaks Russian with the package chromium-l10n only.
 */
export const CHROMIUM_ENV = { ...process.env, LANGUAGE: 'ru' };
