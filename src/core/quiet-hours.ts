import { addDays } from 'date-fns';
import { inUtc } from './calendar';
import { atClock, localDayAt } from './time-zone';

/**
 * A stretch of each day, `HH:mm` on the user's clocks, from inclusive, to exclusive. Where `from` is the
 * later of the two it goes over midnight.
 */
export interface QuietHours {
  from: string;
  to: string;
}

/**
 * When the quiet hours end in which an instant lies; null where it lies in none. They begin and end as
 * reminders come: a time that the clocks skip is one behind the gap, and of two that they show alike it
 * is the first.
 */
export function quietUntil(quiet: QuietHours | null, instant: Date, timeZone: string): Date | null {
  if (quiet === null) return null;
  const { from, to } = quiet;
  const today = localDayAt(instant, timeZone);
  // What began yesterday may last until today.
  for (const day of [addDays(today, -1, inUtc), today]) {
    const begins = atClock(day, from, timeZone);
    const ends = atClock(from < to ? day : addDays(day, 1, inUtc), to, timeZone);
    if (begins <= instant && instant < ends) return ends;
  }
  return null;
}

/** The clock at which the quiet hours end that a time of the day, `HH:mm`, lies in; null outside them. */
export function quietEndOf(quiet: QuietHours | null, clock: string): string | null {
  if (quiet === null) return null;
  const { from, to } = quiet;
  const isQuiet = from < to ? clock >= from && clock < to : clock >= from || clock < to;
  return isQuiet ? to : null;
}
