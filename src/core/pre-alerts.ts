import { DAY_MINUTES, DAY_MS } from './calendar';
import { instantToReading, readingToInstant } from './time-zone';

const MINUTE_MS = 60_000;

/**
 * When to tell of an occurrence so many minutes ahead: whole days go by the clocks of the zone, so that
 * «за день» of 09:00 is 09:00 through a change of clocks; what is left of them goes exactly.
 */
export function preAlertAt(occurrence: Date, minutes: number, timeZone: string): Date {
  const days = Math.floor(minutes / DAY_MINUTES);
  const rest = (minutes % DAY_MINUTES) * MINUTE_MS;
  if (days === 0) return new Date(occurrence.getTime() - rest);
  const { clockMs } = instantToReading(occurrence, timeZone);
  const sameTime = { clockMs: clockMs - days * DAY_MS, offsetMs: null };
  return new Date(readingToInstant(sameTime, timeZone).getTime() - rest);
}

/** Those of the minutes ahead whose moment has not come at `now`. */
export const preAlertsAhead = (
  preAlerts: readonly number[],
  occurrence: Date,
  { now, timeZone }: { now: Date; timeZone: string },
): number[] => preAlerts.filter((minutes) => preAlertAt(occurrence, minutes, timeZone) > now);
