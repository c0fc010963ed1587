import { z } from 'zod';
import { connection } from '@/server/platform/db/client';
import { cronRuns, reminders } from '@/server/platform/db/schema';
import { stopServing, testRoutes } from '@/testing/api';
import { createReminder, createUser } from '@/testing/builders';
import { GET } from './route';

const { db } = testRoutes();

const ago = (seconds: number) => new Date(Date.now() - seconds * 1_000);
const ask = async (query: string) => {
  const response = await GET(new Request(`http://localhost/api/health${query}`));
  const { status } = z.object({ status: z.string() }).parse(await response.json());
  return { code: response.status, status };
};
const ticked = (seconds: number, counts = { unauthorized: 0 }) =>
  db
    .insert(cronRuns)
    .values({ job: 'deliver', startedAt: ago(seconds), finishedAt: ago(seconds - 1), counts });
/** What each of the three answers. */
const answers = async () => [
  (await ask('?live')).code,
  (await ask('')).code,
  (await ask('?strict')).code,
];

/** Each test begins when the answers of the one before are no longer shared. */
let clock = 0;
beforeEach(async () => {
  await db.delete(reminders);
  await db.delete(cronRuns);
  clock += 2_000;
  jest.spyOn(performance, 'now').mockImplementation(() => clock);
});
afterEach(() => jest.restoreAllMocks());

test('all is well', async () => {
  await ticked(20);
  expect(await answers()).toEqual([200, 200, 200]);
});

describe('only the strict question fails, with the reason in the answer,', () => {
  test('while no tick begins', async () => {
    await ticked(600);
    expect(await answers()).toEqual([200, 200, 503]);
    expect(await ask('?strict')).toMatchObject({ status: 'silent' });
  });

  test('while Telegram refuses the token', async () => {
    await ticked(20, { unauthorized: 1 });
    expect(await answers()).toEqual([200, 200, 503]);
    expect(await ask('?strict')).toMatchObject({ status: 'unauthorized' });
  });

  test('while reminders wait', async () => {
    await ticked(20);
    const user = await createUser(db);
    await createReminder(db, user.id, { dateTime: ago(400) });
    expect(await answers()).toEqual([200, 200, 503]);
    expect(await ask('?strict')).toMatchObject({ status: 'late' });
  });

  test('while the daily cleanup does not come to its end', async () => {
    await ticked(20);
    await ticked(48 * 3_600);
    expect(await answers()).toEqual([200, 200, 503]);
  });
});

test('however many ask, the database is asked once a second; whether the process lives costs nothing', async () => {
  const queries = jest.spyOn(connection().pool, 'query');
  await Promise.all(Array.from({ length: 50 }, () => ask('?live')));
  expect(queries).toHaveBeenCalledTimes(0);
  await ticked(20);
  await Promise.all(Array.from({ length: 50 }, (_, i) => ask(i % 2 ? '' : '?strict')));
  expect(queries).toHaveBeenCalledTimes(1);
  await db.delete(cronRuns);
  expect(await ask('')).toMatchObject({ status: 'ok' });
  clock += 1_001;
  expect(await ask('')).toMatchObject({ status: 'silent' });
  expect(queries).toHaveBeenCalledTimes(2);
});

test('without a database the process lives and is not ready', async () => {
  await stopServing();
  expect(await answers()).toEqual([200, 503, 503]);
});
