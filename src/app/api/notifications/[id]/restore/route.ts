import { requests } from '@/contract/api';
import { restoreReminder } from '@/server/reminders/reminders';
import { reminderRoute } from '@/server/reminders/route';

export const POST = reminderRoute(
  'reminder',
  requests.nothing,
  async ({ db, userId, id, now }) => ({
    notification: await restoreReminder(db, userId, id, now),
  }),
);
