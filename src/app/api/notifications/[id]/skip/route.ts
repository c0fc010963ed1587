import { requests } from '@/contract/api';
import { actOnReminder } from '@/server/reminders/acts';
import { reminderRoute } from '@/server/reminders/route';

export const POST = reminderRoute(
  'acted',
  requests.answerReminder,
  ({ db, account, body, params, now }) =>
    actOnReminder(db, account, params.id, 'skip', {
      now,
      version: body.version,
      occurrence: body.occurrence === undefined ? undefined : new Date(body.occurrence),
    }),
);
