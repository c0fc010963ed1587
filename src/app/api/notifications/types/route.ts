import { apiRoute } from '@/server/accounts/routes';
import { loadShared } from '@/server/platform/db/reference';

export const GET = apiRoute('types', null, async ({ db }) => ({
  types: (await loadShared(db)).types,
}));
