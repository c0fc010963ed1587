import { testDatabase } from '@/testing/database';
import { AppError } from './errors';
import type * as rateLimit from './rate-limit';

const { db } = testDatabase();
const NOW = new Date('2026-11-21T09:00:00.000Z');
const later = (ms: number) => new Date(NOW.getTime() + ms);
const rate = { limit: 20, windowMs: 10_000 };

type RateLimit = typeof rateLimit;
/** Modules as another process would load them: same database, no shared memory. */
function instance(): RateLimit['takePermit'] {
  let take: RateLimit['takePermit'] | undefined;
  jest.isolateModules(() => {
    ({ takePermit: take } = jest.requireActual<RateLimit>('./rate-limit'));
  });
  if (!take) throw new Error('the module did not load');
  return take;
}
async function granted(take: RateLimit['takePermit'], key: string, times: number, now = NOW) {
  const results = await Promise.allSettled(
    Array.from({ length: times }, () => take(db, key, rate, now)),
  );
  return results.filter(({ status }) => status === 'fulfilled').length;
}

test('one key gets exactly the limit in a window, however many ask at once', async () => {
  expect(await granted(instance(), 'one', 100)).toBe(20);
});

test('several instances together grant no more than the limit', async () => {
  const counts = await Promise.all(
    [instance(), instance(), instance()].map((take) => granted(take, 'many', 50)),
  );
  const total = counts.reduce((a, b) => a + b, 0);
  expect(total).toBeLessThanOrEqual(20);
  expect(total).toBeGreaterThanOrEqual(18);
});

test('the next window starts afresh, and another key has its own', async () => {
  const take = instance();
  expect(await granted(take, 'window', 30)).toBe(20);
  expect(await granted(take, 'window', 30, later(10_000))).toBe(20);
  expect(await granted(take, 'other', 5)).toBe(5);
});

test('a refusal says when to come back', async () => {
  const take = instance();
  await granted(take, 'refused', 20);
  const refusal = await take(db, 'refused', rate, later(4_000)).catch((error: unknown) => error);
  expect(refusal).toMatchObject({ code: 'too-many', status: 429, retryAfter: 6 });
  // Modules of another instance have an AppError of their own: compared by shape, not by class.
  expect(refusal).not.toBeInstanceOf(AppError);
});
