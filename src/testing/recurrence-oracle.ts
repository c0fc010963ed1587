import { Temporal } from 'temporal-polyfill';
import { type RecurrenceRule, type Schedule } from '@/core/recurrence';
import { instantOf, plainAt } from './temporal-oracle';

/**
 * Occurrences by definition, with Temporal's calendar and none of our arithmetic: the dates that the
 * rule names in each period that is a multiple of its interval away from the anchor's.
 */

const monthsSinceYear0 = (date: Temporal.PlainDate | Temporal.PlainYearMonth) =>
  date.year * 12 + date.month;

const mondayOf = (date: Temporal.PlainDate) => date.subtract({ days: date.dayOfWeek - 1 });

/** The one date of the month that a MONTH or YEAR rule could mean. */
function dateIn(
  month: Temporal.PlainYearMonth,
  anchor: Temporal.PlainDate,
  { unit, monthly }: RecurrenceRule,
): Temporal.PlainDate {
  const dates = Array.from({ length: month.daysInMonth }, (_, i) =>
    month.toPlainDate({ day: i + 1 }),
  );
  const sameWeekday = dates.filter((date) => date.dayOfWeek === anchor.dayOfWeek);
  const mode = unit === 'MONTH' ? monthly : undefined;
  const nth = sameWeekday[Math.floor((anchor.day - 1) / 7)];
  const picked = {
    LAST_DAY: dates.at(-1),
    NTH_WEEKDAY: anchor.day > 28 ? sameWeekday.at(-1) : nth,
    LAST_WEEKDAY: sameWeekday.at(-1),
    SAME_DATE: dates.findLast((date) => date.day <= anchor.day),
  }[mode ?? 'SAME_DATE'];
  if (!picked) throw new Error('a month without days');
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
    .map((date) => instantOf(date.toPlainDateTime(first.toPlainTime()), timeZone));
  return [...new Set(instants)].sort((a, b) => a - b).map((ms) => new Date(ms));
}
