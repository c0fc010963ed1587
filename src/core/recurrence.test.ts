import fc from '@/testing/fast-check';
import { endlessRule, endlessSeries, occurrencesAround } from '@/testing/recurrence-oracle';
import { plainAt, zonedInstant } from '@/testing/temporal-oracle';
import {
  ageOn,
  firstOccurrence,
  latestOccurrence,
  type MONTHLY_MODES,
  nextOccurrence,
  type RecurrenceRule,
  type Schedule,
  scheduleAfterDone,
  scheduleAt,
  upcomingOccurrences,
} from './recurrence';
import * as timeZone from './time-zone';

const runs = { numRuns: 300 };

/**
 * A schedule and an instant to ask about. The time of day is often one that the clocks of the zone
 * skip or repeat near that instant; the anchor lies a few occurrences or many decades before it.
 */
const asked: fc.Arbitrary<{ schedule: Schedule; at: Date }> = fc
  .record({
    moment: zonedInstant,
    rule: endlessSeries,
    daysBefore: fc.oneof(fc.integer({ min: -3, max: 800 }), fc.integer({ min: 0, max: 47_000 })),
    date: fc.option(fc.constantFrom('01-31', '02-28', '02-29', '12-31'), { nil: undefined }),
    untilDays: fc.option(fc.integer({ min: -40, max: 400 }), { nil: undefined }),
    count: fc.option(fc.integer({ min: 1, max: 60 }), { nil: undefined, freq: 3 }),
    nudge: fc.integer({ min: -50, max: 50 }),
  })
  .map(({ moment: { zone, epochMs }, rule, daysBefore, date, untilDays, count, nudge }) => {
    const now = plainAt(epochMs, zone).round('minute');
    let first = now.subtract({ days: daysBefore });
    if (date) first = first.with({ month: Number(date.slice(0, 2)), day: Number(date.slice(3)) });
    const until =
      untilDays === undefined
        ? {}
        : { until: now.add({ days: untilDays }).toPlainDate().toString() };
    return {
      schedule: {
        firstWallTime: first.toString({ smallestUnit: 'minute' }),
        timeZone: zone,
        rule: { ...rule, ...until, ...(count !== undefined && { count }) },
      },
      at: new Date(epochMs + nudge * 3_600_000),
    };
  });

const iso = (instants: readonly Date[]) => instants.map((instant) => instant.toISOString());

test('the next occurrences are those that Temporal gives, by every rule, through gaps and overlaps', () => {
  fc.assert(
    fc.property(asked, ({ schedule, at }) => {
      const wanted = occurrencesAround(schedule, at, 7).filter((instant) => instant > at);
      expect(iso(upcomingOccurrences(schedule, at, 3))).toEqual(iso(wanted.slice(0, 3)));
    }),
    runs,
  );
});

test('the latest occurrence is the one that Temporal gives', () => {
  fc.assert(
    fc.property(asked, fc.integer({ min: 0, max: 40 }), ({ schedule, at }, more) => {
      // From a date of the rule that surely has come, up to a few occurrences later.
      const known = occurrencesAround(schedule, at, 8);
      const notAfter = new Date((known[more % 6] ?? at).getTime() + (more % 3) * 7_200_000);
      const wanted = known.findLast((instant) => instant <= notAfter);
      if (wanted)
        expect(latestOccurrence(schedule, notAfter)?.toISOString()).toBe(wanted.toISOString());
    }),
    runs,
  );
});

test('next and latest agree: nothing lies between an instant and the next occurrence', () => {
  fc.assert(
    fc.property(asked, ({ schedule, at }) => {
      const next = nextOccurrence(schedule, at);
      const latest = latestOccurrence(schedule, at);
      if (next) {
        expect(next.getTime()).toBeGreaterThan(at.getTime());
        expect(latestOccurrence(schedule, next)).toEqual(next);
        expect(latestOccurrence(schedule, new Date(next.getTime() - 1))).toEqual(latest);
      }
      if (latest) {
        expect(latest.getTime()).toBeLessThanOrEqual(at.getTime());
        expect(nextOccurrence(schedule, latest)).toEqual(next);
        expect(nextOccurrence(schedule, new Date(latest.getTime() - 1))).toEqual(latest);
      } else if (next) expect(next).toEqual(firstOccurrence(schedule));
    }),
    runs,
  );
});

