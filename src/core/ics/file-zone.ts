import { ZONE_NAMES } from '@/texts/zones';
import { DAY_MS } from '../calendar';
import { OFFSET_LASTS_MS, offsetAt } from '../time-zone';
import { type IcsComponent, propertyOf } from './read';
import { WEEKDAYS } from './rrule';
import { type OffsetChange } from './zone';

/** Clocks as a file defines them (VTIMEZONE), by their changes, ascending. They may be those of no zone that we know. */
export type FileZone = readonly OffsetChange[];

const SECOND_MS = 1_000;
/** Of a rule without an end no change is looked at before. */
const FIRST_YEAR = 1970;
const LOOKED_AHEAD_YEARS = 10;
/** Changes that a definition may list: to compare them takes time, and no zone has as many. */
const CHANGES_MAX = 500;

/** The definition of a zone; null where it is not understood. */
export function readFileZone({ components }: IcsComponent, now: Date): FileZone | null {
  const changes: OffsetChange[] = [];
  for (const observance of components) {
    const ofObservance = changesOf(observance, now.getUTCFullYear() + LOOKED_AHEAD_YEARS + 1);
    if (ofObservance === null || changes.length > CHANGES_MAX) return null;
    changes.push(...ofObservance);
  }
  return changes.length > 0 ? changes.toSorted((a, b) => a.at - b.at) : null;
}

/** The offset of such clocks from UTC at an instant, in milliseconds. */
export const offsetInFile = (zone: FileZone, at: number): number =>
  zone.findLast((change) => change.at <= at)?.to ?? zone[0]?.from ?? 0;

/** The IANA zone whose clocks agree with the file's over the next ten years, `own` before any other; null where none does. */
export function sameClocksAs(zone: FileZone, own: string, now: Date): string | null {
  const begin = now.getTime();
  const end = begin + LOOKED_AHEAD_YEARS * 52 * OFFSET_LASTS_MS;
  const samples = zone
    .flatMap(({ at }) => [at - SECOND_MS, at])
    .filter((at) => at >= begin && at <= end);
  for (let at = begin; at < end; at += OFFSET_LASTS_MS) samples.push(at);
  const expected = samples.map((at) => ({ at, offset: offsetInFile(zone, at) }));
  const names = [own, ...Object.keys(ZONE_NAMES), ...Intl.supportedValuesOf('timeZone')];
  return (
    names.find((name) => expected.every(({ at, offset }) => offsetAt(at, name) === offset)) ?? null
  );
}

function changesOf(observance: IcsComponent, lastYear: number): OffsetChange[] | null {
  const valueOf = (name: string) => propertyOf(observance, name)?.value ?? '';
  const from = offsetOf(valueOf('TZOFFSETFROM'));
  const to = offsetOf(valueOf('TZOFFSETTO'));
  const start = clockOf(valueOf('DTSTART'));
  if (from === null || to === null || start === null) return null;
  const parts = new Map(
    valueOf('RRULE')
      .toUpperCase()
      .split(';')
      .map((part) => [part.split('=')[0], part.split('=')[1]]),
  );
  const clocks = valueOf('RDATE').split(',', CHANGES_MAX).map(clockOf);
  if (valueOf('RRULE') === '') clocks.push(start);
  else if (parts.get('FREQ') !== 'YEARLY' || (parts.get('INTERVAL') ?? '1') !== '1') return null;
  else {
    const until = clockOf(parts.get('UNTIL') ?? '') ?? Infinity;
    for (let year = FIRST_YEAR; year <= lastYear; year += 1) {
      const clock = onsetIn(year, parts, start);
      if (clock >= start && clock - from <= until) clocks.push(clock);
    }
  }
  return clocks.flatMap((clock) => (clock === null ? [] : [{ at: clock - from, from, to }]));
}

/** On which day of a year a rule such as `BYMONTH=3;BYDAY=-1SU` falls, at the time of day at which it began. */
function onsetIn(
  year: number,
  parts: ReadonlyMap<string | undefined, string | undefined>,
  start: number,
): number {
  const month = Number(parts.get('BYMONTH') ?? new Date(start).getUTCMonth() + 1);
  const dayOfMonth = parts.get('BYMONTHDAY')?.split(',').map(Number);
  const [, nth = '1', name = ''] = /^([+-]?\d)?([A-Z]{2})/.exec(parts.get('BYDAY') ?? '') ?? [];
  const place = Number(nth);
  const daysInMonth = new Date(Date.UTC(year, month, 0)).getUTCDate();
  const earliest = place > 0 ? place * 7 - 6 : daysInMonth + 1 + place * 7;
  const weekday = WEEKDAYS.indexOf(name);
  const isDate = weekday < 0;
  const date = dayOfMonth?.[0] ?? (isDate ? new Date(start).getUTCDate() : earliest);
  const day = Date.UTC(year, month - 1, date);
  const daysToWeekday = isDate ? 0 : (weekday + 8 - new Date(day).getUTCDay()) % 7;
  return day + daysToWeekday * DAY_MS + (((start % DAY_MS) + DAY_MS) % DAY_MS);
}

/** `+0300`, `-033030`. */
function offsetOf(text: string): number | null {
  const [, sign, hours, minutes, seconds = 0] =
    /^([+-])(\d\d)(\d\d)(\d\d)?$/.exec(text.trim()) ?? [];
  if (sign === undefined) return null;
  const size = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds);
  return (sign === '-' ? -size : size) * SECOND_MS;
}

/** `20261025T030000` as milliseconds on a clock without zone; null where it is none. */
function clockOf(text: string): number | null {
  const iso = text
    .trim()
    .replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z?$/, '$1-$2-$3T$4:$5:$6Z');
  const clockMs = Date.parse(iso);
  return Number.isNaN(clockMs) ? null : clockMs;
}
