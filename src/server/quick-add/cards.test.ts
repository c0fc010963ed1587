import { and, desc, eq, isNull } from 'drizzle-orm';
import { ACCOUNT_TEXT_MAX_BYTES, REMINDER_TEXT_MAX } from '@/core/limits';
import { drafts, notes, reminders } from '@/server/platform/db/schema';
import { testBot, type TestChat } from '@/testing/conversation';
import { testDatabase } from '@/testing/database';
import { createReminder } from '@/testing/builders';
import { wallTimeToInstant } from '@/core/time-zone';

describe('edits', () => {
  // Friday 20 November 2026, 12:00 in Moscow.
  const { db } = testDatabase();
  const bot = testBot(db);

  const stored = async ({ id }: TestChat) => {
    const mine = and(eq(reminders.userId, id), isNull(reminders.deletedAt));
    const rows = await db.select().from(reminders).where(mine).orderBy(reminders.dateTime);
    return rows.map(({ firstWallTime, text }) => `${firstWallTime} ${text}`);
  };
  const plan = async ({ id }: TestChat) => {
    const [row] = await db.select().from(reminders).where(eq(reminders.userId, id));
    return row;
  };
  const having = async (text: string) => {
    const anna = await bot.member();
    await anna.write(text);
    return anna;
  };

  test('what names no category has that of the one before, within an hour, as in the app', async () => {
    const anna = await having('завтра в 9 купить хлеб');
    const last = async () => {
      const mine = eq(reminders.userId, anna.id);
      const [row] = await db.select().from(reminders).where(mine).orderBy(desc(reminders.id));
      return row?.categoryId;
    };
    const shopping = await last();
    await anna.write('завтра в 12 забрать нечто');
    expect(await last()).toBe(shopping);
    const before = bot.clock.now();
    bot.clock.set(new Date(before.getTime() + 2 * 3_600_000));
    await anna.write('завтра в 13 забрать нечто другое');
    expect(await last()).not.toBe(shopping);
    bot.clock.set(before);
  });

  describe('an edit of a message that was stored', () => {
    test('moves it and changes its text; the card before loses its buttons', async () => {
      const anna = await having('завтра в 9 молоко');
      await anna.edit('завтра в 10 молоко и хлеб');
      expect(await stored(anna)).toEqual(['2026-11-21T10:00 Молоко и хлеб']);
      const [before, after] = anna.messages();
      expect(before?.keyboard).toEqual([]);
      expect(after?.text).toContain('✏️ Исправил: завтра в 10:00 — Молоко и хлеб');
      await anna.reply('в 11');
      expect(await stored(anna)).toEqual(['2026-11-21T11:00 Молоко и хлеб']);
    });

    test('of the text alone leaves what was moved elsewhere since', async () => {
      const anna = await having('завтра в 9 молко');
      await anna.reply('послезавтра в 12');
      await anna.edit('завтра в 9 молоко', 1);
      expect(await stored(anna)).toEqual(['2026-11-22T12:00 Молоко']);
      expect(anna.text()).toContain('Исправил: в воскресенье, 22 ноября, в 12:00 — Молоко');
    });

    test('of what is told ahead alone leaves a moment and a repetition that were changed elsewhere since', async () => {
      const anna = await having('завтра в 9 молоко');
      await anna.reply('послезавтра в 12');
      await anna.edit('завтра в 9 молоко, предупреди за час', 1);
      expect(await stored(anna)).toEqual(['2026-11-22T12:00 Молоко']);
      expect(await plan(anna)).toMatchObject({ preAlerts: [60] });
      const boris = await having('завтра в 9 зарядка');
      await boris.reply('каждый день в 10');
      await boris.edit('завтра в 9 зарядка, предупреди за час', 1);
      expect(await stored(boris)).toEqual(['2026-11-21T10:00 Зарядка']);
      expect(await plan(boris)).toMatchObject({ rule: { unit: 'DAY' }, preAlerts: [60] });
    });

    test('of the moment alone leaves what was asked to be told ahead since', async () => {
      const anna = await having('завтра в 9 молоко');
      await anna.write('за 20 минут до этого предупреди');
      await anna.edit('завтра в 10 молоко', 1);
      expect(await stored(anna)).toEqual(['2026-11-21T10:00 Молоко']);
      expect(await plan(anna)).toMatchObject({ preAlerts: [20] });
      const boris = await having('завтра в 9 молоко, предупреди за час');
      await boris.write('за 20 минут до этого предупреди');
      await boris.edit('завтра в 10 молоко, предупреди за час', 1);
      expect(await plan(boris)).toMatchObject({ preAlerts: [60, 20] });
    });

    test('that says no more what is to be told ahead ends it', async () => {
      const anna = await having('завтра в 9 молоко, предупреди за час');
      await anna.edit('завтра в 9 молоко');
      expect(await plan(anna)).toMatchObject({ preAlerts: [] });
    });

    test('of the moment alone leaves a text that was changed elsewhere since', async () => {
      const anna = await having('завтра в 9 молоко');
      await db.update(reminders).set({ text: 'Кефир' }).where(eq(reminders.userId, anna.id));
      await anna.edit('завтра в 10 молоко');
      expect(await stored(anna)).toEqual(['2026-11-21T10:00 Кефир']);
    });

    test('counts «через час» from when it was first said', async () => {
      const anna = await having('через 3 часа молоко');
      bot.clock.advance(3_600_000);
      await anna.edit('через 3 часа молоко и хлеб');
      expect(await stored(anna)).toEqual(['2026-11-20T15:00 Молоко и хлеб']);
      bot.clock.advance(-3_600_000);
    });

    test('makes a series of it, and one reminder of a series', async () => {
      const anna = await having('завтра в 9 зарядка');
      await anna.edit('каждый день в 9 зарядка');
      expect(anna.text()).toContain('🔁 каждый день');
      await anna.edit('завтра в 9 зарядка');
      expect(anna.text()).not.toContain('🔁');
      const [row] = await db.select().from(reminders).where(eq(reminders.userId, anna.id));
      expect(row?.rule).toBeNull();
    });

    test('keeps a moment that was answered, not written', async () => {
      const anna = await having('купить хлеб');
      await anna.press('Завтра утром');
      await anna.edit('купить хлеб и молоко');
      expect(await stored(anna)).toEqual(['2026-11-21T09:00 Купить хлеб и молоко']);
      const boris = await having('25 декабря поздравить Олю');
      await boris.press('Днём, 14:00');
      await boris.edit('26 декабря поздравить Олю');
      expect(await stored(boris)).toEqual(['2026-12-26T14:00 Поздравить Олю']);
    });

    test('of the text alone leaves a moment that a key said as so long from then', async () => {
      bot.clock.advance(43_000);
      const anna = await having('купить хлеб');
      await anna.press('Через час');
      await anna.reply('завтра в 15');
      await anna.edit('купить хлеб и молоко', 1);
      expect(await stored(anna)).toEqual(['2026-11-21T15:00 Купить хлеб и молоко']);
      const boris = await having('купить хлеб');
      await boris.press('Через час');
      bot.clock.advance(2 * 3_600_000);
      await boris.edit('купить хлеб и молоко');
      expect(await plan(boris)).toMatchObject({ text: 'Купить хлеб и молоко' });
      bot.clock.advance(-2 * 3_600_000 - 43_000);
    });

    test('that is refused leaves the category, too', async () => {
      const anna = await having('завтра в 9 молоко');
      const before = await plan(anna);
      await db.insert(notes).values({
        ...{ userId: anna.id, title: '', content: 'x'.repeat(ACCOUNT_TEXT_MAX_BYTES) },
        ...{ categoryId: before?.categoryId ?? 0, dateTime: bot.clock.now() },
      });
      await anna.edit('завтра в 9 молоко и хлеб #работа');
      expect(anna.text()).toContain('Оставил как было');
      expect(await plan(anna)).toEqual(before);
    });

    test('that changes no word changes nothing, and is not answered', async () => {
      for (const text of ['завтра в 9 молоко', 'в 9 молоко', 'купить хлеб', 'заметка: код 45']) {
        const anna = await having(text);
        const before = anna.messages().length;
        bot.clock.advance(60_000);
        await anna.edit(text);
        bot.clock.advance(-60_000);
        expect(anna.messages()).toHaveLength(before);
      }
    });

    test.each<[string, (anna: TestChat) => Promise<unknown>]>([
      ['of what was cancelled', (anna) => anna.press('Отмена')],
      ['of what became a note that is gone', (anna) => anna.press('В заметки')],
      ['of what expired', (anna) => db.delete(drafts).where(eq(drafts.userId, anna.id))],
    ])('that changes no word is not answered %s', async (_, meanwhile) => {
      const anna = await having('купить хлеб');
      await meanwhile(anna);
      await db.delete(notes).where(eq(notes.userId, anna.id));
      const before = anna.messages().length;
      await anna.edit('купить хлеб');
      expect(anna.messages()).toHaveLength(before);
      await anna.edit('купить молоко');
      expect(anna.messages()).toHaveLength(before + 1);
      await anna.edit('купить молоко');
      expect(anna.messages()).toHaveLength(before + 1);
    });

    test('back to the first words is a change like any other', async () => {
      const anna = await having('завтра в 9 молоко');
      await anna.edit('завтра в 10 молоко');
      await anna.edit('завтра в 9 молоко');
      expect(await stored(anna)).toEqual(['2026-11-21T09:00 Молоко']);
      expect(anna.messages()).toHaveLength(3);
    });

    test.each(['покажи список', 'отмена', 'готово', 'поставь всё на паузу до понедельника'])(
      'that changes no word is not answered where the message made nothing: %s',
      async (text) => {
        const anna = await having(text);
        const before = anna.messages().length;
        await anna.edit(text);
        expect(anna.messages()).toHaveLength(before);
      },
    );

    test('that changes no word is not answered where the message was a reply', async () => {
      const anna = await having('завтра в 9 молоко');
      await anna.reply('готово');
      const before = anna.messages().length;
      await anna.edit('готово');
      expect(anna.messages()).toHaveLength(before);
      await anna.edit('через час');
      expect(anna.messages()).toHaveLength(before + 1);
    });

    test('comes twice and is done once', async () => {
      const anna = await having('завтра в 9 молоко');
      bot.simulator().edit(anna.id, 1, 'завтра в 10 молоко');
      await bot.deliverTwice();
      expect(await stored(anna)).toEqual(['2026-11-21T10:00 Молоко']);
      expect(anna.messages()).toHaveLength(2);
    });

    test.each([
      ['в прошлую пятницу в 10 молоко', 'оставил как было'],
      ['вчера в 9 молоко', 'Вчера в 09:00 — это уже в прошлом, поэтому оставил как было'],
      ['32 декабря в 9 молоко', 'оставил как было'],
      ['в 9 молоко', 'оставил как было'],
      [`завтра в 9 ${'слово '.repeat(REMINDER_TEXT_MAX / 5)}`, 'поэтому оставил как было'],
      ['завтра в 9 врач\nпослезавтра в 10 молоко', 'несколько дел, поэтому правку я не применил'],
    ])('«%s» is not taken, says so, and leaves the reminder', async (text, said) => {
      const anna = await having('завтра в 18 молоко');
      await anna.edit(text);
      expect(anna.text()).toContain(said);
      expect(anna.text()).toContain('Завтра в 18:00 — Молоко');
      expect(await stored(anna)).toEqual(['2026-11-21T18:00 Молоко']);
    });

    test('of what is done, deleted or cancelled says so', async () => {
      const anna = await having('завтра в 9 молоко');
      await anna.reply('готово');
      await anna.edit('завтра в 10 молоко', 1);
      expect(anna.text()).toContain('уже отмечено, поэтому правку я не применил');
      const boris = await having('завтра в 9 молоко');
      await boris.press('Отменить');
      await boris.edit('завтра в 10 молоко');
      expect(boris.text()).toContain('отменено, поэтому правку я не применил');
      await boris.press('Вернуть');
      expect(await stored(boris)).toEqual(['2026-11-21T09:00 Молоко']);
      const clara = await having('купить хлеб');
      await clara.press('Отмена');
      await clara.edit('купить молоко');
      expect(clara.text()).toContain('уже отменили');
    });
  });

  describe('an edit of a message whose card asks', () => {
    test('changes the card, and stores what has become certain', async () => {
      const anna = await having('купить хлеб');
      await anna.edit('купить молоко');
      expect(anna.text()).toContain('Купить молоко');
      expect(anna.messages()[0]?.keyboard).toEqual([]);
      await anna.edit('завтра в 9 купить молоко');
      expect(anna.text()).toContain('✅ Завтра в 09:00 — Купить молоко');
      expect(await stored(anna)).toEqual(['2026-11-21T09:00 Купить молоко']);
      expect(await db.select().from(drafts).where(eq(drafts.userId, anna.id))).toHaveLength(1);
    });

    test('is shown by the next edit where Telegram has failed to take the card', async () => {
      const anna = await having('купить хлеб');
      bot.fault('sendMessage', { kind: 'error', code: 500 });
      await anna.edit('купить молоко');
      expect(anna.text()).not.toContain('Купить молоко');
      await anna.edit('Купить молоко');
      expect(anna.text()).toContain('Купить молоко\n\nКогда напомнить?');
    });

    test('leaves the type and the category that its keys have chosen', async () => {
      const anna = await having('в 9 купить хлеб');
      const category = anna.labels()[1]?.[1] ?? '';
      await anna.press(category);
      await anna.press('Дом');
      await anna.press('⏰ Напоминание');
      await anna.press('Встреча');
      await anna.edit('в 9 купить хлеб и молоко');
      expect(anna.labels()[1]).toEqual(['🤝 Встреча', '🏷 Дом']);
      await anna.edit('в 9 купить хлеб и молоко #здоровье');
      expect(anna.labels()[1]).toEqual(['🤝 Встреча', '🏷 Здоровье']);
    });

    test('may make several tasks of it, and one of several', async () => {
      const anna = await having('купить хлеб');
      await anna.edit('завтра врач\nпослезавтра хлеб');
      expect(anna.messages().filter(({ text }) => text.includes('Во сколько?'))).toHaveLength(2);
      await anna.edit('завтра в 9 врач');
      expect(anna.text()).toContain('✅ Завтра в 09:00 — Врач');
      expect(await stored(anna)).toEqual(['2026-11-21T09:00 Врач']);
    });

    test('of several that are stored says where they are changed', async () => {
      const anna = await having('завтра в 9 врач\nпослезавтра в 10 хлеб');
      await anna.edit('завтра в 9 врач\nпослезавтра в 11 хлеб');
      expect(anna.text()).toContain('Исправить нужное можно в /list');
      expect(await stored(anna)).toHaveLength(2);
    });
  });

  test('an edit of a note changes the note', async () => {
    const anna = await having('заметка: код домофона 45В');
    await anna.edit('заметка: код домофона 46В');
    expect(anna.text()).toBe('📝 Сохранил в заметки: «код домофона 46В»');
    const rows = await db.select().from(notes).where(eq(notes.userId, anna.id));
    expect(rows).toMatchObject([{ title: 'код домофона 46В', content: 'код домофона 46В' }]);
  });

  test('an edit of a message leaves its note as it is where the app has written into that since', async () => {
    const anna = await having('заметка: код домофона 45В');
    const content = 'код домофона 45В\nэтаж 7';
    await db.update(notes).set({ content }).where(eq(notes.userId, anna.id));
    await anna.edit('заметка: код домофона 46В');
    expect(anna.text()).toContain('с тех пор изменили');
    const rows = await db.select().from(notes).where(eq(notes.userId, anna.id));
    expect(rows).toMatchObject([{ content }]);
  });

  test('points that an edit takes out of a message are gone from its reminder', async () => {
    const anna = await having('завтра в 9 магазин\n- хлеб\n- молоко');
    await anna.edit('завтра в 9 магазин Лента');
    expect(await stored(anna)).toEqual(['2026-11-21T09:00 Магазин Лента']);
  });

  test('an edited note is shown by the next edit where Telegram has failed to take its card', async () => {
    const anna = await having('заметка: код домофона 45В');
    bot.fault('sendMessage', { kind: 'error', code: 500 });
    await anna.edit('заметка: код домофона 46В');
    await anna.edit('Заметка: код домофона 46В');
    expect(anna.text()).toBe('📝 Сохранил в заметки: «код домофона 46В»');
  });

  test('an edit of a message that has made nothing is answered with what to do', async () => {
    const anna = await having('привет');
    await db.delete(drafts).where(eq(drafts.userId, anna.id));
    await anna.edit('завтра в 9 молоко');
    expect(anna.text()).toContain('новым сообщением');
    expect(await stored(anna)).toEqual([]);
  });

  test('messages of others have the same ids, and are no business of mine', async () => {
    const [anna, boris] = [await having('завтра в 9 молоко'), await bot.member()];
    await boris.write('/app');
    await boris.edit('завтра в 10 хлеб');
    expect(await stored(anna)).toEqual(['2026-11-21T09:00 Молоко']);
    expect(await stored(boris)).toEqual([]);
  });
});

