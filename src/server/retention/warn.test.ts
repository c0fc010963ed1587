import { DAY_MS } from '@/core/calendar';
import { INACTIVITY_REMOVAL_DAYS, INACTIVITY_WARNING_DAYS } from '@/core/limits';
import { touchAccount } from '@/server/accounts/accounts';
import { deliveries, pace, reminders } from '@/server/platform/db/schema';
import { createNote, createReminder } from '@/testing/builders';
import { lost, sent, testCleanup, warner } from '@/testing/clean-up';
import { testBot } from '@/testing/conversation';
import { testDatabase } from '@/testing/database';
import { eq } from 'drizzle-orm';
import { eraseAccount } from './erase-account';
import { type CleanupOptions } from './step';
import { WARNED_DAYS, warnVia } from './warn';

const { db } = testDatabase();
const bot = testBot(db);
const { clock } = bot;
const { ago, run, stored, inactive } = testCleanup(db, clock);

describe('a person who has been away', () => {
  test('for the days before a warning is warned once, with the day on which everything goes', async () => {
    const away = await inactive(INACTIVITY_WARNING_DAYS, { timeZone: 'Asia/Omsk' });
    const near = await inactive(INACTIVITY_WARNING_DAYS - 1);
    const { warn, warned } = warner(sent);
    expect(await run({ warn })).toMatchObject({ warned: 1, erased: 0 });
    expect(await run({ warn })).toMatchObject({ warned: 0 });
    const eraseAt = new Date(clock.now().getTime() + WARNED_DAYS * DAY_MS);
    expect(warned).toEqual([{ chatId: away.id, eraseAt, timeZone: 'Asia/Omsk' }]);
    expect(await stored(away.id)).toMatchObject({ inactivityWarnedAt: clock.now() });
    expect(await stored(near.id)).toMatchObject({ inactivityWarnedAt: null });
    expect(await db.select().from(deliveries)).toMatchObject([{ kind: 'notice', outcome: 'sent' }]);
  });

  test('for the whole period and warned in time is erased with everything', async () => {
    const away = await inactive(INACTIVITY_REMOVAL_DAYS, { inactivityWarnedAt: ago(WARNED_DAYS) });
    await createReminder(db, away.id);
    await createNote(db, away.id);
    expect(await run()).toMatchObject({ erased: 1 });
    expect(await stored(away.id)).toBeUndefined();
    expect(await db.select().from(reminders).where(eq(reminders.userId, away.id))).toEqual([]);
  });

  test('is never erased without a warning, nor sooner than promised in it', async () => {
    const unwarned = await inactive(2 * INACTIVITY_REMOVAL_DAYS);
    const lately = await inactive(INACTIVITY_REMOVAL_DAYS + 5, {
      inactivityWarnedAt: ago(WARNED_DAYS - 1),
    });
    expect(await run()).toMatchObject({ erased: 0, warned: 1 });
    expect(await stored(unwarned.id)).toBeDefined();
    expect(await stored(lately.id)).toBeDefined();
  });

  test('who blocked the bot is not warned, and erased in the end all the same', async () => {
    const blocked = await inactive(INACTIVITY_REMOVAL_DAYS, { unreachableSince: ago(60) });
    const lately = await inactive(INACTIVITY_REMOVAL_DAYS, { unreachableSince: ago(2) });
    const { warn, warned } = warner(sent);
    expect(await run({ warn })).toMatchObject({ erased: 1, warned: 0 });
    expect(warned).toEqual([]);
    expect(await stored(blocked.id)).toBeUndefined();
    expect(await stored(lately.id)).toBeDefined();
  });

  test('presses the button under the warning and stays', async () => {
    const anna = await bot.member({ lastActiveAt: ago(INACTIVITY_WARNING_DAYS + 1) });
    await run({
      warn: warnVia(bot.api(), { appUrl: 'https://x.example', simulated: true }, clock.now),
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

test('somebody who comes back while others are being warned is not warned', async () => {
  await inactive(85);
  const back = await inactive(INACTIVITY_WARNING_DAYS + 1);
  const warned: number[] = [];
  const warn: CleanupOptions['warn'] = async ({ chatId }) => {
    warned.push(chatId);
    const account = await stored(back.id);
    if (account) await touchAccount(db, account, clock.now());
    return sent;
  };
  await run({ warn });
  expect(warned).not.toContain(back.id);
});

describe('when a warning fails', () => {
  test.each(['502', 'timeout'])('with %s nobody is erased for it', async (code) => {
    const away = await inactive(INACTIVITY_REMOVAL_DAYS + 7);
    const { warn } = warner({ status: 'retry', code, reached: true });
    for (let day = 0; day < 10; day += 1) {
      expect(await run({ warn })).toMatchObject({ erased: 0, warned: 0 });
      clock.advance(DAY_MS);
    }
    expect(await stored(away.id)).toMatchObject({ inactivityWarnedAt: null });
  });

  test('with its answer lost, it is repeated after longer and longer: seven times in 60 days', async () => {
    await inactive(INACTIVITY_WARNING_DAYS + 1);
    const begun = clock.now().getTime();
    const days: number[] = [];
    const warn: CleanupOptions['warn'] = () => {
      days.push((clock.now().getTime() - begun) / DAY_MS);
      return Promise.resolve(lost);
    };
    for (let day = 0; day < 60; day += 1) {
      await run({ warn });
      clock.advance(DAY_MS);
    }
    expect(days).toEqual([0, 1, 3, 7, 15, 31, 59]);
  });

  test('and gets through later, the last week starts then', async () => {
    const away = await inactive(95);
    await run({ warn: warner(lost).warn });
    clock.advance(DAY_MS);
    const { warn, warned } = warner(sent);
    const warnedAt = clock.now();
    expect(await run({ warn })).toMatchObject({ warned: 1, erased: 0 });
    expect(warned).toMatchObject([
      { eraseAt: new Date(warnedAt.getTime() + WARNED_DAYS * DAY_MS) },
    ]);
    clock.advance(WARNED_DAYS * DAY_MS - 1);
    expect(await run()).toMatchObject({ erased: 0 });
    clock.advance(1);
    expect(await run()).toMatchObject({ erased: 1 });
    expect(await stored(away.id)).toBeUndefined();
  });

  test('and the person comes back, all of it is forgotten', async () => {
    const away = await inactive(INACTIVITY_WARNING_DAYS + 1);
    await run({ warn: warner(lost).warn });
    expect(await stored(away.id)).toMatchObject({ inactivityTries: 1 });
    const account = await stored(away.id);
    if (account) await touchAccount(db, account, clock.now());
    expect(await stored(away.id)).toMatchObject({ inactivityTries: 0 });
  });

  test('for now, it is tried again by the next run', async () => {
    const away = await inactive(INACTIVITY_WARNING_DAYS + 1);
    const cut = warner({ status: 'retry', code: 'network', reached: false });
    expect(await run({ warn: cut.warn })).toMatchObject({ warned: 0, notWarned: 1 });
    expect(await stored(away.id)).toMatchObject({ inactivityWarnedAt: null });
    expect(await run()).toMatchObject({ warned: 1 });
  });

  test('because the person blocked the bot, they are unreachable from then on', async () => {
    const away = await inactive(INACTIVITY_WARNING_DAYS + 1);
    const { warn } = warner({ status: 'unreachable', code: '403' });
    expect(await run({ warn })).toMatchObject({ notWarned: 1 });
    expect(await stored(away.id)).toMatchObject({ unreachableSince: clock.now() });
  });

  test('because Telegram wants the chat to wait, the others are warned', async () => {
    const flooded = await inactive(85);
    await inactive(INACTIVITY_WARNING_DAYS + 1);
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
    for (let i = 0; i < 5; i += 1) await inactive(INACTIVITY_WARNING_DAYS + 1);
    const { warn, warned } = warner({ status: 'rate-limited', retryAfterS: 30 });
    expect(await run({ warn })).toMatchObject({ warned: 0, notWarned: 3 });
    expect(warned).toHaveLength(3);
    const [row] = await db.select().from(pace);
    expect(row?.pausedUntil).toEqual(new Date(clock.now().getTime() + 30_000));
    expect(await run({ warn })).toMatchObject({ warned: 0 });
    expect(warned).toHaveLength(3);
  });
});

test('a warning whose person is erased while it is on its way leaves no trace', async () => {
  const away = await inactive(INACTIVITY_WARNING_DAYS + 1);
  const warn: CleanupOptions['warn'] = async () => {
    await eraseAccount(db, away.id);
    return sent;
  };
  await run({ warn });
  expect(await db.select().from(deliveries)).toEqual([]);
});
