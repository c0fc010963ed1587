import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { cronRuns, deliveries } from '@/server/platform/db/schema';
import { callRoute, testRoutes } from '@/testing/api';
import { TEST_ENV } from '@/testing/test-env';
import { createReminder, createUser } from '@/testing/builders';
import { inOwnProcess } from '@/testing/own-process';
import { testTelegram } from '@/testing/telegram';
import { GET as health } from '../../health/route';
import { GET } from './route';

/** What Next would do once the answer is out. */
const mockedAfter: (() => Promise<void>)[] = [];
jest.mock('next/server', () => ({
  after: (work: () => Promise<void>) => mockedAfter.push(work),
}));

const telegram = testTelegram({ token: TEST_ENV.TELEGRAM_BOT_TOKEN, knowsEverybody: true });
const { db } = testRoutes(telegram);

const authorization = `Bearer ${TEST_ENV.CRON_SECRET}`;

test.each([{}, { authorization: 'Bearer wrong' }, { authorization: TEST_ENV.CRON_SECRET }])(
  'nobody without the secret can start a tick: %p',
  async (headers) => {
    expect(await callRoute(GET, { headers })).toMatchObject({ status: 403 });
    expect(await db.$count(cronRuns)).toBe(0);
  },
);

test('a tick sends what is due, answers its counts, and leaves a record', async () => {
  const user = await createUser(db);
  const reminder = await createReminder(db, user.id, { dateTime: new Date(Date.now() - 120_000) });
  const answer = await callRoute(GET, { headers: { authorization } });
  expect(answer).toMatchObject({ status: 200, json: { success: true, sent: 1, failed: 0 } });
  expect(telegram().simulator.messages(user.id).at(-1)?.text).toContain('С опозданием');
  expect(
    await db.select().from(deliveries).where(eq(deliveries.reminderId, reminder.id)),
  ).toMatchObject([{ outcome: 'sent' }]);
  expect(await db.select().from(cronRuns)).toMatchObject([{ job: 'deliver', counts: { sent: 1 } }]);
});

test('without a database a run fails, and the work beside it says nothing of its own in the log', async () => {
  const DATABASE_URL = 'postgres://nobody@127.0.0.1:1/nothing';
  const environment = jest.replaceProperty(process, 'env', { ...process.env, DATABASE_URL });
  const { deliver, log } = await inOwnProcess(async () => ({
    ...(await import('@/server/deliver')),
    ...(await import('@/server/platform/log')),
  }));
  const warned = jest.spyOn(log, 'warn').mockImplementation(() => undefined);
  await expect(deliver({ durationMs: 0 })).rejects.toThrow();
  expect(warned).not.toHaveBeenCalled();
  environment.restore();
});

test('`?answer=now` answers before anything is sent, and delivers afterwards', async () => {
  const user = await createUser(db);
  await createReminder(db, user.id, { dateTime: new Date(Date.now() - 1_000) });
  const request = new Request('http://localhost/api/cron/deliver?answer=now', {
    headers: { authorization },
  });
  const answer = await GET(request, { params: Promise.resolve({}) });
  expect(await answer.json()).toEqual({ success: true, started: true });
  expect(telegram().simulator.messages(user.id)).toEqual([]);
  const [work] = mockedAfter.splice(0);
  await work?.();
  expect(telegram().simulator.messages(user.id)).toHaveLength(1);
});

test('/api/health answers with the last tick and the lag, and nothing secret', async () => {
  await callRoute(GET, { headers: { authorization } });
  const response = await health(new Request('http://localhost/api/health'));
  expect(response.status).toBe(200);
  const body = z
    .strictObject({
      status: z.literal('ok'),
      database: z.literal(true),
      lastTickAt: z.iso.datetime(),
      lagSeconds: z.literal(0),
      cleanup: z.enum(['ok', 'overdue']),
      lastCleanupAt: z.iso.datetime().nullable(),
      transcriber: z.literal('off'),
    })
    .safeParse(await response.json());
  expect(body.error).toBeUndefined();
});
