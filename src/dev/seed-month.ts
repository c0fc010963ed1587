import { sql } from 'drizzle-orm';
import { type Db } from '@/server/platform/db/client';
import { notices } from '@/server/platform/db/schema';

/**
 * A month of a made-up service, for the administrators' dashboard: people, what they wrote, and how it
 * was delivered. Telegram knows none of them, so nothing of theirs is to come, and they have accepted
 * no terms: a notice of the demo passes them by. `personId` is somebody of the simulated chat, who gets
 * a reminder that failed and can be tried again. Adds nothing where the month is there already.
 */
export function seedMonth(db: Db, month: Month): Promise<void> {
  // One connection: its random numbers are the same at each seeding.
  return db.transaction((tx) => seed(tx, month));
}

interface Month {
  now: Date;
  adminId: number;
  personId: number;
}

async function seed(db: Db, { now, adminId, personId }: Month): Promise<void> {
  const at = sql`${now.toISOString()}::timestamptz`;
  await db.execute(sql`select setseed(0.4)`);
  const added = await db.execute(sql`
    insert into users (id, first_name, created_at, last_active_at, unreachable_since, inactivity_warned_at)
    select ${FIRST_ID} + n, 'Кто-то', ${at} - age,
      ${at} - least(age, random() ^ 3 * interval '60 days'),
      case when n % 41 = 0 then ${at} - random() * interval '20 days' end,
      case when n % 97 = 0 then ${at} - random() * interval '5 days' end
    from (select n, (1 - sqrt(n::float8 / ${PEOPLE})) * interval '80 days' as age
      from generate_series(1, ${PEOPLE}) n) as people
    on conflict do nothing`);
  if (added.rowCount === 0) return;

  const moments = (count: number) => sql`(
    select ${FIRST_ID} + ceil(random() * ${PEOPLE})::int as user_id, ${momentAt(at)} as at
    from generate_series(1, ${count}) order by at) as moments
    where at < ${at} and not (extract(isodow from at) > 5 and random() < 0.35)`;
  await db.execute(sql`
    insert into reminders (user_id, type_id, category_id, text, first_wall_time, time_zone, date_time,
      completed, created_at)
    select user_id, (select min(id) from reminder_types), (select min(id) from categories),
      'Придуманное дело', to_char(at, 'YYYY-MM-DD"T"HH24:MI'), 'UTC', at, true, at
    from ${moments(REMINDERS)}`);
  await db.execute(sql`
    insert into notes (user_id, category_id, title, content, date_time, created_at)
    select user_id, (select min(id) from categories), 'Придуманная заметка', 'О чём-то', at, at
    from ${moments(NOTES)}`);
  await db.execute(sql`
    insert into deliveries
      (user_id, kind, occurrence_at, scheduled_at, sent_at, outcome, error_code)
    select user_id, kind::delivery_kind, at, at, at + late, outcome::delivery_outcome,
      case outcome when 'unreachable' then '403' when 'rejected' then '400' when 'retry' then '502' end
    from (
      select user_id, at, (0.02 + random() ^ 7 * 0.9) * interval '1 second' as late,
        case when random() < 0.11 then 'nag' else 'first' end as kind,
        case when dice < 0.965 then 'sent' when dice < 0.983 then 'retry'
          when dice < 0.995 then 'unreachable' when dice < 0.999 then 'rejected' else 'failed' end as outcome
      from (select *, random() as dice from ${moments(SENDS)}) as thrown) as sends`);
  await db.execute(sql`
    insert into reminders (user_id, type_id, category_id, text, first_wall_time, time_zone, date_time,
      next_fire_at, delivery_state, last_error, created_at)
    select case n when 1 then ${personId} else ${FIRST_ID} + n end,
      (select min(id) from reminder_types), (select min(id) from categories),
      'Забрать посылку', to_char(at, 'YYYY-MM-DD"T"HH24:MI'), 'UTC', at, at, 'failed',
      case when n % 2 = 0 then '400' else 'timeout' end, at - interval '2 days'
    from (select n, ${at} - n * interval '9 hours' as at from generate_series(1, 3) n) as failed`);
  await db.insert(notices).values(
    PAST_NOTICES.map(({ text, daysAgo, stopped, ...counts }) => {
      const startedAt = new Date(now.getTime() - daysAgo * 86_400_000);
      const finishedAt = new Date(startedAt.getTime() + 55_000);
      const state = stopped ? ('stopped' as const) : ('done' as const);
      return { text, state, createdBy: adminId, startedAt, finishedAt, ...counts };
    }),
  );
}

const FIRST_ID = 700_000_000;
const PEOPLE = 640;
const REMINDERS = 2_600;
const NOTES = 900;
const SENDS = 21_000;

/** More of late than a month ago, fewer at weekends, most in the morning and the evening. */
const momentAt = (now: ReturnType<typeof sql>) => sql`
  date_trunc('day', ${now})
    - (case when random() < 0.5 then floor(random() * 30) else floor(random() ^ 1.5 * 30) end
      * interval '1 day')
    + (case when random() < 0.55 then 5.5 + random() * 3 else 4 + random() * 16 end) * interval '1 hour'`;

const PAST_NOTICES = [
  {
    text: 'Теперь напоминание можно отложить прямо из чата: на 10 минут, на час, до вечера или до завтра.',
    daysAgo: 12,
    stopped: false,
    recipients: 588,
    sent: 574,
    unreachable: 13,
    failed: 1,
  },
  {
    text: 'В ночь на субботу бот отдохнёт полчаса. Все напоминания придут позже, ни одно не пропадёт.',
    daysAgo: 4,
    stopped: true,
    recipients: 611,
    sent: 240,
    unreachable: 4,
    failed: 0,
  },
];
