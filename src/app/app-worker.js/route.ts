import { workerScript } from '@/client/shell/worker';
import { env } from '@/server/platform/env';

// Read when the server runs, so that the worker can be withdrawn without a build.
export const dynamic = 'force-dynamic';

/** The service worker of the app's document. Browsers look for a new one at each start. */
export function GET(): Response {
  return new Response(workerScript(env().appWorkerOn), {
    headers: { 'Content-Type': 'text/javascript; charset=utf-8', 'Cache-Control': 'no-cache' },
  });
}
