import { eq, isNotNull, sql } from 'drizzle-orm';
import { createReminder, createUser } from '@/testing/builders';
import { testDatabase } from '@/testing/database';
import { type MovedClock, movedClock } from '@/testing/moved-clock';
import { createOutbox, tickReminders } from '@/testing/outbox';
import { until } from '@/testing/until';
import { dueReminders } from '../reminders/due';
import {
  deliveries,
  noticeRecipients,
  notices,
  pace,
  reminders,
  users,
} from '../platform/db/schema';
import { log } from '../platform/log';
import { LEASE_MS } from '../outbox/pace';
import { type Send, type SendResult } from '../telegram/send';
import { type Kind, SendWindow, type AnsweredClaim } from '../outbox/kind';
import { runTick, type TickOptions } from '../outbox/tick';
import { PATIENCE } from '../outbox/verdict';
import { dueNotices, NOTICES_HELD_MAX, type OutgoingNotice } from './due';
import { listNotices, markPreviewed, saveNotice, startNotice, stopNotice } from './notices';

const { db, pool } = testDatabase();

const NOON = new Date('2026-11-20T09:00:00Z');
const after = (ms: number) => new Date(NOON.getTime() + ms);
const YEAR_AGO = new Date('2025-11-20T09:00:00Z');
const ADMIN = 1;
const ATTEMPTS_MAX = PATIENCE.notice.unanswered.attemptsMax;
const TEXT = 'Завтра с 2 до 3 ночи бот будет недоступен';

beforeEach(async () => {
  await db.delete(notices);
  await db.delete(users);
  await db.delete(deliveries);
  await db.execute(
    sql`update pace set next_slot_at = now() - interval '1 day', halted_until = null, refused_since = null`,
  );
});

const createRecipients = async (count: number) => {
  const people = [];
  for (let made = 0; made < count; made += 1) {
    people.push(await createUser(db, { createdAt: YEAR_AGO }));
  }
  return people.map(({ id }) => id);
};

/** A notice that has just been started. */
async function started(text = TEXT) {
  const draft = await saveNotice(db, { adminId: ADMIN, text, now: NOON });
  const [row] = await db.select().from(notices).where(eq(notices.id, draft.id));
  if (!row) throw new Error('the draft is gone');
  await markPreviewed(db, row, NOON);
  return startNotice(db, { adminId: ADMIN, id: draft.id, text: draft.text, now: NOON });
}
const progress = async () => {
  const [notice] = await listNotices(db, ADMIN);
  if (!notice) throw new Error('no notice');
  return notice;
};

/** Telegram behind the port: takes every message, or answers what `answer` says. */
function telegram(
  answer: (
    message: OutgoingNotice,
  ) => Promise<SendResult | undefined> | SendResult | undefined = () => undefined,
) {
  const got: number[] = [];
  const attempts: number[] = [];
  return {
    got,
    attempts,
    send: async (message: OutgoingNotice): Promise<SendResult> => {
      attempts.push(message.chatId);
      const result = await answer(message);
      if (result) return result;
      got.push(message.chatId);
      return { status: 'sent', messageId: got.length };
    },
  };
}

/** A clock that stands still until a run waits for it. */
const clockFrom = (start: Date) => movedClock(start, pool);

/** Reminders that others are at: none is claimed here, and their way is theirs all the same. */
const reminderKind = dueReminders({
  send: () => Promise.reject(new Error('nobody sends reminders here')),
  hold: () => Promise.resolve(),
});
const othersReminders: Kind = {
  ...reminderKind,
  name: 'reminder of others',
  claim: () => Promise.resolve({ claims: [], found: 0 }),
  release: () => Promise.resolve(),
};

type Options = Partial<Omit<TickOptions, 'kinds'>> & { clock?: MovedClock };

