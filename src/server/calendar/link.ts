import 'server-only';
import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { type Db } from '../platform/db/client';
import { calendarLinks } from '../platform/db/schema';
import { found } from '../platform/errors';
import { isTokenLike, keyOfToken, newTokenKey, tokenOf } from '../platform/secrets';

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');

/** The token is what stands in the address before `.ics`. */
const tokenIn = (name: string): string => name.replace(/\.ics$/, '');

/**
 * Tells whether an address was made here, with the present token of the bot; it may be revoked. Those of another
 * token go on working.
 */
export const isSignedLink = (name: string, botToken: string): boolean =>
  keyOfToken('calendar', tokenIn(name), botToken) !== undefined;

/** Since when the person has a link, and whether it rings; empty where there is none. */
export async function findCalendarLink(
  db: Db,
  userId: number,
): Promise<{ createdAt: Date | null; withAlarms: boolean }> {
  const { createdAt, withAlarms } = calendarLinks;
  const [link] = await db
    .select({ createdAt, withAlarms })
    .from(calendarLinks)
    .where(eq(calendarLinks.userId, userId));
  return link ?? { createdAt: null, withAlarms: false };
}

/** Has calendars ring or not by the person's link; throws `not-found` where they have none. */
export async function setCalendarAlarms(
  db: Db,
  userId: number,
  withAlarms: boolean,
): Promise<void> {
  const changed = await db
    .update(calendarLinks)
    .set({ withAlarms })
    .where(eq(calendarLinks.userId, userId))
    .returning({ userId: calendarLinks.userId });
  found(changed[0]);
}

/** Makes the person's link and answers its address, of which only a hash is stored. The one before stops working. */
export async function createCalendarLink(
  db: Db,
  userId: number,
  { appUrl, botToken, now }: { appUrl: string; botToken: string; now: Date },
): Promise<string> {
  const token = tokenOf('calendar', newTokenKey(), botToken);
  const link = { tokenHash: hashOf(token), createdAt: now };
  await db
    .insert(calendarLinks)
    .values({ userId, ...link })
    .onConflictDoUpdate({ target: calendarLinks.userId, set: link });
  return `${appUrl}/api/calendar/${token}.ics`;
}

export async function revokeCalendarLink(db: Db, userId: number): Promise<void> {
  await db.delete(calendarLinks).where(eq(calendarLinks.userId, userId));
}

/** Whose link an address is, and whether calendars ring by it; undefined where it is nobody's, or no longer. */
export async function findLinkAt(
  db: Db,
  name: string,
): Promise<{ userId: number; withAlarms: boolean } | undefined> {
  const token = tokenIn(name);
  if (!isTokenLike(token)) return undefined;
  const { userId, withAlarms } = calendarLinks;
  const [link] = await db
    .select({ userId, withAlarms })
    .from(calendarLinks)
    .where(eq(calendarLinks.tokenHash, hashOf(token)));
  return link;
}
