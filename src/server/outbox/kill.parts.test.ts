import { sql } from 'drizzle-orm';
import { instantToWallTime } from '@/core/time-zone';
import { createReminder, createUser } from '@/testing/builders';
import { zoneAtNoon } from '@/testing/clock';
import { testDatabase } from '@/testing/database';
import { killAtRandom } from '@/testing/kill-runs';
import { listNotices, markPreviewed, saveNotice, startNotice } from '../notices/notices';
import { dayPlans, notices } from '../platform/db/schema';
import { LEASE_MS } from './pace';
import { UNSETTLED_MAX } from './kind';

const { db, url } = testDatabase();

const ADMIN = 1;
const NOTICE = 'Ночью бот будет недоступен';
const PEOPLE = 30;

/** People of whom each has an agenda and something told ahead, both due, and gets a notice once no reminder is due. */
async function peopleWithAllElse(): Promise<ReadonlySet<number>> {
  const now = new Date();
  const timeZone = zoneAtNoon(now);
  const agenda = instantToWallTime(now, timeZone).slice(11, 16);
  const inTwoHours = new Date(now.getTime() + 7_200_000);
  const people = new Set<number>();
  for (let nth = 0; nth < PEOPLE; nth += 1) {
    const { id } = await createUser(db, { timeZone, settings: { agenda } });
    const told = { timeZone, dateTime: inTwoHours, preAlerts: [120], nextFireAt: now };
    await createReminder(db, id, told);
    people.add(id);
  }
  await db.insert(dayPlans).values(
    [...people].map((userId) => ({
      userId,
      kind: 'agenda' as const,
      state: 'on' as const,
      dueAt: now,
    })),
  );
  // It goes to everybody who is there by now.
  const at = new Date();
  await saveNotice(db, { adminId: ADMIN, text: NOTICE, now: at });
  const [draft] = await db.select().from(notices);
  if (!draft) throw new Error('the draft is gone');
  await markPreviewed(db, draft, at);
  await startNotice(db, { adminId: ADMIN, id: draft.id, text: draft.text, now: at });
  return people;
}

/** Nothing is told any more of what these people were to get. */
const areServed = async () =>
  (await db.$count(notices, sql`state = 'running'`)) === 0 &&
  (await db.$count(dayPlans, sql`told_day is null`)) === 0;

test('five instances, one killed by kill -9 three times: nothing is lost of any kind, at most 64 repeated a kill, and all that no killed one had claimed is on time', async () => {
  const people = await peopleWithAllElse();
  const report = await killAtRandom({
    beside: { people, areServed },
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

  // Of everything else that was due, too, everybody got one, and no more came again than a kill may repeat.
  const texts = [...people].map((id) => report.textsFor(id));
  for (const each of texts) expect([...new Set(each)]).toHaveLength(3);
  expect(texts.flat().length - 3 * PEOPLE).toBeLessThanOrEqual(3 * UNSETTLED_MAX);
  expect(await listNotices(db, ADMIN)).toMatchObject([
    { state: 'done', recipients: PEOPLE, sent: PEOPLE, unreachable: 0, failed: 0 },
  ]);

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