test('a series begins at its exact instant, in the second pass of an overlap too', () => {
  fc.assert(
    fc.property(zonedInstant, endlessRule, ({ zone, epochMs }, rule) => {
      const instant = new Date(epochMs);
      const schedule = scheduleAt(instant, rule, zone);
      expect(firstOccurrence(scheduleAt(instant, null, zone))).toEqual(instant);
      const isOnAnyDay = rule.monthly === undefined || rule.monthly === 'NTH_WEEKDAY';
      if (!rule.weekdays && isOnAnyDay) {
        expect(firstOccurrence(schedule)).toEqual(instant);
      }
      const next = nextOccurrence(schedule, instant);
      expect(next && next > instant).toBe(true);
    }),
    runs,
  );
});

test('a one-shot occurs once', () => {
  fc.assert(
    fc.property(zonedInstant, fc.integer(), ({ zone, epochMs }, distance) => {
      const instant = new Date(epochMs);
      const schedule = scheduleAt(instant, null, zone);
      const at = new Date(epochMs + distance);
      expect(nextOccurrence(schedule, at)).toEqual(distance < 0 ? instant : null);
      expect(latestOccurrence(schedule, at)).toEqual(distance < 0 ? null : instant);
    }),
  );
});

const schedule = (
  firstWallTime: string,
  rule: RecurrenceRule,
  timeZone = 'Europe/Moscow',
): Schedule => ({ firstWallTime, timeZone, rule });

/** Local wall times of the first occurrences. */
const wallTimes = (series: Schedule, count: number) => {
  const first = firstOccurrence(series);
  return first
    ? [first, ...upcomingOccurrences(series, first, count - 1)].map((instant) =>
        timeZone.instantToWallTime(instant, series.timeZone),
      )
    : [];
};
const dates = (series: Schedule, count: number) =>
  wallTimes(series, count).map((wall) => wall.slice(0, 10));

