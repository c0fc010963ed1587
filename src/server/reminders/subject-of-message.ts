import 'server-only';
import { and, eq, sql } from 'drizzle-orm';
import { occurrenceOfMessage } from '../outbox/ledger-reading';
import { type Db } from '../platform/db/client';
import { livingOf } from '../platform/db/living';
import { chatMessages, reminders } from '../platform/db/schema';

/** Which reminder a message of the bot is about; undefined where that is not known (any more). */
export async function subjectOfMessage(db: Db, userId: number, messageId: number) {
  const sent = await occurrenceOfMessage(db, userId, messageId);
  if (sent) return sent;
  const message = and(eq(chatMessages.userId, userId), eq(chatMessages.messageId, messageId));
  const [said] = await db.select().from(chatMessages).where(message);
  if (said?.reminderId) return { reminderId: said.reminderId, occurrenceAt: null };
  const { id } = reminders;
  const came = sql`${reminders.brought} -> 'messageIds' @> ${String(messageId)}::jsonb`;
  const [brought] = await db
    .select({ id })
    .from(reminders)
    .where(and(livingOf(reminders, userId), came))
    .limit(1);
  return brought && { reminderId: brought.id, occurrenceAt: null };
}
