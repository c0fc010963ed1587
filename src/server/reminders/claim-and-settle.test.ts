import { and, eq, isNotNull, sql } from 'drizzle-orm';
import { createReminder, createUser } from '@/testing/builders';
import { endsWithin, until } from '@/testing/until';
import { testDatabase } from '@/testing/database';
import { createOutbox, type Outbox, runningClock, tickAt, tickReminders } from '@/testing/outbox';
import { movedClock } from '@/testing/moved-clock';
import { connect } from '../platform/db/client';
import { deliveries, reminders, users } from '../platform/db/schema';
import { claimDue } from './claim';
import { dueReminders, settleReminders } from './due';
import { runTick, type TickOptions } from '../outbox/tick';
import { holdNags } from '../days/digest';

describe('settling', () => {
  const { db, pool, url } = testDatabase();

  const NOON = new Date('2026-11-20T09:00:00Z');
  const after = (ms: number) => new Date(NOON.getTime() + ms);

  async function dueReminder(fields: Parameters<typeof createReminder>[2] = {}) {
    const user = await createUser(db);
    return createReminder(db, user.id, { dateTime: NOON, ...fields });
  }

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
    create trigger refuse before insert on deliveries for each row execute function refuse()`);
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

  test('a claim waits for nobody whose row is held: the others have their turn, and that one the next', async () => {
    const [held, free] = [await dueReminder(), await dueReminder()];
    const claimedIds = async () =>
      (await claimDue(db, { now: NOON, limit: 10 })).claims.map(({ id }) => id);
    await db.transaction(async (tx) => {
      await tx.select().from(users).where(eq(users.id, held.userId)).for('no key update');
      const claiming = claimedIds();
      expect(await endsWithin(20_000, claiming)).toBe(true);
      expect(await claiming).toEqual([free.id]);
    });
    expect(await claimedIds()).toEqual([held.id]);
  });

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

  test.each(['none', 'lost', 'unknown'] as const)(
    'a message sent again whose lease is gone is a stray, and the earlier one stays (tried before: %s)',
    async (earlierTry) => {
      const sent = await attempt();
      const firing = { ...sent.claim.firing, kind: 'nag' } as const;
      const claim = { ...sent.claim, firing, liveMessageId: 5 };
      await db
        .update(reminders)
        .set({ leaseToken: null, leaseUntil: null })
        .where(eq(reminders.id, claim.id));
      const { strays } = await settleReminders(db, [{ ...sent, claim, earlierTry }]);
      expect(strays).toEqual([{ chatId: claim.userId, messageId: 7 }]);
    },
  );

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
    'values that PostgreSQL refuses (%s) put back their row alone, as it was',
    async (code) => {
      const { id } = await dueReminder();
      const outbox = createOutbox();
      await breakLedger(code);
      await tickAt(db, after(1_000), outbox);
      expect(outbox.sent).toHaveLength(1);
      expect(await rowOf(id)).toMatchObject({
        ...{ deliveryState: 'scheduled', lastError: 'broken', attempts: 1 },
        ...{ leaseToken: null, openOccurrenceAt: null },
      });
      await mendLedger();
      await tickAt(db, after(120_000), outbox);
      expect(outbox.attempts).toHaveLength(1);
      expect(await rowOf(id)).toMatchObject({ lastError: null, openOccurrenceAt: NOON });
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
      deadline: after(600_000),
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
    const clock = movedClock(after(1_000), pool);
    for (let i = 0; i < 12; i += 1) await dueReminder();
    const outbox = createOutbox();
    await breakLedger('53100');
    const ended = tickReminders({
      ...{ db, send: outbox.send, retract: outbox.retract },
      ...{ now: clock.now, timers: clock, deadline: after(200_000), horizonMs: 100_000 },
      maxPerSecond: Infinity,
    });
    // Two leases run out meanwhile.
    await clock.advance(65_000);
    expect(await db.$count(reminders, isNotNull(reminders.leaseToken))).toBe(12);
    await mendLedger();
    expect((await clock.until(ended)).counts).toMatchObject({ sent: 12, withdrawn: 0 });
    expect(outbox.attempts).toHaveLength(12);
    expect(outbox.retracted).toEqual([]);
    expect(await db.$count(deliveries)).toBe(12);
    expect(await db.$count(reminders, isNotNull(reminders.openOccurrenceAt))).toBe(12);
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
});

describe('rounds', () => {
  const { db, pool } = testDatabase();

  const NOON = new Date('2026-11-20T09:00:00Z');
  const after = (ms: number) => new Date(NOON.getTime() + ms);
  const MINUTE = 60_000;

  interface Run extends Partial<Omit<TickOptions, 'kinds'>> {
    from?: Date;
    forMs?: number;
    instances?: number;
  }

  /** Delivers until nothing is left to wait for; answers when each reminder went out. */
  async function deliver(
    outbox: Outbox,
    { from = NOON, forMs = 60_000, instances = 1, ...options }: Run = {},
  ) {
    const clock = movedClock(from, pool);
    const sentAt = new Map<number, number>();
    const tick = {
      db,
      ...outbox,
      send: (...[message, signal]: Parameters<Outbox['send']>) => {
        sentAt.set(message.reminderId, +clock.now());
        return outbox.send(message, signal);
      },
      now: clock.now,
      timers: clock,
      deadline: new Date(+from + forMs),
      horizonMs: forMs,
      maxPerSecond: Infinity,
      ...options,
    };
    await clock.until(Promise.all(Array.from({ length: instances }, () => tickReminders(tick))));
    return sentAt;
  }

  /** Somebody with so many reminders. */
  async function person(count: number, fields: Partial<typeof reminders.$inferInsert> = {}) {
    const { id } = await createUser(db);
    const ids: number[] = [];
    for (let i = 0; i < count; i += 1) {
      ids.push((await createReminder(db, id, { dateTime: NOON, ...fields })).id);
    }
    return { chatId: id, ids };
  }

  const chatsOf = (outbox: Outbox) => outbox.attempts.map(({ chatId }) => chatId);

  beforeEach(async () => {
    await db.delete(users);
    await db.delete(deliveries);
    await db.execute(sql`update pace set next_slot_at = now(), halted_until = null`);
  });

  test('nobody gets a second message before everybody has a first, nor a third before the second', async () => {
    const heavy = [await person(6), await person(6), await person(6)].map(({ chatId }) => chatId);
    const lone = await person(1);
    const outbox = createOutbox();
    const sentAt = await deliver(outbox, { maxPerSecond: 4 });
    const order = chatsOf(outbox);
    expect(order.slice(0, 4).sort()).toEqual([...heavy, lone.chatId].sort());
    for (let i = 4; i < 19; i += 3) expect(order.slice(i, i + 3).sort()).toEqual(heavy);
    expect(sentAt.size).toBe(19);
    expect(order).toHaveLength(19);
  });

  test('whoever comes later is served at once, with two instances', async () => {
    for (let i = 0; i < 12; i += 1) await person(8);
    const later = await Promise.all([4_000, 7_000].map((ms) => person(1, { dateTime: after(ms) })));
    const outbox = createOutbox();
    const sentAt = await deliver(outbox, { instances: 2, maxPerSecond: 6, forMs: 12_000 });
    for (const [i, dueMs] of [4_000, 7_000].entries()) {
      const at = sentAt.get(later[i]?.ids[0] ?? NaN) ?? Infinity;
      expect(at - +after(dueMs)).toBeLessThanOrEqual(2_000);
    }
    // Nobody else's turn was wasted meanwhile.
    expect(outbox.sent.length).toBeGreaterThanOrEqual(6 * 11);
    expect(sentAt.size).toBe(outbox.attempts.length);
  });

  test('re-sends and what is told ahead come behind first sends', async () => {
    const before = after(-9 * MINUTE);
    await person(1, { dateTime: before, floodInterval: 5 });
    await deliver(createOutbox(), { from: before, forMs: 1_000 });
    const ahead = { nextFireAt: after(-MINUTE), preAlerts: [31] };
    await person(1, { dateTime: after(30 * MINUTE), ...ahead });
    const { chatId } = await person(2);
    const outbox = createOutbox();
    await deliver(outbox, { maxPerSecond: 3, forMs: 5_000 });
    expect(chatsOf(outbox)[0]).toBe(chatId);
    const kinds = outbox.attempts.map(({ firing }) => firing.kind);
    expect(kinds.sort()).toEqual(['first', 'first', 'nag', 'pre-alert']);
  });

  test('of many re-sends nobody gets a second before everybody has a first', async () => {
    const before = after(-5 * MINUTE);
    const flood = {
      ...{ dateTime: before, nextFireAt: NOON, floodInterval: 5 },
      ...{ openOccurrenceAt: before, waitingSince: before },
    };
    const people = [await person(20, flood), await person(20, flood), await person(20, flood)];
    const outbox = createOutbox();
    await deliver(outbox, { maxPerSecond: 4, forMs: 4_000 });
    const order = chatsOf(outbox);
    for (let i = 0; i < 9; i += 3) {
      expect(order.slice(i, i + 3).sort()).toEqual(people.map(({ chatId }) => chatId));
    }
  });

  test('what waits for its turn is claimed by any instance, and soon by a release that knows no turns', async () => {
    const { ids } = await person(12);
    await claimDue(db, { now: NOON, limit: 4 });
    const waiting = await db
      .select()
      .from(reminders)
      .where(sql`${reminders.notBefore} is not null`);
    expect(waiting).toHaveLength(11);
    for (const { dueAt } of waiting) expect(+(dueAt ?? NaN)).toBeLessThan(+after(10 * MINUTE));
    const outbox = createOutbox();
    const sentAt = await deliver(outbox, { from: after(31_000), instances: 2, maxPerSecond: 4 });
    expect([...sentAt.keys()].sort()).toEqual(ids.sort());
    expect(outbox.attempts).toHaveLength(12);
  });

  test('a failed attempt is tried again in its time, whatever waits of the same person', async () => {
    const { ids } = await person(3);
    let refuses = true;
    const outbox = createOutbox(() => {
      const answer = refuses ? ({ status: 'refused', code: '400' } as const) : undefined;
      refuses = false;
      return answer;
    });
    const sentAt = await deliver(outbox, { forMs: 15_000 });
    expect([...sentAt.keys()].sort()).toEqual(ids.sort());
    expect(outbox.sent).toHaveLength(3);
  });
});
