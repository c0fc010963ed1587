import { suggestion } from './form';
import { chipsOf, payloadOfLine, readLine, readText, saidOf } from './line-reading';

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

test.each([0, 14, 50])('a span names the minute in which it ends: said at second %i', (second) => {
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
});

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
  expect(reading.used.map(([from, to]) => text.slice(from, to))).toEqual(['завтра', 'каждый день']);
  expect(reading.stored).toBe('Отчёт');
});
