import { requests } from '@/contract/api';
import { apiRoute, idParams } from '@/server/http';
import { attachmentOfReminder } from '@/server/reminders';
import { sendAttachment } from '@/server/telegram/send-attachment';

/** Sends what is attached into the chat once more. */
export const POST = apiRoute(
  'done',
  { body: requests.nothing, params: idParams },
  async ({ db, account, params }) => {
    await sendAttachment(db, account.id, await attachmentOfReminder(db, account.id, params.id));
    return {};
  },
);
