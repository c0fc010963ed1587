import { requests } from '@/contract/api';
import { apiRoute, idParams } from '@/server/accounts/routes';
import { deleteNote, updateNote } from '@/server/notes/notes';

export const PUT = apiRoute(
  'note',
  { body: requests.saveNote, params: idParams },
  async ({ db, account, body, params, now }) => ({
    note: await updateNote(db, account.id, params.id, body.note, {
      now,
      version: body.version ?? body.note.version,
    }),
  }),
);

export const DELETE = apiRoute(
  'note',
  { body: requests.nothing, params: idParams },
  async ({ db, account, params, now }) => ({
    note: await deleteNote(db, account.id, params.id, now),
  }),
);
