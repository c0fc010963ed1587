import { BIRTH_YEAR_MIN, REPEAT_COUNT_MAX } from '../../limits';
import { formatLocalDate, MINUTE_MS } from '../../calendar';
import { occurrencesFrom, type RecurrenceRule, type Schedule, timesOfDay } from '../../recurrence';
import { distinctAscending } from '../../rule-fields';
import { type LocalDate, localDateAt, wallTimeToInstant } from '../../time-zone';
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
import { type Clock, type QuickAddDate, type QuickAddTime, type Resolved } from './result';
import { nextDayOfMonth, nextDayOfYear } from '../readers/periods';
import { type DatePhrase, type Repetition } from '../readers/phrase';
import {
  NOON,
  DAY,
  type Hints,
  AS_ON_CLOCK,
  clockFace,
  type Moment,
  instantOf,
  momentAt,
  minuteOf,
} from './hours';

/** When a rule starts, and what is stored of it. */

/** The start of a series keeps its clock time where the first day happens to skip it (DST). */
function seriesAt(date: LocalDate, minutes: number, timeZone: string): Moment {
  const wallTime = `${date}T${clockFace(minutes)}`;
  const dateTime = wallTimeToInstant(wallTime, timeZone);
  return { dateTime, wallTime, timeZone, movedToTomorrow: false };
}

/** The rule as it is stored: its first date tells the weekday. */
const storedRule = ({ weekday, week, ...rule }: Repetition): RecurrenceRule => rule;

/** Which one of its weekday a date is in its month. */
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

/**
 * The first date, no earlier than `anchor`, on which a rule may start, and which `fits`: whatever its interval, it starts
 * as soon as it can.
 */
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
  const namesDayOfMonth = monthly !== undefined || monthDays !== undefined;
  for (const day of occurrencesFrom(days, new Date(0))) {
    const date = formatLocalDate(day);
    // What began on the last day of a shorter month would no longer be of the 29th, or of the 31st.
    const isOfOwnDay = !/^(?:MONTH|YEAR)$/.test(unit) || dayOf(date) === dayOf(first);
    if (fits(date) && (namesDayOfMonth || isOfOwnDay)) return date;
  }
  return anchor;
}

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

export function resolveRule(
  said: Repetition,
  choice: Choice,
  minutes: number | undefined,
  hints: Hints,
): Resolved {
  const { now, timeZone } = hints;
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
    ...(until !== undefined && { until }),
    ...(count !== undefined && { count }),
  };
  if (minutes === undefined) return { kind: 'when', when: { date: first, rule: stored } };
  const moment = seriesAt(first, timeOn(first) ?? last % DAY, timeZone);
  return { kind: 'when', when: { ...moment, rule: stored } };
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
