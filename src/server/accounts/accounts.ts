import 'server-only';
import { isDeepStrictEqual } from 'node:util';
import { eq, sql } from 'drizzle-orm';
import { TERMS_VERSION } from '@/core/limits';
import { type Db } from '../platform/db/client';
import { oneLineName } from '../platform/attachment';
import { withPersonLocked } from '../platform/db/locks';
import { shares, users } from '../platform/db/schema';
import { type TelegramUser } from '../telegram/init-data';

export type Account = typeof users.$inferSelect;

/** `lastActiveAt` is only needed to the day: it is written at most once in this time. */
const ACTIVITY_RESOLUTION_MS = 3_600_000;

/** Adult, and accepted the terms in their present version, or in a later one by a newer release beside this. */
export const hasAcceptedTerms = ({ adultConfirmedAt, termsVersion }: Account): boolean =>
  adultConfirmedAt !== null && termsVersion !== null && termsVersion >= TERMS_VERSION;

/** Whether the bot may write to somebody by itself: they have accepted the terms, and have not shut it out. */
export const mayBeTold = (account: Account): boolean =>
  account.unreachableSince === null && hasAcceptedTerms(account);

export async function findAccount(db: Db, id: number): Promise<Account | undefined> {
  const [account] = await db.select().from(users).where(eq(users.id, id));
  return account;
}

export async function changeAccount(
  db: Db,
  id: number,
  change: Partial<typeof users.$inferInsert>,
): Promise<void> {
  await db.update(users).set(change).where(eq(users.id, id));
}

/** Notes that the user was here; this also takes back a warning about inactivity. */
export async function touchAccount(db: Db, account: Account, now: Date): Promise<void> {
  const fresh = now.getTime() - account.lastActiveAt.getTime() < ACTIVITY_RESOLUTION_MS;
  if (fresh && account.inactivityWarnedAt === null) return;
  const present = { lastActiveAt: now, inactivityWarnedAt: null, inactivityTries: 0 };
  await changeAccount(db, account.id, present);
}

/** Keeps what Telegram says of a known user. Strangers are not stored: a row begins with /start. */
export const refreshProfile = (db: Db, user: TelegramUser): Promise<void> =>
  changeAccount(db, user.id, { ...namesOf(user), photoUrl: user.photo_url ?? null });

/** Others read the first name. */
const namesOf = (person: TelegramUser) => ({
  firstName: oneLineName(person.first_name) || '…',
  lastName: person.last_name ?? null,
  username: person.username ?? null,
});

/**
 * Stores the acceptance of the present terms by an adult. This is where an account begins. Behind the person's lock, as
 * `keepUnlessAccepted`: what they write at this moment is kept before it, or finds that they have accepted.
 */
export async function acceptTerms(db: Db, person: TelegramUser, now: Date): Promise<void> {
  const accepted = {
    ...namesOf(person),
    adultConfirmedAt: now,
    termsVersion: TERMS_VERSION,
    termsAcceptedAt: now,
    termsRefusedAt: null,
    lastActiveAt: now,
    inactivityWarnedAt: null,
    inactivityTries: 0,
  };
  // An older release beside this one takes nothing back.
  const termsVersion = sql`greatest(${users.termsVersion}, ${TERMS_VERSION}::text)`;
  await withPersonLocked(db, person.id, (tx) =>
    tx
      .insert(users)
      .values({ id: person.id, ...accepted, timeZoneAssumed: true })
      .onConflictDoUpdate({ target: users.id, set: { ...accepted, termsVersion } }),
  );
}

/**
 * Takes back an acceptance and closes all links. An account goes with all that it holds REFUSED_DAYS later, unless the
 * terms are accepted by then. What was written before the terms stays for its day: it was promised an answer.
 */
export async function declineTerms(db: Db, userId: number, now: Date): Promise<void> {
  await db.transaction(async (tx) => {
    const nothing = { adultConfirmedAt: null, termsVersion: null, termsAcceptedAt: null };
    await changeAccount(tx, userId, { ...nothing, termsRefusedAt: now });
    await tx.delete(shares).where(eq(shares.userId, userId));
  });
}

export async function refreshNames(db: Db, account: Account, person: TelegramUser): Promise<void> {
  const names = namesOf(person);
  const { firstName, lastName, username } = account;
  if (isDeepStrictEqual({ firstName, lastName, username }, names)) return;
  await changeAccount(db, account.id, names);
}
