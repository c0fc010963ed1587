import 'server-only';
import { type SQL, sql } from 'drizzle-orm';

/**
 * Every advisory lock; each ends with its transaction. Keys of one bigint are people, keys of two integers
 * are ours.
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
