import { eq } from 'drizzle-orm';
import fc from '@/testing/fast-check';
import { wireRule } from '@/contract/rule';
import { ACCOUNT_TEXT_MAX_BYTES, NOTE_CONTENT_MAX, REMINDER_TEXT_MAX } from '@/core/limits';
import { drafts, notes, reminders } from '@/server/platform/db/schema';
import { createDraft } from '@/server/drafts/drafts';
import { createReminder, draftPayload } from '@/testing/builders';
import { APP_URL, testBot, type TestChat } from '@/testing/conversation';
import { testDatabase } from '@/testing/database';

// Friday 20 November 2026, 12:00 in Moscow.
const { db } = testDatabase();
const bot = testBot(db);

const remindersOf = (chat: TestChat) =>
  db.select().from(reminders).where(eq(reminders.userId, chat.id));
const notesOf = (chat: TestChat) => db.select().from(notes).where(eq(notes.userId, chat.id));
const newest = async (chat: TestChat) => {
  const rows = await db.select().from(drafts).where(eq(drafts.userId, chat.id)).orderBy(drafts.id);
  const row = rows.at(-1);
  if (!row) throw new Error('no draft');
  return row;
};

describe('a line that says what and when', () => {
  test('is stored at once, and the answer says what, when and as what', async () => {
    const anna = await bot.member();
    await anna.write('завтра в 9 оплатить интернет');
    expect(anna.text()).toBe('✅ Завтра в 09:00 — Оплатить интернет\n💳 Оплата · 🏷 Финансы');
    expect(anna.labels()).toEqual([['Изменить', 'Отменить']]);
    expect(anna.messages()).toHaveLength(1);
    expect(await remindersOf(anna)).toMatchObject([
      { text: 'Оплатить интернет', dateTime: new Date('2026-11-21T06:00:00Z'), rule: null },
    ]);
  });

  test('«Изменить» opens the app at what was stored', async () => {
    const anna = await bot.member();
    await anna.write('завтра в 9 молоко');
    const [stored] = await remindersOf(anna);
    expect(anna.appLink()).toBe(`${APP_URL}/app?reminder=${stored?.id}`);
  });

  test('«Отменить» takes it away, «Вернуть» brings it back, double taps change nothing', async () => {
    const anna = await bot.member();
    await anna.write('завтра в 9 молоко');
    const { id } = await newest(anna);
    await anna.press('Отменить');
    await anna.pressData(`c:${id}:remove`);
    expect(anna.text()).toBe('🗑 Отменено: Молоко');
    expect((await remindersOf(anna))[0]?.deletedAt).toEqual(bot.clock.now());
    await anna.press('Вернуть');
    await anna.pressData(`c:${id}:restore`);
    expect((await remindersOf(anna))[0]?.deletedAt).toBeNull();
    expect(anna.text()).toContain('✅ Завтра в 09:00 — Молоко');
    expect(anna.messages()).toHaveLength(1);
  });

  test('«отмена» right afterwards takes it away as well', async () => {
    const anna = await bot.member();
    await anna.write('завтра в 9 молоко');
    await anna.write('отмена');
    expect(anna.text()).toContain('🗑 Удалил.');
    expect(anna.messages()[0]?.keyboard).toEqual([]);
    await anna.press('↩️ Вернуть');
    expect((await remindersOf(anna))[0]?.deletedAt).toBeNull();
    bot.clock.advance(20 * 60_000);
    await anna.write('отмена');
    expect(anna.text()).toContain('Отменять нечего');
    bot.clock.advance(-20 * 60_000);
  });

  test('a repetition and a wish for flood are said in words and stored', async () => {
    const anna = await bot.member();
    await anna.write('каждый будний день в 8:30 зарядка с флудом');
    expect(anna.text()).toContain('✅ В понедельник, 23 ноября, в 08:30 — Зарядка');
    expect(anna.text()).toContain('🔁 по будням');
    expect(anna.text()).toContain('📣 Настойчиво (в приложении «флуд»): каждые 5 минут');
    expect(await remindersOf(anna)).toMatchObject([
      {
        rule: { every: 1, unit: 'WEEK', weekdays: [1, 2, 3, 4, 5] },
        firstWallTime: '2026-11-23T08:30',
        floodInterval: 5,
      },
    ]);
  });

  test('heard again, because the process died behind it, it makes nothing new', async () => {
    const anna = await bot.member();
    bot.simulator().say(anna.id, 'завтра в 9 молоко');
    await bot.deliverTwice();
    bot.clock.advance(60_000);
    expect(await remindersOf(anna)).toHaveLength(1);
    bot.simulator().say(anna.id, 'купить хлеб');
    await bot.deliverTwice();
    bot.simulator().say(anna.id, 'завтра в 18');
    await bot.deliverTwice();
    bot.simulator().say(anna.id, 'нет, в 19');
    await bot.deliverTwice();
    expect(anna.text()).toContain('Напомню завтра в 19:00');
    expect((await remindersOf(anna)).map(({ text }) => text).sort()).toEqual([
      'Купить хлеб',
      'Молоко',
    ]);
    bot.clock.advance(-60_000);
  });

  test('a card that Telegram does not take is never an excuse to write it once more', async () => {
    const anna = await bot.member();
    bot.simulator().say(anna.id, 'завтра в 9 молоко');
    bot.fault('sendMessage', { kind: 'error', code: 500 });
    await bot.deliver();
    expect(anna.text()).toContain('✅ Сохранил, только карточку показать не получилось');
    expect(await remindersOf(anna)).toHaveLength(1);
  });

  test('a card is said, and nothing else, where Telegram fails to take the keys off the one before', async () => {
    const anna = await bot.member();
    await anna.write('купить молоко');
    bot.fault('editMessageReplyMarkup', { kind: 'error', code: 500 });
    await anna.write('завтра в 9');
    expect(anna.text()).toContain('✅ Завтра в 09:00 — Купить молоко');
    expect(anna.messages()).toHaveLength(2);
  });

  test('the process dies before the card is said: it is said when the message comes again', async () => {
    const anna = await bot.member();
    bot.simulator().say(anna.id, 'завтра в 9 молоко');
    await bot.deliverTwice();
    expect(await remindersOf(anna)).toHaveLength(1);
    expect(anna.text()).toContain('✅ Завтра в 09:00 — Молоко');
  });

  test("times are those of the user's zone", async () => {
    const anna = await bot.member({ timeZone: 'Asia/Vladivostok', timeZoneManual: true });
    await anna.write('завтра в 9 молоко');
    expect((await remindersOf(anna))[0]?.dateTime).toEqual(new Date('2026-11-20T23:00:00Z'));
  });

  test('a full account is told so; nothing typed is lost, and «Сохранить» works once there is room', async () => {
    const anna = await bot.member();
    await createReminder(db, anna.id, { text: 'я'.repeat(ACCOUNT_TEXT_MAX_BYTES / 2) });
    await anna.write('завтра в 9 молоко');
    expect(anna.text()).toContain('Место закончилось');
    expect(anna.text()).toContain('Молоко');
    expect(anna.text()).toContain('Завтра в 09:00');
    expect(await remindersOf(anna)).toHaveLength(1);
    await db.delete(reminders).where(eq(reminders.userId, anna.id));
    await anna.press('Сохранить');
    expect(anna.text()).toContain('✅ Завтра в 09:00 — Молоко');
    expect(await remindersOf(anna)).toMatchObject([{ text: 'Молоко' }]);
  });

  test('a reply in words to the card acts on what was stored', async () => {
    const anna = await bot.member();
    await anna.write('завтра в 9 молоко');
    await anna.reply('в 11');
    expect(anna.text()).toContain('Напомню завтра в 11:00');
    await anna.reply('удали', anna.messages()[0]?.messageId);
    expect(await remindersOf(anna)).toMatchObject([{ deletedAt: bot.clock.now() }]);
  });
});

