import 'server-only';
import { and, eq, isNull, lt, or, sql } from 'drizzle-orm';
import { type Db } from '../platform/db/client';
import { timestamp } from '../platform/db/time-in-sql';
import { shares, users } from '../platform/db/schema';
import { parkReminders, resumeReminders } from '../reminders/write/delivery';

/** A refusal: Telegram said at `at`, to a send that began at `began`, that the user cannot be written to. */
type Parking = { userId: number; began: Date; at: Date };

/**
 * The bot can no longer write to the user: their reminders wait, nothing is lost, and what they have
 * shared is closed. Where they came back after the refused send had begun, the refusal is out of date:
 * nothing changes, and the next send decides.
 */
export async function parkUser(db: Db, { userId, began, at }: Parking): Promise<void> {
  await db.transaction(async (tx) => {
    const { unreachableSince, reachableSince } = users;
    const since = sql`coalesce(${unreachableSince}, ${timestamp(at)})`;
    const hasNotComeBack = or(isNull(reachableSince), lt(reachableSince, began));
    const parked = await tx
      .update(users)
      .set({ unreachableSince: since })
      .where(and(eq(users.id, userId), hasNotComeBack));
    if (!parked.rowCount) return;
    await tx.delete(shares).where(eq(shares.userId, userId));
    await parkReminders(tx, userId);
  });
}

/**
 * The user can be written to again (/start, unblock). What was missed comes late: every one-shot, and
 * the latest occurrence of each series. Refusals of sends that began before `now` no longer count.
 */
export async function resumeUser(db: Db, userId: number, now: Date): Promise<void> {
  await db.transaction(async (tx) => {
    const { reachableSince: before } = users;
    const reachableSince = sql`greatest(${before}, ${timestamp(now)})`;
    const back = { unreachableSince: null, reachableSince };
    await tx.update(users).set(back).where(eq(users.id, userId));
    await resumeReminders(tx, userId, now);
  });
}
