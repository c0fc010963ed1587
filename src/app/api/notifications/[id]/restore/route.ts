import { requests } from '@/contract/api';
import { restoreReminder } from '@/server/reminders/deletion';
import { reminderChangeRoute } from '@/server/reminders/route';

export const POST = reminderChangeRoute(
  'reminder',
  requests.nothing,
  async ({ db, userId, id, now }) => ({
    notification: await restoreReminder(db, userId, id, now),
  }),
);
