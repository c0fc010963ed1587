import { idParams, pictureRoute } from '@/server/accounts/routes';
import { attachmentOfNote } from '@/server/notes/notes';
import { fetchThumbnail } from '@/server/reminders/attached';

/** A small picture of what is attached. */
export const GET = pictureRoute({ params: idParams }, async ({ db, account, params }) =>
  fetchThumbnail(db, account.id, await attachmentOfNote(db, account.id, params.id)),
);
