import { startOfDay } from 'date-fns';
import {
  type Day,
  DAY_MS,
  inUtc,
  type LocalDate,
  parseLocalDate,
  parseTimeOfDay,
} from './calendar';

/**
 * Wall time and instants. The only place that converts between the two; it equals Temporal's
 * `compatible` rule: a gap moves forward (offset before the gap), an overlap takes the first.
 */

/**
 * Local date and time of an unnamed zone, `YYYY-MM-DDTHH:mm`, with `:ss.sss` only where seconds are
 * not zero. An offset such as `+01:00` at the end picks one pass of an overlap; elsewhere it is ignored.
 */
export type WallTime = string;
export type { LocalDate } from './calendar';

const formatters = new Map<string, Intl.DateTimeFormat>();
/** More than there are zones: names ignore case, so without a bound strangers could fill the memory. */
const FORMATTERS_MAX = 1_000;

/** A formatter costs a hundred times what formatting does. Throws RangeError on an unknown zone. */
function formatterOf(timeZone: string): Intl.DateTimeFormat {
  const known = formatters.get(timeZone);
  if (known) return known;
  const formatter = new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  if (formatters.size >= FORMATTERS_MAX) formatters.clear();
  formatters.set(timeZone, formatter);
  return formatter;
}

/** Offset of the zone from UTC at an instant, in milliseconds. */
export function offsetAt(epochMs: number, timeZone: string): number {
  if (timeZone === 'UTC') return 0;
  // «9/27/2026, 18:05:00»: format() with a match takes a quarter of the time of formatToParts().
  const numbers = formatterOf(timeZone).format(epochMs).match(/\d+/g) ?? [];
  const [month = 0, day = 0, year = 0, hour = 0, minute = 0, second = 0] = numbers.map(Number);
  const clock = new Date(0).setUTCFullYear(year, month - 1, day);
  const time = ((hour * 60 + minute) * 60 + second) * 1000;
  return clock + time - Math.floor(epochMs / 1000) * 1000;
}

/** Whether this runtime knows the IANA zone. Bare offsets (`+03:00`) are no zones: they have no rules. */
export function isTimeZone(zone: string): boolean {
  if (!/^[A-Za-z]/.test(zone)) return false;
  try {
    formatterOf(zone);
    return true;
  } catch {
    return false;
  }
}

export const FIRST_WRITABLE = new Date('0001-01-02');
const LAST_WRITABLE = new Date('9999-12-30');
/** Whether PostgreSQL, JavaScript and the clocks of every zone write an instant alike: in a year from 1 to 9999. */
export const isWritable = (instant: Date): boolean =>
  instant >= FIRST_WRITABLE && instant <= LAST_WRITABLE;

/** A wall time as milliseconds on a clock without zone, and the offset it asks for, if any. */
export interface ClockReading {
  clockMs: number;
  offsetMs: number | null;
}

/** Throws RangeError on anything that is not the wall time of an existing date. */
export function readWallTime(wall: WallTime): ClockReading {
  const match =
    /^(\d{4}-\d\d-\d\d)T([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d(?:\.\d{1,3})?))?(?:([+-])(\d\d):(\d\d)(?::(\d\d))?)?$/.exec(
      wall,
    );
  const day = match?.[1] === undefined ? null : parseLocalDate(match[1]);
  if (!match || day === null) throw new RangeError(`not a wall time: ${wall}`);
  const part = (index: number) => Number(match[index] ?? 0);
  const ofDay = part(2) * 3_600_000 + part(3) * 60_000 + Math.round(part(4) * 1000);
  const offset = part(6) * 3_600_000 + part(7) * 60_000 + part(8) * 1000;
  return {
    clockMs: day.getTime() + ofDay,
    offsetMs: match[5] === undefined ? null : match[5] === '-' ? -offset : offset,
  };
}

/** The instant at which clocks of the zone show a reading. Throws RangeError on an unknown zone. */
export const readingToInstant = (reading: ClockReading, timeZone: string): Date =>
  readingOnClocks(reading, (at) => offsetAt(at, timeZone));

/** As readingToInstant, on clocks whose offset from UTC at an instant is told in milliseconds. */
export function readingOnClocks(
  { clockMs, offsetMs }: ClockReading,
  offsetOf: (epochMs: number) => number,
): Date {
  // No offset exceeds 16 hours, so a day to either side is past any transition that matters.
  const before = offsetOf(clockMs - DAY_MS);
  const after = offsetOf(clockMs + DAY_MS);
  // The instants at which the clocks show it: two where they are put back across it, none where they are put forward.
  const passes = [...new Set([clockMs - before, clockMs - after])].filter(
    (candidate) => offsetOf(candidate) === clockMs - candidate,
  );
  const asked = passes.find((pass) => clockMs - pass === offsetMs);
  const pastGap = clockMs - before;
  return new Date(asked ?? (passes.length > 0 ? Math.min(...passes) : pastGap));
}

/** No zone keeps summer time for less: Morocco leaves it for the thirty days of Ramadan. */
export const OFFSET_LASTS_MS = 7 * DAY_MS;

