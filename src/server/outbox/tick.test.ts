import { EventEmitter, once } from 'node:events';
import { eq, sql } from 'drizzle-orm';
import { FLOOD_RESENDS_MAX } from '@/core/limits';
import { createReminder, createUser } from '@/testing/builders';
import { testDatabase } from '@/testing/database';
import { type MovedClock, movedClock } from '@/testing/moved-clock';
import { createOutbox, type Outbox, runningClock, tickReminders } from '@/testing/outbox';
import { until } from '@/testing/until';
import { type Attachment } from '../platform/attachment';
import { deliveries, occurrences, reminders, users } from '../platform/db/schema';
import { pressInChat, takeBackLast } from '../reminders/chat-acts';
import type * as ClaimModule from '../reminders/claim';
import { claimDue, nextClaimAt } from '../reminders/claim';
import { readHalt } from './pace';
import { PATIENCE } from './verdict';
import { parkUser, resumeUser } from './reachability';
import { type Claim, type Kind, SendWindow, UNSETTLED_MAX } from './kind';
import { Breaker } from './queue';
import { runTick, type TickOptions } from './tick';
import { realTimers } from './clock';

jest.mock('../reminders/claim', () => {
  const claim = jest.requireActual<typeof ClaimModule>('../reminders/claim');
  return { ...claim, nextClaimAt: jest.fn(claim.nextClaimAt) };
});

const { db, pool } = testDatabase();

const NOON = new Date('2026-11-20T09:00:00Z');
const after = (ms: number) => new Date(NOON.getTime() + ms);
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const ATTEMPTS_MAX = PATIENCE.reminder.unanswered.attemptsMax;

/** A clock that stands still until a tick waits for it. */
const clockFrom = (start: Date) => movedClock(start, pool);

type Options = Partial<Omit<TickOptions, 'kinds'>> & { clock?: MovedClock };

function startTick(outbox: Outbox, { clock = clockFrom(NOON), ...options }: Options = {}) {
  const now = options.now ?? clock.now;
  return tickReminders({
    db,
    send: outbox.send,
    retract: outbox.retract,
    now,
    timers: clock,
    deadline: new Date(now().getTime() + 10_000),
    horizonMs: 0,
    maxPerSecond: Infinity,
    ...options,
  });
}

/** A tick from its start to its end, on a clock that moves on as soon as there is nothing else to do. */
async function tick(outbox: Outbox, { clock = clockFrom(NOON), ...options }: Options = {}) {
  const { counts } = await clock.until(startTick(outbox, { clock, ...options }));
  return counts;
}

const rowOf = async (id: number) => {
  const [row] = await db.select().from(reminders).where(eq(reminders.id, id));
  if (!row) throw new Error('no such reminder');
  return row;
};
const ledgerOf = (id: number) =>
  db.select().from(deliveries).where(eq(deliveries.reminderId, id)).orderBy(deliveries.id);
const photos = (count: number): Attachment => ({
  items: Array.from({ length: count }, (_, i) => ({ kind: 'photo', messageId: i + 1 })),
});
const sentIds = (outbox: Outbox) => outbox.sent.map((each) => each.reminderId);

/** A reminder of a user of its own. */
async function due(fields: Partial<typeof reminders.$inferInsert> = {}) {
  const user = await createUser(db);
  return createReminder(db, user.id, { dateTime: NOON, ...fields });
}

beforeEach(async () => {
  await db.delete(users);
  await db.delete(deliveries);
  await db.execute(
    sql`update pace set next_slot_at = now(), halted_until = null, refused_since = null`,
  );
});

/** One after the other: a crowd of them would wait for a connection for longer than the product does. */
async function manyDue(
  count: number,
  fields: Partial<typeof reminders.$inferInsert> = {},
): Promise<Awaited<ReturnType<typeof due>>[]> {
  const made: Awaited<ReturnType<typeof due>>[] = [];
  while (made.length < count) made.push(await due(fields));
  return made;
}

const gapsOf = (sent: readonly { at: number }[]): number[] =>
  sent.slice(1).map((each, i) => each.at - (sent[i]?.at ?? NaN));

