import { loadReference } from '@/server/platform/db/reference';
import { apiRoute } from '@/server/accounts/routes';

export const GET = apiRoute('categories', {}, async ({ db, account }) => ({
  categories: (await loadReference(db, account.id)).categories,
}));
