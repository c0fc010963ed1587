import 'server-only';
import { and, eq, isNotNull, like } from 'drizzle-orm';
import { type RecurrenceRule } from '@/core/recurrence';
import { printOf } from '../platform/create-once';
import { type Db } from '../platform/db/client';
import { notes, reminders } from '../platform/db/schema';
import { type givingWay } from '../platform/give-way';
import { ruleText } from '../reminders/columns';

/** In front of the print in the create key of what was imported. */
export const KEY_PREFIX = 'import:';

/** Tells a reminder from every other one of its account, however often it is exported and imported. */
export const reminderPrint = (row: {
  text: string;
  firstWallTime: string;
  timeZone: string;
  rule: RecurrenceRule | null;
  deletedAt: Date | null;
}): string =>
  printOf([row.text, row.firstWallTime, row.timeZone, ruleText(row.rule), row.deletedAt !== null]);

export const notePrint = (row: {
  title: string;
  content: string;
  deletedAt: Date | null;
}): string => printOf([row.title, row.content, row.deletedAt !== null]);

/** What the account has: by content, and by what it was imported as; the ids of the notes. */
export async function printsOf(
  db: Db,
  userId: number,
  giveWay: ReturnType<typeof givingWay>,
): Promise<{ prints: Set<string>; noteIds: Map<string, number> }> {
  const prints = new Set<string>();
  const noteIds = new Map<string, number>();
  const keep = (
    print: string,
    { createKey, deletedAt }: { createKey: string | null; deletedAt: Date | null },
  ) => {
    prints.add(print);
    if (deletedAt === null && createKey?.startsWith(KEY_PREFIX)) {
      prints.add(createKey.slice(KEY_PREFIX.length));
    }
  };
  const { text, firstWallTime, timeZone, rule, deletedAt, createKey } = reminders;
  const ofReminders = await db
    .select({ text, firstWallTime, timeZone, rule, deletedAt, createKey })
    .from(reminders)
    .where(eq(reminders.userId, userId));
  for (const row of ofReminders) {
    await giveWay();
    keep(reminderPrint(row), row);
  }
  const { id, title, content } = notes;
  const ofNotes = await db
    .select({ id, title, content, deletedAt: notes.deletedAt, createKey: notes.createKey })
    .from(notes)
    .where(eq(notes.userId, userId));
  for (const row of ofNotes) {
    await giveWay();
    const print = notePrint(row);
    keep(print, row);
    noteIds.set(print, row.id);
  }
  return { prints, noteIds };
}

/** What was imported and deleted may be imported again. */
export async function freeKeys(db: Db, userId: number): Promise<void> {
  for (const table of [reminders, notes]) {
    await db
      .update(table)
      .set({ createKey: null })
      .where(
        and(
          eq(table.userId, userId),
          isNotNull(table.deletedAt),
          like(table.createKey, `${KEY_PREFIX}%`),
        ),
      );
  }
}
