import { requests } from '@/contract/api';
import { moveCategory } from '@/server/categories/categories';
import { apiRoute, idParams } from '@/server/accounts/routes';

export const POST = apiRoute(
  'ownCategories',
  { body: requests.moveCategory, params: idParams },
  async ({ db, account, body, params }) => ({
    categories: await moveCategory(db, account.id, params.id, body.up),
  }),
);
