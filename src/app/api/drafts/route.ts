import { apiRoute } from '@/server/accounts/routes';
import { listWaiting } from '@/server/quick-add/waiting';

/** What was kept without a moment. */
export const GET = apiRoute('drafts', null, async (visit) => ({
  drafts: await listWaiting(visit),
}));
