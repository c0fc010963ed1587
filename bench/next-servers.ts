/** Our production build and an empty app beside it, as `next start` serves them. */
import path from 'node:path';
import { startAppServer } from '@/dev/app-server';
import { build, ensureBuild } from '@/dev/build';
import { TEST_ENV } from '@/testing/test-env';

const emptyApp = path.join(import.meta.dirname, 'empty-app');
/** The path of the empty app's only route: it answers a GET with next to nothing. */
export const EMPTY_ROUTE = '/api/empty';

const port = 4500;
export type NextServer = Awaited<ReturnType<typeof startAppServer>>;

/** The product with the environment given, at an address of its own. */
export async function serveProduct(env: Record<string, string>): Promise<NextServer> {
  await ensureBuild();
  const { APP_URL: _, ...own } = env;
  return startAppServer({ port, env: own });
}

/** The product's public pages alone: none touches Telegram, and only /status the database, which may be absent. */
export const serveSite = (
  databaseUrl = 'postgres://nobody@127.0.0.1:9/none',
): Promise<NextServer> =>
  serveProduct({
    ...TEST_ENV,
    TELEGRAM_BOT_USERNAME: 'example_bot',
    DATABASE_URL: databaseUrl,
  });

/** An app whose routes do nothing. It is one of its own, so that the product ships no such route. */
export function serveEmptyApp(): Promise<NextServer> {
  build(emptyApp);
  return startAppServer({ port, env: {}, folder: emptyApp, alive: EMPTY_ROUTE });
}
