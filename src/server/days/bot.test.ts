import { eq, sql } from 'drizzle-orm';
import { pressInList } from '@/server/reminders/chat-acts';
import { dueDayEdits, dueDays } from '@/server/days/tell';
import { runTick } from '@/server/outbox/tick';
import { dayHasChanged } from '@/server/accounts/day-plans';
import {
  dayMessages,
  deliveries,
  drafts,
  pace,
  reminders,
  users,
} from '@/server/platform/db/schema';
import { onOutdatedMessage } from '@/server/telegram/outdated';
import { saveSettings, settingsOf } from '@/server/accounts/settings';
import { sendDayVia } from '@/server/days/bot';
import { DAY_MS } from '@/core/calendar';
import { createReminder, draftPayload } from '@/testing/builders';
import { testBot } from '@/testing/conversation';
import { testDatabase } from '@/testing/database';
import { runningClock } from '@/testing/outbox';

// Friday 20 November 2026, 12:00 in Moscow.
const { db } = testDatabase();
const bot = testBot(db);
const NOON = bot.clock.now();
// The next test begins in the morning again, and nobody's chat waits for the evening.
afterEach(async () => {
  await db.delete(users);
  await db.delete(deliveries);
  bot.clock.set(NOON);
  await db.delete(pace);
  await db.insert(pace).values({ id: 1, nextSlotAt: new Date(0) });
});

const moscow = (clock: string, day = '20') => new Date(`2026-11-${day}T${clock}:00+03:00`);
const MORNING = moscow('08:00');

/** The time comes, and messages about the day are sent, or brought up to date. */
async function dayAt(instant: Date): Promise<void> {
  bot.clock.set(instant);
  const send = sendDayVia(bot.api());
  await runTick({
    db,
    kinds: [dueDays(send), dueDayEdits(send)],
    retract: () => Promise.resolve(),
    now: runningClock(instant),
    deadline: new Date(instant.getTime() + 600_000),
    horizonMs: 0,
    maxPerSecond: Infinity,
  });
}
const rowOf = async (id: number) =>
  (await db.select().from(reminders).where(eq(reminders.id, id)))[0];

/** Somebody whose agenda of the day has come, with lunch, a series and an evening in it. */
async function withAgenda() {
  const anna = await bot.member();
  await saveSettings(db, anna.id, { agenda: '08:00' }, moscow('03:00'));
  const lunch = await createReminder(db, anna.id, {
    text: 'Обед с <мамой>',
    dateTime: moscow('13:00'),
  });
  const pills = await createReminder(db, anna.id, {
    text: 'Таблетки',
    dateTime: moscow('14:00'),
    firstWallTime: '2026-11-18T14:00',
    rule: { every: 1, unit: 'DAY' },
  });
  await createReminder(db, anna.id, { text: 'Кино', dateTime: moscow('20:00') });
  await dayAt(MORNING);
  return { anna, lunch, pills };
}

test('the agenda says what comes when, each line with buttons of its own', async () => {
  const { anna } = await withAgenda();
  expect(anna.text()).toBe(
    'План на день, 20 ноября\n\n1. 13:00 — Обед с <мамой>\n2. 14:00 — Таблетки\n3. 20:00 — Кино',
  );
  expect(anna.labels()).toEqual([
    ['Готово 1', 'Отложить 1'],
    ['Готово 2', 'Отложить 2'],
    ['Готово 3', 'Отложить 3'],
  ]);
});

test('«Готово» of a line does that one reminder, says so in the same message, and can be taken back', async () => {
  const { anna, lunch } = await withAgenda();
  await anna.press('Готово 1');
  expect(anna.messages()).toHaveLength(1);
  expect(anna.text()).toContain('1. ✅ 13:00 — Обед с <мамой>');
  expect(anna.labels()[0]).toEqual(['Вернуть 1']);
  expect((await rowOf(lunch.id))?.completed).toBe(true);
  await anna.press('Вернуть 1');
  expect(anna.text()).toContain('1. 13:00 — Обед с <мамой>');
  expect((await rowOf(lunch.id))?.completed).toBe(false);
});

