import { requests } from '@/contract/api';
import { createCalendarLink, findCalendarLink, revokeCalendarLink } from '@/server/calendar/link';
import { env } from '@/server/platform/env';
import { apiRoute } from '@/server/accounts/routes';

export const GET = apiRoute('calendarLink', {}, async ({ db, account }) => {
  const { createdAt, refusedAt } = await findCalendarLink(db, account.id);
  return {
    createdAt: createdAt?.toISOString() ?? null,
    refusedAt: refusedAt?.toISOString() ?? null,
  };
});

export const POST = apiRoute(
  'newCalendarLink',
  { body: requests.nothing, status: 201 },
  async ({ db, account, now }) => {
    const { appUrl, botToken } = env();
    const url = await createCalendarLink(db, account.id, { appUrl, botToken, now });
    return { url, createdAt: now.toISOString() };
  },
);

export const DELETE = apiRoute('done', { body: requests.nothing }, async ({ db, account }) => {
  await revokeCalendarLink(db, account.id);
  return {};
});
