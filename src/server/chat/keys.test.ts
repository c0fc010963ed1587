import { fixedClock } from '@/testing/clock';
import { testBot, type TestChat } from '@/testing/conversation';
import { testDatabase, testInstances } from '@/testing/database';
import { createNote, createReminder, draftPayload } from '@/testing/builders';
import { eq } from 'drizzle-orm';
import { RATE_LIMITS } from '@/core/limits';
import { findAccount } from '../accounts/accounts';
import { reminders } from '../platform/db/schema';
import { log } from '../platform/log';
import { readReminder } from '@/server/reminders/present';
import { presentInChat } from '@/server/reminders/chat-acts';
import { testJoint } from '@/testing/joint';
import { whileHeld } from '@/testing/strangers';
import { createDraft } from '../drafts/drafts';
import { dataOf, FIRST_PAGE, itemData } from '../telegram/callback-data';

describe('colours of keys', () => {
  const { db } = testDatabase();
  const clock = fixedClock();
  const bot = testBot(db, clock);
  const NOON = new Date('2026-11-20T09:00:00Z');
  beforeEach(() => clock.set(NOON));

  /** The colours of the keys under the last message that have one. */
  const coloursUnder = (chat: TestChat) =>
    Object.fromEntries(
      chat
        .last()
        .keyboard.flat()
        .flatMap(({ text, style }) => (style === undefined ? [] : [[text, style]])),
    );

  test('«Готово» is green wherever it stands, what deletes is red, and nothing else has a colour', async () => {
    const chat = await bot.member();
    await chat.write('через час выключить духовку');
    expect(coloursUnder(chat)).toEqual({});
    await bot.sendDueAt(new Date('2026-11-20T10:00:00Z'));
    expect(coloursUnder(chat)).toEqual({ '✅ Готово': 'success' });
    await chat.write('/delete');
    expect(Object.values(coloursUnder(chat))).toEqual(['danger']);
    await chat.write('завтра в 10 позвонить Ольге');
    await chat.write('удали Ольгу');
    expect(coloursUnder(chat)).toEqual({ Удалить: 'danger' });
    await chat.write('каждый день в 9 зарядка');
    await chat.write('удали зарядку');
    expect(coloursUnder(chat)).toEqual({ Всё: 'danger' });
  });
});

describe('keys of a card', () => {
  /*
   * A phone shows six keys in three rows without scrolling, whatever else a card has to ask. Keys that are a number
   * alone open what the text lists, many in a row; they count as a row.
   */

  // Friday 20 November 2026, 12:00 in Moscow.
  const { db } = testDatabase();
  const bot = testBot(db);
  const at = (iso: string) => new Date(`${iso}+03:00`);
  const NOON = at('2026-11-20T12:00');

  beforeEach(() => bot.clock.set(NOON));

  /** Somebody whose time zone nobody has said yet: their first card asks for it. */
  async function newcomer(): Promise<TestChat> {
    const anna = bot.stranger();
    await anna.write('/start');
    await anna.press('Мне есть 18, принимаю');
    return anna;
  }

  const isNumber = (label: string) => /^(?:[☐☑] )?\d+$/.test(label);

  function expectToFit(chat: TestChat) {
    const rows = chat.labels();
    expect(rows.length).toBeLessThanOrEqual(3);
    expect(rows.flat().filter((label) => !isNumber(label)).length).toBeLessThanOrEqual(6);
  }

  test('the first card, with a new category above and the zone’s question below', async () => {
    const anna = await newcomer();
    await anna.write('завтра в 9 полить #дача');
    expect(anna.labels()).toEqual([
      ['Создать категорию «дача»'],
      ['Изменить', 'Отменить'],
      ['Время верное', 'Другой город'],
    ]);
    await anna.press('Создать категорию «дача»');
    expectToFit(anna);
  });

  test('several reminders of a first message', async () => {
    const anna = await newcomer();
    await anna.write('завтра в 9 молоко #дача\nзавтра в 10 сыр');
    expect(anna.labels().flat()).toContain('Время верное');
    expectToFit(anna);
  });

  test.each([
    ['хлеб', 'without a moment'],
    ['25 декабря хлеб', 'with a day alone'],
    ['25 декабря или 26 декабря хлеб', 'with two days'],
    ['в пятницу в 18:00 хлеб', 'of which week it is asked'],
    ['завтра в 9 хлеб #дача', 'with a category that is not there'],
    ['заметка: семена #дача', 'that is a note'],
  ])('the card of «%s», %s', async (line) => {
    const anna = await bot.member();
    await anna.write(line);
    expectToFit(anna);
  });

  test.each(['завтра в 9 хлеб', '25 декабря хлеб', 'хлеб'])(
    'the card of a forwarded «%s»',
    async (line) => {
      const anna = await bot.member();
      const forward_origin = {
        type: 'user',
        sender_user: { id: 9, is_bot: false, first_name: 'О' },
      };
      await anna.write(line, { forward_origin });
      expectToFit(anna);
    },
  );

  test('a ring, and what it is after each of its keys', async () => {
    const anna = await bot.member();
    await createReminder(db, anna.id, {
      text: '- молоко\n- хлеб',
      dateTime: at('2026-11-20T13:00'),
    });
    await bot.sendDueAt(at('2026-11-20T13:00'));
    expectToFit(anna);
    for (const key of ['10 мин', 'Отложить…', '‹ Назад', '✅ Готово', '↩️ Вернуть']) {
      await anna.press(key);
      expectToFit(anna);
    }
  });

  test('the lists, a reminder of them and all that opens there', async () => {
    const anna = await bot.member();
    for (let day = 1; day <= 6; day += 1) {
      const dateTime = at(`2026-11-2${day}T09:00`);
      await createReminder(db, anna.id, { text: `- дело ${day}\n- ещё`, dateTime });
    }
    await anna.write('/list');
    expectToFit(anna);
    await anna.press('1');
    expectToFit(anna);
    for (const key of ['Отложить…', '‹ Назад', 'Ещё…', '‹ Назад', '✅ Готово']) {
      await anna.press(key);
      expectToFit(anna);
    }
  });

  test('the notes, and one of them', async () => {
    const anna = await bot.member();
    await createNote(db, anna.id, { title: 'Мысль', content: 'Просто текст' });
    await anna.write('/notes');
    expectToFit(anna);
    await anna.press('1');
    expect(anna.labels()).toEqual([
      ['⏰ Напомнить', '📌 Закрепить'],
      ['Все заметки', 'Удалить'],
      ['‹ К заметкам'],
    ]);
  });
});

