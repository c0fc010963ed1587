import {
  capital,
  enumerated,
  nouns,
  plural,
  type PluralForms,
  pluralForm,
  unitNouns,
} from './plural';
import { WORKDAYS_REMARK } from './workdays';

/** The units of a repetition; `REPEAT_UNITS` of core lists them in the form's order. */
export type RepeatUnit = 'DAY' | 'WEEK' | 'MONTH' | 'YEAR';

/**
 * How a MONTH rule picks its day, taken from the first occurrence: the same date (the default), the
 * last day of the month, the same weekday of the same week («второй вторник»; a fifth one means the
 * last), the last such weekday, or the first or last day from Monday to Friday, holidays among them.
 */
export type MonthlyMode =
  'LAST_DAY' | 'NTH_WEEKDAY' | 'LAST_WEEKDAY' | 'FIRST_WORKDAY' | 'LAST_WORKDAY';

/** Hours of a day, `HH:mm`; an occurrence may fall on either end. */
export interface DayWindow {
  from: string;
  to: string;
}

export interface RuleToDescribe {
  /** 1 to 30. */
  every: number;
  unit: RepeatUnit;
  /** ISO weekdays 1 (Monday) to 7, sorted, without doubles; only with WEEK. */
  weekdays?: readonly number[] | undefined;
  /** Only with MONTH. */
  monthly?: MonthlyMode | undefined;
  /** Days of the month 1 to 31, sorted; only with MONTH. A month that is too short gives its last day, once. */
  monthDays?: readonly number[] | undefined;
  /** Times of day `HH:mm`, sorted, at least two: each day of the rule has an occurrence at each of them. */
  times?: readonly string[] | undefined;
  /**
   * Minutes, 15 to 1439: each day of the rule has an occurrence every so many minutes by its clocks,
   * counted from `window.from`; without a window round the clock, the first wall time among them.
   */
  everyMinutes?: number | undefined;
  /** Only with `everyMinutes`. */
  window?: DayWindow | undefined;
  /** The next date counts from the day of «Готово», at the same time of day; until then nothing follows. */
  afterDone?: true | undefined;
  /** Last local date, `YYYY-MM-DD`, on which an occurrence may fall. */
  until?: string | undefined;
  /** 1 to 1000: so many occurrences from the first on, and no more. */
  count?: number | undefined;
}

/*
 * Schedules in words, for the bot's cards and the form's helper line. Takes wall times (`YYYY-MM-DDTHH:mm`) and
 * dates (`YYYY-MM-DD`) of one zone; the zone itself never matters here. Phrases start in lower case, so that they
 * fit into a sentence.
 */

interface WeekdayWords {
  /** «в пятницу» */
  on: string;
  /** «каждую пятницу» */
  each: string;
  /** «по пятницам» */
  by: string;
  short: string;
  gender: 'he' | 'she' | 'it';
  accusative: string;
  /** «пятница» */
  name: string;
}

const weekday = (
  accusative: string,
  dativePlural: string,
  short: string,
  gender: WeekdayWords['gender'],
): WeekdayWords => ({
  on: `${accusative === 'вторник' ? 'во' : 'в'} ${accusative}`,
  each: `${{ he: 'каждый', she: 'каждую', it: 'каждое' }[gender]} ${accusative}`,
  by: `по ${dativePlural}`,
  short,
  gender,
  accusative,
  name: accusative.replace(/у$/, 'а'),
});

const WEEKDAYS = [
  weekday('понедельник', 'понедельникам', 'пн', 'he'),
  weekday('вторник', 'вторникам', 'вт', 'he'),
  weekday('среду', 'средам', 'ср', 'she'),
  weekday('четверг', 'четвергам', 'чт', 'he'),
  weekday('пятницу', 'пятницам', 'пт', 'she'),
  weekday('субботу', 'субботам', 'сб', 'she'),
  weekday('воскресенье', 'воскресеньям', 'вс', 'it'),
] as const;

/** «5 декабря», «до декабря» */
export const MONTHS_GENITIVE: readonly string[] = [
  'января',
  'февраля',
  'марта',
  'апреля',
  'мая',
  'июня',
  'июля',
  'августа',
  'сентября',
  'октября',
  'ноября',
  'декабря',
];

