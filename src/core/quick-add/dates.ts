import {
  addDays,
  addMonths,
  dateOf,
  firstOfMonth,
  lastOfMonth,
  monthOf,
  nextWeekday,
  nthWeekday,
  weekdayInWeek,
  weekdayOf,
  yearOf,
} from './calendar';
import { type Cursor } from './cursor';
import { type DatePhrase, type Found, type Scene } from './phrase';
import {
  DAYS_AWAY,
  LAST_GONE,
  LAST_OF,
  MONTHS,
  NEAREST,
  NEXT,
  THIS,
  WEEKDAYS,
  WEEKEND,
  isNameBefore,
} from './vocabulary';

const SATURDAY = 6;
const FRIDAY = 5;
/** «32 декабря» is a slip worth naming; «1000 мая» is no date at all. */
const SLIP_MAX = 99;

/** What may follow a day that is said alone. */
const BESIDE_DATE = new Set(['в', 'на', 'к', 'утром', 'днем', 'вечером']);

const WEIGHT = 10;
const TIED_WEIGHT = 8;
/** «вчера звонил Пётр, перезвонить завтра» */
export const GONE_WEIGHT = 2;

type Read = DatePhrase | 'impossible';
interface DateRead {
  read: Read;
  weight?: number;
  keep?: boolean;
}

const found = (date: string | undefined, sort: DatePhrase['sort'], day?: number): Read =>
  date === undefined
    ? 'impossible'
    : { kind: 'date', date, sort, ...(day === undefined ? {} : { day }) };

const inAnyYear = (read: Read): Read => (read === 'impossible' ? read : { ...read, anyYear: true });

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

function readYear(c: Cursor): number | undefined {
  return c.attempt(() => {
    c.mark(',');
    if (c.words('две', 'тысячи')) {
      const spoken = c.ordinal(1, 99);
      return spoken !== undefined && c.word('года', 'год', 'году') ? 2000 + spoken : undefined;
    }
    const token = c.peek();
    if (token?.digits !== 4 && token?.digits !== 2) return undefined;
    c.at++;
    const named = c.word('года', 'год', 'г', 'году');
    if (named) c.mark('.', true);
    if (token.digits === 2) return named ? 2000 + token.value : undefined;
    return named || (token.value >= 1900 && token.value < 2200) ? token.value : undefined;
  });
}

/** «25 декабря», «25-го декабря 2027 года», «двадцать пятого декабря», «1-10 мая» */
function readDayAndMonth(c: Cursor, scene: Scene): DateRead | undefined {
  const day = c.ordinal(0, SLIP_MAX, true);
  if (day === undefined) return undefined;
  const several = c.peek()?.text === 'и';
  const last = c.attempt(() =>
    c.mark('-') || c.word('по', 'и') ? c.ordinal(1, 31, true) : undefined,
  );
  c.word('числа');
  const month = c.lookup(MONTHS);
  if (month === undefined) return undefined;
  const year = readYear(c);
  const date =
    year === undefined ? nextDayOfYear(scene.today, month, day) : dateOf(year, month, day);
  const dated = found(date, 'absolute', day);
  const read = year === undefined ? inAnyYear(dated) : dated;
  if (last === undefined || read === 'impossible') return { read };
  const until = dateOf(yearOf(read.date), month, last);
  if (several) return { read: { ...read, several }, keep: true };
  return { read: { ...read, ...(until !== undefined && { until }) }, keep: true };
}

/** The rest of «25 12 2026». */
function readSpaced(c: Cursor, day: number, digits: number): Read | undefined {
  const [month, year] = [c.peek(), c.peek(1)];
  if (digits > 2 || month?.digits !== 2 || month.glued || year?.digits !== 4) return undefined;
  const date = year.glued ? undefined : dateOf(year.value, month.value, day);
  if (date === undefined || year.value < 2000) return undefined;
  c.at += 2;
  return found(date, 'absolute', day);
}

