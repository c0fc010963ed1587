import { apiRoute } from '@/server/http';

export const GET = apiRoute('tutorialStatus', {}, ({ account }) =>
  Promise.resolve({ tutorialStep: account.tutorialStep }),
);
