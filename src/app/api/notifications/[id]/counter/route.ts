import { requests } from '@/contract/api';
import { rewriteFromApp, setCounter } from '@/server/reminders/acts';
import { reminderRoute } from '@/server/reminders/route';

export const POST = reminderRoute('acted', requests.countReminder, (visit) =>
  rewriteFromApp(visit, (db, target) =>
    setCounter(db, target, visit.body.counter, visit.body.version),
  ),
);
