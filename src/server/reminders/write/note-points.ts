import 'server-only';
import { and, eq, inArray, isNotNull, isNull, notInArray, sql } from 'drizzle-orm';
import { hasOwnPoints, wholeText, withoutTicks } from '@/core/checklist';
import { REMINDER_TEXT_MAX } from '@/core/limits';
import { type Db } from '../../platform/db/client';
import { livingOf } from '../../platform/db/living';
import { timestamp } from '../../platform/db/time-in-sql';
import { notes, reminders } from '../../platform/db/schema';
import { messageIsOutdated } from '../../telegram/outdated';

/** What notes say, rewritten by what is done to their points: in the note itself, or to a reminder that stands on it. */

type OnNote = Pick<typeof reminders.$inferSelect, 'id' | 'userId' | 'noteId' | 'text'>;
export interface LockedNote {
  id: number;
  content: string;
}

/**
 * The notes whose points these reminders show, by the ids of the reminders, held until the transaction ends. Taken
 * behind the reminders, in the order of their ids.
 */
export async function lockNotesUnder(
  tx: Db,
  rows: readonly OnNote[],
): Promise<Map<number, LockedNote>> {
  const rowsOnNotes = rows.filter(({ text, noteId }) => noteId !== null && !hasOwnPoints(text));
  const noteIds = rowsOnNotes.flatMap(({ noteId }) => noteId ?? []);
  if (noteIds.length === 0) return new Map();
  const { id, userId, content } = notes;
  const locked = await tx
    .select({ id, userId, content })
    .from(notes)
    .where(and(inArray(id, noteIds), isNull(notes.deletedAt)))
    .orderBy(id)
    .for('update');
  const byId = new Map(locked.map((note) => [note.id, note]));
  return new Map(
    rowsOnNotes.flatMap((row) => {
      const note = byId.get(row.noteId ?? 0);
      return note?.userId === row.userId ? [[row.id, note]] : [];
    }),
  );
}

/**
 * Writes what held notes say from here on. Messages of the reminders that stand on them follow, but not those of
 * `except`: whoever changes these shows that by themselves.
 */
export async function writeContents(
  tx: Db,
  contents: readonly LockedNote[],
  { now, except }: { now: Date; except: readonly number[] },
): Promise<void> {
  if (contents.length === 0) return;
  await tx.execute(sql`
    update notes set content = input.content, version = version + 1,
      updated_at = ${timestamp(now)}
    from json_to_recordset(${JSON.stringify(contents)}::json) as input (id bigint, content text)
    where notes.id = input.id`);
  const { id, userId, noteId, liveMessageId, deletedAt } = reminders;
  const noteIds = contents.map((note) => note.id);
  const shown = and(inArray(noteId, noteIds), isNotNull(liveMessageId), isNull(deletedAt));
  const rows = await tx
    .select({ reminderId: id, userId })
    .from(reminders)
    .where(and(shown, except.length > 0 ? notInArray(id, [...except]) : undefined));
  for (const row of rows) messageIsOutdated(tx, row);
}

/** Unticks the points of the notes under these reminders, whose next occurrence begins. */
export async function untickNotes(tx: Db, reminderIds: readonly number[], now: Date) {
  if (reminderIds.length === 0) return;
  const { id, userId, noteId, text } = reminders;
  const rows = await tx
    .select({ id, userId, noteId, text })
    .from(reminders)
    .where(and(inArray(id, [...reminderIds]), isNotNull(noteId)));
  const changed = new Map<number, LockedNote>();
  for (const note of (await lockNotesUnder(tx, rows)).values()) {
    const content = withoutTicks(note.content);
    if (content !== note.content) changed.set(note.id, { id: note.id, content });
  }
  await writeContents(tx, [...changed.values()], { now, except: reminderIds });
}

/**
 * What others get of a reminder: its text, and below it the points of its note, which is not theirs, as far as a text
 * has room for them. They tick for themselves.
 */
export async function textForOthers(
  db: Db,
  { userId, noteId, text }: Omit<OnNote, 'id'>,
): Promise<string> {
  if (noteId === null || hasOwnPoints(text)) return text;
  const [note] = await db
    .select({ content: notes.content })
    .from(notes)
    .where(and(livingOf(notes, userId), eq(notes.id, noteId)));
  if (!note) return text;
  const whole = wholeText({ text, ticked: null }, withoutTicks(note.content));
  return whole.length > REMINDER_TEXT_MAX ? text : whole;
}
