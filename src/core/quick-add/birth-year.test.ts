import { parseQuickAdd, readMessage } from '../quick-add';
import { wallTimeToInstant } from '../time-zone';

const timeZone = 'Europe/Moscow';
const context = {
  now: wallTimeToInstant('2026-11-20T12:00', timeZone),
  timeZone,
  types: [],
  categories: [],
};

test.each([
  ['день рождения мамы 12 марта 1966 в 9', '2027-03-12T09:00', 1966, 'День рождения мамы'],
  ['ДР мамы 12.03.1966 каждый год в 10', '2027-03-12T10:00', 1966, 'ДР мамы'],
  ['день рождения Пети 3 мая 2015 года в 9', '2027-05-03T09:00', 2015, 'День рождения Пети'],
  ['Петя родился 3 мая 2015 года, в 9', '2027-05-03T09:00', 2015, 'Петя родился'],
  ['годовщина свадьбы 5 июня 2010 в 10', '2027-06-05T10:00', 2010, 'Годовщина свадьбы'],
])('«%s» comes every year from %s on, counted from %i', (line, wallTime, birthYear, text) => {
  expect(parseQuickAdd(line, context)).toMatchObject({
    outcome: 'ready',
    wallTime,
    text,
    rule: { every: 1, unit: 'YEAR', birthYear },
    doubt: null,
  });
});

test('without a time of day the year is kept while that is asked for', () => {
  const [reading] = readMessage('день рождения мамы 12 марта 1966', context);
  expect(reading).toMatchObject({
    outcome: 'needs-time',
    date: '2027-03-12',
    rule: { unit: 'YEAR', birthYear: 1966 },
  });
});

test.each([
  ['отчёт 12 марта 1966 в 9'],
  ['день рождения мамы 12 марта в 9'],
  ['день рождения мамы 12 марта 2030 в 9'],
  ['оплатить страховку 12.03.2024 каждый год в 10'],
  ['др Пушкина 06.06.1799 в 10'],
  ['юбилей завода 12.03.1725 в 9'],
  ['купить подарок на день рождения 25 ноября в 10'],
])('«%s» has no year to count from', (line) => {
  const reading = parseQuickAdd(line, context);
  const rule = 'rule' in reading ? reading.rule : null;
  expect(rule?.birthYear).toBeUndefined();
});
