import { requests } from '@/contract/api';
import { actOnAllKeyOf } from '@/server/platform/create-once';
import { apiRoute } from '@/server/accounts/routes';
import { pauseAll, pauseEnd } from '@/server/reminders/pause-all';

export const POST = apiRoute(
  'actedOnAll',
  { body: requests.pauseAll },
  ({ db, account, body, now, request }) =>
    pauseAll(db, account.id, {
      pauseUntil: pauseEnd(body.until, now),
      now,
      key: actOnAllKeyOf(request),
    }),
);
