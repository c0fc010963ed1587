import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { deliveries, drafts, notes, reminders, users } from '@/server/platform/db/schema';
import { createNote, createReminder, categoryId } from '@/testing/builders';
import { fixDate } from '@/testing/clock';
import { testBot, type TestChat } from '@/testing/conversation';
import { findAccount } from '@/server/accounts/accounts';
import { oneAtATime } from '@/server/platform/give-way';
import { exportAccount } from '@/server/transfer/export';
import { cell, tableOf } from '@/server/transfer/table';
import { testDatabase } from '@/testing/database';
import { FEEDS_IN_HAND_MAX, SNOOZE_CHOICES } from '@/core/limits';
import { settingsOf } from '@/server/accounts/settings';
import { callRoute, testRoutes } from '@/testing/api';
import { testTelegram } from '@/testing/telegram';
import { TEST_ENV } from '@/testing/test-env';
import { DELETE, GET, POST } from '@/app/api/profile/data/route';

describe('settings', () => {
  // Friday 20 November 2026, 12:00 in Moscow.
  const { db } = testDatabase();
  const bot = testBot(db);
  const zoneOf = async (chat: TestChat) => {
    const [row] = await db.select().from(users).where(eq(users.id, chat.id));
    return row && [row.timeZone, row.timeZoneManual];
  };

  describe('/timezone', () => {
    test('shows the zone, its clock, and the cities of Russia with theirs', async () => {
      const anna = await bot.member();
      await anna.write('/timezone');
      expect(anna.text()).toContain('Москва, UTC+3, у вас сейчас 12:00');
      expect(anna.labels()).toContainEqual(['Самара 13:00', 'Екатеринбург 14:00']);
      expect(anna.labels()).toContainEqual(['• Определять автоматически']);
      await anna.press('Екатеринбург 14:00');
      expect(anna.text()).toContain('Екатеринбург, UTC+5, у вас сейчас 14:00');
      expect(await zoneOf(anna)).toEqual(['Asia/Yekaterinburg', true]);
    });

    test.each([
      ['/timezone Омск', 'Asia/Omsk'],
      ['/timezone UTC+5:30', 'Asia/Calcutta'],
      ['/timezone Europe/Berlin', 'Europe/Berlin'],
    ])('%s sets it at once', async (command, zone) => {
      const anna = await bot.member();
      await anna.write(command);
      expect(await zoneOf(anna)).toEqual([zone, true]);
    });

    test('the next message may be the answer; any other one is what it always was', async () => {
      const anna = await bot.member();
      await anna.write('/timezone');
      await anna.write('владивосток');
      expect(await zoneOf(anna)).toEqual(['Asia/Vladivostok', true]);
      await anna.write('омск');
      expect(anna.text()).toContain('Когда напомнить?');
      await anna.write('/timezone');
      await anna.write('завтра в 9 молоко');
      expect(anna.text()).toContain('Завтра в 09:00');
      expect(await zoneOf(anna)).toEqual(['Asia/Vladivostok', true]);
    });

    test('an unknown place is said to be unknown, and a second try works', async () => {
      const anna = await bot.member();
      await anna.write('/timezone Нарния');
      expect(anna.text()).toContain('Не знаю такого места: «Нарния»');
      await anna.write('чита');
      expect(await zoneOf(anna)).toEqual(['Asia/Chita', true]);
    });

    test('an unknown place is quoted without cutting an emoji in two', async () => {
      const anna = await bot.member();
      await anna.write(`/timezone ${'н'.repeat(59)}🦊 и лес`);
      expect(anna.text()).toContain(`Не знаю такого места: «${'н'.repeat(59)}…»`);
      await anna.write(`/timezone ${'н'.repeat(58)}👨‍👩‍👧‍👦`);
      expect(anna.text()).toContain(`«${'н'.repeat(58)}…»`);
    });

    test('«автоматически» follows the device again', async () => {
      const anna = await bot.member({ timeZone: 'Asia/Omsk', timeZoneManual: true });
      await anna.write('/timezone');
      await anna.press('Определять автоматически');
      expect(await zoneOf(anna)).toEqual(['Asia/Omsk', false]);
    });

    test('who moves is asked once: all reminders ahead by local time, or only new ones', async () => {
      const anna = await bot.member();
      const { id } = await createReminder(db, anna.id, {
        dateTime: new Date('2026-11-21T06:00:00Z'),
      });
      await anna.write('/timezone Омск');
      expect(anna.text()).toContain('1 напоминание впереди стоит по времени «Москва, UTC+3».');
      expect(anna.labels()).toEqual([['Перенести', 'Оставить']]);
      await anna.press('Перенести');
      expect(anna.text()).toContain('Перенёс на ваше время: 1 напоминание');
      const [row] = await db.select().from(reminders).where(eq(reminders.id, id));
      expect(row).toMatchObject({
        timeZone: 'Asia/Omsk',
        dateTime: new Date('2026-11-21T03:00:00Z'),
      });
      await anna.write('/timezone Омск');
      expect(anna.labels()).toEqual([]);
    });

    test.each([
      ['Омск', '«Москва, UTC+3»'],
      ['Токио', '«Москва, UTC+3»'],
      ['Москва', null],
    ])(
      'of a device that has come to Omsk and was not answered, «/timezone %s» asks about %s',
      async (place, before) => {
        const anna = await bot.member();
        await createReminder(db, anna.id, { dateTime: new Date('2026-11-21T06:00:00Z') });
        const unanswered = { timeZone: 'Asia/Omsk', timeZoneBefore: 'Europe/Moscow' };
        await db.update(users).set(unanswered).where(eq(users.id, anna.id));
        await anna.write(`/timezone ${place}`);
        if (before !== null) expect(anna.text()).toContain(`впереди стоит по времени ${before}.`);
        expect(anna.labels()).toEqual(before === null ? [] : [['Перенести', 'Оставить']]);
      },
    );

    test('«Оставить» leaves every reminder at its moment', async () => {
      const anna = await bot.member();
      const { id } = await createReminder(db, anna.id);
      await anna.write('/timezone Омск');
      await anna.press('Оставить');
      expect(anna.text()).toContain('Омск');
      const [row] = await db.select().from(reminders).where(eq(reminders.id, id));
      expect(row).toMatchObject({ timeZone: 'Europe/Moscow', nextFireAt: row?.dateTime });
    });

    test('existing reminders keep their zone', async () => {
      const anna = await bot.member();
      const { id } = await createReminder(db, anna.id);
      await anna.write('/timezone Омск');
      const [row] = await db.select().from(reminders).where(eq(reminders.id, id));
      expect(row).toMatchObject({ timeZone: 'Europe/Moscow' });
    });
  });

  const ledger = (userId: number) => ({
    userId,
    kind: 'first' as const,
    occurrenceAt: bot.clock.now(),
    scheduledAt: bot.clock.now(),
    sentAt: bot.clock.now(),
    outcome: 'sent' as const,
  });
  const rowsOf = async (userId: number) =>
    Promise.all(
      [users, reminders, notes, drafts, deliveries].map(async (table) => {
        const owner = 'userId' in table ? table.userId : table.id;
        return (await db.select().from(table).where(eq(owner, userId))).length;
      }),
    );

  describe('/delete', () => {
    const full = async () => {
      const anna = await bot.member();
      await createReminder(db, anna.id);
      await createReminder(db, anna.id, { deletedAt: bot.clock.now() });
      await createNote(db, anna.id);
      await db.insert(deliveries).values([ledger(anna.id), ledger(anna.id)]);
      await anna.write('купить хлеб');
      return anna;
    };

    test('says what would go, asks, erases everything, and says what went', async () => {
      const [anna, boris] = [await full(), await full()];
      await anna.write('/delete');
      const what = '2 напоминания, 1 заметку, 1 черновик и 2 записи журнала доставки';
      expect(anna.text()).toContain(`Сотру профиль, ${what}`);
      expect(await rowsOf(anna.id)).toEqual([1, 2, 1, 1, 2]);
      await anna.press('Да, удалить всё');
      expect(anna.text()).toContain(what);
      expect(await rowsOf(anna.id)).toEqual([0, 0, 0, 0, 0]);
      expect(await rowsOf(boris.id)).toEqual([1, 2, 1, 1, 2]);
    });

    test('afterwards the terms are asked for again, and a second press finds nothing', async () => {
      const anna = await full();
      await anna.write('/delete');
      const asked = anna.last().keyboard[0]?.[0]?.callback_data ?? '';
      await anna.press('Да, удалить всё');
      await anna.pressData(asked);
      expect(anna.text()).toContain('ничего о вас не храню');
      await anna.write('завтра в 9 молоко');
      expect(anna.labels()).toContainEqual(['Мне есть 18, принимаю']);
      expect(await rowsOf(anna.id)).toEqual([0, 0, 0, 0, 0]);
    });

    test('«Отмена», which is offered first, and an old question keep everything', async () => {
      const anna = await full();
      await anna.write('/delete');
      await anna.press('Отмена');
      expect(anna.text()).toContain('остаётся на месте');
      await anna.write('/delete');
      bot.clock.advance(20 * 60_000);
      await anna.press('Да, удалить всё');
      expect(anna.text()).toContain('ещё раз');
      expect(await rowsOf(anna.id)).toEqual([1, 2, 1, 1, 2]);
      bot.clock.advance(-20 * 60_000);
    });

    test('is open to whoever declined new terms; a stranger learns that nothing is stored', async () => {
      const anna = await bot.member({ termsVersion: null });
      await anna.write('/delete');
      expect(anna.text()).toContain('Сотру профиль. Вернуть');
      await anna.press('Да, удалить всё');
      expect(await rowsOf(anna.id)).toEqual([0, 0, 0, 0, 0]);
      const stranger = bot.stranger();
      await stranger.write('/delete');
      expect(stranger.text()).toContain('ничего о вас не храню');
    });
  });

  describe('/export', () => {
    test('sends everything that is stored of the person, and of nobody else', async () => {
      const anna = await bot.member({ firstName: 'Анна' });
      await createReminder(db, anna.id, {
        text: 'Зарядка',
        rule: { every: 1, unit: 'WEEK', weekdays: [1, 2] },
      });
      await createReminder(db, anna.id, { text: 'Удалённое', deletedAt: bot.clock.now() });
      await createReminder(db, (await bot.member()).id, { text: 'Чужое' });
      await createNote(db, anna.id, { title: 'Список', content: 'Молоко' });
      await db.insert(deliveries).values(ledger(anna.id));
      await anna.write('купить хлеб');
      await anna.write('/export');
      expect(anna.last().document?.fileName).toBe('napomnyu-2026-11-20.json');
      expect(anna.file()).toMatchObject({
        profile: { telegramId: anna.id, firstName: 'Анна', timeZone: 'Europe/Moscow' },
        reminders: [
          { text: 'Зарядка', type: 'Напоминание', repeat: true, repeatWeekdays: [1, 2] },
          { text: 'Удалённое', deletedAt: bot.clock.now().toISOString() },
        ],
        notes: [{ title: 'Список', content: 'Молоко', category: 'Личное' }],
        drafts: [{ text: 'Купить хлеб', state: 'asking' }],
        deliveries: [{ kind: 'first', outcome: 'sent' }],
      });
      expect(JSON.stringify(anna.file())).not.toContain('Чужое');
    });

    test('comes as a table, in which nothing is a formula, and as a calendar', async () => {
      const anna = await bot.member();
      await createReminder(db, anna.id, { text: '=HYPERLINK("http://evil.example")' });
      await createReminder(db, anna.id, {
        ...{ text: 'Обычное; с "кавычками"\nи строкой', rule: { every: 1, unit: 'DAY' } },
      });
      await createReminder(db, anna.id, { text: 'Удалённое', deletedAt: bot.clock.now() });
      await createNote(db, anna.id, { title: '+7 900', content: '- [ ] молоко' });
      await anna.write('/export csv');
      expect(anna.last().document?.fileName).toBe('napomnyu-2026-11-20.csv');
      const account = await findAccount(db, anna.id);
      if (!account) throw new Error('no account');
      const table = (await tableOf(db, account)).toString();
      expect(table.startsWith('\uFEFF"Вид";"Текст"')).toBe(true);
      expect(table).toContain(`"'=HYPERLINK(""http://evil.example"")"`);
      expect(table).toContain('"Обычное; с ""кавычками""\nи строкой"');
      expect(table).toContain(`"'+7 900";"'- [ ] молоко"`);
      expect(table).not.toContain('Удалённое');
      for (const start of ['=', '+', '-', '@', '\t', '\r'])
        expect(cell(`${start}1`)).toBe(`"'${start}1"`);

      await anna.write('/export ics');
      expect(anna.last().document?.fileName).toBe('napomnyu-2026-11-20.ics');
    });

    test('as a calendar waits for the same person’s feeds, and says so where too many wait', async () => {
      const anna = await bot.member();
      let finish: () => void = () => undefined;
      const ends = new Promise<void>((resolve) => (finish = resolve));
      const feeds = Array.from({ length: FEEDS_IN_HAND_MAX }, () =>
        oneAtATime(`feed:${anna.id}`, FEEDS_IN_HAND_MAX, () => ends),
      );
      await anna.write('/export ics');
      finish();
      await Promise.all(feeds);
      expect(anna.text()).toContain('Календарь уже собирается');
      await anna.write('/export ics');
      expect(anna.last().document?.fileName).toBe('napomnyu-2026-11-20.ics');
    });

    test('comes three times an hour, then says when the next one does', async () => {
      const anna = await bot.member();
      for (let i = 0; i < 3; i += 1) await anna.write('/export');
      expect(anna.messages().filter((each) => each.document)).toHaveLength(3);
      await anna.write('/export');
      expect(anna.text()).toContain('три раза в час');
      bot.clock.advance(3_600_000);
      await anna.write('/export');
      expect(anna.messages().filter((each) => each.document)).toHaveLength(4);
      bot.clock.advance(-3_600_000);
    });

    test('is split into files that are complete in themselves', async () => {
      const anna = await bot.member();
      for (let i = 0; i < 7; i += 1) {
        await createNote(db, anna.id, { title: `Заметка ${i}`, content: 'я'.repeat(1_000) });
      }
      const account = await findAccount(db, anna.id);
      if (!account) throw new Error('no account');
      const files: unknown[] = [];
      const size = { fileMaxBytes: 5_000, botToken: '42:x' };
      for await (const file of exportAccount(db, account, bot.clock.now(), size)) {
        expect(file.byteLength).toBeLessThan(7_000);
        files.push(JSON.parse(file.toString()));
      }
      expect(files.length).toBeGreaterThan(2);
      const titles = z
        .array(z.object({ profile: z.object({}), notes: z.array(z.object({ title: z.string() })) }))
        .parse(files)
        .flatMap((file) => file.notes.map((note) => note.title));
      expect(titles).toEqual(Array.from({ length: 7 }, (_, i) => `Заметка ${i}`));
    });

    test('a stranger learns that nothing is stored', async () => {
      const stranger = bot.stranger();
      await stranger.write('/export');
      expect(stranger.text()).toContain('ничего о вас не храню');
    });
  });

  test('a flood of messages is answered up to a limit, then once, then not at all', async () => {
    const anna = await bot.member();
    for (let i = 0; i < 110; i += 1) bot.simulator().say(anna.id, '/help');
    // A hundred updates a time.
    for (let i = 0; i < 2; i += 1) await bot.deliver();
    const texts = anna.messages().map((each) => each.text);
    expect(texts).toHaveLength(101);
    expect(texts.at(-1)).toContain('Слишком много сообщений');
    bot.clock.advance(60_000);
    await anna.write('/help');
    expect(anna.messages()).toHaveLength(102);
    bot.clock.advance(-60_000);
  });

  test.each(['/constructor', '/__proto__', '/toString'])(
    '%s is an unknown command',
    async (text) => {
      const anna = await bot.member();
      await anna.write(text);
      expect(anna.text()).toContain('Такой команды я не знаю');
    },
  );
});

