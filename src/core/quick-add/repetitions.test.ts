import fc from '@/testing/fast-check';
import { readMessage } from '../quick-add';
import { wallTimeToInstant } from '../time-zone';

/** What a line says of a repetition is in the rule that is stored, or is asked about. */

const read = (line: string, timeZone = 'Europe/Moscow') => {
  const now = wallTimeToInstant('2026-11-20T12:00', timeZone);
  return readMessage(line, { now, timeZone, types: [], categories: [] });
};
const each = (rules: readonly string[], said: readonly string[]) =>
  rules.flatMap((rule) => said.map((words) => [rule, words] as const));

test.each([
  ...each(
    ['каждый месяц', 'ежеквартально', 'каждые 2 месяца'],
    ['до 10 числа', 'до 25-го числа', 'с 20 по 25 число', '15-20 числа', 'до пятницы'],
  ),
  ...each(['каждый год', 'ежегодно'], ['до 30 апреля', 'с 1 по 15 мая', 'до 10 числа']),
  ...each(['каждую неделю', 'каждый вторник', 'раз в две недели'], ['до пятницы']),
])('«%s %s» is not over with the first of these days: it is asked about', (rule, bound) => {
  const [reading] = read(`${rule} ${bound} в 10 сдать отчёт`);
  expect(reading).toMatchObject({ outcome: 'ready', doubt: { kind: 'unclear', phrase: bound } });
  expect(reading).not.toHaveProperty('rule.until');
});

test.each([
  ['каждый день до пятницы', '2026-11-27'],
  ['каждый день до 10 числа', '2026-12-10'],
  ['каждый день с 5 по 15 число', '2026-12-15'],
  ['5-15 числа каждый день', '2026-12-15'],
  ['каждую неделю до 10 января', '2027-01-10'],
  ['каждый месяц до 10 января', '2027-01-10'],
  ['каждый месяц 5 числа до конца года', '2026-12-31'],
  ['каждый год до 1 марта 2030 года', '2030-03-01'],
])('«%s» has an end', (line, until) => {
  expect(read(`${line} в 10 отчёт`)).toMatchObject([{ doubt: null, rule: { until } }]);
});

test('«и так до конца года» is no part of the text', () => {
  const [reading] = read('зарядка каждый день в 9, и так до конца года');
  expect(reading).toMatchObject({ text: 'Зарядка', rule: { until: '2026-12-31' } });
});

test('«с 5 по 15 число» begins on the fifth', () => {
  expect(read('с 5 по 15 число каждый день в 9 пить железо')).toMatchObject([
    { wallTime: '2026-12-05T09:00', rule: { until: '2026-12-15' }, text: 'Пить железо' },
  ]);
});

const morning = fc.integer({ min: 7, max: 11 });
const later = fc.integer({ min: 13, max: 23 });
const clock = (hour: number) => `${String(hour).padStart(2, '0')}:00`;
/** Each looks like the plural behind a number. */
const nouns = 'инсулин сироп ибупрофен парацетамол глицин эутирокс корм полив автобус линзы'.split(
  ' ',
);

test('no hour of a list is lost to the noun behind it', () => {
  fc.assert(
    fc.property(morning, later, fc.constantFrom(...nouns), (first, second, noun) => {
      const times = [clock(first), clock(second)];
      const text = noun.charAt(0).toUpperCase() + noun.slice(1);
      const [reading] = read(`каждый день в ${first} и ${second} ${noun}`);
      expect(reading).toMatchObject({ doubt: null, rule: { times }, text });
      const [asked] = read(`в ${first} и ${second} ${noun} каждый день`);
      expect(asked).toMatchObject({ rule: { times }, text });
    }),
  );
});

