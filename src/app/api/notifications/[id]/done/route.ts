import { requests } from '@/contract/api';
import { apiRoute, idParams } from '@/server/http';
import { actOnReminder } from '@/server/reminder-acts';

export const POST = apiRoute(
  'acted',
  { body: requests.answerReminder, params: idParams },
  ({ db, account, body, params, now }) =>
    actOnReminder(db, account, params.id, 'done', {
      now,
      version: body.version,
      occurrence: body.occurrence === undefined ? undefined : new Date(body.occurrence),
    }),
);