/** «25.12», «25.12.2026», «25/12», «2026-12-25» */
function readNumeric(c: Cursor, scene: Scene, introduced: boolean): Read | undefined {
  const token = c.peek();
  if (!token?.digits || token.glued) {
    // «(25.12)» is glued to its bracket only.
    if (!token?.digits || c.peek(-1)?.kind !== 'mark' || '.-/,:'.includes(c.peek(-1)?.text ?? '')) {
      return undefined;
    }
  }
  c.at++;
  const spaced = readSpaced(c, token.value, token.digits);
  if (spaced) return spaced;
  const separator = c.peek()?.text ?? '';
  if (!c.mark('.-/', true)) return undefined;
  const second = c.peek();
  if (!second?.digits || !second.glued || second.digits > 2) return undefined;
  c.at++;
  const third = c.attempt(() => {
    const year = c.mark(separator, true) ? c.peek() : undefined;
    if (!year?.digits || !year.glued) return undefined;
    c.at++;
    return year;
  });
  if (token.digits === 4) {
    if (!third || third.digits > 2) return undefined;
    c.attempt(() => (c.peek()?.glued && c.word('t', 'т') ? true : undefined));
    return found(dateOf(token.value, second.value, third.value), 'absolute', third.value);
  }
  if (token.digits > 2) return undefined;
  if (third) {
    if (third.digits !== 2 && third.digits !== 4) return undefined;
    const year = third.digits === 2 ? 2000 + third.value : third.value;
    if (c.word('г', 'года')) c.mark('.', true);
    return found(dateOf(year, second.value, token.value), 'absolute', token.value);
  }
  // «10-12» is a range, «1.5» an amount; only two digits make a month.
  const short =
    second.digits === 1 && !(separator === '.' && (introduced || scene.atStart || c.done));
  const counted = c.peek()?.kind !== 'number' && c.countsNext;
  if (separator === '-' || short || counted || isNameBefore(scene.before)) return undefined;
  if (second.value < 1 || second.value > 12 || token.value < 1 || token.value > 39)
    return undefined;
  const date = nextDayOfYear(scene.today, second.value, token.value);
  return inAnyYear(found(date, 'absolute', token.value));
}

/** The month that «месяца», «этого месяца», «следующего месяца» or «декабря» names, as its first day. */
function readMonthName(c: Cursor, scene: Scene): string | undefined {
  const thisMonth = firstOfMonth(scene.today);
  const month = c.lookup(MONTHS);
  if (month !== undefined) {
    const year = readYear(c) ?? yearOf(scene.today) + (month < monthOf(scene.today) ? 1 : 0);
    return dateOf(year, month, 1);
  }
  const shift = c.in(NEXT) ? 1 : (c.in(THIS) || c.word('текущего', 'текущем'), 0);
  return c.word('месяца', 'месяце', 'мес') ? addMonths(thisMonth, shift) : undefined;
}

/** «15 числа», «25-го», «пятого числа следующего месяца», «1 и 15 числа» */
function readDayOfMonth(c: Cursor, scene: Scene, introduced: boolean): DateRead | undefined {
  const leading = c.word('числа');
  const day = c.ordinal(1, SLIP_MAX, true);
  if (day === undefined) return undefined;
  const token = c.peek(-1);
  const several =
    c.attempt(() => {
      const other = c.word('и') || c.mark(',') ? c.ordinal(1, 31, true) : undefined;
      return /^числ/.test(c.peek()?.text ?? '') ? other : undefined;
    }) !== undefined;
  if (!leading && !c.word('числа', 'число', 'числу')) {
    // Alone, «25-го» is a date; «пятого» only beside a time, for «третьего» may be a person.
    const suffixed = token?.kind === 'word' && /^[оеь]?го$/.test(token.text);
    const spoken = token?.kind === 'number' && token.ordinal === 'genitive';
    if ((!suffixed && !spoken) || !c.startsText || isNameBefore(scene.before)) return undefined;
    const beside = introduced || scene.atStart || c.done || BESIDE_DATE.has(c.peek()?.text ?? '');
    if (c.peek()?.text === 'и' || (spoken && !beside)) return undefined;
  }
  if (day > 31) return { read: 'impossible' };
  const named = !/^мес/.test(c.peek()?.text ?? '');
  const month = named ? c.attempt(() => readMonthName(c, scene)) : undefined;
  if (month !== undefined) {
    return { read: found(dateOf(yearOf(month), monthOf(month), day), 'absolute', day) };
  }
  const read = found(nextDayOfMonth(scene.today, day), 'month-day', day);
  return several && read !== 'impossible' ? { read: { ...read, several }, keep: true } : { read };
}

