import 'server-only';
import { draftCreateKey } from '@/contract/draft';
import { excerpt } from '@/core/cut';
import { NOTE_CONTENT_MAX, REMINDER_TEXT_MAX } from '@/core/limits';
import { noteOf } from '@/core/note-rules';
import { changeDraft, type DraftRow } from '../drafts/drafts';
import { wordsOf } from '../platform/attachment';
import { type Db } from '../platform/db/client';
import { createNote } from './notes';
import { type ChatNote, findNote, noteOfKey } from './reading';

/** The draft's text; of a message that was too long for it all that a note can hold. */
function textForNote({ payload: { text }, attachment }: DraftRow): string {
  const words = attachment ? wordsOf(attachment) : '';
  const isCut = words.length > text.length && excerpt(words, REMINDER_TEXT_MAX - 1) === text;
  return isCut ? excerpt(words, NOTE_CONTENT_MAX - 1) : text;
}

/**
 * Keeps the draft's text as a note; once, however often it is asked for. As it was where no note can hold
 * it. Inside `withPersonLocked`; throws as `createNote`.
 */
export async function noteOfDraft(db: Db, row: DraftRow, now: Date): Promise<DraftRow> {
  const text = textForNote(row);
  if (text === '' || text.length > NOTE_CONTENT_MAX) return row;
  const input = { ...noteOf(text), categoryId: row.payload.categoryId };
  const createKey = draftCreateKey(row.id);
  const { id: noteId } = await createNote(db, row.userId, input, { now, createKey });
  return changeDraft(db, row, { state: 'noted', payload: { ...row.payload, noteId } });
}

/** The note that a draft has become, also a deleted one: the twin that was made a moment before has the key of another. */
export const noteMadeOf = (
  db: Db,
  { id, userId, payload: { noteId } }: DraftRow,
): Promise<ChatNote | undefined> =>
  noteId === undefined ? noteOfKey(db, userId, draftCreateKey(id)) : findNote(db, userId, noteId);