describe('forged presses', () => {
  const { db } = testDatabase();
  const bot = testBot(db);

  let logged: jest.SpyInstance;
  beforeEach(() => {
    logged = jest.spyOn(log, 'error').mockImplementation(() => undefined);
  });
  afterEach(() => logged.mockRestore());

  async function member() {
    const chat = await bot.member();
    const dateTime = new Date(bot.clock.now().getTime() + 3_600_000);
    const text = 'Купить:\n- хлеб\n- молоко';
    const { id } = await createReminder(db, chat.id, { dateTime, text });
    await chat.write('/help');
    return { chat, id, dateTime, hello: chat.last().messageId };
  }

  /** As long as fits beside what stands before it: keys that repeat it are too long for Telegram. */
  const LONG = 'x'.repeat(50);
  const AS_TOKEN = 'x'.repeat(47);

  test.each([
    ...['m:#:zzzzzz', 'm:#:zzzzzz:all', 'm:#:zzzzzzzz', 'm:#:', 'm:#:-1'],
    ...[`day:later:#:${LONG}`, `day:when:#:${LONG}`, 'day:done:#:-', 'day:later:#'],
    ...[
      `k:#:show:${LONG}:0`,
      `k:#:tick:list:${AS_TOKEN}`,
      `terms:decline:1:${AS_TOKEN}`,
      `terms:show:1:${AS_TOKEN}`,
    ],
    ...['l:99991231x99:0', 'l:00010101x1:0', 'l:20261127x0:999999999', 'n:999999999'],
    ...['inline:\u0000', 'guest:\u0000', 'z:\u0000', 'note:1:tick:0:0:\u0000:1', '\ud800', ''],
    ...[`z:back:${LONG}`, `z:shift:${LONG}`, 'b:999999999999999:save', 'w:#:act', 'w:#:move'],
  ])('%j, which nobody made, changes nothing and is no fault of ours', async (data) => {
    const { chat, id, dateTime, hello } = await member();
    expect(await chat.pressData(data.replaceAll('#', String(id)), hello)).toBe(200);
    expect(logged.mock.calls).toEqual([]);
    const [row] = await db.select().from(reminders).where(eq(reminders.id, id));
    expect(row).toMatchObject({
      dateTime,
      nextFireAt: dateTime,
      snoozedUntil: null,
      deletedAt: null,
    });
  });

  test.each(['guest:\u0000', 'inline:\u0000', 'share:take:\u0000', ''])(
    '%j under a message of another chat is answered',
    async (data) => {
      const { chat } = await member();
      const question = await chat.ask('завтра в 9 полить цветы');
      const sent = await question.send(question.results[0]?.id ?? '');
      await chat.pressElsewhere(sent.id, { text: '?', callback_data: data });
      expect([...bot.simulator().world.pressed.values()].at(-1)?.answer).toBeDefined();
      expect(logged.mock.calls).toEqual([]);
    },
  );

  test.each(['', '0', 'Infinity', 'NaN', '-1', '999999999'])(
    'a consent of the minute %j erases nobody',
    async (minute) => {
      const { chat, hello } = await member();
      await chat.pressData(`erase:yes:${minute}`, hello);
      expect(await findAccount(db, chat.id)).toBeDefined();
    },
  );

  test('a press under a reminder is answered, too, where there are too many', async () => {
    const { chat, id, dateTime, hello } = await member();
    const data = `r:done:${id}:${(dateTime.getTime() + 1).toString(36)}`;
    const answers = [];
    for (let i = 0; i <= RATE_LIMITS.chat.limit; i += 1) {
      await chat.pressData(data, hello);
      answers.push([...bot.simulator().world.pressed.values()].at(-1)?.answer);
    }
    expect(chat.text()).toContain('Слишком много');
    expect(answers.every((answer) => answer !== undefined)).toBe(true);
  });
});

