import { requests } from '@/contract/api';
import { apiRoute, idParams } from '@/server/http';
import { actOnReminder, snoozeAct } from '@/server/reminder-acts';

export const POST = apiRoute(
  'acted',
  { body: requests.snoozeReminder, params: idParams },
  ({ db, account, body: { until, version }, params, now }) =>
    actOnReminder(db, account, params.id, snoozeAct(until, now), { now, version }),
);
