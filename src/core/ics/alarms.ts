import { milliseconds } from 'date-fns';
import { DAY_MS } from '../calendar';
import { PRE_ALERT_MINUTES_MAX, PRE_ALERTS_MAX } from '../limits';
import { distinctAscending } from '../rule-fields';
import { instantToReading, localDayAt, readingToInstant } from '../time-zone';

const DURATION =
  /^(?<sign>[+-]?)P(?=.*\d)(?:(?<weeks>\d{1,3})W)?(?:(?<days>\d{1,5})D)?(?:T(?:(?<hours>\d{1,5})H)?(?:(?<minutes>\d{1,6})M)?(?:(?<seconds>\d{1,8})S)?)?$/;

/** A DURATION of RFC 5545 in milliseconds, below 0 with a minus; null where it is none. */
export function durationOf(text: string): number | null {
  const { sign, ...parts } = DURATION.exec(text.trim())?.groups ?? {};
  if (sign === undefined) return null;
  const counts = Object.entries(parts).map(([unit, count]) => [unit, Number(count || 0)] as const);
  const size = milliseconds(Object.fromEntries(counts));
  return sign === '-' ? -size : size;
}

/** When something comes, as a file says it. */
export interface Occasion {
  dateTime: Date;
  timeZone: string;
  /** A date alone says it: `dateTime` is its user's morning. */
  isWholeDay: boolean;
}

/** From where on the alarms of something count, on the clocks of its zone: of a whole day from midnight. */
export const beginningOf = ({ dateTime, timeZone, isWholeDay }: Occasion): number =>
  isWholeDay
    ? localDayAt(dateTime, timeZone).getTime()
    : instantToReading(dateTime, timeZone).clockMs;

/**
 * When a reminder comes, and the minutes ahead at which it tells what alarms tell that go by the clocks of
 * its zone: that of a whole day comes at the last of them on that day. How many are left out, too: those
 * that are none of its minutes ahead, and what is not understood, which is null.
 */
export function planAlarms(
  given: readonly (number | null)[],
  occasion: Occasion,
): { dateTime: Date; preAlerts: number[]; leftOut: number } {
  const { dateTime, timeZone, isWholeDay } = occasion;
  const alarms = distinctAscending(given.filter((alarm) => alarm !== null));
  const beginning = beginningOf(occasion);
  const timeOfDay = alarms.findLast(
    (alarm) => isWholeDay && alarm >= beginning && alarm < beginning + DAY_MS,
  );
  const clockMs = timeOfDay ?? instantToReading(dateTime, timeZone).clockMs;
  const others = alarms.filter((alarm) => alarm !== clockMs);
  const preAlerts = others
    .map((alarm) => (clockMs - alarm) / 60_000)
    .filter((ahead) => Number.isInteger(ahead) && ahead > 0 && ahead <= PRE_ALERT_MINUTES_MAX)
    .slice(-PRE_ALERTS_MAX);
  const unread = given.filter((alarm) => alarm === null);
  return {
    dateTime:
      timeOfDay === undefined ? dateTime : readingToInstant({ clockMs, offsetMs: null }, timeZone),
    preAlerts,
    leftOut: others.length + unread.length - preAlerts.length,
  };
}
