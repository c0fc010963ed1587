import { adminRequests } from '@/contract/admin';
import { adminRoute } from '@/server/accounts/routes';
import { previewNotice } from '@/server/admin/bot';

export const POST = adminRoute('adminNotice', adminRequests.nothing, async (visit) => ({
  notice: await previewNotice(visit.db, visit.userId, visit.id),
}));
