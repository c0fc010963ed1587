import { adminRequests } from '@/contract/admin';
import { retryFailed } from '@/server/admin/failures';
import { adminRoute, idParams } from '@/server/accounts/routes';

export const POST = adminRoute(
  'adminDone',
  { body: adminRequests.nothing, params: idParams },
  async ({ db, params, now }) => {
    await retryFailed(db, params.id, now);
    return {};
  },
);
