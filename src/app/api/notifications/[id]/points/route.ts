import { requests } from '@/contract/api';
import { rewriteFromApp, tickPoint } from '@/server/reminders/acts';
import { reminderRoute } from '@/server/reminders/route';

export const POST = reminderRoute('acted', requests.tickReminder, (visit) =>
  rewriteFromApp(visit, (db, target) => tickPoint(db, target, visit.body, visit.body.version)),
);
