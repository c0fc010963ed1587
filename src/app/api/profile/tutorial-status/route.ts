import { apiRoute } from '@/server/accounts/routes';

export const GET = apiRoute('tutorialStatus', {}, ({ account }) =>
  Promise.resolve({ tutorialStep: account.tutorialStep }),
);
