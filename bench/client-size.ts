/**
 * JavaScript that the mini app loads before its first cards can be used, gzip, against its budget.
 * What it fetches ahead of time afterwards (the form, the other screens) is counted apart.
 */
import { gzipSync } from 'node:zlib';
import { report } from './figures';
import { phone, startMiniApp } from './mini-app';

/** Kilobytes of 1000 bytes. Next.js alone takes about 135. */
const BUDGET_KB = 190;
/** The app waits one and two seconds before it fetches ahead. */
const AHEAD_MS = 4_000;

const bench = await startMiniApp({ reminders: 20 });
try {
  const page = await (await phone(bench.browser)).newPage();
  const sizes: Promise<{ at: number; bytes: number }>[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() !== 'script') return;
    const at = performance.now();
    sizes.push(response.body().then((body) => ({ at, bytes: gzipSync(body).length })));
  });
  await page.goto(bench.launchUrl());
  await page.getByRole('article').first().waitFor();
  const usable = performance.now();
  await page.waitForTimeout(AHEAD_MS);
  const all = await Promise.all(sizes);
  const kb = (chunks: typeof all) =>
    Math.round(chunks.reduce((sum, { bytes }) => sum + bytes, 0) / 100) / 10;
  const first = kb(all.filter(({ at }) => at <= usable));
  report('client-size', [
    {
      figure: 'JavaScript to a usable reminder list inside Telegram, gzip',
      target: `≤ ${BUDGET_KB} KB`,
      measured: `${first} KB (${kb(all.filter(({ at }) => at > usable))} KB more ahead of time)`,
      reached: first <= BUDGET_KB,
    },
  ]);
} finally {
  await bench.stop();
}
