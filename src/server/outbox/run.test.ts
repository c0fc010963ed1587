import { z } from 'zod';
import { createReminder, createUser } from '@/testing/builders';
import { testDatabase } from '@/testing/database';
import { createOutbox, deliverReminders, runningClock } from '@/testing/outbox';
import { cronRuns, reminders } from '../platform/db/schema';
import { log } from '../platform/log';
import { type RunOptions } from './run';

const { db } = testDatabase();
const NOON = new Date('2026-11-20T09:00:00Z');

const run = (options: Partial<RunOptions> = {}) => {
  const { send, retract } = createOutbox();
  const delivery = { db, send, retract, maxPerSecond: 100, now: runningClock(NOON) };
  return deliverReminders(delivery, { durationMs: 1_000, ...options });
};
const infoLines = () => jest.spyOn(log, 'info').mockImplementation(() => undefined);

beforeEach(async () => {
  await db.delete(reminders);
  await db.delete(cronRuns);
});
afterEach(() => jest.restoreAllMocks());

test('a run that sent something says so in one line: counts and lateness, and no text', async () => {
  const user = await createUser(db);
  const text = 'Тайная встреча';
  for (const lateMs of [0, 2_000, 60_000]) {
    await createReminder(db, user.id, { text, dateTime: new Date(+NOON - lateMs) });
  }
  const line = infoLines();
  await run({ durationMs: 5_000 });
  expect(line).toHaveBeenCalledTimes(1);
  const fields = z
    .looseObject({ latenessMs: z.object({ p50: z.number(), max: z.number() }), tookMs: z.number() })
    .parse(line.mock.calls[0]?.[0]);
  expect(fields).toMatchObject({ sent: 3, failed: 0 });
  expect(fields.latenessMs.p50).toBeGreaterThanOrEqual(2_000);
  expect(fields.latenessMs.max).toBeGreaterThanOrEqual(60_000);
  expect(JSON.stringify(line.mock.calls)).not.toMatch(/Тайная|встреча/);
});

test('a run that had nothing to send is silent', async () => {
  const line = infoLines();
  await run();
  expect(line).not.toHaveBeenCalled();
});

test('a run that is not to be recorded does not pass for the scheduler’s', async () => {
  await run({ recorded: false });
  expect(await db.$count(cronRuns)).toBe(0);
  await run();
  expect(await db.$count(cronRuns)).toBe(1);
});
