import { adminRequests } from '@/contract/admin';
import { adminRoute } from '@/server/accounts/routes';
import { startNotice } from '@/server/notices/notices';

export const POST = adminRoute('adminNotice', adminRequests.notice, async (visit) => {
  const { db, userId: adminId, id, now } = visit;
  return { notice: await startNotice(db, { adminId, id, text: visit.body.text, now }) };
});
