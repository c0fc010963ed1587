import { requests } from '@/contract/api';
import { actOnReminder } from '@/server/reminder-acts';
import { reminderRoute } from '@/server/reminder-route';

export const POST = reminderRoute(
  'acted',
  requests.resumeReminder,
  ({ db, account, body, params, now }) =>
    actOnReminder(db, account, params.id, 'resume', {
      now,
      version: body.version,
    }),
);
