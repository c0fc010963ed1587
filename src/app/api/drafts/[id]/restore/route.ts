import { requests } from '@/contract/api';
import { apiRoute } from '@/server/accounts/routes';
import { restoreWaiting } from '@/server/quick-add/waiting';

export const POST = apiRoute('waitingDraft', requests.nothing, async (visit) => ({
  draft: await restoreWaiting(visit),
}));
