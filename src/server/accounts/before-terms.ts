import 'server-only';
import { and, eq, gt, ne, type SQL } from 'drizzle-orm';
import { daysEarlier } from '@/core/calendar';
import { EARLY_MESSAGE_DAYS, EARLY_MESSAGES_MAX } from '@/core/limits';
import { type Db } from '../platform/db/client';
import { withPersonLocked } from '../platform/db/locks';
import { earlyMessages } from '../platform/db/schema';
import { type Account, findAccount, hasAcceptedTerms } from './accounts';

/** A message that came before its author had accepted the terms. */
type EarlyMessage = Omit<typeof earlyMessages.$inferSelect, 'userId' | 'receivedAt'>;

const isOfUser = (userId: number) => eq(earlyMessages.userId, userId);

/** Those of a person that are not forgotten yet. */
function isKept(userId: number, now: Date): SQL | undefined {
  const since = daysEarlier(now, EARLY_MESSAGE_DAYS);
  return and(isOfUser(userId), gt(earlyMessages.receivedAt, since));
}

/**
 * Keeps a message for a day; of each person the first few: with `full` it is not kept. The same message counts once. Where
 * its author has accepted the terms meanwhile, on another instance, it keeps nothing and answers their account.
 */
export const keepUnlessAccepted = (
  db: Db,
  userId: number,
  message: EarlyMessage,
  now: Date,
): Promise<Account | 'kept' | 'full'> =>
  withPersonLocked(db, userId, async (tx) => {
    const account = await findAccount(tx, userId);
    if (account && hasAcceptedTerms(account)) return account;
    const others = and(isKept(userId, now), ne(earlyMessages.messageId, message.messageId));
    if ((await tx.$count(earlyMessages, others)) >= EARLY_MESSAGES_MAX) return 'full';
    const kept = { userId, ...message, receivedAt: now };
    await tx.insert(earlyMessages).values(kept).onConflictDoNothing();
    return 'kept';
  });

/** What is kept, in the order in which it was written. */
export const earlyMessagesOf = (db: Db, userId: number, now: Date): Promise<EarlyMessage[]> =>
  db.select().from(earlyMessages).where(isKept(userId, now)).orderBy(earlyMessages.messageId);

export async function forgetEarlyMessage(db: Db, userId: number, messageId: number): Promise<void> {
  const one = and(isOfUser(userId), eq(earlyMessages.messageId, messageId));
  await db.delete(earlyMessages).where(one);
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
