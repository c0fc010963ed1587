import 'server-only';
import { and, desc, eq, gt, notInArray } from 'drizzle-orm';
import { EARLY_MESSAGE_DAYS, EARLY_MESSAGES_MAX } from '@/core/limits';
import { type Db } from './db/client';
import { earlyMessages } from './db/schema';

/** A text that came before its author had accepted the terms. */
export interface EarlyMessage {
  messageId: number;
  text: string;
  forwarded: boolean;
  sentAt: Date;
}

const of = (userId: number) => eq(earlyMessages.userId, userId);

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
    .where(of(userId))
    .orderBy(desc(earlyMessages.messageId))
    .limit(EARLY_MESSAGES_MAX);
  await db
    .delete(earlyMessages)
    .where(and(of(userId), notInArray(earlyMessages.messageId, latest)));
}

/**
 * Takes what was kept, oldest first, and forgets it. Of two callers at once each message goes to one.
 */
export async function takeEarlyMessages(
  db: Db,
  userId: number,
  now: Date,
): Promise<EarlyMessage[]> {
  const oldest = new Date(now.getTime() - EARLY_MESSAGE_DAYS * 86_400_000);
  const taken = await db
    .delete(earlyMessages)
    .where(and(of(userId), gt(earlyMessages.receivedAt, oldest)))
    .returning();
  return taken.sort((a, b) => a.messageId - b.messageId);
}

/** Their author refused the terms, or wants everything erased. */
export async function forgetEarlyMessages(db: Db, userId: number): Promise<void> {
  await db.delete(earlyMessages).where(of(userId));
}
