import { requests } from '@/contract/api';
import { apiRoute } from '@/server/accounts/routes';
import { undoAll } from '@/server/reminders/pause-all';

export const POST = apiRoute('actedOnAll', requests.undoAll, ({ db, userId, body, now }) =>
  undoAll(db, userId, { undo: body.undo, now }),
);