test.each([
  ['в 6 и 18', ['06:00', '18:00']],
  ['в 2, 10 и 18', ['02:00', '10:00', '18:00']],
  ['в 6, 14 и 22', ['06:00', '14:00', '22:00']],
  ['в 9 и 3', ['09:00', '15:00']],
  ['в 14 и 6', ['14:00', '18:00']],
])('«%s» are hours of a clock, if the last is one', (hours, times) => {
  expect(read(`каждый день ${hours} капли`)).toMatchObject([{ doubt: null, rule: { times } }]);
});

test('a number that clearly counts what follows is no hour of a list', () => {
  const counted = fc.constantFrom('отжиманий', 'кругов', 'яиц', 'страниц', 'раз', 'минут йоги');
  const many = fc.integer({ min: 13, max: 20 });
  fc.assert(
    fc.property(morning, many, counted, (hour, count, noun) => {
      const [reading] = read(`каждый день в ${hour} и ${count} ${noun}`);
      expect(reading).toMatchObject({ wallTime: `2026-11-21T${clock(hour)}` });
      expect(reading).not.toHaveProperty('rule.times');
    }),
  );
});

test.each(['в 8 14 20', 'в 8 12 и 18', 'в 8 12, 18', 'в 8 12 16 20'])(
  '«%s» may be hours, or minutes of the first: it is asked about',
  (hours) => {
    expect(read(`каждый день ${hours} капать`)).toMatchObject([{ doubt: { kind: 'unclear' } }]);
  },
);

test.each([
  ['в 8 30 и 20', ['08:30', '20:00']],
  ['в 8 15 и 20 15', ['08:15', '20:15']],
  ['в 8 00 и 20 00', ['08:00', '20:00']],
  ['в 8 15 и 20:15', ['08:15', '20:15']],
])('«%s» leaves nothing to ask', (hours, times) => {
  expect(read(`каждый день ${hours} капать`)).toMatchObject([{ doubt: null, rule: { times } }]);
});

test('«к 5 числу» is a day, never an hour', () => {
  const said = fc.constantFrom('к % числу', 'до % числа', 'перед % числом', '% числа');
  fc.assert(
    fc.property(said, fc.integer({ min: 1, max: 28 }), (words, day) => {
      const line = `${words.replace('%', String(day))} подготовить отчёт в 18:00`;
      const date = new RegExp(`-${String(day).padStart(2, '0')}T18:00$`);
      expect(read(line)).toMatchObject([{ wallTime: expect.stringMatching(date) }]);
    }),
  );
});

test('an interval that comes at other hours every day is asked about, unless it is of a part of the day', () => {
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 23 }), (hours) => {
      const every = read(`каждые ${hours} час${hours < 5 || hours > 20 ? 'а' : 'ов'} капли`);
      const isSteady = 24 % hours === 0;
      expect(every).toMatchObject([{ doubt: isSteady ? null : { kind: 'unclear' } }]);
      expect(read(`каждые ${hours} часов с 9 до 18 капли`)).toMatchObject([{ doubt: null }]);
    }),
  );
});

test.each([
  ['завтра каждые 3 часа', 'завтра'],
  ['25 ноября каждые 2 часа с 9 до 21', '25 ноября'],
  ['в понедельник каждый час с 9 до 18', 'в понедельник'],
  ['каждый час утром', 'каждый час'],
  ['каждые 2 часа вечером', 'каждые 2 часа'],
  ['каждое утро каждые 30 минут', 'каждые 30 минут'],
])('whether «%s» goes on for ever, and at night, is asked', (line, phrase) => {
  expect(read(`${line} капать в нос`)).toMatchObject([{ doubt: { kind: 'unclear', phrase } }]);
});

test.each([
  'каждый час с 9 до 18',
  'с завтрашнего дня каждые 3 часа',
  'каждые 3 часа с 25 ноября по 1 декабря',
  'каждый понедельник каждый час с 9 до 18',
  'каждый час в рабочее время',
])('«%s» leaves nothing to ask', (line) => {
  expect(read(`${line} капать`)).toMatchObject([{ outcome: 'ready', doubt: null }]);
});

