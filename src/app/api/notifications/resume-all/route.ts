import { requests } from '@/contract/api';
import { apiRoute } from '@/server/accounts/routes';
import { actOnAllKeyOf } from '@/server/platform/create-once';
import { resumeAll } from '@/server/reminders/pause-all';

export const POST = apiRoute('actedOnAll', requests.nothing, ({ db, userId, now, request }) =>
  resumeAll(db, userId, { now, key: actOnAllKeyOf(request) }),
);
