import { apiRoute } from '@/server/accounts/routes';
import { adminFlag, profileStats } from '@/server/accounts/profile';

export const GET = apiRoute('stats', {}, async ({ db, account }) => ({
  stats: await profileStats(db, account.id),
  x: adminFlag(account.id),
}));
