import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { DAY_MS } from '@/core/calendar';
import {
  cronRuns,
  deliveries,
  drafts,
  noticeClaims,
  notes,
  notices,
  pace,
  processedUpdates,
  ratePermits,
  reminders,
  users,
} from '@/server/db/schema';
import { createNote, createReminder, createUser } from '@/testing/builders';
import { testBot } from '@/testing/conversation';
import { testDatabase } from '@/testing/database';
import { type SendResult } from './delivery/outgoing';
import { runCleanup, type CleanupOptions, type InactivityWarning } from './retention';
import { warnVia } from './telegram/inactivity-warning';

const { db } = testDatabase();
const bot = testBot(db);
const { clock } = bot;
const ago = (days: number, ms = 0) => new Date(clock.now().getTime() - days * DAY_MS - ms);

const run = (options: Partial<CleanupOptions> = {}) =>
  runCleanup({
    db,
    warn: () => Promise.resolve({ status: 'sent', messageId: 1 }),
    now: clock.now,
    deadline: new Date(clock.now().getTime() + 60_000),
    maxPerSecond: Infinity,
    ...options,
  });
const warner = (result: SendResult) => {
  const warned: InactivityWarning[] = [];
  const warn: CleanupOptions['warn'] = (warning) => {
    warned.push(warning);
    return Promise.resolve(result);
  };
  return { warn, warned };
};
const sent = { status: 'sent', messageId: 1 } as const;
const stored = async (id: number) => {
  const [row] = await db.select().from(users).where(eq(users.id, id));
  return row;
};
const inactive = (days: number, fields: Parameters<typeof createUser>[1] = {}) =>
  createUser(db, { lastActiveAt: ago(days), ...fields });

beforeEach(async () => {
  for (const table of [users, cronRuns, deliveries, processedUpdates]) await db.delete(table);
  await db.update(pace).set({ pausedUntil: null, refusedSince: null, nextSlotAt: ago(1) });
});

describe('a person who has been away', () => {
  test('for 83 days is warned once, with the day on which everything goes', async () => {
    const away = await inactive(83, { timeZone: 'Asia/Omsk' });
    const near = await inactive(82);
    const { warn, warned } = warner(sent);
    expect(await run({ warn })).toMatchObject({ warned: 1, erased: 0 });
    expect(await run({ warn })).toMatchObject({ warned: 0 });
    const eraseAt = new Date(clock.now().getTime() + 7 * DAY_MS);
    expect(warned).toEqual([{ chatId: away.id, eraseAt, timeZone: 'Asia/Omsk' }]);
    expect(await stored(away.id)).toMatchObject({ inactivityWarnedAt: clock.now() });
    expect(await stored(near.id)).toMatchObject({ inactivityWarnedAt: null });
    expect(await db.select().from(deliveries)).toMatchObject([{ kind: 'notice', outcome: 'sent' }]);
  });

  test('for 90 days and warned 7 days ago is erased with everything', async () => {
    const away = await inactive(90, { inactivityWarnedAt: ago(7) });
    await createReminder(db, away.id);
    await createNote(db, away.id);
    expect(await run()).toMatchObject({ erased: 1 });
    expect(await stored(away.id)).toBeUndefined();
    expect(await db.select().from(reminders).where(eq(reminders.userId, away.id))).toEqual([]);
  });

  test('is never erased without a warning, nor sooner than 7 days after it', async () => {
    const unwarned = await inactive(400);
    const lately = await inactive(95, { inactivityWarnedAt: ago(6) });
    expect(await run()).toMatchObject({ erased: 0, warned: 1 });
    expect(await stored(unwarned.id)).toBeDefined();
    expect(await stored(lately.id)).toBeDefined();
  });

  test('who blocked the bot is not warned, and erased after 90 days all the same', async () => {
    const blocked = await inactive(90, { unreachableSince: ago(60) });
    const lately = await inactive(90, { unreachableSince: ago(2) });
    const { warn, warned } = warner(sent);
    expect(await run({ warn })).toMatchObject({ erased: 1, warned: 0 });
    expect(warned).toEqual([]);
    expect(await stored(blocked.id)).toBeUndefined();
    expect(await stored(lately.id)).toBeDefined();
  });

  test('presses the button under the warning and stays', async () => {
    const anna = await bot.member({ lastActiveAt: ago(84) });
    await run({
      warn: warnVia(
        bot.api(),
        { appUrl: 'https://x.example', telegramApiRoot: 'http://localhost' },
        clock.now,
      ),
    });
    expect(anna.text()).toContain('я удалю в пятницу, 27 ноября.');
    await anna.press('Оставить всё как есть');
    expect(anna.text()).toContain('остаётся на месте');
    expect(await stored(anna.id)).toMatchObject({
      inactivityWarnedAt: null,
      lastActiveAt: clock.now(),
    });
  });
});

