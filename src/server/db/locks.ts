import 'server-only';
import { type SQL, sql } from 'drizzle-orm';

/*
 * Every advisory lock; each ends with its transaction. PostgreSQL keeps keys of one bigint apart from
 * keys of two integers: the former are people, and whatever number Telegram gives one of them, it is
 * none of the latter.
 */

/** Any constant serves, as long as every machine uses the same one. */
const OURS = 7_316;

export const LOCKS = {
  /** Whoever adds to what a person stores, and whoever erases it. */
  ofPerson: (userId: number): SQL => sql`select pg_advisory_xact_lock(${userId}::bigint)`,
  ofMigrations: sql`select pg_advisory_xact_lock(${OURS}::int, 1)`,
  /** Whoever looks whether a cleanup is under way, and begins one. */
  ofCleanup: sql`select pg_advisory_xact_lock(${OURS}::int, 2)`,
} as const;
