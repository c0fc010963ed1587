import 'server-only';
import { setTimeout as delay } from 'node:timers/promises';
import { differenceInMinutes, max, startOfHour } from 'date-fns';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { daysAfter, daysEarlier, inUtc } from '@/core/calendar';
import { latenessPercentile, NEVER_SENT, stepLimitMs } from '@/core/lateness';
import { localDateAt, wallTimeToInstant } from '@/core/time-zone';
import { type Figures, type Status, type StatusPeriod } from '@/texts/status';
import { type Db } from '../platform/db/client';
import { readRow } from '../platform/db/read-rows';
import { ms, timestamp } from '../platform/db/time-in-sql';
import { processState } from '../platform/process-state';
import { sharedReading, type SharedReadings } from '../platform/shared-reading';
import { OUR_FAULT } from '../telegram/send';
import { BROKEN } from './ledger';
import {
  countMessages,
  DUE_FOR_MS,
  type MessageSum,
  type Outage,
  outagesSince,
  type Period,
  STATUS_ZONE,
  TICKS_APART,
} from './ledger-reading';

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
const presentState = z.object({
  waiting: z.coerce.number(),
  oldest: z.coerce.date().nullable(),
  downSince: z.coerce.date().nullable(),
});

/**
 * What the public page tells: the sums of the ledger, and what is due at this moment and has not gone out,
 * which counts as later than a minute. Reads sums and the front of an index, whatever is stored.
 */
export async function readStatus(db: Db, now: Date): Promise<Status> {
  const days = lastDays(now);
  const [sums, outages, present] = await Promise.all([
    countMessages(db, [...periodsAt(now), ...days.map(periodOfDay)]),
    outagesSince(db, daysEarlier(now, PERIOD_DAYS.year)),
    readBacklog(db, now),
  ]);
  const { waiting, oldest, downSince } = present;
  const sumsOf = (name: string) => sums.filter((sum) => sum.name === name);
  const unsent = oldest
    ? [{ withinS: 0, step: NEVER_SENT, messages: waiting, longestMs: +now - +oldest }]
    : [];
  const statusOf = (name: StatusPeriod) => {
    const since = daysEarlier(now, PERIOD_DAYS[name]);
    return {
      figures: figuresOf([...sumsOf(name), ...unsent]),
      downMinutes: {
        us: minutesDown(outages, 'us', since),
        telegram: minutesDown(outages, 'telegram', since),
      },
    };
  };
  return {
    at: now.toISOString(),
    periods: { day: statusOf('day'), month: statusOf('month'), year: statusOf('year') },
    days: days.map((day) => ({ day, figures: figuresOf(sumsOf(day)) })),
    downSince: downSince?.toISOString() ?? null,
    outages: outages.slice(0, OUTAGES_MAX).map(({ from, to, by }) => ({
      from: from.toISOString(),
      to: to.toISOString(),
      by,
    })),
  };
}

/** The whole minutes of outages by one, as far as they lie behind an instant. */
function minutesDown(outages: readonly Outage[], whose: Outage['by'], since: Date): number {
  const minutes = outages
    .filter(({ by, to }) => by === whose && to > since)
    .map(({ from, to }) => differenceInMinutes(to, max([from, since])));
  return minutes.reduce((sum, each) => sum + each, 0);
}

const beginningOf = (day: string): Date => wallTimeToInstant(`${day}T00:00`, STATUS_ZONE);

/** The periods of the page. An hour, or a day, counts where a part of it lies within the period. */
function periodsAt(now: Date): Period[] {
  const today = localDateAt(now, STATUS_ZONE);
  const ofDays = (name: 'month' | 'year'): Period => ({
    ...{ name, span: 'day', until: null },
    since: beginningOf(daysAfter(today, 1 - PERIOD_DAYS[name])),
  });
  const since = startOfHour(daysEarlier(now, PERIOD_DAYS.day), inUtc);
  return [{ name: 'day', span: 'quarter', since, until: null }, ofDays('month'), ofDays('year')];
}

const periodOfDay = (day: string): Period => ({
  name: day,
  span: 'day',
  since: beginningOf(day),
  until: beginningOf(daysAfter(day, 1)),
});

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

function figuresOf(rows: readonly Omit<MessageSum, 'name'>[]): Figures | null {
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
