import {
  addDays,
  dateOf,
  monthOf,
  nextWeekday,
  weekdayInWeek,
  weekdayOf,
  yearOf,
} from './date-arithmetic';
import { distinctAscending } from '../../rule-fields';
import { type Cursor } from '../tokens/cursor';
import { pattern } from '../tokens/outline';
import {
  also,
  type DateRead,
  found,
  nextDayOfMonth,
  nextDayOfYear,
  readEdge,
  readMonthName,
  readPeriod,
  readYearOf,
} from './periods';
import { type Found, type Scene, type Span } from './phrase';
import { DAY_OF_MONTH, timeFollows } from './clock';
import {
  DAYS_AWAY,
  DAYS_AWAY_ADJECTIVES,
  EACH,
  isBuilding,
  isNamedByDay,
  isNameBefore,
  LAST_GONE,
  MONTHS,
  NEAREST,
  NEXT,
  THIS,
  WEEKDAYS,
} from '../tokens/vocabulary';

/** «32 декабря» is a slip worth naming; «1000 мая» is no date at all. */
const SLIP_MAX = 99;
const NUMERIC_SLIP_MAX = 39;

/** «22» between «в понедельник» and «в 10»: a day of the month rather than an hour. */
function readDayBetween(c: Cursor, scene: Scene): DateRead | undefined {
  const { previous } = scene;
  if (previous?.kind !== 'date' || !NAMES_A_DAY.has(previous.sort) || c.peek()?.digits === 0)
    return undefined;
  const day = c.int(1, 31);
  if (day === undefined || c.peek()?.glued || !timeFollows(c, scene)) return undefined;
  return found(nextDayOfMonth(scene.today, day), 'month-day', { day });
}
const NAMES_A_DAY = new Set(['weekday', 'today', 'relative']);

/** What may follow a day that is said alone. */
const BESIDE_DATE = new Set(['в', 'на', 'к', 'утром', 'днем', 'вечером']);

/** Of a date that says when, without doubt. */
export const DATE_WEIGHT = 10;
const TIED_WEIGHT = 8;
const NAME_WEIGHT = 3;
/** «вчера звонил Пётр, перезвонить завтра» */
const GONE_WEIGHT = 2;

const DAYS_MAX = 31;

/** «5», «5 и 6», «25, 26 и 27-го»: days of a month, each with its tokens. */
export function readDays(c: Cursor, max: number): { days: number[]; spans: Span[] } | undefined {
  const days: number[] = [];
  const spans: Span[] = [];
  while (days.length < DAYS_MAX) {
    const found = c.attempt(() => {
      if (days.length > 0) {
        const comma = c.mark(',');
        if (!c.word('и') && !comma) return undefined;
      }
      const from = c.at;
      const day = c.ordinal(days.length > 0 ? 1 : 0, days.length > 0 ? 31 : max, true);
      return day === undefined ? undefined : { day, from };
    });
    if (!found) break;
    days.push(found.day);
    spans.push({ from: found.from, to: c.at });
  }
  return days.length > 0 ? { days, spans } : undefined;
}

/** The last day of «1-10 мая», «с 5 по 15 число». */
const readLastDay = (c: Cursor): number | undefined =>
  c.attempt(() => (c.mark('-') || c.word('по') ? c.ordinal(1, 31, true) : undefined));

/** Each day to that one of the same month; «28-3 января» may begin in December. */
function through(read: DateRead, lastDay: number | undefined): DateRead {
  if (read.kind !== 'date' || lastDay === undefined) return read;
  const until = dateOf(yearOf(read.date), monthOf(read.date), lastDay);
  const ends = until === undefined || until < read.date ? { unsure: true } : { until };
  return { ...read, ...ends, keep: true };
}

/** «25 декабря», «25-го декабря 2027 года», «двадцать пятого декабря», «1-10 мая», «5, 6 и 7 декабря» */
function readDayAndMonth(c: Cursor, scene: Scene, introduced: boolean): DateRead | undefined {
  const said = readDays(c, SLIP_MAX);
  const [day, ...others] = said?.days ?? [];
  if (!said || day === undefined) return undefined;
  const several = others.length > 0;
  // «купить 2, 5 декабря забрать»: the first number is of something else.
  const listed = introduced || scene.atStart || others.length > 1 || c.peek(-2)?.text !== ',';
  if (several && !listed) return undefined;
  const lastDay = several ? undefined : readLastDay(c);
  c.word('числа');
  const month = c.lookup(MONTHS);
  if (month === undefined) return undefined;
  const capital = c.peek(-1)?.capital === true;
  const isBehindPlace = isNamedByDay(scene.before);
  // «улица 8 марта 10»: the house follows.
  const house = c.peek()?.kind === 'number' && c.peek(1)?.text !== ':';
  if (isBehindPlace && (capital || house)) return undefined;
  // «роддом 8 Марта», «улица 8 марта»: rather a name, where another date stands beside it.
  const named = isBehindPlace || (capital && !introduced && !scene.atStart && !scene.afterDate);
  const unsure = isBehindPlace && !isBuilding(scene.before);
  const read = also(readYearBehind(c, scene, month, day), { unsure });
  if (several) return also(read, { several: said.spans, keep: true });
  if (lastDay !== undefined) return through(read, lastDay);
  return named ? also(read, { weight: NAME_WEIGHT }) : read;
}

