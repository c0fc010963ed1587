import { adminRequests } from '@/contract/admin';
import { sendTestMessage } from '@/server/admin/bot';
import { adminRoute } from '@/server/accounts/routes';

export const POST = adminRoute(
  'adminDone',
  { body: adminRequests.nothing },
  async ({ db, account }) => {
    await sendTestMessage(db, account.id);
    return {};
  },
);
