import { adminRequests } from '@/contract/admin';
import { adminRoute } from '@/server/accounts/routes';
import { listNotices, saveNotice } from '@/server/notices/notices';

export const GET = adminRoute('adminNotices', {}, async ({ db, account }) => ({
  notices: await listNotices(db, account.id),
}));

export const POST = adminRoute(
  'adminNotice',
  { body: adminRequests.notice, status: 201 },
  async ({ db, account, body, now }) => ({
    notice: await saveNotice(db, { adminId: account.id, text: body.text, now }),
  }),
);
