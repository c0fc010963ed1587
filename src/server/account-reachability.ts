import 'server-only';
import { and, eq, isNull } from 'drizzle-orm';
import { type Db } from './db/client';
import { users } from './db/schema';

/** The person blocked the bot: notes since when. */
export async function markBlocked(db: Db, userId: number, now: Date): Promise<void> {
  await db
    .update(users)
    .set({ unreachableSince: now })
    .where(and(eq(users.id, userId), isNull(users.unreachableSince)));
}

/** The person wrote, pressed or unblocked. */
export async function markReachable(db: Db, userId: number, _now: Date): Promise<void> {
  await db.update(users).set({ unreachableSince: null }).where(eq(users.id, userId));
}
