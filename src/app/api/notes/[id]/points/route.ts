import { requests } from '@/contract/api';
import { apiRoute, idParams } from '@/server/http';
import { tickPoint } from '@/server/notes';

export const POST = apiRoute(
  'note',
  { body: requests.tickPoint, params: idParams },
  async ({ db, account, params, body, now }) => ({
    note: await tickPoint(db, account.id, params.id, body, now),
  }),
);
