import { requests } from '@/contract/api';
import { notesQuery } from '@/contract/note';
import { apiRoute, parsed } from '@/server/accounts/routes';
import { createNote } from '@/server/notes/notes';
import { listNotes } from '@/server/notes/reading';
import { createKeyOf } from '@/server/platform/create-once';
import { tagKnownTo } from '@/server/platform/long-list';

/** `?limit=` and what else `notesQuery` names: the first of them; without it all. */
export const GET = apiRoute('notes', null, ({ db, userId, query, request }) =>
  listNotes(db, userId, { page: parsed(notesQuery, query), known: tagKnownTo(request) }),
);

export const POST = apiRoute(['note', 201], requests.saveNote, async (visit) => {
  const options = { now: visit.now, createKey: createKeyOf(visit.request) };
  return { note: await createNote(visit.db, visit.userId, visit.body.note, options) };
});
