import 'server-only';
import { type SQL, sql } from 'drizzle-orm';
import { type Db } from './client';

/**
 * Every advisory lock; each ends with its transaction. Keys of one bigint are people, keys of two integers
 * are ours.
 */

/** Any constant serves, as long as every machine uses the same one. */
const OURS = 7_316;

export const LOCKS = {
  /** Whoever adds to what a person stores, and whoever erases it. */
  ofPerson: (userId: number): SQL => sql`select pg_advisory_xact_lock(${userId}::bigint)`,
  /**
   * The statement has no parameters: PostgreSQL keeps the snapshot of a statement that has some until its connection
   * runs another one, and an index that is built concurrently meanwhile would wait for it.
   */
  ofMigrations: sql.raw(`select pg_advisory_xact_lock(${OURS}, 1)`),
  /** Whoever looks whether a cleanup is under way, and begins one. */
  ofCleanup: sql`select pg_advisory_xact_lock(${OURS}::int, 2)`,
} as const;

/**
 * Runs a change that may add to what a person stores, or that changes their drafts, in a transaction, while no other such
 * change of theirs runs: two at once cannot both find room for one. Telegram queues texts and presses of one person
 * separately, so that two instances may handle the same card at the same moment: what is changed has to be read in here.
 */
export function withPersonLocked<T>(
  db: Db,
  userId: number,
  change: (tx: Db) => Promise<T>,
): Promise<T> {
  return db.transaction(async (tx) => {
    await tx.execute(LOCKS.ofPerson(userId));
    return change(tx);
  });
}

/**
 * Reminders, held until the transaction ends: whoever changes several takes the person first (LOCKS, the row of
 * `users`), then these by id. A statement that locked them as it meets them would cross with one that does not.
 */
export const lockedById = (where: SQL | undefined): SQL => sql`reminders.id = any(array(
  select reminders.id from reminders where ${where} order by reminders.id for no key update))`;