test('«через минуту» is a minute, whatever the second', async () => {
  const anna = await bot.member();
  const now = bot.clock.now();
  bot.clock.set(new Date(now.getTime() + 40_000));
  await anna.write('через минуту чайник');
  bot.clock.set(now);
  const [{ nextFireAt } = { nextFireAt: null }] = await remindersOf(anna);
  expect(nextFireAt).toEqual(new Date(now.getTime() + 100_000));
});

describe('a line of which something is in doubt', () => {
  test('a time that has passed today is asked about: nothing is stored before «Сохранить»', async () => {
    const anna = await bot.member();
    await anna.write('в 9 позвонить маме');
    expect(anna.text()).toContain('Завтра в 09:00');
    expect(anna.text()).toContain('На сегодня это время уже прошло');
    expect(await remindersOf(anna)).toEqual([]);
    await anna.press('Сохранить');
    expect(anna.text()).toContain('✅ Завтра в 09:00 — Позвонить маме');
    expect(await remindersOf(anna)).toHaveLength(1);
  });

  test('«да» stores it, other words say when', async () => {
    const [anna, boris] = [await bot.member(), await bot.member()];
    await anna.write('в 9 позвонить маме');
    await anna.write('да, верно');
    expect(anna.text()).toContain('✅ Завтра в 09:00 — Позвонить маме');
    expect(anna.messages()[0]?.keyboard).toEqual([]);
    await boris.write('в 9 позвонить маме');
    await boris.write('сегодня в 21');
    expect(boris.text()).toContain('✅ Сегодня в 21:00 — Позвонить маме');
    expect(await remindersOf(boris)).toHaveLength(1);
  });

  test('a weekday that is today’s is asked about: today, or a week later', async () => {
    const [anna, boris, clara] = [await bot.member(), await bot.member(), await bot.member()];
    for (const each of [anna, boris, clara]) {
      await each.write('в пятницу в 19 кино');
      expect(each.text()).toContain('🗓 Сегодня в 19:00');
      expect(each.text()).toContain('«в пятницу» — сегодня или через неделю?');
      expect(await remindersOf(each)).toEqual([]);
    }
    await anna.press('Сохранить');
    expect(anna.text()).toContain('✅ Сегодня в 19:00 — Кино');
    expect(boris.labels()).toEqual([
      ['Сохранить', 'Через неделю'],
      [expect.any(String), expect.any(String)],
      ['Изменить', 'Отмена'],
    ]);
    await boris.press('Через неделю');
    expect(boris.text()).toContain('✅ В пятницу, 27 ноября, в 19:00 — Кино');
    await clara.write('через неделю');
    expect(clara.text()).toContain('✅ В пятницу, 27 ноября, в 19:00 — Кино');
  });

  test('«завтра» of the night is asked about: the day that has begun, or the next one', async () => {
    const [anna, boris] = [await bot.member(), await bot.member()];
    const doubt = { kind: 'which-day' as const, phrase: 'завтра' };
    const payload = { ...samplePayload, doubt };
    for (const each of [anna, boris]) {
      const row = await createDraft(db, each.id, { payload, state: 'ready' }, bot.clock.now());
      await each.write('/app');
      await each.pressData(`c:${row.id}:show`);
      expect(each.text()).toContain('«завтра» — это уже наступивший день или следующий?');
    }
    await anna.press('Сохранить');
    expect(anna.text()).toContain('✅ Завтра в 09:00');
    await boris.press('22 ноября');
    expect(boris.text()).toContain('✅ В воскресенье, 22 ноября, в 09:00');
  });

  test('an interval that there is not is named, and the nearest one offered', async () => {
    const anna = await bot.member();
    await anna.write('в 15 выпить таблетку, каждые 10 минут пока не отвечу');
    expect(anna.text()).toContain('«каждые 10 минут пока не отвечу» не получится');
    expect(anna.text()).toContain('каждые 5 минут, пока не нажмёте');
    expect(await remindersOf(anna)).toEqual([]);
    await anna.press('Сохранить');
    expect(await remindersOf(anna)).toMatchObject([{ floodInterval: 5 }]);
  });

  test('«Изменить» opens the form with what was understood', async () => {
    const anna = await bot.member();
    await anna.write('в 9 позвонить маме');
    expect(anna.appLink()).toBe(`${APP_URL}/app?draft=${(await newest(anna)).id}`);
  });

  test('words that were not used are shown as they were written', async () => {
    const anna = await bot.member();
    const doubt = { kind: 'another-moment' as const, phrase: '8 Марта' };
    const payload = { ...samplePayload, doubt };
    const row = await createDraft(db, anna.id, { payload, state: 'ready' }, bot.clock.now());
    await anna.write('/app');
    await anna.pressData(`c:${row.id}:show`);
    expect(anna.text()).toContain('«8 Марта» — это тоже о времени?');
    await anna.press('Сохранить');
    expect(anna.text()).toContain('✅');
    expect(await remindersOf(anna)).toHaveLength(1);
  });

  test('what is told ahead is stored, and the card names it and what of it has passed', async () => {
    const anna = await bot.member();
    const payload = { ...samplePayload, preAlerts: [10_080, 60] };
    const row = await createDraft(db, anna.id, { payload, state: 'ready' }, bot.clock.now());
    await anna.write('/app');
    await anna.pressData(`c:${row.id}:show`);
    await anna.press('Сохранить');
    expect(anna.text()).toContain('🔔 Предупрежу за неделю и за час (за неделю — уже прошло)');
    expect(await remindersOf(anna)).toMatchObject([
      { preAlerts: [10_080, 60], nextFireAt: new Date('2026-11-21T05:00:00.000Z') },
    ]);
  });

  test('a double tap, a repeated delivery and a second press save once', async () => {
    const anna = await bot.member();
    await anna.write('в 9 молоко');
    const { id } = await newest(anna);
    await Promise.all([anna.pressData(`c:${id}:save`), anna.pressData(`c:${id}:save`)]);
    await anna.pressData(`c:${id}:save`);
    expect(await remindersOf(anna)).toHaveLength(1);
    expect(anna.text()).toContain('✅ Завтра в 09:00 — Молоко');
  });

  test('«Отмена» stores nothing, and a late «Сохранить» shows that', async () => {
    const anna = await bot.member();
    await anna.write('в 9 молоко');
    await anna.press('Отмена');
    expect(anna.text()).toContain('Отменено');
    await anna.pressData(`c:${(await newest(anna)).id}:save`);
    expect(anna.text()).toContain('Отменено');
    expect(await remindersOf(anna)).toEqual([]);
  });

  test('category and type are changed on the card itself', async () => {
    const anna = await bot.member();
    await anna.write('в 9 молоко');
    await anna.press(
      anna
        .labels()
        .flat()
        .find((label) => label.startsWith('🏷')) ?? '',
    );
    expect(anna.labels().flat()).toEqual(expect.arrayContaining(['Работа', 'Дом', '‹ Назад']));
    await anna.press('Дом');
    expect(anna.text()).toContain('🏷 Дом');
    await anna.press('⏰ Напоминание');
    await anna.press('Встреча');
    expect(anna.text()).toContain('🤝 Встреча');
    await anna.press('🤝 Встреча');
    await anna.press('‹ Назад');
    await anna.press('Сохранить');
    expect(anna.text()).toContain('🤝 Встреча · 🏷 Дом');
  });

  test('a card whose time has passed asks for another one and keeps the rest', async () => {
    const anna = await bot.member();
    await anna.write('в 9 молоко');
    bot.clock.advance(30 * 3_600_000);
    await anna.press('Сохранить');
    expect(anna.text()).toContain('в прошлом');
    expect(anna.text()).toContain('Молоко');
    await anna.press('Через час');
    expect(await remindersOf(anna)).toMatchObject([{ text: 'Молоко' }]);
    bot.clock.advance(-30 * 3_600_000);
  });

  test('a series whose first time passed while the card lay there starts with the next one', async () => {
    const anna = await bot.member();
    const payload = {
      ...samplePayload,
      ...wireRule({ every: 1, unit: 'DAY' }),
      dateTime: '2026-11-20T10:00:00.000Z',
      timeZone: 'Europe/Moscow',
    };
    const row = await createDraft(db, anna.id, { payload, state: 'ready' }, bot.clock.now());
    await anna.write('/app');
    bot.clock.advance(3 * 3_600_000);
    await anna.pressData(`c:${row.id}:save`);
    expect((await remindersOf(anna))[0]?.dateTime).toEqual(new Date('2026-11-21T10:00:00Z'));
    bot.clock.advance(-3 * 3_600_000);
  });
});

