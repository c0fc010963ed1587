import { requests } from '@/contract/api';
import { apiRoute } from '@/server/accounts/routes';
import { attachmentOfReminder } from '@/server/reminders/reminders';
import { sendAttachment } from '@/server/reminders/attached';

/** Sends what is attached into the chat once more. */
export const POST = apiRoute('done', requests.nothing, async ({ db, userId, id }) =>
  sendAttachment(db, userId, await attachmentOfReminder(db, userId, id)),
);
