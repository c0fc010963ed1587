import { requests } from '@/contract/api';
import { saveTutorialStep } from '@/server/accounts/accounts';
import { apiRoute } from '@/server/accounts/routes';

export const POST = apiRoute('done', { body: requests.tutorialStep }, async (visit) => {
  await saveTutorialStep(visit.db, visit.account.id, visit.body.tutorialStep);
  return {};
});
