import 'server-only';
import { sql } from 'drizzle-orm';
import { Gauge, Registry } from 'prom-client';
import { latenessPercentile } from '@/core/lateness';
import { countDue } from './stats';
import { countAttempts, latenessOf } from '../outbox/ledger-reading';
import { countTo } from '../platform/db/bounded-count';
import { type Db } from '../platform/db/client';
import { reminders, users } from '../platform/db/schema';
import { type Health, isAlarming, checkHealth } from '../outbox/health';
import { processRegistry } from '../platform/metrics';
import { readPace } from '../outbox/pace';

const HOUR_MS = 3_600_000;
const SHARES = [0.5, 0.95, 0.99];

/** Everything there is to scrape, in Prometheus' text format. */
export async function readMetrics(
  db: Db,
  now: Date,
): Promise<{ text: string; contentType: string }> {
  const merged = Registry.merge([processRegistry(), await databaseRegistry(db, now)]);
  return { text: await merged.metrics(), contentType: merged.contentType };
}

/** Each gauge by its name, with its text of help and its value; one whose value is not known is left out. */
type Gauges = Record<string, readonly [help: string, value: number | null]>;

/**
 * Gauges of what the database knows at `now`: the same from every process, and all that is to be had where
 * processes are many and short-lived. Without a database only that it is down. Reads index entries, up
 * to 10,001 for each count, and the last hour as the dashboard does: as much at 5,000,000 reminders as at 5,000.
 */
export async function databaseRegistry(db: Db, now: Date): Promise<Registry> {
  const registry = new Registry();
  const health = await checkHealth(db);
  addGauges(registry, {
    napomnyu_database_up: [
      'Whether the database answers and takes writes.',
      Number(health.database),
    ],
  });
  if (!health.database) return registry;
  const [counts, pace] = await Promise.all([countGauges(db, now), paceGauges(db, now)]);
  addGauges(registry, { ...healthGauges(health), ...counts, ...pace });
  await addLastHour(registry, db, now);
  return registry;
}

function addGauges(registry: Registry, gauges: Gauges): void {
  for (const [name, [help, value]] of Object.entries(gauges)) {
    if (value !== null) new Gauge({ name, help, registers: [registry] }).set(value);
  }
}

function healthGauges(health: Health): Gauges {
  const { lagSeconds, lastTickAt, lastCleanupAt } = health;
  const seconds = (instant: string | null) => (instant ? Date.parse(instant) / 1_000 : null);
  return {
    napomnyu_oldest_due_seconds: [
      'How long the oldest reminder that should be out has been waiting.',
      Math.max(0, lagSeconds ?? 0),
    ],
    napomnyu_alarming: ['Whether /api/health?strict answers 503.', Number(isAlarming(health))],
    napomnyu_last_tick_timestamp_seconds: [
      'When the latest run of delivery began, on any process.',
      seconds(lastTickAt),
    ],
    napomnyu_last_cleanup_timestamp_seconds: [
      'When the latest daily cleanup began that did all its steps.',
      seconds(lastCleanupAt),
    ],
  };
}

async function countGauges(db: Db, now: Date): Promise<Gauges> {
  const [due, waiting, failed, unreachable] = await Promise.all([
    countDue(db, now),
    // The condition of the index `reminders_waiting`, word for word.
    countTo(
      db,
      sql`${reminders} where waiting_since is not null and next_fire_at is null
        and not completed and deleted_at is null and (rule ->> 'afterDone') is null`,
    ),
    countTo(db, sql`${reminders} where delivery_state = 'failed' and deleted_at is null`),
    countTo(db, sql`${users} where unreachable_since is not null`),
  ]);
  const atMost = '10,000 at most.';
  return {
    napomnyu_reminders_due: [`Reminders that should be out by now; ${atMost}`, due.count],
    napomnyu_reminders_waiting: [
      `Sent for the last time and not answered; ${atMost}`,
      waiting.count,
    ],
    napomnyu_reminders_failed: [
      `Given up, for an administrator to look at; ${atMost}`,
      failed.count,
    ],
    napomnyu_users_unreachable: [
      `Users whom the bot cannot write to; ${atMost}`,
      unreachable.count,
    ],
  };
}

async function paceGauges(db: Db, now: Date): Promise<Gauges> {
  const pace = await readPace(db, now);
  return {
    napomnyu_pace_booked_seconds: [
      'How far ahead send slots of all processes are taken.',
      pace.bookedMs / 1_000,
    ],
    napomnyu_pace_halted_seconds: [
      'For how long nobody sends, since Telegram refused; 0 where sending goes on.',
      pace.haltedMs / 1_000,
    ],
  };
}

/** The last hour begins with a quarter of an hour, as on the dashboard, so that it has up to 75 minutes. */
async function addLastHour(registry: Registry, db: Db, now: Date): Promise<void> {
  const since = new Date(now.getTime() - HOUR_MS - HOUR_MS / 4);
  const sums = await countAttempts(db, [since]);
  const sends = new Gauge({
    name: 'napomnyu_last_hour_sends',
    help: 'Attempts of all processes to send in the last hour, notices included.',
    labelNames: ['kind', 'outcome'],
    registers: [registry],
  });
  for (const { kind, outcome, attempts } of sums) sends.inc({ kind, outcome }, attempts);
  const lateness = new Gauge({
    name: 'napomnyu_last_hour_lateness_seconds',
    help: 'Lateness that this share of the reminders of the last hour kept to; all processes.',
    labelNames: ['share'],
    registers: [registry],
  });
  for (const share of SHARES) {
    const ms = latenessPercentile(latenessOf(sums), share);
    if (ms !== null) lateness.set({ share }, ms / 1_000);
  }
}