describe('a date without a time', () => {
  test('asks with buttons', async () => {
    const anna = await bot.member();
    await anna.write('25 декабря поздравить Олю');
    expect(anna.text()).toContain('Во сколько?');
    expect(anna.labels()).toEqual([
      ['Утром, 09:00', 'Днём, 14:00'],
      ['Вечером, 19:00'],
      ['В заметки', 'Отмена'],
    ]);
    await anna.press('Днём, 14:00');
    expect(anna.text()).toContain('✅ 25 декабря в 14:00 — Поздравить Олю');
    expect(await remindersOf(anna)).toMatchObject([
      { text: 'Поздравить Олю', firstWallTime: '2026-12-25T14:00' },
    ]);
  });

  test('takes the time in words as well, and the old question loses its buttons', async () => {
    const anna = await bot.member();
    await anna.write('25 декабря поздравить Олю');
    await anna.write('в половине восьмого вечера');
    expect(anna.messages()[0]?.keyboard).toEqual([]);
    expect(anna.text()).toContain('25 декабря в 19:30');
  });

  test('offers no button for what has passed today', async () => {
    const anna = await bot.member();
    await anna.write('сегодня молоко');
    expect(anna.labels().flat()).not.toContain('Утром, 09:00');
    await anna.write('в 8 утра');
    expect(anna.text()).toContain('в прошлом');
    await anna.press('Вечером, 19:00');
    expect(anna.text()).toContain('Сегодня в 19:00');
  });

  test('something else entirely is a new reminder, not an answer', async () => {
    const anna = await bot.member();
    await anna.write('25 декабря поздравить Олю');
    await anna.write('завтра в 9 молоко');
    expect(anna.text()).toContain('Молоко');
    expect(anna.text()).toContain('Завтра в 09:00');
  });
});

