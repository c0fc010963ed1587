import { ZONE_NAMES } from '@/texts/zones';
import { OFFSET_LASTS_MS, offsetAt } from '../time-zone';
import { durationOf } from './alarms';
import { readMoment } from './moment';
import { type IcsComponent, valueOf } from './read';
import { partsOfRrule, WEEKDAYS } from './rrule';
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
  const from = offsetOf(valueOf(observance, 'TZOFFSETFROM'));
  const to = offsetOf(valueOf(observance, 'TZOFFSETTO'));
  const start = readMoment(valueOf(observance, 'DTSTART'))?.clockMs;
  const rule = partsOfRrule(valueOf(observance, 'RRULE'));
  if (from === null || to === null || start === undefined || !rule) return null;
  const onsets = valueOf(observance, 'RDATE')
    .split(',', CHANGES_MAX)
    .flatMap((date) => readMoment(date)?.clockMs ?? []);
  if (rule.size === 0) onsets.push(start);
  else if (rule.get('FREQ') !== 'YEARLY' || (rule.get('INTERVAL') ?? '1') !== '1') return null;
  else {
    const until = readMoment(rule.get('UNTIL') ?? '')?.clockMs ?? Infinity;
    for (let year = FIRST_YEAR; year <= lastYear; year += 1) {
      const onset = onsetIn(year, rule, start);
      if (onset !== undefined && onset >= start && onset - from <= until) onsets.push(onset);
    }
  }
  return onsets.map((onset) => ({ at: onset - from, from, to }));
}

const MONTH_DAYS = Array.from({ length: 31 }, (_, index) => index + 1);

/** When a rule such as `BYMONTH=3;BYDAY=-1SU` falls in a year, at the time of day at which it began. */
function onsetIn(
  year: number,
  rule: ReadonlyMap<string, string>,
  start: number,
): number | undefined {
  const begin = new Date(start);
  const month = Number(rule.get('BYMONTH') ?? begin.getUTCMonth() + 1) - 1;
  const [, nth, weekday] = /^([+-]?\d)?([A-Z]{2})/.exec(rule.get('BYDAY') ?? '') ?? [];
  const usualDates = weekday === undefined ? [begin.getUTCDate()] : MONTH_DAYS;
  const dates = rule.get('BYMONTHDAY')?.split(',').map(Number) ?? usualDates;
  const onsets = dates
    .map((date) => new Date(new Date(start).setUTCFullYear(year, month, date)))
    .filter((day) => day.getUTCMonth() === month)
    .filter((day) => weekday === undefined || weekday === WEEKDAYS[(day.getUTCDay() + 6) % 7]);
  const place = Number(nth ?? 1);
  return onsets.at(place > 0 ? place - 1 : place)?.getTime();
}

/** `+0300`, `-033030`: what is ahead of UTC, or behind it, as a DURATION is written. */
const offsetOf = (text: string): number | null =>
  durationOf(text.trim().replace(/^([+-])(\d\d)(\d\d)(\d\d)?$/, '$1PT$2H$3M0$4S'));
