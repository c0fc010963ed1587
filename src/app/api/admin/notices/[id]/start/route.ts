import { adminRequests } from '@/contract/admin';
import { adminRoute } from '@/server/accounts/routes';
import { startNotice } from '@/server/notices/notices';

export const POST = adminRoute('adminNotice', adminRequests.nothing, async (visit) => ({
  notice: await startNotice(visit.db, { adminId: visit.userId, id: visit.id, now: visit.now }),
}));