describe('a text without a date', () => {
  test('asks when, with presets', async () => {
    const anna = await bot.member();
    await anna.write('купить хлеб');
    expect(anna.text()).toContain('Когда напомнить?');
    expect(anna.labels()).toEqual([
      ['Через час', 'Через 3 часа'],
      ['Сегодня вечером', 'Завтра утром'],
      ['В заметки', 'Отмена'],
    ]);
    await anna.press('Завтра утром');
    expect(anna.text()).toContain('✅ Завтра в 09:00 — Купить хлеб');
    expect(await remindersOf(anna)).toMatchObject([
      { text: 'Купить хлеб', firstWallTime: '2026-11-21T09:00' },
    ]);
  });

  test('takes the moment in words', async () => {
    const anna = await bot.member();
    await anna.write('купить хлеб');
    await anna.write('в воскресенье вечером в 8');
    expect(anna.text()).toContain('Купить хлеб');
    expect(anna.text()).toContain('В воскресенье, 22 ноября, в 20:00');
  });

  test('goes to the notes, once, and can be taken back', async () => {
    const anna = await bot.member();
    await anna.write('узнать про клуб настольных игр');
    await anna.press('В заметки');
    await anna.pressData(`c:${(await newest(anna)).id}:note`);
    expect(anna.text()).toContain('Сохранил в заметки');
    expect(await notesOf(anna)).toMatchObject([
      { content: 'Узнать про клуб настольных игр', deletedAt: null },
    ]);
    await anna.press('Отменить');
    expect(anna.text()).toContain('Убрал из заметок');
    expect((await notesOf(anna))[0]?.deletedAt).toEqual(bot.clock.now());
    await anna.press('Вернуть');
    expect((await notesOf(anna))[0]?.deletedAt).toBeNull();
  });

  test('«заметка: …» is a note at once, also when it is heard again', async () => {
    const anna = await bot.member();
    bot.simulator().say(anna.id, 'Заметка: код домофона 45В\nвторая строка');
    await bot.deliverTwice();
    expect(anna.text()).toBe('📝 Сохранил в заметки: «код домофона 45В»');
    expect(anna.labels()).toEqual([['Отменить']]);
    expect(await notesOf(anna)).toMatchObject([
      { title: 'код домофона 45В', content: 'код домофона 45В\nвторая строка' },
    ]);
    expect(await remindersOf(anna)).toEqual([]);
  });

  test('a note that is sent twice within a moment is one, and both cards show it', async () => {
    const anna = await bot.member();
    await anna.write('заметка: код домофона 45В');
    await anna.write('заметка: код домофона 45В');
    expect(anna.messages().map(({ text }) => text)).toEqual([
      '📝 Сохранил в заметки: «код домофона 45В»',
      '📝 Сохранил в заметки: «код домофона 45В»',
    ]);
    expect(await notesOf(anna)).toHaveLength(1);
    await anna.edit('заметка: код домофона 46В');
    expect(await notesOf(anna)).toMatchObject([{ content: 'код домофона 46В' }]);
    await anna.press('Отменить');
    expect(anna.text()).toContain('Убрал из заметок');
  });

  test('a moment without a text asks what about', async () => {
    const anna = await bot.member();
    await anna.write('напомни завтра в 9');
    expect(anna.text()).toBe('О чём напомнить завтра в 09:00?');
    await anna.write('забрать посылку');
    expect(anna.text()).toContain('Забрать посылку');
    expect(anna.text()).toContain('Завтра в 09:00');
  });

  test('a reply to an older card changes that one', async () => {
    const anna = await bot.member();
    await anna.write('купить хлеб');
    const asked = anna.last().messageId;
    await anna.write('вымыть окна');
    await anna.write('завтра в 10', { reply_to_message: { message_id: asked } });
    expect(anna.text()).toContain('Купить хлеб');
    expect(anna.text()).toContain('Завтра в 10:00');
  });
});