describe('what is due', () => {
  test('goes out once, is settled, and stands in the ledger', async () => {
    const reminder = await due();
    const outbox = createOutbox();
    expect(await tick(outbox)).toMatchObject({ sent: 1 });
    expect(sentIds(outbox)).toEqual([reminder.id]);
    expect(await rowOf(reminder.id)).toMatchObject({
      completed: false,
      nextFireAt: null,
      openOccurrenceAt: NOON,
      waitingSince: (await ledgerOf(reminder.id))[0]?.sentAt,
      leaseToken: null,
      liveMessageId: outbox.sent[0]?.messageId,
    });
    expect(await ledgerOf(reminder.id)).toMatchObject([
      { kind: 'first', outcome: 'sent', occurrenceAt: NOON, userId: reminder.userId },
    ]);
    expect(await tick(outbox)).toMatchObject({ sent: 0 });
  });

  test('the tick ends with the last of it: its own leases are nothing to wait for', async () => {
    await Promise.all(Array.from({ length: 40 }, () => due()));
    const clock = clockFrom(NOON);
    await tick(createOutbox(), { clock, horizonMs: MINUTE, deadline: after(MINUTE) });
    // The next look would come after a second.
    expect(clock.elapsed()).toBeLessThan(950);
  });

  test('the tick ends with the last of it, also when a look at the queue outlasts the lease', async () => {
    const nineBefore = after(-9 * MINUTE);
    await due({ dateTime: nineBefore, floodInterval: 5 });
    const first = createOutbox();
    await tick(first, { clock: clockFrom(nineBefore) });

    const events = new EventEmitter();
    const looked = once(events, 'looked');
    const settled = once(events, 'settled');
    const { nextClaimAt: realLook } = jest.requireActual<typeof ClaimModule>('../reminders/claim');
    jest.mocked(nextClaimAt).mockImplementationOnce(async (...args) => {
      const seen = await realLook(...args);
      events.emit('looked');
      await settled;
      return seen;
    });
    const outbox = createOutbox(async () => {
      await looked;
      return undefined;
    });
    const clock = clockFrom(NOON);
    await tick(
      {
        ...outbox,
        // The message that a re-send replaces is retracted once the re-send is settled.
        retract: (...args) => {
          events.emit('settled');
          return outbox.retract(...args);
        },
      },
      { clock, horizonMs: MINUTE, deadline: after(MINUTE) },
    );
    expect(outbox.retracted).toEqual(first.sent.map((each) => each.messageId));
    expect(clock.elapsed()).toBeLessThan(950);
  });

  test('goes out oldest first, and first sends before re-sends', async () => {
    const nag = await due({ dateTime: after(-9 * MINUTE), floodInterval: 5 });
    await tick(createOutbox(), { clock: clockFrom(after(-9 * MINUTE)) });
    const younger = await due({ dateTime: after(-MINUTE) });
    const older = await due({ dateTime: after(-2 * MINUTE) });
    const outbox = createOutbox();
    await tick(outbox, { maxPerSecond: 100 });
    expect(sentIds(outbox)).toEqual([older.id, younger.id, nag.id]);
  });

  test('goes out once however many ticks run at once', async () => {
    const all = await manyDue(150);
    const outbox = createOutbox();
    // On one clock: of five one may run ahead by more than a lease.
    const clock = clockFrom(NOON);
    await clock.until(Promise.all(Array.from({ length: 5 }, () => startTick(outbox, { clock }))));
    expect(sentIds(outbox).sort()).toEqual(all.map((each) => each.id).sort());
  });

  test('does not include what was deleted, parked or given up', async () => {
    await due({ deletedAt: NOON });
    await due({ deliveryState: 'parked' });
    await due({ deliveryState: 'failed' });
    const outbox = createOutbox();
    await tick(outbox);
    expect(outbox.attempts).toEqual([]);
  });

  test('is taken over when its holder died, once the lease has run out', async () => {
    const reminder = await due();
    await claimDue(db, { now: NOON, limit: 10 });
    const outbox = createOutbox();
    await tick(outbox, { clock: clockFrom(after(1_000)) });
    expect(outbox.attempts).toEqual([]);
    await tick(outbox, { clock: clockFrom(after(31_000)) });
    expect(sentIds(outbox)).toEqual([reminder.id]);
  });

  test('is not claimed from its holder by an instance whose clock is behind, or whose claim was slow to arrive', async () => {
    await due();
    const claimed = await claimDue(db, { now: after(200), limit: 10 });
    expect(claimed.claims).toHaveLength(1);
    expect((await claimDue(db, { now: NOON, limit: 10 })).claims).toEqual([]);
    expect(await nextClaimAt(db, NOON)).toEqual(claimed.claims[0]?.leaseUntil);
  });

  test('is not held up by a lease, a slot or a halt from a clock that was set back', async () => {
    const reminder = await due();
    await db.update(users).set({ chatFreeAt: after(60 * MINUTE) });
    await db
      .update(reminders)
      .set({ leaseToken: crypto.randomUUID(), leaseUntil: after(60 * MINUTE) });
    const inAnHour = after(60 * MINUTE).toISOString();
    await db.execute(sql`update pace set next_slot_at = ${inAnHour}, halted_until = ${inAnHour}`);
    const outbox = createOutbox();
    await tick(outbox, { maxPerSecond: 10 });
    expect(sentIds(outbox)).toEqual([reminder.id]);
  });
});

