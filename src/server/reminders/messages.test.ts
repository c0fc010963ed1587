import fc from '@/testing/fast-check';
import { eq } from 'drizzle-orm';
import { type Firing } from '@/core/firing';
import { USUAL_SETTINGS } from '@/core/settings';
import { FLOOD_RESENDS_MAX, SNOOZE_PRESETS } from '@/core/limits';
import { zonedInstant } from '@/testing/temporal-oracle';
import { reminders, users } from '@/server/platform/db/schema';
import { deleteReminder, restoreReminder } from '@/server/reminders/deletion';
import { updateReminder } from '@/server/reminders/reminders';
import { actOnReminder, pauseAct, undoAct } from '@/server/reminders/acts';
import { createReminder, createUser } from '@/testing/builders';
import { fixedClock } from '@/testing/clock';
import { APP_URL, testBot, type TestChat } from '@/testing/conversation';
import { testDatabase } from '@/testing/database';
import { runningClock, createOutbox, tickAt } from '@/testing/outbox';
import { callRoute, serveFrom, stopServing } from '@/testing/api';
import { turnsOfTheEventLoop } from '@/testing/until';
import { initDataFor } from '@/testing/test-env';
import { DELETE as remove, GET as read } from '@/app/api/notifications/[id]/route';
import { POST as done } from '@/app/api/notifications/[id]/done/route';
import { POST as restore } from '@/app/api/notifications/[id]/restore/route';
import { POST as snooze } from '@/app/api/notifications/[id]/snooze/route';
import { POST as undo } from '@/app/api/notifications/[id]/undo/route';
import {
  type OutgoingReminder,
  readPress,
  renderMoments,
  renderPressed,
  renderReminder,
} from './message';
import { type PressedReminder, pressInChat, undoFromChat } from './chat-acts';
import { MessageRefresher, refreshBehindAnswers } from './message-refresh';
import { editMessageVia } from '../telegram/send';
import { onOutdatedMessage, type Outdated } from '../telegram/outdated';

