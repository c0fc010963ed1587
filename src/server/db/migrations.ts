import 'server-only';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { migrate } from 'drizzle-orm/postgres-js/migrator';
import { drizzle } from 'drizzle-orm/postgres-js';
import postgres from 'postgres';
import * as schema from './schema';
import { upsertReferenceRows } from './reference';

/** Any constant serves, as long as every machine uses the same one. */
const MIGRATION_LOCK = 7_316_001;

/**
 * Brings a database to the present schema and reference rows. Machines that run it at once wait for
 * each other: the advisory lock lives on the one connection used, and ends with it.
 */
export async function migrateDatabase(
  url: string,
  folder = path.resolve('drizzle'),
): Promise<void> {
  const client = postgres(url, { max: 1, prepare: false, onnotice: () => undefined });
  try {
    const db = drizzle(client, { schema });
    await db.execute(sql`select pg_advisory_lock(${MIGRATION_LOCK})`);
    await migrate(db, { migrationsFolder: folder });
    await upsertReferenceRows(db);
  } finally {
    await client.end({ timeout: 5 });
  }
}
