import 'server-only';
import { eq } from 'drizzle-orm';
import { TERMS_VERSION } from '@/core/limits';
import { type Account } from './accounts';
import { type Db } from './db/client';
import { shares, users } from './db/schema';
import { forgetEarlyMessages } from './before-terms';

/** What the bot learns of a person from an update. */
export interface BotUser {
  id: number;
  first_name: string;
  last_name?: string;
  username?: string;
}

const names = (person: BotUser) => ({
  firstName: person.first_name,
  lastName: person.last_name ?? null,
  username: person.username ?? null,
});

/** Stores the acceptance of the present terms by an adult. This is where an account begins. */
export async function acceptTerms(db: Db, person: BotUser, now: Date): Promise<void> {
  const accepted = {
    ...names(person),
    adultConfirmedAt: now,
    termsVersion: TERMS_VERSION,
    termsAcceptedAt: now,
    lastActiveAt: now,
    inactivityWarnedAt: null,
    inactivityTries: 0,
  };
  await db
    .insert(users)
    .values({ id: person.id, ...accepted, timeZoneAssumed: true })
    .onConflictDoUpdate({ target: users.id, set: accepted });
}

/** Takes back an acceptance and closes all links; what a stranger wrote before is forgotten. */
export async function declineTerms(db: Db, userId: number): Promise<void> {
  await db.transaction(async (tx) => {
    await tx
      .update(users)
      .set({ adultConfirmedAt: null, termsVersion: null, termsAcceptedAt: null })
      .where(eq(users.id, userId));
    await tx.delete(shares).where(eq(shares.userId, userId));
    await forgetEarlyMessages(tx, userId);
  });
}

/** Keeps the stored names those of the latest message. */
export async function refreshNames(db: Db, account: Account, person: BotUser): Promise<void> {
  const { firstName, lastName, username } = names(person);
  if (
    account.firstName === firstName &&
    account.lastName === lastName &&
    account.username === username
  ) {
    return;
  }
  await db.update(users).set({ firstName, lastName, username }).where(eq(users.id, account.id));
}
