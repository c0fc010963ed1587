import { MINUTE_MS } from '../../calendar';
import { minutesOfPart, NIGHT_ENDS } from '../../day-parts';
import {
  areAsFarApartForAYear,
  exactWallTime,
  instantToWallTime,
  type LocalDate,
  type WallTime,
  wallTimeOf,
  wallTimeToInstant,
} from '../../time-zone';
import { addDays, minuteOfDay } from '../readers/date-arithmetic';
import { type Choice } from './choose';
import { type Clock, type QuickAddDate, type QuickAddTime } from './result';
import { type ClockTime, type DayPart, type Slot } from '../readers/phrase';
import { type Token } from '../tokens/tokens';
import { isEarly, GOING, isInfinitive, isLate, type Period, TIED } from '../tokens/vocabulary';

/** What an hour that was said may mean, and where it may mean another as well. */

export const HOUR = 60;

export const NOON = 12 * HOUR;

export const DAY = 24 * HOUR;

/** Whose clocks, and what the words around a time say about an ambiguous hour. */
export interface Hints extends Clock {
  early: boolean;
  late: boolean;
}

/** A bare hour is of the morning, as on a clock of 24 hours. */
export const AS_ON_CLOCK = { early: true, late: false };

/** What the words around a time say: «ужин», «встать». */
export function hintsOf(tokens: readonly Token[], clock: Clock): Hints {
  return {
    ...clock,
    early: tokens.some(({ text }) => isEarly(text)),
    late: tokens.some(({ text }, at) => isLate(text) && happens(tokens, at)),
  };
}

/** Whether an event is what happens, rather than what something is for: «деньги на театр», «про концерт». */
function happens(tokens: readonly Token[], at: number): boolean {
  const [object, preposition] = [tokens[at - 2]?.text ?? '', tokens[at - 1]?.text ?? ''];
  if (/^(?:ден(?:ьг|ег)|билет)/.test(object)) return false;
  if (preposition !== 'на') return !TIED.has(preposition);
  return !tokens.some(({ text }) => isInfinitive(text) && !GOING.has(text));
}

export const clockFace = (minutes: number): string => wallTimeOf(minutes * MINUTE_MS).slice(11);

export type Moment = Omit<QuickAddTime, 'rule'>;

/** The instant of so many minutes (1,440 and more: after midnight) into a date. */
export function instantOf(date: LocalDate, minutes: number, timeZone: string): Date {
  const day = addDays(date, Math.floor(minutes / DAY));
  return wallTimeToInstant(`${day}T${clockFace(minutes)}`, timeZone);
}

export function momentAt(dateTime: Date, timeZone: string, movedToTomorrow = false): Moment {
  return { dateTime, wallTime: exactWallTime(dateTime, timeZone), timeZone, movedToTomorrow };
}

/** The hours of a part of the day that are said of the half behind noon. */
const AFTER_NOON: Record<Period, readonly [from: number, to: number]> = {
  morning: [13, 12],
  day: [0, 6],
  evening: [3, 12],
  night: [8, 12],
};

/** The hour of a day part: «12 ночи» is midnight, «2 дня» 14:00, «2 ночи» 02:00. */
function hourIn(period: Period, hour: number): number {
  const [from, to] = AFTER_NOON[period];
  return from <= hour && hour <= to ? hour + 12 : hour;
}

/**
 * The minutes of the day that a time may mean, best first. A written time («9:30», «18») is one of a
 * 24-hour clock. A bare hour is said of a 12-hour one: from 1 to 6 it is rather an afternoon's
 * («в 3» is 15:00), from 7 to 11 rather a morning's, unless words like «встать» or «ужин» say otherwise.
 */
export function readings(
  time: ClockTime | undefined,
  part: DayPart | undefined,
  hints: Hints,
): number[] {
  if (!time) {
    if (!part) return [];
    return part.minutes ? [...part.minutes] : minutesOfPart(part.period, hints.dayParts);
  }
  const at = (hour: number) => hour * HOUR + time.minute;
  const period = time.period ?? part?.period;
  const { hour } = time;
  if (period && hour <= 12) return [at(hourIn(period, hour))];
  if (time.literal) return [at(hour)];
  const named = time.named ?? hour;
  if (named === 12) return [at(hour), at(hour + 12)];
  const afternoon = named <= 6 ? !hints.early : hints.late;
  const morningHour = hour % 12;
  const pair = [at(morningHour), at(morningHour + 12)];
  return afternoon ? pair.reverse() : pair;
}

