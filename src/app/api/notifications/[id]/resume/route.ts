import { requests } from '@/contract/api';
import { actOnReminder } from '@/server/reminders/acts';
import { reminderRoute } from '@/server/reminders/route';

export const POST = reminderRoute(
  'acted',
  requests.resumeReminder,
  ({ db, account, body, params, now }) =>
    actOnReminder(db, account, params.id, 'resume', {
      now,
      version: body.version,
    }),
);
