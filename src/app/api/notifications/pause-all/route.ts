import { requests } from '@/contract/api';
import { apiRoute } from '@/server/accounts/routes';
import { actOnAllKeyOf } from '@/server/platform/create-once';
import { pauseAct } from '@/server/reminders/acts';
import { pauseAll } from '@/server/reminders/pause-all';

export const POST = apiRoute(
  'actedOnAll',
  requests.pauseAll,
  ({ db, userId, body, now, request }) =>
    pauseAll(db, userId, { ...pauseAct(body.until, now), now, key: actOnAllKeyOf(request) }),
);