export const minuteOf = ({ time, part }: Slot, hints: Hints): number =>
  (readings(time, part, hints)[0] ?? 0) % DAY;

/** How many minutes before a moment «накануне вечером» is. */
export const minutesSinceEve = (eve: Slot, wall: WallTime, hints: Hints): number =>
  DAY + minuteOfDay(wall) - minuteOf(eve, hints);

/** How many minutes before a moment a line wishes to be told of it, descending. */
export function preAlertsOf(
  { preAlerts, eve }: Choice,
  when: QuickAddTime | QuickAddDate | null,
  hints: Hints,
): number[] {
  const ofEve =
    eve && when && 'dateTime' in when ? [minutesSinceEve(eve, when.wallTime, hints)] : [];
  return [...preAlerts, ...ofEve].sort((a, b) => b - a);
}

export const LATE = 20 * HOUR;

const NEAR_NIGHT = 4 * HOUR;

const NIGHT_OVER = 6 * HOUR;

const NIGHT_BEGINS = 23 * HOUR;

/**
 * «в 2» said at half past one: in half an hour, or by day? «ночью»: this one, or the next? «29-го в 10» on the 29th at
 * noon: tonight? «в пятницу в 19» on a Friday: in a week? «каждую субботу в полночь»: where it begins, or where it ends?
 * What may be meant of another moment is asked about.
 */
export function isEitherHalf(choice: Choice, wall: WallTime, hints: Hints): boolean {
  const { date, time, part, rule } = choice;
  const [best = 0] = readings(time, part, hints);
  if (rule) {
    const namesDay = rule.unit !== 'DAY' && (date ?? rule.weekdays) !== undefined;
    return (namesDay && best >= DAY) || changesHour(choice, hints);
  }
  if (choice.timeZone !== undefined) return false;
  const wallNow = instantToWallTime(hints.now, hints.timeZone);
  const now = minuteOfDay(wallNow);
  if (date && date.sort !== 'today') {
    if (date.orToday) return best > now && best < DAY;
    return date.date === wallNow.slice(0, 10) && best % DAY !== minuteOfDay(wall);
  }
  if (!time) {
    const night = part?.period === 'night' && part.minutes === undefined;
    return night && (wallNow.slice(11) < NIGHT_ENDS || now >= NIGHT_BEGINS);
  }
  if (part || time.literal || time.period) return false;
  // «в 8» at noon, «в 11» at seven in the evening: tonight, or tomorrow morning?
  const tonight = readings(time, part, hints).some((minute) => minute > now && minute < DAY);
  if (tonight && !hints.early && wall.slice(0, 10) > wallNow.slice(0, 10)) return true;
  const said = (time.hour % 12) * HOUR + time.minute;
  const wait = said - (now >= LATE ? now - DAY : now);
  // «в 12» at 23:40, «в 1» at half past one
  const isNear = wait > -HOUR && wait <= NEAR_NIGHT && (now >= LATE || now < NIGHT_OVER);
  return said < NIGHT_OVER && isNear && (said === 0 || minuteOfDay(wall) !== said);
}

/** «каждый вторник в 19 по Москве», where the user's own clocks are changed and those of Moscow are not. */
const changesHour = ({ timeZone: said }: Choice, { now, timeZone }: Clock): boolean =>
  said !== undefined && !areAsFarApartForAYear(said, timeZone, now);

/** «завтра в 10» said at half past one: the day behind the night was taken, and the calendar's is as good. */
export const isEitherDay = (
  { date, rule }: Pick<Choice, 'date' | 'rule'>,
  wall: WallTime,
): boolean =>
  !rule &&
  date?.sort === 'relative' &&
  date.laterDay !== undefined &&
  date.date === wall.slice(0, 10);
