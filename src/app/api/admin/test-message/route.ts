import { adminRequests } from '@/contract/admin';
import { adminRoute } from '@/server/accounts/routes';
import { sendTestMessage } from '@/server/admin/bot';

export const POST = adminRoute('adminDone', adminRequests.nothing, ({ db, userId }) =>
  sendTestMessage(db, userId),
);
