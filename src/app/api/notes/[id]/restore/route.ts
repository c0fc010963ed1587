import { requests } from '@/contract/api';
import { apiRoute, idParams } from '@/server/accounts/routes';
import { restoreNote } from '@/server/notes/notes';

export const POST = apiRoute(
  'note',
  { body: requests.nothing, params: idParams },
  async ({ db, account, params }) => ({ note: await restoreNote(db, account.id, params.id) }),
);
