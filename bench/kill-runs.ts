/**
 * Kills delivery with kill -9 at 100 random moments (or as many as the argument says), most of them
 * with a full window of messages on their way, and counts what was lost and what was repeated.
 */
import { UNSETTLED_MAX } from '@/server/outbox/kind';
import { connect } from '@/server/platform/db/client';
import { killAtRandom } from '@/testing/kill-runs';
import { clonedDatabase, startTestServer } from '@/testing/postgres-server';
import { report } from './figures';

const RUNS = Number(process.argv[2] ?? 100);

const server = await startTestServer();
try {
  const database = clonedDatabase(server);
  await database.create();
  const { db, close } = connect(database.url);
  const outcome = await killAtRandom({
    db,
    databaseUrl: database.url,
    instances: 2,
    replaced: true,
    // Two instances need half a second for it, each with a full window.
    rounds: Array.from({ length: RUNS }, () => [600]),
    answerMs: 100,
    maxPerSecond: 10_000,
  });
  await close();
  const { repeatedPerKill, repeatedByOthers } = outcome;
  const total = repeatedPerKill.reduce((sum, each) => sum + each, 0);
  const most = Math.max(...repeatedPerKill);
  console.table([
    {
      kills: repeatedPerKill.length,
      due: outcome.due.length,
      sends: outcome.sends,
      lost: outcome.lost.length,
      'repeated, most of one kill': most,
      'repeated in all': total,
      'kills that repeated': repeatedPerKill.filter((each) => each > 0).length,
    },
  ]);
  const kept =
    outcome.lost.length === 0 &&
    outcome.unfounded.length === 0 &&
    repeatedByOthers === 0 &&
    most <= UNSETTLED_MAX;
  report('kill-runs', [
    {
      figure: `kill -9 at random moments, ${RUNS} runs`,
      target: `lost 0, repeated ≤ ${UNSETTLED_MAX} a kill`,
      measured: `lost ${outcome.lost.length}, repeated ${most} at most, ${(total / RUNS).toFixed(1)} on average`,
      reached: kept,
    },
  ]);
} finally {
  await server.stop();
}