describe('a forwarded message', () => {
  const forward = { forward_origin: { type: 'hidden_user', sender_user_name: 'Пётр', date: 1 } };

  test('is kept whole, and its moment is proposed: stored only when that is confirmed', async () => {
    const anna = await bot.member();
    await anna.write('Собрание завтра в 10 у Петра', forward);
    expect(anna.text()).toContain('Собрание завтра в 10 у Петра');
    expect(anna.text()).toContain('Завтра в 10:00');
    expect(anna.text()).toContain('Напомнить тогда?');
    expect(anna.labels()).toEqual([
      ['Сохранить', 'Другое время'],
      ['В заметки', 'Отмена'],
    ]);
    expect(await remindersOf(anna)).toEqual([]);
    await anna.press('Сохранить');
    expect(await remindersOf(anna)).toMatchObject([
      { text: 'Собрание завтра в 10 у Петра', firstWallTime: '2026-11-21T10:00' },
    ]);
  });

  test('«Другое время» asks when, with presets', async () => {
    const anna = await bot.member();
    await anna.write('Собрание завтра в 10 у Петра', forward);
    await anna.press('Другое время');
    expect(anna.text()).toContain('Когда напомнить?');
    await anna.press('Сегодня вечером');
    expect(anna.text()).toContain('✅ Сегодня в 19:00 — Собрание завтра в 10 у Петра');
  });

  test('a day in it is proposed with the question for the time', async () => {
    const anna = await bot.member();
    await anna.write('25 декабря корпоратив', forward);
    expect(anna.text()).toContain('Во сколько?');
    expect(anna.labels().flat()).toContain('Другое время');
    await anna.press('Вечером, 19:00');
    expect(anna.text()).toContain('✅ 25 декабря в 19:00 — 25 декабря корпоратив');
  });

  test('one without a moment, or with one that has passed, asks when', async () => {
    const anna = await bot.member();
    for (const text of ['Скинь фотки', 'Вчера в 10 было собрание']) {
      await anna.write(text, forward);
      expect(anna.text()).toContain('Когда напомнить?');
      expect(anna.text()).toContain(text);
    }
  });

  test('a long one is kept whole, as a note too', async () => {
    const anna = await bot.member();
    await anna.write(`Протокол\n${'слово '.repeat(REMINDER_TEXT_MAX)}`, forward);
    expect(anna.text()).toContain('Когда напомнить?');
    await anna.press('В заметки');
    const [note] = await notesOf(anna);
    expect(note).toMatchObject({ title: 'Протокол' });
    expect(note?.content.length).toBeGreaterThan(REMINDER_TEXT_MAX * 5);
  });

  test('of one that even a note cannot hold the note has the beginning, and the rest is attached', async () => {
    const anna = await bot.member();
    await anna.write('я'.repeat(4_096), forward);
    await anna.press('В заметки');
    const [note] = await notesOf(anna);
    expect(note?.content).toHaveLength(NOTE_CONTENT_MAX);
    expect(note?.attachment?.items[0]?.text).toHaveLength(4_096);
  });
});

