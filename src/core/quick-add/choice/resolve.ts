import { minutesOfPart, NIGHT_ENDS } from '../../day-parts';
import { BIRTH_YEAR_MIN, REPEAT_COUNT_MAX } from '../../limits';
import { formatLocalDate } from '../../calendar';
import { occurrencesFrom, type RecurrenceRule, type Schedule, timesOfDay } from '../../recurrence';
import { distinctAscending } from '../../rule-fields';
import {
  areAsFarApartForAYear,
  exactWallTime,
  instantToWallTime,
  type LocalDate,
  localDateAt,
  type WallTime,
  wallTimeOf,
  wallTimeToInstant,
} from '../../time-zone';
import {
  addDays,
  addMonths,
  dayOf,
  minuteOfDay,
  monthOf,
  nextWeekday,
  weekdayOf,
  yearOf,
} from '../readers/date-arithmetic';
import { type Choice } from './choose';
import { type Clock, type QuickAddDate, type QuickAddTime } from './result';
import { nextDayOfMonth, nextDayOfYear } from '../readers/periods';
import {
  type ClockTime,
  type DatePhrase,
  type DayPart,
  type Duration,
  type Repetition,
  type Slot,
} from '../readers/phrase';
import { type Token } from '../tokens/tokens';
import { isEarly, GOING, isInfinitive, isLate, type Period, TIED } from '../tokens/vocabulary';

const HOUR = 60;
const NOON = 12 * HOUR;
const DAY = 24 * HOUR;
const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;

/** What the words around a time say about an ambiguous hour. */
export interface Hints extends Pick<Clock, 'dayParts'> {
  early: boolean;
  late: boolean;
}

/** A bare hour is of the morning, as on a clock of 24 hours. */
const AS_ON_CLOCK = { early: true, late: false };

