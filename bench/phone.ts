/**
 * How long a mid-range phone on a mobile network waits for the app: for its first layout, its first
 * cards, and until a tap opens the form. Processor 4 times slower, 1.6 Mbit/s, 150 ms there and back.
 * Cold: nothing cached; warm: opened twice before, each time for a while, after which the service worker
 * holds the shell and Chromium the compiled code. What the worker itself fetches is not slowed down; in a
 * warm start that is nothing. In turns with the public landing page (server-rendered, no MUI) until its
 * own code has run, for scale. Each start is measured at `next start` itself (HTTP/1.1, gzip) and behind Caddy
 * as docs/operations.md has it (HTTP/2, Brotli for the built files), on the same app. The medians count;
 * other work on the machine can only add time, and the best run beside them tells how much it did.
 */
import { type BrowserContext, type Page } from '@playwright/test';
import { type Caddy, startCaddy } from '@/testing/caddy';
import { median, ratio, report } from './figures';
import { phone, phoneWithDisk, startMiniApp } from './mini-app';

const RUNS = 5;
const STEPS = ['layout', 'cards', 'react', 'form'] as const;
type Step = (typeof STEPS)[number];
const NAMES: Record<Step, string> = {
  layout: 'First layout',
  cards: 'First cards',
  react: 'The cards are React’s',
  form: 'A tap opens the form',
};
/** Shares of the landing's load to reach: those hold on any machine. */
const TARGETS: Record<'cold' | 'warm', Partial<Record<Step, number>>> = {
  cold: { cards: 0.4, form: 1 },
  warm: { cards: 0.25, form: 0.4 },
};
/** How long the app is left open before it is started again. */
const STAY_MS = 8_000;
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

/** Milliseconds from the navigation to each step, painted. Taps as soon as there is something to tap. */
async function startTimes(page: Page, url: string): Promise<Record<Step, number>> {
  await page.goto('about:blank');
  await page.goto(url, { waitUntil: 'commit' });
  // Asked in every frame. No function may have a name in here: tsx would wrap it in one of its own.
  const found = await page.waitForFunction(() => {
    const times: number[] = (window.startTimes ??= [0, 0, 0, 0]);
    times[0] ||= document.querySelector('[data-skeleton], article') ? performance.now() : 0;
    times[1] ||= document.querySelector('article') ? performance.now() : 0;
    const add = document.querySelector<HTMLElement>('main > header > button:last-of-type');
    if (document.querySelector('article')) add?.click();
    times[2] ||= document.querySelector('main article') ? performance.now() : 0;
    times[3] ||= document.querySelector('[role=dialog]') ? performance.now() : 0;
    return times[3] && times;
  });
  const [layout = NaN, cards = NaN, react = NaN, form = NaN] = (await found.jsonValue()) || [];
  return { layout, cards, react, form };
}

declare global {
  interface Window {
    startTimes?: number[];
  }
}

const seconds = (ms: number) => (ms / 1000).toFixed(2);

interface Way {
  /** How the figures name it. */
  name: string;
  origin: string;
  cold: Record<Step, number>[];
  warm: Record<Step, number>[];
}

const bench = await startMiniApp({ reminders: 50 });
let caddy: Caddy | undefined;
try {
  caddy = await startCaddy({ app: new URL(bench.url).host, checkout: process.cwd() });
  const ways: Way[] = [
    { name: '', origin: bench.url, cold: [], warm: [] },
    { name: ', behind Caddy', origin: caddy.url, cold: [], warm: [] },
  ];
  const landings: number[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    for (const { origin, cold, warm } of ways) {
      const device = await phoneWithDisk(caddy.chromiumFlag);
      const page = await slowPage(device.context);
      cold.push(await startTimes(page, bench.launchUrl(origin)));
      await page.waitForTimeout(STAY_MS);
      await startTimes(page, bench.launchUrl(origin));
      await page.waitForTimeout(STAY_MS);
      warm.push(await startTimes(page, bench.launchUrl(origin)));
      await device.close();
    }

    const other = await phone(bench.browser);
    const landing = await slowPage(other);
    await landing.goto(bench.url, { waitUntil: 'networkidle' });
    // The network may be idle before the page's load event is over; until then its time is 0.
    const loaded = await landing.waitForFunction(() => {
      const [navigation] = performance.getEntriesByType('navigation');
      return navigation instanceof PerformanceNavigationTiming && navigation.loadEventEnd;
    });
    landings.push(Number(await loaded.jsonValue()));
    await other.close();
  }
  const landing = median(landings);
  const scale = `landing loaded: ${seconds(landing)} s`;
  const figures = (way: Way, what: 'cold' | 'warm') =>
    STEPS.map((step) => {
      const all = way[what].map((each) => each[step]);
      const share = median(all) / landing;
      const target = TARGETS[what][step];
      return {
        figure: `${NAMES[step]} on a throttled phone, ${what}${way.name}`,
        target: target === undefined ? 'for scale' : `≤ ${ratio(target)} of the landing`,
        measured: `${ratio(share)} (${seconds(median(all))} s, best ${seconds(Math.min(...all))} s; ${scale})`,
        reached: target === undefined || share <= target,
      };
    });
  report(
    'phone',
    ways.flatMap((way) => [...figures(way, 'cold'), ...figures(way, 'warm')]),
  );
} finally {
  await caddy?.stop();
  await bench.stop();
}
