import { eq } from 'drizzle-orm';
import {
  chatMessages,
  deliveries,
  drafts,
  occurrences,
  reminders,
  users,
} from '@/server/platform/db/schema';
import { eraseAccount } from '@/server/retention/erase-account';
import { deleteReminder } from '@/server/reminders/deletion';
import { createReminder } from '@/testing/builders';
import { fixedClock } from '@/testing/clock';
import { APP_URL, testBot, type TestChat } from '@/testing/conversation';
import { testDatabase } from '@/testing/database';

describe('replies', () => {
  // Friday 20 November 2026, 12:00 in Moscow.
  const { db } = testDatabase();
  const clock = fixedClock();
  const bot = testBot(db, clock);
  const at = (iso: string) => new Date(`${iso}+03:00`);
  const NOON = at('2026-11-20T12:00');
  const DAILY = { every: 1, unit: 'DAY' } as const;

  beforeEach(() => clock.set(NOON));

  const reload = async (id: number) => {
    const [row] = await db.select().from(reminders).where(eq(reminders.id, id));
    if (!row) throw new Error('gone');
    return row;
  };
  const lasting = (row: Awaited<ReturnType<typeof reload>>) => {
    const { version, updatedAt, dueAt, ...rest } = row;
    return rest;
  };
  const historyOf = async (id: number) =>
    (await db.select().from(occurrences).where(eq(occurrences.reminderId, id))).map(
      ({ outcome }) => outcome,
    );

  const deliverAt = (iso: string) => bot.sendDueAt(at(iso));

  /** A reminder that came at noon, in the chat of its owner. */
  async function came(fields: Parameters<typeof createReminder>[2] = {}) {
    const anna = await bot.member();
    const { id } = await createReminder(db, anna.id, {
      text: 'Позвонить врачу',
      dateTime: NOON,
      ...fields,
    });
    await deliverAt('2026-11-20T12:00');
    clock.set(at('2026-11-20T12:10'));
    return { anna, id, sentMessage: anna.last().messageId };
  }

  describe('a reply in words to a reminder that came', () => {
    test.each([
      ['через 2 часа', '2026-11-20T14:10'],
      ['завтра в 10', '2026-11-21T10:00'],
      ['завтра', '2026-11-21T12:00'],
      ['в субботу вечером', '2026-11-21T19:00'],
      ['Лучше вечером, я на работе', '2026-11-20T19:00'],
      ['на час позже', '2026-11-20T13:10'],
    ])('«%s» moves it, and the answer says when', async (says, moved) => {
      const { anna, id } = await came();
      await anna.reply(says);
      expect(await reload(id)).toMatchObject({
        nextFireAt: at(moved),
        snoozedUntil: at(moved),
        completed: false,
      });
      expect(anna.text()).toContain('Позвонить врачу');
      expect(anna.text()).toContain('🕘 Напомню');
      expect(anna.text()).toContain(moved.slice(11));
      expect(anna.labels()).toEqual([['↩️ Вернуть', 'Открыть']]);
      expect(anna.appLink()).toBe(`${APP_URL}/app?reminder=${id}`);
    });

    test.each(['готово', 'Сделал!', '+', '👍🏻', 'уже позвонил'])(
      '«%s» completes it; «Вернуть» restores exactly what was there',
      async (says) => {
        const { anna, id } = await came({ floodInterval: 15 });
        const before = lasting(await reload(id));
        await anna.reply(says);
        expect(anna.text()).toContain('✅ Готово.');
        expect(await reload(id)).toMatchObject({ completed: true, nextFireAt: null });
        expect(await historyOf(id)).toEqual(['done']);
        await anna.press('↩️ Вернуть');
        expect(lasting(await reload(id))).toEqual(before);
        expect(await historyOf(id)).toEqual([]);
      },
    );

    test('the message that was answered loses its buttons', async () => {
      const { anna, sentMessage } = await came();
      await anna.reply('готово');
      expect(anna.chat.messages.get(sentMessage)?.keyboard).toEqual([]);
    });

    test('of a series only this occurrence moves, is done, is skipped', async () => {
      const { anna, id, sentMessage } = await came({ rule: DAILY });
      await anna.reply('через час');
      expect(await reload(id)).toMatchObject({
        snoozedUntil: at('2026-11-20T13:10'),
        dateTime: at('2026-11-21T12:00'),
      });
      await anna.reply('пропусти', sentMessage);
      expect(anna.text()).toContain('⏭ Пропущено. В следующий раз — завтра в 12:00');
      expect(await reload(id)).toMatchObject({
        openOccurrenceAt: null,
        nextFireAt: at('2026-11-21T12:00'),
      });
      expect(await historyOf(id)).toEqual(['skipped']);
    });

    describe('«предупреди ещё за 15 минут» leaves what waits or was put off', () => {
      const AHEAD = 'предупреди ещё за 15 минут';

      test('what rang waits on, and does not ring again at once', async () => {
        const { anna, id } = await came();
        await anna.reply(AHEAD);
        expect(await reload(id)).toMatchObject({
          preAlerts: [15],
          openOccurrenceAt: NOON,
          snoozedUntil: null,
          nextFireAt: null,
        });
      });

      test('what is over stays over: it is asked when it is to come', async () => {
        const { anna, id } = await came();
        await anna.reply('готово');
        await anna.reply(AHEAD);
        expect(await reload(id)).toMatchObject({ completed: true, nextFireAt: null });
        expect(anna.text()).toContain('Когда напомнить?');
      });

      test('of a series what rang waits on beside the next, which is told of ahead', async () => {
        const { anna, id } = await came({ rule: DAILY });
        await anna.reply(AHEAD);
        expect(await reload(id)).toMatchObject({
          preAlerts: [15],
          openOccurrenceAt: NOON,
          dateTime: at('2026-11-21T12:00'),
          nextFireAt: at('2026-11-21T11:45'),
        });
        expect(await historyOf(id)).toEqual([]);
      });

      test('of a series what was put off comes when it was to come', async () => {
        const { anna, id, sentMessage } = await came({ rule: DAILY });
        await anna.reply('через час', sentMessage);
        await anna.reply(AHEAD, sentMessage);
        expect(await reload(id)).toMatchObject({
          openOccurrenceAt: NOON,
          snoozedUntil: at('2026-11-20T13:10'),
          nextFireAt: at('2026-11-20T13:10'),
        });
      });

      test('what comes but once is told of ahead of the moment to which it was put off', async () => {
        const { anna, id, sentMessage } = await came();
        await anna.reply('через час', sentMessage);
        await anna.reply(AHEAD, sentMessage);
        expect(await reload(id)).toMatchObject({
          completed: false,
          dateTime: at('2026-11-20T13:10'),
          nextFireAt: at('2026-11-20T12:55'),
        });
      });
    });

    test('a message that was put off and then made a series is not taken for answered', async () => {
      const { anna, id, sentMessage } = await came();
      await anna.reply('через 2 часа', sentMessage);
      await anna.reply('каждый день', sentMessage);
      const before = lasting(await reload(id));
      await anna.reply('готово', sentMessage);
      expect(anna.text()).toContain('✅ Готово. В следующий раз — завтра в 14:10');
      expect(await historyOf(id)).toEqual(['done']);
      await anna.reply('готово', sentMessage);
      expect(anna.text()).toContain('Уже отмечено');
      await anna.press('↩️ Вернуть');
      expect({ ...lasting(await reload(id)), liveMessageId: 0 }).toEqual({
        ...before,
        liveMessageId: 0,
      });
    });

    test('of a series that comes before the moment asked for the answer says so', async () => {
      const { anna, id } = await came({ rule: DAILY });
      await anna.reply('послезавтра в 9');
      expect(await reload(id)).toMatchObject({ nextFireAt: at('2026-11-21T12:00') });
      expect(anna.text()).toContain('завтра в 12:00: тогда приходит и следующее');
    });

    test('«удали» deletes it, «Вернуть» brings it back', async () => {
      const { anna, id } = await came();
      await anna.reply('удали');
      expect(anna.text()).toContain('🗑 Удалил');
      expect((await reload(id)).deletedAt).toEqual(clock.now());
      await anna.press('↩️ Вернуть');
      expect((await reload(id)).deletedAt).toBeNull();
    });

    test('«каждый день» makes a series of it, «по будням в 9» another one, and both can be taken back', async () => {
      const { anna, id } = await came();
      const before = lasting(await reload(id));
      await anna.reply('каждый день');
      expect(anna.text()).toContain('🔁 Теперь — каждый день. Ближайший раз — завтра в 12:00');
      expect(await reload(id)).toMatchObject({ rule: DAILY, dateTime: at('2026-11-21T12:00') });
      await anna.press('↩️ Вернуть');
      expect({ ...lasting(await reload(id)), liveMessageId: 0 }).toEqual({
        ...before,
        liveMessageId: 0,
      });
      await anna.reply('по будням в 9');
      expect(await reload(id)).toMatchObject({
        rule: { every: 1, unit: 'WEEK', weekdays: [1, 2, 3, 4, 5] },
        dateTime: at('2026-11-23T09:00'),
      });
    });

    test('a text for it is put in its place, and can be taken back', async () => {
      const { anna, id } = await came();
      const before = await reload(id);
      await anna.reply('текст: Позвонить зубному');
      expect(await reload(id)).toMatchObject({
        text: 'Позвонить зубному',
        waitingSince: before.waitingSince,
        openOccurrenceAt: NOON,
      });
      expect(anna.text()).toContain('Раньше было: «Позвонить врачу»');
      await anna.press('↩️ Вернуть');
      expect((await reload(id)).text).toBe('Позвонить врачу');
    });

    test('a time that has passed gets suggestions, and nothing moves before one is pressed', async () => {
      const { anna, id } = await came();
      const before = lasting(await reload(id));
      await anna.reply('в 8');
      expect(anna.text()).toContain('Сегодня в 08:00 — это уже в прошлом');
      expect(anna.labels()).toEqual([['Сегодня в 20:00'], ['Завтра в 08:00']]);
      expect(lasting(await reload(id))).toEqual(before);
      await anna.press('Сегодня в 20:00');
      expect(await reload(id)).toMatchObject({ nextFireAt: at('2026-11-20T20:00') });
      expect(anna.labels()).toEqual([['↩️ Вернуть', 'Открыть']]);
    });

    test('«позже» asks when, and the next message says it', async () => {
      const { anna, id } = await came();
      await anna.reply('давай позже');
      expect(anna.text()).toContain('Когда напомнить?');
      expect(anna.labels()).toEqual([['10 мин', '1 час', 'Вечером', 'Завтра']]);
      await anna.write('завтра в 10');
      expect(await reload(id)).toMatchObject({ nextFireAt: at('2026-11-21T10:00') });
    });

    test('«не надо» asks what is meant', async () => {
      const { anna, id } = await came({ rule: DAILY });
      await anna.reply('не надо');
      expect(anna.labels()).toEqual([['Пропустить', 'Удалить'], ['Другое время…']]);
      await anna.press('Пропустить');
      expect(await historyOf(id)).toEqual(['skipped']);
    });

    test('«спасибо» changes nothing', async () => {
      const { anna, id } = await came();
      const before = await reload(id);
      await anna.reply('Спасибо!');
      expect(anna.text()).toContain('Пожалуйста');
      expect(await reload(id)).toEqual(before);
    });
  });

  describe('a reply that is no act', () => {
    test('asks whether it is new; «Новое напоминание» makes its card', async () => {
      const { anna, id } = await came();
      const before = await reload(id);
      await anna.reply('купить хлеб завтра в 9');
      expect(anna.text()).toContain('«купить хлеб завтра в 9»');
      expect(anna.text()).toContain('«Позвонить врачу» или что-то новое?');
      expect(anna.labels()).toEqual([
        ['Новое напоминание'],
        ['Заменить текст'],
        ['🕘 Завтра в 09:00'],
        ['Отмена'],
      ]);
      await anna.press('Новое напоминание');
      expect(anna.text()).toContain('Купить хлеб');
      expect(anna.text()).toContain('✅ Завтра в 09:00');
      expect(await reload(id)).toEqual(before);
      const rows = await db.select().from(reminders).where(eq(reminders.userId, anna.id));
      expect(rows.map((row) => row.text).toSorted()).toEqual(['Купить хлеб', 'Позвонить врачу']);
    });

    test.each([
      ['Заменить текст', { text: 'Это не врачу, а стоматологу' }],
      ['Отмена', { text: 'Позвонить врачу' }],
    ])('«%s» does what it says, once', async (label, expected) => {
      const { anna, id } = await came();
      await anna.reply('это не врачу, а стоматологу');
      const { callback_data: data = '' } =
        anna
          .last()
          .keyboard.flat()
          .find((each) => each.text === label) ?? {};
      expect(Buffer.byteLength(data)).toBeLessThanOrEqual(64);
      await anna.press(label);
      const after = await reload(id);
      expect(after).toMatchObject(expected);
      await anna.pressData(data);
      expect(await reload(id)).toEqual(after);
    });

    test('what follows is not taken for an answer to that question', async () => {
      const { anna } = await came();
      await anna.reply('купить хлеб');
      await anna.write('завтра в 10 позвонить маме');
      expect(anna.text()).toContain('Позвонить маме');
      const rows = await db.select().from(drafts).where(eq(drafts.userId, anna.id));
      expect(rows.map((row) => row.state).toSorted()).toEqual(['held', 'saved']);
    });

    test('words without a meaning are told what can be said', async () => {
      const { anna, id } = await came();
      await anna.reply('😡');
      expect(anna.text()).toContain('Не понял. Ответьте, например');
      await anna.press('✅ Готово');
      expect((await reload(id)).completed).toBe(true);
    });
  });

  describe('it works on', () => {
    test('copies that a re-send replaced, of which Telegram still tells', async () => {
      const { anna, id, sentMessage } = await came({ floodInterval: 15 });
      bot.simulator().age(anna.id, sentMessage, 49);
      await deliverAt('2026-11-20T12:16');
      expect(anna.last().messageId).not.toBe(sentMessage);
      expect(anna.chat.messages.get(sentMessage)?.keyboard).toEqual([]);
      await anna.reply('готово', sentMessage);
      expect((await reload(id)).completed).toBe(true);
    });

    test('messages whose sending was never written down: their buttons say what they are about', async () => {
      const { anna, id } = await came();
      await db.delete(deliveries).where(eq(deliveries.userId, anna.id));
      await anna.reply('готово');
      expect((await reload(id)).completed).toBe(true);
    });

    test('the card that made it, long after its draft is gone', async () => {
      const anna = await bot.member();
      await anna.write('завтра в 9 оплатить интернет');
      await db.delete(drafts).where(eq(drafts.userId, anna.id));
      await anna.reply('на час позже');
      const [row] = await db.select().from(reminders).where(eq(reminders.userId, anna.id));
      expect(row).toMatchObject({ dateTime: at('2026-11-21T10:00'), openOccurrenceAt: null });
    });

    test('an entry of a list that is about one reminder, and the bot’s own answers', async () => {
      const anna = await bot.member();
      const { id } = await createReminder(db, anna.id, { dateTime: at('2026-11-21T09:00') });
      const other = await createReminder(db, anna.id, { dateTime: at('2026-11-21T10:00') });
      await anna.write('/list');
      await anna.reply('на час позже');
      // A list of two is about none of them: the words are a line of their own.
      expect(await reload(id)).toMatchObject({ dateTime: at('2026-11-21T09:00') });
      await anna.write('/list');
      await anna.press('1');
      await anna.reply('на час позже');
      expect(await reload(id)).toMatchObject({ dateTime: at('2026-11-21T10:00') });
      await anna.reply('и ещё на час позже');
      await anna.reply('готово');
      expect(await reload(id)).toMatchObject({ completed: true });
      expect(await reload(other.id)).toMatchObject({ completed: false });
    });

    test('a message about what was done: it is current again', async () => {
      const { anna, id, sentMessage } = await came();
      await anna.reply('готово');
      await anna.reply('завтра в 10', sentMessage);
      expect(await reload(id)).toMatchObject({
        completed: false,
        nextFireAt: at('2026-11-21T10:00'),
      });
      await anna.reply('верни');
      expect(await reload(id)).toMatchObject({ completed: true });
    });

    test('«ой, не сделал» to what was done takes it back', async () => {
      const { anna, id } = await came();
      await anna.reply('готово');
      await anna.reply('ой, не сделал');
      expect(await reload(id)).toMatchObject({ completed: false, openOccurrenceAt: NOON });
    });
  });

  describe('nothing is done twice, or to another one', () => {
    test('the same update, and «готово» said twice, end one occurrence of a series', async () => {
      const { anna, id, sentMessage } = await came({ rule: DAILY });
      await anna.reply('готово', sentMessage);
      await anna.reply('готово', sentMessage);
      expect(anna.text()).toContain('✅ Уже отмечено. В следующий раз — завтра в 12:00');
      await anna.reply('готово');
      expect(await reload(id)).toMatchObject({ dateTime: at('2026-11-21T12:00') });
      expect(await historyOf(id)).toEqual(['done']);
    });

    test.each([
      ['was paused since', ['поставь на паузу до пятницы']],
      ['was paused and goes on again', ['поставь на паузу', 'возобнови']],
      ['tells ahead since', ['предупреждай за 15 минут']],
    ])('«готово» said twice passes nothing over of a series that %s', async (_, meanwhile) => {
      const { anna, id, sentMessage } = await came({ rule: DAILY });
      await anna.reply('готово', sentMessage);
      for (const words of meanwhile) await anna.reply(words, sentMessage);
      const before = await reload(id);
      await anna.reply('готово', sentMessage);
      expect(anna.text()).toContain('Уже отмечено');
      expect(await reload(id)).toEqual(before);
      expect(await historyOf(id)).toEqual(['done']);
    });

    test('a reply that is heard again after a crash moves nothing a second time', async () => {
      const anna = await bot.member();
      const { id } = await createReminder(db, anna.id, { dateTime: at('2026-11-21T09:00') });
      await anna.write('/list');
      await anna.press('1');
      bot.simulator().reply(anna.id, anna.last().messageId, 'на час позже');
      await bot.deliverTwice();
      expect(await reload(id)).toMatchObject({ dateTime: at('2026-11-21T10:00') });
    });

    test('«готово» to yesterday’s message does not end today’s occurrence', async () => {
      const { anna, id, sentMessage } = await came({ rule: DAILY });
      await deliverAt('2026-11-21T12:00');
      await anna.reply('выпил', sentMessage);
      await anna.reply('готово', sentMessage);
      expect(anna.text()).toContain('о прошлом разе');
      expect(await reload(id)).toMatchObject({ openOccurrenceAt: at('2026-11-21T12:00') });
      await anna.press('✅ Готово');
      expect(await reload(id)).toMatchObject({ openOccurrenceAt: null });
    });

    test('a reply and a press at the same moment, in either order, end it once', async () => {
      for (const reversed of [false, true]) {
        const { anna, id, sentMessage } = await came({ rule: DAILY });
        bot.simulator().reply(anna.id, sentMessage, 'готово');
        bot.simulator().press(anna.id, sentMessage, '✅ Готово');
        await bot.deliverAtOnce(reversed);
        expect(await reload(id)).toMatchObject({ dateTime: at('2026-11-21T12:00') });
        expect(await historyOf(id)).toEqual(['done']);
      }
    });

    test('somebody else’s reminder is out of reach, whatever a message says', async () => {
      const { id } = await came();
      const boris = await bot.member();
      await boris.write('/start');
      const data = `r:done:${id}:${NOON.getTime().toString(36)}`;
      await boris.write('удали', {
        reply_to_message: {
          message_id: 999,
          reply_markup: { inline_keyboard: [[{ text: '?', callback_data: data }]] },
        },
      });
      expect(await reload(id)).toMatchObject({ completed: false, deletedAt: null });
      expect(boris.text()).toContain('больше нет');
    });
  });

  describe('what is gone', () => {
    test('of a deleted reminder a reply says so and offers to bring it back', async () => {
      const { anna, id, sentMessage } = await came();
      await deleteReminder(db, anna.id, id, clock.now());
      await anna.reply('через час', sentMessage);
      expect(anna.text()).toContain('удалено. Вернуть его?');
      await anna.press('↩️ Вернуть');
      expect((await reload(id)).deletedAt).toBeNull();
    });

    test('of one that is gone for good too; a task in the reply starts anew', async () => {
      const { anna, id, sentMessage } = await came();
      await db.delete(reminders).where(eq(reminders.id, id));
      await anna.reply('через час', sentMessage);
      expect(anna.text()).toContain('больше нет');
      await anna.reply('завтра в 9 купить хлеб', sentMessage);
      expect(anna.text()).toContain('Купить хлеб');
    });

    test('a reply to a message that was deleted in Telegram is a line of its own', async () => {
      const { anna, id, sentMessage } = await came();
      anna.chat.messages.delete(sentMessage);
      await anna.reply('завтра в 9 купить хлеб', sentMessage);
      expect(anna.text()).toContain('Купить хлеб');
      expect(await reload(id)).toMatchObject({ completed: false });
    });

    test('what is known of messages goes with the account', async () => {
      const { anna } = await came();
      await anna.reply('готово');
      const known = () => db.select().from(chatMessages).where(eq(chatMessages.userId, anna.id));
      expect(await known()).toHaveLength(2);
      await eraseAccount(db, anna.id);
      expect(await known()).toEqual([]);
    });
  });

  describe('«Другое время…»', () => {
    const asked = async (fields: Parameters<typeof createReminder>[2] = {}) => {
      const opened = await came(fields);
      await opened.anna.press('Отложить…');
      return opened;
    };
    const question = (chat: TestChat) => chat.last().messageId;

    test('asks in words, and an answer in words moves it', async () => {
      const { anna, id } = await asked();
      expect(anna.text()).toContain('Когда напомнить о «Позвонить врачу»?');
      await anna.write('завтра в 10');
      expect(await reload(id)).toMatchObject({ nextFireAt: at('2026-11-21T10:00') });
      expect(anna.labels()).toEqual([['↩️ Вернуть', 'Открыть']]);
    });

    test('an answer that comes again after a passing fault moves it', async () => {
      const anna = await bot.member();
      const { id } = await createReminder(db, anna.id, { dateTime: at('2026-11-23T09:00') });
      await anna.write('/list');
      await anna.pressData(`i:${id}:when:list:0`);
      bot.simulator().say(anna.id, 'завтра в 10');
      await bot.deliverAfterFault();
      expect(await reload(id)).toMatchObject({ nextFireAt: at('2026-11-21T10:00') });
      await anna.write('завтра в 11 полить цветы');
      expect(anna.text()).toContain('Полить цветы');
      const [user] = await db.select().from(users).where(eq(users.id, anna.id));
      expect(user).toMatchObject({ expects: null, expectsReminderId: null });
    });

    test.each<[string, (anna: TestChat) => Promise<unknown>]>([
      ['of a photo', (anna) => anna.send('photo')],
      ['of a line', (anna) => anna.write('полить цветы')],
    ])(
      'gives way to a card that asks since, %s, and to any that is replied to',
      async (_, begin) => {
        const { anna, id } = await asked();
        const before = await reload(id);
        clock.advance(1_000);
        await begin(anna);
        expect(anna.text()).toContain('Когда напомнить?');
        await anna.write('завтра в 9');
        expect(await reload(id)).toEqual(before);
        const made = await db.select().from(reminders).where(eq(reminders.userId, anna.id));
        expect(made.map(({ dateTime }) => dateTime)).toContainEqual(at('2026-11-21T09:00'));
      },
    );

    test('a reply to a card that asked before it is about that card', async () => {
      const anna = await bot.member();
      const { id } = await createReminder(db, anna.id, { dateTime: at('2026-11-23T09:00') });
      await anna.write('/list');
      const list = anna.last().messageId;
      await anna.write('купить лампочки');
      const card = anna.last().messageId;
      clock.advance(1_000);
      await anna.pressData(`i:${id}:when:list:0`, list);
      await anna.reply('завтра в 9', card);
      expect(await reload(id)).toMatchObject({ nextFireAt: at('2026-11-23T09:00') });
    });

    test('a bare number is an hour', async () => {
      const { anna, id } = await asked();
      await anna.reply('18', question(anna));
      expect(await reload(id)).toMatchObject({ nextFireAt: at('2026-11-20T18:00') });
    });

    test('what has passed or is unclear is asked again', async () => {
      const { anna, id } = await asked();
      await anna.write('вчера в 10');
      expect(anna.text()).toContain('Вчера в 10:00 — это уже в прошлом');
      await anna.write('как-нибудь потом');
      expect(anna.text()).toContain('Не понял, когда');
      await anna.write('в 25:00');
      expect(anna.text()).toContain('не бывает');
      await anna.write('в 20:00');
      expect(await reload(id)).toMatchObject({ nextFireAt: at('2026-11-20T20:00') });
    });

    test('«отмена» ends the question, and a subject of its own is new', async () => {
      const { anna, id } = await asked();
      const before = await reload(id);
      await anna.write('отмена');
      expect(anna.text()).toContain('оставляю как есть');
      await anna.write('завтра в 10 полить цветы');
      expect(anna.text()).toContain('Полить цветы');
      expect(await reload(id)).toEqual(before);
    });

    test('it ends after half an hour, what rang is answered for an hour; a reply still counts', async () => {
      const { anna, id } = await asked();
      const asks = question(anna);
      clock.advance(61 * 60_000);
      await anna.write('завтра в 10');
      expect(anna.text()).toContain('О чём напомнить');
      await anna.reply('завтра в 11', asks);
      expect(await reload(id)).toMatchObject({ nextFireAt: at('2026-11-21T11:00') });
    });

    test('a second one takes the place of the first', async () => {
      const { anna, id } = await asked();
      const other = await createReminder(db, anna.id, { dateTime: at('2026-11-21T09:00') });
      await anna.pressData(`i:${other.id}:when:list:0`);
      await anna.write('в 15:00');
      expect(await reload(other.id)).toMatchObject({ dateTime: at('2026-11-21T15:00') });
      expect(await reload(id)).toMatchObject({ snoozedUntil: null });
    });

    test('another task is a task of its own', async () => {
      const { anna, id } = await asked();
      await anna.write('завтра в 9 купить хлеб');
      expect(anna.text()).toContain('Купить хлеб');
      expect(await reload(id)).toMatchObject({ snoozedUntil: null });
    });

    test('it waits on through a command', async () => {
      const { anna, id } = await asked();
      await anna.write('/today');
      await anna.write('через час');
      expect(await reload(id)).toMatchObject({ nextFireAt: at('2026-11-20T13:10') });
    });

    test('its state is in the database, and of its own person', async () => {
      const { anna, id } = await asked();
      const [user] = await db.select().from(users).where(eq(users.id, anna.id));
      expect(user).toMatchObject({ expects: 'moment', expectsReminderId: id });
      const boris = await bot.member();
      await boris.pressData(
        `i:${id}:when:list:0`,
        (await boris.write('/list'), boris.last().messageId),
      );
      expect(boris.text()).toContain('больше нет');
    });
  });
});

