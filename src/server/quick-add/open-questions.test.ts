import { eq } from 'drizzle-orm';
import { instantToWallTime } from '@/core/time-zone';
import { heldLine, takeHeld } from '@/server/drafts/drafts';
import { drafts, reminders } from '@/server/platform/db/schema';
import { createReminder } from '@/testing/builders';
import { testBot, type TestChat } from '@/testing/conversation';
import { testDatabase } from '@/testing/database';

describe('what the bot has asked about is what the next line answers', () => {
  /** Friday 20 November 2026, 12:00 in Moscow. */
  const { db } = testDatabase();
  const bot = testBot(db);
  const ahead = (minutes: number) => new Date(bot.clock.now().getTime() + minutes * 60_000);

  async function somebody() {
    const anna = await bot.member();
    const has = (text: string, minutes: number, fields: object = {}) =>
      createReminder(db, anna.id, { text, dateTime: ahead(minutes), ...fields });
    const stand = async () => {
      const rows = await db.select().from(reminders).where(eq(reminders.userId, anna.id));
      return Object.fromEntries(
        rows.map(({ text, dateTime, snoozedUntil, deletedAt, completed }) => [
          text,
          deletedAt || completed
            ? 'over'
            : instantToWallTime(snoozedUntil ?? dateTime, 'Europe/Moscow').slice(5),
        ]),
      );
    };
    const rings = async (minutes: number) => {
      bot.clock.advance(minutes * 60_000);
      await bot.sendDueAt(bot.clock.now());
    };
    return { anna, has, stand, rings };
  }

  afterEach(() => bot.clock.set(new Date('2026-11-20T09:00:00Z')));

  test('a moment behind «Когда?» is the time of what it was asked about', async () => {
    const { anna, stand } = await somebody();
    await anna.write('завтра в 9 сдать анализы');
    await anna.write('постирать шторы');
    await anna.write('в среду в 7 вечера');
    expect(await stand()).toEqual({
      'Сдать анализы': '11-21T09:00',
      'Постирать шторы': '11-25T19:00',
    });
  });

  test('of two answers to one question the first counts, and the second is told that it came too late', async () => {
    const { anna, has } = await somebody();
    await has('Снять шторы', 24 * 60);
    await has('Постирать шторы на даче', 26 * 60);
    await anna.write('постирать шторы');
    const held = await heldLine(db, anna.id, bot.clock.now());
    if (!held) throw new Error('nothing was asked');
    expect(await takeHeld(db, held, { answerMessageId: 901, fresh: false })).toBe(true);
    expect(await takeHeld(db, held, { answerMessageId: 902, fresh: false })).toBe(false);
    expect(await takeHeld(db, held, { answerMessageId: 902, fresh: true })).toBe(false);
  });

  test('a moment behind «Какое из них?» is the time of the new one', async () => {
    const { anna, has, stand } = await somebody();
    await has('Снять шторы', 24 * 60);
    await has('Постирать шторы на даче', 26 * 60);
    await anna.write('завтра в 9 сдать анализы');
    await anna.write('постирать шторы');
    expect(anna.labels().flat()).toContain('Новое напоминание');
    await anna.write('в среду в 7 вечера');
    expect(await stand()).toEqual({
      'Снять шторы': '11-21T12:00',
      'Постирать шторы на даче': '11-21T14:00',
      'Сдать анализы': '11-21T09:00',
      'Постирать шторы': '11-25T19:00',
    });
  });

  test('a moment behind «Это о … или что-то новое?» is the time of the new one', async () => {
    const { anna, has, stand, rings } = await somebody();
    await has('Купить шторы', 5);
    await rings(5);
    await anna.write('завтра в 9 сдать анализы');
    await anna.reply('постирать шторы', anna.messages().at(-2)?.messageId);
    expect(anna.text()).toContain('или что-то новое');
    await anna.write('в среду в 7 вечера');
    expect(await stand()).toMatchObject({
      'Сдать анализы': '11-21T09:00',
      'Постирать шторы': '11-25T19:00',
    });
  });

  test.each([
    ['постирать шторы в воскресенье', 'в 9', '11-22T09:00'],
    ['стирать шторы каждый день', 'в 9', '11-21T09:00'],
  ])(
    'a time behind «Это о … или что-то новое?» keeps the day of the new one: %s',
    async (line, time, at) => {
      const { anna, has, stand, rings } = await somebody();
      await has('Купить шторы', 5);
      await rings(5);
      await anna.write('завтра в 9 сдать анализы');
      await anna.reply(line, anna.messages().at(-2)?.messageId);
      expect(anna.text()).toContain('или что-то новое');
      await anna.write(time);
      const stood = await stand();
      expect(Object.entries(stood).find(([text]) => /^(по)?стирать/iu.test(text))?.[1]).toBe(at);
    },
  );

  describe('«Это о … или что-то новое?»', () => {
    async function asksWhetherNew(line = 'постирать шторы') {
      const opened = await ringing();
      await opened.anna.reply(line, opened.rang);
      expect(opened.anna.text()).toContain('или что-то новое');
      return opened;
    }

    async function ringing() {
      const opened = await somebody();
      await opened.has('Купить шторы', 5);
      await opened.rings(5);
      return { ...opened, rang: opened.anna.last().messageId };
    }

    const dataOf = (anna: TestChat, label: string | RegExp): string => {
      const keys = anna.last().keyboard.flat();
      const key = keys.find(({ text }) => text.match(label) !== null);
      if (key?.callback_data === undefined) throw new Error(`no key ${String(label)}`);
      return key.callback_data;
    };

    test('about an album: what is new has all of its parts', async () => {
      const { anna, rang } = await ringing();
      const album = { media_group_id: 'album-of-curtains' };
      const first = { ...album, caption: 'постирать шторы завтра в 9', replyTo: rang };
      bot.simulator().send(anna.id, 'photo', first);
      bot.simulator().send(anna.id, 'photo', album);
      await bot.deliver();
      expect(anna.text()).toContain('или что-то новое');
      await anna.press('Новое напоминание');
      const rows = await db.select().from(reminders).where(eq(reminders.userId, anna.id));
      const made = rows.find(({ text }) => text === 'Постирать шторы');
      expect(made?.attachment?.items.map(({ kind }) => kind)).toEqual(['photo', 'photo']);
    });

    test('about a photo whose caption has only fillers: no key takes its text away', async () => {
      const { anna, rang, stand } = await ringing();
      await anna.send('photo', { caption: 'ну значит', replyTo: rang });
      expect(anna.text()).toContain('или что-то новое');
      expect(anna.labels()).toEqual([['Новое напоминание'], ['Отмена']]);
      const invented = dataOf(anna, 'Новое напоминание').replace(/new$/, 'rewrite');
      const before = await stand();
      await anna.pressData(invented);
      expect(await stand()).toEqual(before);
    });

    test.each([
      ['Новое напоминание', 'Заменить текст'],
      ['Новое напоминание', '🕘 Завтра в 09:00'],
      ['Отмена', 'Заменить текст'],
      ['Отмена', '🕘 Завтра в 09:00'],
      ['Заменить текст', '🕘 Завтра в 09:00'],
      ['🕘 Завтра в 09:00', 'Заменить текст'],
    ])('of two keys that are pressed, the first counts: «%s», «%s»', async (first, second) => {
      const { anna, stand } = await asksWhetherNew('постирать шторы завтра в 9');
      const question = anna.last().messageId;
      const behind = dataOf(anna, second);
      await anna.press(first);
      const shown = () => anna.messages().find(({ messageId }) => messageId === question)?.text;
      const before = [await stand(), shown()];
      await anna.pressData(behind, question);
      expect(await stand()).toEqual(before[0]);
      // What is new has a message of its own; else the card of what was done stays, with what takes it back.
      const stale = 'Этот вопрос уже неактуален. Напишите ещё раз.';
      expect(shown()).toBe(first === 'Новое напоминание' ? stale : before[1]);
    });

    test('«завтра» is the day behind the line, also where the hour is said after midnight', async () => {
      bot.clock.set(new Date('2026-11-20T20:45:00Z'));
      const { anna, stand } = await asksWhetherNew('постирать шторы завтра');
      bot.clock.advance(15 * 60_000);
      await anna.write('в 9');
      expect(await stand()).toMatchObject({ 'Постирать шторы': '11-21T09:00' });
    });

    test('«через 20 минут» behind a line without a day counts from when it is said', async () => {
      const { anna, stand } = await asksWhetherNew();
      bot.clock.advance(15 * 60_000);
      await anna.write('через 20 минут');
      expect(await stand()).toMatchObject({ 'Постирать шторы': '11-20T12:40' });
    });

    test.each([undefined, 'Заменить текст'])(
      'an edit of its line is not told that it was called off (answered: %s)',
      async (answer) => {
        const { anna } = await asksWhetherNew();
        if (answer !== undefined) await anna.press(answer);
        await anna.edit('постирать тюль');
        expect(anna.text()).not.toContain('уже отменили');
        expect(anna.text()).toContain('из него ничего не сохранено. Напишите заново');
      },
    );

    test('about one that was deleted: «Отмена» does not say that it stays', async () => {
      const { anna, rang } = await ringing();
      await anna.reply('удали', rang);
      await anna.reply('постирать шторы', rang);
      expect(anna.text()).toContain('удалено. Создать новое?');
      await anna.press('Отмена');
      expect(anna.text()).toBe('Отменено: постирать шторы');
    });

    test('in words it is called off as by its key', async () => {
      const { anna, rang } = await ringing();
      // It is not what has just rung that is called off.
      bot.clock.advance(2 * 60 * 60_000);
      await anna.reply('постирать шторы', rang);
      await anna.write('ой отмени это');
      expect(anna.text()).toBe('Отменено: постирать шторы');
    });
  });

  describe.each([
    ['after a passing fault', () => bot.deliverAfterFault()],
    ['because the process died behind it', () => bot.deliverTwice()],
  ])('an answer that comes again %s', (_, deliver) => {
    test('deletes what it chose to delete', async () => {
      const { anna, has, stand } = await somebody();
      await has('Ужин с Олей', 24 * 60);
      await has('Обед', 26 * 60);
      await anna.write('удали ужин');
      expect(anna.text()).toBe('Удалить «Ужин с Олей»?');
      bot.simulator().say(anna.id, 'да, удали');
      await deliver();
      expect(await stand()).toEqual({ 'Ужин с Олей': 'over', Обед: '11-21T14:00' });
      expect(anna.text()).not.toContain('Отменено');
    });

    test('moves what it chose to move, once', async () => {
      const { anna, has, stand } = await somebody();
      await has('Встреча с Петей', 24 * 60);
      await has('Встреча с Колей', 26 * 60);
      await anna.write('перенеси встречу на час позже');
      expect(anna.text()).toContain('Какое из них?');
      bot.simulator().say(anna.id, 'с Петей');
      await deliver();
      expect(await stand()).toEqual({
        'Встреча с Петей': '11-21T13:00',
        'Встреча с Колей': '11-21T14:00',
      });
      expect(anna.text()).toContain('13:00');
    });

    test('makes something new of the line, once', async () => {
      const { anna, has } = await somebody();
      await has('Стоматолог', 24 * 60);
      await anna.write('стоматолог завтра в 12:00');
      expect(anna.text()).toContain('уже есть');
      bot.simulator().say(anna.id, 'новое');
      await deliver();
      expect(anna.text()).toContain('Завтра в 12:00 — Стоматолог');
      const rows = await db.select().from(reminders).where(eq(reminders.userId, anna.id));
      expect(rows.map(({ text }) => text)).toEqual(['Стоматолог', 'Стоматолог']);
    });
  });

  test('what does not repeat is deleted, not skipped, where both are called off', async () => {
    const { anna, has, stand } = await somebody();
    // Made a while ago on the clock of the conversation, which is not the one of the database.
    const updatedAt = ahead(-60);
    await has('Снять шторы', 24 * 60, { updatedAt });
    await has('Постирать шторы на даче', 26 * 60, { updatedAt });
    await anna.write('удали оба про шторы');
    expect(anna.text()).toBe('Все (2) или только одно?');
    await anna.write('да');
    expect(anna.text()).toContain('🗑 Удалено:');
    expect(anna.text()).not.toContain('Пропущено');
    expect(await stand()).toEqual({ 'Снять шторы': 'over', 'Постирать шторы на даче': 'over' });
    await anna.write('отмена');
    expect(await stand()).toEqual({
      'Снять шторы': '11-21T12:00',
      'Постирать шторы на даче': '11-21T14:00',
    });
  });

  test('a moment behind «Какое из них?» is when one of them is to come, where that was ordered', async () => {
    const { anna, has, stand } = await somebody();
    await has('Встреча с Петей', 24 * 60);
    await has('Встреча с Колей', 26 * 60);
    await anna.write('завтра в 9 сдать анализы');
    await anna.write('перенеси встречу');
    await anna.write('на среду в 19');
    await anna.press('Встреча с Петей');
    expect(await stand()).toEqual({
      'Встреча с Петей': '11-25T19:00',
      'Встреча с Колей': '11-21T14:00',
      'Сдать анализы': '11-21T09:00',
    });
  });

  test('a question that is asked again is answered by its keys, and those of the first are gone', async () => {
    const { anna, has, stand } = await somebody();
    await has('Стоматолог', 24 * 60);
    await anna.write('стоматолог завтра в 12:00');
    const first = anna.last().messageId;
    await anna.write('в 13');
    expect(anna.last().messageId).not.toBe(first);
    expect(anna.messages().find(({ messageId }) => messageId === first)?.keyboard).toEqual([]);
    await anna.press('Ещё одно');
    expect(anna.text()).toContain('✅ Завтра в 12:00 — Стоматолог');
    expect(await heldLine(db, anna.id, bot.clock.now())).toBeUndefined();
    const rows = await db.select().from(reminders).where(eq(reminders.userId, anna.id));
    expect(rows.map(({ text }) => text)).toEqual(['Стоматолог', 'Стоматолог']);
    expect(await stand()).toEqual({ Стоматолог: '11-21T12:00' });
  });

  describe('a line is read as of when it was said, however late its question is answered', () => {
    const asksWhichMeeting = async (line: string) => {
      const opened = await somebody();
      await opened.has('Встреча с Олей', 5 * 24 * 60);
      await opened.has('Встреча с Петей', 6 * 24 * 60);
      await opened.anna.write(line);
      expect(opened.anna.text()).toContain('Какое из них?');
      return opened;
    };

    test('«завтра» of a key that is pressed a day later is the day behind the line', async () => {
      const { anna, stand } = await asksWhichMeeting('перенеси встречу на послезавтра в 15');
      bot.clock.advance(24 * 60 * 60_000);
      await anna.press('Встреча с Олей');
      expect(await stand()).toMatchObject({ 'Встреча с Олей': '11-22T15:00' });
    });

    test.each([
      ['Встреча с Олей', 'Это время уже прошло'],
      ['Новое напоминание', 'Дата не может быть в прошлом'],
    ])('also where nothing holds on to it any more: «%s»', async (key, says) => {
      const { anna, stand } = await asksWhichMeeting('перенеси встречу на завтра в 15');
      const before = await stand();
      await db.delete(drafts).where(eq(drafts.userId, anna.id));
      bot.clock.advance(3 * 24 * 60 * 60_000);
      await anna.press(key);
      expect(anna.text()).toContain(says);
      expect(await stand()).toEqual(before);
    });

    test('nothing is moved to what has passed when a key is pressed', async () => {
      const { anna, stand } = await asksWhichMeeting('перенеси встречу на завтра в 15');
      const before = await stand();
      bot.clock.advance(2 * 24 * 60 * 60_000);
      await anna.press('Встреча с Олей');
      expect(anna.text()).toContain('Это время уже прошло');
      expect(await stand()).toEqual(before);
      await anna.reply('завтра в 10');
      expect(await stand()).toMatchObject({ 'Встреча с Олей': '11-23T10:00' });
    });

    test.each([
      ['by a key', (anna: TestChat) => anna.press('Новое напоминание')],
      ['in words', (anna: TestChat) => anna.write('новое')],
    ])('what is new comes so long from when it was said: %s', async (_, answer) => {
      const { anna, stand } = await somebody();
      await anna.write('перенеси завтрак на через 40 минут');
      expect(anna.text()).toContain('Не нашёл у вас такого напоминания');
      bot.clock.advance(20 * 60_000);
      await answer(anna);
      expect(Object.values(await stand())).toEqual(['11-20T12:40']);
    });
  });

  test('a list of tasks that is said again moves none of those that are called alike', async () => {
    const { anna, stand } = await somebody();
    const line =
      'завтра в 9 позвонить маме, завтра в 11 купить хлеб, в пятницу в 12 позвонить в банк';
    await anna.write(line);
    const before = await stand();
    expect(before).toEqual({
      'Позвонить маме': '11-21T09:00',
      'Купить хлеб': '11-21T11:00',
      'Позвонить в банк': '11-27T12:00',
    });
    await anna.write(line);
    expect(await stand()).toEqual(before);
    expect(anna.text()).toBe(
      'Всё это уже есть: Позвонить маме — завтра в 09:00, и ещё 2. Создать ещё раз?',
    );
    await anna.write(
      'завтра в 10 позвонить маме, завтра в 12 купить хлеб, в пятницу в 13 позвонить в банк',
    );
    expect(await stand()).toMatchObject(before);
  });

  test.each([
    'Голосовое сообщение, 0:01',
    'ШШШШШШШШШШШШШШШШШШШШШШШШШШШШШШ',
    'Щ'.repeat(12),
    '👩‍👩‍👧‍👦'.repeat(9),
    '🇷🇺'.repeat(20),
    'WWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWW',
    'Первая\nвторая',
  ])('a question whose keys are called «%s» is asked', async (text) => {
    const { anna, has, stand, rings } = await somebody();
    await has(text, 5);
    await has('Позвонить в банк', 5);
    await rings(5);
    await has('Выпить таблетки', 600);
    const before = await stand();
    await anna.write('таблетки больше не нужны');
    expect(anna.labels().flat()).toContain('Выпить таблетки');
    expect(anna.labels()).toHaveLength(3);
    expect(anna.labels().flat()).toContain('Новое напоминание');
    expect(await stand()).toEqual(before);
  });

  test.each(['отчёт не надо', 'отчёта не будет', 'отчёт убери'])(
    '«%s» behind a list whose report is asked about ends that question alone',
    async (line) => {
      const { anna, stand } = await somebody();
      await anna.write(
        'завтра в 9:15 отгрузка; 24.11 в 10:30 банк; 25.11 в 11:00 или в 14:00 отчёт',
      );
      await anna.write(line);
      expect(await stand()).toEqual({ Отгрузка: '11-21T09:15', Банк: '11-24T10:30' });
      expect(anna.text()).not.toContain('Отгрузка');
      await anna.write('завтра в 19');
      expect(await stand()).toEqual({ Отгрузка: '11-21T09:15', Банк: '11-24T10:30' });
    },
  );

  test('what names nothing that was made takes back no list', async () => {
    const { anna, stand } = await somebody();
    await anna.write('завтра в 9:15 отгрузка; 24.11 в 10:30 банк');
    await anna.write('шашлык не надо');
    expect(await stand()).toEqual({ Отгрузка: '11-21T09:15', Банк: '11-24T10:30' });
  });

  test.each(['ой, верните обратно', 'ой отмени это', 'убери оба', 'нет, отмените всё это'])(
    '«%s» calls off what is asked about, where nothing was done yet',
    async (line) => {
      const { anna, stand } = await somebody();
      await anna.write('в 6 или в 7 вечера кино');
      await anna.write(line);
      await anna.write('завтра в 19');
      expect(await stand()).toEqual({});
    },
  );

  test('«ой, верните обратно» behind «Все или только одно?» leaves them as they are', async () => {
    const { anna, has, stand } = await somebody();
    await has('Совет', 24 * 60);
    await has('Стрижка', 26 * 60);
    await anna.write('перенесите всё завтрашнее на понедельник');
    await anna.write('ой, верните обратно');
    expect(anna.text()).toBe('Хорошо, оставляю.');
    await anna.write('да');
    expect(await stand()).toEqual({ Совет: '11-21T12:00', Стрижка: '11-21T14:00' });
  });

  describe('what is said to a card that asks is said of the card', () => {
    const plan = async ({ id }: TestChat) => {
      const rows = await db.select().from(reminders).where(eq(reminders.userId, id));
      return rows.map(({ text, firstWallTime, floodInterval, rule }) => ({
        text,
        firstWallTime,
        floods: floodInterval !== null,
        repeats: rule !== null,
      }));
    };
    const once = { floods: false, repeats: false };

    test.each([
      'Ладно, пусть так.',
      'хорошо, пусть так и будет',
      'ок, давай так',
      'годится',
      'ну пойдёт',
      'меня устраивает',
    ])('«%s» takes the interval that is proposed', async (line) => {
      const { anna } = await somebody();
      await anna.write('завтра в 8:40 принять железо, повторяй каждые 25 минут, пока не отвечу');
      expect(await plan(anna)).toEqual([]);
      await anna.write(line);
      expect(await plan(anna)).toEqual([
        { text: 'Принять железо', firstWallTime: '2026-11-21T08:40', ...once, floods: true },
      ]);
    });

    test.each([
      'нет, повторять не надо',
      'не повторяй, хватит одного раза',
      'без повторов',
      'давай один раз',
      'не нужно повторять',
      'одного раза достаточно',
    ])('«%s» takes back the flood, and keeps the rest', async (line) => {
      const { anna } = await somebody();
      await anna.write('сегодня в 21:10 выпить чай, звони каждые 25 минут, пока не отвечу');
      await anna.write(line);
      expect(await plan(anna)).toEqual([
        { text: 'Выпить чай', firstWallTime: '2026-11-20T21:10', ...once },
      ]);
    });

    test('«без повторов» takes back a rule whose card asks, and the card goes on asking', async () => {
      const { anna } = await somebody();
      await anna.write('каждый день зарядка');
      await anna.write('без повторов');
      expect(await plan(anna)).toEqual([]);
      await anna.write('завтра в 7:20');
      expect(await plan(anna)).toEqual([
        { text: 'Зарядка', firstWallTime: '2026-11-21T07:20', ...once },
      ]);
    });

    test.each([
      ['tonight 21:40 сдать отчёт', 'сегодня в 21:40', '2026-11-20T21:40'],
      ['tomorrow 9:15 сдать отчёт', 'завтра в 9:15', '2026-11-21T09:15'],
      ['сдать отчёт jutro 10:30', 'завтра в 10:30', '2026-11-21T10:30'],
      ['next monday 11:05 сдать отчёт', 'в понедельник', '2026-11-23T11:05'],
      ['tonight сдать отчёт', 'в 22:15', '2026-11-20T22:15'],
      ['heute 18:25 сдать отчёт', 'сегодня', '2026-11-20T18:25'],
    ])('of «%s» the doubted word goes with the answer «%s»', async (line, answer, at) => {
      const { anna } = await somebody();
      await anna.write(line);
      expect(await plan(anna)).toEqual([]);
      await anna.write(answer);
      expect(await plan(anna)).toEqual([{ text: 'Сдать отчёт', firstWallTime: at, ...once }]);
    });
  });

  test.each([
    'только почту',
    'Почту.',
    'одну почту',
    'только про почту',
    'лишь почту',
    'почту только',
  ])('«%s» behind «Все или только одно?» deletes that one', async (line) => {
    const { anna, has, stand } = await somebody();
    await has('Почта', 24 * 60);
    await has('Отнести ёлку соседке', 26 * 60);
    await anna.write('убери всё завтрашнее');
    expect(anna.text()).toBe('Все (2) или только одно?');
    await anna.write(line);
    expect(await stand()).toEqual({ Почта: 'over', 'Отнести ёлку соседке': '11-21T14:00' });
  });

  test.each([
    'с чехлами пока не надо',
    'чехлы не надо',
    'чехлы пока не нужно',
    'чехлы удали',
    'чехлы отмени',
    'чехлы больше не нужны',
  ])('«%s» ends what of a list is asked about, and nothing else', async (line) => {
    const { anna, stand } = await somebody();
    await anna.write('в 16:15 отдать зонт Вере, в субботу или воскресенье заказать чехлы');
    expect(await stand()).toEqual({ 'Отдать зонт Вере': '11-20T16:15' });
    await anna.write(line);
    await anna.write('в воскресенье в 19');
    expect(await stand()).toEqual({ 'Отдать зонт Вере': '11-20T16:15' });
  });

  test('a reply to the card that asks ends it in the same words, and makes nothing new', async () => {
    const { anna, stand } = await somebody();
    await anna.write('в 16:15 отдать зонт Вере, в субботу или воскресенье заказать чехлы');
    await anna.reply('с чехлами пока не надо');
    expect(anna.text()).toContain('Отменено');
    await anna.write('в воскресенье в 19');
    expect(await stand()).toEqual({ 'Отдать зонт Вере': '11-20T16:15' });
  });

  test.each(['для чехлов ткань не нужна', 'чехлы не надо забывать'])(
    '«%s» ends nothing of what is asked about',
    async (line) => {
      const { anna } = await somebody();
      await anna.write('в 16:15 отдать зонт Вере, в субботу или воскресенье заказать чехлы');
      await anna.write(line);
      expect(anna.text()).not.toContain('Отменено');
    },
  );

  test.each(['сделала и то и то', 'и то и другое готово', 'обе сделала'])(
    '«%s» is of both that wait, though one rang hours ago',
    async (line) => {
      const { anna, has, stand, rings } = await somebody();
      await has('Сдать ключи', 5);
      await has('Вынести ёлку', 125);
      await rings(5);
      await rings(120);
      await anna.write(line);
      expect(await stand()).toEqual({ 'Сдать ключи': 'over', 'Вынести ёлку': 'over' });
    },
  );
});
