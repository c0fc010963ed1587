import 'server-only';
import { and, desc, eq, lt, lte } from 'drizzle-orm';
import { CHAT_MESSAGES_MAX } from '@/core/limits';
import { printOf } from '../platform/create-once';
import { type Db } from '../platform/db/client';
import { safeFault } from '../platform/db/faults';
import { chatMessages } from '../platform/db/schema';
import { log } from '../platform/log';

/** The reminder that the latest message before this one is about; null where it is about none. */
export async function shownLast(db: Db, userId: number, before: number): Promise<number | null> {
  const { reminderId, messageId } = chatMessages;
  const earlier = and(eq(chatMessages.userId, userId), lt(messageId, before));
  const rows = db.select({ reminderId }).from(chatMessages).where(earlier);
  const [latest] = await rows.orderBy(desc(messageId)).limit(1);
  return latest?.reminderId ?? null;
}

type InChat = { userId: number; messageId: number; now: Date };

/** Tells whether a message of the person's own said the same when it was answered last. */
export const isSameText = async (
  db: Db,
  { userId, messageId, text }: Omit<InChat, 'now'> & { text: string },
): Promise<boolean> => {
  const message = and(eq(chatMessages.userId, userId), eq(chatMessages.messageId, messageId));
  return (await db.$count(chatMessages, and(message, eq(chatMessages.print, printOf([text]))))) > 0;
};

/**
 * Remembers which reminder a message of the bot is about, or what one of the person's own says, once it has been
 * answered; of a person's chat the latest messages. Never rejects: the act is done, and must not be done again
 * for this.
 */
export async function rememberMessage(
  db: Db,
  {
    userId,
    messageId,
    now: sentAt,
    ...message
  }: InChat & ({ reminderId: number } | { text: string }),
): Promise<void> {
  try {
    const { messageId: id } = chatMessages;
    const fact =
      'reminderId' in message
        ? { reminderId: message.reminderId }
        : { print: printOf([message.text]) };
    const said = { sentAt, ...fact };
    await db
      .insert(chatMessages)
      .values({ userId, messageId, ...said })
      .onConflictDoUpdate({ target: [chatMessages.userId, id], set: said });
    const own = eq(chatMessages.userId, userId);
    const latest = db.select({ id }).from(chatMessages).where(own).orderBy(desc(id));
    const [oldest] = await latest.offset(CHAT_MESSAGES_MAX).limit(1);
    if (oldest) await db.delete(chatMessages).where(and(own, lte(id, oldest.id)));
  } catch (error) {
    log.warn({ fault: safeFault(error) }, 'a message is not remembered');
  }
}
