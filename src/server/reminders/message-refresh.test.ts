import { eq } from 'drizzle-orm';
import { reminders, users } from '@/server/platform/db/schema';
import { deleteReminder, restoreReminder, updateReminder } from '@/server/reminders/reminders';
import { actOnReminder, pauseAct, undoAct } from '@/server/reminders/acts';
import { createReminder } from '@/testing/builders';
import { fixedClock } from '@/testing/clock';
import { APP_URL, testBot, type TestChat } from '@/testing/conversation';
import { testDatabase } from '@/testing/database';
import { runningClock } from '@/testing/outbox';
import { messageRefresher } from './message-refresh';
import { editMessageVia } from '../telegram/send';

const { db } = testDatabase();
const clock = fixedClock('2026-11-20T06:00:00Z');
const bot = testBot(db, clock);
const NINE = new Date('2026-11-21T06:00:00Z');
const daily = { every: 1, unit: 'DAY' } as const;

const refresher = (editsMax?: number) =>
  messageRefresher({
    db,
    edit: editMessageVia(bot.api()),
    address: { appUrl: APP_URL, simulated: true },
    maxPerSecond: Infinity,
    now: runningClock(clock.now()),
    collectMs: 0,
    ...(editsMax !== undefined && { editsMax }),
  });

/** Somebody whose reminder has come to the chat, at nine. */
async function reminded(fields: Parameters<typeof createReminder>[2] = {}) {
  const chat = await bot.member();
  const { id } = await createReminder(db, chat.id, { dateTime: NINE, ...fields });
  await bot.sendDueAt(NINE);
  clock.set(new Date('2026-11-21T06:10:00Z'));
  const [account] = await db.select().from(users).where(eq(users.id, chat.id));
  if (!account) throw new Error('nobody');
  const refresh = () => refresher()({ userId: chat.id, reminderId: id });
  const act = async (what: Parameters<typeof actOnReminder>[3]) => {
    const { undo } = await actOnReminder(db, account, id, what, { now: clock.now() });
    await refresh();
    return undo ?? '';
  };
  return { chat, account, id, refresh, act };
}

const edits = (chat: TestChat) =>
  bot.calls(chat.id).filter((method) => method === 'editMessageText').length;
const firstKey = (chat: TestChat) => chat.labels()[0]?.[0];

test('«Готово» in the app takes the keys off the message in the chat; taken back, they are there again', async () => {
  const { chat, account, id, act, refresh } = await reminded();
  const asItCame = { text: chat.text(), labels: chat.labels() };
  const undo = await act('done');
  expect(chat.text()).toContain('✅ Готово');
  expect(chat.labels()).toEqual([['↩️ Вернуть', 'Открыть']]);

  await undoAct(db, account, id, undo, clock.now());
  await refresh();
  expect({ text: chat.text(), labels: chat.labels() }).toEqual(asItCame);
  expect(chat.messages()).toHaveLength(1);
});

test('what was done in the app can be taken back in the chat', async () => {
  const { chat, act, id } = await reminded();
  await act('done');
  await chat.press('↩️ Вернуть');
  const [row] = await db.select().from(reminders).where(eq(reminders.id, id));
  expect(row).toMatchObject({ completed: false, openOccurrenceAt: NINE });
  expect(firstKey(chat)).toBe('✅ Готово');
});

test.each([
  ['10m', '💤 Отложено до 21 ноября в 09:20', '✅ Готово'],
  ['skip', '⏭ Пропущено. В следующий раз — 22 ноября в 09:00', '↩️ Вернуть'],
  [{ pauseUntil: null }, '⏸ На паузе', '↩️ Вернуть'],
  [
    pauseAct('2026-11-25T00:00:00Z', new Date('2026-11-21T06:10:00Z')),
    '⏸ На паузе. В следующий раз — 25 ноября в 09:00',
    '↩️ Вернуть',
  ],
] as const)('the message shows what the app did: %j', async (what, said, key) => {
  const { chat, act } = await reminded({ rule: daily });
  await act(what);
  expect(chat.text()).toContain(said);
  expect(firstKey(chat)).toBe(key);
});

test('an edit in the app shows the new text and time; a deleted reminder has no keys until it is restored', async () => {
  const { chat, account, id, refresh } = await reminded();
  const [row] = await db.select().from(reminders).where(eq(reminders.id, id));
  if (!row) throw new Error('no row');
  const input = {
    text: 'Полить все цветы',
    typeId: row.typeId,
    categoryId: row.categoryId,
    dateTime: '2026-11-21T15:00:00.000Z',
    repeat: false,
    flood: false,
  };
  await updateReminder(db, account, id, input, { now: clock.now(), version: undefined });
  await refresh();
  expect(chat.text()).toContain('Полить все цветы');
  expect(chat.text()).toContain('🕘 Запланировано на 21 ноября в 18:00');
  expect(chat.labels()).toEqual([['Открыть']]);

  await deleteReminder(db, chat.id, id, clock.now());
  await refresh();
  expect(chat.text()).toBe('Напоминание удалено');
  await restoreReminder(db, chat.id, id, clock.now());
  await refresh();
  expect(chat.text()).toContain('🕘 Запланировано на 21 ноября в 18:00');
});

