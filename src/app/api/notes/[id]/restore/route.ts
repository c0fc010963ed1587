import { requests } from '@/contract/api';
import { apiRoute } from '@/server/accounts/routes';
import { restoreNote } from '@/server/notes/notes';

export const POST = apiRoute('note', requests.nothing, async ({ db, userId, id }) => ({
  note: await restoreNote(db, userId, id),
}));
