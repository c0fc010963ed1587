import { adminRoute } from '@/server/accounts/routes';
import { adminStats } from '@/server/admin/stats';

export const GET = adminRoute('adminStats', null, async ({ db, account, now }) => ({
  stats: await adminStats(db, { now, timeZone: account.timeZone }),
}));
