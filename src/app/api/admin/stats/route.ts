import { adminStats } from '@/server/admin/stats';
import { adminRoute } from '@/server/accounts/routes';

export const GET = adminRoute('adminStats', {}, async ({ db, account, now }) => ({
  stats: await adminStats(db, { now, timeZone: account.timeZone }),
}));
