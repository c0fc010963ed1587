import 'server-only';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { type Db } from '../db/client';

/** A tick that has not begun for this long: the scheduler or the ticker is dead. */
const SILENT_AFTER_S = 180;
/** The pace alone may keep a burst waiting for some minutes. */
const LATE_AFTER_S = 300;

export interface Health {
  /**
   * `down`: no database, nothing works. The others serve users, and people have to look into them:
   * `unauthorized`, Telegram refuses the bot's token; `silent`, no tick begins; `late`, reminders wait
   * for longer than the pace explains.
   */
  status: 'ok' | 'late' | 'silent' | 'unauthorized' | 'down';
  database: boolean;
  /** Start of the latest tick, ISO; null before the first. */
  lastTickAt: string | null;
  /** How long the oldest reminder that should be out has been waiting, in whole seconds. */
  lagSeconds: number | null;
}

const facts = z.tuple([
  z.object({
    lag: z.number().nullable(),
    silence: z.number().nullable(),
    tick: z.string().nullable(),
    unauthorized: z.boolean().nullable(),
  }),
]);

/** The state of delivery by the database's clock; without a database it says so instead of throwing. */
export async function readHealth(db: Db): Promise<Health> {
  const rows = await db
    .execute(
      sql`
      select
        (select floor(extract(epoch from now() - min(due_at)))::int from reminders
          where nag_due in (true, false) and due_at <= now()
            and delivery_state = 'scheduled' and deleted_at is null) as lag,
        floor(extract(epoch from now() - latest.started_at))::int as silence,
        to_char(latest.started_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as tick,
        (select coalesce((counts ->> 'unauthorized')::int, 0) > 0 from cron_runs
          where job = 'deliver' and finished_at is not null
          order by started_at desc limit 1) as unauthorized
      from (select max(started_at) as started_at from cron_runs where job = 'deliver') as latest`,
    )
    .catch(() => null);
  if (!rows) return { status: 'down', database: false, lastTickAt: null, lagSeconds: null };

  const [{ lag, silence, tick, unauthorized }] = facts.parse([...rows]);
  const lagSeconds = lag ?? 0;
  return {
    status: statusOf(lagSeconds, silence ?? Infinity, unauthorized ?? false),
    database: true,
    lastTickAt: tick,
    lagSeconds,
  };
}

function statusOf(lag: number, silence: number, unauthorized: boolean): Health['status'] {
  if (unauthorized) return 'unauthorized';
  if (silence > SILENT_AFTER_S) return 'silent';
  return lag > LATE_AFTER_S ? 'late' : 'ok';
}