function startRun(
  send: Send<OutgoingNotice>,
  { clock = clockFrom(NOON), ...options }: Options = {},
): Promise<unknown> {
  return runTick({
    db,
    kinds: [othersReminders, dueNotices(db, send)],
    retract: () => Promise.resolve(),
    now: clock.now,
    timers: clock,
    deadline: new Date(clock.now().getTime() + 15_000),
    horizonMs: 15_000,
    maxPerSecond: Infinity,
    ...options,
  });
}
/** A run from its start to its end, on a clock that moves on as soon as there is nothing else to do. */
const run = (
  send: Send<OutgoingNotice>,
  { clock = clockFrom(NOON), ...options }: Options = {},
): Promise<unknown> => clock.until(startRun(send, { clock, ...options }));
/** What a process that is about to die claims. */
const claimAt = (now: Date) =>
  dueNotices(db, telegram().send).claim(db, {
    now,
    limit: NOTICES_HELD_MAX,
    maxPerSecond: Infinity,
    wayFreeAt: () => Promise.resolve(null),
  });
const inOrder = (ids: number[]) => ids.toSorted((a, b) => a - b);

describe('a notice', () => {
  test('reaches every user who can be written to and accepted the terms, once, and ends', async () => {
    const ids = await createRecipients(40);
    await createUser(db, { createdAt: YEAR_AGO, unreachableSince: YEAR_AGO });
    await createUser(db, { createdAt: YEAR_AGO, termsVersion: null });
    await createUser(db, { createdAt: after(1) });
    await started();
    const { got, send } = telegram();
    await run(send);
    expect(inOrder(got)).toEqual(inOrder(ids));
    expect(await progress()).toMatchObject({
      state: 'done',
      recipients: 40,
      sent: 40,
      unreachable: 0,
      failed: 0,
    });
    expect(await db.$count(noticeRecipients)).toBe(0);
    const ledger = await db.select().from(deliveries);
    expect(ledger).toHaveLength(40);
    expect(ledger[0]).toMatchObject({ kind: 'notice', outcome: 'sent', reminderId: null });
  });

  test('sent by two instances reaches nobody twice, and together they keep to the pace', async () => {
    const ids = await createRecipients(60);
    await started();
    const [one, other] = [telegram(), telegram()];
    const clock = clockFrom(NOON);
    await clock.until(
      Promise.all([
        startRun(one.send, { clock, maxPerSecond: 100 }),
        startRun(other.send, { clock, maxPerSecond: 100 }),
      ]),
    );
    expect(inOrder([...one.got, ...other.got])).toEqual(inOrder(ids));
    expect(await progress()).toMatchObject({ state: 'done', sent: 60 });
    // Half of 100 a second; the last batch of ten need not be waited for.
    expect(clock.elapsed()).toBeGreaterThanOrEqual(900);
  });

  test('has no more messages on their way than one kill may repeat, whoever of its process sends them', async () => {
    await createRecipients(80);
    await started();
    const window = new SendWindow();
    const clock = clockFrom(NOON);
    let underWay = 0;
    let most = 0;
    const { got, send } = telegram(async () => {
      underWay += 1;
      most = Math.max(most, underWay);
      await new Promise<void>((resolve) => clock.after(100, resolve));
      underWay -= 1;
      return undefined;
    });
    await clock.until(
      Promise.all([startRun(send, { clock, window }), startRun(send, { clock, window })]),
    );
    expect(got).toHaveLength(80);
    expect(most).toBeLessThanOrEqual(NOTICES_HELD_MAX);
  });

  test('stopped midway sends not one message more, and those on their way still count', async () => {
    await createRecipients(60);
    const { id } = await started();
    let answer: () => void = () => undefined;
    const answered = new Promise<undefined>((resolve) => {
      answer = () => resolve(undefined);
    });
    const { attempts, send } = telegram(() => answered);
    const clock = clockFrom(NOON);
    const running = startRun(send, { clock, maxPerSecond: 100 });
    await clock.advance(200);
    expect(attempts.length).toBeGreaterThan(0);
    await stopNotice(db, id, after(1_000));
    expect(await progress()).toMatchObject({ state: 'stopped', sent: 0 });
    const begun = attempts.length;
    answer();
    await clock.until(running);
    expect(attempts).toHaveLength(begun);
    expect(begun).toBeLessThan(60);
    expect(await progress()).toMatchObject({ state: 'stopped', sent: begun });
    await run(send);
    expect(attempts).toHaveLength(begun);
    expect(await db.$count(noticeRecipients)).toBe(0);
  });

  test('that is stopped does not go to those who have their slots already', async () => {
    await createRecipients(10);
    const { id } = await started();
    const { attempts, send } = telegram();
    const clock = clockFrom(NOON);
    // A batch of ten, whose slots are 10 ms apart.
    const running = startRun(send, { clock, maxPerSecond: 100 });
    await clock.advance(45);
    const begun = attempts.length;
    expect(begun).toBeGreaterThan(0);
    expect(begun).toBeLessThan(10);
    expect(await db.$count(noticeRecipients, isNotNull(noticeRecipients.leaseToken))).toBe(
      10 - begun,
    );
    await stopNotice(db, id, clock.now());
    await clock.until(running);
    expect(attempts).toHaveLength(begun);
    expect(await progress()).toMatchObject({ state: 'stopped', sent: begun });
    expect(await db.$count(noticeRecipients)).toBe(0);
  });

  test('that was stopped goes to nobody whom a crash had left amid it, also while another one runs', async () => {
    await createRecipients(20);
    const { id } = await started('Отменено');
    expect((await claimAt(NOON)).claims).toHaveLength(NOTICES_HELD_MAX);
    await stopNotice(db, id, after(1_000));
    const later = clockFrom(after(LEASE_MS + 1_000));
    await started();
    const texts = new Set<string>();
    const { got, send } = telegram(({ text }) => {
      texts.add(text);
      return undefined;
    });
    await run(send, { clock: later });
    expect([...texts]).toEqual([TEXT]);
    expect(got).toHaveLength(20);
    expect(await db.$count(noticeRecipients)).toBe(0);
  });

  test('goes on while its last recipients are leased, also for whoever has a clock that is behind', async () => {
    await createRecipients(1);
    await started();
    expect((await claimAt(after(120_000))).claims).toHaveLength(1);
    expect(await claimAt(NOON)).toEqual({ claims: [], found: 0, nextAt: after(100) });
    expect(await progress()).toMatchObject({ state: 'running' });
  });

  test('waits for a chat that accepts nothing, as long as that lasts, without asking again and again', async () => {
    const [silent = 0] = await createRecipients(1);
    await started();
    expect((await claimAt(NOON)).claims).toHaveLength(1);
    const inAnHour = after(60 * 60_000);
    await db
      .update(noticeRecipients)
      .set({ leaseToken: null, leaseUntil: null, dueAt: inAnHour })
      .where(eq(noticeRecipients.userId, silent));
    expect(await claimAt(after(1_000))).toEqual({ claims: [], found: 0, nextAt: inAnHour });
  });

  test('goes on after a restart where it was left, and repeats at most what was on its way', async () => {
    const ids = await createRecipients(50);
    await started();
    // Killed between send and settle: claimed and sent, and never written down.
    const lost = telegram();
    const { claims } = await claimAt(NOON);
    for (const { userId, text } of claims) await lost.send({ chatId: userId, text });
    const next = telegram();
    await run(next.send, { clock: clockFrom(after(LEASE_MS + 1_000)) });
    expect(inOrder(next.got)).toEqual(inOrder(ids));
    expect(lost.got.length).toBeGreaterThan(0);
    expect(lost.got.length).toBeLessThanOrEqual(NOTICES_HELD_MAX);
    expect(await progress()).toMatchObject({ state: 'done', sent: 50 });
  });

  test('ends its run at a shutdown without losing a recipient: the next run goes on', async () => {
    const ids = await createRecipients(40);
    await started();
    const stop = new AbortController();
    const first = telegram();
    await run(
      (message) => {
        if (first.got.length >= 5) stop.abort();
        return first.send(message);
      },
      { maxPerSecond: 100, stop: stop.signal },
    );
    expect(first.got.length).toBeLessThan(40);
    const second = telegram();
    await run(second.send, { clock: clockFrom(after(10_000)) });
    expect(inOrder([...first.got, ...second.got])).toEqual(inOrder(ids));
  });

  test('stands in the ledger once for each, also where the database took a group and its answer was lost', async () => {
    const ids = await createRecipients(30);
    await started();
    const { got, send } = telegram();
    const kind = dueNotices(db, send);
    let settled = 0;
    const clock = clockFrom(NOON);
    await clock.until(
      runTick({
        ...{ db, retract: () => Promise.resolve(), now: clock.now, timers: clock },
        kinds: [
          {
            ...kind,
            settle: async (...group: Parameters<typeof kind.settle>) => {
              const written = await kind.settle(...group);
              settled += 1;
              if (settled % 2 === 1) throw new Error('the connection ended');
              return written;
            },
          },
        ],
        ...{ deadline: after(15_000), horizonMs: 15_000, maxPerSecond: Infinity },
      }),
    );
    expect(inOrder(got)).toEqual(inOrder(ids));
    expect(await db.$count(deliveries)).toBe(30);
    expect(await progress()).toMatchObject({ state: 'done', sent: 30 });
  });

  test('waits for an erasure that is under way: that person gets nothing, and whoever comes behind them does', async () => {
    const [first, gone = 0, last] = await createRecipients(3);
    await started();
    const isWaitedFor = async () => {
      const { rows } = await db.execute(sql`select from pg_stat_activity
        where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0
          and backend_type = 'client backend'`);
      return rows.length > 0;
    };
    const claiming = await db.transaction(async (tx) => {
      await tx.delete(users).where(eq(users.id, gone));
      const claimed = claimAt(NOON);
      await until(isWaitedFor);
      return { claimed };
    });
    const { claims } = await claiming.claimed;
    expect(claims.map(({ userId }) => userId)).toEqual([first, last]);
  });

  test('is settled for all others where that fails for one', async () => {
    const ids = await createRecipients(5);
    await started();
    const kind = dueNotices(db, telegram().send);
    const { claims } = await claimAt(NOON);
    const [unlucky, ...others] = claims;
    if (!unlucky) throw new Error('nobody was claimed');
    const result = { status: 'sent', messageId: 1 } as const;
    const sent = (claim: typeof unlucky): AnsweredClaim<typeof unlucky> => ({
      ...{ claim, result, earlierTry: 'none' },
      ...{ began: NOON, at: NOON },
    });
    // More attempts than their column holds.
    const unwritable = { ...unlucky, attempts: 40_000 };
    const lost = { status: 'retry', code: 'timeout', reached: false } as const;
    const group = [{ ...sent(unwritable), result: lost }, ...others.map(sent)];
    await expect(kind.settle(db, group)).rejects.toThrow();
    expect(await progress()).toMatchObject({ sent: ids.length - 1 });
    expect(await db.$count(deliveries)).toBe(ids.length - 1);
    await kind.settle(db, [sent(unlucky), ...others.map(sent)]);
    expect(await progress()).toMatchObject({ sent: ids.length });
    expect(await db.$count(deliveries)).toBe(ids.length);
  });

  test('comes once where the database refuses to count it, and is counted once it does not', async () => {
    const logged = jest.spyOn(log, 'error').mockImplementation(() => undefined);
    const [recipient] = await createRecipients(1);
    await started();
    await db.execute(sql`alter table notices add constraint refuse check (sent = 0)`);
    const window = new SendWindow();
    const { got, attempts, send } = telegram();
    const runAt = (minutes: number) =>
      run(send, { window, clock: clockFrom(after(minutes * 60_000)) });
    try {
      for (const minutes of [0, 1.5, 2, 4]) await runAt(minutes);
    } finally {
      await db.execute(sql`alter table notices drop constraint refuse`);
    }
    // The first try, then after one minute and two more.
    expect(logged).toHaveBeenCalledTimes(3);
    logged.mockRestore();
    expect(await db.select().from(deliveries)).toMatchObject([{ outcome: 'sent' }]);
    expect(await progress()).toMatchObject({ state: 'running', sent: 0 });
    await runAt(9);
    expect(await progress()).toMatchObject({ state: 'done', sent: 1 });
    expect(got).toEqual([recipient]);
    expect(attempts).toEqual([recipient]);
    expect(await db.$count(deliveries)).toBe(1);
    expect(window.unsettled).toBe(0);
  });

  test('does not hold up an erased user, and leaves no trace of one', async () => {
    const [gone = 0, ...others] = await createRecipients(3);
    await started();
    const { got, send } = telegram(async ({ chatId }) => {
      if (chatId === gone) await db.delete(users).where(eq(users.id, gone));
      return undefined;
    });
    await run(send);
    expect(inOrder(got)).toEqual(inOrder([gone, ...others]));
    expect(await progress()).toMatchObject({ state: 'done', sent: 2 });
    expect(await db.select().from(deliveries).where(eq(deliveries.userId, gone))).toEqual([]);
  });
});

