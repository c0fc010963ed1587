import { requests } from '@/contract/api';
import { apiRoute } from '@/server/accounts/routes';
import { moveCategory } from '@/server/categories/categories';

export const POST = apiRoute('ownCategories', requests.moveCategory, async (visit) => ({
  categories: await moveCategory(visit.db, visit.userId, visit.id, visit.body.up),
}));
