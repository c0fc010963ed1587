import { loadShared } from '@/server/platform/db/reference';
import { apiRoute } from '@/server/accounts/routes';

export const GET = apiRoute('types', {}, async ({ db }) => ({
  types: (await loadShared(db)).types,
}));
