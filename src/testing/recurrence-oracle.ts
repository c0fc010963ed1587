import fc from '@/testing/fast-check';
import { Temporal } from 'temporal-polyfill';
import { REPEAT_EVERY_MAX, REPEAT_UNITS } from '@/core/limits';
import { MONTHLY_MODES, type RecurrenceRule, type Schedule } from '@/core/recurrence';
import { instantOf, plainAt } from './temporal-oracle';

const every = fc.oneof(fc.constant(1), fc.integer({ min: 1, max: REPEAT_EVERY_MAX }));
const weekdays = fc
  .uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 })
  .map((days) => days.sort());

/** Every kind of rule, without an end. */
export const endlessRule: fc.Arbitrary<RecurrenceRule> = fc.oneof(
  fc.record({ every, unit: fc.constantFrom(...REPEAT_UNITS) }),
  fc.record({ every, unit: fc.constant('WEEK'), weekdays }),
  fc.record({ every, unit: fc.constant('MONTH'), monthly: fc.constantFrom(...MONTHLY_MODES) }),
);

const timeText = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.constantFrom('00', '15', '30', '45'))
  .map(([hour, minute]) => `${String(hour).padStart(2, '0')}:${minute}`);
/** How a rule fills its days. */
const withinDays = fc.oneof(
  fc.record({
    times: fc
      .uniqueArray(timeText, { minLength: 2, maxLength: 6 })
      .map((times) => times.toSorted()),
  }),
  fc.record({ everyMinutes: fc.constantFrom(120, 240, 300, 720, 1_000) }),
  fc
    .tuple(fc.constantFrom(50, 120, 240), fc.uniqueArray(timeText, { minLength: 2, maxLength: 2 }))
    .map(([everyMinutes, hours]) => {
      const [from = '', to = ''] = hours.toSorted();
      return { everyMinutes, window: { from, to } };
    }),
);
const monthDays = fc
  .uniqueArray(fc.oneof(fc.integer({ min: 1, max: 31 }), fc.integer({ min: 27, max: 31 })), {
    minLength: 1,
    maxLength: 5,
  })
  .map((days) => days.toSorted((a, b) => a - b));
const datedRule: fc.Arbitrary<RecurrenceRule> = fc.oneof(
  { weight: 3, arbitrary: endlessRule },
  { weight: 1, arbitrary: fc.record({ every, unit: fc.constant('MONTH'), monthDays }) },
  // A year of birth changes no date.
  {
    weight: 1,
    arbitrary: fc.record({
      every,
      unit: fc.constant('YEAR'),
      birthYear: fc.integer({ min: 1850, max: 2026 }),
    }),
  },
);

/** Every kind of series that has no end and waits for nobody, several times a day too. */
export const endlessSeries: fc.Arbitrary<RecurrenceRule> = fc.oneof(
  datedRule,
  fc.tuple(datedRule, withinDays).map(([days, times]) => ({ ...days, ...times })),
);

/** Every kind of rule that the form takes. */
export const anyRule: fc.Arbitrary<RecurrenceRule> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .tuple(endlessSeries, fc.option(fc.integer({ min: 1, max: 12 })))
      .map(([rule, count]) => ({ ...rule, ...(count !== null && { count }) })),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      every,
      unit: fc.constantFrom(...REPEAT_UNITS),
      afterDone: fc.constant(true),
    }),
  },
);

/**
 * Occurrences by definition, with Temporal's calendar and none of our arithmetic: the dates that the
 * rule names in each period that is a multiple of its interval away from the anchor's.
 */

const monthsSinceYear0 = (date: Temporal.PlainDate | Temporal.PlainYearMonth) =>
  date.year * 12 + date.month;

const mondayOf = (date: Temporal.PlainDate) => date.subtract({ days: date.dayOfWeek - 1 });

/** The dates of the month that a MONTH or YEAR rule means, ascending. */
function datesIn(
  month: Temporal.PlainYearMonth,
  anchor: Temporal.PlainDate,
  { unit, monthly, monthDays }: RecurrenceRule,
): Temporal.PlainDate[] {
  const on = (day: number) => month.toPlainDate({ day: Math.min(day, month.daysInMonth) });
  if (monthDays) {
    const days = new Set(monthDays.map((day) => Math.min(day, month.daysInMonth)));
    return [...days].sort((a, b) => a - b).map(on);
  }
  if (unit === 'YEAR' || monthly === undefined) return [on(anchor.day)];
  if (monthly === 'LAST_DAY') return [on(31)];
  if (monthly === 'FIRST_WORKDAY' || monthly === 'LAST_WORKDAY') {
    const days = Array.from({ length: month.daysInMonth }, (_, index) => on(index + 1));
    const workday = days
      .filter(({ dayOfWeek }) => dayOfWeek <= 5)
      .at(monthly === 'FIRST_WORKDAY' ? 0 : -1);
    return workday ? [workday] : [];
  }
  const sameWeekday: Temporal.PlainDate[] = [];
  const firstSame = on(1 + ((anchor.dayOfWeek - on(1).dayOfWeek + 7) % 7));
  for (let date = firstSame; date.month === month.month; date = date.add({ weeks: 1 })) {
    sameWeekday.push(date);
  }
  const index = monthly === 'NTH_WEEKDAY' && anchor.day <= 28 ? Math.ceil(anchor.day / 7) - 1 : -1;
  const picked = sameWeekday.at(index);
  if (!picked) throw new Error('a month without that weekday');
  return [picked];
}

