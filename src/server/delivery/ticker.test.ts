import { until } from '@/testing/until';
import { nudgeDelivery } from './nudge';
import { type RunOptions } from './run';
import { startTicker, type Ticker } from './ticker';

let ticker: Ticker | undefined;
afterEach(() => ticker?.stop());

const soon = () => new Date(Date.now() + 1_500);
const nextWeek = () => new Date(Date.now() + 7 * 86_400_000);

test('the first tick starts with the server', async () => {
  const runs: RunOptions[] = [];
  ticker = startTicker((options) => Promise.resolve(runs.push(options)));
  await until(() => runs.length === 1);
  expect(runs[0]?.durationMs).toBe(60_000);
});

test('a nudge about something due before the next tick starts one at once', async () => {
  let runs = 0;
  ticker = startTicker(() => Promise.resolve((runs += 1)));
  await until(() => runs === 1);
  nudgeDelivery(nextWeek());
  nudgeDelivery(null);
  await expect(until(() => runs > 1, 1_200)).rejects.toThrow('waited');
  const nudgedAt = performance.now();
  nudgeDelivery(soon());
  await until(() => runs === 2);
  expect(performance.now() - nudgedAt).toBeLessThan(1_000);
});

test('a nudge during a tick that is about to end is not lost', async () => {
  let runs = 0;
  let end: (() => void) | undefined;
  ticker = startTicker(() => {
    runs += 1;
    return new Promise<void>((resolve) => {
      end = resolve;
    });
  });
  await until(() => runs === 1);
  nudgeDelivery(soon());
  end?.();
  await until(() => runs === 2);
  end?.();
});

test('many nudges start one tick', async () => {
  let runs = 0;
  ticker = startTicker(() => Promise.resolve((runs += 1)));
  await until(() => runs === 1);
  for (let i = 0; i < 50; i += 1) nudgeDelivery(soon());
  await until(() => runs === 2);
  await expect(until(() => runs > 2, 1_500)).rejects.toThrow('waited');
});

test('a tick that fails is tried again within seconds, however often', async () => {
  let runs = 0;
  ticker = startTicker(() => {
    runs += 1;
    return runs < 3 ? Promise.reject(new Error('no database')) : Promise.resolve();
  });
  await until(() => runs === 3);
});

test('stopping waits for the tick that is under way, which is told so', async () => {
  let settled = false;
  ticker = startTicker(async ({ stop }) => {
    await until(() => stop?.aborted ?? false);
    settled = true;
  });
  await ticker.stop();
  expect(settled).toBe(true);
});
