import { requests } from '@/contract/api';
import { createCategory, listOwnCategories } from '@/server/categories/categories';
import { apiRoute } from '@/server/accounts/routes';

export const GET = apiRoute('ownCategories', {}, async ({ db, account }) => ({
  categories: await listOwnCategories(db, account.id),
}));

export const POST = apiRoute(
  'ownCategories',
  { body: requests.saveCategory, status: 201 },
  async ({ db, account, body, now }) => ({
    categories: await createCategory(db, account.id, body.category, now),
  }),
);