describe('what Telegram answers', () => {
  test('429 of several chats: all sending halts, nobody is left out, and it is no attempt of theirs', async () => {
    const ids = await createRecipients(20);
    await started();
    let refusals = 0;
    const { got, send } = telegram(() => {
      refusals += 1;
      return refusals <= 3 ? { status: 'rate-limited', retryAfterS: 1 } : undefined;
    });
    const clock = clockFrom(NOON);
    await run(send, { clock });
    expect(clock.elapsed()).toBeGreaterThanOrEqual(1_000);
    expect(inOrder(got)).toEqual(inOrder(ids));
    expect(await progress()).toMatchObject({ state: 'done', sent: 20, failed: 0 });
    const [row] = await db.select().from(pace);
    expect(row?.haltedUntil?.getTime()).toBeGreaterThan(NOON.getTime());
  });

  test('429 of one chat: only that one waits', async () => {
    const [flooded = 0, ...others] = await createRecipients(12);
    await started();
    const { got, send } = telegram(({ chatId }) =>
      chatId === flooded ? { status: 'rate-limited', retryAfterS: 10_000 } : undefined,
    );
    await run(send, { deadline: after(5_000) });
    expect(inOrder(got)).toEqual(inOrder(others));
    const [row] = await db.select().from(pace);
    expect(row?.haltedUntil).toBeNull();
    const later = telegram();
    await run(later.send, { clock: clockFrom(after(10_001_500)) });
    expect(later.got).toEqual([flooded]);
    expect(await progress()).toMatchObject({ state: 'done', sent: 12, failed: 0 });
  });

  test('403: the user is unreachable, reminders wait, and the rest go on', async () => {
    const [blocked = 0, ...others] = await createRecipients(5);
    const reminder = await createReminder(db, blocked, { dateTime: after(3_600_000) });
    await started();
    const { got, send } = telegram(({ chatId }) =>
      chatId === blocked ? { status: 'unreachable', code: '403' } : undefined,
    );
    await run(send);
    expect(inOrder(got)).toEqual(inOrder(others));
    expect(await progress()).toMatchObject({ state: 'done', sent: 4, unreachable: 1 });
    const [user] = await db.select().from(users).where(eq(users.id, blocked));
    expect(user?.unreachableSince).not.toBeNull();
    const [parked] = await db.select().from(reminders).where(eq(reminders.id, reminder.id));
    expect(parked?.deliveryState).toBe('parked');
  });

  test('a lost answer is tried again a bounded number of times, then the recipient counts as failed', async () => {
    const [unlucky = 0] = await createRecipients(3);
    await started();
    const { attempts, send } = telegram(({ chatId }) =>
      chatId === unlucky ? { status: 'retry', code: 'timeout', reached: true } : undefined,
    );
    // Each run is a minute later than the one before: no backoff is waited for.
    for (let minute = 0; minute <= ATTEMPTS_MAX; minute += 1) {
      const clock = clockFrom(after(minute * 60_000));
      await run(send, { clock, deadline: after(minute * 60_000 + 300) });
    }
    expect(attempts.filter((id) => id === unlucky)).toHaveLength(ATTEMPTS_MAX);
    expect(await progress()).toMatchObject({ state: 'done', sent: 2, failed: 1 });
    const lines = await db
      .select()
      .from(deliveries)
      .where(eq(deliveries.userId, unlucky))
      .orderBy(deliveries.id);
    expect(lines.map(({ outcome, errorCode }) => `${outcome} ${errorCode ?? ''}`)).toEqual([
      ...Array.from({ length: ATTEMPTS_MAX - 1 }, () => 'retry timeout'),
      'failed timeout',
    ]);
  });

  test('an outage costs nobody the notice, and few are tried meanwhile', async () => {
    const ids = await createRecipients(40);
    await started();
    const clock = clockFrom(NOON);
    const mendedAt = 60_000;
    let tries = 0;
    const { got, send } = telegram(() => {
      if (clock.elapsed() >= mendedAt) return undefined;
      tries += 1;
      return { status: 'retry', code: 'network', reached: false };
    });
    const minutes = { deadline: after(180_000), horizonMs: 180_000 };
    await run(send, { clock, ...minutes, maxPerSecond: 25 });
    expect(inOrder(got)).toEqual(inOrder(ids));
    expect(tries).toBeLessThan(20);
    expect(await progress()).toMatchObject({ state: 'done', sent: 40, failed: 0 });
  });

  test('401 blames nobody: sending halts, and everybody is still to get it', async () => {
    await createRecipients(3);
    await started();
    const { send } = telegram(() => ({ status: 'unauthorized', code: 'bot-refused' }));
    await run(send, { deadline: after(500) });
    expect(await progress()).toMatchObject({
      state: 'running',
      sent: 0,
      failed: 0,
      unreachable: 0,
    });
    const next = telegram();
    await run(next.send, { clock: clockFrom(after(60_000)) });
    expect(next.got).toHaveLength(3);
  });
});

