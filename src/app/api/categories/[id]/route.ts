import { requests } from '@/contract/api';
import { removeCategory, updateCategory } from '@/server/categories/categories';
import { apiRoute, idParams } from '@/server/accounts/routes';

export const PUT = apiRoute(
  'ownCategories',
  { body: requests.saveCategory, params: idParams },
  async ({ db, account, body, params }) => ({
    categories: await updateCategory(db, account.id, params.id, body.category),
  }),
);

export const DELETE = apiRoute(
  'ownCategories',
  { body: requests.removeCategory, params: idParams },
  async ({ db, account, body, params }) => ({
    categories: await removeCategory(db, account.id, params.id, body.to),
  }),
);