describe('when a warning fails', () => {
  test('for now, it is tried again by the next run', async () => {
    const away = await inactive(84);
    const cut = warner({ status: 'retry', code: 'network', reached: false });
    expect(await run({ warn: cut.warn })).toMatchObject({ warned: 0, notWarned: 1 });
    expect(await stored(away.id)).toMatchObject({ inactivityWarnedAt: null });
    expect(await run()).toMatchObject({ warned: 1 });
  });

  test('because the person blocked the bot, they are unreachable from then on', async () => {
    const away = await inactive(84);
    const { warn } = warner({ status: 'unreachable', code: '403' });
    expect(await run({ warn })).toMatchObject({ notWarned: 1 });
    expect(await stored(away.id)).toMatchObject({ unreachableSince: clock.now() });
  });

  test('because Telegram wants the chat to wait, the others are warned', async () => {
    const flooded = await inactive(84);
    await inactive(84);
    const warn: CleanupOptions['warn'] = ({ chatId }) =>
      Promise.resolve(chatId === flooded.id ? { status: 'rate-limited', retryAfterS: 30 } : sent);
    expect(await run({ warn })).toMatchObject({ warned: 1, notWarned: 1 });
    expect(await stored(flooded.id)).toMatchObject({ inactivityWarnedAt: null });
    const later = warner(sent);
    expect(await run({ warn: later.warn })).toMatchObject({ warned: 0, notWarned: 1 });
    expect(later.warned).toEqual([]);
    clock.advance(31_000);
    expect(await run({ warn: later.warn })).toMatchObject({ warned: 1 });
  });

  test('because Telegram wants several chats to wait, everybody pauses and nobody else is tried', async () => {
    for (let i = 0; i < 5; i += 1) await inactive(84);
    const { warn, warned } = warner({ status: 'rate-limited', retryAfterS: 30 });
    expect(await run({ warn })).toMatchObject({ warned: 0, notWarned: 3 });
    expect(warned).toHaveLength(3);
    const [row] = await db.select().from(pace);
    expect(row?.pausedUntil).toEqual(new Date(clock.now().getTime() + 30_000));
    expect(await run({ warn })).toMatchObject({ warned: 0 });
    expect(warned).toHaveLength(3);
  });
});

