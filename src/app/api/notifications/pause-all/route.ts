import { requests } from '@/contract/api';
import { actOnAllKeyOf } from '@/server/create-once';
import { apiRoute } from '@/server/http';
import { pauseAll, pauseEnd } from '@/server/pause-all';

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