describe('the calendar as people expect it', () => {
  test('31 January monthly comes at each month end and goes back to the 31st', () => {
    expect(dates(schedule('2027-01-31T09:00', { every: 1, unit: 'MONTH' }), 5)).toEqual([
      '2027-01-31',
      '2027-02-28',
      '2027-03-31',
      '2027-04-30',
      '2027-05-31',
    ]);
  });

  test('29 February yearly comes on the 28th and returns in leap years', () => {
    expect(dates(schedule('2024-02-29T09:00', { every: 1, unit: 'YEAR' }), 5)).toEqual([
      '2024-02-29',
      '2025-02-28',
      '2026-02-28',
      '2027-02-28',
      '2028-02-29',
    ]);
  });

  test('09:00 stays 09:00 across the changes of clocks', () => {
    const series = schedule('2026-03-27T09:00', { every: 1, unit: 'DAY' }, 'Europe/Berlin');
    expect(new Set(wallTimes(series, 300).map((wall) => wall.slice(11)))).toEqual(
      new Set(['09:00']),
    );
  });

  test('a time in a gap moves forward on that day only', () => {
    const series = schedule('2026-03-28T02:30', { every: 1, unit: 'DAY' }, 'Europe/Berlin');
    expect(wallTimes(series, 3)).toEqual([
      '2026-03-28T02:30',
      '2026-03-29T03:30',
      '2026-03-30T02:30',
    ]);
  });

  test('a time that comes twice is sent once, at the first', () => {
    const series = schedule('2026-10-24T02:30', { every: 1, unit: 'DAY' }, 'Europe/Berlin');
    expect(iso(upcomingOccurrences(series, new Date('2026-10-24T12:00Z'), 2))).toEqual([
      '2026-10-25T00:30:00.000Z',
      '2026-10-26T01:30:00.000Z',
    ]);
  });

  test('a day that the zone skipped falls on the next one, and neither is lost or doubled', () => {
    const series = schedule('2011-12-28T09:00', { every: 1, unit: 'DAY' }, 'Pacific/Apia');
    expect(wallTimes(series, 4)).toEqual([
      '2011-12-28T09:00',
      '2011-12-29T09:00',
      '2011-12-31T09:00',
      '2012-01-01T09:00',
    ]);
    const onlySkipped = schedule('2011-12-30T09:00', { every: 1, unit: 'YEAR' }, 'Pacific/Apia');
    expect(wallTimes(onlySkipped, 2)).toEqual(['2011-12-31T09:00', '2012-12-30T09:00']);
  });

  test('weekday sets count weeks from the Monday of the first one', () => {
    const workdays = { every: 1, unit: 'WEEK', weekdays: [1, 2, 3, 4, 5] } as const;
    expect(dates(schedule('2026-11-21T08:30', workdays), 6)).toEqual([
      '2026-11-23',
      '2026-11-24',
      '2026-11-25',
      '2026-11-26',
      '2026-11-27',
      '2026-11-30',
    ]);
    const everyOther = { every: 2, unit: 'WEEK', weekdays: [1, 3, 5] } as const;
    expect(dates(schedule('2026-11-18T08:30', everyOther), 5)).toEqual([
      '2026-11-18',
      '2026-11-20',
      '2026-11-30',
      '2026-12-02',
      '2026-12-04',
    ]);
  });

  test('the last day, the second Tuesday, a fifth Friday, the last Monday of the month', () => {
    const monthly = (first: string, mode: (typeof MONTHLY_MODES)[number]) =>
      dates(schedule(`${first}T10:00`, { every: 1, unit: 'MONTH', monthly: mode }), 3);
    expect(monthly('2028-01-15', 'LAST_DAY')).toEqual(['2028-01-31', '2028-02-29', '2028-03-31']);
    expect(monthly('2026-11-10', 'NTH_WEEKDAY')).toEqual([
      '2026-11-10',
      '2026-12-08',
      '2027-01-12',
    ]);
    expect(monthly('2026-10-30', 'NTH_WEEKDAY')).toEqual([
      '2026-10-30',
      '2026-11-27',
      '2026-12-25',
    ]);
    expect(monthly('2026-11-02', 'LAST_WEEKDAY')).toEqual([
      '2026-11-30',
      '2026-12-28',
      '2027-01-25',
    ]);
  });

  test('the first and the last working day of the month, whatever days it begins and ends with', () => {
    const monthly = (first: string, mode: (typeof MONTHLY_MODES)[number]) =>
      dates(schedule(`${first}T10:00`, { every: 1, unit: 'MONTH', monthly: mode }), 4);
    expect(monthly('2026-07-02', 'FIRST_WORKDAY')).toEqual([
      '2026-08-03',
      '2026-09-01',
      '2026-10-01',
      '2026-11-02',
    ]);
    expect(monthly('2027-01-01', 'FIRST_WORKDAY')[0]).toBe('2027-01-01');
    expect(monthly('2026-10-31', 'LAST_WORKDAY')).toEqual([
      '2026-11-30',
      '2026-12-31',
      '2027-01-29',
      '2027-02-26',
    ]);
  });

  test('the end date is the last on which an occurrence may fall', () => {
    const daily = { every: 1, unit: 'DAY' } as const;
    const ending = (until: string) => dates(schedule('2026-11-20T23:30', { ...daily, until }), 9);
    expect(ending('2026-11-22')).toEqual(['2026-11-20', '2026-11-21', '2026-11-22']);
    expect(ending('2026-11-20')).toEqual(['2026-11-20']);
    expect(ending('2026-11-19')).toEqual([]);
    const mondays = schedule('2026-11-20T09:00', {
      every: 1,
      unit: 'WEEK',
      weekdays: [1],
      until: '2026-11-22',
    });
    expect(firstOccurrence(mondays)).toBeNull();
    expect(latestOccurrence(mondays, new Date('2030-01-01'))).toBeNull();
  });
});

