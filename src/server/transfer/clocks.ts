import 'server-only';
import { parseTimeOfDay } from '@/core/calendar';
import { readMoment } from '@/core/ics/moment';
import { isTimeZone, isWritable, offsetAt, readingOnClocks } from '@/core/time-zone';
import { type ForeignMoment } from './entries';

/** Clocks by which times of a file go. */
export interface Clocks extends Pick<ForeignMoment, 'timeZone' | 'zone'> {
  /** From UTC at an instant, in milliseconds. */
  offsetOf: (epochMs: number) => number;
}

export const clocksOf = (timeZone: string, zone: Clocks['zone'] = 'known'): Clocks => ({
  timeZone,
  zone,
  offsetOf: (epochMs) => offsetAt(epochMs, timeZone),
});

/** The clocks that a file names, as `/example.org/Europe/Vienna` does too; one's own, of `own`, where nobody knows them. */
export function namedClocks(named: string, own: string): Clocks {
  const parts = named.split('/');
  const known = [named, parts.slice(-3).join('/'), parts.slice(-2).join('/')].find(isTimeZone);
  return known === undefined ? clocksOf(own, named === '' ? 'known' : 'unknown') : clocksOf(known);
}

/** The moment that a file writes down, of a date its user's `morning`; null where it is none, or cannot be stored. */
export function momentOf(
  text: string,
  { offsetOf, ...clocks }: Clocks,
  morning: string,
): ForeignMoment | null {
  const written = readMoment(text);
  if (!written) return null;
  const { isWholeDay, isInstant } = written;
  const clockMs = written.clockMs + (isWholeDay ? (parseTimeOfDay(morning) ?? 0) : 0);
  const dateTime = isInstant
    ? new Date(clockMs)
    : readingOnClocks({ clockMs, offsetMs: null }, offsetOf);
  return isWritable(dateTime) ? { dateTime, isWholeDay, ...clocks } : null;
}
