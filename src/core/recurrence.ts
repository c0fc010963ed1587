import { addDays, isEqual as isSameDay, startOfDay } from 'date-fns';
import { type MonthlyMode, type RuleToDescribe } from '@/texts/schedule';
import { type Day, DAY_MS, inUtc, parseLocalDate, parseTimeOfDay } from './calendar';
import { type DaySequence, daysOf, everyFewDays } from './rule-days';
import { distinctAscending } from './rule-fields';
import {
  type ClockReading,
  exactWallTime,
  instantToReading,
  isSteadyAround,
  localDateAt,
  localDayAt,
  readingToInstant,
  readWallTime,
  type WallTime,
  wallTimeOf,
} from './time-zone';

const MINUTE_MS = 60_000;

export const MONTHLY_MODES = [
  'LAST_DAY',
  'NTH_WEEKDAY',
  'LAST_WEEKDAY',
  'FIRST_WORKDAY',
  'LAST_WORKDAY',
] as const satisfies MonthlyMode[];

export interface RecurrenceRule extends RuleToDescribe {
  /** The year of what the day celebrates, a birth or a wedding; only with YEAR. It changes no date: see `ageOn`. */
  birthYear?: number | undefined;
}

/** How many years an occurrence celebrates, on the clocks of the zone; null where the rule does not say. */
export function ageOn(
  rule: RecurrenceRule | null,
  occurrence: Date,
  timeZone: string,
): number | null {
  if (rule?.unit !== 'YEAR' || rule.birthYear === undefined) return null;
  const age = Number(localDateAt(occurrence, timeZone).slice(0, 4)) - rule.birthYear;
  return age > 0 ? age : null;
}

/** What others are told of a rule: not how old somebody is. */
export function withoutAge(rule: RecurrenceRule): RecurrenceRule {
  const { birthYear: _, ...told } = rule;
  return told;
}

