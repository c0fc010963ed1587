import fc from '@/testing/fast-check';
import { zonedInstant } from '@/testing/temporal-oracle';
import { validationTexts as texts } from '@/texts/validation';
import { FLOOD_INTERVALS, REMINDER_TEXT_MAX } from './limits';
import { checkReminder, cleanText, type UncheckedReminder } from './reminder-rules';
import { instantToWallTime, wallTimeToInstant } from './time-zone';

const timeZone = 'Europe/Moscow';
/** Friday. */
const now = new Date('2026-11-20T12:00:00Z');
const NOW_WALL = '15:00';

const good: UncheckedReminder = {
  text: 'Позвонить маме',
  categoryId: 1,
  typeId: 2,
  date: '2026-11-21',
  time: '09:00',
};
const check = (change: Partial<UncheckedReminder>, at = now, zone = timeZone, graceMs = 0) =>
  checkReminder({ ...good, ...change }, { now: at, timeZone: zone, graceMs });

/** «field: message» of each fault, in order. */
const faults = (...args: Parameters<typeof check>) => {
  const result = check(...args);
  return result.ok ? [] : result.errors.map(({ field, message }) => `${field}: ${message}`);
};
const valid = (...args: Parameters<typeof check>) => {
  const result = check(...args);
  if (!result.ok) throw new Error(JSON.stringify(result.errors));
  return result.value;
};

test('what is complete is valid, and what is switched off is ignored', () => {
  const hidden = { repeatEvery: 99, repeatWeekdays: [9], repeatUntil: 'x', floodInterval: 7 };
  for (const given of [{}, { repeat: false, flood: false, ...hidden }]) {
    expect(valid(given)).toEqual({
      text: 'Позвонить маме',
      categoryId: 1,
      typeId: 2,
      dateTime: new Date('2026-11-21T06:00:00Z'),
      rule: null,
      floodInterval: null,
    });
  }
});

test('every fault is told at once, in the order of the form', () => {
  const empty: UncheckedReminder = { repeat: true, flood: true, text: ' \n ' };
  const result = checkReminder(empty, { now, timeZone });
  expect(result).toEqual({
    ok: false,
    errors: [
      { field: 'text', message: 'Заполните текст уведомления' },
      { field: 'category', message: 'Выберите категорию' },
      { field: 'type', message: 'Выберите тип уведомления' },
      { field: 'date', message: 'Выберите дату' },
      { field: 'time', message: 'Выберите время' },
      { field: 'repeatEvery', message: 'Укажите интервал повторения' },
      { field: 'repeatUnit', message: 'Выберите тип интервала' },
      { field: 'floodInterval', message: 'Выберите интервал флуда' },
    ],
  });
});

describe('the text', () => {
  test('is trimmed at its ends and kept inside', () => {
    expect(valid({ text: '  молоко\n  хлеб \n' }).text).toBe('молоко\n  хлеб');
  });

  test('may be as long as the limit, counted as an input counts them and without the trimmed ends', () => {
    expect(valid({ text: ` ${'я'.repeat(REMINDER_TEXT_MAX)} ` }).text).toHaveLength(
      REMINDER_TEXT_MAX,
    );
    expect(faults({ text: 'я'.repeat(REMINDER_TEXT_MAX + 1) })).toEqual([
      `text: ${texts.text.tooLong(REMINDER_TEXT_MAX)}`,
    ]);
    expect(faults({ text: '🎉'.repeat(REMINDER_TEXT_MAX / 2 + 1) })).toEqual([
      `text: ${texts.text.tooLong(REMINDER_TEXT_MAX)}`,
    ]);
  });

  test.each([
    '',
    '   ',
    '\n\t',
    '\u00a0',
    '\u200b\u200d',
    '\u2060\ufeff',
    '\u0000',
    '\u2800',
    '\u3164',
  ])('that shows nothing is empty: %j', (text) =>
    expect(faults({ text })).toEqual(['text: Заполните текст уведомления']),
  );

  test('loses NUL, which the database cannot hold, and what nobody sees, but no emoji', () => {
    expect(cleanText('а\u0000б\u200d👨‍👩‍👧')).toBe('аб👨‍👩‍👧');
  });
});

