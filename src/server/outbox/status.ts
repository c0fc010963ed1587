import 'server-only';
import { setTimeout as delay } from 'node:timers/promises';
import { type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { DAY_MS, daysAfter, MINUTE_MS } from '@/core/calendar';
import { latenessPercentile, NEVER_SENT, stepLimitMs } from '@/core/lateness';
import { localDateAt } from '@/core/time-zone';
import { type Figures, type Status, type StatusPeriod } from '@/texts/status';
import { type Db } from '../platform/db/client';
import { readRow, readRows } from '../platform/db/read-rows';
import { ms, timestamp } from '../platform/db/time-in-sql';
import { processState } from '../platform/process-state';
import { sharedReading, type SharedReadings } from '../platform/shared-reading';
import { OUR_FAULT } from '../telegram/send';
import { BROKEN } from './ledger';
import { DUE_FOR_MS, downtimeSince, messageSums, STATUS_ZONE, TICKS_APART } from './ledger-reading';

/** No figure is told of fewer messages. */
const MESSAGES_MIN = 100;
const CHART_DAYS = 30;
const OUTAGES_MAX = 20;
/** What is due and waits is counted up to this. */
const WAITING_MAX = 10_000;
/** A row that was tried in vain, but for a fault of ours, is due again within this. */
const RETRIED_WITHIN = sql`interval '10 min'`;

const PERIOD_DAYS = { day: 1, month: 30, year: 365 } as const satisfies Record<
  StatusPeriod,
  number
>;
const period = z.enum(['day', 'month', 'year']);
const blamed = z.enum(['us', 'telegram']);

const date = z.coerce.date();
const sums = {
  withinS: z.number(),
  step: z.number(),
  messages: z.coerce.number(),
  longestMs: z.coerce.number(),
};
const sumOfPeriod = z.object({ period, ...sums });
const sumOfDay = z.object({ day: z.string(), ...sums });
const outage = z.object({ from: date, to: date, by: blamed });
const presentState = z.object({
  waiting: z.coerce.number(),
  oldest: date.nullable(),
  downSince: date.nullable(),
});
type Sum = z.infer<z.ZodObject<typeof sums>>;

/**
 * What the public page tells: the sums of the ledger, and what is due at this moment and has not gone out,
 * which counts as later than a minute. Reads sums and the front of an index, whatever is stored.
 */
export async function readStatus(db: Db, now: Date): Promise<Status> {
  const [ofPeriods, ofDays, outages, present] = await Promise.all([
    sumsOfPeriods(db, now),
    sumsOfDays(db, now),
    outagesOfYear(db, now),
    readBacklog(db, now),
  ]);
  const { waiting, oldest, downSince } = present;
  const unsent: Sum[] = [];
  if (oldest) {
    const longestMs = now.getTime() - oldest.getTime();
    unsent.push({ withinS: 0, step: NEVER_SENT, messages: waiting, longestMs });
  }
  const downMinutes = (name: StatusPeriod, whose: z.infer<typeof blamed>) => {
    const since = now.getTime() - PERIOD_DAYS[name] * DAY_MS;
    const minutes = outages
      .filter(({ by }) => by === whose)
      .map(({ from, to }) =>
        Math.floor((to.getTime() - Math.max(from.getTime(), since)) / MINUTE_MS),
      );
    return minutes.reduce((sum, each) => sum + Math.max(0, each), 0);
  };
  const statusOf = (name: StatusPeriod) => ({
    figures: figuresOf([...ofPeriods.filter((row) => row.period === name), ...unsent]),
    downMinutes: { us: downMinutes(name, 'us'), telegram: downMinutes(name, 'telegram') },
  });
  return {
    at: now.toISOString(),
    periods: { day: statusOf('day'), month: statusOf('month'), year: statusOf('year') },
    days: lastDays(now).map((day) => ({
      day,
      figures: figuresOf(ofDays.filter((row) => row.day === day)),
    })),
    downSince: downSince?.toISOString() ?? null,
    outages: outages.slice(0, OUTAGES_MAX).map(({ from, to, by }) => ({
      from: from.toISOString(),
      to: to.toISOString(),
      by,
    })),
  };
}

/** The periods of the page as rows. An hour, or a day, counts where a part of it lies within the period. */
function periodsAt(now: Date): SQL {
  const rows = Object.entries(PERIOD_DAYS).map(([name, days]) => {
    const byHours = days === 1;
    const daysBack = byHours ? 1 : days - 1;
    const begin = sql`${timestamp(now)} - ${daysBack} * interval '1 day'`;
    const since = sql`date_trunc(${byHours ? 'hour' : 'day'}, ${begin}, ${STATUS_ZONE})`;
    return sql`(${name}, ${byHours ? 'quarter' : 'day'}, ${since})`;
  });
  return sql`(values ${sql.join(rows, sql`, `)}) as periods (period, span, since)`;
}

const summed = sql`within_s as "withinS", lateness_step as step, sum(messages) as messages,
  max(longest_ms) as "longestMs" from ${messageSums}`;

function sumsOfPeriods(db: Db, now: Date) {
  const statement = sql`
    select period, ${summed}
    join ${periodsAt(now)} on sums.span = periods.span and slot >= since
    group by 1, 2, 3`;
  return readRows(db, statement, sumOfPeriod);
}

function sumsOfDays(db: Db, now: Date) {
  const statement = sql`
    select to_char(slot at time zone ${STATUS_ZONE}, 'YYYY-MM-DD') as day, ${summed}
    where span = 'day' and slot >= ${timestamp(now)} - ${CHART_DAYS} * interval '1 day'
    group by 1, 2, 3`;
  return readRows(db, statement, sumOfDay);
}

/** Runs of minutes without a gap, the latest first. */
function outagesOfYear(db: Db, now: Date) {
  const since = sql`${timestamp(now)} - ${PERIOD_DAYS.year} * interval '1 day'`;
  const statement = sql`
    select min(minute) as from, max(minute) + interval '1 min' as to, by
    from (
      select minute, by,
        minute - row_number() over (partition by by order by minute) * interval '1 min' as run
      from ${downtimeSince(since)}) as minutes
    group by by, run
    order by 1 desc`;
  return readRows(db, statement, outage);
}

/** What is due and has not gone out, and since when no tick has run, where that is too long. */
function readBacklog(db: Db, now: Date) {
  const at = timestamp(now);
  const downSince = sql`
    select case when max(started_at) < ${at} - ${TICKS_APART} then max(started_at) end
    from cron_runs
    where job = 'deliver' and error is null`;
  const isStillToCome = sql`not nag_due and delivery_state = 'scheduled' and deleted_at is null`;
  const statement = sql`
    select count(*) as waiting, min(next_fire_at) as oldest, (${downSince}) as "downSince"
    from (
      (select next_fire_at
      from reminders
      where ${isStillToCome}
        and due_at <= ${at} + ${RETRIED_WITHIN}
        and due_at is not null
      order by due_at
      limit ${WAITING_MAX})
      union all
      (select next_fire_at
      from reminders
      where ${isStillToCome}
        and last_error in (${OUR_FAULT}, ${BROKEN})
        and next_fire_at is not null
        and due_at > ${at} + ${RETRIED_WITHIN}
      limit ${WAITING_MAX})) as due
    where next_fire_at < ${at} - ${ms(DUE_FOR_MS)}`;
  return readRow(db, statement, presentState);
}

const lastDays = (now: Date): string[] => {
  const today = localDateAt(now, STATUS_ZONE);
  return Array.from({ length: CHART_DAYS }, (_, i) => daysAfter(today, i + 1 - CHART_DAYS));
};

function figuresOf(rows: readonly Sum[]): Figures | null {
  const all = rows.reduce((sum, { messages }) => sum + messages, 0);
  if (all < MESSAGES_MIN) return null;
  const longestMs = Math.max(...rows.map((row) => row.longestMs));
  const steps = rows.map(({ step, messages: sends }) => ({ step, sends }));
  const percentile = (share: number) => {
    const limit = latenessPercentile(steps, share);
    if (limit === null || limit >= stepLimitMs(NEVER_SENT)) return null;
    return Math.min(Math.round(limit), longestMs);
  };
  const within = (seconds: number) => {
    const kept = rows.filter(({ withinS }) => withinS > 0 && withinS <= seconds);
    return Math.floor((kept.reduce((sum, row) => sum + row.messages, 0) * 10_000) / all) / 100;
  };
  const digits = 10 ** (Math.floor(Math.log10(all)) - 1);
  return {
    messages: Math.round(all / digits) * digits,
    within1s: within(1),
    within5s: within(5),
    within1min: within(60),
    p50Ms: percentile(0.5),
    p99Ms: percentile(0.99),
    longestMs,
  };
}

/** For so long an answer is good for everybody who asks this process. */
const SHARED_MS = 60_000;
/** A database that does not answer for so long: the page goes without. */
const PATIENCE_MS = 3_000;
interface StatusState {
  known: Status | null;
  readings: SharedReadings<unknown>;
}
const statusState = processState<StatusState>('status', () => ({
  known: null,
  readings: new WeakMap(),
}));

/** As `readStatus`, once a minute at most; the latest that is known while the database is silent, or null. */
export async function readSharedStatus(db: Db): Promise<Status | null> {
  const keepStatus = async () => {
    const status = await readStatus(db, new Date()).catch(() => null);
    statusState.known = status ?? statusState.known;
  };
  const reading = sharedReading(statusState.readings, db, SHARED_MS, keepStatus);
  await Promise.race([reading, delay(PATIENCE_MS, undefined, { ref: false })]);
  return statusState.known;
}