describe('reminders come first', () => {
  test('while any is due the notice waits', async () => {
    const [id = 0] = await createRecipients(5);
    await createReminder(db, id, { dateTime: after(-1_000) });
    await started();
    const { attempts, send } = telegram();
    await run(send, { deadline: after(1_000) });
    expect(attempts).toEqual([]);
  });

  test('it waits behind the slots that reminders took', async () => {
    await createRecipients(5);
    await started();
    await db.update(pace).set({ nextSlotAt: after(5_000) });
    const { attempts, send } = telegram();
    await run(send, { deadline: after(4_000), maxPerSecond: 25 });
    expect(attempts).toEqual([]);
  });

  test('a chat with a reminder about to fall due is left alone until that is out', async () => {
    const [id = 0, ...others] = await createRecipients(5);
    await createReminder(db, id, { dateTime: after(1_500) });
    await started();
    const { got, send } = telegram();
    await run(send, { deadline: after(1_000) });
    expect(inOrder(got)).toEqual(inOrder(others));
    const outbox = createOutbox();
    const clock = clockFrom(after(2_000));
    const { send: remind, retract } = outbox;
    const times = { now: clock.now, timers: clock, deadline: after(9_000), horizonMs: 0 };
    await clock.until(
      tickReminders({ db, send: remind, retract, ...times, maxPerSecond: Infinity }),
    );
    expect(outbox.sent).toHaveLength(1);
    await run(send, { clock: clockFrom(after(8_000)) });
    expect(got).toHaveLength(5);
    expect(await progress()).toMatchObject({ state: 'done', sent: 5 });
  });

  test('a chat that something else is about to go to is left alone until that is out', async () => {
    const [id = 0, ...others] = await createRecipients(5);
    await started();
    await db
      .update(users)
      .set({ chatFreeAt: after(2_000) })
      .where(eq(users.id, id));
    const clock = clockFrom(NOON);
    const sentAt = new Map<number, number>();
    const { got, send } = telegram(({ chatId }) => {
      sentAt.set(chatId, clock.elapsed());
      return undefined;
    });
    await run(send, { clock });
    expect(inOrder(got)).toEqual(inOrder([id, ...others]));
    expect(sentAt.get(id)).toBeGreaterThanOrEqual(2_000);
  });

  test('a burst in the middle of a notice is as punctual as without one', async () => {
    const ids = await createRecipients(120);
    for (const id of ids.slice(0, 40)) await createReminder(db, id, { dateTime: after(700) });
    await started();
    const clock = clockFrom(NOON);
    const reminded: number[] = [];
    const outbox = createOutbox(() => {
      reminded.push(clock.now().getTime() - after(700).getTime());
      return undefined;
    });
    const { got, send } = telegram();
    const pace100 = { now: clock.now, timers: clock, maxPerSecond: 100 };
    await clock.until(
      runTick({
        ...{ db, ...pace100, retract: outbox.retract },
        kinds: [
          dueReminders({ send: outbox.send, hold: () => Promise.resolve() }),
          dueNotices(db, send),
        ],
        ...{ deadline: after(15_000), horizonMs: 15_000 },
      }),
    );
    expect(reminded).toHaveLength(40);
    // 40 at 100 a second take 0.4 s by themselves; the notice may cost its batch, a tenth of a second.
    expect(Math.max(...reminded)).toBeLessThan(1_000);
    expect(got).toHaveLength(120);
  });
});

