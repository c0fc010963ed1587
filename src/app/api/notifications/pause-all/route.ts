import { requests } from '@/contract/api';
import { apiRoute } from '@/server/accounts/routes';
import { actOnAllKeyOf } from '@/server/platform/create-once';
import { pauseAll, pauseEnd } from '@/server/reminders/pause-all';

export const POST = apiRoute('actedOnAll', requests.pauseAll, (visit) => {
  const { db, userId, body, now, request } = visit;
  const pauseUntil = pauseEnd(body.until, now);
  return pauseAll(db, userId, { pauseUntil, now, key: actOnAllKeyOf(request) });
});
