import { isNotNull, sql } from 'drizzle-orm';
import { instantToWallTime } from '@/core/time-zone';
import { createReminder, createUser } from '@/testing/builders';
import { zoneAtNoon } from '@/testing/clock';
import { testDatabase } from '@/testing/database';
import { startInstance } from '@/testing/delivery-instance';
import { startOutboxServer } from '@/testing/due-reminders';
import { killAtRandom } from '@/testing/kill-runs';
import { until } from '@/testing/until';
import { listNotices, markPreviewed, saveNotice, startNotice } from '../notices/notices';
import { dayPlans, noticeRecipients, notices, reminders, users } from '../platform/db/schema';
import { LEASE_MS } from './pace';
import { UNSETTLED_MAX } from './kind';

const { db, url } = testDatabase();

afterEach(async () => {
  await db.delete(notices);
  await db.delete(users);
});

const ADMIN = 1;
const NOTICE = 'Ночью бот будет недоступен';
const PEOPLE = 30;
const THIRD = PEOPLE / 3;

const KINDS = ['agenda', 'notice', 'told ahead'] as const;
type OtherKind = (typeof KINDS)[number];
/** How many messages of a kind a process may have out and not settled. What is told ahead is a reminder. */
const WINDOWS: Record<OtherKind, number> = {
  agenda: 8,
  notice: 16,
  'told ahead': UNSETTLED_MAX,
};

/** People who are each to get an agenda, something told ahead and a notice, of which nothing is due yet. */
async function peopleForAllElse() {
  const now = new Date();
  const timeZone = zoneAtNoon(now);
  const agenda = instantToWallTime(now, timeZone).slice(11, 16);
  const people: number[] = [];
  for (let nth = 0; nth < PEOPLE; nth += 1) {
    people.push((await createUser(db, { timeZone, settings: { agenda } })).id);
  }
  /** What these people are told ahead, and their agendas. */
  const fallDue = async (ids: readonly number[], at: Date) => {
    const told = { timeZone, dateTime: new Date(at.getTime() + 7_200_000), preAlerts: [120] };
    for (const id of ids) await createReminder(db, id, { ...told, nextFireAt: at });
    const plan = { kind: 'agenda', state: 'on', dueAt: at } as const;
    await db.insert(dayPlans).values(ids.map((userId) => ({ userId, ...plan })));
  };
  return { people, fallDue };
}

/** It goes to everybody of `peopleForAllElse`, and to nobody who has only the reminders of a round. */
async function startNoticeToAll(): Promise<void> {
  const now = new Date();
  await saveNotice(db, { adminId: ADMIN, text: NOTICE, now });
  const [draft] = await db.select().from(notices);
  if (!draft) throw new Error('the draft is gone');
  await markPreviewed(db, draft, now);
  await startNotice(db, { adminId: ADMIN, id: draft.id, text: draft.text, now });
}

/** All of what these people were to get is out and settled. */
const areServed = async () =>
  (await db.$count(notices, sql`state = 'running'`)) === 0 &&
  (await db.$count(dayPlans, sql`told_day is null`)) === 0 &&
  (await db.$count(reminders, sql`pre_alerts <> '[]' and next_fire_at <> date_time`)) === 0;

/** By kind alone: a message that comes again may be worded for another minute. */
function kindOf(text: string): OtherKind {
  if (text === NOTICE) return 'notice';
  return text.includes('План на день') ? 'agenda' : 'told ahead';
}

type Outbox = Awaited<ReturnType<typeof startOutboxServer>>;

const arrivalsOf = (outboxes: readonly Outbox[], people: readonly number[]) =>
  outboxes.flatMap((outbox) =>
    people.flatMap((person) =>
      outbox.simulator
        .messages(person)
        .map(({ text, receivedAt }) => ({ outbox, person, kind: kindOf(text), receivedAt })),
    ),
  );

