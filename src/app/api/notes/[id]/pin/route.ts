import { requests } from '@/contract/api';
import { apiRoute, idParams } from '@/server/http';
import { pinNote } from '@/server/notes';

export const POST = apiRoute(
  'note',
  { body: requests.pinNote, params: idParams },
  async ({ db, account, params, body, now }) => ({
    note: await pinNote(db, account.id, params.id, body.pinned, now),
  }),
);
