import { requests } from '@/contract/api';
import { undoAct } from '@/server/reminders/acts';
import { reminderRoute } from '@/server/reminders/route';

export const POST = reminderRoute('acted', requests.undo, ({ db, account, id, body, now }) =>
  undoAct(db, account, id, body.undo, now),
);