test('after a text that is too long the next one is something new', async () => {
  const anna = await bot.member();
  await anna.write(`завтра в 9 ${'слово '.repeat(REMINDER_TEXT_MAX / 5)}`);
  await anna.write('завтра в 10 хлеб');
  expect(anna.text()).toContain('Завтра в 10:00');
  expect(anna.text()).not.toContain('помещается');
});

describe('what cannot be is answered with what to change', () => {
  test.each([
    ['32 декабря в 9 молоко', '«32 декабря'],
    ['вчера в 9 молоко', 'Вчера в 09:00 — это уже в прошлом'],
    ['каждые 10 минут пить воду', 'Повторять «каждые 10 минут» я не умею'],
    [
      `завтра в 9 ${'слово '.repeat(REMINDER_TEXT_MAX / 5)}`,
      `помещается ${REMINDER_TEXT_MAX} символов`,
    ],
    ['напомни', 'Напишите, что и когда'],
  ])('%s', async (text, answer) => {
    const anna = await bot.member();
    await anna.write(text);
    expect(anna.text()).toContain(answer);
  });

  test('and the rest of the line is kept', async () => {
    const anna = await bot.member();
    await anna.write('вчера в 9 молоко');
    await anna.press('Завтра утром');
    expect(anna.text()).toContain('Молоко');
    expect(anna.text()).toContain('Завтра в 09:00');
  });
});

test('a caption counts as the text', async () => {
  const anna = await bot.member();
  await anna.write('', { photo: [], caption: 'завтра в 9 оплатить счёт' });
  expect(anna.text()).toContain('Оплатить счёт');
});