describe('asking and calling off', () => {
  // Friday 20 November 2026, 12:00 in Moscow.
  const { db } = testDatabase();
  const bot = testBot(db, fixedClock());
  const at = (iso: string) => new Date(`${iso}+03:00`);
  const DAILY = { every: 1, unit: 'DAY' } as const;

  test.each([
    ['покажи список', 'Ближайшее — 2 напоминания'],
    ['что у меня сегодня', 'Сегодня — 1 напоминание'],
    ['Что я пропустил?', 'Ничего не пропущено'],
    ['какие у меня заметки', 'Заметок пока нет'],
  ])('«%s» shows the list, and makes no card', async (says, heading) => {
    const anna = await bot.member();
    await createReminder(db, anna.id, { dateTime: at('2026-11-20T19:00') });
    await createReminder(db, anna.id, { dateTime: at('2026-11-22T19:00') });
    await anna.write(says);
    expect(anna.text()).toContain(heading);
    expect(await db.select().from(drafts).where(eq(drafts.userId, anna.id))).toEqual([]);
  });

  test('«что на завтра» tells every occurrence of that day, by time', async () => {
    const anna = await bot.member();
    const daily = { rule: DAILY, dateTime: at('2026-11-20T21:00') };
    await createReminder(db, anna.id, { text: 'Таблетка', ...daily });
    await createReminder(db, anna.id, { text: 'Врач', dateTime: at('2026-11-21T10:00') });
    await createReminder(db, anna.id, { text: 'Сегодня', dateTime: at('2026-11-20T23:59') });
    await createReminder(db, anna.id, { text: 'Потом', dateTime: at('2026-11-22T00:00') });
    await createReminder(db, anna.id, {
      text: 'По пятницам',
      dateTime: at('2026-11-20T18:00'),
      rule: { every: 1, unit: 'WEEK', weekdays: [5] },
    });
    await anna.write('что на завтра');
    expect(anna.text()).toContain('Завтра — 2 напоминания');
    expect(anna.text()).toMatch(/1\. 10:00 — Врач\n2\. 21:00 — Таблетка/);
    const boris = await bot.member();
    await boris.write('что на завтра');
    expect(boris.text()).toContain('На завтра ничего нет');
  });

  test('«что я пропустил» tells what waits and what was archived without an answer', async () => {
    const anna = await bot.member();
    const came = at('2026-11-20T11:00');
    const open = { openOccurrenceAt: came, waitingSince: came, nextFireAt: null };
    await createReminder(db, anna.id, { text: 'Ждёт', dateTime: came, ...open });
    const old = at('2026-11-10T11:00');
    await createReminder(db, anna.id, {
      text: 'Без ответа',
      dateTime: old,
      openOccurrenceAt: old,
      completed: true,
    });
    await createReminder(db, anna.id, { text: 'Сделано', dateTime: old, completed: true });
    await anna.write('что я пропустил');
    expect(anna.text()).toContain('1. 🔔 Сегодня в 11:00 — Ждёт\n');
    expect(anna.text()).toContain('2. 10 ноября в 11:00 — Без ответа\n🔕 Без ответа');
    expect(anna.text()).not.toContain('Сделано');
    await anna.press('2');
    await anna.press('✅ Готово');
    expect(anna.text()).toContain('Сделано');
  });

  test('what really waits is asked about, however much was put off before it', async () => {
    const anna = await bot.member();
    for (let i = 0; i < 8; i += 1) {
      const came = at(`2026-11-19T1${i}:00`);
      const putOff = { openOccurrenceAt: came, snoozedUntil: at('2026-11-23T10:00') };
      const coming = { dateTime: came, nextFireAt: at('2026-11-23T10:00'), waitingSince: null };
      await createReminder(db, anna.id, { text: `Отложено ${i}`, ...coming, ...putOff });
    }
    const came = at('2026-11-20T08:00');
    const open = { openOccurrenceAt: came, waitingSince: came, nextFireAt: null };
    await createReminder(db, anna.id, { text: 'Полить фикус', dateTime: came, ...open });
    await anna.write('готово');
    expect(anna.labels().flat()).toContainEqual(expect.stringContaining('Полить фикус'));
    expect(anna.labels().flat().join()).not.toContain('Отложено');
  });

  test('«отмена» calls off the card that asks, takes back what was just stored, and says where there is none', async () => {
    const anna = await bot.member();
    await anna.write('отмена');
    expect(anna.text()).toContain('Отменять нечего');
    for (const line of ['купить хлеб', 'в 9 купить хлеб']) {
      await anna.write(line);
      await anna.write('Отмена');
      expect(anna.text()).toBe('Отменено: Купить хлеб');
    }
    await anna.write('завтра в 9 купить хлеб');
    await anna.write('Отмена');
    expect(anna.text()).toContain('🗑 Удалил.');
  });

  test('«отмена подписки завтра» stays a reminder', async () => {
    const anna = await bot.member();
    await anna.write('отмена подписки завтра в 9');
    expect(anna.text()).toContain('Отмена подписки');
    expect(anna.text()).toContain('Завтра в 09:00');
  });

  test('what is paused says so in words, and is resumed from the list', async () => {
    const anna = await bot.member();
    const { id } = await createReminder(db, anna.id, {
      rule: DAILY,
      dateTime: at('2026-11-20T19:00'),
    });
    await anna.write('/list');
    await anna.reply('поставь на паузу');
    expect(anna.text()).toContain('⏸ На паузе');
    await anna.write('/list');
    expect(anna.text()).toContain('⏸ На паузе ·');
    await anna.press('1');
    await anna.press('▶️ Возобновить');
    const [row] = await db.select().from(reminders).where(eq(reminders.id, id));
    expect(row).toMatchObject({ pausedFrom: null, nextFireAt: at('2026-11-20T19:00') });
  });

  describe('/settings', () => {
    test('tells the zone and the terms, and leads to each', async () => {
      const anna = await bot.member();
      await anna.write('/settings');
      expect(anna.text()).toContain('Часовой пояс — Москва');
      expect(anna.text()).toContain('Условия приняты 1 января 2026');
      expect(anna.labels()).toEqual([
        ['Часовой пояс', 'Утро, день, вечер'],
        ['«Отложить»', 'Категория'],
        ['Тихие часы'],
        ['План на день', 'Итоги дня'],
        ['Выгрузить данные', 'Удалить данные'],
        ['Условия', 'Как пользоваться'],
        ['Открыть приложение'],
      ]);
      expect(anna.appLink()).toBe(`${APP_URL}/app/profile`);
      await anna.press('Часовой пояс');
      await anna.write('Омск');
      const [user] = await db.select().from(users).where(eq(users.id, anna.id));
      expect(user?.timeZone).toBe('Asia/Omsk');
      await anna.press('Условия');
      expect(anna.text()).toContain('политике конфиденциальности');
      await anna.press('Удалить данные');
      expect(anna.text()).toContain('Удалить все ваши данные?');
      await anna.press('Выгрузить данные');
      expect(anna.file()).toMatchObject({ profile: { telegramId: anna.id } });
    });
  });
});
