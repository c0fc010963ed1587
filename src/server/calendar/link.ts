import 'server-only';
import { createHash } from 'node:crypto';
import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import { type Db } from '../platform/db/client';
import { calendarLinks } from '../platform/db/schema';
import { AppError } from '../platform/errors';
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

/** Since when the person has a link, and since when calendars get nothing by it: it costs more than is allowed. */
export async function findCalendarLink(
  db: Db,
  userId: number,
): Promise<{ createdAt: Date | null; refusedAt: Date | null }> {
  const [link] = await db
    .select({ createdAt: calendarLinks.createdAt, refusedAt: calendarLinks.refusedAt })
    .from(calendarLinks)
    .where(eq(calendarLinks.userId, userId));
  return link ?? { createdAt: null, refusedAt: null };
}

/** Works out what a link gives, and keeps for its owner whether that was refused. */
export async function tellingOwner(
  db: Db,
  userId: number,
  now: Date,
  work: () => Promise<string>,
): Promise<string> {
  const tell = (refusedAt: Date | null) =>
    db
      .update(calendarLinks)
      .set({ refusedAt })
      .where(
        and(
          eq(calendarLinks.userId, userId),
          refusedAt ? isNull(calendarLinks.refusedAt) : isNotNull(calendarLinks.refusedAt),
        ),
      );
  try {
    const calendar = await work();
    await tell(null);
    return calendar;
  } catch (error) {
    if (error instanceof AppError && error.code === 'unavailable') await tell(now);
    throw error;
  }
}

/** Makes the person's link and answers its address, of which only a hash is stored. The one before stops working. */
export async function createCalendarLink(
  db: Db,
  userId: number,
  { appUrl, botToken, now }: { appUrl: string; botToken: string; now: Date },
): Promise<string> {
  const token = tokenOf('calendar', newTokenKey(), botToken);
  const link = { tokenHash: hashOf(token), createdAt: now, refusedAt: null };
  await db
    .insert(calendarLinks)
    .values({ userId, ...link })
    .onConflictDoUpdate({ target: calendarLinks.userId, set: link });
  return `${appUrl}/api/calendar/${token}.ics`;
}

export async function revokeCalendarLink(db: Db, userId: number): Promise<void> {
  await db.delete(calendarLinks).where(eq(calendarLinks.userId, userId));
}

/** Whose link an address is; undefined where it is nobody's, or no longer. */
export async function ownerOfLink(db: Db, name: string): Promise<number | undefined> {
  const token = tokenIn(name);
  if (!isTokenLike(token)) return undefined;
  const [link] = await db
    .select({ userId: calendarLinks.userId })
    .from(calendarLinks)
    .where(eq(calendarLinks.tokenHash, hashOf(token)));
  return link?.userId;
}
