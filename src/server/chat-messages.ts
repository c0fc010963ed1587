import 'server-only';
import { and, desc, eq, isNull, lte, sql } from 'drizzle-orm';
import { CHAT_MESSAGES_MAX } from '@/core/limits';
import { type Db } from './db/client';
import { safeFault } from './db/faults';
import { chatMessages, deliveries, reminders } from './db/schema';
import { log } from './log';

/** What a message in the chat is about. */
export interface MessageSubject {
  reminderId: number;
  /** Of a reminder's own message; null for the bot's cards and answers, and for what came with it. */
  occurrenceAt: Date | null;
}

/** Which reminder a message of the bot is about; undefined where that is not known (any more). */
export async function subjectOfMessage(
  db: Db,
  userId: number,
  messageId: number,
): Promise<MessageSubject | undefined> {
  const [sent] = await db
    .select({ reminderId: deliveries.reminderId, occurrenceAt: deliveries.occurrenceAt })
    .from(deliveries)
    .where(and(eq(deliveries.userId, userId), eq(deliveries.messageId, messageId)))
    .limit(1);
  if (sent && sent.reminderId !== null) {
    return { reminderId: sent.reminderId, occurrenceAt: sent.occurrenceAt };
  }
  const [said] = await db
    .select({ reminderId: chatMessages.reminderId })
    .from(chatMessages)
    .where(and(eq(chatMessages.userId, userId), eq(chatMessages.messageId, messageId)));
  if (said) return { reminderId: said.reminderId, occurrenceAt: null };
  const [brought] = await db
    .select({ reminderId: reminders.id })
    .from(reminders)
    .where(
      and(
        eq(reminders.userId, userId),
        isNull(reminders.deletedAt),
        sql`${reminders.brought} -> 'messageIds' @> ${String(messageId)}::jsonb`,
      ),
    )
    .limit(1);
  return brought && { reminderId: brought.reminderId, occurrenceAt: null };
}

/**
 * Remembers which reminder a message of the bot is about; of a person's the latest ones. Never rejects:
 * the act that the message tells of is done, and must not be done again for this.
 */
export async function rememberMessage(
  db: Db,
  message: { userId: number; messageId: number; reminderId: number; now: Date },
): Promise<void> {
  const { userId, messageId, reminderId, now } = message;
  try {
    await db
      .insert(chatMessages)
      .values({ userId, messageId, reminderId, sentAt: now })
      .onConflictDoUpdate({
        target: [chatMessages.userId, chatMessages.messageId],
        set: { reminderId, sentAt: now },
      });
    const [oldest] = await db
      .select({ messageId: chatMessages.messageId })
      .from(chatMessages)
      .where(eq(chatMessages.userId, userId))
      .orderBy(desc(chatMessages.messageId))
      .offset(CHAT_MESSAGES_MAX)
      .limit(1);
    if (!oldest) return;
    await db
      .delete(chatMessages)
      .where(and(eq(chatMessages.userId, userId), lte(chatMessages.messageId, oldest.messageId)));
  } catch (error) {
    log.warn({ fault: safeFault(error) }, 'a message is not remembered');
  }
}
