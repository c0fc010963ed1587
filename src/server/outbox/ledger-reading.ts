import 'server-only';
import { and, desc, eq, gt, inArray, lte, max, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { LATENESS_STEP_MAX, NEVER_SENT, STEPS_PER_DOUBLING } from '@/core/lateness';
import { ADMIN_CHART_DAYS, STATUS_DAYS } from '@/core/limits';
import { type Db } from '../platform/db/client';
import { readRows } from '../platform/db/read-rows';
import { ms, timestamp } from '../platform/db/time-in-sql';
import {
  deliveries,
  deliveryKind,
  deliveryOutcome,
  deliverySums,
  downMinutes,
  reminders,
} from '../platform/db/schema';
import { BROKEN, BY_US, isOfNoReminder, NO_ANSWER } from './ledger';

/*
 * What became of messages between two instants: of all together from sums of a quarter of an hour and of a day,
 * which hold nobody's id and outlive the ledger, of one person's reminders from its lines. Attempts are counted
 * of every kind. Messages are what the public page counts, those with a moment of their own: a reminder, what is
 * told ahead of it, what was put off. Re-sends have none, nor have messages that are about no single reminder.
 */

/** The days of the sums begin at midnight in Moscow. */
export const STATUS_ZONE = 'Europe/Moscow';
/** Called off when it was late by more than this, it stands as never sent. */
export const DUE_FOR_MS = 60_000;
/** A quarter of an hour: midnight of every zone in use today falls on one. */
export const slotOf = (instant: SQL) =>
  sql`date_bin('15 minutes', ${instant}, timestamptz '2000-01-01Z')`;

const lateMs = sql`greatest(0, extract(epoch from sent_at - scheduled_at)::float8 * 1000)`;

/** The step of its lateness (core/lateness.ts), of a row of the ledger that was sent: 1 is a millisecond or less. */
const stepOfSent = sql`
  least(${LATENESS_STEP_MAX}::int, greatest(1, ceil(${STEPS_PER_DOUBLING}::int * ln(greatest(1,
    extract(epoch from sent_at - scheduled_at)::float8 * 1000)) / ln(2.0::float8))::int))`;

/** A late message that was counted before, as given up or as sent, is counted no more. */
const countedBefore = sql`(sent_at - scheduled_at > interval '1 s' or outcome <> 'sent') and exists (
  select from deliveries as earlier where earlier.user_id = line.user_id
    and earlier.reminder_id = line.reminder_id and earlier.kind = line.kind
    and earlier.scheduled_at = line.scheduled_at and earlier.outcome <> 'retry' and earlier.id < line.id)`;

/** What a series missed while its owner had blocked the bot is not the service's. */
const wasBlocked = sql`exists (
  select from users where users.id = user_id and reachable_since between scheduled_at and sent_at)`;

/** The step of a line: none of what is about no single reminder, nor of an attempt that is made again. */
const stepOfLine = sql`case when outcome = 'retry' or ${isOfNoReminder} then 0
  when outcome = 'sent' then ${stepOfSent} else ${NEVER_SENT}::int end`;

/** The one attempt by which a message is counted: given up, or sent, for the first time. */
const isCountedMessage = sql`kind in ('first', 'snooze', 'pre-alert') and outcome <> 'retry' and not (${countedBefore})`;

/** Within so many seconds; 0 where it took longer than a minute. */
const withinSeconds = sql`case when ${lateMs} > 60000 then 0
  when ${lateMs} > 5000 then 60 when ${lateMs} > 1000 then 5 else 1 end`;

/** Each attempt of these lines, with its message where that is counted by it. */
const attemptsIn = (lines: SQL): SQL => sql`
  select sent_at as at, kind, outcome, ${stepOfLine} as step,
    case when is_message and outcome = 'sent' then ${withinSeconds} else 0 end as within_s,
    1 as attempts, is_message::int as messages,
    case when is_message and outcome = 'sent' then round(${lateMs}) else 0 end as late_ms
  from deliveries as line
  cross join lateral (select ${isCountedMessage} as is_message offset 0) as counted
  where ${lines}`;

/** The earlier occurrences of a series that messages of these lines came instead of: never sent. */
const overtakenBy = (lines: SQL): SQL => sql`
  select sent_at, kind, outcome, ${NEVER_SENT}::int, 0, 0, overtook, 0
  from deliveries as line
  where ${lines} and overtook > 0 and outcome = 'sent' and not ${wasBlocked}`;

/** What was called off when it had been due for a minute, as far as no attempt of it is counted: never sent. */
const calledOffLate = ({ from, to }: Span): SQL => sql`
  select at, kind::delivery_kind, 'failed', ${NEVER_SENT}::int, 0, 0, 1, 0
  from called_off as off
  where at > ${timestamp(from)} and at <= ${timestamp(to)} and at - scheduled_at > ${ms(DUE_FOR_MS)}
    and kind <> 'nag' and by not in ('pause', 'pause-all', 'quiet-hours')
    and not exists (
      select from deliveries as earlier join reminders on reminders.id = off.reminder_id
      where earlier.user_id = reminders.user_id and earlier.reminder_id = off.reminder_id
        and earlier.kind::text = off.kind and earlier.scheduled_at = off.scheduled_at
        and earlier.outcome <> 'retry')`;

type Span = { from: Date; to: Date };

/**
 * Adds to the sums: lines of the ledger, and what was called off between two instants, as nobody will send it. What its
 * owner paused is left out, and what quiet hours hold comes in a digest.
 */
export const addSums = (lines: SQL, span: Span): SQL => sql`
  insert into ${deliverySums} as known
    (span, slot, kind, outcome, lateness_step, within_s, attempts, messages, longest_ms)
  select span, case span when 'day' then date_trunc('day', at, ${STATUS_ZONE}) else ${slotOf(sql`at`)} end,
    kind, outcome, step, within_s, sum(attempts), sum(messages), max(late_ms)
  from (
    ${attemptsIn(lines)} union all ${overtakenBy(lines)} union all ${calledOffLate(span)}
  ) as each cross join (values ('quarter'), ('day')) as spans (span)
  group by 1, 2, 3, 4, 5, 6
  on conflict (span, slot, kind, outcome, lateness_step, within_s) do update set
    attempts = known.attempts + excluded.attempts, messages = known.messages + excluded.messages,
    longest_ms = greatest(known.longest_ms, excluded.longest_ms)`;

/** Rows counted in one run of a source: about half a second, some five where all of them came late. */
export const ROWS_PER_RUN = 200_000;

/** What a source has that is not counted yet: a few minutes' worth, bounded while catching up. */
export const uncounted = (
  source: 'delivery' | 'reminder' | 'note',
  table: SQL,
  columns: SQL,
) => sql`
  (select ${columns} from ${table}
  where id > coalesce((select counted_to from tally_cursors where source = ${source}), 0)
  order by id limit ${ROWS_PER_RUN}) as uncounted`;

/**
 * Which stretch of time a slot is in: each begins at one of these instants, which rise, and they count from 0.
 * PostgreSQL may know other zones than we do, so that it gets instants, and no zone.
 */
export const stretchOf = (beginnings: readonly Date[]): SQL =>
  sql`width_bucket(slot, array[${sql.join(beginnings.map(timestamp), sql`, `)}]) - 1`;

const attemptSum = z.object({
  at: z.number(),
  kind: z.enum(deliveryKind.enumValues),
  outcome: z.enum(deliveryOutcome.enumValues),
  step: z.number(),
  attempts: z.coerce.number(),
});
type AttemptSum = z.infer<typeof attemptSum>;

/**
 * How many attempts to send there were up to this moment, by the stretch of time (`at`, see `stretchOf`), by what became
 * of them, and by the step of their lateness. Stretches are told apart by quarters of an hour.
 */
export function countAttempts(db: Db, beginnings: readonly Date[]): Promise<AttemptSum[]> {
  const [first = new Date(0)] = beginnings;
  const since = timestamp(first);
  const statement = sql`
    select ${stretchOf(beginnings)} as at, kind, outcome, lateness_step as step, sum(attempts) as attempts
    from (
      select slot, kind, outcome, lateness_step, attempts from ${deliverySums}
      where span = 'quarter' and slot >= ${since} and attempts > 0
      union all
      select ${slotOf(sql`sent_at`)}, kind, outcome, ${stepOfLine}, 1
      from ${uncounted('delivery', sql`deliveries`, sql`kind, outcome, sent_at, scheduled_at`)}
      where ${slotOf(sql`sent_at`)} >= ${since}) as sums
    group by 1, 2, 3, 4`;
  return readRows(db, statement, attemptSum);
}

/** Those of the counts whose lateness is known, as percentiles are made of. */
export const latenessOf = (sums: readonly AttemptSum[]) =>
  sums.flatMap(({ step, attempts: sends }) => {
    return step > 0 && step < NEVER_SENT ? [{ step, sends }] : [];
  });

/** From one instant until before another, or up to the present; told from sums of quarters of an hour, or of days. */
export interface Period {
  name: string;
  span: 'quarter' | 'day';
  since: Date;
  until: Date | null;
}

const messageSum = z.object({
  name: z.string(),
  withinS: z.number(),
  step: z.number(),
  messages: z.coerce.number(),
  longestMs: z.coerce.number(),
});
/** How many messages of a period came equally late. */
export type MessageSum = z.infer<typeof messageSum>;

/** How late the messages of each period came, as far as their attempts are counted by now. */
export function countMessages(db: Db, periods: readonly Period[]): Promise<MessageSum[]> {
  const rows = periods.map(({ name, span, since, until }) => {
    const end = until ? timestamp(until) : sql`'infinity'::timestamptz`;
    return sql`(${name}, ${span}, ${timestamp(since)}, ${end})`;
  });
  const statement = sql`
    select name, within_s as "withinS", lateness_step as step, messages, longest_ms as "longestMs"
    from (values ${sql.join(rows, sql`, `)}) as periods (name, span, since, until)
    cross join lateral (
      select within_s, lateness_step, sum(messages) as messages, max(longest_ms) as longest_ms
      from ${deliverySums} as sums
      where sums.span = periods.span and slot >= since and slot < until and sums.messages > 0
      group by 1, 2) as of_period`;
  return readRows(db, statement, messageSum);
}

const date = z.coerce.date();
const attempt = z.object({
  reminderId: z.coerce.number(),
  kind: z.enum(['pre-alert', 'first', 'nag', 'snooze']),
  occurrenceAt: date,
  scheduledAt: date,
  sentAt: date,
  outcome: z.enum(['sent', 'retry', 'unreachable', 'rejected', 'failed']),
  errorCode: z.string().nullable(),
  overtook: z.number(),
});
export type RecordedAttempt = z.infer<typeof attempt>;

/** Each attempt for reminders of a user's, in the order of time; with `since` of what was due from then on. */
export async function attemptsOf(
  db: Db,
  of: { userId: number; reminderIds: readonly number[]; since: Date | undefined },
): Promise<RecordedAttempt[]> {
  const lines = sql`
    select reminder_id as "reminderId", kind, occurrence_at as "occurrenceAt",
      scheduled_at as "scheduledAt", sent_at as "sentAt", outcome, error_code as "errorCode",
      coalesce(overtook, 0) as overtook
    from deliveries where user_id = ${of.userId} and reminder_id = any(${sql.param(of.reminderIds)}::bigint[])
      and error_code is distinct from ${BROKEN}
      ${of.since ? sql`and scheduled_at > ${timestamp(of.since)}` : sql``}
    order by id`;
  return readRows(db, lines, attempt);
}

/** The reminder and the occurrence that a message in a person's chat was about; undefined where it is no reminder's. */
export async function occurrenceOfMessage(db: Db, userId: number, messageId: number) {
  const { reminderId, occurrenceAt } = deliveries;
  const ofMessage = and(eq(deliveries.userId, userId), eq(deliveries.messageId, messageId));
  const lines = db.select({ reminderId, occurrenceAt }).from(deliveries).where(ofMessage);
  const [sent] = await lines.limit(1);
  if (!sent || sent.reminderId === null) return undefined;
  return { reminderId: sent.reminderId, occurrenceAt: sent.occurrenceAt };
}

/** An expression for a query of `reminders`: the latest message of each row. */
export const lastMessageOf = (db: Db, userId: number) =>
  db
    .select({ messageId: max(deliveries.messageId) })
    .from(deliveries)
    .where(and(eq(deliveries.userId, userId), eq(deliveries.reminderId, reminders.id)));

/** When reminders of a user's rang last between two instants, the latest first; without an end up to the present. */
export async function ringsOf(
  db: Db,
  { userId, since, until }: { userId: number; since: Date; until: Date | null },
) {
  const { reminderId, sentAt } = deliveries;
  const latest = max(sentAt);
  return db
    .select({ reminderId, at: latest })
    .from(deliveries)
    .where(
      and(
        ...[eq(deliveries.userId, userId), gt(sentAt, since), eq(deliveries.outcome, 'sent')],
        until === null ? undefined : lte(sentAt, until),
        inArray(deliveries.kind, ['first', 'nag', 'snooze']),
      ),
    )
    .groupBy(reminderId)
    .orderBy(desc(latest));
}

/** Ticks further apart mean that none ran in between. */
export const TICKS_APART = ms(180_000);
const MINUTES_LOOKED_AT = 15;

/**
 * Writes down the minutes that have passed in which nothing could go out. Ours: no tick began, Telegram
 * refused the bot, or code of ours threw. Telegram's: it answered none of the attempts. May be repeated.
 */
export async function recordDowntime(db: Db, now: Date): Promise<void> {
  const at = timestamp(now);
  const minute = sql`interval '1 min'`;
  const since = sql`date_trunc('minute', ${at}) - ${MINUTES_LOOKED_AT} * ${minute}`;
  const ticks = sql`cron_runs where job = 'deliver' and error is null`;
  await db.execute(sql`
    insert into ${downMinutes} (minute, by)
    select minute, 'us' from (
      select started_at as began, lag(started_at) over (order by started_at) as before
      from ${ticks} and started_at >= coalesce(
        (select max(started_at) from ${ticks} and started_at < ${since}), '-infinity')
    ) as ticks cross join lateral generate_series(
      date_trunc('minute', greatest(before, ${at} - ${STATUS_DAYS} * interval '1 day')) + ${minute},
      date_trunc('minute', began) - ${minute}, ${minute}) as minute
    where began - before > ${TICKS_APART}
    union
    select date_trunc('minute', sent_at), case when bool_or(error_code ~ ${BY_US}) then 'us' else 'telegram' end
    from deliveries
    where sent_at >= ${since}
      and sent_at < date_trunc('minute', ${at})
    group by 1 having not bool_or(outcome = 'sent')
      and bool_or(outcome in ('retry', 'failed') and error_code ~ ${`${NO_ANSWER}|${BY_US}`})
    on conflict do nothing`);
}

const outage = z.object({ from: date, to: date, by: z.enum(['us', 'telegram']) });
export type Outage = z.infer<typeof outage>;

/**
 * When nothing could go out since an instant, and because of whom: runs of minutes without a gap, the latest first. A
 * single minute may be one slow message, and is no outage.
 */
export function outagesSince(db: Db, since: Date): Promise<Outage[]> {
  const statement = sql`
    select min(minute) as from, max(minute) + interval '1 min' as to, by
    from (
      select minute, by,
        minute - row_number() over (partition by by order by minute) * interval '1 min' as run
      from ${downMinutes}
      where minute >= ${timestamp(since)}) as minutes
    group by by, run
    having count(*) > 1
    order by 1 desc`;
  return readRows(db, statement, outage);
}

/** A year of days for the public page, and quarters of an hour for as long as the dashboard's charts. */
export async function forgetSums(db: Db, now: Date): Promise<void> {
  const at = timestamp(now);
  const daysAgo = (days: number) => sql`${at} - ${days} * interval '1 day'`;
  await db.execute(sql`
    delete from ${deliverySums} where span = 'quarter' and slot < ${daysAgo(ADMIN_CHART_DAYS + 2)}
      or span = 'day' and slot < ${daysAgo(STATUS_DAYS + 1)}`);
  await db.execute(sql`delete from ${downMinutes} where minute < ${daysAgo(STATUS_DAYS + 1)}`);
}
