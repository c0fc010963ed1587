import { requests } from '@/contract/api';
import { createKeyOf } from '@/server/platform/create-once';
import { apiRoute } from '@/server/accounts/routes';
import { tagKnownTo } from '@/server/platform/long-list';
import { createNote, listNotes, notesPageOf } from '@/server/notes/notes';

/** `?limit=` and what else `notesQuery` names: the first of them; without it all. */
export const GET = apiRoute('notes', {}, ({ db, account, request }) => {
  const page = notesPageOf(new URL(request.url));
  return listNotes(db, account.id, { page, known: tagKnownTo(request) });
});

export const POST = apiRoute(
  'note',
  { body: requests.saveNote, status: 201 },
  async ({ db, account, body, now, request }) => ({
    note: await createNote(db, account.id, body.note, { now, createKey: createKeyOf(request) }),
  }),
);
