import 'server-only';
import { and, asc, count, desc, eq, gt, isNotNull, isNull, sql } from 'drizzle-orm';
import { type PgColumn } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import {
  type AdminResponses,
  type AdminStats,
  type Bounded,
  type Percentiles,
  type Run,
} from '@/contract/admin';
import { addDays } from 'date-fns';
import { DAY_MS, daysEarlier, formatLocalDate, inUtc } from '@/core/calendar';
import { latenessPercentile } from '@/core/lateness';
import { ADMIN_CHART_DAYS } from '@/core/limits';
import { localDayAt, wallTimeToInstant } from '@/core/time-zone';
import { countTo, countWhere } from '../platform/db/bounded-count';
import { type Db } from '../platform/db/client';
import { readRow } from '../platform/db/read-rows';
import { timestamp } from '../platform/db/time-in-sql';
import { cronRuns, refusedPeople, reminders, users } from '../platform/db/schema';
import { AppError, found } from '../platform/errors';
import { processState } from '../platform/process-state';
import { sharedReading, type SharedReadings } from '../platform/shared-reading';
import { retryFailedReminder } from '../reminders/write/delivery';
import { isOfReminder } from '../outbox/ledger';
import { checkHealth } from '../outbox/health';
import { countAttempts, latenessOf } from '../outbox/ledger-reading';
import { countCreated } from './tally';

const HOUR_MS = 3_600_000;
const RUNS_SHOWN = 12;

/**
 * The dashboard's numbers at `now`, by days of the administrator's zone; those of users may be half a minute older.
 * Checks that the database takes writes. However long the ledger is, this costs the same: ./tally keeps its sums.
 */
export async function adminStats(
  db: Db,
  { now, timeZone }: { now: Date; timeZone: string },
): Promise<Omit<AdminStats, 'missingLegal'>> {
  const days = chartDays(now, timeZone);
  const { status, lagSeconds } = await checkHealth(db);
  // One after another: all at once they would take every connection of the pool.
  return {
    at: now.toISOString(),
    delivery: status,
    users: await recentUserNumbers(db, now),
    created: await createdByDay(db, days),
    deliveries: await deliveriesByDay(db, days),
    ...(await recentDeliveries(db, now)),
    backlog: { due: await countDue(db, now), oldestSeconds: Math.max(0, lagSeconds ?? 0) },
    failures: await listFailures(db),
    runs: await latestRuns(db),
    databaseBytes: await sizeOf(db),
    complaints: await complainedOf(db, now),
  };
}

const COMPLAINED_OF_MAX = 10;
const COMPLAINTS_DAYS = 30;

/** Whose proposals people complained of lately, the most often first; nothing of what was proposed. */
async function complainedOf(db: Db, now: Date): Promise<AdminStats['complaints']> {
  const { refusedId: userId, complainedAt } = refusedPeople;
  const times = count();
  return db
    .select({ userId, times })
    .from(refusedPeople)
    .where(gt(complainedAt, daysEarlier(now, COMPLAINTS_DAYS)))
    .groupBy(userId)
    .orderBy(desc(times), asc(userId))
    .limit(COMPLAINED_OF_MAX);
}

interface ChartDay {
  day: string;
  from: Date;
}

/** The days of the charts, today the last, each with the instant at which it began. */
function chartDays(now: Date, timeZone: string): ChartDay[] {
  const first = addDays(localDayAt(now, timeZone), 1 - ADMIN_CHART_DAYS, inUtc);
  return Array.from({ length: ADMIN_CHART_DAYS }, (_, at) => {
    const day = formatLocalDate(addDays(first, at, inUtc));
    return { day, from: wallTimeToInstant(`${day}T00:00`, timeZone) };
  });
}
const beginningsOf = (days: readonly ChartDay[]) => days.map(({ from }) => from);

async function createdByDay(db: Db, days: readonly ChartDay[]): Promise<AdminStats['created']> {
  const byDay = days.map(({ day }) => ({ day, reminders: 0, notes: 0 }));
  for (const { at, what, created } of await countCreated(db, beginningsOf(days))) {
    const day = byDay[at];
    if (day) day[`${what}s`] = created;
  }
  return byDay;
}

const noDeliveries = { sent: 0, retry: 0, unreachable: 0, rejected: 0, failed: 0 };

/** Reminders only: one notice to everybody would hide how they fare. */
async function deliveriesByDay(
  db: Db,
  days: readonly ChartDay[],
): Promise<AdminStats['deliveries']> {
  const byDay = days.map(({ day }) => ({ day, ...noDeliveries }));
  for (const { at, kind, outcome, attempts } of await countAttempts(db, beginningsOf(days))) {
    const day = byDay[at];
    if (day && isOfReminder(kind)) day[outcome] += attempts;
  }
  return byDay;
}

/** The periods reach back to the start of a quarter of an hour, so that "an hour" is up to 75 minutes. */
async function recentDeliveries(
  db: Db,
  now: Date,
): Promise<Pick<AdminStats, 'lateness' | 'flood'>> {
  const back = (periodMs: number) => new Date(now.getTime() - periodMs - HOUR_MS / 4);
  const sums = await countAttempts(db, [back(7 * DAY_MS), back(DAY_MS), back(HOUR_MS)]);
  const ofWeek = sums.filter(({ at }) => at >= 0);
  const ofDay = sums.filter(({ at }) => at >= 1);
  const ofHour = sums.filter(({ at }) => at >= 2);
  const sent = ofDay.filter(({ kind, outcome }) => outcome === 'sent' && isOfReminder(kind));
  return {
    lateness: {
      hour: percentilesOf(latenessOf(ofHour)),
      day: percentilesOf(latenessOf(ofDay)),
      week: percentilesOf(latenessOf(ofWeek)),
    },
    flood: {
      resends: total(sent.filter(({ kind }) => kind === 'nag').map(({ attempts }) => attempts)),
      messages: total(sent.map(({ attempts }) => attempts)),
    },
  };
}

