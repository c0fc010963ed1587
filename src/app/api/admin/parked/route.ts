import { adminRoute, rowIdOf } from '@/server/accounts/routes';
import { listParked } from '@/server/admin/stats';

/** `?after=` the last id of the page before. */
export const GET = adminRoute('adminParked', null, ({ db, query }) =>
  listParked(db, rowIdOf(query.after) ?? 0),
);
