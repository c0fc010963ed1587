import 'server-only';
import { eq } from 'drizzle-orm';
import { type Account } from './accounts';
import { type Db } from './db/client';
import { users } from './db/schema';

/** The zone that the person chose by hand: it wins over the browser's. */
export async function chooseTimeZone(db: Db, userId: number, timeZone: string): Promise<void> {
  await db
    .update(users)
    .set({ timeZone, timeZoneManual: true, expects: null })
    .where(eq(users.id, userId));
}

/** Back to automatic: the zone stays until the app next reports the browser's. */
export async function followBrowserTimeZone(db: Db, userId: number): Promise<void> {
  await db.update(users).set({ timeZoneManual: false, expects: null }).where(eq(users.id, userId));
}

/** What the bot asked for, to which the person's next message may be the answer. */
export async function expectAnswer(
  db: Db,
  account: Account,
  expects: Account['expects'],
): Promise<void> {
  if (account.expects === expects) return;
  await db.update(users).set({ expects }).where(eq(users.id, account.id));
}
