import { loadReference } from '@/server/db/reference';
import { apiRoute } from '@/server/http';

export const GET = apiRoute('categories', {}, async ({ db, account }) => ({
  categories: (await loadReference(db, account.id)).categories,
}));
