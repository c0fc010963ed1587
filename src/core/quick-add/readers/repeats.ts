import {
  REPEAT_COUNT_MAX,
  REPEAT_EVERY_MAX,
  REPEAT_MINUTES_MAX,
  REPEAT_MINUTES_MIN,
} from '../../limits';
import { distinctAscending } from '../../rule-fields';
import { addDays, lastOfMonth, nextWeekday, weekdayOf } from './date-arithmetic';
import { type Cursor } from '../tokens/cursor';
import { oneOf, pattern } from '../tokens/outline';
import { DATE_WEIGHT, readBareDate, readDays } from './dates';
import { found, nextDayOfMonth, nextDayOfYear, readMonthName } from './periods';
import { type DayOfMonth, type Found, type Repetition, type Scene } from './phrase';
import { dayPart } from './times';
import {
  DAY_PART_NOUNS,
  EACH,
  LAST_OF,
  MEASURES,
  MONTHS,
  UNITS,
  type Unit,
  WEEKDAYS,
  WEEKDAYS_PLURAL,
  WEEKEND,
  WORKDAY,
  WORKDAYS,
} from '../tokens/vocabulary';
import { table } from '../tokens/word-table';

const WORK_WEEK = [1, 2, 3, 4, 5];
const WEEK_END = [6, 7];

const repeat = (
  rule: Repetition,
  rest: Partial<Extract<Found, { kind: 'repeat' }>> = {},
): Found => ({
  kind: 'repeat',
  rule,
  ...rest,
});
const weekly = (weekdays: readonly number[]): Found =>
  repeat({ every: 1, unit: 'WEEK', weekdays: distinctAscending(weekdays) });
/** «каждый месяц 5 числа»: of every month, from the next one that has that day. */
function monthlyOn(day: number, { today }: Scene): Found | undefined {
  const date = nextDayOfMonth(today, day);
  if (date === undefined) return undefined;
  return repeat(
    { every: 1, unit: 'MONTH' },
    { date: { kind: 'date', date, sort: 'month-day', day } },
  );
}
const UNSUPPORTED: Found = { kind: 'unsupported' };

/** «каждые 2 недели» and its like; what no rule expresses is said to be so. */
function everyUnit(amount: number, unit: Unit): Found {
  const [measure, times] = MEASURES[unit];
  const every = amount * times;
  const isWhole = Number.isInteger(every);
  if (measure === 'MINUTE') {
    if (every % 1440 === 0) return everyUnit(every / 1440, 'day');
    const fits = isWhole && every >= REPEAT_MINUTES_MIN && every <= REPEAT_MINUTES_MAX;
    return fits ? repeat({ every: 1, unit: 'DAY', everyMinutes: every }) : UNSUPPORTED;
  }
  // «каждые полтора года»
  if (measure === 'YEAR' && !isWhole) return everyUnit(every * 12, 'month');
  const fits = isWhole && every >= 1 && every <= REPEAT_EVERY_MAX;
  return fits ? repeat({ every, unit: measure }) : UNSUPPORTED;
}

const ADVERB =
  /^еже(дневн|недельн|месячн|квартальн|годн|часн|минутн)(о|ый|ая|ое|ые|ого|ую|ой|ому|ы[хм])$/;
const ADVERB_UNITS: Record<string, Unit> = {
  дневн: 'day',
  недельн: 'week',
  месячн: 'month',
  квартальн: 'quarter',
  годн: 'year',
  часн: 'hour',
  минутн: 'minute',
};

/** «ежедневно»; of «ежемесячный отчёт» the word stays in the text, and may only name the report. */
function readAdverb(c: Cursor, scene: Scene): Found | undefined {
  const [, stem = '', ending] = ADVERB.exec(c.text) ?? [];
  const unit = ADVERB_UNITS[stem];
  if (unit === undefined) return undefined;
  c.at++;
  const each = everyUnit(1, unit);
  if (ending === 'о' || each.kind !== 'repeat') return each;
  return { ...each, keep: true, names: scene.atStart ? 'opening' : 'within' };
}

/** In any form: «пятницу», «пятницам», and «пятниц» behind «кроме». */
const ALL_WEEKDAYS = new Map([...WEEKDAYS, ...WEEKDAYS_PLURAL]);

/** More weekdays after the first: «, ср и пт», «и каждую пятницу». */
function readMoreWeekdays(c: Cursor, first?: number): number[] {
  const days = first === undefined ? [] : [first];
  for (let more = 0; more < 6; more++) {
    const day = c.attempt(() => {
      const comma = c.mark(',;/+');
      const and = c.word('и', 'а', 'да');
      const again = c.in(EACH) || c.word('по') || c.word('в', 'во');
      if (!comma && !and && again) return undefined;
      return c.lookup(ALL_WEEKDAYS);
    });
    if (day === undefined) break;
    days.push(day);
  }
  return days;
}