describe('the moment', () => {
  test.each<[string, Partial<UncheckedReminder>, string[]]>([
    ['yesterday', { date: '2026-11-19' }, ['date: Дата не может быть в прошлом']],
    [
      'a minute ago',
      { date: '2026-11-20', time: '14:59' },
      ['time: Время не может быть в прошлом'],
    ],
    ['now', { date: '2026-11-20', time: NOW_WALL }, []],
    ['a date that does not exist', { date: '2027-02-30' }, ['date: Укажите существующую дату']],
    ['no date', { date: 'завтра' }, ['date: Укажите существующую дату']],
    ['a year of five digits', { date: '12026-01-01' }, ['date: Укажите существующую дату']],
    ['2100', { date: '2100-12-31' }, []],
    ['after 2100', { date: '2101-01-01' }, ['date: Дата не может быть позже 2100 года']],
    ['year 9999', { date: '9999-12-31' }, ['date: Дата не может быть позже 2100 года']],
    ['an hour that does not exist', { time: '24:00' }, ['time: Укажите существующее время']],
    ['no time', { time: 'утром' }, ['time: Укажите существующее время']],
    [
      'a past date without time',
      { date: '2026-11-19', time: '' },
      ['date: Дата не может быть в прошлом', 'time: Выберите время'],
    ],
  ])('%s', (_, given, wanted) => {
    expect(faults(given)).toEqual(wanted);
  });

  test('belongs to the zone given, today too', () => {
    const lateInMoscow = new Date('2026-11-20T22:30:00Z');
    const today = { date: '2026-11-21', time: '02:00' };
    expect(valid(today, lateInMoscow).dateTime).toEqual(new Date('2026-11-20T23:00:00Z'));
    expect(faults({ date: '2026-11-20', time: '23:59' }, lateInMoscow)).toEqual([
      'date: Дата не может быть в прошлом',
    ]);
    expect(faults({ date: '2026-11-20', time: '23:59' }, lateInMoscow, 'Europe/Berlin')).toEqual(
      [],
    );
  });

  test('in a gap moves forward; in an hour that runs twice it is the pass still to come', () => {
    const berlin = 'Europe/Berlin';
    const inGap = { date: '2027-03-28', time: '02:30' };
    expect(valid(inGap, now, berlin).dateTime).toEqual(new Date('2027-03-28T01:30:00Z'));
    const twice = { date: '2026-10-25', time: '02:30' };
    const during = (iso: string) => valid(twice, new Date(iso), berlin).dateTime.toISOString();
    expect(during('2026-10-24T12:00:00Z')).toBe('2026-10-25T00:30:00.000Z');
    expect(during('2026-10-25T00:10:00Z')).toBe('2026-10-25T00:30:00.000Z');
    expect(during('2026-10-25T01:10:00Z')).toBe('2026-10-25T01:30:00.000Z');
    expect(faults(twice, new Date('2026-10-25T01:40:00Z'), berlin)).toEqual([
      'time: Время не может быть в прошлом',
    ]);
  });

  test('of the wire is an exact instant under the same rules', () => {
    const wire = (iso: string) => ({ date: undefined, time: undefined, dateTime: new Date(iso) });
    expect(valid(wire('2026-11-20T12:00:00.250Z')).dateTime).toEqual(
      new Date('2026-11-20T12:00:00.250Z'),
    );
    expect(faults(wire('2026-11-20T11:59:59Z'))).toEqual(['time: Время не может быть в прошлом']);
    expect(faults(wire('2026-11-19T20:59:59Z'))).toEqual(['date: Дата не может быть в прошлом']);
    expect(faults(wire('2026-11-19T21:00:00Z'))).toEqual(['time: Время не может быть в прошлом']);
    expect(faults(wire('2101-01-01T00:00:00Z'))).toEqual([
      'date: Дата не может быть позже 2100 года',
    ]);
    expect(faults(wire('never'))).toEqual(['date: Укажите существующую дату']);
    expect(faults(wire('+275760-09-13T00:00:00Z'))).toEqual([
      'date: Дата не может быть позже 2100 года',
    ]);
    expect(faults(wire('-271821-04-20T00:00:00Z'))).toHaveLength(1);
  });

  test('that passed while the request was under way is accepted within the grace, over midnight too', () => {
    const justAfterMidnight = new Date('2026-11-20T21:00:20Z');
    const beforeIt = { date: '2026-11-20', time: '23:59' };
    expect(faults(beforeIt, justAfterMidnight, timeZone, 60_000)).toEqual([
      'date: Дата не может быть в прошлом',
    ]);
    expect(faults(beforeIt, justAfterMidnight, timeZone, 90_000)).toEqual([]);
    const wire = { date: undefined, time: undefined, dateTime: new Date('2026-11-20T20:59:30Z') };
    expect(faults(wire, justAfterMidnight, timeZone, 60_000)).toEqual([]);
    expect(faults(wire, justAfterMidnight, timeZone, 40_000)).toEqual([
      'date: Дата не может быть в прошлом',
    ]);
  });

  test('is never before now, and the wall time asked for is the one that is shown', () => {
    fc.assert(
      fc.property(
        zonedInstant,
        fc.integer({ min: 0, max: 1_439 }),
        fc.integer({ min: 0, max: 3 }),
        ({ zone, epochMs }, minute, days) => {
          const at = new Date(epochMs);
          fc.pre(at.getUTCFullYear() < 2100);
          const date = instantToWallTime(new Date(epochMs + days * 86_400_000), zone).slice(0, 10);
          const time = new Date(minute * 60_000).toISOString().slice(11, 16);
          const result = check({ date, time }, at, zone);
          const first = wallTimeToInstant(`${date}T${time}`, zone);
          if (first >= at) expect(result).toMatchObject({ ok: true, value: { dateTime: first } });
          else if (result.ok) {
            expect(result.value.dateTime.getTime()).toBeGreaterThanOrEqual(epochMs);
            expect(instantToWallTime(result.value.dateTime, zone)).toBe(`${date}T${time}`);
          }
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe('the repetition', () => {
  const repeat = (change: Partial<UncheckedReminder>) => ({
    repeat: true,
    repeatEvery: 1,
    repeatUnit: 'DAY' as const,
    ...change,
  });

  test('becomes a rule without empty keys', () => {
    expect(valid(repeat({ repeatEvery: 30 })).rule).toEqual({ every: 30, unit: 'DAY' });
    expect(
      valid(repeat({ repeatUnit: 'WEEK', repeatWeekdays: [5, 1, 5], repeatUntil: '2026-11-23' }))
        .rule,
    ).toEqual({ every: 1, unit: 'WEEK', weekdays: [1, 5], until: '2026-11-23' });
    expect(valid(repeat({ repeatUnit: 'MONTH', repeatMonthly: 'LAST_DAY' })).rule).toEqual({
      every: 1,
      unit: 'MONTH',
      monthly: 'LAST_DAY',
    });
  });

  test('takes a year of birth for what comes every year', () => {
    expect(valid(repeat({ repeatUnit: 'YEAR', birthYear: 1966 })).rule).toEqual({
      every: 1,
      unit: 'YEAR',
      birthYear: 1966,
    });
    expect(valid({ ...repeat({ birthYear: 1966 }), repeat: false }).rule).toBeNull();
  });

  test('takes several times a day, hours, days of the month, a count and completion, sorted', () => {
    const rule = (change: Partial<UncheckedReminder>) => valid(repeat(change)).rule;
    expect(rule({ repeatTimes: ['21:00', '09:00'], repeatCount: 10 })).toEqual({
      every: 1,
      unit: 'DAY',
      times: ['09:00', '21:00'],
      count: 10,
    });
    const window = { from: '09:00', to: '18:00' };
    expect(rule({ repeatEveryMinutes: 15, repeatWindow: window })).toEqual({
      every: 1,
      unit: 'DAY',
      everyMinutes: 15,
      window,
    });
    expect(rule({ repeatUnit: 'MONTH', repeatMonthDays: [15, 1, 15] })).toEqual({
      every: 1,
      unit: 'MONTH',
      monthDays: [1, 15],
    });
    expect(rule({ repeatEvery: 3, repeatAfterDone: true, repeatUntil: '2027-01-01' })).toEqual({
      every: 3,
      unit: 'DAY',
      afterDone: true,
      until: '2027-01-01',
    });
    expect(rule({ repeatAfterDone: false })).toEqual({ every: 1, unit: 'DAY' });
  });

  const range = `repeatEvery: ${texts.repeat.everyRange(1, 30)}`;
  test.each<[string, Partial<UncheckedReminder>, string[]]>([
    ['no interval', { repeatEvery: undefined }, ['repeatEvery: Укажите интервал повторения']],
    ['interval 0', { repeatEvery: 0 }, [range]],
    ['interval 31', { repeatEvery: 31 }, [range]],
    ['interval 1.5', { repeatEvery: 1.5 }, [range]],
    ['interval NaN', { repeatEvery: NaN }, [range]],
    [
      'no unit',
      { repeatUnit: undefined, repeatWeekdays: [1] },
      ['repeatUnit: Выберите тип интервала'],
    ],
    [
      'weekdays of a month',
      { repeatUnit: 'MONTH', repeatWeekdays: [1] },
      [`repeatWeekdays: ${texts.repeat.weekdays}`],
    ],
    [
      'an empty set of weekdays',
      { repeatUnit: 'WEEK', repeatWeekdays: [] },
      [`repeatWeekdays: ${texts.repeat.weekdaysInvalid}`],
    ],
    [
      'an eighth weekday',
      { repeatUnit: 'WEEK', repeatWeekdays: [1, 8] },
      [`repeatWeekdays: ${texts.repeat.weekdaysInvalid}`],
    ],
    [
      'half a weekday',
      { repeatUnit: 'WEEK', repeatWeekdays: [1.5] },
      [`repeatWeekdays: ${texts.repeat.weekdaysInvalid}`],
    ],
    [
      'a monthly mode of weeks',
      { repeatUnit: 'WEEK', repeatMonthly: 'LAST_DAY' },
      [`repeatMonthly: ${texts.repeat.monthly}`],
    ],
    [
      'an end that does not exist',
      { repeatUntil: '2026-11-31' },
      [`repeatUntil: ${texts.repeat.untilInvalid}`],
    ],
    ['an empty end', { repeatUntil: '' }, [`repeatUntil: ${texts.repeat.untilInvalid}`]],
    [
      'an end before the beginning',
      { repeatUntil: '2026-11-20' },
      [`repeatUntil: ${texts.repeat.untilBeforeStart}`],
    ],
    [
      'days of the month of weeks',
      { repeatUnit: 'WEEK', repeatMonthDays: [1] },
      [`repeatMonthDays: ${texts.repeat.monthDays}`],
    ],
    [
      'a 32nd of the month',
      { repeatUnit: 'MONTH', repeatMonthDays: [1, 32] },
      [`repeatMonthDays: ${texts.repeat.monthDaysInvalid}`],
    ],
    [
      'no day of the month',
      { repeatUnit: 'MONTH', repeatMonthDays: [] },
      [`repeatMonthDays: ${texts.repeat.monthDaysInvalid}`],
    ],
    [
      'days of the month beside its last day',
      { repeatUnit: 'MONTH', repeatMonthDays: [1], repeatMonthly: 'LAST_DAY' },
      [`repeatMonthDays: ${texts.repeat.monthDaysOrMonthly}`],
    ],
    ['one time', { repeatTimes: ['09:00'] }, [`repeatTimes: ${texts.repeat.timesFew}`]],
    [
      'a time twice',
      { repeatTimes: ['09:00', '12:00', '09:00'] },
      [`repeatTimes: ${texts.repeat.timesDoubled}`],
    ],
    [
      'a time that does not exist',
      { repeatTimes: ['09:00', '24:00'] },
      [`repeatTimes: ${texts.time.invalid}`],
    ],
    [
      '49 times',
      {
        repeatTimes: Array.from({ length: 49 }, (_, i) =>
          new Date(i * 900_000).toISOString().slice(11, 16),
        ),
      },
      [`repeatTimes: ${texts.repeat.tooManyADay(48)}`],
    ],
    [
      'every 14 minutes',
      { repeatEveryMinutes: 14 },
      [`repeatEveryMinutes: ${texts.repeat.minutesRange(15)}`],
    ],
    [
      'every 24 hours within a day',
      { repeatEveryMinutes: 1_440 },
      [`repeatEveryMinutes: ${texts.repeat.minutesRange(15)}`],
    ],
    [
      'no number of minutes',
      { repeatEveryMinutes: NaN },
      [`repeatEveryMinutes: ${texts.repeat.minutesRange(15)}`],
    ],
    ['every half hour round the clock', { repeatEveryMinutes: 30 }, []],
    [
      'every 29 minutes round the clock',
      { repeatEveryMinutes: 29 },
      [`repeatEveryMinutes: ${texts.repeat.tooManyADay(48)}`],
    ],
    [
      '49 times within hours',
      { repeatEveryMinutes: 15, repeatWindow: { from: '09:00', to: '21:00' } },
      [`repeatEveryMinutes: ${texts.repeat.tooManyADay(48)}`],
    ],
    [
      'minutes beside times',
      { repeatEveryMinutes: 60, repeatTimes: ['09:00', '21:00'] },
      [`repeatEveryMinutes: ${texts.repeat.timesOrMinutes}`],
    ],
    [
      'hours without minutes',
      { repeatWindow: { from: '09:00', to: '18:00' } },
      [`repeatWindow: ${texts.repeat.windowAlone}`],
    ],
    [
      'hours over midnight',
      { repeatEveryMinutes: 60, repeatWindow: { from: '22:00', to: '06:00' } },
      [`repeatWindow: ${texts.repeat.windowOrder}`],
    ],
    [
      'hours that do not exist',
      { repeatEveryMinutes: 60, repeatWindow: { from: '9', to: '18:00' } },
      [`repeatWindow: ${texts.time.invalid}`],
    ],
    ['no repetition', { repeatCount: 0 }, [`repeatCount: ${texts.repeat.countRange(1_000)}`]],
    [
      '1001 repetitions',
      { repeatCount: 1_001 },
      [`repeatCount: ${texts.repeat.countRange(1_000)}`],
    ],
    [
      'a year of birth without years',
      { birthYear: 1966 },
      [`birthYear: ${texts.repeat.birthYear}`],
    ],
    ...[1_849, 2_027, 1_966.5, Number.NaN].map(
      (birthYear): [string, Partial<UncheckedReminder>, string[]] => [
        `the year of birth ${birthYear}`,
        { repeatUnit: 'YEAR', birthYear },
        [`birthYear: ${texts.repeat.birthYearRange(1_850, 2_026)}`],
      ],
    ),
    [
      'several times a day after completion',
      { repeatAfterDone: true, repeatTimes: ['09:00', '21:00'] },
      [`repeatAfterDone: ${texts.repeat.afterDone}`],
    ],
    [
      'a count of completions',
      { repeatAfterDone: true, repeatCount: 3 },
      [`repeatAfterDone: ${texts.repeat.afterDone}`],
    ],
    ['an end on the first day', { repeatUntil: '2026-11-21' }, []],
    [
      'an end before the first weekday',
      { repeatUnit: 'WEEK', repeatWeekdays: [1], repeatUntil: '2026-11-22' },
      [`repeatUntil: ${texts.repeat.untilBeforeStart}`],
    ],
    [
      'an end before the last day of the month',
      { repeatUnit: 'MONTH', repeatMonthly: 'LAST_DAY', repeatUntil: '2026-11-29' },
      [`repeatUntil: ${texts.repeat.untilBeforeStart}`],
    ],
  ])('%s', (_, change, wanted) => {
    expect(faults(repeat(change))).toEqual(wanted);
  });
});

test.each([...FLOOD_INTERVALS])('flood may come every %i minutes', (floodInterval) => {
  expect(valid({ flood: true, floodInterval }).floodInterval).toBe(floodInterval);
});

describe('what is told ahead', () => {
  test('is kept without doubles, the earliest first; where nothing is said of it, nothing is', () => {
    expect(valid({ preAlerts: [120, 10_080, 1_440, 120] }).preAlerts).toEqual([10_080, 1_440, 120]);
    expect(valid({ preAlerts: [] }).preAlerts).toEqual([]);
    expect(valid({}).preAlerts).toBeUndefined();
  });

  const often = {
    repeat: true,
    repeatEvery: 1,
    repeatUnit: 'DAY' as const,
    repeatEveryMinutes: 60,
  };
  test.each<[string, Partial<UncheckedReminder>, string]>([
    ['six', { preAlerts: [1, 2, 3, 4, 5, 6] }, texts.preAlerts.tooMany(5)],
    ['no minutes ahead', { preAlerts: [0] }, texts.preAlerts.range],
    ['half a minute', { preAlerts: [0.5] }, texts.preAlerts.range],
    ['no number', { preAlerts: [NaN] }, texts.preAlerts.range],
    ['two years', { preAlerts: [2 * 366 * 1_440] }, texts.preAlerts.range],
    ['more messages a day than 48', { ...often, preAlerts: [10, 5] }, texts.repeat.tooManyADay(48)],
  ])('%s is refused', (_, given, message) => {
    expect(faults(given)).toEqual([`preAlerts: ${message}`]);
  });
});

test.each([undefined, 0, 1, 7, -5, 1440, NaN])(
  'flood may not come every %p minutes',
  (floodInterval) => {
    expect(faults({ flood: true, floodInterval })).toEqual([
      'floodInterval: Выберите интервал флуда',
    ]);
  },
);
