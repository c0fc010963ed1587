import { requests } from '@/contract/api';
import { draftOfKey } from '@/contract/headers';
import { apiRoute } from '@/server/accounts/routes';
import { createKeyOf } from '@/server/platform/create-once';
import { tagKnownTo } from '@/server/platform/long-list';
import { storedByForm } from '@/server/quick-add/waiting';
import { createReminder } from '@/server/reminders/reminders';
import { listReminders } from '@/server/reminders/wire';

export const GET = apiRoute('reminders', null, ({ db, account, request, now }) =>
  listReminders(db, account, { now, known: tagKnownTo(request) }),
);

export const POST = apiRoute(
  ['reminder', 201],
  requests.saveReminder,
  async ({ db, account, body, now, request }) => {
    const createKey = createKeyOf(request);
    const notification = await createReminder(db, account, body.notification, { now, createKey });
    const draftId = draftOfKey(createKey ?? '');
    if (draftId !== undefined) {
      await storedByForm({ db, account, now, id: draftId }, notification.id);
    }
    return { notification };
  },
);
