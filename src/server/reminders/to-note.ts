import 'server-only';
import { type Note } from '@/contract/note';
import { noteOf } from '@/core/note-rules';
import { type Account } from '../accounts/accounts';
import { creating } from '../platform/create-once';
import { type Db } from '../platform/db/client';
import { loadReference } from '../platform/db/reference';
import { AppError } from '../platform/errors';
import { createNoteUnder, liveNote, liveNoteUnder, notesOfIds } from '../notes/notes';
import { conflict, deleteReminder, lockReminder } from './reminders';

/**
 * A note in place of a reminder: the one that it reminds of, else a new one with its text and attachment.
 * The reminder is deleted. Again with the same `version` it is the same note; another is a `conflict`.
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
    const about = await liveNote(tx, userId, reminder.noteId);
    const [existing] = await notesOfIds(tx, userId, about ? [about.id] : []);
    const made = existing ?? (await liveNoteUnder(tx, userId, key));
    if (reminder.deletedAt !== null) {
      if (!made) throw new AppError('not-found');
      return { note: made, created: made !== existing };
    }
    if (reminder.version !== version)
      throw conflict(reminder, await loadReference(tx, account.id), account);
    await deleteReminder(tx, userId, reminderId, now);
    if (existing) return { note: existing, created: false };
    const { text, categoryId, attachment } = reminder;
    const fields = { ...noteOf(text), categoryId, attachment };
    const note = await createNoteUnder(tx, userId, key, fields, now);
    return { note, created: true };
  });
}
