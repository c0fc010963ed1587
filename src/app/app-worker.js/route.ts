import worker from '@/client/shell/worker?run';
import withdrawn from '@/client/shell/worker-withdrawn?run';
import { env } from '@/server/platform/env';

// Read when the server runs, so that the worker can be withdrawn without a build.
export const dynamic = 'force-dynamic';

/**
 * The service worker of the app's document, or, where the operator has switched it off, the one that withdraws
 * it. Browsers look for a new one at each start.
 */
export function GET(): Response {
  return new Response(env().appWorkerOn ? worker : withdrawn, {
    headers: { 'Content-Type': 'text/javascript; charset=utf-8', 'Cache-Control': 'no-cache' },
  });
}
