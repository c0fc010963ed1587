import { adminRequests } from '@/contract/admin';
import { adminRoute } from '@/server/accounts/routes';
import { listNotices, saveNotice } from '@/server/notices/notices';

export const GET = adminRoute('adminNotices', null, async ({ db, userId }) => ({
  notices: await listNotices(db, userId),
}));

export const POST = adminRoute(['adminNotice', 201], adminRequests.notice, async (visit) => {
  const { db, userId: adminId, body, now } = visit;
  return { notice: await saveNotice(db, { adminId, text: body.text, now }) };
});
