import 'server-only';
import { and, count, eq, inArray, lte, type SQL, sql } from 'drizzle-orm';
import { type Db } from '../platform/db/client';
import { safeFault } from '../platform/db/faults';
import { LOCKS } from '../platform/db/locks';
import {
  deliveries,
  drafts,
  erasures,
  notes,
  ratePermits,
  reminders,
  users,
} from '../platform/db/schema';
import { recordErasure } from './erasure-log';
import { forgetEarlyMessages } from '../accounts/before-terms';
import { log } from '../platform/log';
import { personalKeys } from '../platform/rate-limit';
import { BATCH, removeBatch, CLEANUP_STATEMENT_MS } from './batches';

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
  // One after another: `db` may be a transaction, which is one connection.
  return {
    reminders: await countOf(reminders),
    notes: await countOf(notes),
    drafts: await countOf(drafts),
    deliveries: await countOf(deliveries),
  };
}

/** Statements that take out the ledger at once; what they leave is the daily cleanup's. */
const AT_ONCE_MAX = 20;
/**
 * By how much the clock of a send and the database's may differ: younger rows than the erasure may
 * belong to it by this much. After it they are of somebody who came back.
 */
const CLOCKS_APART = sql`interval '1 minute'`;

/**
 * Erases a person for good and answers what went; undefined where nobody of that id fits the
 * condition. The ledger goes right behind the rest, by the index on its users; the id is remembered
 * for a day, for what is too much to go at once, and for the row that a send under way may still add.
 */
export async function eraseAccount(
  db: Db,
  userId: number,
  condition?: SQL,
): Promise<StoredCounts | undefined> {
  const erased = await db.transaction(async (tx) => {
    // Creates of this person wait here, so that what is counted is what goes.
    await tx.execute(LOCKS.ofPerson(userId));
    const [person] = await tx
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.id, userId), condition))
      .for('update');
    if (!person) return undefined;
    const stored = await countStored(tx, userId);
    const erasedAt = sql`clock_timestamp()`;
    const [record] = await tx
      .insert(erasures)
      .values({ userId, erasedAt })
      .onConflictDoUpdate({ target: erasures.userId, set: { erasedAt } })
      .returning({ at: erasures.erasedAt });
    await tx.delete(ratePermits).where(inArray(ratePermits.key, personalKeys(userId)));
    await forgetEarlyMessages(tx, userId);
    // Reminders, notes and drafts go with it.
    await tx.delete(users).where(eq(users.id, userId));
    return { stored, at: record?.at ?? new Date() };
  });
  if (!erased) return undefined;
  await recordErasure(userId, erased.at);
  await removeLedgerAtOnce(db, userId);
  return erased.stored;
}

async function removeLedgerAtOnce(db: Db, userId: number): Promise<void> {
  try {
    for (let times = 0, gone = BATCH; gone >= BATCH && times < AT_ONCE_MAX; times += 1) {
      gone = await removeLedger(db, userId);
    }
  } catch (error) {
    // Everything else is gone for good, and the id is remembered.
    log.warn({ fault: safeFault(error) }, 'a ledger is left to the cleanup');
  }
}

/** Removes up to BATCH rows that the ledger has of somebody erased; fewer mean that none is left. */
export const removeLedger = (
  db: Db,
  userId: number,
  limitMs = CLEANUP_STATEMENT_MS,
): Promise<number> =>
  removeBatch(
    db,
    {
      table: deliveries,
      key: deliveries.id,
      condition: and(
        eq(deliveries.userId, userId),
        lte(
          deliveries.sentAt,
          sql`(select erased_at + ${CLOCKS_APART} from ${erasures} where user_id = ${userId})`,
        ),
      ),
    },
    limitMs,
  );
