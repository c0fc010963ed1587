import 'server-only';
import { and, eq, isNull } from 'drizzle-orm';
import { type Note } from '@/contract/note';
import { wordFinder } from '@/core/search';
import { type Db } from '../platform/db/client';
import { notes, reminders } from '../platform/db/schema';
import { givingWay } from '../platform/give-way';
import { notesOfIds } from '../notes/notes';
import { type ChatReminder, remindersOfIds } from './upcoming';

export interface Found {
  /** What is still to come first, each part by its time; then what is archived, the latest first. */
  reminders: ChatReminder[];
  /** The newest first. */
  notes: Note[];
  /** How many there are of both in all. */
  total: number;
}

/** What has every word of `search` at a word's beginning; all texts are read, the database's collation being none. */
export async function findByWords(
  db: Db,
  userId: number,
  { search, limit }: { search: string; limit: number },
): Promise<Found> {
  const found = wordFinder(search);
  const [reminderRows, noteRows] = await Promise.all([
    db
      .select({
        ...{ id: reminders.id, text: reminders.text },
        ...{ completed: reminders.completed, dateTime: reminders.dateTime },
      })
      .from(reminders)
      .where(and(eq(reminders.userId, userId), isNull(reminders.deletedAt))),
    db
      .select({ id: notes.id, title: notes.title, content: notes.content, at: notes.dateTime })
      .from(notes)
      .where(and(eq(notes.userId, userId), isNull(notes.deletedAt))),
  ]);
  const giveWay = givingWay();
  const foundIn = async <R>(rows: readonly R[], textsOf: (row: R) => string[]): Promise<R[]> => {
    const all: R[] = [];
    for (const row of rows) {
      await giveWay();
      if (found(...textsOf(row))) all.push(row);
    }
    return all;
  };
  const inOrder = (await foundIn(reminderRows, ({ text }) => [text])).toSorted(
    (a, b) =>
      Number(a.completed) - Number(b.completed) ||
      (a.dateTime.getTime() - b.dateTime.getTime()) * (a.completed ? -1 : 1),
  );
  const foundNotes = await foundIn(noteRows, ({ title, content }) => [title, content]);
  const newest = foundNotes.toSorted((a, b) => b.at.getTime() - a.at.getTime());
  // Reminders may not leave notes without a place.
  const half = Math.ceil(limit / 2);
  const ofNotes = Math.min(newest.length, Math.max(limit - inOrder.length, limit - half));
  const idsOf = (rows: readonly { id: number }[], max: number) =>
    rows.slice(0, max).map(({ id }) => id);
  return {
    reminders: await remindersOfIds(db, userId, idsOf(inOrder, limit - ofNotes)),
    notes: await notesOfIds(db, userId, idsOf(newest, ofNotes)),
    total: inOrder.length + newest.length,
  };
}