const total = (counts: readonly number[]): number => counts.reduce((sum, each) => sum + each, 0);

const percentilesOf = (counts: ReturnType<typeof latenessOf>): Percentiles => ({
  sends: total(counts.map(({ sends }) => sends)),
  p50: latenessPercentile(counts, 0.5),
  p95: latenessPercentile(counts, 0.95),
  p99: latenessPercentile(counts, 0.99),
});

/** The latest runs of delivery and the latest cleanup, by when they began. */
async function latestRuns(db: Db): Promise<Run[]> {
  const latest = (job: Run['job'], limit: number) =>
    db
      .select()
      .from(cronRuns)
      .where(eq(cronRuns.job, job))
      .orderBy(desc(cronRuns.startedAt))
      .limit(limit);
  const runs = await Promise.all([latest('deliver', RUNS_SHOWN), latest('cleanup', 1)]);
  return runs
    .flat()
    .sort((a, b) => b.startedAt.getTime() - a.startedAt.getTime())
    .map(({ job, startedAt, finishedAt, counts, error }) => ({
      job,
      startedAt: startedAt.toISOString(),
      durationMs: finishedAt && finishedAt.getTime() - startedAt.getTime(),
      counts: counts ?? {},
      error,
    }));
}

async function sizeOf(db: Db): Promise<number> {
  const query = sql`select pg_database_size(current_database()) as bytes`;
  return (await readRow(db, query, z.object({ bytes: z.coerce.number() }))).bytes;
}

const FAILURES_SHOWN = 20;

export const countDue = (db: Db, now: Date): Promise<Bounded> =>
  countTo(
    db,
    sql`${reminders} where nag_due in (true, false) and due_at <= ${timestamp(now)}
      and delivery_state = 'scheduled' and deleted_at is null`,
  );

const failed = and(eq(reminders.deliveryState, 'failed'), isNull(reminders.deletedAt));

/** Reminders that delivery has given up, the latest first. Never their texts. */
async function listFailures(db: Db): Promise<AdminStats['failures']> {
  const [total, rows] = await Promise.all([
    countTo(db, sql`${reminders} where ${failed}`),
    db
      .select({
        id: reminders.id,
        userId: reminders.userId,
        code: reminders.lastError,
        dueAt: reminders.nextFireAt,
      })
      .from(reminders)
      .where(failed)
      .orderBy(desc(reminders.id))
      .limit(FAILURES_SHOWN),
  ]);
  return {
    total,
    rows: rows.map(({ code, dueAt, ...row }) => ({
      ...row,
      code: code ?? 'unknown',
      dueAt: dueAt?.toISOString() ?? null,
    })),
  };
}

/** Gives a failed reminder to delivery again, all attempts before it; `not-found` where none failed. */
export async function retryFailed(db: Db, id: number, now: Date): Promise<void> {
  if (!(await retryFailedReminder(db, id, now))) throw new AppError('not-found');
}

/** One look at every user costs a second or two where there are millions. */
const KEPT_MS = 30_000;
const PARKED_PAGE = 50;

const readings = processState(
  'userNumbers',
  (): SharedReadings<AdminStats['users']> => new WeakMap(),
);

/** How many users there are, and how they fare: one look is for all who ask within half a minute. */
const recentUserNumbers = (db: Db, now: Date): Promise<AdminStats['users']> =>
  sharedReading(readings, db, KEPT_MS, () => countUsers(db, now));

async function countUsers(db: Db, now: Date): Promise<AdminStats['users']> {
  const { createdAt, lastActiveAt, unreachableSince, inactivityWarnedAt } = users;
  const within = (column: PgColumn, days: number) => countWhere(gt(column, daysEarlier(now, days)));
  const periodsOf = (column: PgColumn) => ({
    day: within(column, 1),
    week: within(column, 7),
    month: within(column, 30),
  });
  const [row] = await db
    .select({
      total: count(),
      new: periodsOf(createdAt),
      active: periodsOf(lastActiveAt),
      unreachable: count(unreachableSince),
      warned: count(inactivityWarnedAt),
    })
    .from(users);
  return found(row);
}

/** A page of the users whom the bot cannot write to, by id; their reminders wait for them. */
export async function listParked(db: Db, after: number): Promise<AdminResponses['adminParked']> {
  const away = isNotNull(users.unreachableSince);
  const [total, rows] = await Promise.all([
    countTo(db, sql`${users} where ${away}`),
    db
      .select({ id: users.id, since: users.unreachableSince })
      .from(users)
      .where(and(away, gt(users.id, after)))
      .orderBy(asc(users.id))
      .limit(PARKED_PAGE + 1),
  ]);
  const page = rows.slice(0, PARKED_PAGE);
  return {
    total,
    users: page.map(({ id, since }) => ({ id, since: (since ?? new Date(0)).toISOString() })),
    next: rows.length > PARKED_PAGE ? (page.at(-1)?.id ?? null) : null,
  };
}
