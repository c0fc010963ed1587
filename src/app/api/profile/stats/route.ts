import { profileStats } from '@/server/accounts/profile';
import { apiRoute } from '@/server/accounts/routes';

export const GET = apiRoute('stats', null, ({ db, userId }) => profileStats(db, userId));
