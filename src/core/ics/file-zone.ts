import { ZONE_NAMES } from '@/texts/zones';
import { DAY_MS } from '../calendar';
import { OFFSET_LASTS_MS, offsetAt, readWallTime } from '../time-zone';
import { type IcsComponent, propertyOf } from './read';
import { WEEKDAYS } from './rrule';

/** Clocks as a file defines them (VTIMEZONE), which may be those of no zone that we know. */
export type FileZone = readonly Observance[];

interface Observance {
  /** When it begins, by year or as the file lists it; instants in milliseconds. */
  onsets: (year: number) => readonly number[];
  /** Offsets from UTC before and after that, in milliseconds. */
  from: number;
  to: number;
}

const LOOKED_AHEAD_YEARS = 10;
const SECOND_MS = 1_000;
/** Changes that a definition may list: to compare them takes time, and a century has no more. */
const CHANGES_MAX = 250;

/** The definition of a zone; null where it is not understood. */
export function readFileZone({ components }: IcsComponent): FileZone | null {
  const observances = components.map(observanceOf).filter((each) => each !== null);
  const isWhole = observances.length > 0 && observances.length === components.length;
  return isWhole && observances.length <= CHANGES_MAX ? observances : null;
}

/** The offset of such clocks from UTC at an instant, in milliseconds. */
export function offsetInFile(zone: FileZone, at: number): number {
  const year = new Date(at).getUTCFullYear();
  let offset = zone[0]?.from ?? 0;
  let latest = -Infinity;
  for (const { onsets, to } of zone) {
    for (const onset of [...onsets(year - 1), ...onsets(year), ...onsets(year + 1)]) {
      if (onset <= at && onset >= latest) [latest, offset] = [onset, to];
    }
  }
  return offset;
}

/** The instant at which such clocks show a reading; of two the first, and in a gap by the offset before it. */
export function fileReadingToInstant(zone: FileZone, clockMs: number): Date {
  const before = offsetInFile(zone, clockMs - DAY_MS);
  const after = offsetInFile(zone, clockMs + DAY_MS);
  const passes = [clockMs - before, clockMs - after].filter(
    (pass) => offsetInFile(zone, pass) === clockMs - pass,
  );
  return new Date(passes.length > 0 ? Math.min(...passes) : clockMs - before);
}

/** The IANA zone whose clocks agree with the file's over the next ten years, `own` before any other; null where none does. */
export function sameClocksAs(zone: FileZone, own: string, now: Date): string | null {
  const samples = new Set<number>();
  for (let week = 0; week < LOOKED_AHEAD_YEARS * 52; week += 1) {
    samples.add(now.getTime() + week * OFFSET_LASTS_MS);
  }
  for (let years = 0; years <= LOOKED_AHEAD_YEARS; years += 1) {
    for (const change of zone.flatMap(({ onsets }) => onsets(now.getUTCFullYear() + years))) {
      samples.add(change - SECOND_MS).add(change);
    }
  }
  const expected = [...samples]
    .filter((at) => at >= now.getTime())
    .map((at) => ({ at, offset: offsetInFile(zone, at) }));
  const names = [own, ...Object.keys(ZONE_NAMES), ...Intl.supportedValuesOf('timeZone')];
  return (
    names.find((name) => expected.every(({ at, offset }) => offsetAt(at, name) === offset)) ?? null
  );
}

function observanceOf(component: IcsComponent): Observance | null {
  const valueOf = (name: string) => propertyOf(component, name)?.value ?? '';
  const from = offsetOf(valueOf('TZOFFSETFROM'));
  const to = offsetOf(valueOf('TZOFFSETTO'));
  const start = clockOf(valueOf('DTSTART'));
  if (from === null || to === null || start === null) return null;
  const rule = propertyOf(component, 'RRULE')?.value.toUpperCase();
  if (rule === undefined) {
    const listed = component.properties
      .filter(({ name }) => name === 'RDATE')
      .flatMap(({ value }) => value.split(',').map(clockOf))
      .filter((clock) => clock !== null)
      .slice(0, CHANGES_MAX);
    const onsets = [start, ...listed].map((clock) => clock - from);
    return { onsets: () => onsets, from, to };
  }
  const parts = new Map(rule.split(';').map((part) => [part.split('=')[0], part.split('=')[1]]));
  if (parts.get('FREQ') !== 'YEARLY' || (parts.get('INTERVAL') ?? '1') !== '1') return null;
  const until = clockOf(parts.get('UNTIL') ?? '') ?? Infinity;
  const ofRule = (year: number) => onsetIn(year, parts, start) - from;
  const first = new Date(start).getUTCFullYear();
  const last = new Date(until).getUTCFullYear() || Infinity;
  return {
    onsets: (year) => {
      // What ended before is still what came last.
      const begun = Math.max(first, Math.min(year, last));
      return [ofRule(begun), ofRule(begun - 1)].filter(
        (onset) => onset + from >= start && onset <= until,
      );
    },
    from,
    to,
  };
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
  const match = /^([+-])(\d\d)(\d\d)(\d\d)?$/.exec(text.trim());
  if (!match) return null;
  const [, sign, hours, minutes, seconds = 0] = match;
  const size = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds);
  return (sign === '-' ? -size : size) * SECOND_MS;
}

/** `20261025T030000` as milliseconds on a clock without zone; null where it is none. */
function clockOf(text: string): number | null {
  const pattern = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z?$/;
  if (!pattern.test(text.trim())) return null;
  try {
    return readWallTime(text.trim().replace(pattern, '$1-$2-$3T$4:$5:$6')).clockMs;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return null;
  }
}
