import { sql } from 'drizzle-orm';
import { DAY_MS } from '@/core/calendar';
import { TERMS_VERSION } from '@/core/limits';
import { connect, type Db } from '@/server/platform/db/client';
import { REMINDER_TEXT } from './contenders/arena';
import { benchDatabase } from './database';

interface Stored {
  count: number;
  /** Users' ids count up from here; reminders have ids of their own. */
  firstUserId: number;
  perUser?: number;
  /** When the first is due, and how far the others lie behind one another. */
  dueAt: Date;
  spreadS?: number;
  /** What is due is a re-send: the reminder itself came five minutes before. */
  floods?: boolean;
}

/** Stores one-shots of one user each, or of `perUser` to a user. */
export async function storeReminders(
  db: Db,
  { count, firstUserId, dueAt, perUser = 1, spreadS = 0, floods = false }: Stored,
): Promise<void> {
  const users = Math.ceil(count / perUser);
  await db.execute(sql`
    insert into users (id, first_name, adult_confirmed_at, terms_version, terms_accepted_at)
    select id, 'Анна', now(), ${TERMS_VERSION}, now()
    from generate_series(${firstUserId}::bigint, ${firstUserId + users - 1}::bigint) as id`);
  await db.execute(sql`
    insert into reminders (user_id, type_id, category_id, text, first_wall_time, time_zone, date_time,
      next_fire_at, create_key, flood_interval, open_occurrence_at, waiting_since)
    select ${firstUserId}::bigint + n / ${perUser}::int, (select min(id) from reminder_types),
      (select min(id) from categories), ${REMINDER_TEXT},
      to_char(came at time zone 'Europe/Moscow', 'YYYY-MM-DD"T"HH24:MI'), 'Europe/Moscow', came, at,
      gen_random_uuid(), ${floods ? 5 : null}::int, ${floods ? sql`came, came` : sql`null, null`}
    from generate_series(0, ${count - 1}::int) as n,
      lateral (select ${dueAt.toISOString()}::timestamptz + n * ${spreadS}::float8 * interval '1 s' as at) as times,
      lateral (select at - ${floods ? 5 : 0}::int * interval '1 minute' as came) as firsts`);
}

/** A database of its own with reminders in it, none of them due before tomorrow, for a server to read. */
export async function storedDatabase(stored: {
  count: number;
  perUser: number;
}): Promise<{ url: string; drop: () => Promise<void> }> {
  const database = await benchDatabase();
  const { db, close } = connect(database.url, { silenceMs: 0 });
  const dueAt = new Date(Date.now() + DAY_MS);
  await storeReminders(db, { ...stored, firstUserId: 1, dueAt, spreadS: 60 });
  await close();
  return database;
}
