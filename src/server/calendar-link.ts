import 'server-only';
import { createHash, randomBytes } from 'node:crypto';
import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import { type Db } from './db/client';
import { calendarLinks } from './db/schema';
import { AppError } from './errors';
import { sameSecret, signatureOf } from './secrets';

/** 72 bits, and 120 of the signature: nobody finds one by trying. */
const KEY_BYTES = 9;
const KEY_LENGTH = 12;
const TOKEN = /^[\w-]{32}$/;

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');

/** What stands in the address before `.ics`, or null where it cannot be a token of ours. */
const tokenIn = (name: string): string | null => {
  const token = name.replace(/\.ics$/, '');
  return TOKEN.test(token) ? token : null;
};

const signed = (key: string, botToken: string): string =>
  key + signatureOf('calendar', key, botToken).slice(0, 32 - KEY_LENGTH);

/**
 * Whether an address was made here, which costs no question to the database; it may have been revoked.
 * Links that were made before 24 November 2026, or with another token of the bot, are not signed and
 * go on working.
 */
export function isSignedLink(name: string, botToken: string): boolean {
  const token = tokenIn(name);
  return token !== null && sameSecret(token, signed(token.slice(0, KEY_LENGTH), botToken));
}

/**
 * Since when the person has a link, null without one; and since when calendars get nothing by it, because
 * there is more to work out than is allowed.
 */
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

/**
 * Makes the person's link and answers its address, which is nowhere else: only a hash of the token is
 * stored. The one before stops working.
 */
export async function createCalendarLink(
  db: Db,
  userId: number,
  { appUrl, botToken, now }: { appUrl: string; botToken: string; now: Date },
): Promise<string> {
  const token = signed(randomBytes(KEY_BYTES).toString('base64url'), botToken);
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
  if (token === null) return undefined;
  const [link] = await db
    .select({ userId: calendarLinks.userId })
    .from(calendarLinks)
    .where(eq(calendarLinks.tokenHash, hashOf(token)));
  return link?.userId;
}
