import 'server-only';
import { type Note } from '@/contract/note';
import { excerpt } from '@/core/cut';
import { NOTE_TITLE_MAX } from '@/core/limits';
import { type Account } from './accounts';
import { creating } from './creation';
import { type Db } from './db/client';
import { loadReference } from './db/reference';
import { AppError } from './errors';
import { createNoteUnder, idOfLiveNote, liveNoteUnder, notesOfIds } from './notes';
import { conflict, deleteReminder, lockReminder } from './reminders';

/**
 * A note in place of a reminder: the note that it reminds of, where that is still there, else a new one
 * with its text, headed by its first line. The reminder is deleted and can be restored. Asked for again
 * with the same `version`, the same note is the answer; another version is a `conflict`.
 */
export function makeNoteOf(
  db: Db,
  account: Account,
  reminderId: number,
  { now, version }: { now: Date; version: number },
): Promise<{ note: Note; created: boolean }> {
  const userId = account.id;
  const key = `reminder-${reminderId}-${version}`;
  return creating(db, userId, async (tx) => {
    const reminder = await lockReminder(tx, userId, reminderId);
    const about = await idOfLiveNote(tx, userId, reminder.noteId);
    const [existing] = await notesOfIds(tx, userId, about === undefined ? [] : [about]);
    const made = existing ?? (await liveNoteUnder(tx, userId, key));
    if (reminder.deletedAt !== null) {
      if (!made) throw new AppError('not-found');
      return { note: made, created: made !== existing };
    }
    if (reminder.version !== version) throw conflict(reminder, await loadReference(tx), account);
    await deleteReminder(tx, userId, reminderId, now);
    if (existing) return { note: existing, created: false };
    const { text, categoryId } = reminder;
    const [firstLine = ''] = text.split('\n');
    const title = excerpt(firstLine, NOTE_TITLE_MAX - 1);
    const note = await createNoteUnder(tx, userId, key, { title, content: text, categoryId }, now);
    return { note, created: true };
  });
}