/** «пн-пт», «с понедельника по пятницу» */
function readWeekdayRange(c: Cursor, from: number): number[] | undefined {
  return c.attempt(() => {
    if (!c.mark('-') && !c.word('по', 'до')) return undefined;
    const to = c.lookup(WEEKDAYS);
    if (to === undefined || to === from) return undefined;
    // «пн-ср-пт»
    const third = c.mark('-') ? c.lookup(WEEKDAYS) : undefined;
    if (third !== undefined) return [from, to, third];
    return Array.from(
      { length: ((to - from + 7) % 7) + 1 },
      (_, step) => ((from - 1 + step) % 7) + 1,
    );
  });
}

/** All weekdays that begin with the one just read: «пн-пт», «пн, ср и пт». */
const readWeekdays = (c: Cursor, first: number): number[] =>
  readWeekdayRange(c, first) ?? readMoreWeekdays(c, first);

const OF_MONTH = `(?: ${oneOf(EACH)})?(?: месяца| ${oneOf(MONTHS)})?`;
const NUMBERED_DAYS = '(?:дням|дни|день|числ(?:ам|о|а)|недел(?:ям|и))';
/** «по чётным», «каждое нечётное число», «в чётные дни месяца»: no rule knows of them. */
const PARITY = pattern(
  `(?:(?:по|${oneOf(EACH)}) (?:не)?четн\\S*(?: ${NUMBERED_DAYS})?|(?:(?:во?|на) )?(?:не)?четн\\S* ${NUMBERED_DAYS})${OF_MONTH}`,
);
/** «третий рабочий день месяца», «в последнюю рабочую пятницу», «последний рабочий день ноября» */
const WORKDAY_OF_MONTH = pattern(`${oneOf(WORKDAY)} (?:день|дня|${oneOf(WEEKDAYS)})${OF_MONTH}`);
/** What the first or last one is a rule of: «рабочий день (каждого) месяца», «рабочий день» beside «каждый месяц». */
const WORKDAY_OF_EACH_MONTH = pattern(
  `${oneOf(WORKDAY)} (?:день|дня|дню)(?:( ${oneOf(EACH)})?( месяца)|(?! (?:${oneOf(EACH)} )?${oneOf(MONTHS)}))`,
);

const FIRST_DAY = pattern(`день(?: ${oneOf(EACH)})? месяца`);

/** Behind «первый» or «последний»; of «в последний рабочий день месяца» it is asked whether each month is meant. */
function readWorkdayOfMonth(c: Cursor, nth: 1 | 'last', each: boolean): Found | undefined {
  const [said, ofEach, ofMonth] = c.match(WORKDAY_OF_EACH_MONTH) ?? [];
  if (said === undefined) return undefined;
  const select: DayOfMonth = { monthly: nth === 1 ? 'FIRST_WORKDAY' : 'LAST_WORKDAY' };
  // «каждый последний рабочий день» may be a week's.
  if (ofMonth === undefined) return each ? UNSUPPORTED : { kind: 'select', select };
  const isEach = each || ofEach !== undefined;
  return repeat({ every: 1, unit: 'MONTH', ...select }, { unsure: !isEach });
}

/** After «каждый», «по» or alone: «второй вторник месяца», «последний день каждого месяца». */
function readDayOfEachMonth(c: Cursor, scene: Scene, each: boolean): Found | undefined {
  const nth = c.in(LAST_OF) ? 'last' : c.ordinal(1, 5, true);
  if (nth === undefined) return undefined;
  if (nth === 1 || nth === 'last') {
    const workday = readWorkdayOfMonth(c, nth, each);
    if (workday) return workday;
  }
  if (c.match(WORKDAY_OF_MONTH)) return UNSUPPORTED;
  const lastDay = nth === 'last' && c.word('день', 'дня', 'число', 'числа', 'дню');
  const plural = lastDay ? undefined : c.lookup(WEEKDAYS_PLURAL);
  const weekday = lastDay ? undefined : (plural ?? c.lookup(WEEKDAYS));
  if (!lastDay && weekday === undefined) {
    return nth === 1 && c.match(FIRST_DAY) ? monthlyOn(1, scene) : undefined;
  }
  const select = dayOfMonth(nth, weekday);
  if (each && c.word('и')) return UNSUPPORTED;
  const months = c.attempt(() => {
    c.in(EACH);
    const count = c.int(2, REPEAT_EVERY_MAX) ?? 1;
    return c.word('месяца', 'месяцев', 'мес', 'месяц') ? count : undefined;
  });
  // «по вторым вторникам» is of the month, too.
  if (months === undefined && plural === undefined) {
    if (!each) return { kind: 'select', select };
    // «каждую вторую пятницу» is every other Friday.
    if (weekday === undefined || nth === 'last') return undefined;
    if (nth === 1) return repeat({ every: 1, unit: 'MONTH', ...select });
    return repeat({ every: nth, unit: 'WEEK', weekdays: [weekday] });
  }
  return repeat({ every: months ?? 1, unit: 'MONTH', ...select });
}