describe('several times a day', () => {
  const daily = { every: 1, unit: 'DAY' } as const;

  test('each time of each day is an occurrence, from the first wall time on', () => {
    const series = schedule('2026-11-20T14:00', { ...daily, times: ['08:00', '14:00', '20:00'] });
    expect(wallTimes(series, 5)).toEqual([
      '2026-11-20T14:00',
      '2026-11-20T20:00',
      '2026-11-21T08:00',
      '2026-11-21T14:00',
      '2026-11-21T20:00',
    ]);
  });

  test('every four hours go round the clock; within hours they count from the first of these', () => {
    const roundTheClock = schedule('2026-11-20T10:00', { ...daily, everyMinutes: 240 });
    expect(wallTimes(roundTheClock, 6)).toEqual([
      '2026-11-20T10:00',
      '2026-11-20T14:00',
      '2026-11-20T18:00',
      '2026-11-20T22:00',
      '2026-11-21T02:00',
      '2026-11-21T06:00',
    ]);
    const window = { from: '09:00', to: '18:00' };
    const within = schedule('2026-11-20T15:30', { ...daily, everyMinutes: 180, window });
    expect(wallTimes(within, 5)).toEqual([
      '2026-11-20T18:00',
      '2026-11-21T09:00',
      '2026-11-21T12:00',
      '2026-11-21T15:00',
      '2026-11-21T18:00',
    ]);
  });

  test('a gap moves a time past another one: both come, in their new order, and never twice', () => {
    const times = ['02:00', '02:30', '03:00', '03:15'];
    const series = schedule('2027-03-28T00:30', { ...daily, times }, 'Europe/Berlin');
    expect(wallTimes(series, 4)).toEqual([
      '2027-03-28T03:00',
      '2027-03-28T03:15',
      '2027-03-28T03:30',
      '2027-03-29T02:00',
    ]);
  });

  test('in an overlap each time comes once, at the first', () => {
    const series = schedule(
      '2026-10-25T01:30',
      { ...daily, everyMinutes: 30, window: { from: '01:30', to: '03:30' } },
      'Europe/Berlin',
    );
    const first = firstOccurrence(series);
    expect(first && iso([first, ...upcomingOccurrences(series, first, 4)])).toEqual([
      '2026-10-24T23:30:00.000Z',
      '2026-10-25T00:00:00.000Z',
      '2026-10-25T00:30:00.000Z',
      '2026-10-25T02:00:00.000Z',
      '2026-10-25T02:30:00.000Z',
    ]);
  });
});

test('days of the month: a short month gives its last day, once', () => {
  const series = schedule('2027-01-15T09:00', {
    every: 1,
    unit: 'MONTH',
    monthDays: [1, 30, 31],
  });
  expect(dates(series, 7)).toEqual([
    '2027-01-30',
    '2027-01-31',
    '2027-02-01',
    '2027-02-28',
    '2027-03-01',
    '2027-03-30',
    '2027-03-31',
  ]);
});

test('a count ends a series after so many occurrences, or its date does, whichever comes first', () => {
  const twiceADay = { every: 1, unit: 'DAY', times: ['09:00', '21:00'] } as const;
  const ending = (end: Partial<RecurrenceRule>) =>
    wallTimes(schedule('2026-11-20T21:00', { ...twiceADay, ...end }), 9);
  expect(ending({ count: 3 })).toEqual([
    '2026-11-20T21:00',
    '2026-11-21T09:00',
    '2026-11-21T21:00',
  ]);
  expect(ending({ count: 3, until: '2026-11-20' })).toEqual(['2026-11-20T21:00']);
  expect(ending({ count: 1, until: '2026-12-20' })).toEqual(['2026-11-20T21:00']);
  const monthEnds = schedule('2027-02-28T09:00', {
    every: 1,
    unit: 'MONTH',
    monthDays: [28, 31],
    count: 4,
  });
  expect(dates(monthEnds, 9)).toEqual(['2027-02-28', '2027-03-28', '2027-03-31', '2027-04-28']);
});

