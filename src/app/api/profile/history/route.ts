import { monthAsked } from '@/contract/reminder';
import { AppError } from '@/server/platform/errors';
import { historyOfMonth } from '@/server/reminders/history';
import { apiRoute } from '@/server/accounts/routes';

/** `?month=YYYY-MM`: what became of that month's occurrences. */
export const GET = apiRoute('monthHistory', {}, async ({ db, account, request, now }) => {
  const asked = monthAsked.safeParse(Object.fromEntries(new URL(request.url).searchParams));
  if (!asked.success) throw new AppError('invalid');
  return historyOfMonth(db, account, asked.data.month, now);
});
