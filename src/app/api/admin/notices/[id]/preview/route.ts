import { adminRequests } from '@/contract/admin';
import { previewNotice } from '@/server/admin/bot';
import { adminRoute, idParams } from '@/server/accounts/routes';

export const POST = adminRoute(
  'adminNotice',
  { body: adminRequests.nothing, params: idParams },
  async ({ db, account, params }) => ({
    notice: await previewNotice(db, account.id, params.id),
  }),
);
