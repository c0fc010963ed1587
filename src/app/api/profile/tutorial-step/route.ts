import { requests } from '@/contract/api';
import { saveTutorialStep } from '@/server/accounts';
import { apiRoute } from '@/server/http';

export const POST = apiRoute('done', { body: requests.tutorialStep }, async (visit) => {
  await saveTutorialStep(visit.db, visit.account.id, visit.body.tutorialStep);
  return {};
});
