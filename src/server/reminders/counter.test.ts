import { eq } from 'drizzle-orm';
import fc from '@/testing/fast-check';
import { usualLow } from '@/core/counter';
import { counterTexts } from '@/texts/counter';
import { createReminder } from '@/testing/builders';
import { fixedClock } from '@/testing/clock';
import { testBot } from '@/testing/conversation';
import { testDatabase } from '@/testing/database';
import { drafts, occurrences, reminders, users } from '../platform/db/schema';
import { found } from '../platform/errors';
import { actOnRow } from './acts';
import { pressInChat } from './chat-acts';
import { rewriteFromApp, rewriteRow, tickPoints } from './rewrite';
import { takeBack } from './take-back';
import { undoOf } from './write/last-act';

// Friday 20 November 2026, 12:00 in Moscow.
const { db } = testDatabase();
const clock = fixedClock();
const bot = testBot(db, clock);
const at = (iso: string) => new Date(`${iso}+03:00`);
const NOON = at('2026-11-20T12:00');
const DAY = 86_400_000;
const DAILY = { every: 1, unit: 'DAY' } as const;

beforeEach(() => clock.set(NOON));

async function reload(id: number) {
  const [row] = await db.select().from(reminders).where(eq(reminders.id, id));
  if (!row) throw new Error('gone');
  return row;
}
const historyOf = async (id: number) =>
  (
    await db
      .select()
      .from(occurrences)
      .where(eq(occurrences.reminderId, id))
      .orderBy(occurrences.occurrenceAt)
  ).map(({ outcome, ticked }) => ({ outcome, ticked }));

async function daily(fields: Parameters<typeof createReminder>[2] = {}) {
  const anna = await bot.member();
  const { id } = await createReminder(db, anna.id, {
    text: 'Корм коту',
    dateTime: NOON,
    rule: DAILY,
    ...fields,
  });
  return { anna, id, target: { userId: anna.id, reminderId: id, now: NOON } };
}
const came = async (fields: Parameters<typeof createReminder>[2] = {}) => {
  const made = await daily(fields);
  await bot.sendDueAt(NOON);
  return made;
};