describe('looking', () => {
  const { db, url } = testDatabase();
  const bot = testBot(db);
  const { proposeAndJoin } = testJoint(db, bot);
  const [holder] = testInstances(url, 1);

  /** Of a reminder that Анна and Борис have, which has rung, with a note and a card beside it. */
  async function somebody() {
    const { anna, boris, reminder } = await proposeAndJoin({ text: 'Купить:\n- хлеб\n- молоко' });
    await bot.sendDueAt(reminder.dateTime);
    const now = bot.clock.now();
    const note = await createNote(db, anna.id, { content: '- [ ] сыр' });
    const draft = await createDraft(db, anna.id, { payload: draftPayload(), state: 'ready' }, now);
    // From here on it is known for a while that she was there.
    await anna.write('/help');
    const account = await findAccount(db, anna.id);
    if (!account) throw new Error('nobody');
    const target = { userId: anna.id, reminderId: reminder.id, now };
    const write = (text: string) => async () => {
      await anna.write(text);
      return anna.text();
    };
    const press = (data: string) => async () => {
      await anna.pressData(data);
      return JSON.stringify([anna.text(), anna.labels()]);
    };
    const item = (action: string) => press(itemData(reminder.id, action, FIRST_PAGE));
    const points = (action: string) => press(dataOf('points', reminder.id, action));
    const looks: [string, look: () => Promise<unknown>, shown: unknown][] = [
      ['a message', () => presentInChat(db, target), expect.objectContaining({ state: 'waiting' })],
      ['the app', () => readReminder(db, account, reminder.id), expect.objectContaining({})],
      ['the list', write('/list'), expect.stringContaining('Ждут ответа')],
      ['a day', write('что завтра?'), expect.stringContaining('На завтра ничего нет')],
      ['a question', write('когда купить хлеб?'), expect.stringContaining('ждёт ответа')],
      ['one about none', write('когда парикмахер?'), expect.stringContaining('напоминания нет')],
      ['a search', write('/find хлеб'), expect.stringContaining('Нашлось')],
      ['the notes', write('/notes'), expect.stringContaining('Заметки — 1')],
      ['the settings', write('/settings'), expect.stringContaining('Настройки')],
      ['a note', press(dataOf('note', note.id, 'show', 0)), expect.stringContaining('сыр')],
      ['a reminder', item('show'), expect.stringContaining('Участвуют: Анна, Борис')],
      ['its points', points('show'), expect.stringContaining('Нажмите пункт')],
      ['back from them', points('back'), expect.stringContaining('Напоминание')],
      ['why', press(dataOf('why', reminder.id)), expect.stringContaining('пришло вовремя')],
      ['categories', press(dataOf('card', draft.id, 'cats')), expect.stringContaining('Здоровье')],
      ['types', press(dataOf('card', draft.id, 'types')), expect.stringContaining('Лекарство')],
    ];
    return { people: [anna.id, boris.id], looks, act: item('done') };
  }

  test('whoever only looks takes no lock, and waits for nobody who acts at that moment', async () => {
    const { people, looks, act } = await somebody();
    if (!holder) throw new Error('no connection');
    const begun: Promise<unknown>[] = [];
    const look = async () => {
      await whileHeld(
        holder.db,
        people,
        async (unblocked) => {
          for (const [what, looking, shown] of looks) {
            const answer = looking();
            begun.push(answer);
            expect([what, await unblocked(answer)]).toEqual([what, shown]);
          }
          // An act waits, as is to be seen in the same way.
          const acting = act();
          begun.push(acting);
          await expect(unblocked(acting)).rejects.toThrow('it waits');
        },
        'no key update',
      );
    };
    await look().finally(() => Promise.allSettled(begun));
  });
});
