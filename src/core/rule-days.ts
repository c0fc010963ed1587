import {
  addDays,
  addMonths,
  addWeeks,
  differenceInCalendarDays,
  differenceInCalendarMonths,
  getDate,
  getDaysInMonth,
  getISODay,
  isEqual as isSameDay,
  isWeekend,
  lastDayOfMonth,
  nextMonday,
  previousFriday,
  startOfISOWeek,
  startOfMonth,
} from 'date-fns';
import { type MonthlyMode } from '@/texts/schedule';
import { type Day, inUtc } from './calendar';
import { type RecurrenceRule } from './recurrence';
import { distinctAscending } from './rule-fields';

/** On which days a rule falls, without their times. */

/** The days of a rule, ascending and counted from 0, found without walking through them. */
export interface DaySequence {
  at: (index: number) => Day;
  /** Index of the first one on `day` or later. */
  indexFrom: (day: Day) => number;
  /** Whether it is the same day as the one before it, as in months that are too short. Absent where never. */
  isDouble?: ((index: number) => boolean) | undefined;
}

/**
 * Equal periods, counted from 0, each with the same places for days of a rule: a week with its weekdays, a month with its
 * dates.
 */
interface Periods {
  beginning: (period: number) => Day;
  /** In which period a day lies. */
  periodOf: (day: Day) => number;
  /** Which day each place is in a period that begins so, ascending. */
  places: readonly ((beginning: Day) => Day)[];
  /** Two places may be one day: in a month that is too short for both. */
  mayDouble?: boolean;
}

/** The days on the places of periods from the anchor on, which lies in the first period. */
function daysInPeriods(
  anchor: Day,
  { beginning, periodOf, places, mayDouble }: Periods,
): DaySequence {
  const perPeriod = places.length;
  const dayAt = (place: number): Day => {
    const period = beginning(Math.floor(place / perPeriod));
    return places[place % perPeriod]?.(period) ?? period;
  };
  const placeFrom = (day: Day): number => {
    let place = Math.max(0, periodOf(day)) * perPeriod;
    while (dayAt(place) < day) place += 1;
    return place;
  };
  const isDouble = (place: number) => isSameDay(dayAt(place), dayAt(place - 1));
  let skipped = placeFrom(anchor);
  // The anchor's own day comes once: not all of it may lie behind the first wall time.
  while (mayDouble && isDouble(skipped + 1)) skipped += 1;
  return {
    at: (index) => dayAt(index + skipped),
    indexFrom: (day) => Math.max(0, placeFrom(day) - skipped),
    isDouble: mayDouble ? (index) => isDouble(index + skipped) : undefined,
  };
}

export const everyFewDays = (anchor: Day, step: number): DaySequence =>
  daysInPeriods(anchor, {
    beginning: (period) => addDays(anchor, period * step, inUtc),
    periodOf: (day) => Math.floor(differenceInCalendarDays(day, anchor, inUtc) / step),
    places: [(day) => day],
  });

/** Weeks run from Monday and are counted from the anchor's. */
function weekdaysOfWeeks(anchor: Day, every: number, weekdays: readonly number[]): DaySequence {
  const monday = startOfISOWeek(anchor, inUtc);
  return daysInPeriods(anchor, {
    beginning: (period) => addWeeks(monday, period * every, inUtc),
    periodOf: (day) => Math.floor(differenceInCalendarDays(day, monday, inUtc) / (every * 7)),
    places: distinctAscending(weekdays).map(
      (weekday) => (begin) => addDays(begin, weekday - 1, inUtc),
    ),
  });
}

/** Days of every few months; each is computed from the first of its month, so that the 31st survives February. */
function daysOfMonths(
  anchor: Day,
  every: number,
  places: readonly ((first: Day) => Day)[],
): DaySequence {
  const month = startOfMonth(anchor, inUtc);
  return daysInPeriods(anchor, {
    beginning: (period) => addMonths(month, period * every, inUtc),
    periodOf: (day) => Math.floor(differenceInCalendarMonths(day, month, inUtc) / every),
    places,
    mayDouble: places.length > 1,
  });
}

/** A date of the month that begins at `first`; a month that is too short for it gives its last day. */
const onDate =
  (date: number) =>
  (first: Day): Day =>
    addDays(first, Math.min(date, getDaysInMonth(first, inUtc)) - 1, inUtc);

/** Which day of the month that begins at `first` a mode picks; the weekday, and which one of the month, is the anchor's. */
const pickedBy =
  (mode: MonthlyMode, anchor: Day) =>
  (first: Day): Day => {
    const last = lastDayOfMonth(first, inUtc);
    if (mode === 'LAST_DAY') return last;
    if (mode === 'LAST_WORKDAY') return isWeekend(last, inUtc) ? previousFriday(last, inUtc) : last;
    if (mode === 'FIRST_WORKDAY') return isWeekend(first, inUtc) ? nextMonday(first, inUtc) : first;
    const weekday = getISODay(anchor, inUtc);
    const week = Math.ceil(getDate(anchor, inUtc) / 7);
    if (mode === 'NTH_WEEKDAY' && week <= 4) {
      const toWeekday = (weekday - getISODay(first, inUtc) + 7) % 7;
      return addDays(first, toWeekday + (week - 1) * 7, inUtc);
    }
    return addDays(last, -((getISODay(last, inUtc) - weekday + 7) % 7), inUtc);
  };

/** Whether a rule of months is a daily one, which is cheaper to work out and to write. */
export const namesEveryDay = ({ every, unit, monthDays }: RecurrenceRule): boolean =>
  unit === 'MONTH' && every === 1 && new Set(monthDays).size === 31;

/**
 * The days of a rule from the anchor on. Throws RangeError on a rule that no form could have made: it would otherwise
 * never end.
 */
export function daysOf(rule: RecurrenceRule, anchor: Day): DaySequence {
  const { every, unit, weekdays, monthly, monthDays } = rule;
  if (!Number.isInteger(every) || every < 1) throw new RangeError(`not an interval: ${every}`);
  if (weekdays?.some((weekday) => !Number.isInteger(weekday) || weekday < 1 || weekday > 7)) {
    throw new RangeError(`not weekdays: ${weekdays.join()}`);
  }
  if (monthDays?.some((day) => !Number.isInteger(day) || day < 1 || day > 31)) {
    throw new RangeError(`not days of a month: ${monthDays.join()}`);
  }
  const sameDate = onDate(getDate(anchor, inUtc));
  switch (unit) {
    case 'DAY':
      return everyFewDays(anchor, every);
    case 'WEEK':
      return weekdays?.length
        ? weekdaysOfWeeks(anchor, every, weekdays)
        : everyFewDays(anchor, every * 7);
    case 'MONTH':
      if (namesEveryDay(rule)) return everyFewDays(anchor, 1);
      if (monthDays?.length) {
        return daysOfMonths(anchor, every, distinctAscending(monthDays).map(onDate));
      }
      return daysOfMonths(anchor, every, [monthly ? pickedBy(monthly, anchor) : sameDate]);
    case 'YEAR':
      return daysOfMonths(anchor, every * 12, [sameDate]);
    default:
      throw new RangeError('not a unit');
  }
}