describe('a message', () => {
  const { db } = testDatabase();
  const DUE = new Date('2026-11-20T06:00:00Z');
  const address = { appUrl: 'https://napomnyu.example', simulated: false };

  const outgoing = (firing: Partial<Firing> = {}, text = 'Полить цветы'): OutgoingReminder => ({
    chatId: 7,
    reminderId: 5,
    text,
    typeName: 'Оплата',
    timeZone: 'Asia/Vladivostok',
    snoozes: SNOOZE_PRESETS,
    firing: {
      kind: 'first',
      occurrenceAt: DUE,
      scheduledAt: DUE,
      late: false,
      nagNumber: 0,
      last: false,
      ...firing,
    },
  });
  const textOf = (message: OutgoingReminder) => renderReminder(message, address).text.toString();
  const dataOf = (message: OutgoingReminder) =>
    renderReminder(message, address)
      .keyboard.flat()
      .flatMap((button) => ('callback_data' in button ? [button.callback_data] : []));

  test('every button says what it is about, in at most 64 bytes, whatever the reminder', () => {
    fc.assert(
      fc.property(
        // Ids of fifteen digits at most are read, here as in all callback data.
        fc.integer({ min: 1, max: 10 ** 15 - 1 }),
        fc.date({ noInvalidDate: true }),
        (reminderId, occurrenceAt) => {
          const data = dataOf({ ...outgoing({ occurrenceAt }), reminderId });
          expect(data.map((each) => readPress(each))).toEqual(
            ['done', 'when', ...SNOOZE_PRESETS].map((button) => ({
              button,
              reminderId,
              occurrenceAt,
            })),
          );
          for (const each of data) expect(Buffer.byteLength(each)).toBeLessThanOrEqual(64);
        },
      ),
    );
  });

  test('its six buttons stand in two rows, the same under every copy', () => {
    const labels = (noteContent: string | null) =>
      renderReminder({ ...outgoing(), noteContent }, address).keyboard.map((row) =>
        row.map((button) => button.text),
      );
    expect(labels(null)).toEqual([
      ['✅ Готово', 'Отложить…'],
      ['10 мин', '1 час', 'Вечером', 'Завтра'],
    ]);
    expect(labels('- хлеб')).toEqual([
      ['✅ Готово', 'Отложить…', '☑ Пункты'],
      ['10 мин', '1 час', 'Вечером'],
    ]);
    // Where a moment has no room, «Отложить…» has them all.
    const putOff = (noteContent: string | null) =>
      dataOf({ ...outgoing(), noteContent }).map((each) => readPress(each)?.button)[1];
    expect([putOff(null), putOff('- хлеб')]).toEqual(['when', 'later']);
    const { keyboard } = renderReminder(outgoing(), address);
    expect(renderReminder(outgoing({ kind: 'nag', nagNumber: 3 }), address).keyboard).toEqual(
      keyboard,
    );
  });

  test('«Открыть» leads to its own view', () => {
    expect(renderPressed(pressed('done', null), address).keyboard.flat().at(-1)).toEqual({
      text: 'Открыть',
      web_app: { url: 'https://napomnyu.example/app?reminder=5' },
    });
  });

  test('the first line is the text: that is what the push shows', () => {
    expect(textOf(outgoing()).split('\n')[0]).toBe('<b>Полить цветы</b>');
  });

  test('«Вернуть» says which act it takes back', () => {
    const undo = renderPressed(pressed('done', null), address)
      .keyboard.flat()
      .find((button) => button.text === '↩️ Вернуть');
    const data = undo && 'callback_data' in undo ? undo.callback_data : '';
    expect(readPress(data)).toEqual({ button: 'undo', reminderId: 5, version: 4 });
  });

  test.each([
    '',
    'r:',
    'r:done:0:abc',
    'r:dance:5:abc',
    'r:done:5:',
    'r:done:5:zzzzzzzzzzz',
    't:y',
  ])('callback data of another make is not a press: %p', (data) =>
    expect(readPress(data)).toBeNull(),
  );

  test("the user's text cannot become markup", () => {
    expect(textOf(outgoing({}, '<b>&amp;</b>'))).toContain('&lt;b&gt;&amp;amp;&lt;/b&gt;');
  });

  test('a late reminder says when it was due, on the clocks of its user', () => {
    expect(textOf(outgoing({ late: true }))).toContain(
      'С опозданием: должно было прийти 20 ноября в 16:00',
    );
  });

  test('a re-send counts, and the last one says that it is the last', () => {
    expect(textOf(outgoing({ kind: 'nag', nagNumber: 3 }))).toContain(
      `Повтор 3 из ${FLOOD_RESENDS_MAX}`,
    );
    expect(textOf(outgoing({ kind: 'nag', nagNumber: FLOOD_RESENDS_MAX, last: true }))).toContain(
      'Последний повтор',
    );
  });

  test('without https there is no button that Telegram would refuse the message for', () => {
    const insecure = { ...address, appUrl: 'http://localhost:3000' };
    const labels = renderPressed(pressed('done', null), insecure)
      .keyboard.flat()
      .map((button) => button.text);
    expect(labels).toEqual(['↩️ Вернуть']);
  });

  test.each([
    ['first', {}, '<b>День рождения мамы</b>\n🎉 Исполняется 60 лет\n'],
    [
      'pre-alert',
      { toldAt: new Date('2026-11-13T06:00:00Z') },
      'День рождения мамы</b>\n🎉 Исполняется 60 лет\n',
    ],
    ['snooze', {}, '🎉 Исполняется 60 лет'],
    ['nag', {}, '🎉 Исполняется 60 лет'],
  ] as const)('a message of kind %s says how old, where that is known', (kind, more, said) => {
    const message = outgoing({ kind, ...more }, 'День рождения мамы');
    expect(textOf({ ...message, age: 60 })).toContain(said);
    expect(textOf({ ...message, age: null })).not.toContain('🎉');
  });

  test('a message that was put off still says how old', () => {
    const rule = { every: 1, unit: 'YEAR', birthYear: 2016 } as const;
    const fields = { text: 'Годовщина свадьбы', openOccurrenceAt: DUE, rule };
    const put = { ...pressed('snoozed', DUE), reminder: { ...row, ...fields } };
    expect(renderPressed(put, address).text.toString()).toContain('🎉 10 лет');
  });

  let row: Awaited<ReturnType<typeof createReminder>>;
  beforeAll(async () => {
    const { id } = await createUser(db);
    row = { ...(await createReminder(db, id, { dateTime: DUE })), id: 5 };
  });
  const pressed = (
    state: PressedReminder['state'],
    at: Date | null,
    timeZone = 'Europe/Moscow',
  ): PressedReminder => {
    const before = { ...row, rule: null, preAlerts: [], ended: [] };
    return {
      ...{ state, at, occurrenceAt: DUE, reminder: row, timeZone },
      settings: { ...USUAL_SETTINGS, snoozes: SNOOZE_PRESETS },
      typeName: 'Оплата',
      ...{ noteContent: null, answeredBy: null, people: null, mayMoveAll: false },
      undo: state === 'superseded' ? null : { name: 'done', key: null, version: 4, before },
    };
  };
  test.each([
    ['done', null, '✅ Готово'],
    ['done', DUE, '✅ Готово. В следующий раз — 20 ноября в 09:00'],
    ['snoozed', DUE, '💤 Отложено до 20 ноября в 09:00'],
    ['scheduled', DUE, '🕘 Запланировано на 20 ноября в 09:00'],
    ['superseded', null, 'Ниже есть более новое сообщение об этом напоминании'],
  ] as const)('after a press the message shows the state: %s', (state, at, text) => {
    const { text: html, keyboard } = renderPressed(pressed(state, at), address);
    expect(html.toString()).toBe(`<b>Полить цветы</b>\n<i>💳 Оплата</i>\n\n<i>${text}</i>`);
    const labels = keyboard.flat().map((button) => button.text);
    expect(labels.includes('✅ Готово')).toBe(state === 'snoozed');
    expect(labels.includes('↩️ Вернуть')).toBe(state !== 'superseded');
    expect(labels).toContain('Открыть');
  });

  test('of several people its type stands beside how many they are, before and after a press', () => {
    const mark = '<i>💳 Оплата · 👥 3</i>';
    expect(textOf({ ...outgoing(), people: 3 })).toContain(mark);
    const shared = { ...pressed('done', null), people: 3 };
    expect(renderPressed(shared, address).text.toString()).toContain(mark);
    expect(textOf(outgoing())).not.toContain('👥');
  });

  test('after a press, too, there are six keys in three rows at most; the moments come behind «Отложить…»', () => {
    const states = ['done', 'skipped', 'snoozed', 'scheduled', 'waiting', 'paused'] as const;
    for (const state of states) {
      const full = { ...pressed(state, DUE), mayMoveAll: true, noteContent: '- хлеб' };
      for (const { keyboard } of [renderPressed(full, address), renderMoments(full, address)]) {
        expect(keyboard.length).toBeLessThanOrEqual(3);
        expect(keyboard.flat().length).toBeLessThanOrEqual(6);
      }
    }
    const labels = (render: typeof renderPressed) =>
      render(pressed('snoozed', DUE), address).keyboard.map((row) => row.map(({ text }) => text));
    expect(labels(renderPressed)).toEqual([
      ['✅ Готово', 'Отложить…'],
      ['↩️ Вернуть', 'Открыть'],
    ]);
    expect(labels(renderMoments)).toEqual([
      ['10 мин', '1 час', 'Вечером', 'Завтра'],
      ['Другое время…', '‹ Назад'],
    ]);
  });

  test('a press on a deleted reminder says so', () => {
    expect(renderPressed({ state: 'gone' }, address).text.toString()).toBe(
      '<i>Напоминание удалено</i>',
    );
  });

  test('a moment reads as the clocks of its zone show it, in any zone and around every change of them', () => {
    const shown = (instant: Date, timeZone: string) =>
      renderPressed(pressed('snoozed', instant, timeZone), address).text.toString();
    fc.assert(
      fc.property(zonedInstant, ({ zone, epochMs }) => {
        const clock = new Intl.DateTimeFormat('ru-RU', {
          timeZone: zone,
          day: 'numeric',
          month: 'long',
          hour: '2-digit',
          minute: '2-digit',
        });
        expect(shown(new Date(epochMs), zone)).toContain(`до ${clock.format(epochMs)}<`);
      }),
      { numRuns: 100 },
    );
    // An hour that clocks in Berlin skip, should the process run there.
    expect(shown(new Date('2026-03-28T23:30Z'), 'Europe/Moscow')).toContain('до 29 марта в 02:30<');
  });
});