describe('a tick', () => {
  test('ends at once when nothing falls due within its horizon', async () => {
    await due({ dateTime: after(20_000) });
    const clock = clockFrom(NOON);
    await tick(createOutbox(), { clock, horizonMs: 5_000 });
    expect(clock.elapsed()).toBeLessThan(1_000);
  });

  test('waits for what falls due within its horizon and sends it at its second', async () => {
    const clock = clockFrom(NOON);
    await due({ dateTime: after(1_200) });
    const sentAt: Date[] = [];
    const outbox = createOutbox(() => {
      sentAt.push(clock.now());
      return undefined;
    });
    await tick(outbox, { clock, horizonMs: 5_000 });
    const late = (sentAt[0]?.getTime() ?? NaN) - after(1_200).getTime();
    expect(late).toBeGreaterThanOrEqual(0);
    expect(late).toBeLessThan(500);
  });

  test('finds what another instance created while it was waiting', async () => {
    await due({ dateTime: after(4_000) });
    const outbox = createOutbox();
    const clock = clockFrom(NOON);
    const waiting = startTick(outbox, { clock, horizonMs: 5_000 });
    await clock.rest();
    const created = await due({ dateTime: after(100) });
    await clock.until(waiting);
    expect(sentIds(outbox)[0]).toBe(created.id);
  });

  test('claims nothing after its deadline', async () => {
    await due();
    const outbox = createOutbox();
    await tick(outbox, { deadline: NOON });
    expect(outbox.attempts).toEqual([]);
  });

  test('ends, and has nothing in hand, where the database went away between a claim and its slots', async () => {
    const givenBack: string[] = [];
    const answers = {
      send: (): Promise<null> => Promise.resolve(null),
      settle: () => Promise.resolve({}),
      settleUnwritable: () => Promise.resolve({}),
      release: (_: unknown, claims: readonly Claim[]) => {
        givenBack.push(...claims.map(({ key }) => key));
        return Promise.resolve();
      },
    };
    let isAway = false;
    const first: Kind = {
      ...answers,
      name: 'first',
      claim: () =>
        isAway ? Promise.reject(new Error('away')) : Promise.resolve({ claims: [], found: 0 }),
    };
    const second: Kind = {
      ...answers,
      name: 'second',
      heldMax: 8,
      claim: async () => {
        isAway = true;
        await db.execute(sql`alter table pace rename to pace_away`);
        const leased = { leaseUntil: after(30_000), chatFreeAt: NOON, messages: 1 };
        return { claims: [{ key: 'digest', token: 'token', userId: 1, ...leased }], found: 1 };
      },
    };
    const clock = clockFrom(NOON);
    const window = new SendWindow();
    const { retract } = createOutbox();
    try {
      const ticking = runTick({
        ...{ db, kinds: [first, second], window, retract, now: clock.now, timers: clock },
        ...{ deadline: after(2_000), horizonMs: 0, keepLooking: true, maxPerSecond: 30 },
      });
      await expect(clock.until(ticking)).rejects.toThrow('away');
    } finally {
      await db.execute(sql`alter table if exists pace_away rename to pace`);
    }
    expect(givenBack).toEqual(['digest']);
    expect(window.room(second)).toBe(8);
  });

  test('that is stopped finishes what is on its way and gives back the rest', async () => {
    const all = await Promise.all(Array.from({ length: 90 }, () => due()));
    const stopping = new AbortController();
    const outbox = createOutbox(() => {
      stopping.abort();
      return undefined;
    });
    const counts = await tick(outbox, { stop: stopping.signal });
    expect(counts.sent).toBe(outbox.sent.length);
    expect(outbox.sent.length).toBeLessThan(all.length);
    const leased = await db
      .select()
      .from(reminders)
      .where(sql`${reminders.leaseToken} is not null`);
    expect(leased).toEqual([]);
    await tick(outbox);
    expect(sentIds(outbox).sort()).toEqual(all.map((each) => each.id).sort());
  });

  test.each([
    ['messages', 64, null],
    ['messages of albums, each counted,', 16, photos(3)],
  ])('never has more than 64 %s out and unsettled', async (_, attemptsMax, attachment) => {
    await manyDue(100, { attachment });
    const outbox = createOutbox();
    let holder = 0;
    let released = false;
    const lock = db.transaction(async (tx) => {
      await tx.execute(sql`lock table ${deliveries} in exclusive mode`);
      const { rows } = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
      holder = rows[0]?.pid ?? 0;
      await until(() => released);
    });
    await until(() => holder > 0);
    // On real time: the transaction above leaves no moment at which everybody rests.
    const ticking = startTick(outbox, { now: runningClock(NOON), timers: realTimers });
    const settlementsWait = async () => {
      const waiting = await db.execute(sql`
        select from pg_stat_activity where ${holder}::int = any(pg_blocking_pids(pid))`);
      return waiting.rows.length > 0;
    };
    await until(async () => outbox.attempts.length >= attemptsMax && (await settlementsWait()));
    // A claim takes three questions: many more would have been claimed and sent while all these are answered.
    for (let asked = 0; asked < 50; asked += 1) await db.execute(sql`select 1`);
    expect(outbox.attempts).toHaveLength(attemptsMax);
    released = true;
    await Promise.all([lock, ticking]);
    expect(outbox.sent).toHaveLength(100);
  });
});

