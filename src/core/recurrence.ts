import {
  addDays,
  addMonths,
  addWeeks,
  differenceInCalendarDays,
  differenceInCalendarMonths,
  getDate,
  getISODay,
  lastDayOfMonth,
  startOfDay,
  startOfISOWeek,
  startOfMonth,
  subDays,
} from 'date-fns';
import { type RepeatUnit } from '@/texts/schedule';
import { type Day, DAY_MS, inUtc, parseLocalDate, parseTimeOfDay } from './calendar';
import {
  type ClockReading,
  exactWallTime,
  type LocalDate,
  localDayAt,
  readingToInstant,
  readWallTime,
  type WallTime,
} from './time-zone';

export type { RepeatUnit };

const MINUTE_MS = 60_000;

/**
 * How a MONTH rule picks its day, taken from the first occurrence: the same date (the default), the
 * last day of the month, the same weekday of the same week («второй вторник»; a fifth one means the
 * last), or the last such weekday.
 */
export const MONTHLY_MODES = ['LAST_DAY', 'NTH_WEEKDAY', 'LAST_WEEKDAY'] as const;
export type MonthlyMode = (typeof MONTHLY_MODES)[number];

/** Hours of a day, `HH:mm`; an occurrence may fall on either end. */
export interface DayWindow {
  from: string;
  to: string;
}

/** A repetition, relative to the first occurrence of its schedule. */
export interface RecurrenceRule {
  /** 1 to 30. */
  every: number;
  unit: RepeatUnit;
  /** ISO weekdays 1 (Monday) to 7, sorted, without doubles; only with WEEK. */
  weekdays?: readonly number[] | undefined;
  /** Only with MONTH. */
  monthly?: MonthlyMode | undefined;
  /** Days of the month 1 to 31, sorted; only with MONTH. A month that is too short gives its last day, once. */
  monthDays?: readonly number[] | undefined;
  /** Times of day `HH:mm`, sorted, at least two: each day of the rule has an occurrence at each of them. */
  times?: readonly string[] | undefined;
  /**
   * Minutes, 15 to 1439: each day of the rule has an occurrence every so many minutes by its clocks,
   * counted from `window.from`; without a window round the clock, the first wall time among them.
   */
  everyMinutes?: number | undefined;
  /** Only with `everyMinutes`. */
  window?: DayWindow | undefined;
  /** The next date counts from the day of «Готово», at the same time of day; until then nothing follows. */
  afterDone?: true | undefined;
  /** Last local date on which an occurrence may fall. */
  until?: LocalDate | undefined;
  /** 1 to 1000: so many occurrences from the first on, and no more. */
  count?: number | undefined;
}

/** When something happens: once (`rule` null) or by a rule, on the clocks of one zone. */
export interface Schedule {
  /** Where counting starts; with weekdays or a monthly mode the first occurrence is the first match from here on. */
  firstWallTime: WallTime;
  timeZone: string;
  rule: RecurrenceRule | null;
}

/** The days of a rule, strictly ascending and counted from 0, found without walking through them. */
interface DaySequence {
  at: (index: number) => Day;
  /** Index of the first one on `day` or later. */
  indexFrom: (day: Day) => number;
}

function everyFewDays(anchor: Day, step: number): DaySequence {
  return {
    at: (index) => addDays(anchor, index * step, inUtc),
    indexFrom: (day) => Math.max(0, Math.ceil(differenceInCalendarDays(day, anchor, inUtc) / step)),
  };
}

/** Weeks run from Monday and are counted from the anchor's. */
function weekdaysOfWeeks(anchor: Day, every: number, weekdays: readonly number[]): DaySequence {
  const monday = startOfISOWeek(anchor, inUtc);
  const offsets = [...new Set(weekdays)].sort((a, b) => a - b).map((weekday) => weekday - 1);
  const perWeek = offsets.length;
  /** Counted from the Monday of the anchor's week, as if the series had begun there. */
  const position = (day: Day) => {
    const days = differenceInCalendarDays(day, monday, inUtc);
    const periods = Math.floor(days / (every * 7));
    const rest = days - periods * every * 7;
    return periods * perWeek + offsets.filter((offset) => offset < rest).length;
  };
  const skipped = position(anchor);
  return {
    at: (index) => {
      const periods = Math.floor((index + skipped) / perWeek);
      const offset = offsets[(index + skipped) % perWeek] ?? 0;
      return addDays(addWeeks(monday, periods * every, inUtc), offset, inUtc);
    },
    indexFrom: (day) => Math.max(0, position(day) - skipped),
  };
}

