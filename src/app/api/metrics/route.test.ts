import { NEVER_SENT } from '@/core/lateness';
import { runTally } from '@/server/admin/tally';
import { cronRuns, deliveries, deliverySums, pace } from '@/server/platform/db/schema';
import { testRoutes } from '@/testing/api';
import { createReminder, createUser } from '@/testing/builders';
import { inOwnProcess } from '@/testing/own-process';
import { testTelegram } from '@/testing/telegram';
import { initDataFor, TEST_ENV } from '@/testing/test-env';
import { GET as deliver } from '../cron/deliver/route';
import { POST as restoreNote } from '../notes/[id]/restore/route';
import { GET as unknown } from '../[[...unknown]]/route';
import { GET } from './route';

jest.mock('next/server', () => ({ after: () => undefined }));

const telegram = testTelegram({ token: TEST_ENV.TELEGRAM_BOT_TOKEN, knowsEverybody: true });
const { db } = testRoutes(telegram);

const noParams = { params: Promise.resolve({}) };
const scrape = async (authorization = `Bearer ${TEST_ENV.METRICS_TOKEN}`) => {
  const request = new Request('http://localhost/api/metrics', { headers: { authorization } });
  const response = await GET(request, noParams);
  return { status: response.status, text: await response.text(), headers: response.headers };
};
/** The value of one line, given as it stands there without the value; undefined where it is missing. */
const valueOf = (text: string, line: string): number | undefined => {
  const found = text.split('\n').find((each) => each.startsWith(`${line} `));
  return found === undefined ? undefined : Number(found.slice(line.length));
};

test.each([
  ...['', 'Bearer wrong', TEST_ENV.METRICS_TOKEN, 'Bearer undefined', 'Bearer '],
  `Bearer ${TEST_ENV.CRON_SECRET}`,
])('nobody without the token learns a number: %p', async (authorization) => {
  const { status, text } = await scrape(authorization);
  expect(status).toBe(403);
  expect(text).not.toContain('napomnyu_');
});

test('without a token of its own there is nothing to scrape: the scheduler’s opens nothing', async () => {
  const { METRICS_TOKEN, ...others } = process.env;
  const environment = jest.replaceProperty(process, 'env', others);
  const { GET: scraped } = await inOwnProcess(() => import('./route'));
  for (const secret of ['METRICS_TOKEN is not set', TEST_ENV.CRON_SECRET, 'undefined', '']) {
    const headers = { authorization: `Bearer ${secret}` };
    const request = new Request('http://localhost/api/metrics', { headers });
    expect((await scraped(request, noParams)).status).toBe(404);
  }
  environment.restore();
});

test('what is due, waits, was given up and is paused comes from the database', async () => {
  const now = Date.now();
  const user = await createUser(db, { unreachableSince: new Date(now) });
  const past = new Date(now - 90_000);
  await createReminder(db, user.id, { dateTime: past });
  await createReminder(db, user.id, { dateTime: past, deletedAt: new Date(now) });
  await createReminder(db, user.id, { dateTime: past, deliveryState: 'failed' });
  const waiting = { nextFireAt: null, waitingSince: past, openOccurrenceAt: past };
  await createReminder(db, user.id, { dateTime: past, ...waiting });
  await createReminder(db, user.id, { dateTime: past, ...waiting });
  await db.update(pace).set({ haltedUntil: new Date(now + 60_000) });
  await db.insert(cronRuns).values({ job: 'deliver', startedAt: new Date(now - 20_000) });
  const tallied = {
    span: 'quarter',
    slot: new Date(now - 600_000),
    kind: 'first',
    outcome: 'sent',
  } as const;
  const sums = { latenessStep: 40, withinS: 1, attempts: 7, messages: 7, longestMs: 1_000 };
  const never = { latenessStep: NEVER_SENT, withinS: 0, longestMs: 0 };
  const givenUp = { ...tallied, ...never, outcome: 'failed', attempts: 7, messages: 7 } as const;
  const calledOff = { ...givenUp, kind: 'snooze', attempts: 0 } as const;
  await db.insert(deliverySums).values([{ ...tallied, ...sums }, givenUp, calledOff]);

  const { text, headers } = await scrape();
  expect(headers.get('content-type')).toContain('version=0.0.4');
  expect(valueOf(text, 'napomnyu_database_up')).toBe(1);
  expect(valueOf(text, 'napomnyu_reminders_due')).toBe(1);
  expect(valueOf(text, 'napomnyu_oldest_due_seconds')).toBeGreaterThanOrEqual(90);
  expect(valueOf(text, 'napomnyu_reminders_waiting')).toBe(2);
  expect(valueOf(text, 'napomnyu_reminders_failed')).toBe(1);
  expect(valueOf(text, 'napomnyu_users_unreachable')).toBe(1);
  expect(valueOf(text, 'napomnyu_pace_halted_seconds')).toBeGreaterThan(30);
  expect(valueOf(text, 'napomnyu_pace_booked_seconds')).toBe(0);
  expect(valueOf(text, 'napomnyu_last_hour_sends{kind="first",outcome="sent"}')).toBe(7);
  expect(valueOf(text, 'napomnyu_last_hour_sends{kind="first",outcome="failed"}')).toBe(7);
  // Called off when it was late: no attempt was made.
  expect(text).not.toContain('napomnyu_last_hour_sends{kind="snooze"');
  expect(valueOf(text, 'napomnyu_last_hour_lateness_seconds{share="0.99"}')).toBeCloseTo(1.024);
  await db.update(pace).set({ haltedUntil: null });
});

