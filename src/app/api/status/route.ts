import { db } from '@/server/platform/db/client';
import { readSharedStatus } from '@/server/outbox/status';

/** The figures of the page /status, for programs; 503 where none can be read. */
export async function GET(): Promise<Response> {
  const status = await readSharedStatus(db());
  const headers = { 'Cache-Control': status ? 'public, max-age=60' : 'no-store' };
  return Response.json(status ?? { success: false }, { status: status ? 200 : 503, headers });
}
