import { and, eq, isNotNull, sql } from 'drizzle-orm';
import { createReminder, createUser } from '@/testing/builders';
import { until } from '@/testing/until';
import { testDatabase } from '@/testing/database';
import { createOutbox, type Outbox, runningClock, tickReminders } from '@/testing/outbox';
import { connect } from '../platform/db/client';
import { deliveries, reminders, users } from '../platform/db/schema';
import { claimDue } from './claim';
import { dueReminders, settleReminders } from './due';
import { runTick } from '../outbox/tick';
import { movedClock, watchedConnection } from '@/testing/moved-clock';
import { holdNags } from '../days/digest';

const { db, url } = testDatabase();

const NOON = new Date('2026-11-20T09:00:00Z');
const after = (ms: number) => new Date(NOON.getTime() + ms);

async function dueReminder(fields: Parameters<typeof createReminder>[2] = {}) {
  const user = await createUser(db);
  return createReminder(db, user.id, { dateTime: NOON, ...fields });
}
const tickAt = (instant: Date, outbox: Outbox) =>
  tickReminders({
    ...{ db, send: outbox.send, retract: outbox.retract, now: runningClock(instant) },
    ...{ deadline: after(60_000), horizonMs: 0, maxPerSecond: Infinity },
  });

/** A claimed reminder whose message is out. */
async function attempt() {
  const { id } = await dueReminder();
  const { claims } = await claimDue(db, { now: NOON, limit: 10 });
  const claim = claims.find((each) => each.id === id);
  if (!claim) throw new Error('not claimed');
  const result = { status: 'sent', messageId: 7 } as const;
  return { claim, result, began: NOON, at: NOON, earlierTry: 'none' } as const;
}
const rowOf = async (id: number) => {
  const [row] = await db.select().from(reminders).where(eq(reminders.id, id));
  if (!row) throw new Error('no such reminder');
  return row;
};

/** Every write to the ledger fails with this SQLSTATE until the trigger goes; a sequence is not rolled back. */
const breakLedger = (code: string) =>
  db.execute(sql`
    create sequence if not exists refusals;
    create or replace function refuse() returns trigger language plpgsql as
      ${sql.raw(`'begin perform nextval(''refusals''); raise exception ''no'' using errcode = ''${code}''; end'`)};
    create trigger refuse before insert on deliveries execute function refuse()`);
const hasRefused = async () => {
  const { rows } = await db.execute(sql`select 1 from refusals where is_called`);
  return rows.length > 0;
};
const mendLedger = async () => {
  await db.execute(sql`drop trigger if exists refuse on deliveries`);
};
afterEach(async () => {
  await mendLedger();
  await db.delete(users);
  await db.delete(deliveries);
});

test.each(['57014', '40P01', '40001', '25006', '53100', '53300', '08P01', 'XX000', '42501'])(
  'a passing fault (%s) ends no reminder: what was sent is kept and settled once it is over',
  async (code) => {
    const sent = await attempt();
    await breakLedger(code);
    await expect(settleReminders(db, [sent])).rejects.toThrow();
    expect(await rowOf(sent.claim.id)).toMatchObject({ deliveryState: 'scheduled' });
    await mendLedger();
    expect((await settleReminders(db, [sent])).strays).toEqual([]);
    expect(await rowOf(sent.claim.id)).toMatchObject({ nextFireAt: null, lastError: null });
  },
);

test('of two messages of one reminder that are settled together, the one whose lease ran out is a stray', async () => {
  const first = await attempt();
  const now = after(3_600_000);
  const { claims } = await claimDue(db, { now, limit: 10 });
  const again = claims.find(({ id }) => id === first.claim.id);
  if (!again) throw new Error('not claimed again');
  const second = { ...first, claim: again, result: { status: 'sent', messageId: 8 } as const };
  const { strays } = await settleReminders(db, [first, { ...second, began: now, at: now }]);
  expect(strays).toEqual([{ chatId: first.claim.userId, messageId: 7 }]);
  expect(await rowOf(first.claim.id)).toMatchObject({ liveMessageId: 8, leaseToken: null });
});

test('each of two messages of one reminder has its line, also where one of them is settled again', async () => {
  const first = await attempt();
  const now = after(3_600_000);
  const { claims } = await claimDue(db, { now, limit: 10 });
  const claim = claims.find(({ id }) => id === first.claim.id);
  if (!claim) throw new Error('not claimed again');
  await settleReminders(db, [first]);
  const result = { status: 'sent', messageId: 8 } as const;
  const second = { ...first, claim, result, began: now, at: now };
  await settleReminders(db, [{ ...first, earlierTry: 'unknown' }, second]);
  const lines = await db.select().from(deliveries);
  expect(lines.map(({ messageId }) => messageId).sort()).toEqual([7, 8]);
});

