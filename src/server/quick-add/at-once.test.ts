import { eq, sql } from 'drizzle-orm';
import { type Update } from 'telegraf/types';
import { instantToWallTime } from '@/core/time-zone';
import { occurrences, reminders, drafts, earlyMessages, users } from '@/server/platform/db/schema';
import { createReminder } from '@/testing/builders';
import { testBot, type TestChat } from '@/testing/conversation';
import { testDatabase, testInstances } from '@/testing/database';
import { until } from '@/testing/until';
import { TERMS_VERSION } from '@/core/limits';

describe('lines at once', () => {
  /**
   * Two plain messages at once, each at an instance with connections of its own, both of which have read how
   * things stand before either changes anything. Friday 20 November 2026, 12:00 in Moscow.
   */
  const { db, url } = testDatabase();
  const instances = testInstances(url, 2);
  const bot = testBot(db);

  const MINUTE = 60_000;
  const ahead = (minutes: number) => new Date(bot.clock.now().getTime() + minutes * MINUTE);
  const daily = { rule: { every: 1, unit: 'DAY' } } as const;

  afterEach(() => bot.clock.set(new Date('2026-11-20T09:00:00Z')));

  /** Somebody with reminders that come in so many minutes; what comes within five of them has rung. */
  async function somebody(texts: Record<string, number>, fields: object = {}) {
    const anna = await bot.member();
    for (const [text, minutes] of Object.entries(texts)) {
      await createReminder(db, anna.id, { text, dateTime: ahead(minutes), ...fields });
    }
    bot.clock.advance(5 * MINUTE);
    await bot.sendDueAt(bot.clock.now());
    return anna;
  }

  const rowsOf = ({ id }: TestChat) =>
    db.select().from(reminders).where(eq(reminders.userId, id)).orderBy(reminders.id);
  const stand = async (anna: TestChat) =>
    (await rowsOf(anna)).map(({ text, version, ...row }) => {
      const at = instantToWallTime(row.snoozedUntil ?? row.dateTime, 'Europe/Moscow').slice(5);
      return [text, row.deletedAt ? 'deleted' : row.completed ? 'done' : at, version];
    });
  /** What the history says of their occurrences. */
  const ledger = async ({ id }: TestChat) =>
    (await db.select().from(occurrences).where(eq(occurrences.userId, id))).map(
      (row) => row.outcome,
    );

  // By what blocks whom: autovacuum waits for locks, too, and a page that is added to a table is one for a moment.
  const blocked = sql`select 1 from pg_stat_activity
  where datname = current_database() and backend_type = 'client backend'
    and cardinality(pg_blocking_pids(pid)) > 0`;

  /** Each update to another instance; in this order they come to the rows, which nobody gets before all wait. */
  async function deliverAtOnce(anna: TestChat, updates: readonly Update[]): Promise<void> {
    const handled = await db.transaction(async (tx) => {
      const own = eq(reminders.userId, anna.id);
      await tx.select().from(reminders).where(own).for('no key update');
      const under: Promise<void>[] = [];
      for (const [index, update] of updates.entries()) {
        const instance = instances[index % instances.length];
        if (!instance) throw new Error('no instance');
        under.push(bot.instance(instance.db)(update));
        await until(async () => (await db.execute(blocked)).rowCount === under.length);
      }
      return { under };
    });
    await Promise.all(handled.under);
  }

  /** What the bot answers to these lines, which come at once. */
  async function saysAtOnce(anna: TestChat, lines: readonly string[]): Promise<string[]> {
    const before = anna.messages().length;
    for (const line of lines) bot.simulator().say(anna.id, line);
    await deliverAtOnce(anna, await bot.updates());
    return anna
      .messages()
      .slice(before)
      .map(({ text }) => text)
      .toSorted();
  }

  const DONE = 'Духовка\n\n✅ Готово.';
  const NEXT = ' В следующий раз — завтра в 12:05.';
  const HOUR = 'Духовка\n\n🕘 Напомню сегодня в 13:05.';

  describe('about what has rung', () => {
    test.each([
      // What is done is done: «через час» is about nothing any more.
      [
        ['готово', 'через час'],
        ['done', 2],
        ['О чём напомнить сегодня в 13:05?', DONE],
      ],
      [
        ['через час', 'готово'],
        ['done', 3],
        [DONE, HOUR],
      ],
      [
        ['готово', 'выключила'],
        ['done', 2],
        [DONE, 'Духовка\n\n✅ Уже отмечено.'],
      ],
    ])('a one-shot: %j', async (lines, [state = '', version = 0], answers) => {
      const anna = await somebody({ Духовка: 5 });
      expect(await saysAtOnce(anna, lines)).toEqual(answers.toSorted());
      expect(await stand(anna)).toEqual([['Духовка', state, version]]);
      expect(await ledger(anna)).toEqual(['done']);
    });

    test.each([
      // Whether tomorrow's is to come then is asked.
      [['готово', 'через час'], 2, 'done', ['Какое из них?', DONE + NEXT]],
      [['через час', 'готово'], 3, 'done', [DONE + NEXT, HOUR]],
      [['готово', 'готово'], 2, 'done', [DONE + NEXT, 'Духовка\n\n✅ Уже отмечено.' + NEXT]],
      [
        ['пропусти', 'готово'],
        2,
        'skipped',
        ['Духовка\n\n⏭ Пропущено.' + NEXT, 'Духовка\n\n✅ Уже отмечено.' + NEXT],
      ],
    ])('a series: %j', async (lines, version, outcome, answers) => {
      const anna = await somebody({ Духовка: 5 }, daily);
      expect(await saysAtOnce(anna, lines)).toEqual(answers.toSorted());
      // Tomorrow's is not touched by what was said of today's.
      expect(await stand(anna)).toEqual([['Духовка', '11-21T12:05', version]]);
      expect(await ledger(anna)).toEqual([outcome]);
    });

    test('«Вернуть» takes back what its message says', async () => {
      const anna = await somebody({ Духовка: 5 });
      await saysAtOnce(anna, ['через час', 'готово']);
      const done = anna.messages().find(({ text }) => text === DONE);
      const moved = anna.messages().find(({ text }) => text === HOUR);
      const undo = (message = done) =>
        anna.pressData(message?.keyboard[0]?.[0]?.callback_data ?? '', message?.messageId);
      await undo(moved);
      expect(await stand(anna)).toEqual([['Духовка', 'done', 3]]);
      await undo(done);
      expect(await stand(anna)).toEqual([['Духовка', '11-20T13:05', 4]]);
      expect(await ledger(anna)).toEqual([]);
    });

    test('two, all at once: what is done does not come again, and each says what it did', async () => {
      const anna = await somebody({ Духовка: 5, Таблетки: 5 });
      const answers = await saysAtOnce(anna, ['оба готово', 'оба через час']);
      const rows = await stand(anna);
      expect(rows.map(([, state]) => state)).toEqual(['done', 'done']);
      expect(await ledger(anna)).toEqual(['done', 'done']);
      const moved = rows.flatMap(([text, , version]) => (version === 3 ? [text] : []));
      expect(answers.find((each) => !each.startsWith('✅'))).toBe(
        moved.length === 0
          ? 'Сейчас ничего не ждёт ответа. Все напоминания — /list.'
          : ['🕘 Напомню сегодня в 13:05:', ...moved.map((text) => `• ${text}`)].join('\n'),
      );
    });
  });

  describe('by name', () => {
    const dinner = () => somebody({ Ужин: 300 });
    const DELETED = 'Ужин\n\n🗑 Удалил.';
    const GONE = 'Это напоминание удалено.';
    const at = (time: string) => `Ужин\n\n🕘 Напомню сегодня в ${time}.`;
    test.each([
      [
        ['удали ужин', 'удали ужин'],
        ['deleted', 2],
        [DELETED, GONE],
      ],
      [
        ['удали ужин', 'перенеси ужин на 20:00'],
        ['deleted', 2],
        [DELETED, GONE],
      ],
      [
        ['перенеси ужин на 20:00', 'отмени ужин'],
        ['deleted', 3],
        [at('20:00'), DELETED],
      ],
      // The second is read again by what the first has made of it.
      [
        ['перенеси ужин на час позже', 'перенеси ужин ещё на час'],
        ['11-20T19:00', 3],
        [at('18:00'), at('19:00')],
      ],
      [
        ['перенеси ужин на 20:00', 'перенеси ужин на 21:00'],
        ['11-20T21:00', 3],
        [at('20:00'), at('21:00')],
      ],
    ])('%j', async (lines, [state = '', version = 0], answers) => {
      const anna = await dinner();
      expect(await saysAtOnce(anna, lines)).toEqual(answers.toSorted());
      expect(await stand(anna)).toEqual([['Ужин', state, version]]);
    });

    test.each(['удали ужин', 'перенеси ужин на час позже', 'переименуй ужин в Обед'])(
      'the same message heard by two acts once: «%s»',
      async (line) => {
        const anna = await dinner();
        bot.simulator().say(anna.id, line);
        const updates = await bot.updates();
        await deliverAtOnce(anna, [...updates, ...updates]);
        expect((await stand(anna)).map(([, , version]) => version)).toEqual([2]);
      },
    );

    test('«отмени» takes back the move, or comes before it', async () => {
      const anna = await dinner();
      await anna.write('перенеси ужин на 20:00');
      const answers = await saysAtOnce(anna, ['перенеси ужин на 21:00', 'отмени']);
      // Both had read 20:00 by then; what is taken back is the last that was done.
      expect(await stand(anna)).toEqual([['Ужин', '11-20T20:00', 4]]);
      expect(answers).toEqual([
        at('21:00'),
        expect.stringMatching(/^Ужин\n🗓 Сегодня в 20:00\n.*\n\n↩️ Вернул как было\.$/),
      ]);
    });

    test('a line about two of which another has just moved one: nothing is done before both can be, and it is said once', async () => {
      const anna = await somebody({ Ужин: 300, Стоматолог: 400 });
      const lines = [
        'перенеси стоматолога на 21:00',
        'удали ужин, а стоматолога перенеси на 20:00',
      ];
      const answers = await saysAtOnce(anna, lines);
      // Either line may be the first to hold the rows.
      expect(await stand(anna)).toEqual([
        ['Ужин', 'deleted', 2],
        ['Стоматолог', expect.stringMatching(/^11-20T2[01]:00$/), 3],
      ]);
      expect(answers).toEqual([
        'Стоматолог\n\n🕘 Напомню сегодня в 20:00.',
        'Стоматолог\n\n🕘 Напомню сегодня в 21:00.',
        DELETED,
      ]);
    });

    test('two corrections of the words: neither is lost', async () => {
      const anna = await bot.member();
      await anna.write('завтра в 9 позвонить маме');
      await saysAtOnce(anna, ['не маме, а папе', 'не позвонить, а написать']);
      expect(await stand(anna)).toEqual([['Написать папе', '11-21T09:00', 3]]);
    });
  });

  describe('an answer to a question, in words and by a press', () => {
    test.each([false, true])('one of them counts (reversed: %s)', async (reversed) => {
      const anna = await somebody({ 'Ужин с Олей': 300 });
      await anna.write('удали ужин');
      const { messageId, keyboard } = anna.last();
      const remove = keyboard[0]?.[0];
      if (!remove?.callback_data) throw new Error('asks nothing');
      bot.simulator().say(anna.id, 'нет, оставь');
      const button = { text: remove.text, callback_data: remove.callback_data };
      bot.simulator().press(anna.id, messageId, button);
      await bot.deliverAtOnce(reversed);
      const [[, state] = []] = await stand(anna);
      const says = (said: string) => anna.messages().some(({ text }) => text.includes(said));
      // «оставь» behind the deletion takes it back, and says so.
      if (state === 'deleted') expect(says('Хорошо, оставляю.')).toBe(false);
      else expect(says('Удалил') && !says('Вернул')).toBe(false);
    });
  });
});