/** When something happens: once (`rule` null) or by a rule, on the clocks of one zone. */
export interface Schedule {
  /** Where counting starts; with weekdays or a monthly mode the first occurrence is the first match from here on. */
  firstWallTime: WallTime;
  timeZone: string;
  rule: RecurrenceRule | null;
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
  if (rule?.times?.length) return distinctAscending(rule.times.map(timeOfDay));
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

/**
 * The occurrences of a schedule by number, ascending by what the clocks show. By instant they may change
 * places where a gap moves one forward past others.
 */
interface Occurrences {
  /** What the clocks are to show, in milliseconds. */
  clockAt: (index: number) => number;
  at: (index: number) => Date;
  /** Index of the first one at or after a reading of the clocks. */
  indexFrom: (clockMs: number) => number;
  /** Index of the last one; Infinity without an end, -1 when the end comes before any. */
  lastIndex: number;
}

/** Each day of the rule has a place for each of its times; those before the first wall time are skipped. */
function occurrencesOf(
  { firstWallTime, timeZone, rule }: Schedule,
  toInstant = (reading: ClockReading) => readingToInstant(reading, timeZone),
): Occurrences {
  const first = readWallTime(firstWallTime);
  const anchor = startOfDay(first.clockMs, inUtc);
  const days = rule ? daysOf(rule, anchor) : everyFewDays(anchor, 1);
  const times = timesOfDay(rule, first.clockMs - anchor.getTime());
  const perDay = times.length;
  /** Counted from the beginning of the first day. */
  const placeFrom = (clockMs: number): number => {
    const day = startOfDay(clockMs, inUtc);
    const dayIndex = days.indexFrom(day);
    const ofDay = clockMs - day.getTime();
    const passed = isSameDay(days.at(dayIndex), day)
      ? times.filter((time) => time < ofDay).length
      : 0;
    return dayIndex * perDay + passed;
  };
  /** How many places lie before the first wall time. */
  const skipped = placeFrom(first.clockMs);
  const clockAt = (index: number) => {
    const place = index + skipped;
    return days.at(Math.floor(place / perDay)).getTime() + (times[place % perDay] ?? 0);
  };
  return {
    clockAt,
    at: (index) => {
      const clockMs = clockAt(index);
      // What begins in the second pass of an overlap goes on in it for a day; later on the first pass is taken.
      const isWithinADay = clockMs - first.clockMs < DAY_MS;
      return toInstant({ clockMs, offsetMs: isWithinADay ? first.offsetMs : null });
    },
    indexFrom: (clockMs) => Math.max(0, placeFrom(clockMs) - skipped),
    lastIndex: lastPlace(rule, anchor, { days, perDay, skipped }) - skipped,
  };
}

/** Where a rule ends, of the places that `occurrencesOf` counts; before `skipped` where it never begins. */
function lastPlace(
  rule: RecurrenceRule | null,
  anchor: Day,
  { days, perDay, skipped }: { days: DaySequence; perDay: number; skipped: number },
): number {
  if (rule === null) return skipped;
  let last = Infinity;
  if (rule.until !== undefined) {
    const until = parseLocalDate(rule.until);
    if (until === null) throw new RangeError(`not a date: ${rule.until}`);
    if (until < anchor) return skipped - 1;
    last = days.indexFrom(addDays(until, 1, inUtc)) * perDay - 1;
  }
  const count = rule.afterDone ? 1 : rule.count;
  if (count === undefined) return last;
  if (!Number.isInteger(count) || count < 1) throw new RangeError(`not a count: ${count}`);
  const place = skipped + count - 1;
  const dayIndex = indexOfDay(days, Math.floor(place / perDay));
  return Math.min(last, dayIndex * perDay + (place % perDay));
}

/** Index of the n-th different day, counted from 0. Takes n steps where days may be doubled. */
function indexOfDay({ isDouble }: DaySequence, n: number): number {
  if (!isDouble) return n;
  let index = 0;
  for (let passed = 0; passed < n;) {
    index += 1;
    if (!isDouble(index)) passed += 1;
  }
  return index;
}

/** A schedule that begins exactly at an instant, seconds and the second pass of an overlap included. */
export const scheduleAt = (
  instant: Date,
  rule: RecurrenceRule | null,
  timeZone: string,
): Schedule => ({ firstWallTime: exactWallTime(instant, timeZone), timeZone, rule });

/**
 * The first occurrence after an instant among those from an index on. Where a gap moved it forward, one
 * that follows by the clocks may come before it: those up to what the clocks show then are looked at.
 */
function earliestAfter(series: Occurrences, index: number, after: Date, zone: string): Date | null {
  let earliest: Date | null = null;
  let shown = Infinity;
  for (let i = index; i <= series.lastIndex && series.clockAt(i) < shown; i += 1) {
    const occurrence = series.at(i);
    if (occurrence > after && (earliest === null || occurrence < earliest)) {
      earliest = occurrence;
      shown = instantToReading(occurrence, zone).clockMs;
    }
  }
  return earliest;
}

/** The first occurrence of all, or null when the rule ends before it. */
export const firstOccurrence = (schedule: Schedule): Date | null =>
  earliestAfter(occurrencesOf(schedule), 0, new Date(-8.64e15), schedule.timeZone);

/**
 * How far by the clocks what a gap or an overlap moves may be from an instant: a day, and nothing where the
 * clocks are not changed. A day of 48 occurrences need not be looked at then.
 */
const movedAround = (instant: Date, timeZone: string): number =>
  isSteadyAround(instant, timeZone) ? 0 : DAY_MS;

/**
 * The first occurrence strictly after an instant, or null when none is left. Constant time for any
 * distance. Throws RangeError on an unknown zone or a malformed schedule.
 *
 * No gap or overlap is longer than a day: that bounds the steps. Two occurrences may fall on one
 * instant, which counts once: at a gap, and where a zone skips a whole day (Pacific/Apia, 30 December
 * 2011).
 */
export function nextOccurrence(schedule: Schedule, after: Date): Date | null {
  const { timeZone } = schedule;
  const series = occurrencesOf(schedule);
  const from = instantToReading(after, timeZone).clockMs - movedAround(after, timeZone);
  return earliestAfter(series, series.indexFrom(from), after, timeZone);
}

/** The latest occurrence at or before an instant, or null when none has come yet. Constant time. */
export function latestOccurrence(schedule: Schedule, notAfter: Date): Date | null {
  const { clockAt, at, indexFrom, lastIndex } = occurrencesOf(schedule);
  const { timeZone } = schedule;
  const to = instantToReading(notAfter, timeZone).clockMs + movedAround(notAfter, timeZone);
  let latest: Date | null = null;
  /** What lies so far before the latest one by the clocks cannot have been moved past it. */
  let enough = -Infinity;
  for (let i = Math.min(lastIndex, indexFrom(to)); i >= 0; i -= 1) {
    if (clockAt(i) <= enough) break;
    const occurrence = at(i);
    if (occurrence <= notAfter && (latest === null || occurrence > latest)) {
      latest = occurrence;
      enough = instantToReading(occurrence, timeZone).clockMs - movedAround(occurrence, timeZone);
    }
  }
  return latest;
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
  const found: number[] = [];
  // Less than two days lie between a reading, taken as if it were UTC's, and its instant.
  for (let i = indexFrom(from.getTime() - 2 * DAY_MS); i <= lastIndex; i += 1) {
    const occurrence = at(i).getTime();
    // A gap may have moved it past the next ones, by a day at most.
    if (occurrence >= to.getTime() + DAY_MS) break;
    if (occurrence >= from.getTime() && occurrence < to.getTime()) found.push(occurrence);
  }
  return distinctAscending(found).map((ms) => new Date(ms));
}

/** The occurrences of a schedule on clocks that never change (UTC's), from an instant on, without an end where it has none. */
export function* occurrencesFrom(schedule: Schedule, from: Date): Iterable<Date> {
  const { at, indexFrom, lastIndex } = occurrencesOf(schedule);
  for (let i = indexFrom(from.getTime()); i <= lastIndex; i += 1) yield at(i);
}

/**
 * Of a rule that counts from «Готово»: the schedule that follows, its only occurrence on the day that
 * lies the rule's interval behind the day of `doneAt`, at the same time of day. Null where the rule has
 * ended by then.
 */
export function scheduleAfterDone(schedule: Schedule, doneAt: Date): Schedule | null {
  const { rule, timeZone } = schedule;
  if (rule === null) return null;
  const { clockMs } = readWallTime(schedule.firstWallTime);
  const ofDay = clockMs - startOfDay(clockMs, inUtc).getTime();
  const day = daysOf({ every: rule.every, unit: rule.unit }, localDayAt(doneAt, timeZone)).at(1);
  const next = { ...schedule, firstWallTime: wallTimeOf(day.getTime() + ofDay) };
  // Such a rule counts as one of `count` 1 (`lastPlace`): it has this occurrence, or none where `until` lies before it.
  return firstOccurrence(next) && next;
}
