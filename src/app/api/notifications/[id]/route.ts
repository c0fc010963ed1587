import { requests } from '@/contract/api';
import { apiRoute, idParams } from '@/server/http';
import { readReminder } from '@/server/reminder-acts';
import { deleteReminder, updateReminder } from '@/server/reminders';

export const GET = apiRoute(
  'reminderWithHistory',
  { params: idParams },
  ({ db, account, params }) => readReminder(db, account, params.id),
);

export const PUT = apiRoute(
  'reminder',
  { body: requests.saveReminder, params: idParams },
  async ({ db, account, body, params, now }) => ({
    notification: await updateReminder(db, account, params.id, body.notification, {
      now,
      version: body.version ?? body.notification.version,
    }),
  }),
);

export const DELETE = apiRoute(
  'done',
  { body: requests.nothing, params: idParams },
  async ({ db, account, params, now }) => {
    await deleteReminder(db, account.id, params.id, now);
    return {};
  },
);
