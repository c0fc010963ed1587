import 'server-only';
import { and, eq, isNotNull, lte, sql } from 'drizzle-orm';
import { type Db } from '../db/client';
import { processedUpdates } from '../db/schema';

/** Longer than any update takes (the bot gives up before), short enough to wait out a crash. */
const LEASE_MS = 30_000;

/**
 * Times an update is begun. Telegram holds back a person's next updates until one is taken; it asks
 * again at once and then after doubling pauses, so these are some four minutes.
 * (tdlib/telegram-bot-api, WebhookActor.cpp)
 */
export const UPDATE_ATTEMPTS_MAX = 10;

/** A lease of this process: `last` when the update does not come again whatever happens. */
export interface UpdateLease {
  last: boolean;
}

/**
 * Claims an update for this process. `done`: it was handled before. `busy`: somebody is at it, or
 * died at it less than the lease ago; Telegram should ask again.
 */
export async function claimUpdate(
  db: Db,
  updateId: number,
  now: Date,
): Promise<UpdateLease | 'done' | 'busy'> {
  const leaseUntil = new Date(now.getTime() + LEASE_MS);
  const [mine] = await db
    .insert(processedUpdates)
    .values({ updateId, receivedAt: now, leaseUntil })
    .onConflictDoUpdate({
      target: processedUpdates.updateId,
      set: { leaseUntil, attempts: sql`${processedUpdates.attempts} + 1` },
      setWhere: lte(processedUpdates.leaseUntil, now),
    })
    .returning({ attempts: processedUpdates.attempts });
  if (mine) return { last: mine.attempts >= UPDATE_ATTEMPTS_MAX };
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

/** The update could not be handled now: the next repetition of it may be. */
export async function releaseUpdate(db: Db, updateId: number, now: Date): Promise<void> {
  await db
    .update(processedUpdates)
    .set({ leaseUntil: now })
    .where(eq(processedUpdates.updateId, updateId));
}
