import { requests } from '@/contract/api';
import { actOnReminder, pauseAct } from '@/server/reminder-acts';
import { reminderRoute } from '@/server/reminder-route';

export const POST = reminderRoute(
  'acted',
  requests.pauseReminder,
  ({ db, account, body, params, now }) =>
    actOnReminder(db, account, params.id, pauseAct(body.until, now), {
      now,
      version: body.version,
    }),
);