test('a repetition stays on the clocks on which it was said', async () => {
  const anna = await bot.member();
  await anna.write('каждый день в 9 зарядка');
  const card = anna.last().messageId;
  const [draft] = await db.select().from(drafts).where(eq(drafts.userId, anna.id));
  await anna.write('/timezone Омск');
  await anna.pressData(`c:${draft?.id}:save`, card);
  expect(await remindersOf(anna)).toMatchObject([
    { timeZone: 'Europe/Moscow', firstWallTime: '2026-11-21T09:00' },
  ]);
});

test('the lines of a checklist count as the text', async () => {
  const anna = await bot.member();
  const checklist = { title: 'В дорогу', tasks: [{ text: 'паспорт' }, { text: 'зарядка' }] };
  await anna.write('', { checklist });
  expect(anna.text()).toContain('В дорогу\n• паспорт\n• зарядка');
  expect(anna.text()).toContain('Когда напомнить?');
});

test.each([
  ['rich_message', { blocks: [] }],
  ['paid_media', { star_count: 5, paid_media: [] }],
  ['giveaway_winners', { winners: [] }],
  ['live_photo', {}],
  ['voice', {}],
  ['contact', { phone_number: 1 }],
  ['location', { latitude: 'north' }],
  ['something_that_telegram_will_think_of', {}],
])('%s can be kept, whatever it holds', async (kind, value) => {
  const anna = await bot.member();
  await anna.write('', { [kind]: value });
  expect(anna.text()).toContain('Когда напомнить?');
});

test.each([
  ...['pinned_message', 'checklist_tasks_done', 'giveaway_created', 'gift', 'users_shared'],
  ...['poll_option_added', 'poll_option_deleted', 'managed_bot_created'],
])('%s is what Telegram says, and needs no answer', async (kind) => {
  const anna = await bot.member();
  await anna.write('', { [kind]: {} });
  expect(anna.messages()).toEqual([]);
});

test('of cards that were answered the latest fifty are kept', async () => {
  const anna = await bot.member();
  for (let i = 0; i < 55; i += 1) {
    await createDraft(db, anna.id, { payload: samplePayload, state: 'saved' }, bot.clock.now());
    bot.clock.advance(1_000);
  }
  expect(await db.select().from(drafts).where(eq(drafts.userId, anna.id))).toHaveLength(50);
  bot.clock.advance(-55_000);
});

const samplePayload = draftPayload({ dateTime: '2026-11-21T06:00:00.000Z' });

test('a service message is taken without a word', async () => {
  const anna = await bot.member();
  await anna.write('', { pinned_message: { message_id: 1 } });
  expect(anna.messages()).toEqual([]);
});

test('cards of strangers and cards that expired are stale', async () => {
  const anna = await bot.member();
  const boris = await bot.member();
  await anna.write('в 9 молоко');
  await boris.write('/app');
  await boris.pressData(`c:${(await newest(anna)).id}:save`);
  expect(boris.text()).toContain('Эта карточка устарела');
  await anna.press('Отмена');
  bot.clock.advance(15 * 86_400_000);
  await anna.pressData(`c:${(await newest(anna)).id}:save`);
  expect(anna.text()).toContain('Эта карточка устарела');
  bot.clock.advance(-15 * 86_400_000);
  expect(await remindersOf(anna)).toEqual([]);
});

test.each(['c', 'c:x:save', 'c:999999999999999999999:save', 'nonsense', ':', 'r:done:1:zz'])(
  'a forged or outdated button (%s) is answered',
  async (data) => {
    const anna = await bot.member();
    await anna.write('/app');
    const before = anna.text();
    expect(await anna.pressData(data)).toBe(200);
    expect(anna.text()).not.toBe(before);
    expect(anna.text()).not.toContain('Что-то пошло не так');
  },
);

test('whatever is typed, the bot answers', async () => {
  const anna = await bot.member();
  const odd = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 300 }),
    fc.string({ unit: 'binary', maxLength: 300 }),
    fc.stringMatching(/^[а-яё0-9 .,:/-]{1,60}$/),
    fc.constantFrom(
      '🎂'.repeat(2_048),
      'завтра '.repeat(580),
      '<b>завтра</b> &amp; </b></a><script>',
      "'; drop table users; --",
      '\u202Eтекст наоборот\u202D',
      '‏مرحبا غدا',
      '%00%s{{7*7}}${7*7}\0',
      `${'я'.repeat(199)}🎂${'я'.repeat(900)}`,
      '\uD83D завтра в 9',
      '0'.repeat(4_096),
      'в 9'.repeat(1_000),
    ),
  );
  await fc.assert(
    fc.asyncProperty(odd, async (text) => {
      // Telegram sends no blank text.
      fc.pre(text.replace(/\0|\p{Surrogate}/gu, '').trim() !== '');
      const before = anna.messages().length;
      expect(await anna.write(text)).toBe(200);
      expect(anna.messages().length).toBe(before + 1);
      expect(anna.text()).not.toContain('Что-то пошло не так');
    }),
    { numRuns: 50 },
  );
});