/** Whether the clocks of two zones are as far apart for a year from an instant on as they are then. */
export function areAsFarApartForAYear(zone: string, other: string, from: Date): boolean {
  const apart = (at: number) => offsetAt(at, zone) - offsetAt(at, other);
  const [start, end] = [from.getTime(), from.getTime() + YEAR_MS];
  for (let at = start; at < end; at += OFFSET_LASTS_MS) {
    if (apart(at) !== apart(start)) return false;
  }
  return true;
}
/** Whether the clocks of two zones show the same from an instant on, for a year. */
export const alikeForAYear = (zone: string, other: string, from: Date): boolean =>
  offsetAt(from.getTime(), zone) === offsetAt(from.getTime(), other) &&
  areAsFarApartForAYear(zone, other, from);
const YEAR_MS = 366 * DAY_MS;

/** Whether no clock of the zone is changed for two days before and behind an instant. */
export const isSteadyAround = (instant: Date, timeZone: string): boolean =>
  offsetAt(instant.getTime() - 2 * DAY_MS, timeZone) ===
  offsetAt(instant.getTime() + 2 * DAY_MS, timeZone);

/**
 * As readingToInstant, for many readings of a span of weeks: where the zone keeps one offset all the
 * while, which it mostly does, each costs a subtraction.
 */
export function readerWithin(
  from: Date,
  to: Date,
  timeZone: string,
): (reading: ClockReading) => Date {
  const end = to.getTime() + OFFSET_LASTS_MS;
  const steady = offsetAt(from.getTime() - OFFSET_LASTS_MS, timeZone);
  for (let at = from.getTime(); at < end + OFFSET_LASTS_MS; at += OFFSET_LASTS_MS) {
    if (offsetAt(Math.min(at, end), timeZone) !== steady) {
      return (reading) => readingToInstant(reading, timeZone);
    }
  }
  return ({ clockMs }) => new Date(clockMs - steady);
}

export type ReaderOf = (timeZone: string) => (reading: ClockReading) => Date;

/** A `readerWithin` for each zone that is asked for, made once. */
export function readersWithin({ from, to }: { from: Date; to: Date }): ReaderOf {
  const readers = new Map<string, ReturnType<ReaderOf>>();
  return (timeZone) => {
    const known = readers.get(timeZone) ?? readerWithin(from, to, timeZone);
    readers.set(timeZone, known);
    return known;
  };
}

/** The instant of a wall time in a zone. Throws RangeError on an unknown zone or a malformed wall time. */
export const wallTimeToInstant = (wall: WallTime, timeZone: string): Date =>
  readingToInstant(readWallTime(wall), timeZone);

/** The instant at which clocks of the zone show a time (`HH:mm`) of a day. */
export const atClock = (day: Day, clock: string, timeZone: string): Date =>
  readingToInstant(
    { clockMs: day.getTime() + (parseTimeOfDay(clock) ?? NaN), offsetMs: null },
    timeZone,
  );

/** What clocks of the zone show at an instant; readingToInstant gives the instant back. */
export function instantToReading(instant: Date, timeZone: string): ClockReading {
  const offsetMs = offsetAt(instant.getTime(), timeZone);
  return { clockMs: instant.getTime() + offsetMs, offsetMs };
}

/** A reading as text, without an offset. */
export function wallTimeOf(clockMs: number): WallTime {
  const wall = new Date(clockMs).toISOString();
  return clockMs % 60_000 === 0 ? wall.slice(0, 16) : wall.slice(0, -1);
}

/** The wall time that clocks of the zone show at an instant, without an offset. */
export const instantToWallTime = (instant: Date, timeZone: string): WallTime =>
  wallTimeOf(instantToReading(instant, timeZone).clockMs);

/** As instantToWallTime, but exact: wallTimeToInstant gives back the same instant, overlaps included. */
export function exactWallTime(instant: Date, timeZone: string): WallTime {
  const wall = instantToWallTime(instant, timeZone);
  if (wallTimeToInstant(wall, timeZone).getTime() === instant.getTime()) return wall;
  const offset = offsetAt(instant.getTime(), timeZone);
  const size = new Date(Math.abs(offset)).toISOString().slice(11, offset % 60_000 === 0 ? 16 : 19);
  return `${wall}${offset < 0 ? '-' : '+'}${size}`;
}

export const localDayAt = (instant: Date, timeZone: string): Day =>
  startOfDay(instantToReading(instant, timeZone).clockMs, inUtc);

/** The date and the clock of a wall time, as fields have them: `YYYY-MM-DD` and `HH:mm`; both '' of ''. */
export const dateAndTimeOf = (wall: WallTime): { date: LocalDate; time: string } => ({
  date: wall.slice(0, 10),
  time: wall.slice(11, 16),
});

/** The same of what clocks of the zone show at an instant. */
export const dateAndTimeAt = (instant: Date, timeZone: string): { date: LocalDate; time: string } =>
  dateAndTimeOf(instantToWallTime(instant, timeZone));

export const localDateAt = (instant: Date, timeZone: string): LocalDate =>
  instantToWallTime(instant, timeZone).slice(0, 10);
