import { testDatabase } from '@/testing/database';
import { killAtRandom } from '@/testing/kill-runs';
import { LEASE_MS } from './pace';
import { UNSETTLED_MAX } from './kind';

const { db, url } = testDatabase();

test('five instances, one killed by kill -9 three times: nothing is lost, at most 64 repeated a kill, and all that no killed one had claimed is on time', async () => {
  const report = await killAtRandom({
    db,
    databaseUrl: url,
    instances: 5,
    replaced: false,
    // At the last kill, windows are full.
    rounds: [[40, 40, 40], [40, 40, 40], [400]],
    answerMs: 50,
    maxPerSecond: 1_000,
  });
  expect(report.lost).toEqual([]);
  expect(report.unfounded).toEqual([]);
  expect(report.killedAt).toHaveLength(3);
  expect(report.repeatedByOthers).toBe(0);
  for (const repeated of report.repeatedPerKill)
    expect(repeated).toBeLessThanOrEqual(UNSETTLED_MAX);

  // A reminder is claimed when it is due and, all being well, sent within that second.
  const { onTimeMs } = report;
  const claimedByKilled = (dueAt: number) =>
    report.killedAt.some((killedAt) => dueAt <= killedAt && dueAt > killedAt - onTimeMs);
  // The last round is more than one instance sends in a second at 50 ms a call.
  const [until = 0] = report.roundsAt.slice(-1);
  const timely = report.due.filter(
    ({ dueAt }) => dueAt.getTime() > report.upSince && dueAt.getTime() < until,
  );
  // Of the 240 the last 80 may fall due only when the last round has begun.
  expect(timely.length).toBeGreaterThanOrEqual(160);
  for (const each of timely) {
    const patience = claimedByKilled(each.dueAt.getTime()) ? LEASE_MS + onTimeMs : 0;
    expect(report.latenessMs(each)).toBeLessThanOrEqual(patience + onTimeMs);
  }
}, 120_000);
