import 'server-only';
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { type Db } from '../db/client';
import { reminders, users } from '../db/schema';
import { nudgeDelivery } from './nudge';

/** The bot can no longer write to these users: their reminders wait, nothing is lost. */
export async function parkUsers(
  db: Db,
  parkings: readonly { userId: number; at: Date }[],
): Promise<void> {
  if (parkings.length === 0) return;
  await db.transaction(async (tx) => {
    // In one order everywhere: two instances may park the same users.
    for (const { userId, at } of parkings.toSorted((a, b) => a.userId - b.userId)) {
      await tx
        .update(users)
        .set({ unreachableSince: sql`coalesce(${users.unreachableSince}, ${at.toISOString()})` })
        .where(eq(users.id, userId));
    }
    // A send that is under way keeps its lease and says for itself what came of it.
    await tx
      .update(reminders)
      .set({ deliveryState: 'parked' })
      .where(
        and(
          inArray(
            reminders.userId,
            parkings.map((parking) => parking.userId),
          ),
          eq(reminders.deliveryState, 'scheduled'),
          isNull(reminders.deletedAt),
        ),
      );
  });
}

/** The bot can no longer write to the user. */
export const parkUser = (db: Db, userId: number, at: Date): Promise<void> =>
  parkUsers(db, [{ userId, at }]);

/**
 * The user can be written to again (/start, unblock). What was missed comes late: every one-shot, and
 * the latest occurrence of each series. Does nothing for a user who was never away.
 */
export async function resumeUser(db: Db, userId: number, now: Date): Promise<void> {
  const resumed = await db.transaction(async (tx) => {
    await tx
      .update(users)
      .set({ unreachableSince: null })
      .where(and(eq(users.id, userId), sql`${users.unreachableSince} is not null`));
    return tx
      .update(reminders)
      .set({ deliveryState: 'scheduled', notBefore: null, attempts: 0, lastError: null })
      .where(and(eq(reminders.userId, userId), eq(reminders.deliveryState, 'parked')))
      .returning({ id: reminders.id });
  });
  if (resumed.length > 0) nudgeDelivery(now);
}
