import { idParams, pictureRoute } from '@/server/http';
import { attachmentOfNote } from '@/server/notes';
import { fetchThumbnail } from '@/server/telegram/thumbnail';

/** A small picture of what is attached. */
export const GET = pictureRoute({ params: idParams }, async ({ db, account, params }) =>
  fetchThumbnail(db, account.id, await attachmentOfNote(db, account.id, params.id)),
);