/** A day of a month, in the year that stands behind it or else in the next one that has it. */
function readYearBehind(c: Cursor, scene: Scene, month: number, day: number): DateRead {
  const year = readYearOf(c, scene);
  return year === undefined
    ? found(nextDayOfYear(scene.today, month, day), 'absolute', { day, anyYear: true })
    : found(dateOf(year, month, day), 'absolute', { day });
}

/** «2026-12-25», also with «T14:00» right behind. */
const FROM_YEAR =
  '(?<year>\\d{4}) ~(?<dash>[./-]) ~(?<month>\\d+) ~\\k<dash> ~(?<date>\\d\\d?)(?: ~[tт](?= ))?';
/** «25.12», «25/12» */
const FROM_DAY = '(?<day>\\d\\d?) ~(?<sign>[./-]) ~(?<ofMonth>\\d+)';
/** Of «25.12.2026», «25.12.26 г.» */
const ITS_YEAR =
  ' ~\\k<sign> ~(?<ofYear>\\d{4}|\\d\\d)(?: ~?(?:года|г(?: ~\\.)?))?|(?! ~\\k<sign> ~\\d)';
/** «(25.12)» may be glued to its bracket, not to a word or to the rest of a number. */
const NUMERIC = pattern(`(?:(?<=[^\\p{L}\\d./,:-] )~)?(?:${FROM_YEAR}|${FROM_DAY}(?:${ITS_YEAR}))`);

/** A day as its three numbers are typed. */
function onDate(year: string, month?: string, day?: string): DateRead {
  const [years = 0, months = 0, days = 0] = [year, month, day].map(Number);
  return found(dateOf(years, months, days), 'absolute', { day: days });
}

function readNumeric(c: Cursor, scene: Scene, introduced: boolean): DateRead | undefined {
  const {
    year,
    month,
    date,
    day,
    sign,
    ofMonth = '',
    ofYear,
  } = c.match(NUMERIC, 'typed')?.groups ?? {};
  if (year !== undefined) return onDate(year, month, date);
  if (ofYear !== undefined)
    return onDate(ofYear.length === 2 ? `20${ofYear}` : ofYear, ofMonth, day);
  if (day === undefined) return undefined;
  // «10-12» is a range, «1.5» an amount, «16.4» a version: a lone month has two digits.
  const alone = sign === '.' && (introduced || scene.atStart || c.done);
  if (sign === '-' || (ofMonth.length === 1 && !alone)) return undefined;
  // «25.11в14:00»
  const placed = c.peek()?.kind === 'number' || (c.text === 'в' && c.peek(1)?.kind === 'number');
  if ((!placed && c.countsNext) || isNameBefore(scene.before)) return undefined;
  const [days, months] = [Number(day), Number(ofMonth)];
  const mayBeDate = days >= 1 && days <= NUMERIC_SLIP_MAX && months >= 1 && months <= 12;
  return mayBeDate ? readYearBehind(c, scene, months, days) : undefined;
}

