import 'server-only';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { daysAfter } from '@/core/calendar';
import { latenessPercentile, NEVER_SENT, stepLimitMs } from '@/core/lateness';
import { localDateAt } from '@/core/time-zone';
import { type Figures, type Status, type StatusPeriod } from '@/texts/status';
import { type Db } from '../platform/db/client';
import { ms } from '../platform/db/epoch';
import { downMinutes } from '../platform/db/schema';
import { processState } from '../platform/process-state';
import { DUE_FOR_MS, messageSums, STATUS_ZONE, TICKS_APART } from './ledger-reading';

/** No figure is told of fewer messages. */
const MESSAGES_MIN = 100;
const CHART_DAYS = 30;
const OUTAGES_MAX = 20;
/** What is due and waits is counted up to this. */
const WAITING_MAX = 10_000;
/** A row that was tried in vain is due again within this. */
const RETRIED_WITHIN = sql`interval '10 min'`;

const PERIODS = { day: 1, month: 30, year: 365 } as const satisfies Record<StatusPeriod, number>;
const period = z.enum(['day', 'month', 'year']);

const date = z.coerce.date();
const sums = {
  withinS: z.number(),
  step: z.number(),
  messages: z.coerce.number(),
  longestMs: z.coerce.number(),
};
const periodRows = z.array(z.object({ period, ...sums }));
const dayRows = z.array(z.object({ day: z.string(), ...sums }));
const downRows = z.array(
  z.object({ period, by: z.enum(['us', 'telegram']), minutes: z.coerce.number() }),
);
const outageRows = z.array(z.object({ from: date, to: date, by: z.enum(['us', 'telegram']) }));
const presentRows = z.tuple([
  z.object({ waiting: z.coerce.number(), oldest: date.nullable(), downSince: date.nullable() }),
]);
type Sum = z.infer<z.ZodObject<typeof sums>>;

/**
 * What the public page tells: the sums of the ledger, and what is due at this moment and has not gone out,
 * which counts as later than a minute. Reads sums and the front of an index, whatever is stored.
 */
export async function readStatus(db: Db, now: Date): Promise<Status> {
  const at = sql`${now.toISOString()}::timestamptz`;
  // An hour, or a day, counts where a part of it lies within the period.
  const periods = sql`(values ${sql.join(
    Object.entries(PERIODS).map(([name, days]) => {
      const [span, part] = days === 1 ? ['quarter', 'hour'] : ['day', 'day'];
      const since = sql`date_trunc(${part}, ${at} - ${days - (days === 1 ? 0 : 1)} * interval '1 day', ${STATUS_ZONE})`;
      return sql`(${name}, ${span}, ${since}, ${days}::int)`;
    }),
    sql`, `,
  )}) as periods (period, span, since, days)`;
  const summed = sql`within_s as "withinS", lateness_step as step, sum(messages) as messages,
    max(longest_ms) as "longestMs" from ${messageSums}`;
  // A single minute may be one slow message: it counts where the one before or after it is down as well.
  const lasting = sql`(select minute, by from (
      select minute, by, minute - lag(minute) over runs as after, lead(minute) over runs - minute as ahead
      from ${downMinutes} where minute >= ${at} - interval '365 days'
      window runs as (partition by by order by minute)) as each
    where least(after, ahead) = interval '1 min') as lasting`;
  const [ofPeriods, ofDays, down, outages, present] = await Promise.all([
    db.execute(sql`select period, ${summed} join ${periods}
      on sums.span = periods.span and slot >= since group by 1, 2, 3`),
    db.execute(sql`select to_char(slot at time zone ${STATUS_ZONE}, 'YYYY-MM-DD') as day, ${summed}
      where span = 'day' and slot >= ${at} - ${CHART_DAYS} * interval '1 day' group by 1, 2, 3`),
    db.execute(sql`select period, by, count(*) as minutes from ${lasting} join ${periods}
      on minute >= ${at} - days * interval '1 day' group by 1, 2`),
    db.execute(sql`select min(minute) as from, max(minute) + interval '1 min' as to, by from (
        select minute, by, minute - row_number() over (partition by by order by minute) * interval '1 min' as run
        from ${lasting}) as minutes
      group by by, run order by 1 desc limit ${OUTAGES_MAX}`),
    db.execute(sql`select count(*) as waiting, min(next_fire_at) as oldest,
        (select case when max(started_at) < ${at} - ${TICKS_APART} then max(started_at) end
          from cron_runs where job = 'deliver' and error is null) as "downSince"
      from (select next_fire_at from reminders
        where not nag_due and due_at <= ${at} + ${RETRIED_WITHIN} and due_at is not null
          and delivery_state = 'scheduled' and deleted_at is null
        order by due_at limit ${WAITING_MAX}) as due
      where next_fire_at < ${at} - ${ms(DUE_FOR_MS)}`),
  ]);
  const [{ waiting, oldest, downSince }] = presentRows.parse(present.rows);
  const late = { withinS: 0, step: NEVER_SENT, messages: waiting };
  const unsent = oldest ? [{ ...late, longestMs: now.getTime() - oldest.getTime() }] : [];
  const rows = periodRows.parse(ofPeriods.rows);
  const minutes = downRows.parse(down.rows);
  const minutesOf = (name: StatusPeriod, who: 'us' | 'telegram') =>
    minutes.find(({ period, by }) => period === name && by === who)?.minutes ?? 0;
  const of = (name: StatusPeriod) => ({
    figures: figuresOf([...rows.filter(({ period }) => period === name), ...unsent]),
    downMinutes: { us: minutesOf(name, 'us'), telegram: minutesOf(name, 'telegram') },
  });
  const byDay = dayRows.parse(ofDays.rows);
  return {
    at: now.toISOString(),
    periods: { day: of('day'), month: of('month'), year: of('year') },
    days: lastDays(now).map((day) => ({
      day,
      figures: figuresOf(byDay.filter((row) => row.day === day)),
    })),
    downSince: downSince?.toISOString() ?? null,
    outages: outageRows
      .parse(outages.rows)
      .map(({ from, to, by }) => ({ from: from.toISOString(), to: to.toISOString(), by })),
  };
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
  asking: Promise<unknown> | undefined;
  askAgainAt: number;
}
const statusState = processState<StatusState>('status', () => ({
  known: null,
  asking: undefined,
  askAgainAt: 0,
}));

/** As `readStatus`, once a minute at most; the latest that is known while the database is silent, or null. */
export async function readSharedStatus(db: Db): Promise<Status | null> {
  if (performance.now() >= statusState.askAgainAt && !statusState.asking) {
    statusState.asking = readStatus(db, new Date())
      .then((status) => (statusState.known = status))
      .catch(() => null)
      .finally(() => {
        statusState.asking = undefined;
        statusState.askAgainAt = performance.now() + SHARED_MS;
      });
  }
  await Promise.race([statusState.asking, delay(PATIENCE_MS, undefined, { ref: false })]);
  return statusState.known;
}
