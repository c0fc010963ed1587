import { requests } from '@/contract/api';
import { rewriteFromApp } from '@/server/reminders/acts';
import { putIntoCategory } from '@/server/reminders/reminders';
import { reminderRoute } from '@/server/reminders/route';

export const POST = reminderRoute('acted', requests.categoryOfReminder, (visit) =>
  rewriteFromApp(visit, (db, { userId, reminderId, now }) =>
    putIntoCategory(db, userId, reminderId, visit.body.categoryId, now),
  ),
);