describe('a line and a press at once', () => {
  /**
   * Telegram queues texts and presses of one person apart: two of them may be handled at the same moment
   * by two instances. Here both are, past the queue of one process, and in either order.
   */
  const { db } = testDatabase();
  const bot = testBot(db);

  const draftsOf = ({ id }: TestChat) => db.select().from(drafts).where(eq(drafts.userId, id));
  const remindersOf = ({ id }: TestChat) =>
    db.select().from(reminders).where(eq(reminders.userId, id));

  const say = (chat: TestChat, text: string) => bot.simulator().say(chat.id, text);
  const push = (chat: TestChat, data: string) =>
    bot.simulator().press(chat.id, chat.last().messageId, { text: '?', callback_data: data });

  const rounds = Array.from({ length: 6 }, (_, round) => ({ round, reversed: round % 2 === 1 }));

  describe.each(rounds)('round $round', ({ reversed }) => {
    test('an answer in words and a press of a preset: one card, and the words stand', async () => {
      const anna = await bot.member();
      await anna.write('купить хлеб');
      const [draft] = await draftsOf(anna);
      say(anna, 'завтра в 18');
      push(anna, `c:${draft?.id}:at:hour`);
      await bot.deliverAtOnce(reversed);
      const after = await draftsOf(anna);
      expect(after).toHaveLength(1);
      expect(after[0]).toMatchObject({
        state: 'saved',
        payload: { dateTime: '2026-11-21T15:00:00.000Z' },
      });
      expect(await remindersOf(anna)).toMatchObject([
        { dateTime: new Date('2026-11-21T15:00:00Z') },
      ]);
    });

    test('«Сохранить» and another task: each is stored as it was shown, once', async () => {
      const anna = await bot.member();
      await anna.write('в 9 молоко');
      const [draft] = await draftsOf(anna);
      say(anna, 'послезавтра в 10 хлеб');
      push(anna, `c:${draft?.id}:save`);
      await bot.deliverAtOnce(reversed);
      const stored = (await remindersOf(anna)).map((row) => [row.text, row.dateTime.toISOString()]);
      expect(new Map(stored.map(([text = '', at = '']) => [text, at]))).toEqual(
        new Map([
          ['Молоко', '2026-11-21T06:00:00.000Z'],
          ['Хлеб', '2026-11-22T07:00:00.000Z'],
        ]),
      );
      expect(stored).toHaveLength(2);
      expect((await draftsOf(anna)).map(({ state }) => state)).toEqual(['saved', 'saved']);
    });

    test('two presses of «Сохранить» and one of «Отмена»: saved once, or not at all', async () => {
      const anna = await bot.member();
      await anna.write('в 9 молоко');
      const [draft] = await draftsOf(anna);
      for (const action of ['save', 'cancel', 'save']) push(anna, `c:${draft?.id}:${action}`);
      await bot.deliverAtOnce(reversed);
      const [after] = await draftsOf(anna);
      expect(await remindersOf(anna)).toHaveLength(after?.state === 'saved' ? 1 : 0);
      expect(['saved', 'cancelled']).toContain(after?.state);
    });

    test('the acceptance of the terms and a text: the text is answered, once', async () => {
      const anna = bot.stranger();
      await anna.write('/start');
      say(anna, 'завтра в 9 молоко');
      push(anna, `terms:accept:${TERMS_VERSION}`);
      await bot.deliverAtOnce(reversed);
      expect(await draftsOf(anna)).toHaveLength(1);
      expect(
        await db.select().from(earlyMessages).where(eq(earlyMessages.userId, anna.id)),
      ).toEqual([]);
      expect(anna.messages().filter((each) => each.text.includes('Молоко'))).toHaveLength(1);
    });

    test('/delete confirmed and a text: everything is erased, and nothing fails', async () => {
      const anna = await bot.member();
      await anna.write('завтра в 9 молоко');
      await anna.write('/delete');
      const minute = Math.floor(bot.clock.now().getTime() / 60_000);
      say(anna, 'завтра в 18 хлеб');
      push(anna, `erase:yes:${minute}`);
      await bot.deliverAtOnce(reversed);
      expect(await db.select().from(users).where(eq(users.id, anna.id))).toEqual([]);
      expect(await draftsOf(anna)).toEqual([]);
      expect(anna.messages().some((each) => each.text.includes('пошло не так'))).toBe(false);
    });
  });
});
