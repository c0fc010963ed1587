import 'server-only';
import { and, eq, isNotNull, type SQL, sql } from 'drizzle-orm';
import { type Attachment } from '../../platform/attachment';
import { type Db } from '../../platform/db/client';
import { type notes, type reminders } from '../../platform/db/schema';

/** What is written of reminders and notes by the key under which they were made. */

type KeyedTable = typeof reminders | typeof notes;

/** Frees such keys of a person's deleted rows: they may make others. */
export async function releaseDeletedKeys(
  tx: Db,
  table: KeyedTable,
  userId: number,
  ofKeys: SQL,
): Promise<void> {
  const deleted = and(eq(table.userId, userId), isNotNull(table.deletedAt), ofKeys);
  await tx.update(table).set({ createKey: null }).where(deleted);
}

/** Selects what was made of a person's draft, or by one call of theirs: one row at most. */
export const madeUnder = (table: KeyedTable, userId: number, createKey: string) =>
  and(eq(table.userId, userId), eq(table.createKey, createKey));

/**
 * Gives what was made under a key another attachment, or none: of a draft whose message was edited, or got another part
 * of its album. Raises the version, so that the act before can no longer be taken back.
 */
export async function writeAttachment(
  tx: Db,
  table: KeyedTable,
  { userId, createKey }: { userId: number; createKey: string },
  attachment: Attachment | null,
): Promise<void> {
  const version = sql`${table.version} + 1`;
  const change = { attachment, version };
  await tx
    .update(table)
    .set(change)
    .where(madeUnder(table, userId, createKey));
}