test('of the copies of a flood the one that is in the chat changes', async () => {
  const { chat, act } = await reminded({ floodInterval: 5 });
  await bot.sendDueAt(new Date('2026-11-21T06:15:00Z'));
  expect(chat.messages()).toHaveLength(1);
  await act('done');
  expect(chat.messages()).toHaveLength(1);
  expect(chat.text()).toContain('✅ Готово');
});

test('a message about what is still ahead changes when the reminder is done early', async () => {
  const { chat, act } = await reminded({
    dateTime: new Date('2026-11-21T09:00:00Z'),
    preAlerts: [180],
    nextFireAt: NINE,
  });
  expect(chat.labels()).toEqual([['✅ Готово', 'Открыть']]);
  await act('done');
  expect(chat.text()).toContain('✅ Готово');
  expect(chat.labels()).toEqual([['↩️ Вернуть', 'Открыть']]);
});

test('a message is changed however old it is; one that was deleted is let go, and nothing new is sent', async () => {
  const { chat, act } = await reminded();
  bot.simulator().age(chat.id, chat.last().messageId, 72);
  const undo = await act('done');
  expect(chat.text()).toContain('✅ Готово');
  expect(undo).not.toBe('');

  const other = await reminded();
  other.chat.chat.messages.clear();
  await other.act('done');
  expect(other.chat.messages()).toEqual([]);
});

test('whoever blocked the bot gets no edit; one that Telegram refuses for now costs no reminder its answer', async () => {
  const { chat, act } = await reminded();
  await chat.block();
  await act('done');
  expect(edits(chat)).toBe(0);

  const other = await reminded();
  bot.fault('editMessageText', { kind: 'error', code: 429, retryAfter: 3 });
  expect(await other.act('done')).not.toBe('');
  expect(other.chat.text()).not.toContain('✅ Готово');
});

test('a reminder that never came to the chat changes nothing there', async () => {
  const { chat } = await reminded();
  const ahead = await createReminder(db, chat.id, { dateTime: new Date('2026-12-01T06:00:00Z') });
  await refresher()({ userId: chat.id, reminderId: ahead.id });
  expect(edits(chat)).toBe(0);
});

test('acts that follow each other at once cost one edit, which shows the last of them', async () => {
  const { chat, account, id } = await reminded();
  const { undo } = await actOnReminder(db, account, id, 'done', { now: clock.now() });
  await undoAct(db, account, id, undo ?? '', clock.now());
  await actOnReminder(db, account, id, '1h', { now: clock.now() });
  const shared = refresher();
  const outdated = { userId: chat.id, reminderId: id };
  await Promise.all([1, 2, 3].map(() => shared(outdated)));
  expect(chat.text()).toContain('💤 Отложено до 21 ноября в 10:10');
  expect(edits(chat)).toBe(1);
});

test('an act that comes while others are at work is not lost', async () => {
  const { chat, account, id } = await reminded();
  const silent = await createReminder(db, chat.id, { dateTime: new Date('2026-11-25T06:00:00Z') });
  await actOnReminder(db, account, id, 'done', { now: clock.now() });
  const shared = refresher();
  const first = shared({ userId: chat.id, reminderId: silent.id });
  // By now it looks for a message of the reminder that never came to the chat.
  await new Promise((next) => setTimeout(next, 2));
  await Promise.all([first, shared({ userId: chat.id, reminderId: id })]);
  expect(chat.text()).toContain('✅ Готово');
});

test('«Отметить все» changes the newest messages and leaves the others as they are', async () => {
  const chat = await bot.member();
  const [account] = await db.select().from(users).where(eq(users.id, chat.id));
  const ids: number[] = [];
  for (let hour = 0; hour < 5; hour += 1) {
    const dateTime = new Date(NINE.getTime() + hour * 3_600_000);
    ids.push((await createReminder(db, chat.id, { dateTime, text: `Дело ${hour}` })).id);
    await bot.sendDueAt(dateTime);
  }
  if (!account) throw new Error('nobody');
  for (const id of ids) await actOnReminder(db, account, id, 'done', { now: clock.now() });
  const shared = refresher(2);
  await Promise.all(ids.map((reminderId) => shared({ userId: chat.id, reminderId })));
  const done = chat.messages().filter((each) => each.text.includes('✅ Готово'));
  expect(done.map((each) => each.text.split('\n')[0])).toEqual(['Дело 3', 'Дело 4']);
});
