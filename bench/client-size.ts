/**
 * JavaScript that the mini app loads before its list and form can be used, gzip, against its budget: the scripts
 * that its document names. e2e/sizes.spec.ts shows that both need no other. What comes behind them (Telegram's
 * SDK, the other screens) is counted apart.
 */
import { gzipSync } from 'node:zlib';
import { report } from './figures';
import { phone, startMiniApp } from './mini-app';

/** Kilobytes of 1000 bytes. Next.js alone takes about 135. */
const BUDGET_KB = 207;
/** The app waits one and two seconds before it fetches ahead. */
const AHEAD_MS = 4_000;

const bench = await startMiniApp({ reminders: 20 });
try {
  const page = await (await phone(bench.browser)).newPage();
  const sizes: Promise<{ named: boolean; bytes: number }>[] = [];
  const html = await (await fetch(`${bench.url}/app`)).text();
  const scripts = [...html.matchAll(/<script [^>]*>/gi)].map(([tag]) => tag);
  const named = scripts.flatMap((tag) => /src="([^"]+)"/.exec(tag)?.[1] ?? []);
  page.on('response', (response) => {
    if (response.request().resourceType() !== 'script') return;
    const { pathname } = new URL(response.url());
    const size = response.body().then((body) => gzipSync(body).length);
    sizes.push(size.then((bytes) => ({ named: named.includes(pathname), bytes })));
  });
  await page.goto(bench.launchUrl());
  await page.getByRole('article').first().waitFor();
  await page.waitForTimeout(AHEAD_MS);
  const all = await Promise.all(sizes);
  const kb = (some: typeof all) =>
    Math.round(some.reduce((sum, { bytes }) => sum + bytes, 0) / 100) / 10;
  const first = kb(all.filter((each) => each.named));
  report('client-size', [
    {
      figure: 'JavaScript to a usable reminder list with its form inside Telegram, gzip',
      target: `≤ ${BUDGET_KB} KB`,
      measured: `${first} KB (${kb(all.filter((each) => !each.named))} KB more ahead of time)`,
      reached: first <= BUDGET_KB,
    },
  ]);
} finally {
  await bench.stop();
}