test('what lost its lease, was claimed anew and lost that one, too, is a stray', async () => {
  const first = await attempt();
  const claimAgain = async (now: Date) => {
    const { claims } = await claimDue(db, { now, limit: 10 });
    const again = claims.find(({ id }) => id === first.claim.id);
    if (!again) throw new Error('not claimed again');
    return again;
  };
  const anew = await claimAgain(after(3_600_000));
  expect((await settleReminders(db, [first])).strays).toHaveLength(1);
  await claimAgain(after(7_200_000));
  const settledAgain = { ...first, claim: anew, earlierTry: 'lost' } as const;
  const { strays } = await settleReminders(db, [settledAgain]);
  expect(strays).toEqual([{ chatId: first.claim.userId, messageId: 7 }]);
  expect(await db.select().from(deliveries)).toHaveLength(1);
});

test.each(['22003', '23514'])(
  'values that PostgreSQL refuses (%s) fail their row alone',
  async (code) => {
    const { id } = await dueReminder();
    const outbox = createOutbox();
    await breakLedger(code);
    await tickAt(after(1_000), outbox);
    expect(outbox.sent).toHaveLength(1);
    expect(await rowOf(id)).toMatchObject({ deliveryState: 'failed', lastError: 'unwritable' });
  },
);

test('a statement that is cancelled in mid-tick costs no reminder and no second message', async () => {
  const user = await createUser(db);
  const { id } = await createReminder(db, user.id, { dateTime: NOON });
  const other = connect(url, { max: 2 });
  let mended = Promise.resolve();
  const outbox = createOutbox(async () => {
    await db.execute(sql`drop sequence if exists refusals`);
    await breakLedger('57014');
    mended = until(hasRefused).then(mendLedger);
    return undefined;
  });
  const now = runningClock(after(1_000));
  const { counts } = await tickReminders({
    db: other.db,
    send: outbox.send,
    retract: outbox.retract,
    now,
    deadline: after(10_000),
    horizonMs: 0,
    maxPerSecond: Infinity,
  });
  await mended;
  await other.close();
  expect(counts).toMatchObject({ sent: 1, failed: 0 });
  expect(outbox.attempts).toHaveLength(1);
  expect(await rowOf(id)).toMatchObject({ nextFireAt: null, deliveryState: 'scheduled' });
});

test('a disk that is full for longer than a lease: what Telegram has taken is not sent again, however often it is claimed anew', async () => {
  const watched = watchedConnection(url);
  const clock = movedClock(after(1_000), watched);
  for (let i = 0; i < 40; i += 1) await dueReminder();
  const outbox = createOutbox();
  await breakLedger('53100');
  const ended = tickReminders({
    ...{ db: watched.db, send: outbox.send, retract: outbox.retract },
    ...{ now: clock.now, timers: clock, deadline: after(200_000), horizonMs: 100_000 },
    maxPerSecond: Infinity,
  });
  // Two leases run out meanwhile.
  await clock.advance(65_000);
  expect(await db.$count(reminders, isNotNull(reminders.leaseToken))).toBe(40);
  await mendLedger();
  expect((await clock.until(ended)).counts).toMatchObject({ sent: 40, withdrawn: 0 });
  expect(outbox.attempts).toHaveLength(40);
  expect(outbox.retracted).toEqual([]);
  expect(await db.$count(deliveries)).toBe(40);
  expect(await db.$count(reminders, isNotNull(reminders.openOccurrenceAt))).toBe(40);
  await watched.close();
});

test.each([
  ['a first send', {}],
  ['a message ahead', { dateTime: after(600_000), preAlerts: [10], nextFireAt: NOON }],
])(
  'the database takes what was settled, and its answer is lost: %s stands in the ledger once, and stays in the chat',
  async (_, fields) => {
    const { id } = await dueReminder(fields);
    const outbox = createOutbox();
    const kind = dueReminders({ send: outbox.send, hold: holdNags });
    let lost = 0;
    await runTick({
      db,
      kinds: [
        {
          ...kind,
          settle: async (...group: Parameters<typeof kind.settle>) => {
            const settled = await kind.settle(...group);
            lost += 1;
            if (lost === 1) throw new Error('the connection ended');
            return settled;
          },
        },
      ],
      retract: outbox.retract,
      now: runningClock(after(1_000)),
      ...{ deadline: after(60_000), horizonMs: 0, maxPerSecond: Infinity },
    });
    expect(lost).toBe(2);
    expect(outbox.attempts).toHaveLength(1);
    expect(outbox.retracted).toEqual([]);
    expect(await db.$count(deliveries, eq(deliveries.reminderId, id))).toBe(1);
    const notLeased = and(eq(reminders.id, id), sql`lease_token is null`);
    expect(await db.$count(reminders, notLeased)).toBe(1);
  },
);
