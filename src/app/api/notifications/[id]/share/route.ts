import { requests } from '@/contract/api';
import { apiRoute } from '@/server/accounts/routes';
import { closeShares, offerShare } from '@/server/sharing/shares';

export const POST = apiRoute(['shareOffer', 201], requests.nothing, ({ db, userId, id, now }) =>
  offerShare(db, userId, id, now),
);

export const DELETE = apiRoute('sharesClosed', requests.nothing, async ({ db, userId, id }) => ({
  closed: await closeShares(db, userId, id),
}));
