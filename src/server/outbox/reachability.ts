import 'server-only';
import { and, eq, sql } from 'drizzle-orm';
import { type Db } from '../platform/db/client';
import { lockedById } from '../platform/db/locks';
import { reminders, users } from '../platform/db/schema';
import { nudgeDelivery } from './nudge';

/** A refusal: Telegram said at `at`, to a send that began at `began`, that the user cannot be written to. */
export type Parking = { userId: number; began: Date; at: Date };

/**
 * The bot can no longer write to the user: their reminders wait, nothing is lost, and what they have
 * shared is closed. Where they came back after the refused send had begun, the refusal is out of date:
 * nothing changes, and the next send decides.
 */
export async function parkUser(db: Db, { userId, began, at }: Parking): Promise<void> {
  // A send that is under way keeps its lease and says for itself what came of it.
  await db.execute(sql`
    with gone as (
      update users set unreachable_since = coalesce(unreachable_since, ${at.toISOString()}::timestamptz)
      where id = ${userId}
        and (reachable_since is null or reachable_since < ${began.toISOString()}::timestamptz)
      returning id
    ), closed as (
      delete from shares where user_id in (select id from gone)
    )
    update reminders set delivery_state = 'parked'
    where ${lockedById(sql`user_id in (select id from gone)
      and delivery_state = 'scheduled' and deleted_at is null`)}`);
}

/**
 * The user can be written to again (/start, unblock). What was missed comes late: every one-shot, and
 * the latest occurrence of each series. Refusals of sends that began before `now` no longer count.
 */
export async function resumeUser(db: Db, userId: number, now: Date): Promise<void> {
  await db.transaction(async (tx) => {
    const { reachableSince: before } = users;
    const reachableSince = sql`greatest(${before}, ${sql.param(now, before)})`;
    const back = { unreachableSince: null, reachableSince };
    await tx.update(users).set(back).where(eq(users.id, userId));
    const parked = and(eq(reminders.userId, userId), eq(reminders.deliveryState, 'parked'));
    const anew = { notBefore: null, attempts: 0, lastError: null };
    const scheduled = { deliveryState: 'scheduled', ...anew } as const;
    const resumed = await tx.update(reminders).set(scheduled).where(lockedById(parked));
    if (resumed.rowCount) nudgeDelivery(tx, now);
  });
}