/** «в пятницу», «в следующий вторник», «в эту субботу», «через пятницу», «в пятницу на следующей неделе» */
function readWeekday(c: Cursor, scene: Scene): DateRead | undefined {
  const { today } = scene;
  const skipping = c.word('через');
  const next = c.in(NEXT) && (c.mark('.', true), true);
  const gone = !next && c.in(LAST_GONE);
  const nearest = !next && !gone && (c.in(THIS) || c.in(NEAREST));
  const weekday = c.lookup(WEEKDAYS);
  if (weekday === undefined) return undefined;
  // «в субботу и воскресенье»: the first day, and both stay in the text.
  const another = c.attempt(() => {
    if (!c.mark(',/') && !c.word('и', 'или')) return undefined;
    c.word('в', 'во');
    return c.lookup(WEEKDAYS);
  });
  const keep = another !== undefined;
  const coming = nextWeekday(today, weekday);
  const isToday = weekday === weekdayOf(today);
  if (gone) {
    const date = addDays(coming, isToday ? -14 : -7);
    return { read: { kind: 'date', date, sort: 'weekday', gone: true }, weight: GONE_WEIGHT, keep };
  }
  if (next) return { read: found(weekdayInWeek(today, weekday, 1), 'weekday'), keep };
  if (nearest && isToday) return { read: found(today, 'today'), keep };
  return { read: found(skipping ? addDays(coming, 7) : coming, 'weekday'), keep };
}

/** «на следующей неделе», «в выходные», «в следующем месяце», «в декабре» */
function readPeriod(c: Cursor, scene: Scene): Read | undefined {
  const { today } = scene;
  const text = c.peek()?.text ?? '';
  const locative = text.endsWith('е') || /^со?$/.test(c.peek(-1)?.text ?? '');
  const month = c.lookup(MONTHS);
  if (month !== undefined) {
    if (!locative || month === monthOf(today)) return undefined;
    const year = readYear(c);
    return found(
      year === undefined ? nextDayOfYear(today, month, 1) : dateOf(year, month, 1),
      'absolute',
    );
  }
  const next = c.in(NEXT) && (c.mark('.', true), true);
  const here = !next && (c.in(THIS) || c.in(NEAREST));
  if (c.in(WEEKEND)) {
    const saturday = weekdayInWeek(today, SATURDAY, next ? 1 : 0);
    return found(saturday < today ? today : saturday, 'week');
  }
  if (!next && !here) return undefined;
  if (c.word('неделе', 'неделю', 'недели', 'нед')) {
    return next ? found(weekdayInWeek(today, 1, 1), 'week') : found(endOfWeek(today), 'week');
  }
  if (next && c.word('месяце', 'месяц', 'месяца'))
    return found(addMonths(firstOfMonth(today), 1), 'month');
  if (next && c.word('году', 'год', 'года'))
    return found(dateOf(yearOf(today) + 1, 1, 1), 'absolute');
  return undefined;
}

/** Friday; at the weekend Sunday. */
function endOfWeek(today: string): string {
  return weekdayInWeek(today, weekdayOf(today) < FRIDAY ? FRIDAY : 7, 0);
}

