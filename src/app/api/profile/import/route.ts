import { requests } from '@/contract/api';
import { IMPORT_BODY_MAX_BYTES } from '@/server/platform/request-body';
import { env } from '@/server/platform/env';
import { apiRoute } from '@/server/accounts/routes';
import { importFile } from '@/server/transfer/import';

export const POST = apiRoute(
  'imported',
  { body: requests.importFile, maxBytes: IMPORT_BODY_MAX_BYTES },
  ({ db, account, body, now }) =>
    importFile(db, account, body, { now, apply: body.apply, botToken: env().botToken }),
);
