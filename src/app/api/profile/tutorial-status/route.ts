import { apiRoute } from '@/server/accounts/routes';

export const GET = apiRoute('tutorialStatus', null, ({ account: { tutorialStep } }) => ({
  tutorialStep,
}));
