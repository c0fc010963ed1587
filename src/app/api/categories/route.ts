import { requests } from '@/contract/api';
import { apiRoute } from '@/server/accounts/routes';
import { createCategory, listOwnCategories } from '@/server/categories/categories';

export const GET = apiRoute('ownCategories', null, async ({ db, userId }) => ({
  categories: await listOwnCategories(db, userId),
}));

export const POST = apiRoute(['ownCategories', 201], requests.saveCategory, async (visit) => ({
  categories: await createCategory(visit.db, visit.userId, visit.body.category, visit.now),
}));
