import {
  addDays,
  addMonths,
  dateOf,
  firstOfMonth,
  lastOfMonth,
  monthOf,
  weekdayInWeek,
  weekdayOf,
  yearOf,
} from './date-arithmetic';
import { type Cursor } from '../tokens/cursor';
import { oneOf, pattern } from '../tokens/outline';
import { type LocalDate } from '../../time-zone';
import { type DatePhrase, type Found, type Scene } from './phrase';
import { MONTHS, NEAREST, NEXT, THIS, WEEKEND } from '../tokens/vocabulary';
import { table } from '../tokens/word-table';

/** Dates that are said as a part of a month, a week or a year. */

const SATURDAY = 6;
const FRIDAY = 5;

type DateFound = Extract<Found, { kind: 'date' }>;
/** What a reader of dates found; «32 декабря» is impossible. */
export type DateRead = DateFound | { kind: 'impossible' };

export const found = (
  date: LocalDate | undefined,
  sort: DatePhrase['sort'],
  rest?: Partial<DateFound>,
): DateRead =>
  date === undefined ? { kind: 'impossible' } : { kind: 'date', date, sort, ...rest };

/** A date with what else is said of it; what is impossible stays so. */
export const also = (read: DateRead, rest: Partial<DateFound>): DateRead =>
  read.kind === 'date' ? { ...read, ...rest } : read;

/** The next such day and month, today included; 29 February waits for a leap year. */
export function nextDayOfYear(today: string, month: number, day: number): string | undefined {
  for (let year = yearOf(today); year <= yearOf(today) + 8; year++) {
    const date = dateOf(year, month, day);
    if (date !== undefined && date >= today) return date;
  }
  return undefined;
}

/** The next such day of a month, today included; months without it are passed over. */
export function nextDayOfMonth(today: string, day: number): string | undefined {
  for (let ahead = 0; ahead <= 2; ahead++) {
    const month = addMonths(firstOfMonth(today), ahead);
    const date = dateOf(yearOf(month), monthOf(month), day);
    if (date !== undefined && date >= today) return date;
  }
  return undefined;
}

const OF_YEAR = '(?:год[ау]?|г(?: \\.)?)';
/** «2027», «2027 года», «27 г.», «двадцать восьмого года», «две тысячи двадцать седьмого года» */
const YEAR = pattern(
  `(?:, )?(?:#2 тысячи №(\\d+)(?: ${OF_YEAR})?|[#№](\\d\\d|\\d{4}) ${OF_YEAR}|#(19\\d\\d|2[01]\\d\\d))`,
);
const YEAR_AWAY = pattern(
  `(через год)|(?:в )?(?:(${oneOf(NEXT)})|${oneOf(THIS)})(?: \\.)? ${OF_YEAR}`,
);

/** The year behind a date: «2027 года», «следующего года», «в этом году». */
export function readYearOf(c: Cursor, { today }: Scene): number | undefined {
  const [said, ...years] = c.match(YEAR) ?? [];
  const year = Number(years.find(Boolean));
  if (said !== undefined) return year < 100 ? 2000 + year : year;
  const [away, after, next] = c.match(YEAR_AWAY) ?? [];
  return away === undefined ? undefined : yearOf(today) + (after || next ? 1 : 0);
}

/** 1 for «следующего», 0 for «этого» or nothing. */
function readShift(c: Cursor): 0 | 1 {
  if (c.in(NEXT)) return 1;
  c.in(THIS);
  return 0;
}

/** The month that «месяца», «этого месяца», «следующего месяца» or «декабря» names, as its first day. */
export function readMonthName(c: Cursor, scene: Scene): string | undefined {
  const thisMonth = firstOfMonth(scene.today);
  const month = c.lookup(MONTHS);
  if (month !== undefined) {
    c.word('месяце');
    const year =
      readYearOf(c, scene) ?? yearOf(scene.today) + (month < monthOf(scene.today) ? 1 : 0);
    return dateOf(year, month, 1);
  }
  const shift = readShift(c);
  return c.word('месяца', 'месяце', 'мес') ? addMonths(thisMonth, shift) : undefined;
}

