import { DatabaseUrlError, readDatabaseUrl } from '@/server/db/address';
import { connectionCause } from '@/server/db/connection-cause';
import { migrateDatabase } from '@/server/db/migrations';
import { loadDotEnv } from './dot-env';
import { openCheckoutPostgres } from './embedded-postgres';

/**
 * `npm run db:migrate`: brings the configured database, or without one the checkout's embedded
 * PostgreSQL, to the present schema and reference rows. Safe to repeat and to run at once.
 */
async function main(): Promise<void> {
  loadDotEnv(process.cwd());
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

main().catch((error: unknown) => {
  console.error(
    connectionCause(error) ??
      (error instanceof DatabaseUrlError ? `DATABASE_URL ${error.message}` : error),
  );
  process.exitCode = 1;
});