const ORDINALS = {
  he: ['первый', 'второй', 'третий', 'четвёртый', 'последний'],
  she: ['первую', 'вторую', 'третью', 'четвёртую', 'последнюю'],
  it: ['первое', 'второе', 'третье', 'четвёртое', 'последнее'],
} as const;
/** Index of «последний» in ORDINALS: a fifth weekday of a month is its last. */
const LAST = 4;

const EACH_UNIT: Record<RepeatUnit, string> = {
  DAY: 'каждый день',
  WEEK: 'каждую неделю',
  MONTH: 'каждый месяц',
  YEAR: 'каждый год',
};

/** So many days ahead a date is said with its weekday and without its year. */
const NEAR_DAYS = 30;

const yearOf = (date: string): number => Number(date.slice(0, 4));
const dayOf = (date: string): number => Number(date.slice(8, 10));
export const dayAndMonth = (date: string): string =>
  `${dayOf(date)} ${MONTHS_GENITIVE[Number(date.slice(5, 7)) - 1] ?? ''}`;

/** «28–29 ноября», «30 ноября — 2 декабря» */
export const fromDayToDay = (first: string, last: string): string =>
  first.slice(0, 7) === last.slice(0, 7)
    ? `${dayOf(first)}–${dayAndMonth(last)}`
    : `${dayAndMonth(first)} — ${dayAndMonth(last)}`;

function weekdayWords(isoWeekday: number): WeekdayWords {
  return WEEKDAYS[(((isoWeekday - 1) % 7) + 7) % 7] ?? WEEKDAYS[0];
}
/** Days since 1970; the zone of the wall times does not matter. */
const daysTo = (date: string): number => Date.parse(date.slice(0, 10)) / 86_400_000;
/** 1 is Monday, 7 is Sunday. */
const weekdayOf = (date: string): number => new Date(date.slice(0, 10)).getUTCDay() || 7;

/** A date near another one: «сегодня», «в пятницу, 27 ноября», «8 марта», «8 марта 2027». */
export function describeDate(today: string, date: string): string {
  const ahead = daysTo(date) - daysTo(today);
  if (ahead === 0) return 'сегодня';
  if (ahead === 1) return 'завтра';
  if (ahead === -1) return 'вчера';
  if (ahead > 0 && ahead <= NEAR_DAYS) {
    return `${weekdayWords(weekdayOf(date)).on}, ${dayAndMonth(date)}`;
  }
  return yearOf(date) === yearOf(today)
    ? dayAndMonth(date)
    : `${dayAndMonth(date)} ${yearOf(date)}`;
}

export const atClock = (wallTime: string): string => `в ${wallTime.slice(11, 16)}`;

/** A moment as seen from another one: «завтра в 09:00», «в пятницу, 27 ноября, в 10:00», «8 марта 2027 в 10:00». */
export function describeInstant(wallNow: string, wallTarget: string): string {
  const date = describeDate(wallNow, wallTarget);
  return `${date}${date.includes(',') ? ',' : ''} ${atClock(wallTarget)}`;
}

/** A moment in a line of its own: «Завтра, вторник, в 09:00», «В пятницу, 27 ноября, в 10:00». */
export function describeMoment(wallNow: string, wallTarget: string): string {
  const date = describeDate(wallNow, wallTarget);
  const named = /\d/.test(date) ? date : `${date}, ${weekdayWords(weekdayOf(wallTarget)).name}`;
  return capital(`${named}${named.includes(',') ? ',' : ''} ${atClock(wallTarget)}`);
}

/** «каждые 2 недели», «каждый 21 день»; without a number for 1. */
function everyUnit(every: number, unit: RuleToDescribe['unit']): string {
  if (every === 1) return EACH_UNIT[unit];
  const one = pluralForm(every, ['one', 'other', 'other']) === 'one';
  if (!one) return `каждые ${plural(every, unitNouns[unit])}`;
  return unit === 'WEEK' ? `каждую ${every} неделю` : `каждый ${plural(every, unitNouns[unit])}`;
}

