import { requests } from '@/contract/api';
import { actOnReminder } from '@/server/reminder-acts';
import { reminderRoute } from '@/server/reminder-route';

export const POST = reminderRoute(
  'acted',
  requests.answerReminder,
  ({ db, account, body, params, now }) =>
    actOnReminder(db, account, params.id, 'done', {
      now,
      version: body.version,
      occurrence: body.occurrence === undefined ? undefined : new Date(body.occurrence),
    }),
);
