import { eq } from 'drizzle-orm';
import { reminders } from '@/server/platform/db/schema';
import { processRegistry } from '@/server/platform/metrics';
import { createReminder } from '@/testing/builders';
import { testBot, type TestChat } from '@/testing/conversation';
import { testDatabase } from '@/testing/database';
import { testJoint } from '@/testing/joint';
import { instantToWallTime } from '@/core/time-zone';
import { ACCOUNT_TEXT_MAX_BYTES, SNOOZE_PRESETS } from '@/core/limits';
import { presetTexts } from '@/texts/presets';
import { chat } from '@/texts/site';
import { fixedClock } from '@/testing/clock';

describe('a conversation', () => {
  /** Lines that reply to no message and speak of what is there already. Friday 20 November 2026, 12:00 in Moscow. */

  const { db } = testDatabase();
  const bot = testBot(db);

  const MINUTE = 60_000;
  const NEW = 'Новое напоминание';
  const ahead = (minutes: number) => new Date(bot.clock.now().getTime() + minutes * MINUTE);
  const daily = { every: 1, unit: 'DAY' } as const;

  async function somebody() {
    const anna = await bot.member();
    const has = (text: string, minutes: number, fields: object = {}) =>
      createReminder(db, anna.id, { text, dateTime: ahead(minutes), ...fields });
    const rows = async () => {
      const all = await db.select().from(reminders).where(eq(reminders.userId, anna.id));
      return Object.fromEntries(all.map((row) => [row.text, row]));
    };
    /** How each stands: its time on the clocks of Moscow, or what became of it. */
    const stand = async () =>
      Object.fromEntries(
        Object.entries(await rows()).map(([text, row]) => [
          text,
          row.deletedAt
            ? 'deleted'
            : row.completed
              ? 'done'
              : row.openOccurrenceAt && !row.snoozedUntil
                ? 'waits'
                : instantToWallTime(row.snoozedUntil ?? row.dateTime, 'Europe/Moscow').slice(5),
        ]),
      );
    /** Its time comes, and its message into the chat. */
    const rings = async (minutes: number) => {
      bot.clock.advance(minutes * MINUTE);
      await bot.sendDueAt(bot.clock.now());
    };
    return { anna, has, rows, stand, rings };
  }

  afterEach(() => bot.clock.set(new Date('2026-11-20T09:00:00Z')));

  describe('what is new is made, whatever was talked about', () => {
    test.each([
      ['каждый день в 9 зарядка', '1 и 15 числа аванс в 10', 'Аванс'],
      ['по будням в 14 обед', 'каждый месяц 10 числа кредит в 9', 'Кредит'],
      ['каждый вторник в 18 английский', 'каждую пятницу в 20 танцы', 'Танцы'],
    ])('«%s», then «%s»', async (before, line, text) => {
      const { anna, rows } = await somebody();
      await anna.write(before);
      const [first] = Object.values(await rows());
      await anna.write(line);
      const all = await rows();
      expect(all[text]).toBeDefined();
      expect(all[first?.text ?? '']).toEqual(first);
    });

    test('a task behind «всё готово» takes nothing back', async () => {
      const { anna, has, stand, rings } = await somebody();
      await has('Таблетка', 5);
      await has('Чайник', 5);
      await rings(5);
      await anna.write('всё готово');
      await anna.write('позвонить Люсе');
      expect(anna.text()).toContain('Позвонить Люсе');
      expect(await stand()).toEqual({ Таблетка: 'done', Чайник: 'done' });
    });

    test('where it is asked which one, «Новое напоминание» makes a new one', async () => {
      const { anna, has, rows } = await somebody();
      await has('Купить\n- молоко', 60);
      await has('В дорогу\n- паспорт', 90);
      await anna.write('добавь в список сыр');
      const before = await rows();
      await anna.press(NEW);
      expect(anna.text()).toContain('список сыр');
      expect(await rows()).toEqual(before);
    });
  });

  describe('what has rung is answered in plain words', () => {
    test.each([
      ['через 10 минут', '11-20T12:15'],
      ['ну давай через сорок минут', '11-20T12:45'],
      ['Напомни ещё раз через час', '11-20T13:05'],
      ['готово', 'done'],
      ['выключила', 'done'],
      ['да выключила я её', 'done'],
      ['+', 'done'],
      ['👍', 'done'],
      ['духовку выключил', 'done'],
      ['вечером', '11-20T19:00'],
      ['завтра', '11-21T12:05'],
    ])('«%s»', async (line, expected) => {
      const { anna, has, stand, rings } = await somebody();
      await has('Выключить духовку', 5);
      await has('Собрание', 24 * 60);
      await rings(5);
      await anna.write(line);
      expect(await stand()).toEqual({ 'Выключить духовку': expected, Собрание: '11-21T12:00' });
    });

    test('«потом» offers the snoozes and keeps it waiting', async () => {
      const { anna, has, stand, rings } = await somebody();
      await has('Выключить духовку', 5);
      await rings(5);
      await anna.write('потом');
      expect(await stand()).toEqual({ 'Выключить духовку': 'waits' });
      expect(anna.labels()[0]).toHaveLength(4);
    });

    test('a line with a subject of its own is new', async () => {
      const { anna, has, stand, rings } = await somebody();
      await has('Выключить духовку', 5);
      await rings(5);
      await anna.write('через час позвонить маме');
      expect(await stand()).toEqual({
        'Выключить духовку': 'waits',
        'Позвонить маме': '11-20T13:05',
      });
    });

    test('two have rung: by name, by question, or both at once with one undo', async () => {
      const { anna, has, stand, rings } = await somebody();
      await has('Выключить духовку', 5);
      await has('Таблетки', 5);
      await rings(5);
      await anna.write('готово');
      expect(anna.text()).toContain('Какое');
      await anna.press('Таблетки');
      expect(await stand()).toEqual({ 'Выключить духовку': 'waits', Таблетки: 'done' });
      await anna.press('↩️ Вернуть');
      await anna.write('оба готово');
      expect(await stand()).toEqual({ 'Выключить духовку': 'done', Таблетки: 'done' });
      await anna.press('↩️ Вернуть');
      expect(await stand()).toEqual({ 'Выключить духовку': 'waits', Таблетки: 'waits' });
      await anna.write('духовку выключила');
      expect(await stand()).toEqual({ 'Выключить духовку': 'done', Таблетки: 'waits' });
    });

    test('an answer to «Какое из них?» that says what was done is no choice alone', async () => {
      const { anna, has, stand, rings } = await somebody();
      await has('Выпить таблетку', 5);
      await has('Выключить чайник', 5);
      await rings(5);
      await anna.write('потом');
      expect(anna.text()).toContain('Какое');
      await anna.write('таблетку выпил');
      expect(await stand()).toEqual({ 'Выпить таблетку': 'done', 'Выключить чайник': 'waits' });
    });

    test('«отстань» ends the flood, and it waits on', async () => {
      const { anna, has, rows, rings } = await somebody();
      await has('Выключить духовку', 5, { floodInterval: 5 });
      await rings(5);
      await anna.write('отстань');
      expect((await rows())['Выключить духовку']).toMatchObject({
        completed: false,
        nextFireAt: null,
      });
      expect(anna.text()).toContain('ждёт вашего «Готово»');
    });

    test('a ring ends the ten minutes in which a time corrects what was made before it', async () => {
      const { anna, has, stand, rings } = await somebody();
      await has('Выключить духовку', 5);
      await anna.write('завтра в 15 собрание');
      await rings(5);
      await anna.write('в 19');
      expect(await stand()).toEqual({
        'Выключить духовку': '11-20T19:00',
        Собрание: '11-21T15:00',
      });
    });
  });

  describe('an act on what the line names', () => {
    const dinner = async () => {
      const all = await somebody();
      await all.has('Ужин с Олей', 8 * 60);
      await all.has('Хлеб', 26 * 60);
      await all.has('Собрание', 3 * 60);
      return all;
    };
    test.each([
      ['перенеси ужин на 21:00', { 'Ужин с Олей': '11-20T21:00' }],
      ['ужин теперь в 18:30', { 'Ужин с Олей': '11-20T18:30' }],
      ['собрание не в 15, а в 16', { Собрание: '11-20T16:00' }],
      ['отложи собрание на час', { Собрание: '11-20T16:00' }],
      ['перенеси собрание на час раньше', { Собрание: '11-20T14:00' }],
      ['сдвинь собрание на завтра', { Собрание: '11-21T15:00' }],
      ['удали хлеб', { Хлеб: 'deleted' }],
      ['хлеб купил', { Хлеб: 'done' }],
      ['собрание отменилось', { Собрание: 'deleted' }],
      ['перенести диван завтра в 10', { 'Перенести диван': '11-21T10:00' }],
      ['отменить подписку в пятницу в 10', { 'Отменить подписку': '11-27T10:00' }],
      ['завтра в 9 купить хлеб', { 'Купить хлеб': '11-21T09:00' }],
      ['ужин с мамой завтра в 19', { 'Ужин с мамой': '11-21T19:00' }],
    ])('«%s»', async (line, change) => {
      const { anna, stand } = await dinner();
      await anna.write(line);
      expect(await stand()).toEqual({
        ...{ 'Ужин с Олей': '11-20T20:00', Хлеб: '11-21T14:00', Собрание: '11-20T15:00' },
        ...change,
      });
    });

    test('deleting asks where not all words are named', async () => {
      const { anna, stand } = await dinner();
      await anna.write('удали ужин');
      expect(anna.text()).toBe('Удалить «Ужин с Олей»?');
      await anna.press('Удалить');
      expect(await stand()).toMatchObject({ 'Ужин с Олей': 'deleted' });
    });

    test.each([
      [['Оставить'], ['да']],
      [[], ['оставь', 'да']],
    ])('once it is answered, nothing more is an answer to it: %j %j', async (presses, lines) => {
      const { anna, stand } = await dinner();
      await anna.write('удали ужин');
      for (const label of presses) await anna.press(label);
      for (const line of lines) await anna.write(line);
      expect(await stand()).toMatchObject({ 'Ужин с Олей': '11-20T20:00' });
    });

    test.each([
      ...['всё купила', 'всё', 'готово', 'всё сделано', 'да, купила', 'когда хлеб?'].map(
        (line) => [line, '11-20T13:00'] as const,
      ),
      ...['да', 'удали', 'ага, удаляй', 'да, удали магазин', 'совсем', 'да, мы передумали'].map(
        (line) => [line, 'deleted'] as const,
      ),
    ])('deleting is confirmed by words of consent alone: «%s», %s', async (line, stands) => {
      const { anna, has, stand } = await somebody();
      await has('Магазин: сыр, хлеб', 60);
      await anna.write('удали сыр');
      expect(anna.text()).toContain('Удалить «Магазин');
      await anna.write(line);
      expect(await stand()).toEqual({ 'Магазин: сыр, хлеб': stands });
    });

    test('a reason behind the answer is no deed', async () => {
      const { anna, has, rows } = await somebody();
      await has('Английский', 60, { rule: daily });
      await anna.write('английский перенеси на 15:00');
      await anna.write('насовсем, расписание поменяли');
      expect((await rows())['Английский']?.firstWallTime).toContain('T15:00');
    });

    describe.each(['удали корм', 'перенеси корм коту на 15:00'])(
      'asked of a series by «%s»',
      (asks) => {
        test.each(['всё купила', 'всё, купила', 'сегодня купила', 'что у меня сегодня'])(
          '«%s» answers nothing',
          async (line) => {
            const { anna, has, stand } = await somebody();
            await has('Корм коту', 60, { rule: daily });
            await anna.write(asks);
            await anna.write(line);
            expect(await stand()).toEqual({ 'Корм коту': '11-20T13:00' });
          },
        );
      },
    );

    test.each([
      ['words', (anna: TestChat) => anna.write('с мамой')],
      ['a press', (anna: TestChat) => anna.press('Ужин с мамой')],
    ])('«Какое из них?» answered by %s may ask once more', async (_, choose) => {
      const { anna, has, stand } = await dinner();
      await has('Ужин с мамой', 9 * 60);
      for (const consent of [() => anna.write('да'), () => anna.press('Удалить')]) {
        await anna.write('удали ужин');
        expect(anna.text()).toContain('Какое из них?');
        await choose(anna);
        expect(anna.text()).toBe('Удалить «Ужин с мамой»?');
        await consent();
        expect(await stand()).toMatchObject({
          'Ужин с Олей': '11-20T20:00',
          'Ужин с мамой': 'deleted',
        });
        await anna.press('↩️ Вернуть');
      }
    });

    test.each([
      ['words', (anna: TestChat) => anna.write('да, новое')],
      ['a press', (anna: TestChat) => anna.press('Новое напоминание')],
    ])('an order that names nothing is something new where %s says so', async (_, say) => {
      const { anna, stand } = await somebody();
      await anna.write('отмени подписку завтра в 10');
      expect(anna.text()).toContain('Не нашёл');
      await say(anna);
      expect(await stand()).toEqual({ 'Отмени подписку': '11-21T10:00' });
    });

    test('«все» names none in particular, and asks', async () => {
      const { anna, has, stand } = await somebody();
      await has('Встреча с Павлом', 60);
      await has('Встреча с Павлом у нотариуса', 120);
      const before = await stand();
      await anna.write('удали все встречи с Павлом');
      expect(anna.text()).toContain('Все (2) или только одно?');
      expect(await stand()).toEqual(before);
    });

    test('an order that names nothing asks', async () => {
      const { anna, stand } = await dinner();
      await anna.write('перенеси завтрак на 9');
      expect(anna.text()).toContain('Не нашёл');
      expect(Object.keys(await stand())).toHaveLength(3);
    });

    test('a series asks: only this time, or always', async () => {
      const { anna, has, rows } = await somebody();
      await has('Зарядка', 60, { rule: daily });
      await anna.write('перенеси зарядку на 15:00');
      expect(anna.labels()).toEqual([['Только этот раз', 'Всегда']]);
      await anna.press('Всегда');
      expect((await rows())['Зарядка']?.firstWallTime).toContain('T15:00');
    });

    test('a rename', async () => {
      const { anna, stand } = await dinner();
      await anna.write('переименуй собрание в планёрка');
      expect(Object.keys(await stand()).toSorted()).toEqual(['Планёрка', 'Ужин с Олей', 'Хлеб']);
    });
  });

  describe('questions', () => {
    test.each(['сколько осталось корма', 'когда кормить кота', 'во сколько корм?'])(
      '«%s» is no answer to «Какое из них?»',
      async (line) => {
        const { anna, has, stand } = await somebody();
        await has('У меня осталось 10 пакетиков корма, кормить кота', 60);
        const before = await stand();
        await anna.write('покормил кота');
        expect(anna.text()).toBe('Какое из них?');
        await anna.write(line);
        expect(anna.text()).toContain('сегодня в 13:00');
        expect(await stand()).toEqual(before);
      },
    );

    test.each([
      ['во сколько собрание?', 'Собрание — сегодня в 15:00'],
      ['какие планы на субботу', 'Завтра — 1 напоминание\n\n1. 14:00 — Зарядка\n'],
      ['что у меня на выходных?', '21–22 ноября — 1 напоминание\n\n1. Завтра в 14:00 — Зарядка\n'],
      ['найди паспорт', 'Паспорт получить'],
      ['когда стоматолог?', 'нет'],
    ])('«%s»', async (line, answer) => {
      const { anna, has, stand } = await somebody();
      await has('Собрание', 3 * 60);
      await has('Зарядка', 26 * 60);
      await has('Паспорт получить', 5 * 24 * 60);
      const before = await stand();
      await anna.write(line);
      expect(anna.text()).toContain(answer);
      expect(await stand()).toEqual(before);
    });
  });

  describe('corrections of what was just made', () => {
    test.each([
      ['добавь каждый день', 'Позвонить маме', '11-21T09:00'],
      ['на час раньше', 'Позвонить маме', '11-21T08:00'],
      ['не маме, а папе', 'Позвонить папе', '11-21T09:00'],
      ['нет, в 19', 'Позвонить маме', '11-21T19:00'],
    ])('«%s»', async (line, text, at) => {
      const { anna, stand } = await somebody();
      await anna.write('завтра в 9 позвонить маме');
      await anna.write(line);
      expect(await stand()).toEqual({ [text]: at });
    });
  });

  test.each([
    ['завтра в 10, предупреди за час', '11-21T10:00', { preAlerts: [60] }],
    ['нет, в 10, настойчиво', '11-21T10:00', { floodInterval: 5 }],
    ['каждый день в 10, предупреди за 15 минут', '11-21T10:00', { preAlerts: [15] }],
  ])(
    'a moment behind a card, or in a reply to it, comes with how it is told of: «%s»',
    async (line, comes, told) => {
      for (const way of ['write', 'reply'] as const) {
        const { anna, stand } = await somebody();
        await anna.write('завтра в 9 позвонить маме');
        await anna[way](line);
        expect(await stand()).toEqual({ 'Позвонить маме': comes });
        const rows = await db.select().from(reminders).where(eq(reminders.userId, anna.id));
        expect(rows).toMatchObject([told]);
      }
    },
  );

  describe('what was changed last is corrected, not what was made last', () => {
    test.each([
      ['нет, в 21', '11-20T21:00'],
      ['на час позже', '11-20T21:00'],
      ['отмени', '11-20T19:00'],
    ])('«%s»', async (line, at) => {
      const { anna, has, stand } = await somebody();
      await has('Ужин с Олей', 7 * 60);
      await anna.write('завтра в 16 стоматолог');
      bot.clock.advance(MINUTE);
      await anna.write('перенеси ужин на 20:00');
      bot.clock.advance(MINUTE);
      await anna.write(line);
      expect(await stand()).toEqual({ 'Ужин с Олей': at, Стоматолог: '11-21T16:00' });
    });
  });

  describe('«отмена» takes back the last act, whatever it was', () => {
    test.each(['отмена', 'отмени', 'верни как было'])('a list: «%s»', async (line) => {
      const { anna, stand } = await somebody();
      await anna.write('сегодня в 19 ужин с Олей');
      bot.clock.advance(MINUTE);
      await anna.write('завтра в 10 утренник\nпослезавтра в 12 свадьба');
      bot.clock.advance(MINUTE);
      await anna.write(line);
      expect(await stand()).toEqual({
        'Ужин с Олей': '11-20T19:00',
        Утренник: 'deleted',
        Свадьба: 'deleted',
      });
      await anna.press('Вернуть');
      expect(Object.values(await stand())).not.toContain('deleted');
    });

    test('a move of what was just stored', async () => {
      const { anna, stand } = await somebody();
      await anna.write('завтра в 16 стоматолог');
      bot.clock.advance(MINUTE);
      await anna.write('нет, в 18');
      bot.clock.advance(MINUTE);
      await anna.write('отмена');
      expect(await stand()).toEqual({ Стоматолог: '11-21T16:00' });
    });

    test.each([
      ['маме позвонила, а таблетки переименуй в витамины', 'Витамины', '11-21T12:00'],
      ['маме позвонила, а таблетки удали', 'Таблетки', 'deleted'],
    ])('what one line has done to two, whatever it was: «%s»', async (line, changed, stands) => {
      const { anna, stand, rings } = await somebody();
      await anna.write('через 5 минут позвонить маме');
      await anna.write('завтра в 12 таблетки');
      await rings(5);
      bot.clock.advance(MINUTE);
      const before = await stand();
      await anna.write(line);
      const { 'Позвонить маме': mother, [changed]: pills } = await stand();
      expect([mother, pills]).toEqual(['done', stands]);
      bot.clock.advance(MINUTE);
      await anna.write('отмена');
      expect(await stand()).toEqual(before);
    });

    test('what one line has done to two of which one still waits, and that one stays', async () => {
      const { anna, stand, rings } = await somebody();
      await anna.write('через 5 минут позвонить маме');
      await anna.write('через 5 минут таблетки');
      await rings(5);
      bot.clock.advance(MINUTE);
      const before = await stand();
      await anna.write('маме позвонила, а таблетки переименуй в витамины');
      expect(Object.keys(await stand())).toContain('Витамины');
      bot.clock.advance(MINUTE);
      await anna.write('отмена');
      expect(await stand()).toEqual(before);
    });

    test('what one line has done to two', async () => {
      const { anna, stand } = await somebody();
      await anna.write('завтра в 12 стоматолог');
      await anna.write('послезавтра в 12 маникюр');
      const before = await stand();
      await anna.write('перенеси стоматолога на вторник, а маникюр на среду');
      expect(await stand()).not.toEqual(before);
      bot.clock.advance(MINUTE);
      await anna.write('отмена');
      expect(await stand()).toEqual(before);
    });
  });

  test('«Вернуть» under an act on a series says how it stands, not that it is done', async () => {
    const { anna, has } = await somebody();
    await has('Зарядка', 60, { rule: daily });
    await anna.write('поставь зарядку на паузу');
    const { messageId } = anna.last();
    await anna.press('↩️ Вернуть');
    const shown = () => anna.messages().find((each) => each.messageId === messageId)?.text;
    expect(shown()).toContain('20 ноября в 13:00');
    expect(shown()).not.toContain('Готово');
  });

  describe('what is said of all that comes', () => {
    const scene = async () => {
      const somebodyNew = await somebody();
      const { has } = somebodyNew;
      await has('Зарядка', 60);
      await has('Стоматолог', 24 * 60);
      await has('Химчистка', 26 * 60);
      await has('Отпуск', 10 * 24 * 60);
      return somebodyNew;
    };
    const BEFORE = {
      Зарядка: '11-20T13:00',
      Стоматолог: '11-21T12:00',
      Химчистка: '11-21T14:00',
      Отпуск: '11-30T12:00',
    };

    test.each([
      [
        'перенеси всё с завтра на понедельник',
        { Стоматолог: '11-23T12:00', Химчистка: '11-23T14:00' },
      ],
      ['отложи всё на час', { Зарядка: '11-20T14:00' }],
    ])('«%s» is done for each, and taken back as one', async (line, changed) => {
      const { anna, stand } = await scene();
      await anna.write(line);
      expect(await stand()).toEqual({ ...BEFORE, ...changed });
      await anna.press('↩️ Вернуть');
      expect(await stand()).toEqual(BEFORE);
    });

    test.each([
      ['удали всё на завтра', { Стоматолог: 'deleted', Химчистка: 'deleted' }],
      ['отложи всё на час', { Зарядка: '11-20T14:00', Обед: '11-20T15:00' }],
    ])('«%s» is asked about, with how many they are', async (line, changed) => {
      const { anna, has, stand } = await scene();
      await has('Обед', 2 * 60);
      const before = await stand();
      await anna.write(line);
      expect(await stand()).toEqual(before);
      await anna.press('Все (2)');
      expect(await stand()).toEqual({ ...before, ...changed });
      await anna.press('↩️ Вернуть');
      expect(await stand()).toEqual(before);
    });

    test('of all that is deleted a series is skipped, and what its owner has with others is left and named', async () => {
      const { anna, reminder } = await testJoint(db, bot).proposeAndJoin({
        text: 'Дежурство',
        dateTime: ahead(25 * 60),
      });
      const ofHers = (text: string, fields: object = {}) =>
        createReminder(db, anna.id, { text, dateTime: ahead(24 * 60), ...fields });
      await ofHers('Каток');
      await ofHers('Зарядка', { rule: daily, dateTime: ahead(23 * 60) });
      const list = async () => {
        await anna.write('что завтра?');
        return anna.text();
      };
      const before = await list();
      await anna.write('удали всё на завтра');
      await anna.press('Все (3)');
      expect(anna.text()).toContain('🗑 Удалено:\n• Каток');
      expect(anna.text()).toContain('⏭ Пропущено:\n• Зарядка');
      expect(anna.text()).toContain('Дежурство — это общее');
      expect(await list()).not.toContain('Каток');
      expect(await list()).toContain(reminder.text);
      await anna.press('↩️ Вернуть');
      expect(await list()).toBe(before);
    });

    test('taken back once their time has passed, each waits as if it had come: none is lost', async () => {
      const { anna, has, stand } = await somebody();
      await has('Зарядка', 2, { rule: daily });
      await has('Пробежка', 3, { rule: daily });
      await anna.write('отложи всё на час');
      await anna.press('Все (2)');
      expect(await stand()).toEqual({ Зарядка: '11-20T13:02', Пробежка: '11-20T13:03' });
      bot.clock.advance(5 * MINUTE);
      await anna.write('отмена');
      expect(await stand()).toEqual({ Зарядка: 'waits', Пробежка: 'waits' });
    });

    test('a series that comes once more before that day is left as it is, and named', async () => {
      const { anna, has, stand } = await scene();
      await has('Витамины', 10 * 60, { rule: daily });
      await anna.write('перекинь завтрашние на понедельник');
      expect(anna.text()).toContain('Без изменений: Витамины');
      expect(await stand()).toEqual({
        ...BEFORE,
        Витамины: '11-20T22:00',
        Стоматолог: '11-23T12:00',
        Химчистка: '11-23T14:00',
      });
    });

    test('«поставь все ежедневные на паузу» pauses these, and is taken back in words', async () => {
      const { anna, rows } = await somebody();
      await anna.write('каждый день в 13 витамины');
      await anna.write('каждый день в 14 зарядка');
      await anna.write('сегодня в 15 стоматолог');
      bot.clock.advance(MINUTE);
      await anna.write('поставь все ежедневные на паузу');
      expect(anna.text()).toBe('⏸ На паузе:\n• Витамины\n• Зарядка');
      bot.clock.advance(MINUTE);
      await anna.write('верни как было');
      const paused = Object.values(await rows()).filter(({ pausedFrom }) => pausedFrom !== null);
      expect(paused).toEqual([]);
    });

    test('without a day it asks which one is to go', async () => {
      const { anna, has, stand } = await scene();
      await has('Обед', 2 * 60);
      await anna.write('удали всё');
      expect(anna.text()).toContain('Все (2) или только одно?');
      expect(await stand()).toEqual({ ...BEFORE, Обед: '11-20T14:00' });
    });
  });

  describe('«добавь сыр в список»', () => {
    const points = async (rows: () => Promise<Record<string, object>>) =>
      Object.keys(await rows()).toSorted();

    test('goes to the only list that there is', async () => {
      const { anna, has, rows } = await somebody();
      await has('Купить\n- молоко', 60);
      await has('Стоматолог', 90);
      await anna.write('добавь сыр в список');
      expect(await points(rows)).toEqual(['Купить\n- молоко\n- сыр', 'Стоматолог']);
    });

    test('asks which of several', async () => {
      const { anna, has, rows } = await somebody();
      await has('Купить\n- молоко', 60);
      await has('В дорогу\n- паспорт', 90);
      await anna.write('добавь в список сыр');
      expect(anna.labels()).toEqual([['Купить\n- молоко'], ['В дорогу\n- паспорт'], [NEW]]);
      await anna.press('Купить\n- молоко');
      expect(await points(rows)).toEqual(['В дорогу\n- паспорт', 'Купить\n- молоко\n- сыр']);
    });
  });

  test('what cannot be answered says so, makes nothing, and is kept as a note where that is wished', async () => {
    const { anna, stand } = await somebody();
    await anna.write('что там по списку покупок');
    expect(anna.text()).toContain('Не нашёл');
    expect(anna.labels()).toEqual([['Новое напоминание'], ['Сохранить заметкой']]);
    await anna.press('Сохранить заметкой');
    expect(anna.text()).toContain('📝 Сохранил в заметки: «что там по списку покупок»');
    expect(await stand()).toEqual({});
  });

  test('what a full account has no room for as a note waits on its card until there is', async () => {
    const { anna, has, stand } = await somebody();
    const { id } = await has('я'.repeat(ACCOUNT_TEXT_MAX_BYTES / 2), MINUTE);
    await anna.write('что там по списку покупок');
    await anna.press('Сохранить заметкой');
    expect(anna.text()).toContain('Место закончилось');
    await db.delete(reminders).where(eq(reminders.id, id));
    await anna.press('В заметки');
    expect(anna.text()).toContain('📝 Сохранил в заметки: «что там по списку покупок»');
    expect(await stand()).toEqual({});
  });

  describe('a moment alone', () => {
    const SOUP = 'Снять суп с плиты';
    const talk = async (...between: (string | number)[]) => {
      const { anna, stand } = await somebody();
      await anna.write('через 20 минут снять суп с плиты');
      bot.clock.advance(MINUTE);
      await anna.write('завтра в 10 встреча');
      for (const each of between) {
        if (typeof each === 'number') bot.clock.advance(each * MINUTE);
        else await anna.write(each);
      }
      return { anna, stand };
    };

    test.each([[[]], [[2]]])('corrects the card right above it', async (between: number[]) => {
      const { anna, stand } = await talk(...between);
      await anna.write('в 11');
      expect(await stand()).toEqual({ [SOUP]: '11-20T12:20', Встреча: '11-21T11:00' });
    });

    test.each([[['/list']], [['что завтра?']], [['спасибо']], [[4]]])(
      'asks which reminder is meant where something came between: %j',
      async (between: (string | number)[]) => {
        const { anna, stand } = await talk(...between);
        const before = await stand();
        await anna.write('в 12:25');
        expect(anna.text()).toContain('Какое');
        expect(anna.labels()).toEqual([['Встреча'], [SOUP], [NEW]]);
        expect(await stand()).toEqual(before);
        await anna.press(SOUP);
        expect(await stand()).toEqual({ ...before, [SOUP]: '11-20T12:25' });
      },
    );

    test.each(['нет, в 11', 'точнее в 11', 'на час позже'])(
      'is none with a word of correction: «%s»',
      async (line) => {
        const { anna, stand } = await talk('/list', 5);
        await anna.write(line);
        expect(await stand()).toEqual({ [SOUP]: '11-20T12:20', Встреча: '11-21T11:00' });
      },
    );
  });

  test('«Вернуть» once the time has come that was put off: it waits, though it never rang', async () => {
    const { anna, has, stand } = await somebody();
    await has('Зарядка', 30, { rule: daily });
    await anna.write('перенеси зарядку на 13:30 только сегодня');
    expect(await stand()).toEqual({ Зарядка: '11-20T13:30' });
    bot.clock.advance(45 * MINUTE);
    await anna.press('↩️ Вернуть');
    expect(await stand()).toEqual({ Зарядка: 'waits' });
  });

  test('a greeting is no answer to the question when to remind', async () => {
    const { anna } = await somebody();
    await anna.write('купить хлеб');
    await anna.write('привет');
    expect(anna.text()).toContain('Здравствуйте!');
    await anna.write('завтра в 9');
    expect(anna.text()).toContain('Завтра в 09:00 — Купить хлеб');
  });

  test.each([
    ['погладь кота', 'купил упаковку корма коту 28 штук'],
    ['погладь кота', 'покормил кота'],
    ['купил 10 яиц', 'купила 3 билета в кино'],
    ['купить хлеб', 'купила молоко'],
    ['сделать зарядку', 'сделала уроки'],
    ['оплатить квартиру', 'убрала квартиру'],
    ['купить молоко', 'купить молоко'],
    ['позвонить в поликлинику', 'позвонить в поликлинику'],
  ])(
    '«%s», which waits for its time, is not called off by another deed, nor said again: «%s»',
    async (task, deed) => {
      const { anna } = await somebody();
      await anna.write(task);
      await anna.write(deed);
      expect(anna.text()).not.toContain('Отменено');
    },
  );

  test.each([
    ['погладь кота', 'погладил кота'],
    ['хлеб', 'купила хлеб в пятёрочке'],
    ['позвонить маме', 'позвонила'],
    ['забрать посылку', 'посылку сын забрал ещё вчера'],
    ['оплатить квартиру', 'квартира оплачена'],
  ])('«%s», which waits for its time, is done with by its own deed: «%s»', async (task, deed) => {
    const { anna } = await somebody();
    await anna.write(task);
    await anna.write(deed);
    expect(anna.text()).toContain('Отменено');
  });

  test('a reminder with a long name is found, and its key holds what phones show of it', async () => {
    const { anna, has } = await somebody();
    await has('отвезти документы в налоговую инспекцию нашего района до обеда', 24 * 60);
    await anna.write('когда документы?');
    expect(anna.text()).toContain('отвезти документы в налоговую инспекцию');
  });

  test('a press under «Какое из них?» does what the line says of what was chosen', async () => {
    const { anna, has, stand } = await somebody();
    await has('встреча класса', 28 * 60);
    await anna.write('встреча класса завтра в 17');
    expect(anna.text()).toContain('Какое из них?');
    await anna.press('встреча класса');
    expect(await stand()).toEqual({ 'встреча класса': '11-21T17:00' });
  });

  test('a series skips no other day than the one that is named', async () => {
    const { anna, has, stand } = await somebody();
    await has('Йога', 8 * 60, { rule: daily });
    await anna.write('пропусти йогу завтра');
    expect(anna.text()).toContain('Какое из них?');
    await anna.press('Йога');
    expect(await stand()).toEqual({ Йога: '11-20T20:00' });
    await anna.write('пропусти йогу сегодня');
    expect(await stand()).toEqual({ Йога: '11-21T20:00' });
  });

  test('who wants to take part in something no more has nothing else deleted', async () => {
    const { anna, has, stand, rings } = await somebody();
    await has('Вынести мусор', 5);
    await has('Торт', 60);
    await rings(5);
    await anna.write('не хочу больше участвовать в торте');
    await anna.write('не хочу больше участвовать в сборах');
    expect(await stand()).toMatchObject({ 'Вынести мусор': 'waits', Торт: '11-20T13:00' });
  });

  test('«отмена» under a card that asks is of the card, not of what was made before it', async () => {
    const { anna, stand } = await somebody();
    await anna.write('завтра в 9 стоматолог');
    await anna.write('в 14 заказать торт на 29 ноября');
    expect(anna.labels().flat()).toContain('Сохранить');
    await anna.write('отмена');
    expect(await stand()).toEqual({ Стоматолог: '11-21T09:00' });
    expect(anna.text()).toContain('Заказать торт');
  });

  test('what a line is read as, and what is chosen, is counted without its words', async () => {
    const countsOf = async () => {
      const counted = await processRegistry().getSingleMetric('napomnyu_chat_lines_total')?.get();
      const values = counted?.values ?? [];
      return new Map(
        values.map(({ labels, value }) => [`${labels.said} ${labels.reading}`, value]),
      );
    };
    const { anna, has, rings } = await somebody();
    await has('Вынести мусор', 5);
    await rings(5);
    const before = await countsOf();
    await anna.write('готово');
    await anna.write('перенеси завтрак');
    await anna.press('Новое напоминание');
    const risen = [...(await countsOf())]
      .map(([what, value]) => [what, value - (before.get(what) ?? 0)])
      .filter(([, rise]) => rise !== 0);
    expect(Object.fromEntries(risen)).toEqual({
      'line done': 1,
      'line no-such': 1,
      'choice new': 1,
    });
  });

  test('what of a series was put off to today is told of today', async () => {
    const { anna, has } = await somebody();
    await has('Полить кактус', 8 * 60, { rule: daily });
    await anna.write('отложи кактус на час');
    await anna.write('что сегодня?');
    expect(anna.text()).toContain('Полить кактус');
  });
});

describe('the conversation on the landing', () => {
  const { db } = testDatabase();
  /** The evening of the drawn conversation. */
  const bot = testBot(db, fixedClock('2026-11-20T21:40+03:00'));

  test('the conversation on the landing is what the bot says, word for word and key for key', async () => {
    const anna = await bot.member();
    await anna.write(chat.asked.text);
    const { stored, fired } = chat;
    expect(anna.text()).toBe(`${stored.when} — ${stored.text}\n${stored.details}`);
    expect(anna.labels()).toEqual([stored.keys]);

    await bot.sendDueAt(new Date('2026-11-21T09:00+03:00'));
    expect(anna.text()).toBe(`${fired.text}\n${fired.type}`);
    expect(anna.labels()).toEqual([fired.keys, SNOOZE_PRESETS.map(presetTexts.snooze)]);

    await anna.press(fired.keys[0]);
    expect(anna.toast()).toBe(chat.toast);
  });
});
