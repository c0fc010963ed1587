import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { connect } from './client';
import { isPassingFault } from './faults';
import { callRoute, serveFrom, stopServing } from '@/testing/api';
import { createUser } from '@/testing/builders';
import { testDatabase } from '@/testing/database';
import { watchOnTime } from '@/testing/on-time';
import { startTcpProxy, type TcpProxy } from '@/testing/tcp-proxy';
import { initDataFor } from '@/testing/test-env';
import { until } from '@/testing/until';
import { GET as health } from '@/app/api/health/route';
import { GET as listNotes } from '@/app/api/notes/route';
import { GET as status } from '@/app/api/status/route';

const { db, url } = testDatabase();
let way: TcpProxy;

beforeAll(async () => {
  way = await startTcpProxy(Number(new URL(url).port));
  const proxied = new URL(url);
  proxied.port = String(way.port);
  serveFrom(proxied.href);
});
afterAll(async () => {
  way.set('cut');
  await stopServing();
  await way.stop();
});

const API_LIMIT_MS = 15_000;
const HEALTH_LIMIT_MS = 5_000;
const STATUS_LIMIT_MS = 3_000;

const timed = async <T>(run: () => Promise<T>): Promise<{ answer: T; ms: number }> => {
  const began = performance.now();
  return { answer: await run(), ms: performance.now() - began };
};
const figures = z.object({ at: z.string() });
/** Passed for whoever asks for the public figures: they are read anew once in each. */
let minutes = 0;
const askHealth = () => health(new Request('http://localhost/api/health'));

test('with a database that hangs the API answers 503 within 15 s and health within 5 s, however many ask; all resumes by itself', async () => {
  const { id } = await createUser(db);
  const ask = () => callRoute(listNotes, { initData: initDataFor({ id }) });
  expect((await ask()).status).toBe(200);
  const machine = watchOnTime();
  way.set('hanging');
  const healthTells = async () => {
    const { answer, ms } = await timed(askHealth);
    expect(ms).toBeLessThan(HEALTH_LIMIT_MS + machine.limitMs());
    return answer.status === 503;
  };
  const [, answers] = await Promise.all([
    // What health answered just before is good for others a second longer.
    until(healthTells, 15_000),
    Promise.all(Array.from({ length: 25 }, () => timed(ask))),
  ]);
  for (const { answer, ms } of answers) {
    expect(answer.status).toBe(503);
    expect(ms).toBeLessThan(API_LIMIT_MS + machine.limitMs());
  }
  way.set('open');
  await until(async () => (await ask()).status === 200);
  await until(async () => (await askHealth()).status === 200);
});

test('with a database that takes what it is asked and is mute the public figures are the latest known, with their time, or 503, within 3 s', async () => {
  const { performance: clock } = globalThis;
  const now = clock.now.bind(clock);
  const machine = watchOnTime();
  const passing = jest.spyOn(clock, 'now').mockImplementation(() => now() + minutes * 61_000);
  const ask = async () => {
    minutes += 1;
    const { answer, ms } = await timed(() => callRoute(status, {}));
    expect(ms).toBeLessThan(STATUS_LIMIT_MS + machine.limitMs());
    return { ...answer, at: figures.safeParse(answer.json).data?.at };
  };
  way.set('mute');
  const first = await ask();
  expect(first.status).toBe(503);
  way.set('open');
  await until(async () => (await ask()).at !== first.at, Infinity);
  const known = await ask();
  expect(known.status).toBe(200);
  way.set('mute');
  const told = [await ask(), await ask()];
  expect(told.map((each) => each.status)).toEqual([200, 200]);
  expect(told[1]?.at).toBe(told[0]?.at);
  way.set('open');
  await until(async () => (await ask()).at !== told[0]?.at, Infinity);
  passing.mockRestore();
});

test('an outage, however often we ask in vain meanwhile, is over for us a second and a half later at most', async () => {
  const proxied = new URL(url);
  proxied.port = String(way.port);
  const pool = connect(proxied.href, { max: 3 });
  const ask = () =>
    pool.db.execute(sql`select 1`).then(
      () => true,
      () => false,
    );
  expect(await ask()).toBe(true);
  way.set('cut');
  const machine = watchOnTime();
  for (let failures = 0; failures < 300; failures += 1) expect(await ask()).toBe(false);
  way.set('open');
  const { ms } = await timed(() => until(ask));
  expect(ms).toBeLessThan(1_500 + machine.limitMs());
  await pool.close();
});

test('a transaction whose first statement is not answered leaves its place in the pool to the next', async () => {
  const proxied = new URL(url);
  proxied.port = String(way.port);
  const pool = connect(proxied.href, { max: 1, silenceMs: 3_000 });
  const ask = () => pool.db.transaction((tx) => tx.execute(sql`select 1 as one`));
  await ask();
  way.set('mute');
  await expect(ask()).rejects.toThrow();
  way.set('open');
  expect((await ask()).rows).toEqual([{ one: 1 }]);
  await pool.close();
});

test('a statement that was given up before there was a connection is not carried out later', async () => {
  await db.execute(sql`create table told (word text)`);
  const proxied = new URL(url);
  proxied.port = String(way.port);
  const pool = connect(proxied.href, { max: 1 });
  const tell = (word: string) => pool.db.execute(sql`insert into told values (${word})`);
  way.set('hanging');
  await expect(tell('given up')).rejects.toThrow();
  way.set('open');
  await until(() =>
    tell('later').then(
      () => true,
      () => false,
    ),
  );
  await pool.close();
  expect((await db.execute(sql`select word from told`)).rows).toEqual([{ word: 'later' }]);
}, 30_000);

test('a connection that ends between two statements of a transaction fails the transaction, and nothing else', async () => {
  const pool = connect(url, { max: 1 });
  const transaction = pool.db.transaction(async (tx) => {
    const {
      rows: [row],
    } = await tx.execute(sql`select pg_backend_pid() as pid`);
    await db.execute(sql`select pg_terminate_backend(${row?.pid})`);
    await tx.execute(sql`select 1`);
  });
  await expect(transaction.catch((error: unknown) => isPassingFault(error))).resolves.toBe(true);
  expect((await pool.db.execute(sql`select 1 as one`)).rows).toEqual([{ one: 1 }]);
  await pool.close();
});
