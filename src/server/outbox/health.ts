import 'server-only';
import { setTimeout as delay } from 'node:timers/promises';
import { type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { type Db } from '../platform/db/client';
import { wireInstant } from '../platform/long-list';
import { processState } from '../platform/process-state';
import { sharedReading, type SharedReadings } from '../platform/shared-reading';
import { OUR_FAULT } from '../telegram/send';
import { BROKEN } from './ledger';

/** A tick that has not begun for this long: the scheduler or the ticker is dead. */
const SILENT_AFTER_S = 180;
/** The pace alone may keep a burst waiting for some minutes. */
const LATE_AFTER_S = 300;
/** The daily cleanup may be late by half a day, a failed one having been tried again each hour. */
const CLEANUP_OVERDUE_S = 36 * 3_600;
/** A database that does not answer for this long counts as unavailable. */
const PATIENCE_MS = 4_000;
/** Whoever asks more often than that does not write each time. */
const WRITE_EACH_S = 10;

export interface Health {
  /**
   * `down`: no database, or one that only reads; nothing works. The others serve users, and people have to look into them:
   * `unauthorized`, Telegram refuses the bot's token; `silent`, no tick begins; `late`, reminders wait
   * for longer than the pace explains, or because of code of ours.
   */
  status: 'ok' | 'late' | 'silent' | 'unauthorized' | 'down';
  /** Whether it answers and takes writes. */
  database: boolean;
  /** Start of the latest tick, ISO; null before the first. */
  lastTickAt: string | null;
  /** How long the oldest reminder that should be out has been waiting, in whole seconds. */
  lagSeconds: number | null;
  /** `overdue`: no daily cleanup has come to its end for a day and a half. */
  cleanup: 'ok' | 'overdue';
  /** Start of the latest cleanup that did all its steps, ISO; null before the first. */
  lastCleanupAt: string | null;
}

/** Whether a person has to look into it, although users may be served. */
export const isAlarming = (health: Health): boolean =>
  health.status !== 'ok' || health.cleanup === 'overdue';

const facts = z.tuple([
  z.object({
    lag: z.number().nullable(),
    silence: z.number().nullable(),
    tick: z.string().nullable(),
    unauthorized: z.boolean().nullable(),
    uncleaned: z.number().nullable(),
    cleanup: z.string().nullable(),
  }),
]);

const secondsSince = (instant: SQL) => sql`floor(extract(epoch from now() - ${instant}))::int`;

/** The first entry of the index `reminders_due`, whatever the backlog holds. */
const oldestDue = (nags: SQL) => sql`
  (select due_at from reminders
    where ${nags} and due_at <= now() and delivery_state = 'scheduled' and deleted_at is null
    order by due_at limit 1)`;

/** Of what was deferred because of a fault of ours, the one that was to come first. */
const oldestSpoiltBy = (fault: typeof OUR_FAULT | typeof BROKEN) => sql`
  (select next_fire_at from reminders
    where last_error = ${fault} and next_fire_at <= now()
      and delivery_state = 'scheduled' and deleted_at is null
    order by next_fire_at limit 1)`;

const shouldBeOut = [
  oldestDue(sql`not nag_due`),
  oldestDue(sql`nag_due`),
  oldestSpoiltBy(OUR_FAULT),
  oldestSpoiltBy(BROKEN),
];

/**
 * The state of delivery and cleanup by the database's clock. Without a database, or with one that does
 * not answer within four seconds or takes no write, it says so instead of throwing. Costs the same whatever
 * is due. The worst is named: down, unauthorized, silent (also before the first tick), late. A database that only
 * reads refuses the update also where it has no row to change.
 */
export async function checkHealth(db: Db, patienceMs = PATIENCE_MS): Promise<Health> {
  const answer = db
    .execute(
      sql`
      with written as (
        update health_writes set written_at = date_trunc('milliseconds', now())
        where written_at not between now() - ${WRITE_EACH_S} * interval '1 second' and now()
      )
      select
        ${secondsSince(sql`least(${sql.join(shouldBeOut, sql`, `)})`)} as lag,
        ${secondsSince(sql`latest.started_at`)} as silence,
        ${wireInstant(sql`latest.started_at`)} as tick,
        (select coalesce((counts ->> 'unauthorized')::int, 0) > 0 from cron_runs
          where job = 'deliver' and finished_at is not null
          order by started_at desc limit 1) as unauthorized,
        ${secondsSince(sql`coalesce(cleaned.started_at, first.started_at)`)} as uncleaned,
        ${wireInstant(sql`cleaned.started_at`)} as cleanup
      from (select max(started_at) as started_at from cron_runs where job = 'deliver') as latest,
        (select min(started_at) as started_at from cron_runs where job = 'deliver') as first,
        (select max(started_at) as started_at from cron_runs
          where job = 'cleanup' and finished_at is not null and error is null) as cleaned`,
    )
    .catch(() => null);
  const found = await Promise.race([answer, delay(patienceMs, null, { ref: false })]);
  if (!found) {
    const unknown = { lastTickAt: null, lagSeconds: null, lastCleanupAt: null };
    return { status: 'down', database: false, cleanup: 'ok', ...unknown };
  }

  const [{ lag, silence, tick, unauthorized, uncleaned, cleanup }] = facts.parse(found.rows);
  const lagSeconds = lag ?? 0;
  const lateness = lagSeconds > LATE_AFTER_S ? 'late' : 'ok';
  const delivery = (silence ?? Infinity) > SILENT_AFTER_S ? 'silent' : lateness;
  return {
    status: unauthorized ? 'unauthorized' : delivery,
    database: true,
    lastTickAt: tick,
    lagSeconds,
    // Before the first tick there is nothing to clean up.
    cleanup: (uncleaned ?? 0) > CLEANUP_OVERDUE_S ? 'overdue' : 'ok',
    lastCleanupAt: cleanup,
  };
}

/** For so long an answer is good for others too. Alarms think in minutes. */
const SHARED_MS = 1_000;
const readings = processState('health', (): SharedReadings<Health> => new WeakMap());

/** As `checkHealth`, for strangers: however many ask, one query is under way, and a new one begins a second later. */
export const readSharedHealth = (db: Db): Promise<Health> =>
  sharedReading(readings, db, SHARED_MS, () => checkHealth(db));
