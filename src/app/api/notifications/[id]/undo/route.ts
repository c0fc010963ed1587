import { requests } from '@/contract/api';
import { undoAct } from '@/server/reminder-acts';
import { reminderRoute } from '@/server/reminder-route';

export const POST = reminderRoute('acted', requests.undo, ({ db, account, body, params, now }) =>
  undoAct(db, account, params.id, body.undo, now),
);