describe('several tasks', () => {
  // Friday 20 November 2026, 12:00 in Moscow.
  const { db } = testDatabase();
  const bot = testBot(db);

  const stored = async ({ id }: TestChat) => {
    const mine = and(eq(reminders.userId, id), isNull(reminders.deletedAt));
    const rows = await db.select().from(reminders).where(mine).orderBy(reminders.dateTime);
    return rows.map(({ firstWallTime, text }) => `${firstWallTime} ${text}`);
  };
  const TWO = 'завтра в 9 врач\nпослезавтра в 18 забрать заказ';
  const STORED = ['2026-11-21T09:00 Врач', '2026-11-22T18:00 Забрать заказ'];

  test('several tasks are stored at once, in one message', async () => {
    const anna = await bot.member();
    await anna.write(TWO);
    expect(anna.messages()).toHaveLength(1);
    expect(anna.text()).toBe(
      '✅ Сохранил 2 напоминания:\n\n1. Завтра в 09:00 — Врач\n2. В воскресенье, 22 ноября, в 18:00 — Забрать заказ',
    );
    expect(anna.labels()).toEqual([['Отменить']]);
    expect(await stored(anna)).toEqual(STORED);
  });

  test('heard twice, they are stored once; taken back twice, they are taken back', async () => {
    const anna = await bot.member();
    bot.simulator().say(anna.id, TWO);
    await bot.deliverTwice();
    expect(await stored(anna)).toEqual(STORED);
    const { messageId, keyboard } = anna.last();
    const data = keyboard.flat()[0]?.callback_data ?? '';
    await Promise.all([anna.pressData(data, messageId), anna.pressData(data, messageId)]);
    expect(await stored(anna)).toEqual([]);
  });

  test('«Отменить» takes all back, «Вернуть» brings them again', async () => {
    const anna = await bot.member();
    await anna.write(TWO);
    await anna.press('Отменить');
    expect(anna.text()).toBe('🗑 Отменено: «Врач», «Забрать заказ»');
    expect(await stored(anna)).toEqual([]);
    await anna.press('Вернуть');
    expect(await stored(anna)).toEqual(STORED);
    expect(anna.text()).toContain('✅ Сохранил 2 напоминания:');
  });

  test('what has a question gets a card of its own, beside the list', async () => {
    const anna = await bot.member();
    await anna.write(`${TWO}\n25 декабря поздравить Олю`);
    expect(anna.messages()).toHaveLength(2);
    expect(anna.text()).toContain('Во сколько?');
    expect(await stored(anna)).toEqual(STORED);
    await anna.press('Днём, 14:00');
    expect(await stored(anna)).toEqual([...STORED, '2026-12-25T14:00 Поздравить Олю']);
  });

  test('the only one without a question is stored at once', async () => {
    const anna = await bot.member();
    await anna.write('завтра в 9 врач\n25 декабря поздравить Олю');
    expect(anna.messages()[0]?.text).toContain('✅ Завтра в 09:00 — Врач');
    expect(anna.text()).toContain('Во сколько?');
  });

  test('more than ten: ten are taken, and the others are named', async () => {
    const anna = await bot.member();
    const lines = Array.from({ length: 12 }, (_, i) => `завтра в ${i + 9}:00 дело номер ${i + 1}`);
    await anna.write(lines.join('\n'));
    expect(anna.messages()[0]?.text).toContain(
      'За раз беру 10 дел. Не взял: «Дело номер 11», «Дело номер 12»',
    );
    expect(await stored(anna)).toHaveLength(10);
  });

  test('without room each is kept on a card of its own', async () => {
    const anna = await bot.member();
    await createReminder(db, anna.id, { text: 'я'.repeat(ACCOUNT_TEXT_MAX_BYTES / 2 - 6) });
    await anna.write(TWO);
    const full = anna.messages().filter(({ text }) => text.includes('Место закончилось'));
    expect(full).toHaveLength(2);
    expect(await stored(anna)).toHaveLength(1);
    await db.delete(reminders).where(eq(reminders.userId, anna.id));
    await anna.press('Сохранить');
    expect(await stored(anna)).toEqual([STORED[1]]);
  });

  test('what follows is not taken for a correction of one of them', async () => {
    const anna = await bot.member();
    await anna.write(TWO);
    await anna.write('в 19');
    expect(anna.text()).toContain('Какое из них?');
    expect(await stored(anna)).toEqual(STORED);
  });

  test('a stranger to the list cannot press it', async () => {
    const [anna, boris] = [await bot.member(), await bot.member()];
    await anna.write(TWO);
    const data = anna.last().keyboard.flat()[0]?.callback_data ?? '';
    await boris.write('/app');
    await boris.pressData(data);
    expect(boris.text()).toContain('Этот список устарел');
    expect(await stored(anna)).toEqual(STORED);
  });
});

