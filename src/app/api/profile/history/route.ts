import { monthAsked } from '@/contract/reminder';
import { apiRoute, parsed } from '@/server/accounts/routes';
import { historyOfMonth } from '@/server/reminders/history';

/** `?month=YYYY-MM`: what became of that month's occurrences. */
export const GET = apiRoute('monthHistory', null, ({ db, account, query, now }) =>
  historyOfMonth(db, account, parsed(monthAsked, query).month, now),
);
