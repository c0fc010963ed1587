import { and, eq, isNull } from 'drizzle-orm';
import { notes, occurrences, reminders } from '@/server/platform/db/schema';
import { createReminder, createNote } from '@/testing/builders';
import { APP_URL, testBot, type TestChat } from '@/testing/conversation';
import { testDatabase } from '@/testing/database';
import {
  CATEGORY_COLORS,
  CATEGORY_NAME_MAX,
  CHAT_PAGE_SIZE,
  DAY_LINES_MAX,
  FOUND_MAX,
  MESSAGE_TEXT_MAX,
  MESSAGES_A_DAY_MAX,
  REMINDER_TEXT_MAX,
  TASKS_PER_MESSAGE_MAX,
} from '@/core/limits';
import { type RecurrenceRule } from '@/core/recurrence';
import { createCategory } from '@/server/categories/categories';
import { renderDay } from '../days/bot';

describe('lists in the chat', () => {
  // Friday 20 November 2026, 12:00 in Moscow.
  const { db } = testDatabase();
  const bot = testBot(db);
  const at = (iso: string) => new Date(`${iso}+03:00`);
  const reload = async (id: number) => {
    const [row] = await db.select().from(reminders).where(eq(reminders.id, id));
    if (!row) throw new Error('gone');
    return row;
  };

  describe('/list', () => {
    test('shows what is to come by time, five a page, with times in words', async () => {
      const anna = await bot.member();
      for (let day = 21; day <= 27; day += 1) {
        await createReminder(db, anna.id, {
          text: `Дело ${day}`,
          dateTime: at(`2026-11-${day}T09:00`),
        });
      }
      await createReminder(db, anna.id, { text: 'Сделано', completed: true });
      await createReminder(db, anna.id, { text: 'Удалено', deletedAt: bot.clock.now() });
      await anna.write('/list');
      expect(anna.text()).toContain('Ближайшее — 7 напоминаний');
      expect(anna.text()).toContain('\n\nЗавтра\n1. 09:00 — Дело 21\n\nНа неделе\n2. ');
      expect(anna.text()).not.toMatch(/Дело 26|Сделано|Удалено/);
      expect(anna.labels().slice(0, 2)).toEqual([['1', '2', '3', '4', '5'], ['Позже ›']]);
      await anna.press('Позже ›');
      expect(anna.text()).toContain(
        '\n\nНа неделе\n6. В четверг, 26 ноября, в 09:00 — Дело 26\n\nПозже\n7. ',
      );
      expect(anna.labels().slice(0, 2)).toEqual([['6', '7'], ['‹ Раньше']]);
      expect(anna.messages()).toHaveLength(1);
    });

    test('a page that emptied meanwhile shows the last one that has something', async () => {
      const anna = await bot.member();
      await createReminder(db, anna.id);
      await anna.write('/list');
      await anna.pressData('l:list:9');
      expect(anna.text()).toMatch(/1\. .* — Полить цветы/);
    });

    test('is kind when empty, and shows nobody else’s', async () => {
      const anna = await bot.member();
      await createReminder(db, (await bot.member()).id);
      await anna.write('/list');
      expect(anna.text()).toContain('Впереди пока ничего нет');
    });

    test('says of a reminder that was given up that it did not arrive, and what to do', async () => {
      const anna = await bot.member();
      await createReminder(db, anna.id, { text: 'Отчёт', deliveryState: 'failed' });
      await anna.write('/list');
      expect(anna.text()).toMatch(/1\. .* — Отчёт\n⚠️ Не доставлено\n/);
      await anna.press('1');
      expect(anna.text()).toContain('⚠️ Не доставлено. Нажмите «Открыть»');
    });

    test('marks series, what waits and what was put off', async () => {
      const anna = await bot.member();
      await createReminder(db, anna.id, {
        text: 'Зарядка',
        dateTime: at('2026-11-23T08:30'),
        rule: { every: 1, unit: 'WEEK', weekdays: [1, 2, 3, 4, 5] },
      });
      await createReminder(db, anna.id, { text: 'Чай', dateTime: at('2026-11-20T18:31:27') });
      const came = at('2026-11-20T11:00');
      await createReminder(db, anna.id, { text: 'Суп', dateTime: came, openOccurrenceAt: came });
      await anna.write('/list');
      expect(anna.text()).toContain('1. 🔔 Сегодня в 11:00 — Суп\n');
      expect(anna.text()).toContain('2. 18:31 — Чай\n');
      expect(anna.text()).toContain(
        '3. В понедельник, 23 ноября, в 08:30 — Зарядка\n🔁\u00a0по будням',
      );
    });
  });

  test('what waits comes first, in /list and in /today, whenever it came and whatever comes next', async () => {
    const anna = await bot.member();
    await createReminder(db, anna.id, { text: 'Чай', dateTime: at('2026-11-20T12:30') });
    await createReminder(db, anna.id, {
      text: 'Таблетка',
      dateTime: at('2026-11-21T09:00'),
      rule: { every: 1, unit: 'DAY' },
      openOccurrenceAt: at('2026-11-20T09:00'),
      waitingSince: at('2026-11-20T09:00'),
    });
    const came = at('2026-11-18T09:00');
    const old = { openOccurrenceAt: came, waitingSince: came, nextFireAt: null };
    await createReminder(db, anna.id, { text: 'Штраф', dateTime: came, ...old });
    for (const command of ['/list', '/today']) {
      await anna.write(command);
      expect(anna.text()).toMatch(
        /1\. 🔔 18 ноября в 09:00 — Штраф\n2\. 🔔 (?:Сегодня в )?09:00 — Таблетка\n[^]*3\. 12:30 — Чай/,
      );
    }
  });

  test('each group stands under its heading, in the order of the app', async () => {
    const anna = await bot.member();
    const came = at('2026-11-19T09:00');
    const make = (text: string, fields: object) => createReminder(db, anna.id, { text, ...fields });
    await make('На паузе', {
      dateTime: at('2026-11-20T13:00'),
      pausedFrom: at('2026-11-20T13:00'),
    });
    await make('Позже', { dateTime: at('2026-12-20T09:00') });
    await make('Отложено', {
      dateTime: came,
      openOccurrenceAt: came,
      snoozedUntil: at('2026-11-20T18:00'),
    });
    await make('Сегодня', { dateTime: at('2026-11-20T15:00') });
    await make('Не ушло', { dateTime: at('2026-11-25T15:00'), deliveryState: 'failed' });
    await make('Ждёт', { dateTime: came, openOccurrenceAt: came, waitingSince: came });
    await anna.write('/list');
    const first = anna.text();
    await anna.press('Позже ›');
    const lines = `${first}\n${anna.text()}`
      .split('\n')
      .map((line) => line.replace(/^(\d\. ).* — /, '$1'))
      .filter((line) => /^(\d\. )?[А-Я]/.test(line));
    expect(lines.filter((line) => !/Ближайшее|Нажмите/.test(line))).toEqual([
      'Ждут ответа',
      '1. Ждёт',
      'Не доставлено',
      '2. Не ушло',
      'Сегодня',
      '3. Сегодня',
      '4. Отложено',
      'Позже',
      '5. Позже',
      'На паузе',
      '6. На паузе',
    ]);
  });

  test('five of the longest reminders, each under a heading of its own, fit one message', async () => {
    const anna = await bot.member();
    const rule = {
      every: 1,
      unit: 'WEEK',
      weekdays: [1, 2, 3, 4, 5, 6],
      until: '2027-12-31',
    } as const;
    for (const date of ['2026-11-19', '2026-11-20', '2026-11-21', '2026-11-25', '2026-12-25']) {
      const dateTime = at(`${date}T18:00`);
      const open = dateTime < bot.clock.now() ? { openOccurrenceAt: dateTime } : {};
      await createReminder(db, anna.id, { text: '&'.repeat(500), dateTime, rule, ...open });
    }
    await anna.write('/list');
    expect(anna.last().text.length).toBeLessThan(4_096);
    expect(anna.text()).toContain('Ждут ответа');
    expect(anna.text()).toContain('Позже\n5. ');
  });

  describe('/today', () => {
    test("ends at midnight of the user's zone", async () => {
      const anna = await bot.member({ timeZone: 'Asia/Vladivostok' });
      await createReminder(db, anna.id, { text: 'Вечер', dateTime: new Date('2026-11-20T13:59Z') });
      await createReminder(db, anna.id, { text: 'Ночь', dateTime: new Date('2026-11-20T14:00Z') });
      await anna.write('/today');
      expect(anna.text()).toContain('Сегодня — 1 напоминание');
      expect(anna.text()).toContain('23:59 — Вечер');
    });

    test('is kind when empty', async () => {
      const anna = await bot.member();
      await anna.write('/today');
      expect(anna.text()).toContain('На сегодня ничего нет');
    });
  });

  describe('one of the list', () => {
    const opened = async (fields: Parameters<typeof createReminder>[2] = {}) => {
      const anna = await bot.member();
      const row = await createReminder(db, anna.id, fields);
      await anna.write('/list');
      await anna.press('1');
      return { anna, id: row.id };
    };
    /** Behind which key of the card another one stands. */
    const OVER: Partial<Record<string, string>> = { '✅ Готово': '', Пропустить: 'Ещё…' };
    const pressBehind = async (anna: TestChat, label: string) => {
      const over = OVER[label] ?? 'Отложить…';
      if (over !== '') await anna.press(over);
      await anna.press(label);
    };

    test('shows everything and opens its form in the app', async () => {
      const { anna, id } = await opened({ floodInterval: 15 });
      expect(anna.text()).toContain('Полить цветы');
      expect(anna.text()).toContain('каждые 15 минут');
      expect(anna.appLink()).toBe(`${APP_URL}/app?reminder=${id}`);
      expect(anna.labels()).toEqual([
        ['✅ Готово', 'Отложить…'],
        ['Открыть', 'Ещё…'],
        ['‹ К списку'],
      ]);
      await anna.press('Отложить…');
      expect(anna.labels()).toEqual([
        ['+10 мин', '+1 час', 'Вечером', '+1 день'],
        ['Другое время…', '‹ Назад'],
      ]);
      await anna.press('‹ Назад');
      await anna.press('Ещё…');
      expect(anna.labels()).toEqual([['Поделиться'], ['В заметки'], ['Удалить', '‹ Назад']]);
    });

    test('goes into the notes by one key, and comes back as it was', async () => {
      const { anna, id } = await opened({ text: 'Полить цветы\nи кактус' });
      await anna.press('Ещё…');
      await anna.press('В заметки');
      expect(anna.text()).toContain('Теперь это заметка: «Полить цветы»');
      const ofAnna = and(eq(notes.userId, anna.id), isNull(notes.deletedAt));
      expect(await db.select().from(notes).where(ofAnna)).toMatchObject([
        { title: 'Полить цветы', content: 'Полить цветы\nи кактус' },
      ]);
      expect((await reload(id)).deletedAt).not.toBeNull();
      await anna.press('Отменить');
      expect(anna.text()).toContain('Полить цветы');
      expect((await reload(id)).deletedAt).toBeNull();
      expect(await db.$count(notes, ofAnna)).toBe(0);
    });

    test('two taps on «В заметки» make one note, and a foreign one makes none', async () => {
      const { anna, id } = await opened();
      const data = `i:${id}:note:list:0:1`;
      const boris = await bot.member();
      await boris.write('/help');
      await boris.pressData(data);
      expect((await reload(id)).deletedAt).toBeNull();
      await Promise.all([anna.pressData(data), anna.pressData(data)]);
      expect(await db.$count(notes, eq(notes.userId, anna.id))).toBe(1);
      expect(await db.$count(notes, eq(notes.userId, boris.id))).toBe(0);
    });

    test('is done before its time', async () => {
      const { anna, id } = await opened();
      await anna.press('✅ Готово');
      expect(anna.text()).toContain('Сделано');
      expect(await reload(id)).toMatchObject({ completed: true, nextFireAt: null });
      await anna.press('‹ К списку');
      expect(anna.text()).toContain('Впереди пока ничего нет');
    });

    test('of a series it says when that comes next', async () => {
      const anna = await bot.member();
      await anna.write('каждый день в 15 зарядка');
      await anna.write('/list');
      await anna.press('1');
      await anna.press('✅ Готово');
      expect(anna.text()).toContain('✅ Готово. В следующий раз — завтра в 15:00.');
      await anna.press('Ещё…');
      await anna.press('Пропустить');
      expect(anna.text()).toContain('⏭ Пропущено. В следующий раз — в воскресенье, 22 ноября');
    });

    test.each([
      ['+10 мин', '2026-12-15T14:10'],
      ['+1 час', '2026-12-15T15:00'],
      ['Вечером', '2026-12-15T19:00'],
      ['+1 день', '2026-12-16T14:00'],
    ])('«%s» moves what lies ahead from its own time', async (label, moved) => {
      const { anna, id } = await opened({ text: 'Отпуск', dateTime: at('2026-12-15T14:00') });
      await pressBehind(anna, label);
      expect(await reload(id)).toMatchObject({
        dateTime: at(moved),
        nextFireAt: at(moved),
        firstWallTime: moved,
        openOccurrenceAt: null,
        snoozedUntil: null,
      });
    });

    test('what is due is put off from now', async () => {
      const came = at('2026-11-20T11:00');
      const { anna, id } = await opened({
        dateTime: came,
        openOccurrenceAt: came,
        nextFireAt: at('2026-11-20T12:05'),
        floodInterval: 15,
      });
      await pressBehind(anna, '10 мин');
      expect(await reload(id)).toMatchObject({ nextFireAt: at('2026-11-20T12:10') });
      await pressBehind(anna, '+10 мин');
      expect(await reload(id)).toMatchObject({ nextFireAt: at('2026-11-20T12:20') });
    });

    test('a double tap moves it once', async () => {
      const { anna, id } = await opened({ dateTime: at('2026-12-15T14:00') });
      const { version } = await reload(id);
      const data = `i:${id}:10m:list:0:${version}`;
      await Promise.all([anna.pressData(data), anna.pressData(data)]);
      expect(await reload(id)).toMatchObject({ nextFireAt: at('2026-12-15T14:10') });
    });

    const undoData = ({ last }: TestChat) =>
      last()
        .keyboard.flat()
        .find((each) => each.text === '↩️ Вернуть')?.callback_data ?? '';
    const lasting = (row: Awaited<ReturnType<typeof reload>>) => {
      const { version, updatedAt, dueAt, ...rest } = row;
      return rest;
    };

    test.each(['✅ Готово', '10 мин', 'Завтра'])(
      '«Вернуть» after «%s» restores exactly what was there, once',
      async (label) => {
        const came = at('2026-11-20T11:00');
        const { anna, id } = await opened({
          dateTime: came,
          openOccurrenceAt: came,
          nextFireAt: at('2026-11-20T12:05'),
          floodInterval: 15,
          nagCount: 3,
        });
        const before = lasting(await reload(id));
        await pressBehind(anna, label);
        expect(lasting(await reload(id))).not.toEqual(before);
        const undo = undoData(anna);
        expect(Buffer.byteLength(undo)).toBeLessThanOrEqual(64);
        await anna.press('↩️ Вернуть');
        expect(lasting(await reload(id))).toEqual(before);
        await anna.pressData(undo);
        expect(anna.text()).toContain('Вернуть уже нельзя');
        expect(lasting(await reload(id))).toEqual(before);
      },
    );

    test('«Вернуть» is refused once something else has happened to it', async () => {
      const { anna, id } = await opened({ dateTime: at('2026-12-15T14:00') });
      await pressBehind(anna, '+1 час');
      const first = undoData(anna);
      await pressBehind(anna, '+1 день');
      const second = undoData(anna);
      await anna.pressData(first);
      expect(anna.text()).toContain('Вернуть уже нельзя');
      expect(await reload(id)).toMatchObject({ dateTime: at('2026-12-16T15:00') });
      // Sent meanwhile: the version is the same, its state is not.
      await db.update(reminders).set({ nextFireAt: null }).where(eq(reminders.id, id));
      await anna.pressData(second);
      expect(anna.text()).toContain('Вернуть уже нельзя');
    });

    describe('a series between two occurrences', () => {
      const series = () => opened({ rule: { every: 1, unit: 'DAY' } });

      test.each([
        ['✅ Готово', { dateTime: at('2026-11-21T13:00'), openOccurrenceAt: null }, ['done']],
        ['Пропустить', { dateTime: at('2026-11-21T13:00'), openOccurrenceAt: null }, ['skipped']],
        ['+1 час', { snoozedUntil: at('2026-11-20T14:00'), dateTime: at('2026-11-21T13:00') }, []],
      ])('«%s» is about the next one, and can be taken back', async (label, after, outcomes) => {
        const { anna, id } = await series();
        const before = lasting(await reload(id));
        await pressBehind(anna, label);
        expect(await reload(id)).toMatchObject(after);
        const history = () => db.select().from(occurrences).where(eq(occurrences.reminderId, id));
        expect((await history()).map((each) => each.outcome)).toEqual(outcomes);
        await anna.press('↩️ Вернуть');
        expect(lasting(await reload(id))).toEqual(before);
        expect(await history()).toEqual([]);
      });

      test('a double tap of «Готово» ends one of them', async () => {
        const { anna, id } = await series();
        const { version } = await reload(id);
        const data = `i:${id}:done:list:0:${version}`;
        await anna.pressData(data);
        await anna.pressData(data);
        expect(anna.text()).toContain('С тех пор напоминание изменилось');
        expect(await reload(id)).toMatchObject({ dateTime: at('2026-11-21T13:00') });
      });
    });

    test('«Готово» of an old list says that it was done meanwhile', async () => {
      const { anna, id } = await opened();
      const { version } = await reload(id);
      await anna.press('✅ Готово');
      await anna.pressData(`i:${id}:10m:list:0:${version}`);
      expect(anna.text()).toContain('Сделано');
      expect(anna.text()).toContain('С тех пор напоминание изменилось');
      expect(await reload(id)).toMatchObject({ completed: true });
    });

    test('is deleted and brought back', async () => {
      const { anna, id } = await opened();
      await anna.press('Ещё…');
      await anna.press('Удалить');
      expect(anna.text()).toContain('Удалено: Полить цветы');
      expect((await reload(id)).deletedAt).toEqual(bot.clock.now());
      await anna.press('Вернуть');
      expect((await reload(id)).deletedAt).toBeNull();
      expect(anna.labels()).toContainEqual(['‹ К списку']);
    });

    test('of a series asks what of it is deleted, as the app does', async () => {
      const { anna, id } = await opened({
        dateTime: at('2026-11-21T09:00'),
        nextFireAt: at('2026-11-21T09:00'),
        rule: { every: 1, unit: 'DAY' },
      });
      await anna.press('Ещё…');
      await anna.press('Удалить');
      expect(anna.labels()).toEqual([['Только этот раз', 'Всё'], ['‹ Назад']]);
      expect((await reload(id)).deletedAt).toBeNull();
      await anna.press('Только этот раз');
      expect((await reload(id)).dateTime).toEqual(at('2026-11-22T09:00'));
      await anna.press('Ещё…');
      await anna.press('Удалить');
      await anna.press('Всё');
      expect((await reload(id)).deletedAt).toEqual(bot.clock.now());
    });

    test("somebody else's is not there", async () => {
      const { id } = await opened();
      const boris = await bot.member();
      await boris.write('/list');
      await boris.pressData(`i:${id}:remove:list:0`);
      expect(boris.text()).toContain('больше нет');
      expect((await reload(id)).deletedAt).toBeNull();
    });
  });

  describe('a reminder message', () => {
    const came = at('2026-11-20T11:00');
    const press = (button: string, id: number, when = came) =>
      `r:${button}:${id}:${when.getTime().toString(36)}`;

    test('«Готово» completes it and the answer says so', async () => {
      const anna = await bot.member();
      const { id } = await createReminder(db, anna.id, { dateTime: came, openOccurrenceAt: came });
      await anna.write('/start');
      await anna.pressData(press('done', id));
      expect(anna.toast()).toBe('✅ Готово');
      expect(anna.text()).toContain('✅ Готово');
      expect(await reload(id)).toMatchObject({ completed: true });
    });

    test('a snooze moves it; its flood can be stopped even after new terms came', async () => {
      const anna = await bot.member({ termsVersion: '2024-01-01' });
      const { id } = await createReminder(db, anna.id, { dateTime: came, openOccurrenceAt: came });
      await anna.write('/start');
      await anna.pressData(press('1h', id));
      expect(anna.toast()).toContain('Отложено');
      expect(await reload(id)).toMatchObject({ nextFireAt: at('2026-11-20T13:00') });
      await anna.pressData(press('done', id, at('2026-11-20T13:00')));
      expect(await reload(id)).toMatchObject({ completed: true });
    });

    test("somebody else's button does nothing", async () => {
      const { id } = await createReminder(db, (await bot.member()).id, {
        dateTime: came,
        openOccurrenceAt: came,
      });
      const boris = await bot.member();
      await boris.write('/start');
      await boris.pressData(press('done', id));
      expect(await reload(id)).toMatchObject({ completed: false });
    });
  });
});

