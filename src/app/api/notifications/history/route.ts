import { spans } from '@/contract/reminder';
import { apiRoute, parsed } from '@/server/accounts/routes';
import { historyBetween } from '@/server/reminders/history';

/** `?from=&to=`, instants at most two months apart: what became of occurrences in between. */
export const GET = apiRoute('history', null, async ({ db, userId, query }) => ({
  history: await historyBetween(db, userId, parsed(spans, query)),
}));
