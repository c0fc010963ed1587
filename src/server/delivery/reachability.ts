import 'server-only';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { type Db } from '../db/client';
import { reminders, users } from '../db/schema';
import { leaseVoided } from './columns';
import { nudgeDelivery } from './nudge';

/** The bot can no longer write to the user: their reminders wait, nothing is lost. */
export async function parkUser(db: Db, userId: number, now: Date): Promise<void> {
  await db.transaction(async (tx) => {
    await tx
      .update(users)
      .set({ unreachableSince: sql`coalesce(${users.unreachableSince}, ${now})` })
      .where(eq(users.id, userId));
    await tx
      .update(reminders)
      .set({ ...leaseVoided, deliveryState: 'parked' })
      .where(
        and(
          eq(reminders.userId, userId),
          eq(reminders.deliveryState, 'scheduled'),
          isNull(reminders.deletedAt),
        ),
      );
  });
}

/**
 * The user can be written to again (/start, unblock). What was missed comes late: every one-shot, and
 * the latest occurrence of each series. Safe to call for a user who was never away.
 */
export async function resumeUser(db: Db, userId: number, now: Date): Promise<void> {
  const resumed = await db.transaction(async (tx) => {
    await tx.update(users).set({ unreachableSince: null }).where(eq(users.id, userId));
    return tx
      .update(reminders)
      .set(leaseVoided)
      .where(and(eq(reminders.userId, userId), eq(reminders.deliveryState, 'parked')))
      .returning({ id: reminders.id });
  });
  if (resumed.length > 0) nudgeDelivery(now);
}
