import { adminRequests } from '@/contract/admin';
import { adminRoute, idParams } from '@/server/accounts/routes';
import { startNotice } from '@/server/notices/notices';

export const POST = adminRoute(
  'adminNotice',
  { body: adminRequests.nothing, params: idParams },
  async ({ db, account, params, now }) => ({
    notice: await startNotice(db, { adminId: account.id, id: params.id, now }),
  }),
);