describe('a birthday', () => {
  const { db } = testDatabase();
  /** Its clock stands at noon of Friday, 20 November 2026, in Moscow. */
  const bot = testBot(db);
  const at = (wall: string) => wallTimeToInstant(wall, 'Europe/Moscow');

  test('a birthday with its year is stored at once, and every message of it says how old', async () => {
    const anna = await bot.member();
    await anna.write('день рождения мамы 12 марта 1966 в 9, напомни за неделю');
    expect(anna.text()).toContain('12 марта 2027 в 09:00 — День рождения мамы');
    expect(anna.text()).toContain('🎉 Исполняется 61 год');
    await anna.write('/list');
    expect(anna.text()).toContain('· 🎉 исполняется 61 год');
    await anna.press('1');
    expect(anna.text()).toContain('🎉 Исполняется 61 год');

    await bot.sendDueAt(at('2027-03-05T09:00'));
    expect(anna.text()).toMatch(
      /^В пятницу, 12 марта, в 09:00: День рождения мамы\n🎉 Исполняется 61 год/,
    );
    await bot.sendDueAt(at('2027-03-12T09:00'));
    expect(anna.text()).toMatch(/^День рождения мамы\n🎉 Исполняется 61 год/);
    await anna.press('✅ Готово');
    await anna.write('/list');
    expect(anna.text()).toContain('· 🎉 исполняется 62 года');
  });

  test('the year is kept while the time of day is asked for', async () => {
    bot.clock.set(at('2026-11-20T12:00'));
    const anna = await bot.member();
    await anna.write('годовщина свадьбы 5 июня 2010');
    await anna.write('в 10');
    expect(anna.text()).toContain('🎉 17 лет');
    const [row] = await db.select().from(reminders).where(eq(reminders.userId, anna.id));
    expect(row).toMatchObject({
      text: 'Годовщина свадьбы',
      rule: { every: 1, unit: 'YEAR', birthYear: 2010 },
      dateTime: at('2027-06-05T10:00'),
    });
  });
});