function describeWeekly(every: number, weekdays: readonly number[]): string {
  const days = weekdays.join('');
  const set = { '12345': 'по будням', '67': 'по выходным' }[days];
  if (every === 1 && days === '1234567') return EACH_UNIT.DAY;
  if (every === 1 && weekdays.length === 1) return weekdayWords(weekdays[0] ?? 1).each;
  const named =
    set ??
    (weekdays.length === 1
      ? weekdayWords(weekdays[0] ?? 1).by
      : `по ${enumerated(weekdays.map((each) => weekdayWords(each).short))}`);
  return every === 1 ? named : `${everyUnit(every, 'WEEK')} ${named}`;
}

/** «1 и 15 числа каждого месяца», «каждые 2 месяца 1 и 15 числа». */
function describeMonthDays(every: number, days: readonly number[]): string {
  const short = days.some((day) => day > 28) ? ' (или в последний день)' : '';
  const named = `${enumerated(days.map(String))} числа`;
  return every === 1
    ? `${named} каждого месяца${short}`
    : `${everyUnit(every, 'MONTH')} ${named}${short}`;
}

/** The days of a month that have names, whatever the first occurrence is. */
const NAMED_DAYS: Partial<Record<MonthlyMode, { inMonth: string; remark: string }>> = {
  LAST_DAY: { inMonth: 'в последний день', remark: '' },
  FIRST_WORKDAY: { inMonth: 'в первый рабочий день', remark: WORKDAYS_REMARK },
  LAST_WORKDAY: { inMonth: 'в последний рабочий день', remark: WORKDAYS_REMARK },
};

function describeMonthly(rule: RuleToDescribe, first: string): string {
  if (rule.monthDays?.length) return describeMonthDays(rule.every, rule.monthDays);
  const day = dayOf(first);
  const named = rule.monthly && NAMED_DAYS[rule.monthly];
  if (named) {
    const { inMonth, remark } = named;
    return rule.every === 1
      ? `${inMonth} каждого месяца${remark}`
      : `${everyUnit(rule.every, 'MONTH')} ${inMonth}${remark}`;
  }
  if (rule.monthly) {
    const { gender, accusative } = weekdayWords(weekdayOf(first));
    const nth = rule.monthly === 'LAST_WEEKDAY' ? LAST : Math.ceil(day / 7) - 1;
    const ordinal = ORDINALS[gender][nth] ?? ORDINALS[gender][LAST];
    if (rule.every > 1) {
      const preposition = ordinal.startsWith('вт') ? 'во' : 'в';
      return `${everyUnit(rule.every, 'MONTH')} ${preposition} ${ordinal} ${accusative}`;
    }
    return `${{ he: 'каждый', she: 'каждую', it: 'каждое' }[gender]} ${ordinal} ${accusative} месяца`;
  }
  const short = day > 28 ? ' (или в последний день)' : '';
  return `${everyUnit(rule.every, 'MONTH')} ${day}-го числа${short}`;
}

function onDays(rule: RuleToDescribe, first: string): string {
  switch (rule.unit) {
    case 'DAY':
      return rule.every === 2 ? 'через день' : everyUnit(rule.every, 'DAY');
    case 'WEEK':
      return describeWeekly(rule.every, rule.weekdays ?? [weekdayOf(first)]);
    case 'MONTH':
      return describeMonthly(rule, first);
    case 'YEAR': {
      const leap = first.slice(5, 10) === '02-29' ? ' (или 28-го)' : '';
      return `${everyUnit(rule.every, 'YEAR')} ${dayAndMonth(first)}${leap}`;
    }
  }
}

/** What follows «через» and «за»: the accusative differs from the counted noun for one. */
const ACCUSATIVE = {
  YEAR: nouns.year,
  MONTH: nouns.month,
  WEEK: ['неделю', 'недели', 'недель'],
  DAY: nouns.day,
  hour: nouns.hour,
  minute: ['минуту', 'минуты', 'минут'],
} as const satisfies Record<string, PluralForms>;

/** «неделю», «2 недели» */
const counted = (n: number, unit: keyof typeof ACCUSATIVE): string =>
  n === 1 ? ACCUSATIVE[unit][0] : plural(n, ACCUSATIVE[unit]);

const afterUnits = (every: number, unit: RepeatUnit): string =>
  every === 1 && unit === 'DAY' ? 'на следующий день' : `через ${counted(every, unit)}`;

