import { requests } from '@/contract/api';
import { apiRoute } from '@/server/accounts/routes';
import { undoAll } from '@/server/reminders/pause-all';

export const POST = apiRoute(
  'actedOnAll',
  { body: requests.undoAll },
  ({ db, account, body, now }) => undoAll(db, account.id, { undo: body.undo, now }),
);
