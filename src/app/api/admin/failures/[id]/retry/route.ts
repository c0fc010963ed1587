import { adminRequests } from '@/contract/admin';
import { adminRoute } from '@/server/accounts/routes';
import { retryFailed } from '@/server/admin/stats';

export const POST = adminRoute('adminDone', adminRequests.nothing, ({ db, id, now }) =>
  retryFailed(db, id, now),
);
