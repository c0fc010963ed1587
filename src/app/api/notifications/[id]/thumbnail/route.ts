import { idParams, pictureRoute } from '@/server/http';
import { attachmentOfReminder } from '@/server/reminders';
import { fetchThumbnail } from '@/server/telegram/thumbnail';

/** A small picture of what is attached. */
export const GET = pictureRoute({ params: idParams }, async ({ db, account, params }) =>
  fetchThumbnail(db, account.id, await attachmentOfReminder(db, account.id, params.id)),
);
