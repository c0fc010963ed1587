import { requests } from '@/contract/api';
import { apiRoute, idParams } from '@/server/http';
import { actOnReminder } from '@/server/reminder-acts';

export const POST = apiRoute(
  'acted',
  { body: requests.resumeReminder, params: idParams },
  ({ db, account, body, params, now }) =>
    actOnReminder(db, account, params.id, 'resume', {
      now,
      version: body.version,
    }),
);
