import { adminRequests } from '@/contract/admin';
import { adminRoute, idParams } from '@/server/accounts/routes';
import { stopNotice } from '@/server/notices/notices';

export const POST = adminRoute(
  'adminNotice',
  { body: adminRequests.nothing, params: idParams },
  async ({ db, params, now }) => ({ notice: await stopNotice(db, params.id, now) }),
);
