import { requests } from '@/contract/api';
import { apiRoute } from '@/server/accounts/routes';
import { env } from '@/server/platform/env';
import { importFile } from '@/server/transfer/import';

export const POST = apiRoute('imported', requests.importFile, ({ db, account, body, now }) =>
  importFile(db, account, body, { now, apply: body.apply, botToken: env().botToken }),
);
