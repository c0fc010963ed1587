import { idParams, pictureRoute } from '@/server/accounts/routes';
import { attachmentOfReminder } from '@/server/reminders/reminders';
import { fetchThumbnail } from '@/server/reminders/attached';

/** A small picture of what is attached. */
export const GET = pictureRoute({ params: idParams }, async ({ db, account, params }) =>
  fetchThumbnail(db, account.id, await attachmentOfReminder(db, account.id, params.id)),
);
