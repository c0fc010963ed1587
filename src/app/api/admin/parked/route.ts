import { listParked } from '@/server/admin/users';
import { adminRoute, idParams } from '@/server/accounts/routes';

/** `?after=` the last id of the page before. */
export const GET = adminRoute('adminParked', {}, ({ db, request }) => {
  const id = new URL(request.url).searchParams.get('after');
  const after = idParams.safeParse({ id });
  return listParked(db, after.success ? after.data.id : 0);
});
