import { requests } from '@/contract/api';
import { apiRoute } from '@/server/accounts/routes';
import { removeCategory, updateCategory } from '@/server/categories/categories';

export const PUT = apiRoute('ownCategories', requests.saveCategory, async (visit) => ({
  categories: await updateCategory(visit.db, visit.userId, visit.id, visit.body.category),
}));

export const DELETE = apiRoute('ownCategories', requests.removeCategory, async (visit) => ({
  categories: await removeCategory(visit.db, visit.userId, visit.id, visit.body.to),
}));
