import { requests } from '@/contract/api';
import { apiRoute, idParams } from '@/server/accounts/routes';
import { pinNote } from '@/server/notes/notes';

export const POST = apiRoute(
  'note',
  { body: requests.pinNote, params: idParams },
  async ({ db, account, params, body, now }) => ({
    note: await pinNote(db, account.id, params.id, body.pinned, now),
  }),
);
