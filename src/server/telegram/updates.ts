import 'server-only';
import { and, eq, isNotNull, lt } from 'drizzle-orm';
import { type Db } from '../db/client';
import { processedUpdates } from '../db/schema';

/** Longer than any update takes (the bot gives up before), short enough to wait out a crash. */
const LEASE_MS = 30_000;

/**
 * Claims an update for this process. `done`: it was handled before. `busy`: somebody is at it, or
 * died at it less than the lease ago; Telegram should ask again.
 */
export async function claimUpdate(
  db: Db,
  updateId: number,
  now: Date,
): Promise<'mine' | 'done' | 'busy'> {
  const leaseUntil = new Date(now.getTime() + LEASE_MS);
  const [mine] = await db
    .insert(processedUpdates)
    .values({ updateId, receivedAt: now, leaseUntil })
    .onConflictDoUpdate({
      target: processedUpdates.updateId,
      set: { leaseUntil },
      setWhere: lt(processedUpdates.leaseUntil, now),
    })
    .returning({ updateId: processedUpdates.updateId });
  if (mine) return 'mine';
  const [open] = await db
    .select({ updateId: processedUpdates.updateId })
    .from(processedUpdates)
    .where(and(eq(processedUpdates.updateId, updateId), isNotNull(processedUpdates.leaseUntil)));
  return open ? 'busy' : 'done';
}

/** The update is handled: no repetition of it will be. */
export async function finishUpdate(db: Db, updateId: number): Promise<void> {
  await db
    .update(processedUpdates)
    .set({ leaseUntil: null })
    .where(eq(processedUpdates.updateId, updateId));
}

/** The update could not be handled now: the next repetition of it is. */
export async function releaseUpdate(db: Db, updateId: number): Promise<void> {
  await db.delete(processedUpdates).where(eq(processedUpdates.updateId, updateId));
}
