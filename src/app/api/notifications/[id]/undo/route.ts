import { requests } from '@/contract/api';
import { undoAct } from '@/server/reminders/acts';
import { reminderChangeRoute } from '@/server/reminders/route';

export const POST = reminderChangeRoute('acted', requests.undo, ({ db, account, id, body, now }) =>
  undoAct(db, account, id, body, now),
);