describe('long lists', () => {
  // Friday 20 November 2026, 12:00 in Moscow. The simulator refuses what Telegram finds too long.
  const { db } = testDatabase();
  const bot = testBot(db);

  const two = (n: number) => String(n).padStart(2, '0');
  const LONGEST_RULE: RecurrenceRule = {
    every: 7,
    unit: 'MONTH',
    monthDays: Array.from({ length: 30 }, (_, i) => i + 2),
    times: Array.from(
      { length: MESSAGES_A_DAY_MAX },
      (_, i) => `${two(i >> 1)}:${i % 2 ? '30' : '00'}`,
    ),
    until: '2099-12-31',
    count: 1_000,
  };
  const LONGEST_TEXT = 'день рождения &'.padEnd(REMINDER_TEXT_MAX, '&');
  const longest = {
    text: LONGEST_TEXT,
    rule: LONGEST_RULE,
    pausedFrom: new Date('2026-11-20T09:00Z'),
    pausedUntil: new Date('2026-12-16T09:00Z'),
  };
  /** Somebody with a category of the longest name. */
  const someone = async () => {
    const anna = await bot.member();
    const input = { name: '&'.repeat(CATEGORY_NAME_MAX), color: CATEGORY_COLORS[0] };
    const [category] = await createCategory(db, anna.id, input, bot.clock.now());
    return { anna, categoryId: category?.id ?? 0 };
  };

  test.each([
    ['/list', CHAT_PAGE_SIZE],
    ['/today', CHAT_PAGE_SIZE],
    ['/find день', FOUND_MAX],
  ])('%s fits one message, however long the texts and the rules are', async (command, shown) => {
    const { anna, categoryId } = await someone();
    for (let i = 0; i < 12; i += 1) {
      await createReminder(db, anna.id, { ...longest, categoryId });
    }
    await anna.write(command);
    expect(anna.text()).toMatch(new RegExp(`\\n${shown}\\. .* — день рождения &&&`));
    expect(anna.text()).toContain('🔁\u00a0каждые 7 месяцев 2, 3, 4, ');
  });

  test.each(['/notes', '/find день'])(
    '%s fits one message, however long notes are',
    async (command) => {
      const { anna, categoryId } = await someone();
      const name = '&'.repeat(119);
      for (let i = 0; i < 12; i += 1) {
        await createNote(db, anna.id, {
          title: LONGEST_TEXT.slice(0, 200),
          content: `день${'&'.repeat(3_900)}`,
          categoryId,
          attachment: { items: [{ kind: 'document', messageId: 1, fileId: 'x', name }] },
        });
      }
      await anna.write(command);
      expect(anna.text()).toContain(`\n${CHAT_PAGE_SIZE}. 📝 день рождения &&&`);
    },
  );

  test('the list of several tasks fits one message, whatever became of them in the app', async () => {
    const anna = await bot.member();
    const tasks = Array.from(
      { length: TASKS_PER_MESSAGE_MAX },
      (_, i) => `завтра в 9:${two(i)} дело`,
    );
    await anna.write(tasks.join('\n'));
    await anna.press('Отменить');
    const change = { text: LONGEST_TEXT, rule: LONGEST_RULE, floodInterval: 30 };
    await db.update(reminders).set(change).where(eq(reminders.userId, anna.id));
    await anna.press('Вернуть');
    expect(anna.text()).toContain(`\n${TASKS_PER_MESSAGE_MAX}. `);
    expect(anna.text()).toContain('🔁 каждые 7 месяцев 2, 3, 4, ');
  });

  test('a message about a whole day fits, however long its texts are', () => {
    const at = new Date('2026-12-16T09:00Z');
    const line = {
      reminderId: 1,
      occurrenceAt: at,
      at,
      text: LONGEST_TEXT,
      state: 'moved',
    } as const;
    const shown = { ...line, answerable: true, undo: null };
    const { text: html } = renderDay({
      kind: 'agenda',
      day: '2026-11-20',
      timeZone: 'Europe/Moscow',
      lines: Array.from({ length: DAY_LINES_MAX }, () => shown),
      more: 9_999,
      undated: Array.from({ length: 50 }, () => LONGEST_TEXT),
    });
    expect(html.toPlainText()).toContain(`
${DAY_LINES_MAX}. день рождения`);
    expect(html.toPlainText().length).toBeLessThanOrEqual(MESSAGE_TEXT_MAX);
  });
});