/** How many units further than `distance` the next multiple of `step` lies. */
const toNextMultiple = (distance: number, step: number) => (step - (distance % step)) % step;

/** Dates of the rule from `from` on, ascending, at most `count`. */
function datesFrom(
  rule: RecurrenceRule,
  anchor: Temporal.PlainDate,
  from: Temporal.PlainDate,
  count: number,
): Temporal.PlainDate[] {
  const { every, unit } = rule;
  const start = Temporal.PlainDate.compare(from, anchor) < 0 ? anchor : from;
  const dates: Temporal.PlainDate[] = [];
  const add = (date: Temporal.PlainDate) => {
    if (Temporal.PlainDate.compare(date, start) >= 0) dates.push(date);
  };
  if (unit === 'DAY') {
    const wait = toNextMultiple(anchor.until(start).days, every);
    for (let i = 0; i < count; i += 1) add(start.add({ days: wait + i * every }));
  } else if (unit === 'WEEK') {
    const weekdays = rule.weekdays?.length ? rule.weekdays : [anchor.dayOfWeek];
    const passed = mondayOf(anchor).until(mondayOf(start)).days / 7;
    let monday = mondayOf(start).add({ weeks: toNextMultiple(passed, every) });
    while (dates.length < count) {
      for (const weekday of weekdays) add(monday.add({ days: weekday - 1 }));
      monday = monday.add({ weeks: every });
    }
  } else {
    const step = unit === 'YEAR' ? every * 12 : every;
    const passed = monthsSinceYear0(start) - monthsSinceYear0(anchor);
    let month = start.toPlainYearMonth().add({ months: toNextMultiple(passed, step) });
    while (dates.length < count) {
      for (const date of datesIn(month, anchor, rule)) add(date);
      month = month.add({ months: step });
    }
  }
  return dates.slice(0, count);
}

/** The times of a day on which a rule has occurrences, of all its minutes; `first` is the first one's. */
function timesWithinDay(rule: RecurrenceRule | null, first: Temporal.PlainTime) {
  if (rule?.times) return rule.times.map((time) => Temporal.PlainTime.from(time));
  if (rule?.everyMinutes === undefined) return [first];
  const { everyMinutes, window } = rule;
  const minutesOf = (time: Temporal.PlainTime) => time.hour * 60 + time.minute;
  const from = window ? minutesOf(Temporal.PlainTime.from(window.from)) : 0;
  const to = window ? minutesOf(Temporal.PlainTime.from(window.to)) : 1_439;
  const counted = window ? from : minutesOf(first);
  return Array.from({ length: 1_440 }, (_, minute) => minute)
    .filter((minute) => minute >= from && minute <= to)
    .filter((minute) => Math.abs(minute - counted) % everyMinutes === 0)
    .map((minute) =>
      (window ? new Temporal.PlainTime() : first).with({
        hour: Math.floor(minute / 60),
        minute: minute % 60,
      }),
    );
}

/**
 * Distinct instants of a schedule, ascending: those from two days before `from` on, `count` dates of
 * them, the rule's end respected. A rule with a count is told from its beginning.
 */
export function occurrencesAround(schedule: Schedule, from: Date, count: number): Date[] {
  const { timeZone, rule } = schedule;
  const first = Temporal.PlainDateTime.from(schedule.firstWallTime);
  const anchor = first.toPlainDate();
  const offset = /[+-]\d\d:\d\d(?::\d\d)?$/.exec(schedule.firstWallTime)?.[0] ?? '';
  const start = plainAt(from.getTime(), timeZone).toPlainDate().subtract({ days: 2 });
  const limit = rule?.afterDone ? 1 : rule?.count;
  const begin = limit === undefined ? start : anchor;
  const dates = rule ? datesFrom(rule, anchor, begin, limit ? limit + 1 : count) : [anchor];
  const times = timesWithinDay(rule, first.toPlainTime());
  const instants = dates
    .filter((date) => !rule?.until || Temporal.PlainDate.compare(date, rule.until) <= 0)
    .flatMap((date) => times.map((time) => date.toPlainDateTime(time)))
    .filter((plain) => Temporal.PlainDateTime.compare(plain, first) >= 0)
    .slice(0, limit)
    .filter((plain) => Temporal.PlainDate.compare(plain.toPlainDate(), start) >= 0)
    .map((plain) =>
      Temporal.PlainDateTime.compare(plain, first.add({ days: 1 })) < 0
        ? // The first may name its pass of an overlap, in which the series then goes on.
          Temporal.ZonedDateTime.from(`${plain.toString()}${offset}[${timeZone}]`, {
            offset: 'prefer',
          }).epochMilliseconds
        : instantOf(plain, timeZone),
    );
  return [...new Set(instants)].sort((a, b) => a - b).map((ms) => new Date(ms));
}
