import { requests } from '@/contract/api';
import { actOnAllKeyOf } from '@/server/platform/create-once';
import { apiRoute } from '@/server/accounts/routes';
import { resumeAll } from '@/server/reminders/pause-all';

export const POST = apiRoute(
  'actedOnAll',
  { body: requests.nothing },
  ({ db, account, now, request }) =>
    resumeAll(db, account.id, { now, key: actOnAllKeyOf(request) }),
);