describe('a change by the user during the send', () => {
  /** Runs `change` while the message is on its way. */
  const duringSend = (change: (messageIdToBe: number) => Promise<unknown>) =>
    createOutbox(async () => {
      await change(0);
      return undefined;
    });

  test('edit: the edit stands, and the message is retracted', async () => {
    const reminder = await due();
    const edited = after(3_600_000);
    const outbox = duringSend(() =>
      db
        .update(reminders)
        .set({
          text: 'Другое',
          dateTime: edited,
          nextFireAt: edited,
          leaseToken: null,
          leaseUntil: null,
        })
        .where(eq(reminders.id, reminder.id)),
    );
    expect(await tick(outbox)).toMatchObject({ sent: 0, withdrawn: 1 });
    expect(await rowOf(reminder.id)).toMatchObject({ nextFireAt: edited, completed: false });
    expect(outbox.retracted).toEqual([outbox.sent[0]?.messageId]);
    expect(await ledgerOf(reminder.id)).toMatchObject([{ outcome: 'sent' }]);
  });

  test('delete: the message is retracted', async () => {
    const reminder = await due({ floodInterval: 5 });
    const outbox = duringSend(() =>
      db
        .update(reminders)
        .set({ deletedAt: NOON, leaseToken: null, leaseUntil: null })
        .where(eq(reminders.id, reminder.id)),
    );
    await tick(outbox);
    expect(outbox.retracted).toEqual([outbox.sent[0]?.messageId]);
    expect((await rowOf(reminder.id)).deletedAt).toEqual(NOON);
  });

  test('delete: what came with the message is retracted with it', async () => {
    const reminder = await due({ attachment: photos(2) });
    const outbox = createOutbox(async () => {
      await db
        .update(reminders)
        .set({ deletedAt: NOON, leaseToken: null, leaseUntil: null })
        .where(eq(reminders.id, reminder.id));
      const brought = { scheduledAt: NOON.getTime(), steps: 1, messageIds: [501, 502] };
      return { status: 'sent', messageId: 503, brought };
    });
    expect(await tick(outbox)).toMatchObject({ sent: 0, withdrawn: 1 });
    expect(outbox.retracted).toEqual([501, 502, 503]);
  });

  test('«Готово» on the earlier copy: it stays done, the new copy is retracted', async () => {
    const reminder = await due({ floodInterval: 5 });
    const first = createOutbox();
    await tick(first);
    const messageId = first.sent[0]?.messageId ?? 0;
    const press = { userId: reminder.userId, reminderId: reminder.id, occurrenceAt: NOON };
    const now = after(6 * MINUTE);
    const outbox = duringSend(() => pressInChat(db, { button: 'done', ...press, messageId, now }));
    await tick(outbox, { clock: clockFrom(now) });
    expect(outbox.retracted).toEqual([outbox.sent[0]?.messageId]);
    expect(await rowOf(reminder.id)).toMatchObject({ completed: true, liveMessageId: messageId });
  });

  test('«Готово» on the very message that is not settled yet: it is done, and the message stays', async () => {
    const reminder = await due({ floodInterval: 5 });
    const press = { userId: reminder.userId, reminderId: reminder.id, occurrenceAt: NOON };
    const outbox = createOutbox(async () => {
      await pressInChat(db, { button: 'done', ...press, messageId: 77, now: after(2_000) });
      return { status: 'sent', messageId: 77 };
    });
    await tick(outbox, { clock: clockFrom(after(1_000)) });
    expect(outbox.retracted).toEqual([]);
    expect(await rowOf(reminder.id)).toMatchObject({ completed: true, nextFireAt: null });
  });

  test('«Готово» under a message that is not settled yet: what waited till then is over, unanswered, as with any send', async () => {
    const [yesterday, rule] = [after(-24 * HOUR), { every: 1, unit: 'DAY' } as const];
    const reminder = await due({
      ...{ rule, text: '- молоко\n- хлеб', ticked: ['молоко'] },
      ...{ openOccurrenceAt: yesterday, waitingSince: yesterday },
    });
    const target = { userId: reminder.userId, reminderId: reminder.id, now: after(2_000) };
    const outbox = createOutbox(async () => {
      await pressInChat(db, { button: 'done', ...target, occurrenceAt: NOON, messageId: 77 });
      return { status: 'sent', messageId: 77 };
    });
    await tick(outbox, { clock: clockFrom(after(1_000)) });
    expect(outbox.retracted).toEqual([]);
    const history = () => {
      const { reminderId, occurrenceAt, outcome, cameAt, ticked } = occurrences;
      const rows = db.select({ occurrenceAt, outcome, cameAt, ticked }).from(occurrences);
      return rows.where(eq(reminderId, reminder.id)).orderBy(occurrenceAt);
    };
    const replaced = {
      ...{ occurrenceAt: yesterday, outcome: 'unanswered' },
      ...{ cameAt: yesterday, ticked: ['молоко'] },
    };
    const came = { occurrenceAt: NOON, cameAt: after(2_000), ticked: null };
    expect(await history()).toEqual([replaced, { ...came, outcome: 'done' }]);
    // Taken back, the message in the chat waits.
    expect(await takeBackLast(db, { ...target, now: after(MINUTE) })).toBe(true);
    expect(await history()).toEqual([replaced]);
    expect(await rowOf(reminder.id)).toMatchObject({ openOccurrenceAt: NOON, ticked: null });
  });

  test('/delete: nothing of the user is written again', async () => {
    const reminder = await due();
    const outbox = duringSend(() => db.delete(users).where(eq(users.id, reminder.userId)));
    await tick(outbox);
    expect(await db.$count(deliveries)).toBe(0);
    expect(outbox.retracted).toEqual([outbox.sent[0]?.messageId]);
  });
});

describe('flood', () => {
  test('puts the new copy out first and then takes the previous one back, up to the last', async () => {
    const reminder = await due({ floodInterval: 5 });
    const outbox = createOutbox();
    for (let i = 0; i <= FLOOD_RESENDS_MAX + 1; i += 1) {
      await tick(outbox, { clock: clockFrom(after(i * 6 * MINUTE)) });
    }
    expect(outbox.sent).toHaveLength(1 + FLOOD_RESENDS_MAX);
    expect(outbox.retracted).toEqual(outbox.sent.slice(0, -1).map((each) => each.messageId));
    expect(outbox.attempts.map((each) => each.firing.last).indexOf(true)).toBe(FLOOD_RESENDS_MAX);
    expect(await rowOf(reminder.id)).toMatchObject({
      completed: false,
      nextFireAt: null,
      waitingSince: (await ledgerOf(reminder.id))[0]?.sentAt,
    });
  });
});