describe('after completion', () => {
  const after = (rule: Partial<RecurrenceRule>, done: string, first = '2026-11-20T09:00') =>
    scheduleAfterDone(
      schedule(first, { every: 3, unit: 'DAY', afterDone: true, ...rule }),
      new Date(done),
    )?.firstWallTime ?? null;

  test('there is one occurrence until it is done', () => {
    const series = schedule('2026-11-20T09:00', { every: 3, unit: 'DAY', afterDone: true });
    expect(wallTimes(series, 5)).toEqual(['2026-11-20T09:00']);
  });

  test('the next date counts from the day of «Готово» in the zone, at the same time of day', () => {
    expect(after({}, '2026-11-25T20:59:00Z')).toBe('2026-11-28T09:00');
    expect(after({}, '2026-11-25T21:01:00Z')).toBe('2026-11-29T09:00');
    expect(after({ every: 1 }, '2026-11-19T12:00:00Z')).toBe('2026-11-20T09:00');
    expect(after({ every: 1, unit: 'MONTH' }, '2027-01-31T12:00:00Z')).toBe('2027-02-28T09:00');
    expect(after({}, '2026-11-25T12:00:00Z', '2026-11-20T09:00:30.500')).toBe(
      '2026-11-28T09:00:30.500',
    );
  });

  test('nothing follows behind the end', () => {
    expect(after({ until: '2026-11-27' }, '2026-11-25T12:00:00Z')).toBeNull();
    expect(after({ until: '2026-11-28' }, '2026-11-25T12:00:00Z')).toBe('2026-11-28T09:00');
  });
});

describe('constant time', () => {
  /** How often the rules of a zone are asked: all other work is a fixed number of additions. */
  const conversions = (work: () => unknown): number => {
    const original = Object.getOwnPropertyDescriptor(Intl.DateTimeFormat.prototype, 'format');
    if (!original) throw new Error('no format');
    let count = 0;
    Object.defineProperty(Intl.DateTimeFormat.prototype, 'format', {
      ...original,
      get(): unknown {
        count += 1;
        return original.get?.call(this);
      },
    });
    work();
    Object.defineProperty(Intl.DateTimeFormat.prototype, 'format', original);
    return count;
  };
  const rules: RecurrenceRule[] = [
    { every: 1, unit: 'DAY' },
    { every: 30, unit: 'DAY' },
    { every: 1, unit: 'WEEK', weekdays: [1, 2, 3, 4, 5, 6, 7] },
    { every: 3, unit: 'WEEK', weekdays: [2, 6] },
    { every: 1, unit: 'MONTH' },
    { every: 7, unit: 'MONTH', monthly: 'NTH_WEEKDAY' },
    { every: 1, unit: 'YEAR' },
  ];

  test.each(rules)(
    'an anchor of a thousand years ago costs no more than a recent one: %j',
    (rule) => {
      const at = new Date('2026-11-20T12:00:00Z');
      for (const find of [nextOccurrence, latestOccurrence]) {
        for (const anchor of ['2026-10-01T12:00', '1970-01-01T12:00', '0950-02-28T12:00']) {
          const series = schedule(anchor, rule, 'Europe/Berlin');
          expect(find(series, at)).not.toBeNull();
          // Four dates at most, each asked for its offset four times, and one question about `at`.
          const asked = conversions(() => find(series, at));
          expect(asked).toBeGreaterThan(0);
          expect(asked).toBeLessThanOrEqual(17);
        }
      }
    },
  );

  test.each<RecurrenceRule>([
    { every: 1, unit: 'DAY', times: ['09:00', '21:00'] },
    { every: 1, unit: 'DAY', everyMinutes: 30 },
    { every: 2, unit: 'MONTH', monthDays: [1, 15, 30, 31] },
  ])('several times a day cost a day of them at most: %j', (rule) => {
    const at = new Date('2026-11-20T12:00:00Z');
    for (const find of [nextOccurrence, latestOccurrence]) {
      for (const anchor of ['2026-10-01T12:00', '0950-02-28T12:00']) {
        const series = schedule(anchor, rule, 'Europe/Berlin');
        expect(conversions(() => find(series, at))).toBeLessThanOrEqual(2 * 48 * 4 + 17);
      }
    }
  });

  test('a series that ended long ago is answered at once', () => {
    const series = schedule('1970-01-01T12:00', { every: 1, unit: 'DAY', until: '1970-01-05' });
    const at = new Date('2100-01-01T00:00:00Z');
    expect(nextOccurrence(series, at)).toBeNull();
    expect(latestOccurrence(series, at)?.toISOString()).toBe('1970-01-05T09:00:00.000Z');
    expect(conversions(() => latestOccurrence(series, at))).toBeLessThanOrEqual(17);
  });
});

