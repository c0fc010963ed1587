import 'server-only';
import { type SQL, sql } from 'drizzle-orm';
import { LATENESS_STEP_MAX, NEVER_SENT, STEPS_PER_DOUBLING } from '@/core/lateness';
import { STATUS_DAYS } from '@/core/limits';
import { type Db } from '../platform/db/client';
import { ms } from '../platform/db/epoch';
import { downMinutes, punctuality } from '../platform/db/schema';
import { BY_US, NO_ANSWER } from './ledger';

/*
 * What the public page tells of the ledger: sums of an hour and of a day, without anybody's id, which outlive
 * its rows. Every message with a moment of its own counts: a reminder, what is told ahead of it, what was put
 * off. Re-sends have none, nor have messages that are about no single reminder.
 */

/** The page's days begin at midnight in Moscow. */
export const STATUS_ZONE = 'Europe/Moscow';
/** Hours are kept for longer than the page's day, which begins within one. */
const HOURS_KEPT = 26;
/** Called off when it was late by more than this, it stands as never sent. */
export const DUE_FOR_MS = 60_000;

const lateMs = sql`greatest(0, extract(epoch from sent_at - scheduled_at)::float8 * 1000)`;

/** core/lateness' latenessStep, of a row of the ledger that was sent. */
export const stepOfSent = sql`
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

const addTo = (sums: SQL) => sql`
  insert into ${punctuality} as known (span, slot, within_s, lateness_step, messages, longest_ms)
  select span, date_trunc(span, at, ${STATUS_ZONE}), within_s, step, sum(messages), max(late_ms)
  from (${sums}) as each cross join (values ('hour'), ('day')) as spans (span)
  group by 1, 2, 3, 4
  on conflict (span, slot, within_s, lateness_step) do update set
    messages = known.messages + excluded.messages,
    longest_ms = greatest(known.longest_ms, excluded.longest_ms)`;

/**
 * Adds to the sums: rows of the ledger, and what was called off between two instants when it had been due for a
 * minute, as nobody will send it. What its owner paused is left out, and what quiet hours hold comes in a digest.
 */
export const addPunctuality = (rows: SQL, { from, to }: { from: Date; to: Date }): SQL =>
  addTo(sql`
    select sent_at as at, case when outcome = 'sent' then ${stepOfSent} else ${NEVER_SENT} end as step,
      case when outcome <> 'sent' or ${lateMs} > 60000 then 0
        when ${lateMs} > 5000 then 60 when ${lateMs} > 1000 then 5 else 1 end as within_s,
      1 as messages, case when outcome = 'sent' then round(${lateMs}) else 0 end as late_ms
    from deliveries as line
    where ${rows} and kind in ('first', 'snooze', 'pre-alert') and outcome <> 'retry' and not (${countedBefore})
    union all
    select sent_at, ${NEVER_SENT}::int, 0, overtook, 0 from deliveries as line
    where ${rows} and overtook > 0 and outcome = 'sent' and not ${wasBlocked}
    union all
    select at, ${NEVER_SENT}::int, 0, 1, 0 from called_off as off
    where at > ${from.toISOString()}::timestamptz and at <= ${to.toISOString()}::timestamptz and at - scheduled_at > ${ms(DUE_FOR_MS)}
      and kind <> 'nag' and by not in ('pause', 'pause-all', 'quiet-hours')
      and not exists (
        select from deliveries as earlier join reminders on reminders.id = off.reminder_id
        where earlier.user_id = reminders.user_id and earlier.reminder_id = off.reminder_id
          and earlier.kind::text = off.kind and earlier.scheduled_at = off.scheduled_at
          and earlier.outcome <> 'retry')`);

/** Ticks further apart mean that none ran in between. */
export const TICKS_APART_MS = 180_000;
export const TICKS_APART = ms(TICKS_APART_MS);
const MINUTES_LOOKED_AT = 15;

/**
 * Writes down the minutes that have passed in which nothing could go out. Ours: no tick began, Telegram
 * refused the bot, or code of ours threw. Telegram's: it answered none of the attempts. May be repeated.
 */
export async function recordDowntime(db: Db, now: Date): Promise<void> {
  const at = sql`${now.toISOString()}::timestamptz`;
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
      and bool_or(outcome = 'retry' and error_code ~ ${`${NO_ANSWER}|${BY_US}`})
    on conflict do nothing`);
}

export async function forgetPunctuality(db: Db, now: Date): Promise<void> {
  const at = sql`${now.toISOString()}::timestamptz`;
  const years = sql`${at} - ${STATUS_DAYS + 1} * interval '1 day'`;
  await db.execute(sql`
    delete from ${punctuality} where span = 'hour' and slot < ${at} - ${HOURS_KEPT} * interval '1 hour'
      or span = 'day' and slot < ${years}`);
  await db.execute(sql`delete from ${downMinutes} where minute < ${years}`);
}
