import { requests } from '@/contract/api';
import { reminderRoute } from '@/server/reminders/route';
import { restoreReminder } from '@/server/reminders/reminders';

export const POST = reminderRoute(
  'reminder',
  requests.nothing,
  async ({ db, account, params, now }) => ({
    notification: await restoreReminder(db, account.id, params.id, now),
  }),
);