describe('refreshing a message', () => {
  const { db } = testDatabase();
  const clock = fixedClock('2026-11-20T06:00:00Z');
  const bot = testBot(db, clock);
  const NINE = new Date('2026-11-21T06:00:00Z');
  const daily = { every: 1, unit: 'DAY' } as const;

  function refresher(editsMax?: number) {
    const made = new MessageRefresher({
      db,
      edit: editMessageVia(bot.api()),
      address: { appUrl: APP_URL, simulated: true },
      maxPerSecond: Infinity,
      now: runningClock(clock.now()),
      collectMs: 0,
      ...(editsMax !== undefined && { editsMax }),
    });
    return (outdated: Outdated) => made.follow(outdated);
  }

  /** Somebody whose reminder has come to the chat, at nine. */
  async function reminded(fields: Parameters<typeof createReminder>[2] = {}) {
    const chat = await bot.member();
    const { id } = await createReminder(db, chat.id, { dateTime: NINE, ...fields });
    await bot.sendDueAt(NINE);
    clock.set(new Date('2026-11-21T06:10:00Z'));
    const [account] = await db.select().from(users).where(eq(users.id, chat.id));
    if (!account) throw new Error('nobody');
    const refresh = () => {
      // The second in which the chat gets nothing else is over.
      clock.advance(2_000);
      return refresher()({ userId: chat.id, reminderId: id });
    };
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

    await undoAct(db, account, id, { undo }, clock.now());
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
    await undoAct(db, account, id, { undo: undo ?? '' }, clock.now());
    await actOnReminder(db, account, id, '1h', { now: clock.now() });
    const shared = refresher();
    const outdated = { userId: chat.id, reminderId: id };
    await Promise.all([1, 2, 3].map(() => shared(outdated)));
    expect(chat.text()).toContain('💤 Отложено до 21 ноября в 10:10');
    expect(edits(chat)).toBe(1);
  });

  // After so many turns the first looks for a message of the reminder that never came to the chat, or just has.
  test.each([0, 1, 2, 4, 8, 16])(
    'an act that comes while others are at work is not lost, %d turns later',
    async (turns) => {
      const { chat, account, id } = await reminded();
      const silent = await createReminder(db, chat.id, {
        dateTime: new Date('2026-11-25T06:00:00Z'),
      });
      await actOnReminder(db, account, id, 'done', { now: clock.now() });
      const shared = refresher();
      const first = shared({ userId: chat.id, reminderId: silent.id });
      await turnsOfTheEventLoop(turns);
      await Promise.all([first, shared({ userId: chat.id, reminderId: id })]);
      expect(chat.text()).toContain('✅ Готово');
    },
  );

  test('«Отметить все» changes the newest messages and leaves the others as they are', async () => {
    const chat = await bot.member();
    const [account] = await db.select().from(users).where(eq(users.id, chat.id));
    const ids: number[] = [];
    for (let hour = 0; hour < 3; hour += 1) {
      const dateTime = new Date(NINE.getTime() + hour * 3_600_000);
      ids.push((await createReminder(db, chat.id, { dateTime, text: `Дело ${hour}` })).id);
      await bot.sendDueAt(dateTime);
    }
    if (!account) throw new Error('nobody');
    for (const id of ids) await actOnReminder(db, account, id, 'done', { now: clock.now() });
    clock.advance(2_000);
    const shared = refresher(2);
    await Promise.all(ids.map((reminderId) => shared({ userId: chat.id, reminderId })));
    const done = chat.messages().filter((each) => each.text.includes('✅ Готово'));
    expect(done.map((each) => each.text.split('\n')[0])).toEqual(['Дело 1', 'Дело 2']);
  });
});

