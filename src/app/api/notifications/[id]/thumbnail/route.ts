import { pictureRoute } from '@/server/accounts/routes';
import { attachmentOfReminder } from '@/server/reminders/reminders';
import { fetchThumbnail } from '@/server/reminders/attached';

export const GET = pictureRoute(async ({ db, userId, id }) =>
  fetchThumbnail(db, userId, await attachmentOfReminder(db, userId, id)),
);
