import { loadShared } from '@/server/db/reference';
import { apiRoute } from '@/server/http';

export const GET = apiRoute('types', {}, async ({ db }) => ({
  types: (await loadShared(db)).types,
}));
