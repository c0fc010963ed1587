import {
  adjoins,
  all,
  type DatePhrase,
  heaviest,
  type Line,
  type Of,
  type Phrase,
  type Repetition,
  type Unsure,
} from '../readers/phrase';
import {
  addDays,
  dateOf,
  dayOf,
  monthOf,
  weekdayInWeek,
  weekdayOf,
  yearOf,
} from '../readers/date-arithmetic';
import { nextDayOfMonth } from '../readers/periods';
import { type LocalDate } from '../../time-zone';

/** Dates joined to the chosen one by nothing but signs and other phrases: «в субботу, 21 ноября». */
function neighbours(chosen: Of<'date'>, { phrases, tokens }: Line): Of<'date'>[] {
  /** Whether a phrase and the one behind it are joined. */
  const joined = (at: number): boolean => {
    const [left, right] = [phrases[at], phrases[at + 1]];
    return left !== undefined && right !== undefined && adjoins(left, right, tokens);
  };
  const index = phrases.indexOf(chosen);
  let [first, last] = [index, index];
  while (joined(first - 1)) first--;
  while (joined(last)) last++;
  return all(phrases.slice(first, last + 1), 'date');
}

const SORTS = 'year week weekend month weekday relative today absolute month-day'.split(' ');
/** Whether a date says more exactly which day it is than another. */
const isSharper = (a: DatePhrase, b: DatePhrase): boolean =>
  SORTS.indexOf(a.sort) > SORTS.indexOf(b.sort);

/** «через неделю в понедельник»: the first such weekday that is no earlier. */
const weekdayFrom = (date: LocalDate, like: LocalDate): DatePhrase => ({
  kind: 'date',
  sort: 'absolute',
  date: addDays(date, (weekdayOf(like) - weekdayOf(date) + 7) % 7),
});

/** A part of a longer stretch: «в среду» of «на следующей неделе», «5 числа» of «в декабре». */
function dayWithin(period: DatePhrase, day: DatePhrase): DatePhrase | undefined {
  const dated = (date: string | undefined): DatePhrase | undefined =>
    date === undefined ? undefined : { kind: 'date', sort: 'absolute', date };
  switch (period.sort) {
    case 'week':
    case 'weekend': {
      if (day.sort !== 'weekday') return undefined;
      if (period.weeks !== undefined) return weekdayFrom(period.date, day.date);
      const weekday = weekdayOf(day.date);
      if (period.sort === 'weekend' && weekday < 6) return undefined;
      return dated(weekdayInWeek(period.date, weekday, 0));
    }
    case 'month':
      if (day.sort !== 'month-day' || day.day === undefined) return undefined;
      return dated(dateOf(yearOf(period.date), monthOf(period.date), day.day));
    case 'year':
      if (!day.anyYear) return undefined;
      return dated(dateOf(yearOf(period.date), monthOf(day.date), dayOf(day.date)));
    default:
      return undefined;
  }
}

/** The one day that two phrases name, `a` said first; undefined where they name two. `close`: side by side. */
function sameDay(a: DatePhrase, b: DatePhrase, close: boolean): DatePhrase | undefined {
  if (a.sort === 'weekday' && b.weeks !== undefined) return weekdayFrom(b.date, a.date);
  if (a.date === b.date) {
    const { laterDay, ...day } = isSharper(b, a) ? b : a;
    // «завтра в субботу», said at night: the weekday leaves no other day open.
    return laterDay !== undefined && a.laterDay === b.laterDay ? { ...day, laterDay } : day;
  }
  if (a.laterDay === b.date) return b;
  if (b.laterDay === a.date) return a;
  const within = dayWithin(a, b) ?? dayWithin(b, a);
  if (within) return within;
  const [weekday, day] = a.sort === 'weekday' ? [a, b] : [b, a];
  const agree =
    close && weekday.sort === 'weekday' && weekdayOf(weekday.date) === weekdayOf(day.date);
  return agree ? day : undefined;
}

