import 'server-only';
import { isDeepStrictEqual } from 'node:util';
import { eq } from 'drizzle-orm';
import { TERMS_VERSION } from '@/core/limits';
import { type Account, changeAccount, namesOf } from './accounts';
import { type Db } from '../platform/db/client';
import { shares, users } from '../platform/db/schema';
import { forgetEarlyMessages } from './before-terms';

/** What the bot learns of a person from an update. */
export interface BotUser {
  id: number;
  first_name: string;
  last_name?: string;
  username?: string;
}

/** Stores the acceptance of the present terms by an adult. This is where an account begins. */
export async function acceptTerms(db: Db, person: BotUser, now: Date): Promise<void> {
  const accepted = {
    ...namesOf(person),
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
    const refused = { adultConfirmedAt: null, termsVersion: null, termsAcceptedAt: null };
    await changeAccount(tx, userId, refused);
    await tx.delete(shares).where(eq(shares.userId, userId));
    await forgetEarlyMessages(tx, userId);
  });
}

/** Keeps the stored names those of the latest message. */
export async function refreshNames(db: Db, account: Account, person: BotUser): Promise<void> {
  const names = namesOf(person);
  const { firstName, lastName, username } = account;
  if (isDeepStrictEqual({ firstName, lastName, username }, names)) return;
  await changeAccount(db, account.id, names);
}
