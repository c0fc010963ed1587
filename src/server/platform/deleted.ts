import 'server-only';
import { and, desc, eq, isNotNull } from 'drizzle-orm';
import { type DeletedRow } from '@/contract/deleted';
import { DELETED_SHOWN_MAX } from '@/core/limits';
import { type Db } from './db/client';
import { notes, reminders } from './db/schema';

/** What of a person's can be restored, the latest first. The daily cleanup takes away what is too old for that. */
export const deletedRows = (
  db: Db,
  userId: number,
  what: 'reminders' | 'notes',
): Promise<DeletedRow[]> => {
  const table = what === 'reminders' ? reminders : notes;
  const text = what === 'reminders' ? reminders.text : notes.title;
  const { id, deletedAt } = table;
  return db
    .select({ id, text })
    .from(table)
    .where(and(eq(table.userId, userId), isNotNull(deletedAt)))
    .orderBy(desc(deletedAt), desc(id))
    .limit(DELETED_SHOWN_MAX);
};