/** Of each kind, how many messages of a killed process somebody else sent again. */
function repeatedOf(killed: Outbox, arrivals: ReturnType<typeof arrivalsOf>) {
  const counts: Record<OtherKind, number> = { agenda: 0, 'told ahead': 0, notice: 0 };
  for (const first of arrivals.filter(({ outbox }) => outbox === killed)) {
    const isRepeated = arrivals.some(
      ({ outbox, person, kind, receivedAt }) =>
        outbox !== killed &&
        person === first.person &&
        kind === first.kind &&
        receivedAt > first.receivedAt,
    );
    if (isRepeated) counts[first.kind] += 1;
  }
  return counts;
}

/** Everybody got one of each kind at least, and what the notice counts is that everybody got it. */
async function expectNothingLost(
  people: readonly number[],
  arrivals: ReturnType<typeof arrivalsOf>,
): Promise<void> {
  for (const person of people) {
    const kinds = arrivals.filter((each) => each.person === person).map(({ kind }) => kind);
    expect([...new Set(kinds)].toSorted()).toEqual(KINDS);
  }
  expect(await listNotices(db, ADMIN)).toMatchObject([
    { state: 'done', recipients: PEOPLE, sent: PEOPLE, unreachable: 0, failed: 0 },
  ]);
}

test('five instances, one killed by kill -9 three times: nothing is lost of any kind, at most 64 repeated a kill, and all that no killed one had claimed is on time', async () => {
  const { people, fallDue } = await peopleForAllElse();
  const report = await killAtRandom({
    beside: {
      people: new Set(people),
      areServed,
      // A third of them in each round, and the notice from the first one on.
      fallDue: async (round, at) => {
        if (round === 0) await startNoticeToAll();
        await fallDue(people.slice(round * THIRD, (round + 1) * THIRD), at);
      },
    },
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

  // A random moment need not meet the other kinds; whatever it met, no more came again than the window of each kind.
  const arrivals = arrivalsOf(report.outboxes, people);
  await expectNothingLost(people, arrivals);
  for (const victim of report.victims) {
    const repeated = repeatedOf(victim, arrivals);
    for (const kind of KINDS) expect(repeated[kind]).toBeLessThanOrEqual(WINDOWS[kind]);
  }

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

test('one process killed by kill -9 with agendas, a notice and what is told ahead out and none of it answered: nothing is lost, and of each kind just what was out comes again', async () => {
  const { people, fallDue } = await peopleForAllElse();
  const out = { agenda: WINDOWS.agenda, notice: WINDOWS.notice, 'told ahead': PEOPLE };
  const isOut = (kind: OtherKind) =>
    arrivalsOf([killed], people).filter((each) => each.kind === kind).length === out[kind];
  const options = { databaseUrl: url, maxPerSecond: 1_000 };
  const killed = await startOutboxServer();
  const heir = await startOutboxServer();
  killed.simulator.fault({ kind: 'hold-answer' }, { method: 'sendMessage' });
  const instance = await startInstance({ ...options, telegram: killed.origin });
  try {
    // It gives way to what is told ahead, so it goes first.
    await startNoticeToAll();
    await until(() => isOut('notice'));
    await fallDue(people, new Date());
    await until(() => KINDS.every(isOut));
  } finally {
    await instance.kill();
  }
  // Of the leases only the end is waited for.
  for (const table of [dayPlans, noticeRecipients, reminders]) {
    await db.update(table).set({ leaseUntil: new Date() }).where(isNotNull(table.leaseUntil));
  }
  const other = await startInstance({ ...options, telegram: heir.origin });
  try {
    await until(areServed);
  } finally {
    await other.stop();
    await Promise.all([killed.stop(), heir.stop()]);
  }
  const arrivals = arrivalsOf([killed, heir], people);
  await expectNothingLost(people, arrivals);
  expect(repeatedOf(killed, arrivals)).toEqual(out);
  expect(arrivals).toHaveLength(KINDS.length * PEOPLE + out.agenda + out.notice + PEOPLE);
}, 120_000);
