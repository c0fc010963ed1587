import { OFFSET_LASTS_MS, offsetAt } from '../time-zone';
import { icsClock, icsLine } from './write';

/** A change of a zone's clocks, in milliseconds: when, and the offsets before and after it. */
export interface OffsetChange {
  at: number;
  from: number;
  to: number;
}

/** When the clocks of a zone change between two instants, to the second. */
export function offsetChanges(timeZone: string, begin: Date, end: Date): OffsetChange[] {
  const changes: OffsetChange[] = [];
  let from = offsetAt(begin.getTime(), timeZone);
  for (let at = begin.getTime(); at < end.getTime(); at += OFFSET_LASTS_MS) {
    const to = offsetAt(at + OFFSET_LASTS_MS, timeZone);
    if (to === from) continue;
    let before = at;
    let after = at + OFFSET_LASTS_MS;
    while (after - before > 1_000) {
      const middle = before + Math.floor((after - before) / 2_000) * 1_000;
      if (offsetAt(middle, timeZone) === from) before = middle;
      else after = middle;
    }
    changes.push({ at: after, from, to });
    from = to;
  }
  return changes;
}

/** `+0300`, with seconds only where there are any. */
const icsOffset = (ms: number): string =>
  (ms < 0 ? '-' : '+') + icsClock(Math.abs(ms)).slice('19700101T'.length).replace(/00$/, '');

const observance = (kind: string, clock: string, from: number, to: number): string =>
  icsLine('BEGIN', kind) +
  icsLine('DTSTART', clock) +
  icsLine('TZOFFSETFROM', icsOffset(from)) +
  icsLine('TZOFFSETTO', icsOffset(to)) +
  icsLine('END', kind);

/**
 * A VTIMEZONE with each change of the zone's clocks between two instants. Not as a rule: parliaments
 * change theirs, and who subscribes asks again.
 */
export function icsTimeZone(timeZone: string, begin: Date, end: Date): string {
  const first = offsetAt(begin.getTime(), timeZone);
  const changes = offsetChanges(timeZone, begin, end);
  return (
    icsLine('BEGIN', 'VTIMEZONE') +
    icsLine('TZID', timeZone) +
    observance('STANDARD', '19700101T000000', first, first) +
    changes
      .map(({ at, from, to }) =>
        // A change begins by the clocks that were in use before it.
        observance(to > from ? 'DAYLIGHT' : 'STANDARD', icsClock(at + from), from, to),
      )
      .join('') +
    icsLine('END', 'VTIMEZONE')
  );
}
