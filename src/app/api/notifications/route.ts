import { requests } from '@/contract/api';
import { createKeyOf } from '@/server/platform/create-once';
import { apiRoute } from '@/server/accounts/routes';
import { tagKnownTo } from '@/server/platform/long-list';
import { createReminder } from '@/server/reminders/reminders';
import { listReminders } from '@/server/reminders/wire';

export const GET = apiRoute('reminders', {}, ({ db, account, request, now }) =>
  listReminders(db, account, { now, known: tagKnownTo(request) }),
);

export const POST = apiRoute(
  'reminder',
  { body: requests.saveReminder, status: 201 },
  async ({ db, account, body, now, request }) => ({
    notification: await createReminder(db, account, body.notification, {
      now,
      createKey: createKeyOf(request),
    }),
  }),
);
