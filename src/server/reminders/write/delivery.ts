import 'server-only';
import { and, eq, inArray, isNull, type SQL } from 'drizzle-orm';
import { type Db } from '../../platform/db/client';
import { lockedById } from '../../platform/db/locks';
import { reminders } from '../../platform/db/schema';
import { nudgeDelivery } from '../../platform/nudge';
import { leaseVoided } from './columns';

/** What delivery writes of many rows at once without having read them; what a firing leaves of each: ./settle. */

/** Gives claims up that were not sent: they are due again at once, or at `notBefore`. */
export async function releaseLeases(
  db: Db,
  claims: readonly { id: number; token: string }[],
  notBefore?: Date,
): Promise<void> {
  const ids = claims.map(({ id }) => id);
  const tokens = [...new Set(claims.map(({ token }) => token))];
  const leased = and(inArray(reminders.id, ids), inArray(reminders.leaseToken, tokens));
  const free = { leaseToken: null, leaseUntil: null, ...(notBefore && { notBefore }) };
  await db.update(reminders).set(free).where(lockedById(leased));
}

const inState = (state: 'scheduled' | 'parked' | 'failed'): SQL | undefined =>
  and(eq(reminders.deliveryState, state), isNull(reminders.deletedAt));

/** The bot cannot write to the person: a send that is under way keeps its lease and says for itself what came of it. */
export async function parkReminders(tx: Db, userId: number): Promise<void> {
  const theirs = and(eq(reminders.userId, userId), inState('scheduled'));
  await tx.update(reminders).set({ deliveryState: 'parked' }).where(lockedById(theirs));
}

/** The bot can write to the person again: what waited for that is due, and delivery hears of it. */
export async function resumeReminders(tx: Db, userId: number, now: Date): Promise<void> {
  const parked = and(eq(reminders.userId, userId), eq(reminders.deliveryState, 'parked'));
  const anew = { notBefore: null, attempts: 0, lastError: null };
  const scheduled = { deliveryState: 'scheduled', ...anew } as const;
  const { rowCount } = await tx.update(reminders).set(scheduled).where(lockedById(parked));
  if (rowCount) nudgeDelivery(tx, now);
}

/** Gives a reminder that has failed to delivery again, with all attempts; false where it has not failed. */
export async function retryFailedReminder(db: Db, id: number, now: Date): Promise<boolean> {
  const failed = and(eq(reminders.id, id), inState('failed'));
  const { rowCount } = await db.update(reminders).set(leaseVoided).where(failed);
  if (rowCount) nudgeDelivery(db, now);
  return Boolean(rowCount);
}
