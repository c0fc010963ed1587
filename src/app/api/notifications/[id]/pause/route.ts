import { requests } from '@/contract/api';
import { apiRoute, idParams } from '@/server/http';
import { actOnReminder, pauseAct } from '@/server/reminder-acts';

export const POST = apiRoute(
  'acted',
  { body: requests.pauseReminder, params: idParams },
  ({ db, account, body, params, now }) =>
    actOnReminder(db, account, params.id, pauseAct(body.until, now), {
      now,
      version: body.version,
    }),
);
