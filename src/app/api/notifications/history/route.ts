import { spans } from '@/contract/reminder';
import { AppError } from '@/server/platform/errors';
import { historyBetween } from '@/server/reminders/history';
import { apiRoute } from '@/server/accounts/routes';

/** `?from=&to=`, instants at most two months apart: what became of occurrences in between. */
export const GET = apiRoute('history', {}, async ({ db, account, request }) => {
  const span = spans.safeParse(Object.fromEntries(new URL(request.url).searchParams));
  if (!span.success) throw new AppError('invalid');
  return { history: await historyBetween(db, account.id, span.data) };
});
