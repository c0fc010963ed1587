import { adminFlag, profileStats } from '@/server/accounts/profile';
import { apiRoute } from '@/server/accounts/routes';

export const GET = apiRoute('stats', null, async ({ db, userId }) => ({
  stats: await profileStats(db, userId),
  x: adminFlag(userId),
}));
