import { requests } from '@/contract/api';
import { apiRoute, idParams } from '@/server/accounts/routes';
import { attachmentOfNote } from '@/server/notes/notes';
import { sendAttachment } from '@/server/reminders/attached';

/** Sends what is attached into the chat once more. */
export const POST = apiRoute(
  'done',
  { body: requests.nothing, params: idParams },
  async ({ db, account, params }) => {
    await sendAttachment(db, account.id, await attachmentOfNote(db, account.id, params.id));
    return {};
  },
);
