import { apiRoute } from '@/server/accounts/routes';
import { deletedRows } from '@/server/platform/deleted';

/** What `restore` would bring back, the latest first. */
export const GET = apiRoute('deleted', null, async ({ db, userId }) => ({
  deleted: await deletedRows(db, userId, 'reminders'),
}));
