import { sql } from 'drizzle-orm';
import { instantToWallTime } from '@/core/time-zone';
import { zoneAtNoon } from '@/testing/clock';
import { createReminder, createUser } from '@/testing/builders';
import { testDatabase } from '@/testing/database';
import { killInTurn } from '@/testing/kill-runs';
import { dayMessages, dayPlans } from '../platform/db/schema';

const { db, url } = testDatabase();

const PEOPLE = 120;
/** A kill each, once so many messages have arrived in all. */
const KILLS_AT = [20, 60];
/** What one process has on its way at a time: `HELD_MAX` in outbox/leased-rows.ts. */
const REPEATED_MAX = 8;
/** Seconds of work each, even where the machine has little time for it. */
const LIMIT_MS = 60_000;

/** Somebody with an agenda that is due, and as many like them; answers their ids. */
async function peopleWithAgenda(): Promise<number[]> {
  const now = new Date();
  const timeZone = zoneAtNoon(now);
  const agenda = instantToWallTime(now, timeZone).slice(11, 16);
  const { id: first } = await createUser(db, { timeZone, settings: { agenda } });
  await createReminder(db, first, {
    ...{ timeZone, dateTime: now },
    openOccurrenceAt: now,
    waitingSince: now,
    nextFireAt: null,
  });
  await db.execute(sql`
    insert into users (id, first_name, adult_confirmed_at, terms_version, terms_accepted_at, time_zone, settings)
    select id + n, first_name, adult_confirmed_at, terms_version, terms_accepted_at, time_zone, settings
    from users, generate_series(1, ${PEOPLE - 1}::int) as n`);
  await db.execute(sql`
    insert into reminders (user_id, type_id, category_id, text, first_wall_time, time_zone, date_time,
      open_occurrence_at, waiting_since)
    select user_id + n, type_id, category_id, text, first_wall_time, time_zone, date_time,
      open_occurrence_at, waiting_since
    from reminders, generate_series(1, ${PEOPLE - 1}::int) as n`);
  await db.execute(sql`
    insert into day_plans (user_id, kind, state, due_at)
    select id, 'agenda', 'on', ${now.toISOString()}::timestamptz from users`);
  return Array.from({ length: PEOPLE }, (_, nth) => first + nth);
}

test(
  'kill -9 twice amid agendas, then two processes at once: nobody is left out, and at most 8 get it again a kill',
  async () => {
    const people = await peopleWithAgenda();
    const { got, repeated } = await killInTurn({
      ...{ databaseUrl: url, killsAt: KILLS_AT, finishers: 2, limitMs: LIMIT_MS },
      expireLeases: () =>
        db.update(dayPlans).set({ leaseUntil: sql`lease_until - interval '2 minutes'` }),
      isDone: async () => (await db.$count(dayMessages)) >= PEOPLE,
    });
    expect(got.length).toBe(PEOPLE + repeated.reduce((sum, each) => sum + each, 0));
    expect(new Set(got)).toEqual(new Set(people));
    const ofKilled = repeated.splice(0, KILLS_AT.length);
    for (const each of ofKilled) expect(each).toBeLessThanOrEqual(REPEATED_MAX);
    // Two that run at once repeat nothing of each other's.
    expect(repeated).toEqual([0, 0]);
    // Else the kills would have shown nothing.
    expect(Math.min(...ofKilled)).toBeGreaterThan(0);
    expect(await db.$count(dayPlans, sql`told_day is not null`)).toBe(PEOPLE);
  },
  4 * LIMIT_MS,
);
