import { requests } from '@/contract/api';
import { apiRoute } from '@/server/accounts/routes';
import { tickPoint } from '@/server/notes/notes';

export const POST = apiRoute('note', requests.tickPoint, async ({ db, userId, id, body, now }) => ({
  note: await tickPoint(db, userId, id, body, now),
}));
