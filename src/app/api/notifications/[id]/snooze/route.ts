import { requests } from '@/contract/api';
import { actOnReminder, snoozeAct } from '@/server/reminders/acts';
import { reminderRoute } from '@/server/reminders/route';

export const POST = reminderRoute(
  'acted',
  requests.snoozeReminder,
  ({ db, account, body: { until, version }, params, now }) =>
    actOnReminder(db, account, params.id, snoozeAct(until, now), { now, version }),
);
