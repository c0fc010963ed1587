import { readDatabaseUrl } from '@/server/platform/db/address';
import { migrateDatabase } from '@/server/platform/db/migrations';
import { runCommand } from './command';
import { openCheckoutPostgres } from './embedded-postgres';

/**
 * `npm run db:migrate`: brings the configured database, or without one the checkout's embedded
 * PostgreSQL, to the present schema and reference rows. Safe to repeat and to run at once.
 */
async function main(): Promise<void> {
  // `||`: an empty line in .env means "not set".
  const url = process.env.DATABASE_URL_DIRECT || process.env.DATABASE_URL;
  const tell = (line: string) => console.log(line);
  if (url) {
    const { dropped } = readDatabaseUrl(url);
    if (dropped.length > 0) tell(`Parameters of the database URL not used: ${dropped.join(', ')}`);
    await migrateDatabase(url, { tell });
    return;
  }
  const embedded = await openCheckoutPostgres(process.cwd());
  try {
    await migrateDatabase(embedded.url(), { tell });
  } finally {
    await embedded.stop();
  }
}

void runCommand(main);
