import 'server-only';
import { and, count, eq, type SQL, sql } from 'drizzle-orm';
import { type Db } from './db/client';
import { deliveries, drafts, notes, ratePermits, reminders, users } from './db/schema';

/** Rows of one person, the deleted but not yet erased ones among them. */
export interface StoredCounts {
  reminders: number;
  notes: number;
  drafts: number;
  /** Entries of the delivery ledger. */
  deliveries: number;
}

/** How much is stored of a person. */
export async function countStored(db: Db, userId: number): Promise<StoredCounts> {
  const countOf = async (
    table: typeof reminders | typeof notes | typeof drafts | typeof deliveries,
  ) => {
    const [row] = await db.select({ count: count() }).from(table).where(eq(table.userId, userId));
    return row?.count ?? 0;
  };
  const [ofReminders, ofNotes, ofDrafts, ofDeliveries] = await Promise.all([
    countOf(reminders),
    countOf(notes),
    countOf(drafts),
    countOf(deliveries),
  ]);
  return { reminders: ofReminders, notes: ofNotes, drafts: ofDrafts, deliveries: ofDeliveries };
}

/**
 * Erases a person for good and answers what went; undefined where nobody of that id fits the
 * condition. A send that is under way may still write one row to the ledger: the daily cleanup takes
 * rows without a person.
 */
export function eraseAccount(
  db: Db,
  userId: number,
  condition?: SQL,
): Promise<StoredCounts | undefined> {
  return db.transaction(async (tx) => {
    // Creates of this person wait here, so that what is counted is what goes.
    await tx.execute(sql`select pg_advisory_xact_lock(${userId})`);
    const [person] = await tx
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.id, userId), condition))
      .for('update');
    if (!person) return undefined;
    const erased = await countStored(tx, userId);
    await tx.delete(deliveries).where(eq(deliveries.userId, userId));
    await tx.delete(ratePermits).where(eq(ratePermits.key, `user:${userId}`));
    // Reminders, notes and drafts go with it.
    await tx.delete(users).where(eq(users.id, userId));
    return erased;
  });
}
