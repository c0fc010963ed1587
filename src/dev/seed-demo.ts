/**
 * `npm run db:seed-demo`: a month of a made-up service for the administrators' dashboard, in the demo's database
 * or in the one of DATABASE_URL, which has to be on this machine. Repeating it adds nothing.
 */
import { connect } from '@/server/platform/db/client';
import { migrateDatabase } from '@/server/platform/db/migrations';
import { users } from '@/server/platform/db/schema';
import { runCommand } from './command';
import { DEMO_ADMIN } from './demo-settings';
import { openCheckoutPostgres } from './embedded-postgres';
import { seedMonth } from './seed-month';

/** The first person of the simulated chat. */
const PERSON = { id: 1001, firstName: 'Анна' };
const LOCAL_HOSTS = ['localhost', '127.0.0.1', '[::1]', ''];

async function seed(url: string): Promise<void> {
  await migrateDatabase(url);
  const { db, close } = connect(url);
  try {
    await db.insert(users).values(PERSON).onConflictDoNothing();
    await seedMonth(db, { now: new Date(), adminId: DEMO_ADMIN, personId: PERSON.id });
  } finally {
    await close();
  }
}

async function main(): Promise<void> {
  const given = process.env.DATABASE_URL;
  if (given && !LOCAL_HOSTS.includes(new URL(given).hostname)) {
    throw new Error('db:seed-demo writes only into a database on this machine.');
  }
  const embedded = given ? undefined : await openCheckoutPostgres(process.cwd());
  try {
    await seed(given || (embedded?.url() ?? ''));
  } finally {
    await embedded?.stop();
  }
}

void runCommand(main);
