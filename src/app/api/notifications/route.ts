import { requests } from '@/contract/api';
import { createKeyOf } from '@/server/create-once';
import { apiRoute } from '@/server/http';
import { tagKnownTo } from '@/server/long-list';
import { createReminder, listReminders } from '@/server/reminders';

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
