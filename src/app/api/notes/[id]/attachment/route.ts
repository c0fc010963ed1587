import { requests } from '@/contract/api';
import { apiRoute } from '@/server/accounts/routes';
import { attachmentOfNote } from '@/server/notes/reading';
import { sendAttachment } from '@/server/reminders/attached';

/** Sends what is attached into the chat once more. */
export const POST = apiRoute('done', requests.nothing, async ({ db, userId, id }) =>
  sendAttachment(db, userId, await attachmentOfNote(db, userId, id)),
);