describe('a counter', () => {
  test('stock is what it began with, less what was done, plus what was undone and refilled', async () => {
    const step = fc.oneof(
      fc.constantFrom('done', 'undo', 'skip', 'snooze'),
      fc.integer({ min: 1, max: 30 }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        const { id, target } = await daily({ counterLeft: 40 });
        let expected = 40;
        /** What the latest act took or added. */
        let last = 0;
        for (const [nth, act] of steps.entries()) {
          const now = new Date(NOON.getTime() + nth * DAY);
          const press = { ...target, now };
          if (typeof act === 'number') {
            await rewriteRow(db, press, ({ counterLeft }) => ({
              counterLeft: (counterLeft ?? 0) + act,
            }));
            last = act;
          } else if (act === 'undo') {
            const back = await undoOf(db, await reload(id));
            if (back === null || !(await takeBack(db, press, back.version))) continue;
            last = -last;
          } else {
            const until = act === 'snooze' ? new Date(now.getTime() + DAY) : act;
            const acted = await actOnRow(db, press, (row) => ({ from: row, act: until }));
            if (!acted?.changed) continue;
            last = act === 'done' ? -1 : 0;
          }
          expected += last;
          expect((await reload(id)).counterLeft).toBe(expected);
        }
      }),
      { numRuns: 8 },
    );
  });

  test('a line in the chat makes one, and its card says so', async () => {
    const anna = await bot.member();
    await anna.write('каждый день в 9 корм коту, осталось 14');
    expect(anna.last().text).toContain('📦 Осталось 14');
    const [row] = await db.select().from(reminders).where(eq(reminders.userId, anna.id));
    expect(row).toMatchObject({ text: 'Корм коту', counterLeft: 14 });
  });

  test('each «Готово» takes one, a doubled press no more, and «Вернуть» gives it back', async () => {
    const { anna, id } = await came({ counterLeft: 14 });
    const done = anna
      .last()
      .keyboard.flat()
      .find(({ text }) => text === '✅ Готово');
    await anna.press('✅ Готово');
    await anna.pressData(done?.callback_data ?? '');
    expect(anna.last().text).toContain('Осталось 13');
    await anna.press('↩️ Вернуть');
    expect((await reload(id)).counterLeft).toBe(14);
    expect(anna.last().text).not.toContain('Осталось');
  });

  test('a doubled press under a message ahead takes one, where the next comes at the moment that was done', async () => {
    const occurrenceAt = new Date(NOON.getTime() + DAY);
    const { target, id } = await daily({
      ...{ counterLeft: 10, counterLow: 3, rule: { ...DAILY, afterDone: true } },
      ...{ dateTime: occurrenceAt, preAlerts: [1_440], nextFireAt: NOON },
    });
    await bot.sendDueAt(NOON);
    const press = { ...target, occurrenceAt, messageId: 900, button: 'done' } as const;
    await pressInChat(db, press);
    const done = await reload(id);
    expect(done).toMatchObject({ counterLeft: 9, dateTime: occurrenceAt });
    await pressInChat(db, press);
    expect(await reload(id)).toEqual(done);
  });

  test('told once when it runs low, and whenever nothing is left', async () => {
    const { anna, id } = await came({ counterLeft: 4 });
    expect(anna.last().text).not.toContain('Осталось');
    await anna.press('✅ Готово');
    expect(anna.last().text).toContain(counterTexts.low(3));
    await bot.sendDueAt(at('2026-11-21T12:00'));
    expect(anna.last().text).toContain(counterTexts.low(3));
    await anna.press('✅ Готово');
    await bot.sendDueAt(at('2026-11-22T12:00'));
    expect(anna.last().text).not.toContain('пополнить');
    await db.update(reminders).set({ counterLeft: 0 }).where(eq(reminders.id, id));
    await bot.sendDueAt(at('2026-11-23T12:00'));
    expect(anna.last().text).toContain(counterTexts.empty);
    await anna.press('✅ Готово');
    expect(await reload(id)).toMatchObject({ counterLeft: 0, completed: false });
  });

  test.each([
    ['пополнил на 28', 30],
    ['купила ещё 30', 32],
    ['осталось 7', 7],
  ])('«%s» in answer to it refills, once, and does not answer it', async (says, left) => {
    const { anna, id } = await came({ counterLeft: 2 });
    await anna.reply(says);
    expect(anna.last().text).toContain(`осталось ${left}`);
    expect(await reload(id)).toMatchObject({ counterLeft: left, openOccurrenceAt: NOON });
    await anna.press('↩️ Вернуть');
    expect((await reload(id)).counterLeft).toBe(2);
  });

  test('it is refilled by name, and by what has just rung', async () => {
    const { anna, id } = await daily({ counterLeft: 2, dateTime: at('2026-11-21T12:00') });
    await anna.write('корм пополнила на 10');
    expect((await reload(id)).counterLeft).toBe(12);
    await bot.sendDueAt(at('2026-11-21T12:00'));
    await anna.write('купила ещё 5');
    expect((await reload(id)).counterLeft).toBe(17);
  });

  test.each([
    ['купила ещё 10 корма коту', 13],
    ['корм коту закончился', 0],
    ['корм кончился', 0],
    ['купил корм коту', 3],
    ['сколько осталось корма?', 3],
    ['на сколько хватит корма?', 3],
    ['корма осталось 3 пачки', 3],
  ])('«%s» is no «Готово», whatever else has rung', async (says, left) => {
    const { anna, id } = await came({ counterLeft: 3 });
    const other = await createReminder(db, anna.id, {
      text: 'Фильтр',
      dateTime: NOON,
      rule: DAILY,
    });
    await bot.sendDueAt(NOON);
    await anna.write(says);
    expect(await reload(id)).toMatchObject({ counterLeft: left, openOccurrenceAt: NOON });
    expect(await reload(other.id)).toMatchObject({ openOccurrenceAt: NOON });
    expect(anna.last().text).toContain(left === 0 ? counterTexts.empty : `сталось ${left}`);
  });

  test('the only one is refilled and told of without its name', async () => {
    const { anna, id } = await daily({ counterLeft: 2, dateTime: at('2026-11-21T12:00') });
    await createReminder(db, anna.id, { text: 'Зарядка', dateTime: at('2026-11-21T09:00') });
    clock.set(at('2026-11-20T13:00'));
    await anna.write('пополнил на 28');
    expect((await reload(id)).counterLeft).toBe(30);
    await anna.reply('сколько осталось?');
    expect(anna.last().text).toContain(counterTexts.stock(30));
  });

  test.each(['осталось 10', 'закончился', 'купила ещё 5'])(
    '«%s» is no word of what nobody spoke of',
    async (says) => {
      const { anna, id } = await daily({ counterLeft: 2, dateTime: at('2026-11-21T12:00') });
      clock.set(at('2026-11-20T13:00'));
      await anna.write(says);
      expect((await reload(id)).counterLeft).toBe(2);
    },
  );

  test('what comes once counts, too', async () => {
    const anna = await bot.member();
    await anna.write('завтра в 10 фильтры для воды осталась 1 штука');
    const [row] = await db.select().from(reminders).where(eq(reminders.userId, anna.id));
    expect(row).toMatchObject({ text: 'Фильтры для воды', counterLeft: 1, rule: null });
  });

  test('of several it is asked which', async () => {
    const { anna, id } = await daily({ counterLeft: 2, dateTime: at('2026-11-21T12:00') });
    const other = { text: 'Линзы', dateTime: at('2026-11-21T09:00'), rule: DAILY, counterLeft: 5 };
    const lenses = await createReminder(db, anna.id, other);
    clock.set(at('2026-11-20T13:00'));
    await anna.write('пополнил на 28');
    await anna.press('Линзы');
    expect((await reload(lenses.id)).counterLeft).toBe(33);
    expect((await reload(id)).counterLeft).toBe(2);
  });

  test.each([1, 2, 3])('one that begins at %i is told to run low', async (left) => {
    const anna = await bot.member();
    await anna.write(`каждый день в 13 корм коту, осталось ${left}`);
    expect(anna.last().text).toContain(counterTexts.low(left));
  });

  test('of the last one it is told when it comes', async () => {
    const { anna } = await came({ counterLeft: 1 });
    expect(anna.last().text).toContain(counterTexts.low(1));
  });

  test.each([
    ['завтра в 10 фильтры для воды осталась одна тренировка', 'осталось 10'],
    ['завтра в 10 фильтры для воды', 'фильтров осталось 3 дня'],
    ['завтра в 9 экзамен, осталось 3 дня', 'завтра в 9 экзамен, осталось 3 дня'],
    ['завтра в 12 матч, осталась одна тренировка', 'осталось 10'],
  ])('behind «%s» «%s» is no «Готово»', async (line, says) => {
    const anna = await bot.member();
    await anna.write(line);
    await anna.write(says);
    const rows = await db.select().from(reminders).where(eq(reminders.userId, anna.id));
    expect(rows.filter(({ completed }) => completed)).toEqual([]);
  });

  test('a threshold that nobody chose follows the rule, one that was chosen stays', async () => {
    const visit = async (low: number) => {
      const { id, anna } = await daily({ counterLeft: 14 });
      const [account] = await db.select().from(users).where(eq(users.id, anna.id));
      const body = { counter: { left: 28, low } };
      await rewriteFromApp({ db, account: found(account), id, now: NOON, body });
      return reload(id);
    };
    expect(await visit(usualLow(DAILY))).toMatchObject({ counterLeft: 28, counterLow: null });
    expect(await visit(9)).toMatchObject({ counterLeft: 28, counterLow: 9 });
  });

  test('what counts nothing does not begin to by a refill', async () => {
    const { anna, id } = await came();
    await anna.write('корм пополнила на 10');
    expect((await reload(id)).counterLeft).toBeNull();
  });
});

