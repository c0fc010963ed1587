/**
 * JavaScript that a visitor's browser loads on the public pages, gzip, against its budget: what
 * crosses the wire until the network is quiet, so that lazy chunks count too.
 */
import { gzipSync } from 'node:zlib';
import { chromium } from '@playwright/test';
import { CHROMIUM_FLAGS, ensureChromium } from '@/testing/chromium';
import { report } from './figures';
import { serveSite } from './next-servers';

/** Kilobytes of 1000 bytes. Next.js alone takes about 135. */
const BUDGET_KB = 145;

const site = await serveSite();
const browser = await chromium.launch({ executablePath: ensureChromium(), args: CHROMIUM_FLAGS });
try {
  const measured: { path: string; kb: number }[] = [];
  for (const path of ['/', '/terms', '/privacy', '/status']) {
    const page = await browser.newPage();
    const sizes: Promise<number>[] = [];
    page.on('response', (response) => {
      if (response.request().resourceType() !== 'script') return;
      sizes.push(response.body().then((body) => gzipSync(body).length));
    });
    await page.goto(site.url + path, { waitUntil: 'networkidle' });
    const bytes = (await Promise.all(sizes)).reduce((sum, each) => sum + each, 0);
    measured.push({ path, kb: Math.round(bytes / 100) / 10 });
    await page.close();
  }
  console.table(measured);
  const largest = Math.max(...measured.map(({ kb }) => kb));
  report('site-size', [
    {
      figure: 'JavaScript on the public pages, gzip',
      target: `≤ ${BUDGET_KB} KB`,
      measured: `${largest} KB`,
      reached: largest <= BUDGET_KB,
    },
  ]);
} finally {
  await browser.close();
  await site.stop();
}
