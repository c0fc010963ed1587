import { pictureRoute } from '@/server/accounts/routes';
import { attachmentOfNote } from '@/server/notes/reading';
import { fetchThumbnail } from '@/server/reminders/attached';

export const GET = pictureRoute(async ({ db, userId, id }) =>
  fetchThumbnail(db, userId, await attachmentOfNote(db, userId, id)),
);