/** The date of a line; dates that say the same one are taken together, others are doubted. */
export function chooseDate(
  line: Line,
  used: Set<Phrase>,
  doubts: Unsure[],
): DatePhrase | undefined {
  const dates = all(line.phrases, 'date');
  const chosen = heaviest(dates);
  if (!chosen) return undefined;
  used.add(chosen);
  const beside = new Set(neighbours(chosen, line));
  let result: DatePhrase = chosen;
  for (const other of dates) {
    if (other === chosen) continue;
    const close = beside.has(other);
    const equal = other.weight === chosen.weight;
    const [a, b] = other.from < chosen.from ? [other, result] : [result, other];
    const within = dayWithin(a, b) ?? dayWithin(b, a);
    const both = close || equal ? sameDay(a, b, close) : within;
    if (both) {
      // «завтра в 10 спросить, придёт ли она в субботу»: said again, and not of the moment
      const again = !close && a.date === b.date;
      if (!again) used.add(other);
      result = both;
    } else if (equal && close) {
      used.add(other);
      if (isSharper(other, result)) result = other;
      const [from, to] = other.from < chosen.from ? [other, chosen] : [chosen, other];
      doubts.push({ kind: 'contradiction', from, to });
    } else if (equal) {
      doubts.push({ kind: 'another-moment', from: other, to: other });
    }
  }
  return result;
}
/** Lighter ones are names and what is over. */
export const NAMED_WEIGHT = 8;

/**
 * «каждый месяц до 10 числа», «каждый год до 30 апреля»: such a day comes in each of them, and ends nothing. «по будням до
 * пятницы» ends.
 */
export const isOfEach = (
  { unit, weekdays = [] }: Repetition,
  { sort, anyYear }: DatePhrase,
): boolean =>
  unit !== 'DAY' &&
  ((sort === 'weekday' && weekdays.length < 2) ||
    (sort === 'month-day' && unit !== 'WEEK') ||
    (anyYear === true && unit === 'YEAR'));

/** «с 1 декабря», «до пятницы»: a start or an end of a repetition; without one they are its date. */
export function chooseBounds(
  phrases: readonly Phrase[],
  rule: Repetition | undefined,
  said: DatePhrase | undefined,
  used: Set<Phrase>,
): { date: DatePhrase | undefined; until: DatePhrase | undefined } {
  const start = heaviest(all(phrases, 'start'));
  const end = heaviest(all(phrases, 'until').filter((each) => !rule || !isOfEach(rule, each.date)));
  // A deadline without repetition: the words stay in the text.
  if (!rule) {
    if (said || !start) return { date: said ?? end?.date, until: undefined };
    // «с 1 декабря по 10 января отпуск» is what the text is about.
    if (!end) used.add(start);
    return { date: start.date, until: undefined };
  }
  if (end) used.add(end);
  const within = rule.unit === 'DAY' || rule.unit === 'WEEK' ? said?.within : undefined;
  if (said && within) {
    const [first, last] = within;
    return { date: { ...said, date: first }, until: end?.date ?? { ...said, date: last } };
  }
  let date = said;
  if (start && (!said || said.sort === 'weekday' || said.day !== undefined)) {
    used.add(start);
    const day = said?.sort === 'month-day' ? said.day : undefined;
    // «с января каждый месяц 5 числа»
    date =
      said && day !== undefined
        ? { ...said, sort: 'absolute', date: nextDayOfMonth(start.date.date, day) ?? said.date }
        : start.date;
  }
  const ranged =
    date?.until === undefined || isOfEach(rule, date) ? undefined : { ...date, date: date.until };
  // «до конца недели» is Friday for what is done once, else Sunday.
  const last = end?.date.sort === 'absolute' ? end.date.within?.[1] : undefined;
  return {
    date,
    until: end && last !== undefined ? { ...end.date, date: last } : (end?.date ?? ranged),
  };
}