describe('an answer in words is read as a whole', () => {
  test.each([
    ['завтра в 18', 'Завтра в 18:00'],
    ['в пятницу в 9', 'В пятницу, 27 ноября, в 09:00'],
    ['15 апреля в 10', '15 апреля 2027'],
    ['каждый день в 18', '🔁 каждый день'],
    ['давай в 8 вечера', 'Сегодня в 20:00'],
    ['лучше в 19:30', 'Сегодня в 19:30'],
    ['8 вечера пожалуйста', 'Сегодня в 20:00'],
    ['ну ладно, пусть будет послезавтра в 10', 'В воскресенье, 22 ноября, в 10:00'],
  ])('«купить хлеб», then «%s»', async (answer, shown) => {
    const anna = await bot.member();
    await anna.write('купить хлеб');
    await anna.write(answer);
    expect(anna.text()).toContain(shown);
    expect(anna.text()).toContain('Купить хлеб');
    expect(await db.select().from(drafts).where(eq(drafts.userId, anna.id))).toHaveLength(1);
  });

  test.each(['завтра или послезавтра', 'потом', 'не знаю', 'в 18 или в 19', 'когда приду домой'])(
    '«%s» is asked about and takes nothing',
    async (answer) => {
      const anna = await bot.member();
      await anna.write('купить хлеб');
      await anna.write(answer);
      expect(anna.text()).toContain('Не понял, когда');
      expect(anna.text()).toContain('Купить хлеб');
      expect((await newest(anna)).payload).toMatchObject({ dateTime: null, date: null });
      await anna.write('завтра в 9');
      expect(anna.text()).toContain('Завтра в 09:00');
    },
  );

  test('a day first, then its time', async () => {
    const anna = await bot.member();
    await anna.write('купить хлеб');
    await anna.write('давай в понедельник');
    expect(anna.text()).toContain('Во сколько?');
    await anna.write('хм');
    expect(anna.text()).toContain('Не понял, во сколько');
    await anna.write('в 9 утра');
    expect(anna.text()).toContain('В понедельник, 23 ноября, в 09:00');
  });

  test('what was just stored takes a correction, and a reply, on its own day', async () => {
    const anna = await bot.member();
    await anna.write('завтра в 18 купить хлеб');
    await anna.write('нет, в 19');
    expect(anna.text()).toContain('Напомню завтра в 19:00');
    expect(anna.messages()[0]?.keyboard).toEqual([]);
    await anna.write('послезавтра', { reply_to_message: { message_id: anna.last().messageId } });
    expect(anna.text()).toContain('Напомню в воскресенье, 22 ноября, в 19:00');
    expect(await remindersOf(anna)).toMatchObject([{ firstWallTime: '2026-11-22T19:00' }]);
    expect(await db.select().from(drafts).where(eq(drafts.userId, anna.id))).toHaveLength(1);
  });

  test('another task is another card; the question waits on for a reply', async () => {
    const anna = await bot.member();
    await anna.write('купить хлеб');
    const question = anna.last().messageId;
    await anna.write('позвонить маме завтра в 18');
    expect(anna.text()).toContain('Позвонить маме');
    await anna.write('завтра в 9', { reply_to_message: { message_id: question } });
    expect(anna.text()).toContain('Купить хлеб');
    expect(anna.text()).toContain('Завтра в 09:00');
  });

  test('to «О чём?» the time beside the text changes the time, not the day', async () => {
    const anna = await bot.member();
    await anna.write('завтра в 18');
    expect(anna.text()).toContain('О чём напомнить');
    await anna.write('нет, в 19');
    expect(anna.text()).toContain('О чём напомнить завтра в 19:00');
    await anna.write('позвонить маме в 20');
    expect(anna.text()).toContain('Позвонить маме');
    expect(anna.text()).toContain('Завтра в 20:00');
  });

  test('«не надо» calls it off', async () => {
    const anna = await bot.member();
    await anna.write('купить хлеб');
    await anna.write('не надо');
    expect(anna.text()).toBe('Отменено: Купить хлеб');
  });
});
