import { apiRoute } from '@/server/accounts/routes';
import { deletedReminders } from '@/server/reminders/deleted';

/** What `restore` would bring back, the latest first. */
export const GET = apiRoute('deleted', null, async ({ db, userId }) => ({
  deleted: await deletedReminders(db, userId),
}));