/** Days picked in every few months; each is computed from the anchor, so that the 31st survives February. */
function dayOfMonths(anchor: Day, step: number, mode: MonthlyMode | undefined): DaySequence {
  const weekday = getISODay(anchor, inUtc);
  const week = Math.ceil(getDate(anchor, inUtc) / 7);
  const at = (index: number): Day => {
    // A month that is too short for the anchor's date gives its last day.
    const sameDate = addMonths(anchor, index * step, inUtc);
    if (mode === undefined) return sameDate;
    const last = lastDayOfMonth(sameDate, inUtc);
    if (mode === 'LAST_DAY') return last;
    if (mode === 'NTH_WEEKDAY' && week <= 4) {
      const first = startOfMonth(sameDate, inUtc);
      const toWeekday = (weekday - getISODay(first, inUtc) + 7) % 7;
      return addDays(first, toWeekday + (week - 1) * 7, inUtc);
    }
    return addDays(last, -((getISODay(last, inUtc) - weekday + 7) % 7), inUtc);
  };
  return {
    at,
    indexFrom: (day) => {
      const months = differenceInCalendarMonths(day, anchor, inUtc);
      const index = Math.max(0, Math.floor(months / step));
      return at(index) < day ? index + 1 : index;
    },
  };
}

/** Throws RangeError on a rule that no form could have made: it would otherwise never end. */
function daysOf(rule: RecurrenceRule, anchor: Day): DaySequence {
  const { every, unit, weekdays, monthly } = rule;
  if (!Number.isInteger(every) || every < 1) throw new RangeError(`not an interval: ${every}`);
  if (weekdays?.some((weekday) => !Number.isInteger(weekday) || weekday < 1 || weekday > 7)) {
    throw new RangeError(`not weekdays: ${weekdays.join()}`);
  }
  switch (unit) {
    case 'DAY':
      return everyFewDays(anchor, every);
    case 'WEEK':
      return weekdays?.length
        ? weekdaysOfWeeks(anchor, every, weekdays)
        : everyFewDays(anchor, every * 7);
    case 'MONTH':
      return dayOfMonths(anchor, every, monthly);
    case 'YEAR':
      return dayOfMonths(anchor, every * 12, undefined);
    default:
      throw new RangeError('not a unit');
  }
}

/** Throws RangeError on anything but `HH:mm`. */
function timeOfDay(text: string): number {
  const time = parseTimeOfDay(text);
  if (time === null) throw new RangeError(`not a time of day: ${text}`);
  return time;
}

/**
 * At which times of its days a rule has occurrences, in milliseconds since midnight, ascending. `first`
 * is the time of day of the first wall time. Throws RangeError on a malformed rule.
 */
export function timesOfDay(rule: RecurrenceRule | null, first: number): readonly number[] {
  if (rule?.times?.length) {
    return [...new Set(rule.times.map(timeOfDay))].sort((a, b) => a - b);
  }
  if (rule?.everyMinutes === undefined) return [first];
  const step = rule.everyMinutes * MINUTE_MS;
  if (!Number.isInteger(rule.everyMinutes) || step < MINUTE_MS || step >= DAY_MS) {
    throw new RangeError(`not minutes within a day: ${rule.everyMinutes}`);
  }
  const from = rule.window ? timeOfDay(rule.window.from) : first % step;
  const to = rule.window ? timeOfDay(rule.window.to) : DAY_MS - 1;
  if (from > to) throw new RangeError('a window that ends before it begins');
  const times: number[] = [];
  for (let time = from; time <= to; time += step) times.push(time);
  return times;
}

/** The occurrences of a schedule by number; they never go backwards, see `nextOccurrence`. */
interface Occurrences {
  at: (index: number) => Date;
  indexFrom: (day: Day) => number;
  /** Index of the last one; Infinity without an end, -1 when the end comes before any. */
  lastIndex: number;
}

