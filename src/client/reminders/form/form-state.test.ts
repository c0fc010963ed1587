import { emptyPrefill, formOf, suggestion, testReminder } from './form';
import { broughtUpToDate, setByHand, withSaid } from './form-state';
import { chipsOf, payloadOfLine, readLine, readText, saidOf } from './line-reading';

const MOSCOW = 'Europe/Moscow';
const source = { ...emptyPrefill, dateTime: '2026-12-01T06:00:00Z', categoryId: 1, typeId: 1 };
const opened = formOf(source, MOSCOW);

test('what is set by hand no word of the text changes; what else the text says is shown', () => {
  const byHand = setByHand(opened, { time: '12:00' }, opened, {});
  const shown = withSaid(byHand, { date: '2026-12-05', time: '18:00' });
  expect(shown).toMatchObject({ date: '2026-12-05', time: '12:00', byHand: ['time'] });
});

test('a change by hand keeps what else of its field the text has said', () => {
  const saidInText = { repeat: true, repeatUnit: 'WEEK' as const, weekdays: [2] };
  const shown = withSaid(opened, saidInText);
  const changed = setByHand(opened, { until: '2026-12-31' }, shown, saidInText);
  expect(changed).toMatchObject({ ...saidInText, until: '2026-12-31', byHand: ['repeat'] });
});

test('the text says nothing later of a field that was set first', () => {
  const set = (saidInText: { flood?: boolean }) =>
    setByHand(opened, { flood: true }, opened, saidInText);
  expect(set({}).asText).toEqual(['flood']);
  expect(set({ flood: true }).asText).toEqual([]);
});

test('in another zone the unchanged moment moves with its user, a changed one stays as written', () => {
  expect(broughtUpToDate(opened, 'Asia/Tokyo', source)).toMatchObject({
    timeZone: 'Asia/Tokyo',
    time: '15:00',
  });
  const changed = { ...opened, time: '10:00' };
  expect(broughtUpToDate(changed, 'Asia/Tokyo', source)).toEqual(changed);
});

test('the tour’s test reminder has the first category and type, comes in five minutes, once and without flood', () => {
  const named = (id: number) => ({ id, name: `${id}` });
  const reference = { categories: [named(4), named(5)], types: [named(6), named(7)] };
  const planned = testReminder(new Date('2026-11-20T09:00:00Z'), reference);
  expect(planned).toMatchObject({
    ...{ text: 'Тестовое напоминание', categoryId: 4, typeId: 6 },
    ...{ dateTime: '2026-11-20T09:05:00.000Z', repeat: false, flood: false },
  });
});

describe('a line that is read', () => {
  const context = {
    now: new Date('2026-11-20T09:00:00Z'),
    timeZone: 'Europe/Moscow',
    types: [{ id: 1, name: 'Напоминание' }],
    categories: [{ id: 1, name: 'Личное' }],
  };
  const saved = (line: string) =>
    payloadOfLine(readLine(line, context), suggestion(context, null, null), context);

  test('what a line wants to be told ahead is saved with it', () => {
    expect(saved('встреча завтра в 15:00, напомни за день и за час')).toMatchObject({
      text: 'Встреча',
      dateTime: '2026-11-21T12:00:00.000Z',
      preAlerts: [1440, 60],
    });
  });

  test.each([0, 14, 50])(
    'a span names the minute in which it ends: said at second %i',
    (second) => {
      const now = new Date(`2026-11-20T09:00:${String(second).padStart(2, '0')}Z`);
      const inFive = { ...context, now };
      const line = 'чай через 5 минут';
      const reading = readLine(line, inFive);
      const usual = suggestion(context, null, null);
      const [when] = chipsOf(reading, context, usual, inFive);
      const { dateTime = '' } = payloadOfLine(reading, usual, inFive) ?? {};
      expect(when?.text).toBe('Сегодня в 12:05');
      expect(saidOf(line, 'Чай', new Date(dateTime), now, 'Europe/Moscow')).toContain(when?.text);
      expect(new Date(dateTime).getTime() - now.getTime()).toBe(300_000);
    },
  );

  test.each([
    ['вт', 'Во вторник, 24 ноября'],
    ['стрижка пт', 'В пятницу, 27 ноября'],
    ['ср созвон', 'В среду, 25 ноября'],
  ])('a bare weekday is a day: «%s»', (line, day) => {
    const usual = suggestion(context, null, null);
    const chips = chipsOf(readLine(line, context), context, usual, context);
    expect(chips.map(({ text }) => text).slice(0, 2)).toEqual([day, 'Во сколько?']);
  });

  test('a line that leaves a doubt is not saved unasked', () => {
    expect(saved('завтра 12 марта в 9 врач')).toBeNull();
    expect(saved('завтра 21 ноября в 9 врач')).not.toBeNull();
  });

  test.each([
    ['тренировка [каждый вторник в 18:30, напомни за час]', 'Тренировка'],
    ['[в 9] в школу [завтра]', 'В школу'],
    ['[завтра в 9] купить хлеб [#личное]', 'Купить хлеб'],
    ['[pfdnhf d 9 regbnm vjkjrj]', 'Купить молоко'],
    ['купить хлеб', 'купить хлеб'],
  ])('what of «%s» is understood is marked where it stands', (marked, stored) => {
    const text = marked.replace(/[[\]]/g, '');
    const { timeZone } = context;
    const reading = readText({ text, openedText: '', asText: [], byHand: [], timeZone }, context);
    expect(reading.stored).toBe(stored);
    const shown = reading.used
      .toReversed()
      .reduce(
        (all, [from, to]) => `${all.slice(0, from)}[${all.slice(from, to)}]${all.slice(to)}`,
        text,
      );
    expect(shown).toBe(marked);
  });

  test('words that a field set by hand has replaced are marked no more, and stored no more', () => {
    const text = 'отчёт завтра в 9 каждый день';
    const { timeZone } = context;
    const typed = { text, openedText: '', asText: [], byHand: ['time'], timeZone } as const;
    const reading = readText(typed, context);
    expect(reading.used.map(([from, to]) => text.slice(from, to))).toEqual([
      'завтра',
      'каждый день',
    ]);
    expect(reading.stored).toBe('Отчёт');
  });
});