describe('one’s own settings', () => {
  // Friday 20 November 2026, 12:00 in Moscow.
  const { db } = testDatabase();
  const bot = testBot(db);
  const dayParts = { morning: '07:30', day: '13:15', evening: '21:15' };

  test('what is written is read by the own hours, and cards offer them', async () => {
    const anna = await bot.member({ settings: { dayParts } });
    await anna.write('завтра утром пробежка');
    expect(anna.text()).toContain('Завтра в 07:30');
    await anna.write('встреча завтра');
    expect(anna.labels().flat()).toEqual(
      expect.arrayContaining(['Утром, 07:30', 'Днём, 13:15', 'Вечером, 21:15']),
    );
    await anna.press('Вечером, 21:15');
    expect(anna.text()).toContain('Завтра в 21:15');
  });

  test('what names no category gets the chosen one', async () => {
    const home = await categoryId(db, 'Дом');
    const anna = await bot.member({ settings: { categoryId: home } });
    await anna.write('завтра в 9 полить фикус');
    expect(anna.text()).toContain('Дом');
    const [draft] = await db.select().from(drafts).where(eq(drafts.userId, anna.id));
    expect(draft?.payload.categoryId).toBe(home);
  });

  test('a message that comes has the own four snoozes, and «Вечером» means the own evening', async () => {
    const anna = await bot.member({
      settings: { dayParts, snoozes: ['5m', '45m', '12h', 'evening'] },
    });
    await createReminder(db, anna.id, { dateTime: bot.clock.now() });
    await bot.sendDueAt(bot.clock.now());
    expect(anna.labels()[1]).toEqual(['5 мин', '45 мин', '12 часов', 'Вечером']);
    await anna.press('Вечером');
    expect(anna.text()).toContain('20 ноября в 21:15');
  });

  test('no choice of four snoozes is cut on a phone', async () => {
    for (let from = 0; from < SNOOZE_CHOICES.length; from += 4) {
      const snoozes = SNOOZE_CHOICES.slice(Math.min(from, SNOOZE_CHOICES.length - 4)).slice(0, 4);
      const anna = await bot.member({ settings: { snoozes } });
      await createReminder(db, anna.id, { dateTime: bot.clock.now() });
      await bot.sendDueAt(bot.clock.now());
      expect(anna.labels()[1]).toHaveLength(4);
    }
  });

  describe('/settings', () => {
    const stored = async (id: number) =>
      settingsOf((await db.select().from(users).where(eq(users.id, id)))[0]?.settings);

    test('says what is set, and leads back to it', async () => {
      const anna = await bot.member({ settings: { dayParts } });
      await anna.write('/settings');
      expect(anna.text()).toContain('Утром — 07:30, днём — 13:15, вечером — 21:15.');
      expect(anna.text()).toContain('«Отложить»: 10 мин, 1 час, Вечером, Завтра.');
      await anna.press('Утро, день, вечер');
      await anna.press('‹ К настройкам');
      expect(anna.text()).toContain('Настройки');
      expect(anna.messages()).toHaveLength(1);
    });

    test('a part of the day is set to one of the times between its neighbours', async () => {
      const anna = await bot.member({ settings: { dayParts } });
      await anna.write('/settings');
      await anna.press('Утро, день, вечер');
      await anna.press('Днём, 13:15');
      const offered = anna.labels().flat();
      expect(offered).toContain('11:00');
      expect(offered).toContain('17:30');
      await anna.press('12:30');
      expect(anna.text()).toContain('днём — 12:30');
      expect((await stored(anna.id)).dayParts).toEqual({ ...dayParts, day: '12:30' });
    });

    test('a snooze is replaced by one that is not there yet, in its own place', async () => {
      const anna = await bot.member();
      await anna.write('/settings');
      await anna.press('«Отложить»');
      await anna.press('1 час');
      expect(anna.labels().flat()).not.toContain('10 мин');
      await anna.press('45 мин');
      expect(anna.text()).toContain('«Отложить»: 10 мин, 45 мин, Вечером, Завтра.');
      expect((await stored(anna.id)).snoozes).toEqual(['10m', '45m', 'evening', 'tomorrow']);
    });

    test('a category is chosen, and let go again', async () => {
      const anna = await bot.member();
      await anna.write('/settings');
      await anna.press('Категория');
      await anna.press('Дом');
      expect(anna.text()).toContain('Категория по умолчанию — Дом.');
      await anna.press('Категория');
      expect(anna.labels().flat()).toContain('✓ Дом');
      await anna.press('Первая в списке');
      expect(anna.text()).not.toContain('Категория по умолчанию');
      expect((await stored(anna.id)).categoryId).toBeNull();
    });

    test('quiet hours are set by their two ends, shown, and taken off', async () => {
      const anna = await bot.member();
      await anna.write('/settings');
      await anna.press('Тихие часы');
      expect(anna.labels().flat()).not.toContain('Выключить');
      await anna.press('С 23:00');
      await anna.press('До 07:30');
      expect(anna.text()).toContain('Тихие часы — с 23:00 до 07:30.');
      expect((await stored(anna.id)).quietHours).toEqual({ from: '23:00', to: '07:30' });
      await anna.press('Тихие часы');
      await anna.press('Выключить');
      expect(anna.text()).not.toContain('Тихие часы — с');
      expect((await stored(anna.id)).quietHours).toBeNull();
    });

    test('a double press changes nothing more, and an old button that no longer fits says why', async () => {
      const anna = await bot.member();
      await anna.write('/settings');
      await anna.pressData('s:snoozes:0:5m');
      await anna.pressData('s:snoozes:0:5m');
      expect((await stored(anna.id)).snoozes).toEqual(['5m', '1h', 'evening', 'tomorrow']);
      await anna.pressData('s:snoozes:1:5m');
      expect(anna.text()).toContain('Выберите 4 разных варианта.');
      await anna.pressData('s:parts:evening:1300');
      expect(anna.text()).toContain('«Вечером» — это время с 16:00 до 23:59.');
      expect((await stored(anna.id)).dayParts.evening).toBe('19:00');
    });

    test.each([
      's:parts:night:0100',
      's:snoozes:9:5m',
      's:category:id:zzz',
      's:quiet:2300:zzz',
      's:quiet:9999:0700',
      's:nothing',
      's',
    ])('a made-up press %s changes nothing', async (press) => {
      const anna = await bot.member();
      await anna.write('/settings');
      const before = await stored(anna.id);
      await anna.pressData(press);
      expect(await stored(anna.id)).toEqual(before);
      expect(anna.labels().length).toBeGreaterThan(0);
    });
  });
});

