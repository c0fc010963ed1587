import { parseISO } from 'date-fns';
import { inUtc } from '../calendar';

/** A moment as files write it down. */
export interface WrittenMoment {
  /** Without an offset the wall time, as if it were UTC's. */
  clockMs: number;
  /** It is a date alone. */
  isWholeDay: boolean;
  /** Its offset from UTC stands beside it. */
  isInstant: boolean;
}

/**
 * Reads `20261201T090000Z` of RFC 5545 and `2026-12-01 09:00:00+0300` of tables, whose dates may stand
 * alone; null of anything else, dates that do not exist included.
 */
export function readMoment(text: string): WrittenMoment | null {
  const [whole, time, offset] =
    /^\d{4}(?:\d{4}|-\d\d-\d\d)(?:[T ](\d[\d:.]{3,11})(Z|[+-]\d\d:?\d\d)?)?$/.exec(
      text.trim().replace(/ (?=Z|[+-]\d)/, ''),
    ) ?? [];
  const clockMs = parseISO(whole ?? '', inUtc).getTime();
  if (Number.isNaN(clockMs)) return null;
  return { clockMs, isWholeDay: time === undefined, isInstant: offset !== undefined };
}
