import 'server-only';
import { and, asc, count, desc, eq, isNull, lt, or, type SQL } from 'drizzle-orm';
import { type Reminder } from '@/contract/reminder';
import { type Db } from './db/client';
import { loadReference } from './db/reference';
import { reminders } from './db/schema';
import { type ReminderRow, toWire, waits } from './reminders';

/** A reminder as the chat shows it. */
export interface ChatReminder extends Reminder {
  /** When it is sent next: a snooze or re-send may come before or after its `dateTime`. */
  nextFireAt: Date | null;
  /** Sent, and neither done nor replaced by its next occurrence. */
  open: boolean;
  snoozed: boolean;
  deleted: boolean;
}

const current = (userId: number, before: Date | null): SQL | undefined =>
  and(
    eq(reminders.userId, userId),
    eq(reminders.completed, false),
    isNull(reminders.deletedAt),
    before === null ? undefined : or(waits, lt(reminders.dateTime, before)),
  );

/**
 * One page of what waits for an answer and, behind it, what is still to come, by time; with `before`
 * only what waits or is due before that instant.
 */
export async function listUpcoming(
  db: Db,
  userId: number,
  page: { before: Date | null; offset: number; limit: number },
): Promise<{ reminders: ChatReminder[]; total: number }> {
  const where = current(userId, page.before);
  const [reference, rows, [all]] = await Promise.all([
    loadReference(db),
    db
      .select()
      .from(reminders)
      .where(where)
      .orderBy(desc(waits), asc(reminders.dateTime), asc(reminders.id))
      .offset(page.offset)
      .limit(page.limit),
    db.select({ count: count() }).from(reminders).where(where),
  ]);
  return {
    reminders: rows.map((row) => ({ ...toWire(row, reference), ...chatState(row) })),
    total: all?.count ?? 0,
  };
}

/** One reminder of this user, also one that is deleted and can still be restored. */
export async function findReminder(
  db: Db,
  userId: number,
  id: number,
): Promise<ChatReminder | undefined> {
  const [reference, [row]] = await Promise.all([
    loadReference(db),
    db
      .select()
      .from(reminders)
      .where(and(eq(reminders.id, id), eq(reminders.userId, userId))),
  ]);
  return row && { ...toWire(row, reference), ...chatState(row) };
}

const chatState = (row: ReminderRow) => ({
  nextFireAt: row.nextFireAt,
  open: row.openOccurrenceAt !== null,
  snoozed: row.snoozedUntil !== null,
  deleted: row.deletedAt !== null,
});