test('rows go when their time is over, and not before', async () => {
  const user = await inactive(1);
  const [oldOne, newOne] = [ago(30), ago(30, -1)];
  await createReminder(db, user.id, { text: 'old', deletedAt: oldOne });
  await createReminder(db, user.id, { text: 'new', deletedAt: newOne });
  await createReminder(db, user.id, { text: 'kept' });
  await createNote(db, user.id, { title: 'old', deletedAt: oldOne });
  await createNote(db, user.id, { title: 'new', deletedAt: newOne });
  await db.insert(processedUpdates).values([
    { updateId: 1, receivedAt: ago(7) },
    { updateId: 2, receivedAt: ago(7, -1) },
  ]);
  const entry = (sentAt: Date, userId = user.id) => ({
    userId,
    kind: 'first' as const,
    occurrenceAt: sentAt,
    scheduledAt: sentAt,
    sentAt,
    outcome: 'sent' as const,
  });
  await db.insert(deliveries).values([entry(ago(180)), entry(ago(180, -1)), entry(ago(1), 1)]);
  await db.insert(cronRuns).values({ job: 'deliver', startedAt: ago(30) });
  await db.insert(ratePermits).values({ key: 'user:1', windowStart: ago(1), taken: 1 });
  const payload = {
    text: 'x',
    dateTime: null,
    date: null,
    typeId: 1,
    categoryId: 1,
    repeat: false,
    repeatEvery: null,
    repeatUnit: null,
    flood: false,
    floodInterval: null,
  };
  await db.insert(drafts).values([
    { userId: user.id, state: 'asking', payload, expiresAt: clock.now() },
    { userId: user.id, state: 'asking', payload, expiresAt: ago(-1) },
  ]);

  expect(await run()).toMatchObject({ rows: 7 });

  const texts = (await db.select().from(reminders)).map((row) => row.text);
  expect(texts.toSorted()).toEqual(['kept', 'new']);
  expect((await db.select().from(notes)).map((row) => row.title)).toEqual(['new']);
  expect((await db.select().from(processedUpdates)).map((row) => row.updateId)).toEqual([2]);
  expect(await db.select().from(deliveries)).toHaveLength(1);
  expect(await db.select().from(drafts)).toHaveLength(1);
  expect(await db.select().from(ratePermits)).toEqual([]);
  expect(await db.select().from(cronRuns)).toMatchObject([
    { job: 'cleanup', finishedAt: clock.now(), counts: { rows: 7 } },
  ]);
});

test('what a crash left of a notice that was stopped goes; a running one keeps its recipients', async () => {
  const user = await inactive(1);
  const notice = async (state: 'stopped' | 'running') => {
    const [row] = await db.insert(notices).values({ text: 'x', state, createdBy: 1 }).returning();
    return row?.id ?? 0;
  };
  const [stopped, running] = [await notice('stopped'), await notice('running')];
  const stoppedLately = await notice('stopped');
  await db.insert(noticeClaims).values([
    { userId: user.id, noticeId: stopped, leaseToken: randomUUID(), leaseUntil: ago(1) },
    { userId: user.id, noticeId: stoppedLately, leaseToken: randomUUID(), leaseUntil: ago(1, -1) },
    { userId: user.id, noticeId: running, leaseToken: randomUUID(), leaseUntil: ago(2) },
  ]);
  expect(await run()).toMatchObject({ rows: 1 });
  const left = await db.select().from(noticeClaims).orderBy(noticeClaims.noticeId);
  expect(left.map(({ noticeId }) => noticeId)).toEqual([running, stoppedLately]);
  await db.delete(notices);
});

describe('runs', () => {
  test('that begin at once are one', async () => {
    await inactive(84);
    const { warn: answer, warned } = warner(sent);
    // The one that works is at it until the others have been turned away.
    let turnedAway = 0;
    let letGo = (): void => undefined;
    const held = new Promise<void>((resolve) => (letGo = resolve));
    const warn: typeof answer = (...warning) => held.then(() => answer(...warning));
    const begun = [run({ warn }), run({ warn }), run({ warn })].map(async (each) => {
      const counts = await each;
      if (counts === null && (turnedAway += 1) === 2) letGo();
      return counts;
    });
    const answers = await Promise.all(begun);
    expect(answers.filter((each) => each !== null)).toHaveLength(1);
    expect(warned).toHaveLength(1);
  });

  test('that died are followed by another after a quarter of an hour', async () => {
    await db.insert(cronRuns).values({ job: 'cleanup', startedAt: ago(0, 14 * 60_000) });
    expect(await run()).toBeNull();
    await db.update(cronRuns).set({ startedAt: ago(0, 16 * 60_000) });
    expect(await run()).not.toBeNull();
  });

  test('that failed are tried again within the day; those that went well are not', async () => {
    const minGapMs = 23 * 3_600_000;
    const at = ago(0, 3_600_000);
    await db.insert(cronRuns).values({ job: 'cleanup', startedAt: at, finishedAt: at, error: 'X' });
    expect(await run({ minGapMs })).not.toBeNull();
    expect(await run({ minGapMs })).toBeNull();
  });

  test('end at their deadline', async () => {
    await inactive(84);
    expect(await run({ deadline: clock.now() })).toEqual({
      erased: 0,
      rows: 0,
      warned: 0,
      notWarned: 0,
    });
  });
});
