import { requests } from '@/contract/api';
import { apiRoute } from '@/server/http';
import { undoAll } from '@/server/pause-all';

export const POST = apiRoute(
  'actedOnAll',
  { body: requests.undoAll },
  ({ db, account, body, now }) => undoAll(db, account.id, { undo: body.undo, now }),
);