test('done from the message, it rings no more; a double press of an old button does nothing else', async () => {
  const { anna, pills } = await withAgenda();
  const done = anna.last().keyboard[1]?.[0]?.callback_data ?? '';
  await anna.press('Готово 2');
  expect(anna.text()).toContain('2. ✅ 14:00 — Таблетки · в следующий раз — завтра в 14:00');
  await anna.pressData(done);
  expect(await rowOf(pills.id)).toMatchObject({
    completed: false,
    dateTime: moscow('14:00', '21'),
  });
  await bot.sendDueAt(moscow('14:01'));
  expect(anna.messages().filter(({ text }) => text.startsWith('Таблетки'))).toEqual([]);
});

test('«Отложить» asks until when in the same message, and leads back', async () => {
  const { anna, lunch } = await withAgenda();
  await anna.press('Отложить 1');
  expect(anna.text()).toContain('Когда напомнить снова: «Обед с <мамой>»?');
  await anna.press('‹ Назад');
  expect(anna.labels()[0]).toEqual(['Готово 1', 'Отложить 1']);
  await anna.press('Отложить 1');
  await anna.press('+1 час');
  expect(anna.messages()).toHaveLength(1);
  expect(anna.text()).toContain('14:00 — Обед с <мамой>');
  expect((await rowOf(lunch.id))?.nextFireAt).toEqual(moscow('14:00'));
  await anna.press('Отложить 1');
  await anna.press('Другое время…');
  await anna.write('завтра в 10');
  await dayAt(moscow('08:05'));
  expect(anna.messages()[0]?.text).toContain('Обед с <мамой> · перенесено: завтра в 10:00');
});

test('a flood ends with «Готово» of its line, and the message of the reminder itself is brought up to date', async () => {
  const outdated: number[] = [];
  onOutdatedMessage((what) => 'reminderId' in what && outdated.push(what.reminderId));
  const { anna } = await withAgenda();
  const flood = await createReminder(db, anna.id, {
    text: 'Плита',
    dateTime: moscow('09:00'),
    floodInterval: 5,
  });
  await bot.sendDueAt(moscow('09:00'));
  await dayHasChanged(db, anna.id, bot.clock.now());
  await dayAt(moscow('09:01'));
  const agenda = anna.messages()[0];
  expect(agenda?.text).toContain('1. 09:00 — Плита · ждёт ответа');
  await anna.press('Готово 1');
  onOutdatedMessage(null);
  expect(await rowOf(flood.id)).toMatchObject({ completed: true, nextFireAt: null });
  expect(outdated).toEqual([flood.id]);
});

test('a line whose earlier occurrence still waits opens the reminder', async () => {
  const anna = await bot.member();
  await saveSettings(db, anna.id, { agenda: '08:00' }, moscow('03:00'));
  await createReminder(db, anna.id, {
    text: 'Таблетки',
    dateTime: moscow('14:00'),
    firstWallTime: '2026-11-18T14:00',
    rule: { every: 1, unit: 'DAY' },
    openOccurrenceAt: moscow('14:00', '19'),
    waitingSince: moscow('14:00', '19'),
  });
  await dayAt(MORNING);
  expect(anna.labels()).toEqual([['Открыть 1']]);
  await anna.press('Открыть 1');
  expect(anna.messages()).toHaveLength(2);
  expect(anna.text()).toContain('Таблетки');
});

test('a long day stays within what Telegram takes, and says how many there are besides', async () => {
  const anna = await bot.member();
  await saveSettings(db, anna.id, { review: '21:00' }, moscow('03:00'));
  for (let n = 10; n < 60; n += 1) {
    const came = moscow(`12:${n}`);
    await createReminder(db, anna.id, {
      text: `${n} ${'&<я>👩‍👩‍👧‍👦'.repeat(40)}`,
      dateTime: came,
      openOccurrenceAt: came,
      waitingSince: came,
      nextFireAt: null,
    });
  }
  await dayAt(moscow('21:00'));
  expect(anna.text()).toContain('Не отмечено за 20 ноября');
  expect(anna.text()).toContain('20. 12:29 — 29');
  expect(anna.text()).toContain('… и ещё 30');
  expect(anna.labels()).toHaveLength(20);
  await anna.press('Готово 20');
  expect(anna.text()).toContain('20. 12:30 — 30');
  expect(anna.text()).toContain('… и ещё 29');
  // Only what is shown is kept of it.
  const [stored] = await db.select().from(dayMessages);
  expect(stored?.items).toHaveLength(20);
});