/** «15 числа», «25-го», «пятого числа следующего месяца», «1 и 15 числа», «с 5 по 15 число» */
function readDayOfMonth(c: Cursor, scene: Scene, introduced: boolean): DateRead | undefined {
  const leading = c.word('числа');
  const list = c.attempt(() => {
    const said = readDays(c, SLIP_MAX);
    const suffixed = said?.spans.every(({ from, to }) => to > from + 1);
    const besideEachMonth =
      (EACH.has(c.text) && /^мес/.test(c.peek(1)?.text ?? '')) ||
      (scene.previous?.kind === 'repeat' && scene.previous.rule.unit === 'MONTH');
    const named = DAY_OF_MONTH.test(c.text) || besideEachMonth || (suffixed && !MONTHS.has(c.text));
    return said && said.days.length > 1 && named ? said : undefined;
  });
  const day = list ? list.days[0] : c.ordinal(1, SLIP_MAX, true);
  if (day === undefined) return undefined;
  const token = list ? undefined : c.peek(-1);
  const lastDay = c.attempt(() => {
    const last = list ? undefined : readLastDay(c);
    return DAY_OF_MONTH.test(c.text) ? last : undefined;
  });
  const { previous } = scene;
  const behindMonthlyRule =
    previous?.kind === 'repeat' && previous.rule.unit === 'MONTH' && c.startsText;
  if (!c.word('числа', 'число', 'числу', 'числом') && !leading && !list && !behindMonthlyRule) {
    // Alone, «25-го» is a date; «пятого» only beside a time, for «третьего» may be a person.
    // «на пт 27-е 14:00», «на 26-е на 14:30»
    const ending = scene.afterDate || introduced ? /^(?:[оеь]?го|о?е)$/ : /^[оеь]?го$/;
    const suffixed = token?.kind === 'word' && ending.test(token.text);
    const spoken = token?.kind === 'number' && token.ordinal === 'genitive';
    // «25го квартплата каждый месяц»
    const stands = c.startsText || timeFollows(c, scene) || (scene.monthly && !c.countsNext);
    if ((!suffixed && !spoken) || !stands) return undefined;
    const beside = introduced || scene.atStart || c.done || BESIDE_DATE.has(c.text);
    if (c.text === 'и' || (spoken && !beside)) return undefined;
  }
  if (day > 31) return { kind: 'impossible' };
  // «каждое 5 число месяца» is left to the rule.
  const isOfEachMonth = c.text.startsWith('мес');
  const month = isOfEachMonth ? undefined : c.attempt(() => readMonthName(c, scene));
  if (month !== undefined) {
    const dated = found(dateOf(yearOf(month), monthOf(month), day), 'absolute', { day });
    return list ? also(dated, { several: list.spans, keep: true }) : through(dated, lastDay);
  }
  const read = through(found(nextDayOfMonth(scene.today, day), 'month-day', { day }), lastDay);
  return list ? also(read, { several: list.spans, monthDays: distinctAscending(list.days) }) : read;
}

/** «в пятницу», «в следующий вторник», «в эту субботу», «через пятницу», «пятница» */
function readWeekday(c: Cursor, scene: Scene, introduced: boolean): DateRead | undefined {
  const { today } = scene;
  const skipping = c.word('через');
  const next = c.in(NEXT);
  const gone = !next && c.in(LAST_GONE);
  const nearest = !next && !gone && c.in(NEAREST);
  const here = nearest || (!next && !gone && c.in(THIS));
  const said = c.text;
  const first = { from: c.at, to: c.at + 1 };
  const weekday = c.lookup(WEEKDAYS);
  if (weekday === undefined) return undefined;
  const told = introduced || skipping || next || gone || here;
  if (!told && !standsAlone(c, scene, said)) return undefined;
  // «в субботу и воскресенье»: the first day, and both stay in the text.
  const either = c.text === 'или';
  const another = c.attempt(() => {
    if (!c.mark(',/') && !c.word('и', 'или')) return undefined;
    c.word('в', 'во');
    const from = c.at;
    const day = c.lookup(WEEKDAYS);
    return day === undefined ? undefined : { day, from, to: c.at };
  });
  const keep = another !== undefined;
  const coming = nextWeekday(scene.awake, weekday);
  const isToday = weekday === weekdayOf(today);
  if (gone) {
    const date = addDays(coming, isToday ? -14 : -7);
    return found(date, 'weekday', { gone: true, weight: GONE_WEIGHT, keep });
  }
  if (next) return found(weekdayInWeek(today, weekday, 1), 'weekday', { keep });
  if (nearest && isToday) return found(today, 'weekday', { laterDay: addDays(today, 7), keep });
  if (here && isToday) return found(today, 'today', { keep });
  return found(skipping ? addDays(coming, 7) : coming, 'weekday', {
    keep,
    orToday: isToday && !skipping && coming > today,
    several: another && [first, another],
    weekdays: another && !either ? [weekday, another.day].sort() : undefined,
  });
}

/** Whether a weekday without a preposition says when: not in «настроить среду разработки», «лампа 10 Вт». */
function standsAlone(c: Cursor, scene: Scene, said: string): boolean {
  if (scene.afterDate || scene.previous?.kind === 'time') return true;
  // «лампа 10 Вт», «2 среды», unlike «поезд 016 пятница 22:15»
  if (/^\d/.test(scene.before)) return said.length > 3 && timeFollows(c, scene);
  const next = c.peek();
  const beside = next !== undefined && (next.kind !== 'word' || c.startsText);
  if (scene.atStart || beside) return true;
  return c.done && !/[ую]$/.test(said);
}