/** «каждый час», «каждые 4 часа», «каждые 90 минут», «каждую 21 минуту». */
function everyMinutes(minutes: number): string {
  if (minutes === 60) return 'каждый час';
  if (minutes % 60 === 0) {
    const hours = plural(minutes / 60, nouns.hour);
    return `${hours.endsWith('час') ? 'каждый' : 'каждые'} ${hours}`;
  }
  const one = pluralForm(minutes, ['one', 'other', 'other']) === 'one';
  return one ? `каждую ${minutes} минуту` : `каждые ${plural(minutes, nouns.minute)}`;
}

/** A repetition without its end: on which days, and when within them if that is more than once. */
function withoutEnd(rule: RuleToDescribe, first: string): string {
  if (rule.afterDone) return `${afterUnits(rule.every, rule.unit)} после выполнения`;
  const days = onDays(rule, first);
  if (rule.times?.length) return `${days} в ${enumerated(rule.times)}`;
  if (rule.everyMinutes === undefined) return days;
  const hours = rule.window ? ` с ${rule.window.from} до ${rule.window.to}` : '';
  const often = `${everyMinutes(rule.everyMinutes)}${hours}`;
  return days === EACH_UNIT.DAY ? often : `${days} ${often}`;
}

/**
 * A repetition that starts at `firstWallTime`: «каждые 2 недели по пн и ср», «по будням до 31 декабря»,
 * «каждый год 8 марта, до 1 марта 2027», «каждый день в 09:00 и 21:00, 10 раз». Says the time of day
 * only where there are several, and never the start.
 */
export function describeRule(rule: RuleToDescribe, firstWallTime: string): string {
  const repeated = withoutEnd(rule, firstWallTime);
  const { until, count } = rule;
  if (until === undefined) {
    return count === undefined ? repeated : `${repeated}, ${plural(count, ['раз', 'раза', 'раз'])}`;
  }
  const year = yearOf(until) === yearOf(firstWallTime) ? '' : ` ${yearOf(until)}`;
  // A date that follows another one stands apart from it.
  const comma = rule.unit === 'MONTH' || rule.unit === 'YEAR' ? ',' : '';
  const ending = `${repeated}${comma} до ${dayAndMonth(until)}${year}`;
  return count === undefined
    ? ending
    : `${ending}, не больше ${plural(count, ['раза', 'раз', 'раз'])}`;
}

/** «2 часа», «день», «неделю», «1 час 30 минут»: what follows «через» and «за». Minutes are whole. */
function lasting(minutes: number, { one }: { one: 'named' | 'counted' }): string {
  const said = (n: number, unit: keyof typeof ACCUSATIVE) =>
    one === 'named' ? counted(n, unit) : plural(n, ACCUSATIVE[unit]);
  if (minutes % 10_080 === 0) return said(minutes / 10_080, 'WEEK');
  if (minutes % 1_440 === 0) return said(minutes / 1_440, 'DAY');
  if (minutes % 60 === 0) return said(minutes / 60, 'hour');
  if (minutes < 60) return said(minutes, 'minute');
  const rest = plural(minutes % 60, ACCUSATIVE.minute);
  return `${plural(Math.floor(minutes / 60), ACCUSATIVE.hour)} ${rest}`;
}

/** When it is told of ahead: «за неделю, за день и за 2 часа». Takes minutes. */
export const describePreAlerts = (preAlerts: readonly number[]): string =>
  enumerated(preAlerts.map((minutes) => `за ${lasting(minutes, { one: 'named' })}`));

/**
 * What is told of a moment ahead of it: «Через 2 часа, в 15:00» on the same day, else «Завтра в 10:00».
 * `minutes` is how long it still is.
 */
export function describeAhead(
  wallNow: string,
  wallTarget: string,
  { minutes }: { minutes: number },
): string {
  if (wallNow.slice(0, 10) === wallTarget.slice(0, 10)) {
    const time = wallTarget.slice(11, 16);
    return `Через ${lasting(Math.max(1, minutes), { one: 'counted' })}, в ${time}`;
  }
  return capital(describeInstant(wallNow, wallTarget));
}