test('agendas, reviews and what quiet hours held have kinds of their own: no reminders, and in no lateness', async () => {
  const at = new Date(Date.now() - 300_000);
  const sent = (['agenda', 'review', 'notice'] as const).map((kind, nth) => ({
    ...{ userId: 1, kind, outcome: 'sent' as const, occurrenceAt: at, sentAt: at },
    scheduledAt: new Date(at.getTime() - nth * 3_600_000),
  }));
  const tallied = { slot: at, kind: 'first', outcome: 'sent' } as const;
  const sums = { latenessStep: 40, withinS: 1, attempts: 7, messages: 7, longestMs: 1_000 };
  await db.insert(deliverySums).values({ span: 'quarter', ...tallied, ...sums });
  await db.insert(deliveries).values(sent);
  // The first run marks what is there, the second counts it.
  await runTally(db, at);
  await runTally(db, new Date());
  const { text } = await scrape();
  for (const kind of ['agenda', 'review', 'notice']) {
    expect(valueOf(text, `napomnyu_last_hour_sends{kind="${kind}",outcome="sent"}`)).toBe(1);
    expect(text).not.toContain(`napomnyu_reminder_sends_total{kind="${kind}"`);
  }
  expect(valueOf(text, 'napomnyu_last_hour_lateness_seconds{share="0.99"}')).toBeCloseTo(1.024);
});

test('sends, their lateness and ticks are counted where they are made', async () => {
  const user = await createUser(db);
  await createReminder(db, user.id, { dateTime: new Date(Date.now() - 20_000) });
  const before = (await scrape()).text;
  const request = new Request('http://localhost/api/cron/deliver', {
    headers: { authorization: `Bearer ${TEST_ENV.CRON_SECRET}` },
  });
  expect((await deliver(request, noParams)).status).toBe(200);
  const { text } = await scrape();
  const risen = (line: string) => (valueOf(text, line) ?? 0) - (valueOf(before, line) ?? 0);
  expect(risen('napomnyu_reminder_sends_total{kind="first",outcome="sent"}')).toBeGreaterThan(0);
  expect(risen('napomnyu_reminder_lateness_seconds_count')).toBeGreaterThan(0);
  expect(risen('napomnyu_reminder_lateness_seconds_bucket{le="5"}')).toBe(0);
  expect(risen('napomnyu_ticks_total{result="done"}')).toBe(1);
});

test('a request counts under its route: no id and no address of a stranger’s is a label', async () => {
  const user = await createUser(db);
  const ask = (id: string, decoded = decodeURIComponent(id)) =>
    restoreNote(
      new Request(`http://localhost/api/notes/${id}/restore`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ initData: initDataFor({ id: user.id }) }),
      }),
      { params: Promise.resolve({ id: decoded }) },
    );
  for (const id of ['987654', '%D1%8F', '%d1%8f', 'secret', '%73ecret', 'secre%74']) {
    expect((await ask(id)).status).toBe(404);
  }
  expect((await ask('secret%ff', 'secret\ufffd')).status).toBe(404);
  await unknown(new Request('http://localhost/api/wp-admin/setup'));
  const { text } = await scrape();
  const count = 'napomnyu_http_request_duration_seconds_count';
  expect(valueOf(text, `${count}{method="POST",route="/api/notes/:id/restore",status="404"}`)).toBe(
    6,
  );
  expect(valueOf(text, `${count}{method="POST",route=":unreadable",status="404"}`)).toBe(1);
  expect(valueOf(text, `${count}{method="GET",route=":unknown",status="404"}`)).toBe(1);
  expect(text).not.toMatch(/987654|%D1|secr|%73|wp-admin/i);
});

test('a database that is gone is a number, not a failed scrape', async () => {
  const { databaseRegistry } = await import('@/server/admin/metrics');
  const { connect } = await import('@/server/platform/db/client');
  const away = connect('postgres://nobody@127.0.0.1:1/none');
  const text = await (await databaseRegistry(away.db, new Date())).metrics();
  await away.close();
  expect(valueOf(text, 'napomnyu_database_up')).toBe(0);
  expect(text).not.toContain('napomnyu_reminders_due');
});
