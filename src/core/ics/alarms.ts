import { DAY_MS } from '../calendar';
import { PRE_ALERT_MINUTES_MAX, PRE_ALERTS_MAX } from '../limits';
import { ascending } from '../rule-fields';
import { instantToReading, localDayAt, readingToInstant } from '../time-zone';

/** A DURATION of RFC 5545 in milliseconds, below 0 with a minus; null where it is none. */
export function durationOf(text: string): number | null {
  const match =
    /^([+-]?)P(?:(\d{1,3})W)?(?:(\d{1,5})D)?(?:T(?:(\d{1,5})H)?(?:(\d{1,6})M)?(?:(\d{1,8})S)?)?$/.exec(
      text.trim(),
    );
  if (!match || !/\d/.test(text)) return null;
  const [weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = match
    .slice(2)
    .map((part: string | undefined) => Number(part ?? 0));
  const size = (((weeks * 7 + days) * 24 + hours) * 60 + minutes) * 60 + seconds;
  return (match[1] === '-' ? -size : size) * 1_000;
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
  const alarms = ascending(given.filter((alarm) => alarm !== null));
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
