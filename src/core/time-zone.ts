/**
 * Wall time and instants. The only place that converts between the two; it equals Temporal's
 * `compatible` rule: a gap moves forward (offset before the gap), an overlap takes the first.
 */

/** Local date and time of an unnamed zone, `YYYY-MM-DDTHH:mm`, with `:ss.sss` only where seconds are not zero. */
export type WallTime = string;
/** Local calendar date, `YYYY-MM-DD`. */
export type LocalDate = string;

interface Parts {
  year: number;
  month: number;
  day: number;
  hour: number;
  minute: number;
  second: number;
}

const DAY_MS = 86_400_000;
const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterOf(timeZone: string): Intl.DateTimeFormat {
  let formatter = formatters.get(timeZone);
  if (!formatter) {
    formatter = new Intl.DateTimeFormat('en-US', {
      timeZone,
      calendar: 'iso8601',
      numberingSystem: 'latn',
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
    formatters.set(timeZone, formatter);
  }
  return formatter;
}

function partsAt(epochMs: number, timeZone: string): Parts {
  const parts: Parts = { year: 0, month: 0, day: 0, hour: 0, minute: 0, second: 0 };
  for (const { type, value } of formatterOf(timeZone).formatToParts(epochMs)) {
    if (type in parts) Object.assign(parts, { [type]: Number(value) });
  }
  return parts;
}

/** Offset of the zone from UTC at an instant, in milliseconds. */
function offsetAt(epochMs: number, timeZone: string): number {
  const { year, month, day, hour, minute, second } = partsAt(epochMs, timeZone);
  const asUtc = Date.UTC(year, month - 1, day, hour, minute, second);
  return asUtc - Math.floor(epochMs / 1000) * 1000;
}

/** Whether this runtime knows the IANA zone. */
export function isTimeZone(zone: string): boolean {
  if (zone === '' || /^[+-]/.test(zone)) return false;
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}

/** The instant of a wall time in a zone. Throws RangeError on an unknown zone or a malformed wall time. */
export function wallTimeToInstant(wall: WallTime, timeZone: string): Date {
  const wallMs = Date.parse(`${wall}Z`);
  if (Number.isNaN(wallMs)) throw new RangeError(`not a wall time: ${wall}`);
  const before = offsetAt(wallMs - DAY_MS, timeZone);
  const after = offsetAt(wallMs + DAY_MS, timeZone);
  const matches = [wallMs - before, wallMs - after].filter(
    (candidate) => offsetAt(candidate, timeZone) === wallMs - candidate,
  );
  return new Date(matches.length > 0 ? Math.min(...matches) : wallMs - before);
}

/** The wall time that clocks of the zone show at an instant. */
export function instantToWallTime(instant: Date, timeZone: string): WallTime {
  const ms = instant.getTime();
  const wall = new Date(ms + offsetAt(ms, timeZone)).toISOString();
  return ms % 60_000 === 0 ? wall.slice(0, 16) : wall.slice(0, -1);
}

/** The calendar date in the zone at an instant. */
export const localDateAt = (instant: Date, timeZone: string): LocalDate =>
  instantToWallTime(instant, timeZone).slice(0, 10);
