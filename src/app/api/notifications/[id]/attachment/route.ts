import { requests } from '@/contract/api';
import { apiRoute, idParams } from '@/server/accounts/routes';
import { attachmentOfReminder } from '@/server/reminders/reminders';
import { sendAttachment } from '@/server/reminders/attached';

/** Sends what is attached into the chat once more. */
export const POST = apiRoute(
  'done',
  { body: requests.nothing, params: idParams },
  async ({ db, account, params }) => {
    await sendAttachment(db, account.id, await attachmentOfReminder(db, account.id, params.id));
    return {};
  },
);
