import { requests } from '@/contract/api';
import { actOnReminder, pauseAct } from '@/server/reminders/acts';
import { reminderRoute } from '@/server/reminders/route';

export const POST = reminderRoute(
  'acted',
  requests.pauseReminder,
  ({ db, account, body, params, now }) =>
    actOnReminder(db, account, params.id, pauseAct(body.until, now), {
      now,
      version: body.version,
    }),
);
