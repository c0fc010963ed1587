import { requests } from '@/contract/api';
import { changeAccount } from '@/server/accounts/accounts';
import { apiRoute } from '@/server/accounts/routes';

export const POST = apiRoute('done', requests.tutorialStep, ({ db, userId, body }) =>
  changeAccount(db, userId, { tutorialStep: body.tutorialStep }),
);
