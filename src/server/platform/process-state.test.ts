import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { inOwnProcess } from '@/testing/own-process';
import * as nudge from './nudge';
import { testDatabase } from '@/testing/database';
import { ratePermits } from './db/schema';
import { type AppError } from './errors';
import type * as rateLimits from './rate-limit';
import { addressOf } from './rate-limit';

describe('what a process keeps', () => {
  const { db } = testDatabase();
  const NOON = new Date('2026-03-01T12:00:00Z');

  /** What a second loading of the module gives, as Next loads it for the routes and for what runs beside them. */
  async function anotherCopy(): Promise<typeof nudge> {
    const copies: (typeof nudge)[] = [];
    await jest.isolateModulesAsync(async () => {
      copies.push(await import('./nudge'));
    });
    const [copy] = copies;
    if (!copy) throw new Error('the module was not loaded');
    return copy;
  }

  test('what one copy of a module keeps, every other copy in the process has; another process has not', async () => {
    const heard: Date[] = [];
    nudge.onNudge((at) => heard.push(at));
    const copy = await anotherCopy();
    expect(copy.nudgeDelivery).not.toBe(nudge.nudgeDelivery);
    copy.nudgeDelivery(db, NOON);
    expect(heard).toEqual([NOON]);
    const elsewhere = await inOwnProcess(() => import('./nudge'));
    elsewhere.nudgeDelivery(db, NOON);
    expect(heard).toEqual([NOON]);
    nudge.onNudge(null);
    copy.nudgeDelivery(db, NOON);
    expect(heard).toEqual([NOON]);
  });

  /** What outlives a request at a module's own level: a variable, or a collection that is not written as its content. */
  const KEEPS =
    /^(export )?(let |var |const \w+(: .*)? = (\[\]|\{\}|new (Weak)?(Map|Set)(<.*>)?\(\));$)/m;

  test('nothing else on the server keeps anything from one request to the next', async () => {
    const folder = path.resolve('src/server');
    const files = await readdir(folder, { recursive: true });
    const product = files.filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'));
    const keeping: string[] = [];
    for (const file of product) {
      const source = await readFile(path.join(folder, file), 'utf8');
      if (KEEPS.test(source) || source.includes('= globalThis;')) keeping.push(file);
    }
    expect(keeping).toEqual(['platform/process-state.ts']);
  });
});

describe('rate limits', () => {
  const { db } = testDatabase();
  const RATE = { limit: 100, windowMs: 10_000, keysMax: 1_000 };
  const BLOCK = 10;
  const NOON = new Date('2026-03-01T12:00:00Z');

  /** A process of its own: it shares nothing with another but the database. */
  const instance = (): Promise<typeof rateLimits> => inOwnProcess(() => import('./rate-limit'));

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

  test('a request that began before the window turned over starts no old one anew', async () => {
    const one = await instance();
    await granted(one, 500, new Date(NOON.getTime() + RATE.windowMs));
    expect(await granted(one, 10, NOON)).toBe(0);
  });

  test('keys beyond what is told apart share one, in memory and in the database', async () => {
    const one = await instance();
    const rate = { ...RATE, keysMax: 3 };
    const ask = (key: string) =>
      one.takePermit(db, key, rate, NOON).then(
        () => true,
        () => false,
      );
    await Promise.all(['a', 'b', 'c'].map(ask));
    const strangers = await Promise.all(Array.from({ length: 300 }, (_, i) => ask(`forged-${i}`)));
    expect(strangers.filter(Boolean)).toHaveLength(rate.limit);
    expect(await ask('a')).toBe(true);
    expect((await db.select().from(ratePermits)).map(({ key }) => key)).toEqual([
      'others:100/10000',
    ]);
  });

  describe('the address of a stranger', () => {
    const of = (forwarded?: string) =>
      addressOf(new Headers(forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }));

    test.each([
      ['192.0.2.1', '192.0.2.1'],
      ['1.1.1.1, 192.0.2.1', '192.0.2.1'],
      ['forged, , 192.0.2.1 ', '192.0.2.1'],
      ['192.0.2.1:4711', '192.0.2.1'],
      ['::ffff:192.0.2.1', '192.0.2.1'],
      ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
      ['2001:DB8:1:2::', '2001:db8:1:2::/64'],
      ['[2001:db8:1:2::9]:443', '2001:db8:1:2::/64'],
      ['2001:db8::1', '2001:db8:0:0::/64'],
      ['fe80::1%eth0', 'fe80:0:0:0::/64'],
      ['::1', '0:0:0:0::/64'],
    ])('%s is %s', (forwarded, address) => {
      expect(of(forwarded)).toBe(address);
    });

    test.each([
      undefined,
      '',
      'unknown',
      '192.0.2.1, forged',
      '192.0.2.300',
      '1'.repeat(5_000),
      `${'0'.repeat(70)}:1`,
      '[]',
      '[::1',
      "'; drop table users",
    ])('%s is nobody’s in particular', (forwarded) => {
      expect(of(forwarded)).toBe('unknown');
    });

    test('an IPv6 network is one caller, however many addresses it has', () => {
      const network = Array.from({ length: 500 }, (_, i) =>
        of(`2001:db8:0:1:${i.toString(16)}::1`),
      );
      expect(new Set(network).size).toBe(1);
    });
  });

  test('a clock that ran ahead and was set back shuts nobody out', async () => {
    const one = await instance();
    const ahead = new Date(NOON.getTime() + 86_400_000);
    expect(await granted(one, 500, ahead)).toBe(RATE.limit);
    expect(await granted(one, 500)).toBe(RATE.limit);
  });
});
