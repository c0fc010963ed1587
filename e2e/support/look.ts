import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, type Page } from '@playwright/test';
import { expectAccessible, settled } from './accessible';

/** Where `npm run screenshots` wants a picture of every look; tests alone take none. */
const pictures = process.env.PICTURES;

/**
 * What every screen is held to in each of its states: axe finds nothing, nothing hangs over the
 * side. Takes its picture where pictures are wanted.
 */
export function looker(page: Page, lookName: string): (name: string) => Promise<void> {
  return async (name) => {
    await settled(page.locator('html'));
    if (pictures) await takePicture(page, `${name}.${lookName}`);
    await expectAccessible(page);
    expect(await overflowOf(page), `${name} hangs over the side`).toBeLessThanOrEqual(0);
  };
}

/** How far a page hangs over its side. */
export const overflowOf = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);

/** WebP, which Playwright does not write itself: a third of a PNG. */
export async function takePicture(page: Page, name: string): Promise<void> {
  const file = path.join(pictures ?? '', `${name}.webp`);
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 60 });
  await session.detach();
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, Buffer.from(data, 'base64'));
}
