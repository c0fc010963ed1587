import {
  MOSCOW_TIME,
  placeName,
  RUSSIAN_ZONES,
  twoClocks,
  ZONE_NAMES,
  zoneCity,
} from '@/texts/zones';
import { folded } from './search';
import { instantToWallTime, isTimeZone, offsetAt } from './time-zone';

const MINUTE_MS = 60_000;
const OFFSET_MIN = -12 * 60;
const OFFSET_MAX = 14 * 60;

/** Minutes by which clocks of the zone are ahead of UTC at an instant. */
export const zoneOffset = (zone: string, at: Date): number =>
  Math.round(offsetAt(at.getTime(), zone) / MINUTE_MS);

/**
 * Whose clock a rule of `zone` keeps, for somebody in `own`: «12:00 по Москве, у вас 14:00» at that instant;
 * empty where both clocks show the same.
 */
export function otherClock(zone: string, own: string, at: Date): string {
  const [there = '', here = ''] = [zone, own].map((each) =>
    instantToWallTime(at, each).slice(11, 16),
  );
  return there === here ? '' : twoClocks(there, zone, zoneOffset(zone, at), here);
}

const fold = (text: string): string =>
  folded(text)
    .replace(/[\s_]+/g, ' ')
    .trim();

/**
 * The IANA zone that a person names: a city or country in Russian, a zone or its city in English, an
 * offset («UTC+5», «+5:30», «МСК+2»). Null when nothing fits. An offset means the first zone of
 * Russia that has it now, else the one that always keeps it, else, of half an hour, the first by name
 * that has it now.
 */
export function findZone(input: string, now: Date): string | null {
  const said = fold(input)
    .replace(/^(?:(?:город|г|время|часовой пояс)\s+|г\.\s*)/, '')
    .replace(/[.!]+$/, '');
  if (said === '' || said.length > 60) return null;
  const offset = readOffset(said, now);
  if (offset !== null) return zoneOfOffset(offset, now);
  return byRussianName(said) ?? byEnglishName(said);
}

export interface Place {
  name: string;
  zone: string;
}

/**
 * Places whose Russian names begin like `typed`, one of each zone, in the order of `ZONE_NAMES`; where
 * there is none, what `findZone` makes of it.
 */
export function searchPlaces(typed: string, now: Date, limit: number): Place[] {
  const beginning = fold(typed).replaceAll(' ', '-');
  if (beginning === '') return [];
  const found = Object.entries(ZONE_NAMES).flatMap(([zone, names]) => {
    const name = names.split(' ').find((each) => each.startsWith(beginning));
    return name === undefined ? [] : [{ name: placeName(name), zone }];
  });
  if (found.length > 0) return found.slice(0, limit);
  const zone = findZone(typed, now);
  return zone === null ? [] : [{ name: zoneCity(zone) ?? typed.trim(), zone }];
}

function byRussianName(said: string): string | null {
  const name = said.replaceAll(' ', '-');
  if (MOSCOW_TIME.split(' ').includes(name)) return 'Europe/Moscow';
  const found = Object.entries(ZONE_NAMES).find(([, names]) => names.split(' ').includes(name));
  return found?.[0] ?? null;
}

function byEnglishName(said: string): string | null {
  const name = said.replaceAll(' ', '_');
  if (name === 'utc' || name === 'gmt') return 'Etc/UTC';
  const zones = Intl.supportedValuesOf('timeZone');
  const exact = zones.find((zone) => zone.toLowerCase() === name);
  if (exact) return exact;
  if (name.includes('/') && isTimeZone(name)) {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  }
  return zones.find((zone) => zone.toLowerCase().endsWith(`/${name}`)) ?? null;
}

/** Minutes ahead of UTC; «МСК+2» counts from Moscow. */
function readOffset(said: string, now: Date): number | null {
  const match = /^(utc|gmt|мск|msk)?\s*([+\-−–])\s*(\d{1,2})(?:[:.]?(\d{2}))?$/.exec(said);
  if (!match) return null;
  const [, from, sign, hours = '', minutes = '0'] = match;
  if (Number(minutes) > 59) return null;
  const size = Number(hours) * 60 + Number(minutes);
  const base = from === 'мск' || from === 'msk' ? zoneOffset('Europe/Moscow', now) : 0;
  const offset = base + (sign === '+' ? size : -size);
  return offset >= OFFSET_MIN && offset <= OFFSET_MAX ? offset : null;
}

function zoneOfOffset(offset: number, now: Date): string | null {
  const russian = RUSSIAN_ZONES.find(([, zone]) => zoneOffset(zone, now) === offset);
  if (russian) return russian[1];
  if (offset === 0) return 'Etc/UTC';
  // The signs of these zones are POSIX's, west positive.
  if (offset % 60 === 0) return `Etc/GMT${offset > 0 ? '-' : '+'}${Math.abs(offset / 60)}`;
  const zones = Intl.supportedValuesOf('timeZone');
  return zones.find((zone) => zoneOffset(zone, now) === offset) ?? null;
}
