import { requests } from '@/contract/api';
import { apiRoute, idParams } from '@/server/accounts/routes';
import { closeShares } from '@/server/sharing/shares';
import { offerShare } from '@/server/sharing/share-message';

export const POST = apiRoute(
  'shareOffer',
  { body: requests.nothing, params: idParams, status: 201 },
  ({ db, account, params, now }) => offerShare(db, account.id, params.id, now),
);

export const DELETE = apiRoute(
  'sharesClosed',
  { body: requests.nothing, params: idParams },
  async ({ db, account, params }) => ({ closed: await closeShares(db, account.id, params.id) }),
);
