import { requests } from '@/contract/api';
import { IMPORT_BODY_MAX_BYTES } from '@/server/request-body';
import { env } from '@/server/env';
import { apiRoute } from '@/server/http';
import { importFile } from '@/server/import/import';

export const POST = apiRoute(
  'imported',
  { body: requests.importFile, maxBytes: IMPORT_BODY_MAX_BYTES },
  ({ db, account, body, now }) =>
    importFile(db, account, body, { now, apply: body.apply, botToken: env().botToken }),
);
