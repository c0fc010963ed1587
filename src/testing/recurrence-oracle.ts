import fc from 'fast-check';
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
  fc.record({ everyMinutes: fc.constantFrom(30, 45, 60, 240, 300, 720, 1_000) }),
  fc
    .tuple(
      fc.constantFrom(15, 50, 60, 240),
      fc.uniqueArray(timeText, { minLength: 2, maxLength: 2 }),
    )
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
      .tuple(endlessSeries, fc.option(fc.integer({ min: 1, max: 40 })))
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

/** The one date of the month that a MONTH or YEAR rule means. */
function dateIn(
  month: Temporal.PlainYearMonth,
  anchor: Temporal.PlainDate,
  { unit, monthly }: RecurrenceRule,
): Temporal.PlainDate {
  const on = (day: number) => month.toPlainDate({ day: Math.min(day, month.daysInMonth) });
  if (unit === 'YEAR' || monthly === undefined) return on(anchor.day);
  if (monthly === 'LAST_DAY') return on(31);
  const sameWeekday: Temporal.PlainDate[] = [];
  const firstSame = on(1 + ((anchor.dayOfWeek - on(1).dayOfWeek + 7) % 7));
  for (let date = firstSame; date.month === month.month; date = date.add({ weeks: 1 })) {
    sameWeekday.push(date);
  }
  const index = monthly === 'NTH_WEEKDAY' && anchor.day <= 28 ? Math.ceil(anchor.day / 7) - 1 : -1;
  const picked = sameWeekday.at(index);
  if (!picked) throw new Error('a month without that weekday');
  return picked;
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
      add(dateIn(month, anchor, rule));
      month = month.add({ months: step });
    }
  }
  return dates.slice(0, count);
}

/**
 * Distinct instants of a schedule, ascending: those from two days before `from` on, `count` dates of
 * them, the rule's end respected.
 */
export function occurrencesAround(schedule: Schedule, from: Date, count: number): Date[] {
  const { timeZone, rule } = schedule;
  const first = Temporal.PlainDateTime.from(schedule.firstWallTime);
  const anchor = first.toPlainDate();
  const start = plainAt(from.getTime(), timeZone).toPlainDate().subtract({ days: 2 });
  const dates = rule ? datesFrom(rule, anchor, start, count) : [anchor];
  const instants = dates
    .filter((date) => !rule?.until || Temporal.PlainDate.compare(date, rule.until) <= 0)
    .map((date) =>
      date.equals(anchor)
        ? // Only the first may name its pass of an overlap.
          Temporal.ZonedDateTime.from(`${schedule.firstWallTime}[${timeZone}]`, {
            offset: 'prefer',
          }).epochMilliseconds
        : instantOf(date.toPlainDateTime(first.toPlainTime()), timeZone),
    );
  return [...new Set(instants)].sort((a, b) => a - b).map((ms) => new Date(ms));
}