function readRelative(c: Cursor, scene: Scene): DateRead | undefined {
  const adjective = c.attempt(() => {
    const away = c.lookup(DAYS_AWAY_ADJECTIVES);
    return c.word('дня', 'день', 'дню') ? away : undefined;
  });
  const days = adjective ?? (c.words('после', 'завтра') ? 2 : c.lookup(DAYS_AWAY));
  if (days === undefined) return undefined;
  // «завтра же»
  c.word('же');
  const calendar = addDays(scene.today, days);
  if (days <= 0) {
    return days === 0
      ? found(calendar, 'today')
      : found(calendar, 'relative', { weight: GONE_WEIGHT });
  }
  const date = addDays(scene.awake, days);
  return found(date, 'relative', { laterDay: date === calendar ? undefined : calendar });
}

/** Whether a time of the night stands right before: «в полночь с субботы на воскресенье». */
export const afterNight = ({ previous }: Scene): boolean =>
  previous?.kind === 'time' && (previous.time.hour === 24 || previous.time.period === 'night');

/** «в ночь на субботу», «ночью с пятницы на субботу»: the night that ends on that day. */
function readNight(c: Cursor, scene: Scene): DateRead | undefined {
  const night = c.words('в', 'ночь') || c.word('ночью', 'ночь');
  if (!night && !afterNight(scene)) return undefined;
  const from = c.word('с', 'со') && (readBareDate(c, scene, true) ?? c.int(1, 31));
  if (from === undefined || !c.word('на')) return undefined;
  const read = readBareDate(c, scene, true);
  if (read?.kind !== 'date') return read;
  // The night that ended today is over.
  const { orToday, ...ahead } = read;
  return { ...ahead, night: true };
}

/**
 * What a date is without its preposition, for «до …» and «с …» too. `introduced`: one stands before it; then
 * «выходные» is a date, too, and «22» between a day and an hour is not read.
 */
export function readBareDate(c: Cursor, scene: Scene, introduced: boolean): DateRead | undefined {
  return c.first([
    () => readRelative(c, scene),
    () => readWeekday(c, scene, introduced),
    () => readEdge(c, scene),
    () => (introduced ? readPeriod(c, scene) : undefined),
    () => readDayAndMonth(c, scene, introduced),
    () => readNumeric(c, scene, introduced),
    () => readDayOfMonth(c, scene, introduced),
    () => (introduced ? undefined : readDayBetween(c, scene)),
  ]);
}

/** «накануне 24 января»: the day before it. */
function readEveOf(c: Cursor, scene: Scene): Found | undefined {
  const day = c.word('накануне') ? readBareDate(c, scene, true) : undefined;
  if (day?.kind !== 'date' || day.several || day.until) return undefined;
  return { kind: 'date', date: addDays(day.date, -1), sort: 'absolute', weight: DATE_WEIGHT };
}

const SAME_DAY = pattern('в (?:этот|тот) же день');

/** A date that the reminder may fall on. «на», «к» tie it more loosely: «билеты на 25 декабря завтра в 9». */
export function readDate(c: Cursor, scene: Scene): Found | undefined {
  // «перед 8 марта», «после пятницы»: a day next to it, to be asked for.
  const beside = c.attempt(() => {
    const next = c.peek(1)?.text !== 'завтра' && c.word('перед', 'после', 'около');
    const date = next ? readBareDate(c, scene, true) : undefined;
    return date?.kind === 'date' ? date : undefined;
  });
  if (beside) return { ...beside, unsure: true, weight: TIED_WEIGHT, keep: true };
  const eve = c.attempt(() => readEveOf(c, scene));
  if (eve) return eve;
  const night = c.attempt(() => readNight(c, scene));
  if (night) return { ...night, weight: DATE_WEIGHT };
  const { previous } = scene;
  if (previous?.kind === 'date' && c.match(SAME_DAY)) return { ...previous, keep: false };
  // «уже в эту пятницу»
  c.word('уже');
  const on = c.word('в', 'во');
  const tied = !on && c.word('на', 'к', 'ко');
  const deadline = tied && c.peek(-1)?.text !== 'на';
  const date = readBareDate(c, scene, on || tied);
  if (date?.kind !== 'date') return date;
  const gone = date.date < scene.today;
  return {
    ...date,
    weight: date.weight ?? (gone ? GONE_WEIGHT : tied ? TIED_WEIGHT : DATE_WEIGHT),
    keep: deadline || date.keep === true,
  };
}
