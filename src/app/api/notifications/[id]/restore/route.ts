import { requests } from '@/contract/api';
import { apiRoute, idParams } from '@/server/http';
import { restoreReminder } from '@/server/reminders';

export const POST = apiRoute(
  'reminder',
  { body: requests.nothing, params: idParams },
  async ({ db, account, params, now }) => ({
    notification: await restoreReminder(db, account.id, params.id, now),
  }),
);
