import 'server-only';
import { sql } from 'drizzle-orm';
import { READS_UP_TO } from '@/core/row-level';
import { type Db } from '../db/client';

/** Rows in one statement: short locks. */
const BATCH = 1_000;

/**
 * Takes the mark of a pause off reminders whose pause has ended by itself. When they are sent does not
 * depend on it: what comes first after the pause was worked out when it began. Reads the front of an
 * index, whatever the table holds; any number of instances may run it at once.
 */
export async function endPauses(db: Db, now: Date): Promise<number> {
  for (let ended = 0; ;) {
    const { rowCount } = await db.execute(sql`
      with over as materialized (
        select id from reminders
        where paused_until is not null and level <= ${READS_UP_TO}
          and paused_until <= ${now.toISOString()}::timestamptz
        order by paused_until limit ${BATCH} for no key update skip locked
      )
      update reminders set paused_from = null, paused_until = null, paused_with_all = false
      from over
      where reminders.id = any(array(select id from over)) and reminders.id = over.id`);
    ended += rowCount ?? 0;
    if ((rowCount ?? 0) < BATCH) return ended;
  }
}