describe('starting', () => {
  test('a double tap starts once, and both taps hear so', async () => {
    await createRecipients(3);
    const draft = await saveNotice(db, { adminId: ADMIN, text: TEXT, now: NOON });
    const [row] = await db.select().from(notices);
    if (row) await markPreviewed(db, row, NOON);
    const start = () =>
      startNotice(db, { adminId: ADMIN, id: draft.id, text: draft.text, now: NOON });
    const answers = await Promise.all([start(), start(), start()]);
    expect(answers.map(({ state, recipients }) => [state, recipients])).toEqual(
      Array(3).fill(['running', 3]),
    );
    const { got, send } = telegram();
    await run(send);
    expect(got).toHaveLength(3);
    expect((await start()).state).toBe('done');
  });

  test('a text that was not previewed as it is does not start', async () => {
    const draft = await saveNotice(db, { adminId: ADMIN, text: TEXT, now: NOON });
    const start = (text: string) =>
      startNotice(db, { adminId: ADMIN, id: draft.id, text, now: NOON });
    await expect(start(TEXT)).rejects.toThrow('Сначала посмотрите');
    const [row] = await db.select().from(notices);
    if (row) await markPreviewed(db, row, NOON);
    await saveNotice(db, { adminId: ADMIN, text: `${TEXT}!`, now: NOON });
    await expect(start(`${TEXT}!`)).rejects.toThrow('Сначала посмотрите');
  });

  test('what another tab has written meanwhile does not go out in its stead, and the tab hears so', async () => {
    const draft = await saveNotice(db, { adminId: ADMIN, text: TEXT, now: NOON });
    await saveNotice(db, { adminId: ADMIN, text: 'Другой текст', now: NOON });
    const [row] = await db.select().from(notices);
    if (row) await markPreviewed(db, row, NOON);
    const start = (text: string) =>
      startNotice(db, { adminId: ADMIN, id: draft.id, text, now: NOON });
    await expect(start(TEXT)).rejects.toThrow('изменили в другом окне');
    expect(await listNotices(db, ADMIN)).toMatchObject([{ state: 'draft' }]);
    expect(await start('Другой текст')).toMatchObject({ state: 'running' });
    await expect(start(TEXT)).rejects.toThrow('изменили в другом окне');
  });

  test('one notice at a time: another one is refused, not lost', async () => {
    await started();
    await expect(started('Второе сообщение')).rejects.toThrow('Сейчас идёт другая рассылка');
    expect((await listNotices(db, ADMIN)).map(({ state }) => state)).toEqual(['draft', 'running']);
  });

  test('nobody starts another administrator’s draft, and everybody sees and stops what runs', async () => {
    await createRecipients(3);
    const draft = await saveNotice(db, { adminId: 2, text: TEXT, now: NOON });
    await expect(
      startNotice(db, { adminId: ADMIN, id: draft.id, text: draft.text, now: NOON }),
    ).rejects.toThrow();
    expect(await listNotices(db, ADMIN)).toEqual([]);
    const { id } = await started();
    expect(await listNotices(db, 3)).toMatchObject([{ id, state: 'running' }]);
    expect(await stopNotice(db, id, NOON)).toMatchObject({ state: 'stopped' });
    expect(await stopNotice(db, id, after(1))).toMatchObject({ state: 'stopped' });
  });

  test.each([
    ['nothing', ' \u200b '],
    ['too much', 'я'.repeat(4_097)],
  ])('%s is no notice', async (_, text) => {
    await expect(saveNotice(db, { adminId: ADMIN, text, now: NOON })).rejects.toThrow();
  });
});