test('«Вернуть» stands only by a line whose own answer was the latest act: not another day’s, no other act', async () => {
  const { anna, pills } = await withAgenda();
  const press = { userId: anna.id, reminderId: pills.id, now: bot.clock.now() };
  await anna.press('Готово 2');
  expect(anna.labels()[1]).toEqual(['Вернуть 2']);
  // The next day's is done early: taking that back is not what the line of today says.
  await pressInList(db, press, {}, 'done');
  await dayAt(moscow('08:05'));
  expect(anna.text()).toContain('2. ✅ 14:00 — Таблетки');
  expect(anna.labels().flat()).not.toContain('Вернуть 2');
  await anna.press('Готово 1');
  expect(anna.labels()[0]).toEqual(['Вернуть 1']);
});

test('a press while delivery is at the message writes nothing over it, and leaves it due', async () => {
  const { anna } = await withAgenda();
  await dayAt(moscow('08:01'));
  await db.update(dayMessages).set({ leaseToken: sql`gen_random_uuid()` });
  const [before] = await db.select().from(dayMessages);
  await anna.press('Готово 1');
  const [after] = await db.select().from(dayMessages);
  // Delivery is at it just now: what it writes down counts, and it looks once more.
  expect([after?.shown, after?.dueAt]).toEqual([before?.shown, new Date(0)]);
});

test('«Другое время…» of an occurrence that is no longer the one to answer asks nothing and shows the day', async () => {
  const { anna, pills } = await withAgenda();
  await anna.press('Отложить 2');
  const other = anna
    .last()
    .keyboard.flat()
    .find(({ text }) => text === 'Другое время…');
  const press = { userId: anna.id, reminderId: pills.id, now: bot.clock.now() };
  await pressInList(db, press, {}, 'done');
  await anna.pressData(other?.callback_data ?? '');
  expect(anna.messages()).toHaveLength(1);
  expect(anna.text()).toContain('2. ✅ 14:00 — Таблетки');
});

test('what the chat hears meanwhile stands in the same message', async () => {
  const { anna } = await withAgenda();
  await anna.write('сегодня в 18:30 забрать посылку');
  await dayAt(moscow('08:10'));
  const agenda = anna.messages()[0];
  expect(agenda?.text).toContain('3. 18:30 — Забрать посылку');
  expect(anna.messages().filter(({ text }) => text.startsWith('План'))).toHaveLength(1);
});

test('the buttons of a message that is no longer known still act, and show the reminder', async () => {
  const { anna, lunch } = await withAgenda();
  const done = anna.last().keyboard[0]?.[0]?.callback_data ?? '';
  await anna.write('/help');
  await anna.pressData(done);
  expect((await rowOf(lunch.id))?.completed).toBe(true);
  expect(anna.text()).toContain('Обед с <мамой>');
});

test.each(['done', 'later', 'open', 'undo', 'when', '10m', 'on', 'no', 'back', 'x'])(
  'a made-up press «%s» about a foreign or unknown reminder changes nothing',
  async (what) => {
    const { anna } = await withAgenda();
    const boris = await bot.member();
    const theirs = await createReminder(db, boris.id, { dateTime: moscow('13:00') });
    for (const id of [theirs.id, 0, 999_999_999]) {
      await anna.pressData(`day:${what}:${id}:${moscow('13:00').getTime().toString(36)}`);
    }
    expect(await rowOf(theirs.id)).toEqual(theirs);
  },
);

