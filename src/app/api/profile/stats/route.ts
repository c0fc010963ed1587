import { apiRoute } from '@/server/http';
import { adminFlag, profileStats } from '@/server/profile';

export const GET = apiRoute('stats', {}, async ({ db, account }) => ({
  stats: await profileStats(db, account.id),
  x: adminFlag(account.id),
}));