/** Without a weekday it is the last day. A fifth one that is missing is the last; a month has no sixth. */
function dayOfMonth(nth: number | 'last', weekday: number | undefined): DayOfMonth {
  if (weekday === undefined) return { monthly: 'LAST_DAY' };
  if (nth === 'last' || nth === 5) return { monthly: 'LAST_WEEKDAY', weekday };
  return { monthly: 'NTH_WEEKDAY', weekday, week: nth };
}

const EACH_WORKDAY = pattern(`${oneOf(WORKDAY)}(?: день| дня)?`);
const ON_WORKDAYS = pattern(`${oneOf(WORKDAYS)}|${oneOf(WORKDAY)} (?:дням|дни)`);
const ON_WEEKENDS = pattern(`${oneOf(WEEKEND)}(?: день| дням| дней)?`);

/** What «каждый» is followed by. */
function readEach(c: Cursor, scene: Scene): Found | undefined {
  c.word('через');
  if (!c.in(EACH)) return undefined;
  c.word('божий');
  const monthDay = c.attempt(() => readDayOfEachMonth(c, scene, true));
  if (monthDay) return monthDay;
  if (c.match(EACH_WORKDAY)) return weekly(WORK_WEEK);
  if (c.match(ON_WEEKENDS)) return weekly(WEEK_END);
  const part = c.lookup(DAY_PART_NOUNS);
  if (part) return repeat({ every: 1, unit: 'DAY' }, { part: dayPart(part) });
  const weekday = c.lookup(WEEKDAYS);
  if (weekday !== undefined) return weekly(readMoreWeekdays(c, weekday));
  if (c.word('полчаса')) return everyUnit(30, 'minute');
  const date = c.attempt(() => {
    const day = readBareDate(c, scene, true);
    if (day?.kind !== 'date') return undefined;
    return day.sort === 'absolute' || day.sort === 'month-day' ? day : undefined;
  });
  if (date) {
    // «каждое 25-е число (месяца)», «каждое 8 марта»
    c.word('месяца');
    const monthly = date.sort === 'month-day';
    if (date.several && !date.monthDays) return UNSUPPORTED;
    return repeat({ every: 1, unit: monthly ? 'MONTH' : 'YEAR' }, { date });
  }
  const amount = c.lookup(AMOUNTS) ?? c.ordinal(1, 999) ?? c.int(1, 999);
  const unit = c.lookup(UNITS);
  // «каждый день рождения»
  if (unit === undefined || c.text === 'рождения') return undefined;
  return everyUnit(amount ?? 1, unit);
}

const AMOUNTS = table({ 'полтор:а,ы': 1.5, пару: 2 });

const TIMES_PER = pattern(
  `(?:(дважды|трижды|несколько раз)|(?:#(\\d\\d?) )?раз(?:а|ик)?) (?:во?|за) (?:#(\\d{1,3}) )?(${oneOf(UNITS)})`,
);
/** «раз в неделю», «1 раз в 2 недели»; «3 раза в день» is beyond the rules. */
function readTimesPer(c: Cursor): Found | undefined {
  const [, many, times = '1', amount = '1', word = ''] = c.match(TIMES_PER) ?? [];
  const unit = UNITS.get(word);
  if (unit === undefined) return undefined;
  const perDay = many === 'трижды' ? 3 : many ? 2 : Number(times);
  if (perDay === 1) return everyUnit(Number(amount), unit);
  const daily = amount === '1' && /^(?:день|сутки)$/.test(word) && perDay <= TIMES_A_DAY_MAX;
  return daily ? repeat({ every: 1, unit: 'DAY' }, { perDay }) : UNSUPPORTED;
}
const TIMES_A_DAY_MAX = 12;

