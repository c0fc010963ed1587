import { apiRoute } from '@/server/accounts/routes';
import { loadReference } from '@/server/platform/db/reference';

export const GET = apiRoute('categories', null, async ({ db, userId }) => ({
  categories: (await loadReference(db, userId)).categories,
}));
