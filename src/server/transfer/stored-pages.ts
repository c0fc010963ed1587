import 'server-only';
import { and, asc, eq, gt, isNull, type SQL } from 'drizzle-orm';
import { type Db } from '../platform/db/client';
import { paged } from '../platform/db/paged';
import { notes, reminders } from '../platform/db/schema';

/*
 * A person's rows as the files of `/export` read them: page by page in the order of their ids, so that other
 * requests have their turn between two pages.
 */

export const ROWS_PER_PAGE = 200;

export const undeletedReminders = isNull(reminders.deletedAt);
export const undeletedNotes = isNull(notes.deletedAt);

/** One page of somebody's reminders: those behind the id `after` that meet `condition`. */
export function reminderPage(db: Db, userId: number, after: number, condition?: SQL) {
  return db
    .select()
    .from(reminders)
    .where(and(eq(reminders.userId, userId), gt(reminders.id, after), condition))
    .orderBy(asc(reminders.id))
    .limit(ROWS_PER_PAGE);
}

export const storedNotes = (db: Db, userId: number, condition?: SQL) =>
  paged(ROWS_PER_PAGE, (after) =>
    db
      .select()
      .from(notes)
      .where(and(eq(notes.userId, userId), gt(notes.id, after), condition))
      .orderBy(asc(notes.id))
      .limit(ROWS_PER_PAGE),
  );
