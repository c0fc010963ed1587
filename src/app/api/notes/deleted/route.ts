import { apiRoute } from '@/server/accounts/routes';
import { deletedNotes } from '@/server/notes/notes';

/** What `restore` would bring back, the latest first. */
export const GET = apiRoute('deleted', null, async ({ db, userId }) => ({
  deleted: await deletedNotes(db, userId),
}));
