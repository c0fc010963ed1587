import 'server-only';
import { eq } from 'drizzle-orm';
import { TERMS_VERSION } from '@/core/limits';
import { type Db } from './db/client';
import { users } from './db/schema';
import { type TelegramUser } from './telegram/init-data';

export type Account = typeof users.$inferSelect;

/** `lastActiveAt` is only needed to the day: it is written at most once in this time. */
const ACTIVITY_RESOLUTION_MS = 3_600_000;

/** Adult, and accepted the terms in their present version. */
export const hasAcceptedTerms = (account: Account): boolean =>
  account.adultConfirmedAt !== null && account.termsVersion === TERMS_VERSION;

export async function findAccount(db: Db, id: number): Promise<Account | undefined> {
  const [account] = await db.select().from(users).where(eq(users.id, id));
  return account;
}

/** Notes that the user was here; this also takes back a warning about inactivity. */
export async function touchAccount(db: Db, account: Account, now: Date): Promise<void> {
  const fresh = now.getTime() - account.lastActiveAt.getTime() < ACTIVITY_RESOLUTION_MS;
  if (fresh && account.inactivityWarnedAt === null) return;
  await db
    .update(users)
    .set({ lastActiveAt: now, inactivityWarnedAt: null, inactivityTries: 0 })
    .where(eq(users.id, account.id));
}

/**
 * Refreshes what Telegram says of a user who is already known. Strangers are not stored: a row
 * begins with /start in the bot.
 */
export async function refreshProfile(db: Db, user: TelegramUser): Promise<void> {
  await db
    .update(users)
    .set({
      username: user.username ?? null,
      firstName: user.first_name,
      lastName: user.last_name ?? null,
      photoUrl: user.photo_url ?? null,
    })
    .where(eq(users.id, user.id));
}

/** Stores how far the user came in the tour: TUTORIAL_SHOW or TUTORIAL_DONE. */
export async function saveTutorialStep(db: Db, userId: number, step: number): Promise<void> {
  await db.update(users).set({ tutorialStep: step }).where(eq(users.id, userId));
}
