import { requests } from '@/contract/api';
import { apiRoute } from '@/server/accounts/routes';
import { createKeyOf } from '@/server/platform/create-once';
import { tagKnownTo } from '@/server/platform/long-list';
import { createReminder } from '@/server/reminders/reminders';
import { listReminders } from '@/server/reminders/wire';

export const GET = apiRoute('reminders', null, ({ db, account, request, now }) =>
  listReminders(db, account, { now, known: tagKnownTo(request) }),
);

export const POST = apiRoute(['reminder', 201], requests.saveReminder, async (visit) => {
  const { db, account, body, now, request } = visit;
  const options = { now, createKey: createKeyOf(request) };
  return { notification: await createReminder(db, account, body.notification, options) };
});