describe('a message that is out of date', () => {
  const { db, url } = testDatabase();
  const told: Outdated[] = [];
  beforeAll(() => {
    serveFrom(url);
    onOutdatedMessage((outdated) => told.push(outdated));
  });
  afterAll(() => {
    onOutdatedMessage(null);
    return stopServing();
  });

  test('a change outside a request, as in a tick, edits its message too, and is no fault', () => {
    const refresh = refreshBehindAnswers(() => {
      throw new Error('there is no answer to wait behind');
    });
    const cardNow = jest.fn(() => Promise.resolve(null));
    expect(() => refresh({ userId: 1, cardNow })).not.toThrow();
    expect(cardNow).toHaveBeenCalledTimes(1);
  });

  test('each change of a reminder in the app tells the bot which message is out of date; a refused one does not', async () => {
    const user = await createUser(db);
    const initData = initDataFor({ id: user.id });
    const { id } = await createReminder(db, user.id, {
      dateTime: new Date(Date.now() + 3_600_000),
    });
    const call = (route: typeof done, body: object, of = id) =>
      callRoute(route, { initData, body, params: { id: String(of) } });
    const tells = async (route: typeof done, body: object = {}) => {
      told.length = 0;
      expect((await call(route, body)).status).toBe(200);
      expect(told).toEqual([{ userId: user.id, reminderId: id }]);
    };
    await tells(snooze, { until: '1h' });
    await tells(done);
    await tells(undo, { undo: '3' });
    await tells(remove);
    await tells(restore);

    told.length = 0;
    await callRoute(read, { initData, params: { id: String(id) } });
    expect((await call(snooze, { until: 'never' })).status).toBe(400);
    expect((await call(done, {}, id + 1_000)).status).toBe(404);
    expect((await call(done, { version: 1 })).status).toBe(409);
    expect(told).toEqual([]);
  });
});

