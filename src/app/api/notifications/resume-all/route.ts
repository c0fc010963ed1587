import { requests } from '@/contract/api';
import { actOnAllKeyOf } from '@/server/create-once';
import { apiRoute } from '@/server/http';
import { resumeAll } from '@/server/pause-all';

export const POST = apiRoute(
  'actedOnAll',
  { body: requests.nothing },
  ({ db, account, now, request }) =>
    resumeAll(db, account.id, { now, key: actOnAllKeyOf(request) }),
);
