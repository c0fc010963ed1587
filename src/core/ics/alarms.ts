import { DAY_MS } from '../calendar';
import { PRE_ALERT_MINUTES_MAX } from '../limits';

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

/** How a reminder tells what a task's alarms tell. */
export interface AlarmPlan {
  /** Minutes ahead. */
  preAlerts: number[];
  /** How many alarms it cannot hold. */
  alarmsLeftOut: number;
}

/** When a reminder of a whole day comes, in milliseconds of that day: at the day's last alarm; null where it has none. */
export function timeOfAlarms(alarms: readonly number[]): number | null {
  const ofThatDay = alarms.filter((alarm) => alarm >= 0 && alarm < DAY_MS);
  return ofThatDay.length > 0 ? Math.max(...ofThatDay) : null;
}

/** Takes alarms, and the time of the reminder, in milliseconds from one moment on. */
export function planAlarms(alarms: readonly number[], time: number): AlarmPlan {
  const minutesAhead = [...new Set(alarms)]
    .filter((alarm) => alarm !== time)
    .map((alarm) => (time - alarm) / 60_000);
  const preAlerts = minutesAhead.filter(
    (minutes) => Number.isInteger(minutes) && minutes > 0 && minutes <= PRE_ALERT_MINUTES_MAX,
  );
  return { preAlerts, alarmsLeftOut: minutesAhead.length - preAlerts.length };
}
