import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';

const SYSTEM_BROWSERS = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];

function onPath(program: string): string | undefined {
  const found = spawnSync('which', [program], { encoding: 'utf8' });
  return found.status === 0 ? found.stdout.trim() : undefined;
}

/** A Chromium that is there already: `CHROMIUM_PATH`, Playwright's own, or the system's. */
export function findChromium(): string | undefined {
  const named = process.env.CHROMIUM_PATH;
  if (named) {
    if (!existsSync(named)) throw new Error(`CHROMIUM_PATH names no file: ${named}`);
    return named;
  }
  if (existsSync(chromium.executablePath())) return chromium.executablePath();
  return SYSTEM_BROWSERS.map(onPath).find(Boolean);
}

/**
 * Finds a Chromium or installs one: Playwright's download first, then Debian's package where we are
 * root. Throws where neither works, for browser tests are never skipped.
 */
export function ensureChromium(): string {
  const found = findChromium();
  if (found) return found;
  const attempts: [string, string[]][] = [
    ['npx', ['playwright', 'install', '--with-deps', 'chromium']],
    ['apt-get', ['update']],
    // Liberation has the measures of Arial, the fallback of the pages' own font.
    [
      'apt-get',
      ['install', '-y', '--no-install-recommends', 'chromium', 'chromium-l10n', 'fonts-liberation'],
    ],
  ];
  for (const [program, args] of attempts) {
    console.log(`No Chromium found; trying: ${program} ${args.join(' ')}`);
    try {
      execFileSync(program, args, { stdio: 'inherit' });
    } catch {
      continue;
    }
    const installed = findChromium();
    if (installed) return installed;
  }
  throw new Error('No Chromium and no way to install one: name one in CHROMIUM_PATH.');
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