describe('a failed send', () => {
  /** A wait of one chat that Telegram was seen to ask for. */
  const FLOOD_WAIT_S = 10_000;

  test('429: its chat waits, with all its reminders and none of their attempts; everybody else is served', async () => {
    const flooded = await createUser(db);
    const own = await Promise.all(
      [0, 1, 2].map(() => createReminder(db, flooded.id, { dateTime: NOON })),
    );
    const others = await Promise.all(Array.from({ length: 5 }, () => due()));
    let silent = true;
    const outbox = createOutbox(({ chatId }) =>
      silent && chatId === flooded.id
        ? { status: 'rate-limited', retryAfterS: FLOOD_WAIT_S }
        : undefined,
    );
    expect(await tick(outbox, { horizonMs: 4_000 })).toMatchObject({ sent: 5, retried: 1 });
    expect(sentIds(outbox).sort()).toEqual(others.map((each) => each.id).sort());
    const later = await due({ dateTime: after(HOUR) });
    await tick(outbox, { clock: clockFrom(after(HOUR)), horizonMs: 4_000 });
    expect(sentIds(outbox)).toContain(later.id);
    // One refused send, and no other was tried.
    expect(outbox.attempts).toHaveLength(7);
    for (const { id } of own) {
      expect(await rowOf(id)).toMatchObject({ attempts: 0, deliveryState: 'scheduled' });
    }

    silent = false;
    const over = after(FLOOD_WAIT_S * 1_000 + 1_000);
    await tick(outbox, { clock: clockFrom(over), horizonMs: 5_000 });
    expect(sentIds(outbox)).toEqual(expect.arrayContaining(own.map((each) => each.id)));
  });

  test('429: a wait of a second within the horizon is waited out', async () => {
    await due();
    let refused = false;
    const outbox = createOutbox(() => {
      if (refused) return undefined;
      refused = true;
      return { status: 'rate-limited', retryAfterS: 1 };
    });
    expect(await tick(outbox, { horizonMs: 5_000 })).toMatchObject({ sent: 1, retried: 1 });
  });

  test('429 from several chats within seconds: all sending halts, on every instance, for a minute at most', async () => {
    await Promise.all(Array.from({ length: 3 }, () => due()));
    const flooding = createOutbox(() => ({ status: 'rate-limited', retryAfterS: FLOOD_WAIT_S }));
    await tick(flooding);
    const haltedUntil = await readHalt(db, NOON);
    expect(haltedUntil?.getTime()).toBeGreaterThan(after(50_000).getTime());
    expect(haltedUntil?.getTime()).toBeLessThanOrEqual(after(62_000).getTime());
    const other = await due({ dateTime: after(5_000) });
    const outbox = createOutbox();
    await tick(outbox, { clock: clockFrom(after(10_000)) });
    expect(outbox.attempts).toEqual([]);
    await tick(outbox, { clock: clockFrom(after(63_000)) });
    expect(sentIds(outbox)).toEqual([other.id]);
  });

  test('429 from several chats, minutes apart: nobody else waits', async () => {
    for (const minutes of [0, 1, 2]) {
      await due({ dateTime: after(minutes * MINUTE) });
      const flooding = createOutbox(() => ({ status: 'rate-limited', retryAfterS: FLOOD_WAIT_S }));
      await tick(flooding, { clock: clockFrom(after(minutes * MINUTE)) });
    }
    expect(await readHalt(db, NOON)).toBeNull();
  });

  test('403: all reminders of the user wait, other users are served, and /start brings them late', async () => {
    const gone = await createUser(db);
    const [oneShot, , series] = [
      await createReminder(db, gone.id, { dateTime: NOON }),
      await createReminder(db, gone.id, { dateTime: after(2 * MINUTE) }),
      await createReminder(db, gone.id, {
        dateTime: after(3 * MINUTE),
        rule: { every: 1, unit: 'DAY' },
      }),
    ];
    const other = await due();
    let blocked = true;
    const outbox = createOutbox((message) =>
      blocked && message.chatId === gone.id ? { status: 'unreachable', code: '403' } : undefined,
    );
    expect(await tick(outbox)).toMatchObject({ sent: 1, parked: 1 });
    expect(sentIds(outbox)).toEqual([other.id]);
    expect((await rowOf(series.id)).deliveryState).toBe('parked');
    const back = after(3 * 24 * 60 * MINUTE);
    await tick(outbox, { clock: clockFrom(back) });
    expect(outbox.attempts).toHaveLength(2);

    blocked = false;
    await resumeUser(db, gone.id, back);
    await tick(outbox, { clock: clockFrom(back), horizonMs: 5_000 });
    const late = outbox.attempts.slice(2);
    expect(late.every((each) => each.firing.late)).toBe(true);
    expect(late).toHaveLength(3);
    expect(late[0]?.reminderId).toBe(oneShot.id);
    expect(late.find((each) => each.reminderId === series.id)?.firing.occurrenceAt).toEqual(
      after(2 * 24 * 60 * MINUTE + 3 * MINUTE),
    );
  });

  test('a 403 that comes after its user is back parks nothing: the reminder is sent again', async () => {
    const reminder = await due();
    const clock = clockFrom(NOON);
    let sends = 0;
    const outbox = createOutbox(async ({ chatId }) => {
      sends += 1;
      if (sends > 1) return undefined;
      // Unblocked while the refusal was on its way.
      await resumeUser(db, chatId, new Date(clock.now().getTime() + 1));
      return { status: 'unreachable', code: '403' };
    });
    await tick(outbox, { clock, horizonMs: 9_000 });
    expect(sentIds(outbox)).toEqual([reminder.id]);
    const [user] = await db.select().from(users).where(eq(users.id, reminder.userId));
    expect(user?.unreachableSince).toBeNull();
  });

  test('a 403 to a send that began before its user was back parks nothing, however late it comes', async () => {
    const { userId, id } = await due();
    await resumeUser(db, userId, after(1_000));
    await parkUser(db, { userId, began: NOON, at: after(2_000) });
    const [user] = await db.select().from(users).where(eq(users.id, userId));
    expect(user?.unreachableSince).toBeNull();
    expect((await rowOf(id)).deliveryState).toBe('scheduled');
  });

  test('a 403 that parks nobody, since a clock that was ahead has dated the return, is not repeated each second', async () => {
    const { userId, id } = await due();
    await resumeUser(db, userId, after(60 * MINUTE));
    const outbox = createOutbox(() => ({ status: 'unreachable', code: '403' }));
    await tick(outbox, { horizonMs: 9_000 });
    expect((await rowOf(id)).deliveryState).toBe('scheduled');
    expect(outbox.attempts.length).toBeGreaterThan(1);
    expect(outbox.attempts.length).toBeLessThan(6);
  });

  test('a 403 to a send that began after the user was back parks', async () => {
    const reminder = await due();
    await resumeUser(db, reminder.userId, after(-MINUTE));
    const outbox = createOutbox(() => ({ status: 'unreachable', code: '403' }));
    expect(await tick(outbox)).toMatchObject({ parked: 1 });
    expect(await rowOf(reminder.id)).toMatchObject({ deliveryState: 'parked', lastError: '403' });
  });

  test('parking does not disturb a send of the same user that is under way', async () => {
    const reminder = await due();
    const outbox = createOutbox(async (message) => {
      await parkUser(db, { userId: message.chatId, began: NOON, at: NOON });
      return undefined;
    });
    expect(await tick(outbox)).toMatchObject({ sent: 1, withdrawn: 0 });
    expect(outbox.retracted).toEqual([]);
    expect((await rowOf(reminder.id)).nextFireAt).toBeNull();
  });

  test('5xx: tried again after growing delays, then given up and visible', async () => {
    const reminder = await due();
    const outbox = createOutbox(() => ({ status: 'retry', code: '502', reached: true }));
    // The second try comes after a second at least, and this tick ends before.
    await tick(outbox, { deadline: after(1_000) });
    const first = await rowOf(reminder.id);
    expect(first).toMatchObject({ attempts: 1, lastError: '502', deliveryState: 'scheduled' });
    const delay = (first.notBefore?.getTime() ?? 0) - NOON.getTime();
    expect(delay).toBeGreaterThanOrEqual(1_000);
    expect(delay).toBeLessThan(3_000);

    await db.update(reminders).set({ attempts: ATTEMPTS_MAX - 1, notBefore: null });
    expect(await tick(outbox)).toMatchObject({ failed: 1 });
    expect(await rowOf(reminder.id)).toMatchObject({ deliveryState: 'failed', lastError: '502' });
    await tick(outbox, { clock: clockFrom(after(60 * MINUTE)) });
    expect(outbox.attempts).toHaveLength(2);
    expect(await ledgerOf(reminder.id)).toMatchObject([
      { outcome: 'retry', errorCode: '502' },
      { outcome: 'failed', errorCode: '502' },
    ]);
  });

  test.each([
    ['of a one-shot', {}],
    ['of a series', { rule: { every: 1, unit: 'DAY' } }],
  ] as const)(
    'a message ahead %s that fails does not hold up the reminder itself',
    async (_, of) => {
      const minuteBefore = after(-MINUTE);
      // Behind so many failures the next wait takes four minutes at least.
      const failing = { preAlerts: [1], nextFireAt: minuteBefore, attempts: 8 };
      const reminder = await due({ ...failing, ...of });
      const down = createOutbox(() => ({ status: 'retry', code: '502', reached: true }));
      await tick(down, { clock: clockFrom(minuteBefore), deadline: after(-MINUTE + 1_000) });
      expect(await ledgerOf(reminder.id)).toMatchObject([{ kind: 'pre-alert', outcome: 'retry' }]);

      await tick(createOutbox());
      const [, sent] = await ledgerOf(reminder.id);
      expect(sent).toMatchObject({ kind: 'first', outcome: 'sent' });
      expect(Number(sent?.sentAt) - NOON.getTime()).toBeLessThan(1_000);
    },
  );

  test('no way to Telegram: tried for as long as it takes', async () => {
    const reminder = await due({ attempts: ATTEMPTS_MAX - 1 });
    const outbox = createOutbox(() => ({ status: 'retry', code: 'network', reached: false }));
    await tick(outbox);
    expect(await rowOf(reminder.id)).toMatchObject({
      deliveryState: 'scheduled',
      attempts: ATTEMPTS_MAX - 1,
    });
  });

  test('an outage costs a few attempts, not one of everything that is due', async () => {
    await Promise.all(Array.from({ length: 120 }, () => due()));
    const down = createOutbox(() => ({ status: 'retry', code: 'network', reached: false }));
    await tick(down, { maxPerSecond: 50 });
    expect(down.attempts.length).toBeLessThan(20);
    const up = createOutbox();
    await tick(up, { clock: clockFrom(after(MINUTE)) });
    expect(up.sent).toHaveLength(120);
  });

  test('an outage that outlasts a tick costs the next one a try or two: a process remembers it', async () => {
    await Promise.all(Array.from({ length: 60 }, () => due()));
    const breaker = new Breaker();
    const down = createOutbox(() => ({ status: 'retry', code: '502', reached: false }));
    const attemptsIn = async (minute: number) => {
      const before = down.attempts.length;
      const clock = clockFrom(after(minute * MINUTE));
      const deadline = after(minute * MINUTE + 50_000);
      await tick(down, { clock, breaker, deadline, keepLooking: true, maxPerSecond: 25 });
      return down.attempts.length - before;
    };
    expect(await attemptsIn(0)).toBeGreaterThan(5);
    expect(await attemptsIn(1)).toBeLessThanOrEqual(3);
    expect(await attemptsIn(2)).toBeLessThanOrEqual(3);
    const up = createOutbox();
    await tick(up, { clock: clockFrom(after(60 * MINUTE)), breaker, horizonMs: 5_000 });
    expect(up.sent).toHaveLength(60);
  });

  test('one message that fails for ever, minutes apart, holds nobody up', async () => {
    await due();
    const breaker = new Breaker();
    for (let failure = 10; failure >= 0; failure -= 1) {
      breaker.failed(NOON.getTime() - failure * 10 * MINUTE, false);
    }
    const outbox = createOutbox();
    await tick(outbox, { breaker });
    expect(outbox.sent).toHaveLength(1);
  });

  test('a clock that is set back in an outage holds nobody up', async () => {
    await due();
    const breaker = new Breaker();
    for (let failure = 0; failure < 10; failure += 1) {
      breaker.failed(after(60 * MINUTE).getTime(), false);
    }
    const outbox = createOutbox();
    await tick(outbox, { breaker });
    expect(outbox.sent).toHaveLength(1);
  });

  test('a refusal for an unknown reason is tried again, a bounded number of times, and holds nobody up', async () => {
    const odd = await due();
    const others = await Promise.all(Array.from({ length: 10 }, () => due()));
    const outbox = createOutbox(({ reminderId }) =>
      reminderId === odd.id ? { status: 'refused', code: 'SOMETHING_NEW' } : undefined,
    );
    expect(await tick(outbox)).toMatchObject({ sent: 10, retried: 1, failed: 0 });
    expect(outbox.sent).toHaveLength(others.length);
    expect(await rowOf(odd.id)).toMatchObject({
      attempts: 1,
      deliveryState: 'scheduled',
      lastError: 'SOMETHING_NEW',
    });
    await db.update(reminders).set({ attempts: ATTEMPTS_MAX - 1, notBefore: null });
    expect(await tick(outbox)).toMatchObject({ failed: 1 });
    expect(await rowOf(odd.id)).toMatchObject({ deliveryState: 'failed' });
  });

  test('400: the message fails alone', async () => {
    const bad = await due();
    const good = await due();
    const outbox = createOutbox((message) =>
      message.reminderId === bad.id ? { status: 'rejected', code: '400' } : undefined,
    );
    expect(await tick(outbox)).toMatchObject({ sent: 1, failed: 1 });
    expect(sentIds(outbox)).toEqual([good.id]);
    expect(await rowOf(bad.id)).toMatchObject({ deliveryState: 'failed', lastError: '400' });
  });

  test('401: disables nobody and sends nothing for a while', async () => {
    const reminder = await due();
    await due();
    const outbox = createOutbox(() => ({ status: 'unauthorized', code: 'bot-refused' }));
    const counts = await tick(outbox, { maxPerSecond: 10 });
    expect(counts.unauthorized).toBeGreaterThan(0);
    expect(await rowOf(reminder.id)).toMatchObject({ deliveryState: 'scheduled', attempts: 0 });
    const attempts = outbox.attempts.length;
    await tick(outbox, { clock: clockFrom(after(10_000)) });
    expect(outbox.attempts).toHaveLength(attempts);
    const right = createOutbox();
    await tick(right, { clock: clockFrom(after(40_000)) });
    expect(right.sent).toHaveLength(2);
  });

  test('401: a halt from a clock that was set back does not keep this one from holding', async () => {
    await due();
    await db.execute(sql`update pace set halted_until = ${after(60 * MINUTE).toISOString()}`);
    await tick(createOutbox(() => ({ status: 'unauthorized', code: 'bot-refused' })));
    const haltedUntil = await readHalt(db, NOON);
    expect(haltedUntil?.getTime()).toBeGreaterThanOrEqual(after(30_000).getTime());
    expect(haltedUntil?.getTime()).toBeLessThan(after(60_000).getTime());
  });

  test('a row that cannot be read is put back, for longer each time, and blocks nobody', async () => {
    const zone = await due({ timeZone: 'Europe/Moscow', rule: { every: 1, unit: 'DAY' } });
    await db.update(reminders).set({ timeZone: 'Mars/Olympus' }).where(eq(reminders.id, zone.id));
    const rule = await due();
    await db.execute(sql`update reminders set rule = '"never"' where id = ${rule.id}`);
    const date = await due({ rule: { every: 1, unit: 'DAY' } });
    await db.execute(sql`update reminders set first_wall_time = 'soon' where id = ${date.id}`);
    const later = await due();
    await db.execute(sql`
      update reminders set rule = '{"every": 1, "unit": "DAY", "moon": 1}' where id = ${later.id}`);
    const good = await due();
    const outbox = createOutbox();
    expect(await tick(outbox)).toMatchObject({ sent: 1, failed: 0, retried: 4 });
    expect(sentIds(outbox)).toEqual([good.id]);
    const unread = [zone, rule, date, later];
    const waitsOf = async (from: Date) =>
      Promise.all(
        unread.map(async ({ id }) => {
          const row = await rowOf(id);
          expect(row).toMatchObject({ deliveryState: 'scheduled', lastError: 'broken' });
          return (row.notBefore?.getTime() ?? 0) - from.getTime();
        }),
      );
    expect(await waitsOf(NOON)).toEqual([MINUTE, MINUTE, MINUTE, MINUTE]);
    const again = after(2 * MINUTE);
    await tick(outbox, { clock: clockFrom(again) });
    expect(await waitsOf(again)).toEqual([2, 2, 2, 2].map((minutes) => minutes * MINUTE));
    await db.update(reminders).set({ rule: null }).where(eq(reminders.id, later.id));
    await tick(outbox, { clock: clockFrom(after(HOUR)) });
    expect(sentIds(outbox)).toEqual([good.id, later.id]);
  });

  test('however long a row could not be read, one failed send is not its last', async () => {
    const { id } = await due({ timeZone: 'Europe/Moscow', rule: { every: 1, unit: 'DAY' } });
    const set = (row: Partial<typeof reminders.$inferInsert>) =>
      db.update(reminders).set(row).where(eq(reminders.id, id));
    await set({ timeZone: 'Mars/Olympus', attempts: ATTEMPTS_MAX - 1 });
    await tick(createOutbox());
    await set({ timeZone: 'Europe/Moscow', notBefore: null });
    const down = createOutbox(() => ({ status: 'retry', code: '500', reached: true }));
    await tick(down, { clock: clockFrom(after(HOUR)) });
    expect(down.attempts).toHaveLength(1);
    expect(await rowOf(id)).toMatchObject({ deliveryState: 'scheduled', lastError: '500' });
  });

  test('a send that throws is tried again', async () => {
    const reminder = await due();
    const outbox = createOutbox(() => {
      throw new Error('a fault of ours');
    });
    await tick(outbox);
    expect(await rowOf(reminder.id)).toMatchObject({ attempts: 1, lastError: 'fault' });
  });
});