test.each<[string, Partial<Schedule>]>([
  ['an unknown zone', { timeZone: 'Mars/Base' }],
  ['a malformed wall time', { firstWallTime: 'tomorrow' }],
  ['an interval of zero', { rule: { every: 0, unit: 'DAY' } }],
  ['a fraction', { rule: { every: 1.5, unit: 'WEEK', weekdays: [1] } }],
  ['an interval that is no number', { rule: { every: NaN, unit: 'MONTH' } }],
  ['an eighth weekday', { rule: { every: 1, unit: 'WEEK', weekdays: [8] } }],
  ['a time that does not exist', { rule: { every: 1, unit: 'DAY', times: ['24:00', '09:00'] } }],
  ['an interval of no minutes', { rule: { every: 1, unit: 'DAY', everyMinutes: 0 } }],
  [
    'an interval of minutes that is no number',
    { rule: { every: 1, unit: 'DAY', everyMinutes: NaN } },
  ],
  [
    'hours that end before they begin',
    {
      rule: {
        every: 1,
        unit: 'DAY',
        everyMinutes: 60,
        window: { from: '18:00', to: '09:00' },
      },
    },
  ],
  ['a 32nd of the month', { rule: { every: 1, unit: 'MONTH', monthDays: [32] } }],
  ['a count of nothing', { rule: { every: 1, unit: 'DAY', count: 0 } }],
  ['an end that is no date', { rule: { every: 1, unit: 'DAY', until: '2026-02-30' } }],
])('broken data throws and never loops: %s', (_, broken) => {
  const series = { ...schedule('2026-11-20T09:00', { every: 1, unit: 'DAY' }), ...broken };
  expect(() => nextOccurrence(series, new Date('2030-01-01'))).toThrow(RangeError);
  expect(() => latestOccurrence(series, new Date('2030-01-01'))).toThrow(RangeError);
});

describe('how many years an occurrence celebrates', () => {
  const rule = { every: 1, unit: 'YEAR', birthYear: 1966 } as const;
  const at = (wall: string, zone: string) => timeZone.wallTimeToInstant(wall, zone);

  test('is counted on the clocks of its own zone, into the first minute of a year', () => {
    const newYear = at('2026-01-01T00:00', 'Asia/Tokyo');
    expect(ageOn(rule, newYear, 'Asia/Tokyo')).toBe(60);
    expect(ageOn(rule, newYear, 'America/New_York')).toBe(59);
  });

  test('is not known without a year, before it, and where nothing comes every year', () => {
    const day = at('2026-03-12T09:00', 'Europe/Moscow');
    expect(ageOn(null, day, 'Europe/Moscow')).toBeNull();
    expect(ageOn({ every: 1, unit: 'YEAR' }, day, 'Europe/Moscow')).toBeNull();
    expect(ageOn({ ...rule, birthYear: 2026 }, day, 'Europe/Moscow')).toBeNull();
    expect(ageOn({ ...rule, unit: 'MONTH' }, day, 'Europe/Moscow')).toBeNull();
  });
});
