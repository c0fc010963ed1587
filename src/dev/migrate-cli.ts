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
  if (url) {
    await migrateDatabase(url);
    return;
  }
  const embedded = await openCheckoutPostgres(process.cwd());
  try {
    await migrateDatabase(embedded.url());
  } finally {
    await embedded.stop();
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
