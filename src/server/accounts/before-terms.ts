import 'server-only';
import { and, desc, eq, gt, notInArray, sql } from 'drizzle-orm';
import { DAY_MS } from '@/core/calendar';
import { EARLY_MESSAGE_DAYS, EARLY_MESSAGES_MAX } from '@/core/limits';
import { type Db } from '../platform/db/client';
import { earlyMessages } from '../platform/db/schema';

/** A message that came before its author had accepted the terms. */
type EarlyMessage = Omit<typeof earlyMessages.$inferSelect, 'userId' | 'receivedAt'>;

const isOfUser = (userId: number) => eq(earlyMessages.userId, userId);

/** Keeps a text for a day; of each person the latest few. The same message counts once. */
export async function keepEarlyMessage(
  db: Db,
  userId: number,
  message: EarlyMessage,
  now: Date,
): Promise<void> {
  await db
    .insert(earlyMessages)
    .values({ userId, ...message, receivedAt: now })
    .onConflictDoNothing();
  const latest = db
    .select({ messageId: earlyMessages.messageId })
    .from(earlyMessages)
    .where(isOfUser(userId))
    .orderBy(desc(earlyMessages.messageId))
    .limit(EARLY_MESSAGES_MAX);
  await db
    .delete(earlyMessages)
    .where(and(isOfUser(userId), notInArray(earlyMessages.messageId, latest)));
}

/** Takes the oldest text that was kept and forgets it; of two callers at once each text goes to one. */
export async function takeEarlyMessage(
  db: Db,
  userId: number,
  now: Date,
): Promise<EarlyMessage | undefined> {
  const since = new Date(now.getTime() - EARLY_MESSAGE_DAYS * DAY_MS);
  const kept = and(isOfUser(userId), gt(earlyMessages.receivedAt, since));
  const oldest = db
    .select({ messageId: earlyMessages.messageId })
    .from(earlyMessages)
    .where(kept)
    .orderBy(earlyMessages.messageId)
    .limit(1)
    .for('update', { skipLocked: true });
  const [taken] = await db
    .delete(earlyMessages)
    // Not `in`: PostgreSQL may then look for the oldest one anew for every row.
    .where(and(kept, eq(earlyMessages.messageId, sql`(${oldest})`)))
    .returning();
  return taken;
}

export async function changeEarlyMessage(
  db: Db,
  userId: number,
  { messageId, text, attachment }: Pick<EarlyMessage, 'messageId' | 'text' | 'attachment'>,
): Promise<void> {
  await db
    .update(earlyMessages)
    .set({ text, attachment })
    .where(and(isOfUser(userId), eq(earlyMessages.messageId, messageId)));
}

/** Their author wants everything erased. */
export async function forgetEarlyMessages(db: Db, userId: number): Promise<void> {
  await db.delete(earlyMessages).where(isOfUser(userId));
}