/** «после выполнения», «после того, как сделаю», «после «Готово»» */
const DONE =
  '(?:после|с) (?:(?:того|момента) (?:, )?(?:как )?|каждого |последнего )?(?:[«"] )?(?:выполнени[яи]|готово|завершения|' +
  'выполненного|сделаю|выполню|сделала?|выполнила?|отмечу|отметила?)(?: [»"])?';
const AFTER_DONE = pattern(
  `(${DONE} )?(?:через|спустя|${oneOf(EACH)}) (?:#(\\d{1,3}) )?(${oneOf(UNITS)})( ${DONE})?`,
);

/** «через 3 дня после выполнения», «каждые 2 недели после выполнения» */
function readAfterDone(c: Cursor): Found | undefined {
  const [, before, amount = '1', word = '', after] = c.match(AFTER_DONE) ?? [];
  const unit = UNITS.get(word);
  if (unit === undefined || !(before ?? after)) return undefined;
  const each = everyUnit(Number(amount), unit);
  if (each.kind !== 'repeat' || each.rule.everyMinutes !== undefined) return UNSUPPORTED;
  return repeat({ ...each.rule, afterDone: true });
}

const COUNT = pattern(
  `(?:(всего|ровно|только|в течение) )?#(\\d+) (?:раза?|повторени[йя]|повтора)(?: (подряд)|(?! (?:во?|за) ${oneOf(UNITS)} ))`,
);
/** «всего 10 раз», «10 раз»; of «отжаться 10 раз» the number belongs to the text. */
export function readCount(c: Cursor, scene: Scene): Found | undefined {
  const [, total, number, inRow] = c.match(COUNT) ?? [];
  const count = Number(number);
  if (!(count >= 2 && count <= REPEAT_COUNT_MAX)) return undefined;
  const beside = scene.previous !== undefined || (c.done && scene.before === ',');
  return { kind: 'count', count, sure: beside || Boolean(total ?? inRow) };
}

/** «по будням», «по пн, ср и пт», «по вечерам», «по 5-м числам» */
function readBy(c: Cursor, scene: Scene): Found | undefined {
  if (!c.word('по')) return undefined;
  if (c.match(ON_WORKDAYS)) return weekly(WORK_WEEK);
  if (c.match(ON_WEEKENDS)) return weekly(WEEK_END);
  // «по средам», «по ср»; «по среду» is the end of a range.
  const isAbbreviation = c.text.length <= 4;
  const weekday = c.lookup(isAbbreviation ? ALL_WEEKDAYS : WEEKDAYS_PLURAL);
  if (weekday !== undefined) return weekly(readWeekdays(c, weekday));
  const part = /ам$/.test(c.text) ? c.lookup(DAY_PART_NOUNS) : undefined;
  // «по утрам и вечерам»
  const another = part && c.attempt(() => c.word('и') && (c.word('по'), c.lookup(DAY_PART_NOUNS)));
  if (another) return UNSUPPORTED;
  if (part) return repeat({ every: 1, unit: 'DAY' }, { part: dayPart(part) });
  const chosen = c.attempt(() => readDayOfEachMonth(c, scene, true));
  if (chosen) return chosen;
  const [day, ...more] = readDays(c, 31)?.days ?? [];
  if (day === undefined || day < 1 || !c.word('числам')) return undefined;
  if (more.length > 0) {
    return repeat({ every: 1, unit: 'MONTH', monthDays: distinctAscending([day, ...more]) });
  }
  return monthlyOn(day, scene);
}

/** «с пятницы по воскресенье»: day by day, once; said on a Friday it may begin today or in a week. */
function ofOneWeek(weekdays: readonly number[], { today }: Scene): Found {
  const [first = 1] = weekdays;
  const isToday = weekdayOf(today) === first;
  const date = isToday ? today : nextWeekday(today, first);
  const once = {
    kind: 'date',
    sort: 'absolute',
    date,
    until: addDays(date, weekdays.length - 1),
  } as const;
  const rule: Repetition = { every: 1, unit: 'WEEK', weekdays: [...weekdays].sort() };
  return repeat(rule, { once, unsure: isToday });
}

const EVERY_OTHER_DAY = pattern('(?:день )?через день(?! -| после)');

