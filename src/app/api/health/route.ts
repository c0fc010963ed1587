import { db } from '@/server/db/client';
import { readHealth } from '@/server/delivery/health';

/**
 * Readiness: 503 without a database, otherwise 200 with the state of delivery. With `?live` only
 * whether the process answers, for whoever restarts it: no database outage should.
 */
export async function GET(request: Request): Promise<Response> {
  const headers = { 'Cache-Control': 'no-store' };
  if (new URL(request.url).searchParams.has('live')) {
    return Response.json({ status: 'ok' }, { headers });
  }
  const health = await readHealth(db());
  return Response.json(health, { status: health.database ? 200 : 503, headers });
}