const BAG = 'Собрать сумку\n- паспорт\n- зарядка';
const WEEKLY = { every: 7, unit: 'DAY' } as const;

describe('points', () => {
  test('are ticked behind one button of the ring, which comes back', async () => {
    const { anna, id } = await came({ text: BAG });
    const { keyboard } = anna.last();
    await anna.press(counterTexts.points);
    await anna.press('☐ паспорт');
    expect((await reload(id)).ticked).toEqual(['паспорт']);
    expect(anna.last().text).toContain('☑ паспорт');
    await anna.press('☑ паспорт');
    await anna.press('☐ зарядка');
    await anna.press(counterTexts.back);
    expect(anna.last().keyboard).toEqual(keyboard);
    expect(anna.last().text).toContain('☐ паспорт\n☑ зарядка');
  });

  test('of a series begin anew after an answer; its history has what was ticked, and undo restores', async () => {
    const { anna, id, target } = await came({ text: BAG, rule: WEEKLY });
    await tickPoints(db, target, { keys: ['паспорт'], done: true });
    await anna.press('✅ Готово');
    expect((await reload(id)).ticked).toBeNull();
    expect(await historyOf(id)).toEqual([{ outcome: 'done', ticked: ['паспорт'] }]);
    await anna.press('↩️ Вернуть');
    expect((await reload(id)).ticked).toEqual(['паспорт']);
    expect(await historyOf(id)).toEqual([]);
  });

  test('begin anew when the next occurrence replaces one that nobody answered', async () => {
    const { id, target } = await came({ text: BAG });
    await tickPoints(db, target, { keys: ['зарядка'], done: true });
    await bot.sendDueAt(at('2026-11-21T12:00'));
    expect((await reload(id)).ticked).toBeNull();
    expect(await historyOf(id)).toEqual([{ outcome: 'unanswered', ticked: ['зарядка'] }]);
  });

  test('ticked ahead are those of the occurrence to come', async () => {
    const { id, target } = await daily({ text: BAG });
    await tickPoints(db, target, { keys: ['зарядка'], done: true });
    await bot.sendDueAt(NOON);
    expect((await reload(id)).ticked).toEqual(['зарядка']);
  });

  test('of what comes once stay with it in the archive', async () => {
    const { anna, id, target } = await came({ text: BAG, rule: null });
    await tickPoints(db, target, { keys: ['зарядка'], done: true });
    await anna.press('✅ Готово');
    expect(await reload(id)).toMatchObject({ completed: true, ticked: ['зарядка'] });
    expect(await historyOf(id)).toEqual([{ outcome: 'done', ticked: ['зарядка'] }]);
  });

  test('another text keeps the ticks of points that stay', async () => {
    const { id, target } = await daily({ text: BAG });
    await tickPoints(db, target, { keys: ['паспорт'], done: true });
    await tickPoints(db, target, { keys: ['зарядка'], done: true });
    await rewriteRow(db, target, () => ({ text: 'Сумка\n- билеты\n- паспорт' }));
    expect((await reload(id)).ticked).toEqual(['паспорт']);
  });

  test('several ticked together are one act', async () => {
    const { id, target } = await daily({ text: BAG });
    const { version } = await reload(id);
    await tickPoints(db, target, { keys: ['паспорт', 'зарядка'], done: true });
    expect(await reload(id)).toMatchObject({
      version: version + 1,
      ticked: ['паспорт', 'зарядка'],
    });
  });

  test('a point that is gone is not ticked, nor anybody else’s', async () => {
    const { id, target } = await daily({ text: BAG });
    await tickPoints(db, target, { keys: ['зонт'], done: true });
    await tickPoints(db, { ...target, userId: 1 }, { keys: ['паспорт'], done: true });
    expect((await reload(id)).ticked).toBeNull();
  });
});