/** What the words around a time say: «ужин», «встать». */
export function hintsOf(tokens: readonly Token[], { dayParts }: Clock): Hints {
  return {
    dayParts,
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

const clockFace = (minutes: number): string => wallTimeOf(minutes * MINUTE_MS).slice(11);

/** The instant of so many minutes (1,440 and more: after midnight) into a date. */
export function instantOf(date: LocalDate, minutes: number, timeZone: string): Date {
  const day = addDays(date, Math.floor(minutes / DAY));
  return wallTimeToInstant(`${day}T${clockFace(minutes)}`, timeZone);
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

/** Hour that is as often an evening's as a morning's. */
const EITHER_HOUR = 7;
/** A bare hour whose morning has passed is tonight's if that is no further away. */
const TONIGHT_WITHIN = 4 * HOUR;
const NEAR_NIGHT = 4 * HOUR;
const LATE = 20 * HOUR;
const NIGHT_OVER = 6 * HOUR;
const NIGHT_BEGINS = 23 * HOUR;

/**
 * «в 2» said at half past one: in half an hour, or by day? «ночью»: this one, or the next? «29-го в 10» on the 29th at
 * noon: tonight? «в пятницу в 19» on a Friday: in a week? «каждую субботу в полночь»: where it begins, or where it ends?
 * What may be meant of another moment is asked about.
 */
export function isEitherHalf(choice: Choice, clock: Clock, wall: WallTime, hints: Hints): boolean {
  const { date, time, part, rule } = choice;
  const [best = 0] = readings(time, part, hints);
  if (rule) {
    const namesDay = rule.unit !== 'DAY' && (date ?? rule.weekdays) !== undefined;
    return (namesDay && best >= DAY) || changesHour(choice, clock);
  }
  if (choice.timeZone !== undefined) return false;
  const wallNow = instantToWallTime(clock.now, clock.timeZone);
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

type Moment = Omit<QuickAddTime, 'rule'>;

function momentAt(dateTime: Date, timeZone: string, movedToTomorrow = false): Moment {
  return { dateTime, wallTime: exactWallTime(dateTime, timeZone), timeZone, movedToTomorrow };
}

/** The start of a series keeps its clock time where the first day happens to skip it (DST). */
function seriesAt(date: LocalDate, minutes: number, timeZone: string): Moment {
  const wallTime = `${date}T${clockFace(minutes)}`;
  const dateTime = wallTimeToInstant(wallTime, timeZone);
  return { dateTime, wallTime, timeZone, movedToTomorrow: false };
}

/** A time without a date, or of «сегодня»: today where it lies ahead, else tomorrow. */
function nearestMoment(
  minutes: readonly number[],
  choice: Choice,
  clock: Clock,
  hints: Hints,
): Moment {
  const { now, timeZone } = clock;
  const today = localDateAt(now, timeZone);
  const [best = 0] = minutes;
  const ahead = minutes.filter((each) => instantOf(today, each, timeZone) > now);
  const first = ahead[0];
  const guessed = choice.time !== undefined && first !== best;
  const allowed =
    first !== undefined &&
    (!guessed ||
      choice.date !== undefined ||
      (!hints.early && choice.time?.named === EITHER_HOUR) ||
      (!hints.early &&
        instantOf(today, first, timeZone).getTime() - now.getTime() <= TONIGHT_WITHIN * MINUTE_MS));
  if (first !== undefined && allowed) return momentAt(instantOf(today, first, timeZone), timeZone);
  const night = choice.time?.period === 'night' || (choice.part?.period === 'night' && best < NOON);
  // «в 4 утра» at eleven in the evening is tomorrow's: nobody means the morning that is long over.
  const nextMorning = best < NOON && minuteOfDay(instantToWallTime(now, timeZone)) >= LATE;
  const moved = !night && !nextMorning;
  return momentAt(instantOf(addDays(today, 1), best, timeZone), timeZone, moved);
}

/**
 * `now` plus a duration: minutes as they pass, to the second, and never fewer than were asked for; dates
 * on the calendar, to the nearest minute.
 */
function momentAfter(duration: Duration, { now, timeZone }: Clock): Moment {
  const dated = duration.days + duration.months > 0;
  const wall = instantToWallTime(now, timeZone);
  const date = addDays(addMonths(wall.slice(0, 10), duration.months), duration.days);
  const from = dated ? wallTimeToInstant(`${date}${wall.slice(10)}`, timeZone) : now;
  const exact =
    from.getTime() + (dated ? duration.minutes : Math.max(duration.minutes, 1)) * MINUTE_MS;
  const at = dated
    ? Math.round(exact / MINUTE_MS) * MINUTE_MS
    : Math.ceil(exact / SECOND_MS) * SECOND_MS;
  return { ...momentAt(new Date(at), timeZone), span: true };
}

/** The rule as it is stored: its first date tells the weekday. */
const storedRule = ({ weekday, week, ...rule }: Repetition): RecurrenceRule => rule;

const weekOf = (date: LocalDate): number => Math.ceil(dayOf(date) / 7);

/** The other way round: the days of a stored rule, one of whose dates this is. */
export function repetitionOf(
  { times, window, until, count, ...rule }: RecurrenceRule,
  date: LocalDate,
): Repetition {
  const weekday = weekdayOf(date);
  if (rule.monthly === 'LAST_WEEKDAY') return { ...rule, weekday };
  return rule.monthly === 'NTH_WEEKDAY' ? { ...rule, weekday, week: weekOf(date) } : rule;
}

/** The first date from `anchor` on on which a rule may start, and which `fits`: whatever its interval, it starts as soon as it can. */
function startDate(
  { unit, weekdays, monthly, monthDays, weekday, week }: Repetition,
  anchor: LocalDate,
  fits: (date: LocalDate) => boolean,
): LocalDate {
  let first = weekday === undefined ? anchor : nextWeekday(addDays(anchor, -1), weekday);
  while (week !== undefined && weekOf(first) !== week) first = addDays(first, 7);
  const days: Schedule = {
    firstWallTime: `${first}T00:00`,
    timeZone: 'UTC',
    rule: { every: 1, unit, weekdays, monthly, monthDays },
  };
  for (const day of occurrencesFrom(days, new Date(0))) {
    const date = formatLocalDate(day);
    // What began on the last day of a shorter month would no longer be of the 29th, or of the 31st.
    const isOfOwnDay = !/^(?:MONTH|YEAR)$/.test(unit) || dayOf(date) === dayOf(first);
    if (fits(date) && (monthly ?? monthDays ?? isOfOwnDay)) return date;
  }
  return anchor;
}

export type Resolved =
  | { kind: 'when'; when: QuickAddTime | QuickAddDate }
  | { kind: 'past'; date: LocalDate; time: string | null }
  /** A repetition that ends before it starts, or whose days another zone would change. */
  | { kind: 'refused'; because: 'until' | 'zone' };

/** So many each month has. */
const DAYS_OF_EACH_MONTH = 28;

/** «каждую неделю в пятницу» names weekdays in two phrases; «30-го», «31-го» is the last day of a shorter month. */
function completeRule(rule: Repetition, date: DatePhrase | undefined): Repetition {
  if (rule.afterDone) return rule;
  if (rule.unit === 'WEEK' && !rule.weekdays && date?.sort === 'weekday') {
    return { ...rule, weekdays: [weekdayOf(date.date)] };
  }
  const day = date?.day ?? 0;
  if (rule.unit === 'MONTH' && !rule.monthly && !rule.monthDays && day > DAYS_OF_EACH_MONTH) {
    return day === 31 ? { ...rule, monthly: 'LAST_DAY' } : { ...rule, monthDays: [day] };
  }
  return rule;
}

/** The last day on which a rule repeats that starts on `first`. */
function lastDay({ until, lasting }: Choice, first: LocalDate): LocalDate | undefined {
  if (lasting) return addDays(addMonths(first, lasting.months), lasting.days - 1);
  if (!until || until.date >= first || !until.anyYear) return until?.date;
  return nextDayOfYear(first, monthOf(until.date), dayOf(until.date));
}

/** «10 дней» of what comes once a day. */
const daysOf = ({ unit, every }: Repetition, { lasting }: Choice): number | undefined =>
  unit === 'DAY' && every === 1 && lasting?.months === 0 && lasting.days <= REPEAT_COUNT_MAX
    ? lasting.days
    : undefined;

const minuteOf = ({ time, part }: Slot, hints: Hints): number =>
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

/** The stretch of the day in which a rule repeats every few minutes. */
function windowOf({ window }: Choice, hints: Hints): Pick<RecurrenceRule, 'window'> {
  if (!window) return {};
  // «с 6 до 22» begins in the morning, although «в 6» alone is rather 18:00; «с 2 до 5» is an afternoon's.
  const isOfDay = (window.to.time?.hour ?? 0) > 6;
  const said = isOfDay ? { ...hints, ...AS_ON_CLOCK } : hints;
  const [from, to] = [minuteOf(window.from, said), minuteOf(window.to, said)];
  // «с 9 до 6» ends in the evening.
  const end = to <= from && to < NOON ? to + NOON : to;
  return end > from ? { window: { from: clockFace(from), to: clockFace(end) } } : {};
}

/** The minutes of the day at which a rule has its occurrences, ascending; `only` where it has one. */
function timesOfRule(rule: Repetition, choice: Choice, only: number, hints: Hints): number[] {
  if (choice.times) {
    const usual = choice.times.map((slot) => minuteOf(slot, hints));
    const areInOrder = usual.every((minute, nth) => minute > (usual[nth - 1] ?? -1));
    const isOfClock = (choice.times.at(-1)?.time?.hour ?? 0) > 12;
    if (areInOrder || !isOfClock) return distinctAscending(usual);
    // «в 6, 14 и 22» counts the hours as a clock does.
    const onClock = { ...hints, ...AS_ON_CLOCK };
    return distinctAscending(choice.times.map((slot) => minuteOf(slot, onClock)));
  }
  if (rule.everyMinutes === undefined) return [only];
  const stored = { ...storedRule(rule), ...windowOf(choice, hints) };
  return timesOfDay(stored, only * MINUTE_MS).map((time) => time / MINUTE_MS);
}

/** Whether a weekday, or a day of the month, is the next one: «с марта каждый месяц 30 числа» says a later one. */
const isNext = ({ day, date, sort }: DatePhrase, today: LocalDate): boolean =>
  day === undefined
    ? date <= addDays(today, 7)
    : sort === 'month-day' && date === nextDayOfMonth(today, day);

function resolveRule(
  said: Repetition,
  choice: Choice,
  minutes: number | undefined,
  clock: Clock,
  hints: Hints,
): Resolved {
  const { now, timeZone } = clock;
  const today = localDateAt(now, timeZone);
  const rule = completeRule(said, choice.date);
  const { date } = choice;
  // A date that only picks the rule's days starts the count today.
  const picks = rule !== said || date?.monthDays !== undefined;
  const picked = date !== undefined && picks && isNext(date, today);
  const anchor = date === undefined || picked || date.date < today ? today : date.date;
  const last = minutes ?? DAY - 1;
  const minutesOfDay = timesOfRule(rule, choice, last % DAY, hints);
  // «каждые 8 часов, начиная с 22:00»: no earlier one of them is the first
  const begins = rule.everyMinutes !== undefined && choice.time && !choice.window;
  const times = begins ? [last % DAY] : minutesOfDay;
  const timeOn = (day: LocalDate) => times.find((each) => instantOf(day, each, timeZone) > now);
  const namesDays = date ?? rule.weekdays ?? rule.monthly ?? rule.monthDays;
  // «каждый месяц» may start on any day.
  const starting = namesDays ? rule : { ...rule, unit: 'DAY' as const };
  const first = startDate(starting, anchor, (day) => timeOn(day) !== undefined);
  // The first day may be tomorrow once its hour is known: the days are counted.
  const days = minutes === undefined ? daysOf(rule, choice) : undefined;
  const until = days ? undefined : lastDay(choice, first);
  if (until !== undefined && until < first) return { kind: 'refused', because: 'until' };
  const count = choice.count ?? days;
  const several = choice.times && minutesOfDay.length > 1;
  const stored = {
    ...storedRule(rule),
    ...(several && { times: minutesOfDay.map(clockFace) }),
    ...windowOf(choice, hints),
    until,
    count,
  };
  if (minutes === undefined) return { kind: 'when', when: { date: first, rule: stored } };
  const moment = seriesAt(first, timeOn(first) ?? last % DAY, timeZone);
  return { kind: 'when', when: { ...moment, rule: stored } };
}

const once = (moment: Moment): Resolved => ({ kind: 'when', when: { ...moment, rule: null } });

/** The day on which a time of a date comes: «в ночь на субботу в 23:30» is Friday's. */
const dayOfTime = ({ date, night }: DatePhrase, minute: number): LocalDate =>
  night && minute >= NOON ? addDays(date, -1) : date;

/**
 * The moment of what comes once; `minutes` are what its time may mean, best first. Undefined where nothing
 * says when.
 */
function resolveOnce(
  choice: Choice,
  minutes: readonly number[],
  clock: Clock,
  hints: Hints,
): Resolved | undefined {
  const { now, timeZone } = clock;
  const today = localDateAt(now, timeZone);
  const [best] = minutes;
  // «в пятницу в 19» on a Friday: rather today's, where that lies ahead.
  const ahead = best !== undefined && instantOf(today, best, timeZone) > now;
  const date = choice.date?.orToday && ahead ? { ...choice.date, date: today } : choice.date;
  if (date === undefined || (date.sort === 'today' && best !== undefined)) {
    if (best === undefined) return undefined;
    // «сегодня в 9 утра», «сегодня в 11:00» mean no other day.
    const exact = choice.time?.period === 'morning' || (choice.time?.literal && best >= HOUR);
    if (date && !ahead && exact) {
      return { kind: 'past', date: date.date, time: clockFace(best) };
    }
    return once(nearestMoment(minutes, choice, clock, hints));
  }
  if (best === undefined) {
    return date.date < today
      ? { kind: 'past', date: date.date, time: null }
      : { kind: 'when', when: { date: date.date, rule: null } };
  }
  const { laterDay, ...said } = date;
  const mayBe = date.date === today && laterDay === undefined ? minutes : [best];
  const instantAt = (minute: number): Date => instantOf(dayOfTime(date, minute), minute, timeZone);
  // «завтра в час ночи» that is said at half past one is of the next night.
  const isTomorrow = laterDay !== undefined && date.sort === 'relative';
  const nextNight = isTomorrow && best < DAY && clockFace(best) < NIGHT_ENDS;
  const minute = nextNight ? undefined : mayBe.find((each) => instantAt(each) > now);
  if (minute !== undefined) return once(momentAt(instantAt(minute), timeZone));
  if (laterDay === undefined) {
    const passed = exactWallTime(instantAt(best), timeZone);
    return { kind: 'past', date: passed.slice(0, 10), time: passed.slice(11, 16) };
  }
  // Nothing of the day that is meant first lies ahead: the later one is taken.
  return resolveOnce({ ...choice, date: { ...said, date: laterDay } }, minutes, clock, hints);
}

/**
 * «день рождения мамы 14.02.1967»: the day comes back every year; where it `celebrates` that year, it is
 * counted from.
 */
export function everyYear(choice: Choice, clock: Clock, celebrates: boolean): Choice {
  const { date, rule } = choice;
  const today = localDateAt(clock.now, clock.timeZone);
  const past = date?.sort === 'absolute' && !date.gone && yearOf(date.date) < yearOf(today);
  if (!past || (rule && rule.unit !== 'YEAR')) return choice;
  const next = nextDayOfYear(today, monthOf(date.date), dayOf(date.date));
  if (next === undefined) return choice;
  const year = yearOf(date.date);
  const birthYear = celebrates && year >= BIRTH_YEAR_MIN ? { birthYear: year } : {};
  const yearly = { ...(rule ?? { every: 1, unit: 'YEAR' as const }), ...birthYear };
  return { ...choice, rule: yearly, date: { ...date, date: next } };
}

/** When a line means, or undefined where it does not say. Moments always lie ahead of `now`. */
export function resolve(choice: Choice, clock: Clock, words: Hints): Resolved | undefined {
  // Of a day that is over no better half is looked for: its hour is as it was said.
  const { date } = choice;
  const isOver = date && !date.anyYear && date.date < localDateAt(clock.now, clock.timeZone);
  const hints = isOver ? { ...words, ...AS_ON_CLOCK } : words;
  const own = { ...clock, timeZone: choice.timeZone ?? clock.timeZone };
  if (choice.offset) {
    const moment = momentAfter(choice.offset, clock);
    const started = { ...choice, date: undefined };
    if (!choice.rule) return once(moment);
    return resolveRule(choice.rule, started, minuteOfDay(moment.wallTime), clock, hints);
  }
  const minutes = readings(choice.time, choice.part, hints);
  if (choice.rule?.everyMinutes !== undefined && minutes.length === 0) {
    // «каждые 4 часа»: the first comes that much after now.
    const now = instantToWallTime(clock.now, clock.timeZone);
    minutes.push((minuteOfDay(now) + choice.rule.everyMinutes) % DAY);
  }
  const resolved = choice.rule
    ? resolveRule(choice.rule, choice, minutes[0], own, hints)
    : resolveOnce(choice, minutes, own, hints);
  if (resolved?.kind !== 'when' || own.timeZone === clock.timeZone) return resolved;
  const { when } = resolved;
  if (!('dateTime' in when)) return resolved;
  const moment = momentAt(when.dateTime, clock.timeZone, when.movedToTomorrow);
  const sameDay = moment.wallTime.slice(0, 10) === when.wallTime.slice(0, 10);
  if (when.rule && !sameDay) return { kind: 'refused', because: 'zone' };
  return { kind: 'when', when: { ...moment, rule: when.rule } };
}

/**
 * The moment of a date once its time of day (`HH:mm`) is known; null when that lies in the past.
 * With a rule the first occurrence ahead.
 */
export function withTime(
  { date, rule }: QuickAddDate,
  time: string,
  { now, timeZone }: Clock,
): QuickAddTime | null {
  const minutes = minuteOfDay(`${date}T${time}`);
  const isAhead = (day: LocalDate) => instantOf(day, minutes, timeZone) > now;
  if (!rule) {
    return isAhead(date)
      ? { ...momentAt(instantOf(date, minutes, timeZone), timeZone), rule }
      : null;
  }
  const first = startDate(repetitionOf(rule, date), date, isAhead);
  const isOver = rule.until !== undefined && first > rule.until;
  return isOver ? null : { ...seriesAt(first, minutes, timeZone), rule };
}