describe('asked when', () => {
  /** The card that asks «Когда напомнить?» takes an answer by its keys and in words, which clients open as a reply to it. */
  describe('the question when', () => {
    const { db } = testDatabase();
    // Friday 20 November 2026, 12:00 in Moscow.
    const bot = testBot(db);
    const stored = async ({ id }: TestChat) =>
      (await db.select().from(reminders).where(eq(reminders.userId, id))).map(
        ({ text, dateTime }) => [text, dateTime.toISOString()],
      );
    const asked = async () => {
      const anna = await bot.member();
      await anna.write('позвонить маме');
      expect(anna.text()).toContain('Когда напомнить?');
      return anna;
    };

    test('opens a reply beside its keys; a card that asks nothing opens none', async () => {
      const anna = await asked();
      expect(anna.last().forceReply).toEqual({ placeholder: '', withKeyboard: true });
      expect(anna.labels().flat().length).toBeGreaterThan(2);
      await anna.write('завтра в 9 купить молоко');
      expect(anna.last().forceReply).toBeUndefined();
    });

    test.each(['reply', 'write'] as const)(
      'is answered in words, by a client that opens replies and by one that does not: %s',
      async (way) => {
        const anna = await asked();
        await anna[way]('завтра в 9');
        expect(await stored(anna)).toEqual([['Позвонить маме', '2026-11-21T06:00:00.000Z']]);
      },
    );

    test.each([
      ['завтра в 9, предупреди за час', { preAlerts: [60] }],
      ['завтра в 9, настойчиво', { floodInterval: 5 }],
      ['каждый день в 9, предупреди за 15 минут', { preAlerts: [15], rule: { unit: 'DAY' } }],
    ])(
      'takes how it is told of with the moment, and an edit of the line leaves that: %s',
      async (answer, told) => {
        const anna = await asked();
        await anna.write(answer);
        expect(await stored(anna)).toEqual([['Позвонить маме', '2026-11-21T06:00:00.000Z']]);
        const rows = () => db.select().from(reminders).where(eq(reminders.userId, anna.id));
        expect(await rows()).toMatchObject([told]);
        await anna.edit('позвонить маме и папе', 1);
        expect(await rows()).toMatchObject([{ ...told, text: 'Позвонить маме и папе' }]);
      },
    );

    test.each([
      ['позвонить маме настойчиво', { floodInterval: 5 }],
      ['позвонить маме в 19, предупреди за час', { preAlerts: [60] }],
    ])('«О чём?» takes how it is told of as well: %s', async (answer, told) => {
      const anna = await bot.member();
      await anna.write('напомни завтра в 9');
      expect(anna.text()).toContain('О чём напомнить');
      await anna.write(answer);
      const rows = await db.select().from(reminders).where(eq(reminders.userId, anna.id));
      expect(rows).toMatchObject([{ ...told, text: 'Позвонить маме' }]);
    });

    test('is answered by its keys, and the card then says what has become of it', async () => {
      const anna = await asked();
      const before = anna.messages().length;
      await anna.press(anna.labels()[0]?.[0] ?? '');
      expect(anna.messages()).toHaveLength(before);
      expect(anna.text()).not.toContain('Когда напомнить?');
    });

    test('stands where a client sends as its answer what stands by itself', async () => {
      const anna = await asked();
      const question = anna.last().messageId;
      await anna.reply('завтра в 10 купить молоко');
      expect(await stored(anna)).toEqual([['Купить молоко', '2026-11-21T07:00:00.000Z']]);
      await anna.reply('завтра в 9', question);
      expect(await stored(anna)).toHaveLength(2);
    });

    test.each([
      ['завтра в 10 купить молоко', '✅ Завтра в 10:00 — Купить молоко'],
      ['купить молоко', 'Когда напомнить?'],
    ])(
      'stays answered where a reply that is still open behind a key sends another thing: %s',
      async (line, answer) => {
        const anna = await asked();
        const question = anna.last().messageId;
        await anna.press(anna.labels()[0]?.[0] ?? '');
        const before = await stored(anna);
        await anna.reply(line, question);
        expect(await stored(anna)).toEqual(expect.arrayContaining(before));
        expect(anna.text()).toContain(answer);
        expect(anna.text()).toContain('Купить молоко');
      },
    );

    test('is answered anew by a moment that a reply still open behind a key sends', async () => {
      const anna = await asked();
      const question = anna.last().messageId;
      await anna.press(anna.labels()[0]?.[0] ?? '');
      await anna.reply('завтра в 11', question);
      expect(await stored(anna)).toEqual([['Позвонить маме', '2026-11-21T08:00:00.000Z']]);
    });
  });
});
