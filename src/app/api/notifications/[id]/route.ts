import { requests } from '@/contract/api';
import { apiRoute, idParams } from '@/server/accounts/routes';
import { reminderRoute } from '@/server/reminders/route';
import { deleteReminder, updateReminder } from '@/server/reminders/reminders';
import { readToShare } from '@/server/sharing/share-message';

export const GET = apiRoute(
  'reminderWithHistory',
  { params: idParams },
  ({ db, account, params }) => readToShare(db, account, params.id),
);

export const PUT = reminderRoute(
  'reminder',
  requests.saveReminder,
  async ({ db, account, body, params, now }) => ({
    notification: await updateReminder(db, account, params.id, body.notification, {
      now,
      version: body.version ?? body.notification.version,
    }),
  }),
);

export const DELETE = reminderRoute(
  'done',
  requests.nothing,
  async ({ db, account, params, now }) => {
    await deleteReminder(db, account.id, params.id, now);
    return {};
  },
);