describe('points, by words', () => {
  const KIT = 'Аптека\n- бинт\n- йод\n- вата';
  test.each([
    ['бинт купил', ['бинт']],
    ['бинт купила', ['бинт']],
    ['отметь бинт', ['бинт']],
    ['вату вычеркни', ['вата']],
    ['бинт и йод взяла', ['бинт', 'йод']],
    ['бинт купила, йода не было', ['бинт']],
  ])('«%s» ticks, and answers nothing', async (says, ticks) => {
    const { anna, id } = await came({ text: KIT, rule: null });
    await createReminder(db, anna.id, { text: 'Купить бинт собаке', dateTime: NOON });
    await bot.sendDueAt(NOON);
    await anna.write(says);
    const rows = await db.select().from(reminders).where(eq(reminders.userId, anna.id));
    expect(rows.map(({ completed }) => completed)).toEqual([false, false]);
    expect((await reload(id)).ticked).toEqual(ticks);
    expect(anna.last().text).toContain(`☑ ${ticks[0] ?? ''}`);
  });

  test('what else is said of one leaves the whole open', async () => {
    const { anna, id } = await came({ text: KIT, rule: null });
    await anna.write('йод закончился');
    await anna.reply('йод закончился');
    expect(await reload(id)).toMatchObject({ completed: false, ticked: null });
  });

  test('in answer to the ring, too; the whole is done where that is said', async () => {
    const { anna, id } = await came({ text: KIT, rule: null });
    const { messageId } = anna.last();
    await anna.reply('йод купила', messageId);
    expect(await reload(id)).toMatchObject({ completed: false, ticked: ['йод'] });
    await anna.write('всё купила');
    expect((await reload(id)).completed).toBe(true);
  });

  test.each(['добавь в аптеку пункт масло', 'добавь пункт масло', 'добавь в список пункт масло'])(
    '«%s» adds one, and keeps the ticks',
    async (says) => {
      const { anna, id, target } = await came({ text: KIT, rule: null });
      await tickPoints(db, target, { keys: ['йод'], done: true });
      await anna.write(says);
      expect(await reload(id)).toMatchObject({ text: `${KIT}\n- масло`, ticked: ['йод'] });
    },
  );

  test('heard twice, one is added', async () => {
    const { anna, id } = await came({ text: KIT, rule: null });
    bot.simulator().reply(anna.id, anna.last().messageId, 'добавь пункт масло');
    await bot.deliverTwice();
    expect((await reload(id)).text).toBe(`${KIT}\n- масло`);
  });

  test('one that has no room is refused, and is nothing new', async () => {
    const text = `Аптека\n- ${'вата '.repeat(90).trim()}`;
    const { anna, id } = await came({ text, rule: null });
    await anna.write(`добавь пункт ${'масло '.repeat(10)}`);
    expect(anna.last().text).toContain('500');
    expect((await reload(id)).text).toBe(text);
    expect(await db.$count(reminders, eq(reminders.userId, anna.id))).toBe(1);
    expect(await db.$count(drafts, eq(drafts.userId, anna.id))).toBe(0);
  });

  test('to nothing that is there none is added', async () => {
    const { anna, id } = await came({ text: KIT, rule: null });
    await anna.write('добавь в купить пункт масло');
    expect((await reload(id)).text).toBe(KIT);
  });

  test.each(['переименуй аптеку в магазин', 'переименуй в магазин'])(
    '«%s» changes what stands above them',
    async (says) => {
      const { anna, id, target } = await daily({ text: KIT });
      await tickPoints(db, target, { keys: ['йод'], done: true });
      await anna.write(says);
      const text = KIT.replace('Аптека', 'Магазин');
      expect(await reload(id)).toMatchObject({ text, ticked: ['йод'] });
    },
  );
});

test.each<[string, Parameters<typeof usualLow>[0], number]>([
  ['twice a day', { ...DAILY, times: ['08:00', '20:00'] }, 6],
  ['four times every other day', { every: 2, unit: 'DAY', everyMinutes: 360 }, 6],
  ['daily by its weekdays', { every: 1, unit: 'WEEK', weekdays: [1, 2, 3, 4, 5, 6, 7] }, 3],
  [
    'four times on the days of every other week',
    { every: 2, unit: 'WEEK', weekdays: [1, 2, 3, 4, 5, 6, 7], everyMinutes: 360 },
    6,
  ],
])('what is taken %s runs out at what three days of the rule take', (_, rule, low) => {
  expect(usualLow(rule)).toBe(low);
});
