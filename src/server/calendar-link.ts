import 'server-only';
import { createHash, randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { type Db } from './db/client';
import { calendarLinks } from './db/schema';

/** 192 bits: nobody finds one by trying. */
const TOKEN_BYTES = 24;
const TOKEN = /^[\w-]{32}$/;

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');

/** What stands in the address before `.ics`, or null where it cannot be a token of ours. */
const tokenIn = (name: string): string | null => {
  const token = name.replace(/\.ics$/, '');
  return TOKEN.test(token) ? token : null;
};

/** Since when the person has a link; null without one. */
export async function findCalendarLink(db: Db, userId: number): Promise<Date | null> {
  const [link] = await db
    .select({ createdAt: calendarLinks.createdAt })
    .from(calendarLinks)
    .where(eq(calendarLinks.userId, userId));
  return link?.createdAt ?? null;
}

/**
 * Makes the person's link and answers its address, which is nowhere else: only a hash of the token is
 * stored. The one before stops working.
 */
export async function createCalendarLink(
  db: Db,
  userId: number,
  { appUrl, now }: { appUrl: string; now: Date },
): Promise<string> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
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
