import { requests } from '@/contract/api';
import { apiRoute } from '@/server/accounts/routes';
import {
  createCalendarLink,
  findCalendarLink,
  revokeCalendarLink,
  setCalendarAlarms,
} from '@/server/calendar/link';
import { env } from '@/server/platform/env';

export const GET = apiRoute('calendarLink', null, async ({ db, userId }) => {
  const { createdAt, withAlarms } = await findCalendarLink(db, userId);
  return { createdAt: createdAt?.toISOString() ?? null, withAlarms };
});

export const POST = apiRoute(['newCalendarLink', 201], requests.nothing, async (visit) => {
  const { db, userId, now } = visit;
  const url = await createCalendarLink(db, userId, { ...env(), now });
  return { url, createdAt: now.toISOString() };
});

export const PUT = apiRoute('done', requests.calendarAlarms, ({ db, userId, body }) =>
  setCalendarAlarms(db, userId, body.withAlarms),
);

export const DELETE = apiRoute('done', requests.nothing, ({ db, userId }) =>
  revokeCalendarLink(db, userId),
);