/** «в будни», «пн-пт», «пн, ср, пт», «через день» */
function readList(c: Cursor, scene: Scene): Found | undefined {
  if (c.match(EVERY_OTHER_DAY)) return repeat({ every: 2, unit: 'DAY' });
  const inside = c.word('в', 'во', 'на');
  if (c.match(ON_WORKDAYS)) return weekly(WORK_WEEK);
  const from = !inside && c.word('с', 'со', 'от');
  const first = c.lookup(WEEKDAYS);
  if (first === undefined) return undefined;
  const range = readWeekdayRange(c, first);
  // «в среду-четверг»: on either
  if (range?.length === 2 && inside) {
    return repeat({ every: 1, unit: 'WEEK', weekdays: distinctAscending(range) }, { unsure: true });
  }
  const isWorkWeek = range?.length === 5 && first === 1;
  if (range) return from && !isWorkWeek ? ofOneWeek(range, scene) : weekly(range);
  if (from) return undefined;
  const days = readMoreWeekdays(c, first);
  // «в субботу и воскресенье» is more often one weekend: the first day, and the words stay.
  return days.length > 2 || (days.length === 2 && !inside) ? weekly(days) : undefined;
}

const AGAIN = '(?:повтор(?:ять|яй|яйте|ением)?)';
/** «…, и так каждый месяц», «потом повторять каждый день»: words before a repetition that add nothing to it. */
const LEADING = pattern(
  `(?<=(?:^| )[и,] )(?:так|дальше|далее)(?: (?:потом )?${AGAIN})?|(?:потом )?${AGAIN}`,
);

/** A repetition: «каждый день», «раз в неделю», «по будням», «второй вторник месяца». */
export function readRepeat(c: Cursor, scene: Scene): Found | undefined {
  c.match(LEADING);
  // «потом» alone goes only with what counts from «Готово»: «потом через 5 дней после выполнения».
  if (c.word('потом')) return readAfterDone(c);
  return c.first([
    () => readAfterDone(c),
    () => readAdverb(c, scene),
    () => (c.match(PARITY) ? UNSUPPORTED : undefined),
    () => readEach(c, scene),
    () => readTimesPer(c),
    () => readBy(c, scene),
    () => readList(c, scene),
    () => readDayOfMonths(c, scene),
  ]);
}

/** «(в) последний день месяца», «второй вторник» beside «каждый месяц» */
function readDayOfMonths(c: Cursor, scene: Scene): Found | undefined {
  c.word('в', 'во');
  return readDayOfEachMonth(c, scene, false);
}

const BUT_FOR = pattern(
  'кроме(?: как)?(?: в| по)?|исключая|за исключением|(?:только|но) не (?:во?|по)',
);
/** «кроме воскресенья», «кроме выходных», «за исключением сб и вс», «кроме выходных и среды» */
export function readExcept(c: Cursor): Found | undefined {
  if (!c.match(BUT_FOR)) return undefined;
  if (c.match(ON_WEEKENDS)) {
    return { kind: 'except', weekdays: [...WEEK_END, ...readMoreWeekdays(c)] };
  }
  const first = c.lookup(ALL_WEEKDAYS);
  return first === undefined ? undefined : { kind: 'except', weekdays: readWeekdays(c, first) };
}

const UNTIL = pattern('(?:(?:, )?и (?:так|дальше|далее) )?(до|по|не позднее|не позже)');
const START = pattern('№1 раз(?: начиная)?(?: со?)?|(?:начиная )?со?');

/** «до 1 марта», «по 31 декабря», «и так до конца года» */
export function readUntil(c: Cursor, scene: Scene): Found | undefined {
  const [, said] = c.match(UNTIL) ?? [];
  if (said === undefined) return undefined;
  const newYear = c.words('нового', 'года') ? addDays(scene.today, 1) : undefined;
  const named = MONTHS.has(c.text) ? readMonthName(c, scene) : undefined;
  const month = newYear === undefined ? named : nextDayOfYear(newYear, 1, 1);
  if (month !== undefined) {
    const date = said === 'по' ? lastOfMonth(month) : addDays(month, -1);
    return { kind: 'until', date: { kind: 'date', date, sort: 'month' } };
  }
  const date = readBareDate(c, scene, true);
  if (date?.kind !== 'date') return date;
  c.word('включительно');
  // «за день и за час до 15 декабря»: the moment itself.
  if (scene.previous?.kind === 'ahead') return { weight: DATE_WEIGHT, ...date };
  return { kind: 'until', date };
}

/** «с 1 декабря», «начиная с понедельника», «со следующей недели», «с завтрашнего дня» */
export function readStart(c: Cursor, scene: Scene): Found | undefined {
  if (!c.match(START)) return undefined;
  const newYear = c.words('нового', 'года');
  const date = newYear
    ? found(nextDayOfYear(scene.today, 1, 1), 'absolute')
    : readBareDate(c, scene, true);
  if (date?.kind !== 'date') return date;
  return { kind: 'start', date, keep: date.keep ?? false };
}
