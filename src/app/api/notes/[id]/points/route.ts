import { requests } from '@/contract/api';
import { apiRoute, idParams } from '@/server/accounts/routes';
import { tickPoint } from '@/server/notes/notes';

export const POST = apiRoute(
  'note',
  { body: requests.tickPoint, params: idParams },
  async ({ db, account, params, body, now }) => ({
    note: await tickPoint(db, account.id, params.id, body, now),
  }),
);