describe('the offer', () => {
  const settingsNow = async (id: number) =>
    settingsOf((await db.select().from(users).where(eq(users.id, id)))[0]?.settings);
  const soon = moscow('12:01');

  test('comes behind the third reminder, with one tap for each, and never again', async () => {
    const anna = await bot.member();
    for (const text of ['молоко', 'хлеб']) await anna.write(`завтра в 9 ${text}`);
    await dayAt(soon);
    expect(anna.text()).not.toContain('Что включить?');
    await anna.write('завтра в 9 сыр');
    await dayAt(moscow('12:02'));
    expect(anna.text()).toContain('Что включить?');
    expect(anna.labels()).toEqual([['☀️ План на день', '🌙 Итоги дня']]);
    await anna.press('☀️ План на день');
    expect(anna.text()).toContain('каждое утро в 08:00');
    expect(anna.labels()).toEqual([['🌙 Итоги дня']]);
    await anna.press('🌙 Итоги дня');
    expect(anna.labels()).toEqual([]);
    expect(await settingsNow(anna.id)).toMatchObject({ agenda: '08:00', review: '21:00' });

    const said = anna.messages().length;
    await anna.write('завтра в 10 мыло');
    await dayAt(moscow('12:03'));
    const since = anna.messages().slice(said);
    expect(since.filter(({ text }) => text.includes('Что включить?'))).toEqual([]);
  });

  test('does not come to who has set either already', async () => {
    const anna = await bot.member();
    await saveSettings(db, anna.id, { review: '20:00' }, NOON);
    for (const text of ['молоко', 'хлеб', 'сыр']) await anna.write(`завтра в 9 ${text}`);
    await dayAt(soon);
    expect(anna.text()).not.toContain('Что включить?');
  });
});

test('/settings: switched on at one of the hours, changed, switched off', async () => {
  const anna = await bot.member();
  await anna.write('/settings');
  await anna.press('План на день');
  await anna.press('07:30');
  expect(anna.text()).toContain('План на день — в 07:30.');
  await anna.press('План на день');
  expect(anna.labels().flat()).toContain('✓ 07:30');
  await anna.press('Выключить');
  expect(anna.text()).not.toContain('План на день — ');
  await anna.press('Итоги дня');
  await anna.press('20:30');
  expect(anna.text()).toContain('Итоги дня — в 20:30.');
  await anna.press('Тихие часы');
  await anna.press('С 21:00');
  await anna.press('До 07:00');
  await anna.press('Итоги дня');
  await anna.press('23:00');
  expect(anna.text()).toContain('Итоги дня — в 07:00, после тихих часов.');
});

describe('what waits for a moment', () => {
  const lies = (userId: number, text: string, days: number) =>
    db.insert(drafts).values({
      ...{ userId, state: 'asking', payload: draftPayload({ text, dateTime: null }) },
      ...{ createdAt: new Date(NOON.getTime() - days * DAY_MS), expiresAt: moscow('12:00', '30') },
    });
  const reviewed = async () => {
    const anna = await bot.member();
    await saveSettings(db, anna.id, { review: '21:00' }, moscow('03:00'));
    return anna;
  };
  const MENTION =
    'Без времени уже 3 дня\n• Купить <хлеб>\nВыбрать время можно в /list или в приложении.';

  test('is mentioned in the review of its third day, and in no other', async () => {
    const anna = await reviewed();
    await lies(anna.id, 'Купить <хлеб>', 3);
    await lies(anna.id, 'Вчерашнее', 1);
    await dayAt(moscow('21:00'));
    expect(anna.text()).toBe(MENTION);
    await dayAt(moscow('21:00', '21'));
    expect(anna.messages()).toHaveLength(1);
  });

  test('stands behind what was not marked, and not in the agenda', async () => {
    const anna = await reviewed();
    await saveSettings(db, anna.id, { agenda: '08:00' }, moscow('03:00'));
    await lies(anna.id, 'Купить <хлеб>', 3);
    const at = moscow('13:00');
    const came = { dateTime: at, openOccurrenceAt: at, waitingSince: at, nextFireAt: null };
    await createReminder(db, anna.id, { text: 'Обед', ...came });
    await dayAt(MORNING);
    await dayAt(moscow('21:00'));
    expect(anna.text()).toBe(`Не отмечено за 20 ноября\n\n1. 13:00 — Обед\n\n${MENTION}`);
    expect(anna.messages().filter(({ text }) => text.includes('Без времени уже'))).toHaveLength(1);
  });
});
