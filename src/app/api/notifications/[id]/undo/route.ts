import { requests } from '@/contract/api';
import { apiRoute, idParams } from '@/server/http';
import { undoAct } from '@/server/reminder-acts';

export const POST = apiRoute(
  'acted',
  { body: requests.undo, params: idParams },
  ({ db, account, body, params, now }) => undoAct(db, account, params.id, body.undo, now),
);
