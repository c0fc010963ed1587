import { adminRequests } from '@/contract/admin';
import { adminRoute } from '@/server/accounts/routes';
import { stopNotice } from '@/server/notices/notices';

export const POST = adminRoute('adminNotice', adminRequests.nothing, async ({ db, id, now }) => ({
  notice: await stopNotice(db, id, now),
}));