describe('one’s own data', () => {
  const telegram = testTelegram({ token: TEST_ENV.TELEGRAM_BOT_TOKEN });
  const { db, someone } = testRoutes(telegram);

  /** Somebody with one reminder and a chat with the bot. */
  async function anna() {
    const { user, initData } = await someone();
    telegram().simulator.addUser({ id: user.id, firstName: 'Анна' });
    telegram().simulator.unblock(user.id);
    await createReminder(db, user.id, { text: 'Полить ёлку' });
    return { id: user.id, initData };
  }
  const captions = (id: number) =>
    telegram()
      .simulator.messages(id)
      .map((message) => JSON.stringify(message));

  afterEach(() => jest.useRealTimers());

  test('an export asked for in the app comes into the own chat, three times an hour', async () => {
    // In one hour, however long the requests take.
    fixDate(Date.now());
    const { id, initData } = await anna();
    for (let time = 1; time <= 3; time += 1) {
      expect(await callRoute(POST, { initData, body: {} })).toMatchObject({ status: 200 });
      expect(captions(id)).toHaveLength(time);
    }
    expect(captions(id)[0]).toContain('napomnyu-');
    const often = await callRoute(POST, { initData, body: {} });
    expect(often.status).toBe(429);
    expect(JSON.stringify(often.json)).toContain('три раза в час');
    expect(captions(id)).toHaveLength(3);
  });

  test('whoever has blocked the bot is told why no file comes', async () => {
    const { id, initData } = await anna();
    telegram().simulator.block(id);
    const answer = await callRoute(POST, { initData, body: {} });
    expect(answer.status).toBe(400);
    expect(JSON.stringify(answer.json)).toContain('Разблокируйте');
  });

  test('deleting says what would go and what went, and takes nobody else’s', async () => {
    const [own, other] = [await anna(), await anna()];
    const { json } = await callRoute(GET, { initData: own.initData });
    expect(json).toMatchObject({
      message: 'Удалить все ваши данные? Сотру профиль и 1 уведомление. Вернуть их будет нельзя.',
    });
    const gone = await callRoute(DELETE, { initData: own.initData, body: {} });
    expect(JSON.stringify(gone.json)).toContain('всё удалено: профиль и 1 уведомление');
    expect(await db.select().from(users).where(eq(users.id, own.id))).toEqual([]);
    expect(await db.select().from(reminders).where(eq(reminders.userId, other.id))).toHaveLength(1);
    expect(await callRoute(GET, { initData: own.initData })).toMatchObject({
      status: 403,
      json: { requiresTerms: true },
    });
  });
});
