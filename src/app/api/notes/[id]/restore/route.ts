import { requests } from '@/contract/api';
import { apiRoute, idParams } from '@/server/http';
import { restoreNote } from '@/server/notes';

export const POST = apiRoute(
  'note',
  { body: requests.nothing, params: idParams },
  async ({ db, account, params }) => ({ note: await restoreNote(db, account.id, params.id) }),
);