test.each(
  each(
    ['каждую субботу', 'по пятницам', 'каждое 5 число', 'каждый год 31 декабря'],
    ['в 24:00', 'в полночь', 'в 12 ночи'],
  ),
)('whether «%s %s» begins or ends that day is asked', (rule, midnight) => {
  expect(read(`${rule} ${midnight} салют`)).toMatchObject([
    { doubt: { kind: 'unclear', phrase: midnight } },
  ]);
});

test.each(['каждый день в полночь', 'каждую субботу в 00:00', 'в субботу в 24:00'])(
  '«%s» is one midnight',
  (line) => {
    expect(read(`${line} салют`)).toMatchObject([{ outcome: 'ready', doubt: null }]);
  },
);

const doubted = { kind: 'unclear', phrase: 'по москве' };
test.each([
  ['Asia/Novosibirsk', null],
  ['Europe/Moscow', null],
  ['Europe/Berlin', doubted],
  ['America/New_York', doubted],
])('in %s a repetition «по москве» is asked about if its hour changes: %j', (zone, doubt) => {
  const outcome = 'ready';
  expect(read('каждый вторник в 15 по москве созвон', zone)).toMatchObject([{ outcome, doubt }]);
  expect(read('завтра в 15 по москве созвон', zone)).toMatchObject([{ outcome, doubt: null }]);
});

test.each([
  ['первый и третий понедельник месяца в 10 совещание', 'первый и третий'],
  ['в первую и последнюю пятницу месяца в 10 отчёт', 'первую и последнюю'],
  ['второй и четвёртый вторник каждого месяца в 18 хор', 'второй и четвёртый'],
  ['каждую зиму 1 декабря в 10 менять резину', 'каждую зиму'],
  ['1 июня в 10 дача каждое лето', 'каждое лето'],
])('of «%s» nothing that repeats is left in the title unasked', (line, phrase) => {
  expect(read(line)).toMatchObject([{ doubt: { kind: 'unclear', phrase } }]);
});

test.each([
  ['каждый день пить антибиотик 10 дней', 10],
  ['пить антибиотик 10 дней подряд', 10],
  ['каждый день пить антибиотик в течение двух недель', 14],
])('«%s» is so many days from the first one on, whatever its hour will be', (line, count) => {
  expect(read(line)).toMatchObject([{ outcome: 'needs-time', rule: { count } }]);
});

test.each([
  ['по будням до пятницы в 10 отчёт', { rule: { until: '2026-11-27' } }],
  ['по будням в 1 и 18:30 обед', { rule: { times: ['13:00', '18:30'] } }],
  ['завтра в 10 численные методы', { wallTime: '2026-11-21T10:00', text: 'Численные методы' }],
  ['завтра в 9 15 301 кабинет', { wallTime: '2026-11-21T09:15', text: '301 кабинет' }],
  ['завтра в 10 15 и 25 яиц', { wallTime: '2026-11-21T10:15' }],
  ['каждую неделю в полночь отчёт', { wallTime: '2026-11-21T00:00' }],
])('«%s» leaves nothing to ask: %j', (line, reading) => {
  expect(read(line)).toMatchObject([{ outcome: 'ready', doubt: null, ...reading }]);
});

test('a day that a start of months names is of the first month that is said', () => {
  expect(read('с марта каждый месяц 29 числа в 10 кредит')).toMatchObject([
    { doubt: null, wallTime: '2027-03-29T10:00' },
  ]);
});

test.each(['каждый день в 10 и 22 отжимания', 'каждый день в 8 и 22 звонка'])(
  'a number that may count what follows is asked about: «%s»',
  (line) => {
    expect(read(line)).toMatchObject([{ doubt: { kind: 'unclear' } }]);
  },
);

test('more days than a repetition may count end on a date', () => {
  const [reading] = read('каждый день в 9 лекарство 1500 дней');
  expect(reading).not.toHaveProperty('rule.count');
});
