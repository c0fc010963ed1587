/**
 * How long a mid-range phone on a mobile network waits for its first cards: processor 4 times
 * slower, 1.6 Mbit/s, 150 ms there and back. Cold: nothing cached; warm: opened twice before, after
 * which Chromium keeps the code compiled. Other work on the machine can only add time, so the best
 * of the runs counts; their median tells how much it did. For scale stands beside them the public
 * landing page (server-rendered, no MUI) until its own code has run, in the same run.
 */
import { type BrowserContext, type Page } from '@playwright/test';
import { report } from './figures';
import { phone, phoneWithDisk, startMiniApp } from './mini-app';

const RUNS = 5;
const TARGET_MS = { cold: 3_000, warm: 1_200 };
const MBIT = 1_000_000 / 8;

async function slowPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: 1.6 * MBIT,
    uploadThroughput: 0.75 * MBIT,
  });
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  return page;
}

/** Milliseconds from the navigation to the first element that `selector` finds, painted. */
async function timeTo(page: Page, url: string, selector: string): Promise<number> {
  await page.goto('about:blank');
  await page.goto(url, { waitUntil: 'commit' });
  // Asked in every frame. No function may have a name in here: tsx would wrap it in one of its own.
  const found = await page.waitForFunction(
    (wanted) =>
      document.querySelector(wanted) &&
      new Promise<number>((resolve) => {
        requestAnimationFrame(() => resolve(performance.now()));
      }),
    selector,
  );
  return Number(await found.jsonValue());
}

const seconds = (ms: number | undefined) => ((ms ?? NaN) / 1000).toFixed(2);
const best = (times: number[]) => seconds(Math.min(...times));
const median = (times: number[]) =>
  seconds(times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)]);

const bench = await startMiniApp({ reminders: 50 });
try {
  const times: Record<'cold' | 'warm' | 'landing', number[]> = { cold: [], warm: [], landing: [] };
  for (let run = 0; run < RUNS; run += 1) {
    const device = await phoneWithDisk();
    const page = await slowPage(device.context);
    times.cold.push(await timeTo(page, bench.launchUrl(), 'article'));
    await page.waitForLoadState('networkidle');
    await timeTo(page, bench.launchUrl(), 'article');
    await page.waitForLoadState('networkidle');
    times.warm.push(await timeTo(page, bench.launchUrl(), 'article'));
    await device.close();

    const other = await phone(bench.browser);
    const landing = await slowPage(other);
    await landing.goto(bench.url, { waitUntil: 'networkidle' });
    // The network may be idle before the page's load event is over; until then its time is 0.
    const loaded = await landing.waitForFunction(() => {
      const [navigation] = performance.getEntriesByType('navigation');
      return navigation instanceof PerformanceNavigationTiming && navigation.loadEventEnd;
    });
    times.landing.push(Number(await loaded.jsonValue()));
    await other.close();
  }
  const figure = (what: 'cold' | 'warm') => ({
    figure: `First cards on a throttled phone, ${what}`,
    target: `≤ ${TARGET_MS[what] / 1000} s`,
    measured: `${best(times[what])} s (median ${median(times[what])} s; landing loaded: ${best(times.landing)} s)`,
    reached: Math.min(...times[what]) <= TARGET_MS[what],
  });
  report('phone', [figure('cold'), figure('warm')]);
} finally {
  await bench.stop();
}
