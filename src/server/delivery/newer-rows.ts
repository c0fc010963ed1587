import 'server-only';
import { sql } from 'drizzle-orm';
import { type Bounded } from '@/contract/admin';
import { READS_UP_TO } from '@/core/row-level';
import { countTo } from '../db/bounded-count';
import { type Db } from '../db/client';
import { reminders } from '../db/schema';
import { log } from '../log';

/** Reminders that a newer release has to send. Reads the index `reminders_newer`. */
export const countNewer = (db: Db): Promise<Bounded> =>
  countTo(
    db,
    // The first condition is the index's own.
    sql`${reminders} where level > 1 and level > ${READS_UP_TO}
      and next_fire_at is not null and deleted_at is null`,
  );

let told = 0;

/** Says how many rows are left to a newer release, whenever that number has changed. */
export async function tellOfNewerRows(db: Db): Promise<void> {
  const { count } = await countNewer(db);
  if (count !== told) {
    log.warn({ count, readsUpTo: READS_UP_TO }, 'reminders are left to a newer release');
  }
  told = count;
}