describe('acts in the chat', () => {
  const { db } = testDatabase();
  const DUE = new Date('2026-11-20T09:00:00Z');
  const after = (minutes: number) => new Date(DUE.getTime() + minutes * 60_000);
  const DAILY = { every: 1, unit: 'DAY' } as const;

  /** A reminder that has just been sent, and the press of a button under its message. */
  async function sent(fields: Partial<typeof reminders.$inferInsert> = {}) {
    const user = await createUser(db, { timeZone: 'Asia/Vladivostok' });
    const reminder = await createReminder(db, user.id, { dateTime: DUE, ...fields });
    const messageId = await comesAt(DUE);
    const occurrenceAt = DUE;
    return { userId: user.id, reminderId: reminder.id, occurrenceAt, messageId, now: after(1) };
  }

  /** Sends what is due; answers the id of the last message. */
  async function comesAt(instant: Date): Promise<number> {
    const outbox = createOutbox();
    await tickAt(db, instant, outbox);
    return outbox.sent.at(-1)?.messageId ?? 0;
  }

  const rowOf = async (id: number) => {
    const [row] = await db.select().from(reminders).where(eq(reminders.id, id));
    if (!row) throw new Error('no such reminder');
    return row;
  };

  test('«Готово» ends a flood and completes a one-shot', async () => {
    const press = await sent({ floodInterval: 5 });
    expect(await pressInChat(db, { ...press, button: 'done' })).toMatchObject({
      state: 'done',
      at: null,
      reminder: { text: 'Полить цветы' },
      timeZone: 'Asia/Vladivostok',
    });
    expect(await rowOf(press.reminderId)).toMatchObject({ completed: true, nextFireAt: null });
  });

  test('«Готово» on a series tells when it comes next', async () => {
    const press = await sent({ rule: DAILY, floodInterval: 5 });
    expect(await pressInChat(db, { ...press, button: 'done' })).toMatchObject({
      state: 'done',
      at: after(24 * 60),
    });
  });

  test('a second press changes nothing and answers the same state', async () => {
    const press = await sent({ floodInterval: 5 });
    const first = await pressInChat(db, { ...press, button: 'done' });
    const before = await rowOf(press.reminderId);
    expect(await pressInChat(db, { button: 'done', ...press, now: after(2) })).toEqual(first);
    expect(await rowOf(press.reminderId)).toEqual(before);
  });

  test('presses that are double or stale change nothing where nothing is open', async () => {
    const press = await sent({ rule: DAILY, floodInterval: 5 });
    await pressInChat(db, { ...press, button: 'done' });
    const before = await rowOf(press.reminderId);
    expect(before).toMatchObject({ openOccurrenceAt: null, completed: false });
    const late = { ...press, now: after(2) };
    await pressInChat(db, { ...late, button: 'done' });
    await pressInChat(db, { ...late, button: '1h' });
    await pressInChat(db, { ...late, button: 'all' });
    expect(await rowOf(press.reminderId)).toEqual(before);
  });

  test('two presses at once have one effect', async () => {
    const press = await sent();
    const both = await Promise.all([
      pressInChat(db, { ...press, button: '10m' }),
      pressInChat(db, { ...press, button: '1h' }),
    ]);
    expect(both[0]).toEqual(both[1]);
  });

  test('a snoozed one-shot is current again, comes at its new time, and can be put off once more', async () => {
    const press = await sent();
    const snoozed = await pressInChat(db, { ...press, button: '10m' });
    expect(snoozed).toMatchObject({ state: 'snoozed', at: after(11), occurrenceAt: after(11) });
    expect(await rowOf(press.reminderId)).toMatchObject({ completed: false, dateTime: after(11) });
    const again = { ...press, occurrenceAt: after(11), now: after(2) };
    expect(await pressInChat(db, { ...again, button: '1h' })).toMatchObject({ at: after(62) });
    await comesAt(after(62));
    const { waitingSince, nextFireAt } = await rowOf(press.reminderId);
    expect(nextFireAt).toBeNull();
    expect(waitingSince?.getTime()).toBeGreaterThanOrEqual(after(62).getTime());
  });

  test('«Завтра» means the morning of the user, not of the server', async () => {
    const press = await sent();
    // 19:01 on 20 November in Vladivostok.
    expect(await pressInChat(db, { ...press, button: 'tomorrow' })).toMatchObject({
      at: new Date('2026-11-20T23:00:00Z'),
    });
  });

  test('a snooze of a series leaves the series where it is', async () => {
    const press = await sent({ rule: DAILY });
    await pressInChat(db, { ...press, button: '1h' });
    expect(await rowOf(press.reminderId)).toMatchObject({
      dateTime: after(24 * 60),
      nextFireAt: after(61),
      snoozedUntil: after(61),
    });
  });

  test('flood survives a snooze', async () => {
    const press = await sent({ floodInterval: 5 });
    await pressInChat(db, { ...press, button: '10m' });
    await comesAt(after(11));
    expect((await rowOf(press.reminderId)).nextFireAt?.getTime()).toBeGreaterThanOrEqual(
      after(16).getTime(),
    );
  });

  test('a button of an earlier occurrence does not touch the present one', async () => {
    const press = await sent({ rule: DAILY, floodInterval: 5 });
    await comesAt(after(24 * 60));
    const before = await rowOf(press.reminderId);
    expect(
      await pressInChat(db, { button: 'done', ...press, now: after(24 * 60 + 1) }),
    ).toMatchObject({
      state: 'superseded',
    });
    expect(await rowOf(press.reminderId)).toEqual(before);
  });

  test.each([
    ['skipped', 'skip', 48 * 60],
    ['scheduled', { dateTime: after(26 * 60), rule: DAILY, floodInterval: null }, 26 * 60],
  ] as const)(
    'an old «Готово» of a series with nothing open says what was done last: %s',
    async (state, act, comes) => {
      const press = await sent({ rule: DAILY });
      await comesAt(after(24 * 60));
      const now = after(25 * 60);
      const [account] = await db.select().from(users).where(eq(users.id, press.userId));
      if (!account) throw new Error('no account');
      await actOnReminder(db, account, press.reminderId, act, { now });
      const before = await rowOf(press.reminderId);
      expect(before).toMatchObject({ openOccurrenceAt: null, completed: false });
      const pressed = await pressInChat(db, { ...press, button: 'done', now });
      expect(pressed).toMatchObject({ state, at: after(comes) });
      expect(await rowOf(press.reminderId)).toEqual(before);
    },
  );

  test('a button of a message from before an edit answers the present time and changes nothing', async () => {
    const press = await sent();
    await db
      .update(reminders)
      .set({
        dateTime: after(300),
        nextFireAt: after(300),
        openOccurrenceAt: null,
        waitingSince: null,
        completed: false,
      })
      .where(eq(reminders.id, press.reminderId));
    const before = await rowOf(press.reminderId);
    const scheduled = { state: 'scheduled', at: after(300) };
    expect(await pressInChat(db, { ...press, button: 'done' })).toMatchObject(scheduled);
    expect(await pressInChat(db, { ...press, button: '1h' })).toMatchObject(scheduled);
    expect(await rowOf(press.reminderId)).toEqual(before);
  });

  test('a deleted reminder is gone, and so is a foreign one', async () => {
    const press = await sent();
    const stranger = await createUser(db);
    expect(await pressInChat(db, { button: 'done', ...press, userId: stranger.id })).toEqual({
      state: 'gone',
    });
    await db.update(reminders).set({ deletedAt: DUE }).where(eq(reminders.id, press.reminderId));
    expect(await pressInChat(db, { ...press, button: '1h' })).toEqual({ state: 'gone' });
  });

  test.each(['done', 'snoozed'] as const)(
    '«Вернуть» after «%s» lets it wait again',
    async (did) => {
      const press = await sent();
      const before = await rowOf(press.reminderId);
      const acted = await (did === 'done'
        ? pressInChat(db, { ...press, button: 'done' })
        : pressInChat(db, { ...press, button: '1h' }));
      const version = acted.state === 'gone' ? undefined : acted.undo?.version;
      expect(version).toBe(2);
      const undo = () => undoFromChat(db, press, version ?? 0);
      const back = { pressed: { state: 'waiting', occurrenceAt: DUE, undo: null }, tooLate: false };
      expect(await undo()).toMatchObject(back);
      const { version: _, updatedAt, liveMessageId, ...row } = await rowOf(press.reminderId);
      expect(before).toMatchObject(row);
      expect([updatedAt, liveMessageId]).toEqual([press.now, press.messageId]);
      // A double press is no failure.
      expect(await undo()).toMatchObject(back);
    },
  );

  test('«Вернуть» on a message that is no longer the latest word is too late', async () => {
    const press = await sent({ rule: DAILY });
    await pressInChat(db, { ...press, button: 'done' });
    await comesAt(after(24 * 60));
    expect(await undoFromChat(db, press, 2)).toMatchObject({
      tooLate: true,
      pressed: { state: 'waiting', undo: null },
    });
  });
});