/** «в конце месяца», «к середине декабря», «до конца года», «в начале следующей недели» */
function readEdge(c: Cursor, scene: Scene): Read | undefined {
  const edge = c.word('конце', 'концу', 'конца', 'конец')
    ? 'end'
    : c.word('середине', 'середины')
      ? 'middle'
      : c.word('начале', 'начала', 'началу')
        ? 'start'
        : undefined;
  if (edge === undefined) return undefined;
  const { today } = scene;
  const ahead = (date: string, later: string): Read =>
    found(date >= today ? date : later, 'absolute');
  const week = c.attempt(() => {
    const next = c.in(NEXT) || (c.in(THIS), false);
    return c.word('недели') ? (next ? 1 : 0) : undefined;
  });
  if (week !== undefined) {
    const weekday = { start: 1, middle: 3, end: FRIDAY }[edge];
    const date = weekdayInWeek(today, weekday, week);
    return ahead(date, edge === 'end' ? endOfWeek(today) : addDays(date, 7));
  }
  const year = c.attempt(() => {
    const next = c.in(NEXT) || (c.in(THIS), false);
    return c.word('года') ? yearOf(today) + (next ? 1 : 0) : undefined;
  });
  if (year !== undefined) {
    const [month, day] = { start: [1, 1], middle: [7, 1], end: [12, 31] }[edge];
    return ahead(
      dateOf(year, month ?? 1, day ?? 1) ?? today,
      dateOf(year + 1, month ?? 1, day ?? 1) ?? today,
    );
  }
  if (c.word('дня')) return edge === 'end' ? found(today, 'today') : undefined;
  const month = readMonthName(c, scene);
  if (month === undefined) return undefined;
  const inMonth = (first: string) =>
    edge === 'end' ? lastOfMonth(first) : addDays(first, edge === 'middle' ? 14 : 0);
  return ahead(inMonth(month), inMonth(addMonths(month, 1)));
}

/** «в первый понедельник декабря», «в последнюю пятницу этого месяца», «в последний день ноября»: once. */
function readChosenDay(c: Cursor, scene: Scene): Read | undefined {
  const nth = c.in(LAST_OF) ? 'last' : c.ordinal(1, 5);
  if (nth === undefined) return undefined;
  const day = nth === 'last' && c.word('день', 'дня', 'число');
  const weekday = day ? undefined : c.lookup(WEEKDAYS);
  if (!day && weekday === undefined) return undefined;
  // «месяца» alone means every month; see repeats.
  if (/^мес/.test(c.peek()?.text ?? '')) return undefined;
  if (day && c.word('года')) return found(dateOf(yearOf(scene.today), 12, 31), 'absolute');
  const month = readMonthName(c, scene);
  if (month === undefined) return undefined;
  const pick = (first: string) =>
    weekday === undefined ? lastOfMonth(first) : nthWeekday(first, weekday, nth);
  const date = pick(month);
  return found(date >= scene.today ? date : pick(addMonths(month, 12)), 'absolute');
}

function readRelative(c: Cursor, scene: Scene): DateRead | undefined {
  const days = c.words('после', 'завтра') ? 2 : c.lookup(DAYS_AWAY);
  if (days === undefined) return undefined;
  c.word('дня', 'день', 'дню');
  const read = found(addDays(scene.today, days), days === 0 ? 'today' : 'relative');
  return days < 0 ? { read, weight: GONE_WEIGHT } : { read };
}

/** What a date is without its preposition, for «до …» and «с …» too. */
export function readBareDate(c: Cursor, scene: Scene, introduced: boolean): DateRead | undefined {
  const plain = (read: Read | undefined) => read && { read };
  const readers = [
    () => readRelative(c, scene),
    () => plain(readChosenDay(c, scene)),
    () => readWeekday(c, scene),
    () => plain(readEdge(c, scene)),
    () => plain(introduced ? readPeriod(c, scene) : undefined),
    () => {
      if (isNameBefore(scene.before)) return undefined;
      return readDayAndMonth(c, scene);
    },
    () => plain(readNumeric(c, scene, introduced)),
    () => readDayOfMonth(c, scene, introduced),
  ];
  for (const reader of readers) {
    const result = c.attempt(reader);
    if (result) return result;
  }
  return undefined;
}

/** A date that the reminder may fall on. «на», «к» tie it more loosely: «билеты на 25 декабря завтра в 9». */
export function readDate(c: Cursor, scene: Scene): Found | undefined {
  const on = c.word('в', 'во');
  const tied = !on && c.word('на', 'к', 'ко');
  const deadline = tied && c.peek(-1)?.text !== 'на';
  const date = readBareDate(c, scene, on || tied);
  if (!date) return undefined;
  if (date.read === 'impossible') return { kind: 'impossible' };
  const gone = date.read.date < scene.today;
  return {
    ...date.read,
    weight: date.weight ?? (gone ? GONE_WEIGHT : tied ? TIED_WEIGHT : WEIGHT),
    keep: deadline || date.keep === true,
  };
}
