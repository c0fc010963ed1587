import { requests } from '@/contract/api';
import { apiRoute } from '@/server/accounts/routes';
import { pinNote } from '@/server/notes/notes';

export const POST = apiRoute('note', requests.pinNote, async ({ db, userId, id, body, now }) => ({
  note: await pinNote(db, userId, id, body.pinned, now),
}));
