import { requests } from '@/contract/api';
import { createKeyOf } from '@/server/creation';
import { apiRoute } from '@/server/http';
import { tagKnownTo } from '@/server/long-list';
import { createNote, listNotes } from '@/server/notes';

export const GET = apiRoute('notes', {}, ({ db, account, request }) =>
  listNotes(db, account.id, tagKnownTo(request)),
);

export const POST = apiRoute(
  'note',
  { body: requests.saveNote, status: 201 },
  async ({ db, account, body, now, request }) => ({
    note: await createNote(db, account.id, body.note, { now, createKey: createKeyOf(request) }),
  }),
);
