import { requests } from '@/contract/api';
import { apiRoute } from '@/server/accounts/routes';
import { closeShares, offerShare } from '@/server/sharing/shares';

export const POST = apiRoute(['shareOffer', 201], requests.share, ({ db, userId, id, now, body }) =>
  offerShare(db, userId, id, now, body.together),
);

export const DELETE = apiRoute('sharesClosed', requests.nothing, async ({ db, userId, id }) => ({
  closed: await closeShares(db, userId, id),
}));
