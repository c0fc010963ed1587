import { testDatabase } from '@/testing/database';
import { ratePermits } from './db/schema';
import { type AppError } from './errors';
import type * as rateLimits from './rate-limit';

const { db } = testDatabase();
const RATE = { limit: 100, windowMs: 10_000 };
const BLOCK = 10;
const NOON = new Date('2026-03-01T12:00:00Z');

/** A process of its own: it shares nothing with another but the database. */
async function instance(): Promise<typeof rateLimits> {
  let loaded: typeof rateLimits | undefined;
  await jest.isolateModulesAsync(async () => {
    loaded = await import('./rate-limit');
  });
  if (!loaded) throw new Error('the module was not loaded');
  return loaded;
}

/** How many of that many requests, made at once, get a permit. */
async function granted(
  { takePermit }: typeof rateLimits,
  requests: number,
  now = NOON,
): Promise<number> {
  const answers = await Promise.allSettled(
    Array.from({ length: requests }, () => takePermit(db, 'user:1', RATE, now)),
  );
  return answers.filter((each) => each.status === 'fulfilled').length;
}

beforeEach(async () => {
  await db.delete(ratePermits);
});

test('one instance gives exactly the limit, however many ask at once', async () => {
  expect(await granted(await instance(), 500)).toBe(RATE.limit);
});

test('a refusal says when the window ends, and the next window starts anew', async () => {
  const one = await instance();
  await granted(one, RATE.limit);
  const late = new Date(NOON.getTime() + 7_500);
  await expect(one.takePermit(db, 'user:1', RATE, late)).rejects.toMatchObject({
    code: 'too-many',
    retryAfter: 3,
  } satisfies Partial<AppError>);
  expect(await granted(one, 500, new Date(NOON.getTime() + RATE.windowMs))).toBe(RATE.limit);
});

test('who asks little costs no write', async () => {
  expect(await granted(await instance(), BLOCK)).toBe(BLOCK);
  expect(await db.select().from(ratePermits)).toEqual([]);
});

test.each([2, 5])(
  '%i instances together keep to the limit, give or take a block each',
  async (n) => {
    const instances: (typeof rateLimits)[] = [];
    for (let i = 0; i < n; i += 1) instances.push(await instance());
    const all = await Promise.all(instances.map((each) => granted(each, 500)));
    const sum = all.reduce((a, b) => a + b);
    expect(sum).toBeGreaterThanOrEqual(RATE.limit - BLOCK * (n - 1));
    expect(sum).toBeLessThanOrEqual(RATE.limit + BLOCK * (n - 1));
  },
);

test('an instance that comes when all is spent gives its own block and no more', async () => {
  await granted(await instance(), 500);
  expect(await granted(await instance(), 500)).toBe(BLOCK);
});

test('a key that floods takes nothing from another', async () => {
  const one = await instance();
  await granted(one, 500);
  await expect(one.takePermit(db, 'user:2', RATE, NOON)).resolves.toBeUndefined();
});