describe('the pace', () => {
  test('holds over all instances together', async () => {
    await Promise.all(Array.from({ length: 60 }, () => due()));
    const clock = clockFrom(NOON);
    const outbox = createOutbox(undefined, clock.elapsed);
    await clock.until(
      Promise.all([1, 2, 3].map(() => startTick(outbox, { clock, maxPerSecond: 30 }))),
    );
    const times = outbox.sent.map((each) => each.at).sort((a, b) => a - b);
    expect(times).toHaveLength(60);
    // 60 messages have 59 gaps of 1/30 s between them.
    expect((times.at(-1) ?? 0) - (times[0] ?? 0)).toBeGreaterThan(1_850);
  });

  test('gives one chat one message a second, and no other chat waits for it', async () => {
    const user = await createUser(db);
    for (let i = 0; i < 4; i += 1) await createReminder(db, user.id, { dateTime: NOON });
    const others = await Promise.all(Array.from({ length: 20 }, () => due()));
    const clock = clockFrom(NOON);
    const outbox = createOutbox(undefined, clock.elapsed);
    await tick(outbox, { clock, horizonMs: 8_000 });
    const own = outbox.sent.filter((each) => !others.some((other) => other.id === each.reminderId));
    expect(own).toHaveLength(4);
    // Clocks tell whole ms.
    own.forEach((each, i) => expect(each.at).toBeGreaterThanOrEqual(i * 1_000 - 1));
    expect(Math.min(...gapsOf(own))).toBeGreaterThanOrEqual(998);
    expect(sentIds(outbox).slice(0, 21)).toEqual(
      expect.arrayContaining(others.map((each) => each.id)),
    );
  });

  test('counts an album as the messages that it is made of', async () => {
    const user = await createUser(db);
    await createReminder(db, user.id, { dateTime: after(-MINUTE), attachment: photos(3) });
    await createReminder(db, user.id, { dateTime: NOON });
    const clock = clockFrom(NOON);
    const outbox = createOutbox(undefined, clock.elapsed);
    await tick(outbox, { clock, horizonMs: 8_000 });
    expect(Math.min(...gapsOf(outbox.sent))).toBeGreaterThanOrEqual(3_998);
  });

  test('gives one chat one message a second also when the pace lags behind what is due', async () => {
    for (let i = 0; i < 12; i += 1) await due({ dateTime: after(-MINUTE) });
    const user = await createUser(db);
    const own = await Promise.all(
      [0, 1, 2].map(() => createReminder(db, user.id, { dateTime: NOON })),
    );
    const clock = clockFrom(NOON);
    const outbox = createOutbox(undefined, clock.elapsed);
    await tick(outbox, { clock, maxPerSecond: 10, horizonMs: 8_000 });
    const ids = new Set(own.map((each) => each.id));
    const sent = outbox.sent.filter((each) => ids.has(each.reminderId));
    expect(sent).toHaveLength(3);
    expect(Math.min(...gapsOf(sent))).toBeGreaterThanOrEqual(998);
  });

  test('gives one chat one message a second also when its messages had to wait for other calls', async () => {
    const user = await createUser(db);
    for (let i = 0; i < 3; i += 1) await createReminder(db, user.id, { dateTime: NOON });
    const clock = clockFrom(NOON);
    let last = 0;
    // No two readings agree: the chat's wait is set a little after the moment it is asked about.
    const now = () => new Date((last = Math.max(last + 1, clock.now().getTime())));
    const window = new SendWindow();
    window.unsettled = UNSETTLED_MAX;
    clock.after(2_500, () => (window.unsettled = 0));
    const outbox = createOutbox(undefined, () => now().getTime());
    await tick(outbox, { clock, now, window, horizonMs: 8_000 });
    expect(outbox.sent).toHaveLength(3);
    expect(Math.min(...gapsOf(outbox.sent))).toBeGreaterThanOrEqual(990);
  });
});
