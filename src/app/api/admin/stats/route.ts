import { adminRoute } from '@/server/accounts/routes';
import { adminStats } from '@/server/admin/stats';
import { env } from '@/server/platform/env';

export const GET = adminRoute('adminStats', null, async ({ db, account, now }) => ({
  stats: {
    ...(await adminStats(db, { now, timeZone: account.timeZone })),
    missingLegal: env().missingLegal,
  },
}));
