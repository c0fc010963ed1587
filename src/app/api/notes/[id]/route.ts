import { requests } from '@/contract/api';
import { apiRoute } from '@/server/accounts/routes';
import { deleteNote, updateNote } from '@/server/notes/notes';

export const PUT = apiRoute('note', requests.saveNote, async ({ db, userId, id, body, now }) => {
  const version = body.version ?? body.note.version;
  return { note: await updateNote(db, userId, id, body.note, { now, version }) };
});

export const DELETE = apiRoute('note', requests.nothing, async ({ db, userId, id, now }) => ({
  note: await deleteNote(db, userId, id, now),
}));