function occurrencesOf(
  { firstWallTime, timeZone, rule }: Schedule,
  toInstant = (reading: ClockReading) => readingToInstant(reading, timeZone),
): Occurrences {
  const first = readWallTime(firstWallTime);
  const anchor = startOfDay(first.clockMs, inUtc);
  const timeOfDay = first.clockMs - anchor.getTime();
  const days = rule ? daysOf(rule, anchor) : everyFewDays(anchor, 1);
  let lastIndex = rule ? Infinity : 0;
  if (rule?.until !== undefined) {
    const until = parseLocalDate(rule.until);
    if (until === null) throw new RangeError(`not a date: ${rule.until}`);
    lastIndex = until < anchor ? -1 : days.indexFrom(addDays(until, 1, inUtc)) - 1;
  }
  return {
    at: (index) => {
      const clockMs = days.at(index).getTime() + timeOfDay;
      // Only the first occurrence was asked for as an instant; the later ones take the first pass.
      return toInstant(clockMs === first.clockMs ? first : { clockMs, offsetMs: null });
    },
    indexFrom: days.indexFrom,
    lastIndex,
  };
}

/** A schedule that begins exactly at an instant, seconds and the second pass of an overlap included. */
export const scheduleAt = (
  instant: Date,
  rule: RecurrenceRule | null,
  timeZone: string,
): Schedule => ({ firstWallTime: exactWallTime(instant, timeZone), timeZone, rule });

/** The first occurrence of all, or null when the rule ends before it. */
export function firstOccurrence(schedule: Schedule): Date | null {
  const { at, lastIndex } = occurrencesOf(schedule);
  return lastIndex >= 0 ? at(0) : null;
}

/**
 * The first occurrence strictly after an instant, or null when none is left. Constant time for any
 * distance. Throws RangeError on an unknown zone or a malformed schedule.
 *
 * No gap or overlap is longer than a day, so instants follow the order of their wall times, and an
 * occurrence is less than two days of clock time away from where its date puts it: that bounds the
 * steps. Where a zone skips a whole day (Pacific/Apia, 30 December 2011), two daily occurrences fall
 * on one instant, which counts once.
 */
export function nextOccurrence(schedule: Schedule, after: Date): Date | null {
  const { at, indexFrom, lastIndex } = occurrencesOf(schedule);
  let index = indexFrom(subDays(localDayAt(after, schedule.timeZone), 1, inUtc));
  while (index <= lastIndex) {
    const occurrence = at(index);
    if (occurrence > after) return occurrence;
    index += 1;
  }
  return null;
}

/** The latest occurrence at or before an instant, or null when none has come yet. Constant time. */
export function latestOccurrence(schedule: Schedule, notAfter: Date): Date | null {
  const { at, indexFrom, lastIndex } = occurrencesOf(schedule);
  let index = Math.min(
    lastIndex,
    indexFrom(addDays(localDayAt(notAfter, schedule.timeZone), 2, inUtc)) - 1,
  );
  while (index >= 0) {
    const occurrence = at(index);
    if (occurrence <= notAfter) return occurrence;
    index -= 1;
  }
  return null;
}

/** The next `count` occurrences strictly after an instant. */
export function upcomingOccurrences(schedule: Schedule, after: Date, count: number): Date[] {
  const upcoming: Date[] = [];
  let latest: Date | null = after;
  while (upcoming.length < count) {
    latest = nextOccurrence(schedule, latest);
    if (!latest) break;
    upcoming.push(latest);
  }
  return upcoming;
}

/**
 * The occurrences at or after `from` and before `to`. `toInstant` reads the zone's clocks: one for many
 * schedules of a zone (`readerWithin`) makes long lists cheap.
 */
export function occurrencesBetween(
  schedule: Schedule,
  { from, to }: { from: Date; to: Date },
  toInstant?: (reading: ClockReading) => Date,
): Date[] {
  const { at, indexFrom, lastIndex } = occurrencesOf(schedule, toInstant);
  const found: Date[] = [];
  // As in nextOccurrence: less than two days lie between a date and its instant.
  let index = indexFrom(startOfDay(from.getTime() - 2 * DAY_MS, inUtc));
  for (; index <= lastIndex; index += 1) {
    const occurrence = at(index);
    if (occurrence >= to) break;
    const isNew = found.at(-1)?.getTime() !== occurrence.getTime();
    if (occurrence >= from && isNew) found.push(occurrence);
  }
  return found;
}
