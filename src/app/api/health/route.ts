import { db } from '@/server/platform/db/client';
import { env } from '@/server/platform/env';
import { transcriberState } from '@/server/platform/transcriber';
import { isAlarming, readSharedHealth } from '@/server/outbox/health';

/**
 * Three questions, each for another asker. `?live`, for whoever restarts the process: it answers, and no outage
 * elsewhere changes that. Without a parameter, for whoever spreads requests: 503 without a database that takes writes
 * (asking writes a row, once in ten seconds at most), 200 otherwise. `?strict`, for whoever wakes a person: 503 also when
 * delivery is silent, late or refused by Telegram, and when the daily cleanup has not run. A transcriber that fails wakes
 * nobody: its voices are asked about. Answers within five seconds.
 */
export async function GET(request: Request): Promise<Response> {
  const headers = { 'Cache-Control': 'no-store' };
  const { searchParams } = new URL(request.url);
  if (searchParams.has('live')) return Response.json({ status: 'ok' }, { headers });

  const health = await readSharedHealth(db());
  const fails = searchParams.has('strict') ? isAlarming(health) : !health.database;
  return Response.json(
    { ...health, transcriber: transcriberState(env().transcriber) },
    { status: fails ? 503 : 200, headers },
  );
}