/** A day that stands for a stretch: what repeats within it ends with it. */
const whole = (read: DateRead, last: (date: string) => string, first?: string): DateRead =>
  read.kind !== 'date' ? read : { ...read, within: [first ?? read.date, last(read.date)] };
const sundayOf = (date: string): string => weekdayInWeek(date, 7, 0);

/** «на следующей неделе», «в выходные», «в следующем месяце», «в декабре» */
export function readPeriod(c: Cursor, scene: Scene): DateRead | undefined {
  const { today } = scene;
  const locative = c.text.endsWith('е') || /^со?$/.test(c.peek(-1)?.text ?? '');
  const month = MONTHS.get(c.text);
  if (month !== undefined) {
    if (!locative || month === monthOf(today)) return undefined;
    return whole(found(readMonthName(c, scene), 'month'), lastOfMonth);
  }
  const next = c.in(NEXT);
  const here = !next && (c.in(THIS) || c.in(NEAREST));
  if (c.in(WEEKEND)) {
    const saturday = weekdayInWeek(today, SATURDAY, next ? 1 : 0);
    const laterDay = saturday === today ? addDays(today, 1) : undefined;
    return whole(found(saturday < today ? today : saturday, 'weekend', { laterDay }), sundayOf);
  }
  if (!next && !here) return undefined;
  if (c.word('неделе', 'неделю', 'недели', 'нед')) {
    return next
      ? whole(found(weekdayInWeek(today, 1, 1), 'week'), sundayOf)
      : whole(found(endOfWeek(today), 'week'), sundayOf, today);
  }
  if (next && c.word('месяце', 'месяц', 'месяца'))
    return whole(found(addMonths(firstOfMonth(today), 1), 'month'), lastOfMonth);
  if (next && c.word('году', 'год', 'года')) return found(dateOf(yearOf(today) + 1, 1, 1), 'year');
  return undefined;
}

/** Friday; at the weekend Sunday. */
function endOfWeek(today: string): string {
  return weekdayInWeek(today, weekdayOf(today) < FRIDAY ? FRIDAY : 7, 0);
}

const EDGES = table<'start' | 'middle' | 'end'>({
  'начал:е,а,у': 'start',
  'середин:е,ы': 'middle',
  'кон:це,цу,ца,ец': 'end',
});

/** «в конце месяца», «к середине декабря», «до конца года», «в начале следующей недели» */
export function readEdge(c: Cursor, scene: Scene): DateRead | undefined {
  const edge = c.lookup(EDGES);
  if (edge === undefined) return undefined;
  const { today } = scene;
  const ahead = (date: string, later: string): DateRead =>
    found(date >= today ? date : later, 'absolute');
  const shiftOf = (noun: string) =>
    c.attempt(() => {
      const shift = readShift(c);
      return c.word(noun) ? shift : undefined;
    });
  const week = shiftOf('недели');
  if (week !== undefined) {
    const date = weekdayInWeek(today, { start: 1, middle: 3, end: FRIDAY }[edge], week);
    if (edge !== 'end') return ahead(date, addDays(date, 7));
    return whole(ahead(date, endOfWeek(today)), sundayOf);
  }
  const year = shiftOf('года');
  if (year !== undefined) {
    const day = { start: '01-01', middle: '07-01', end: '12-31' }[edge];
    const first = yearOf(today) + year;
    return ahead(`${first}-${day}`, `${first + 1}-${day}`);
  }
  if (c.word('дня')) return edge === 'end' ? found(today, 'today') : undefined;
  const month = readMonthName(c, scene);
  if (month === undefined) return undefined;
  const inMonth = (first: string) =>
    edge === 'end' ? lastOfMonth(first) : addDays(first, edge === 'middle' ? 14 : 0);
  return ahead(inMonth(month), inMonth(addMonths(month, 1)));
}
