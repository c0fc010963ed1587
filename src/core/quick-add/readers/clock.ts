import { type Cursor } from '../tokens/cursor';
import { pattern } from '../tokens/outline';
import { type Token } from '../tokens/tokens';
import { weekdayOf } from './date-arithmetic';
import { nextDayOfYear } from './periods';
import { type ClockTime, type Scene } from './phrase';
import {
  countsNoun,
  isEarly,
  HOUR_NOUN,
  isCounted,
  isEvent,
  isInfinitive,
  isNameBefore,
  MINUTE_NOUN,
  PERIODS,
  readNumberWord,
} from '../tokens/vocabulary';
import { anyOf } from '../tokens/word-table';

export type Preposition = 'at' | 'near' | 'by' | 'until' | 'from' | 'none';

/** «на полтора часа», «на пару часов» */
const AMOUNTS = anyOf('полтора пару несколько два пол');
const ABOUT = '(?:где (?:- )?то|примерно|приблизительно|ровно)';
/** Nobody says more of them: «где-то примерно ровно». */
export const ROUGHLY = pattern(`${ABOUT}(?: ${ABOUT}){0,2}`);
const HOURS = pattern('час(?:ов|а|ам|иков|ика)(?= (?:в|к|до) )');
const PREPOSITIONS: readonly (readonly [Preposition, RegExp])[] = [
  ['at', pattern(`в районе(?= #)|во?(?: ${ABOUT}){0,3}`)],
  // «о 9», as said in the south
  ['near', pattern('о(?= #)|(?:ближе )?ко?')],
  ['until', pattern('не (?:позднее|позже)|(?:сразу(?= после) )?(?:до|после|около)')],
  ['from', pattern('начиная с|со?|от')],
  ['by', pattern('на')],
];

/**
 * How a time is introduced: `at` «в 9» and `near` «к 9» make an hour of a bare number, `by` «на 9»
 * only after a date; `until` «до 9» and `from` «с 9» begin no list of times.
 */
export function readPreposition(c: Cursor): Preposition {
  c.match(ROUGHLY);
  // «часов в 9»; not «на 3 часа в 15:00»
  const former = c.peek(-1);
  if (former?.kind !== 'number' && !AMOUNTS.has(former?.text ?? '')) c.match(HOURS);
  return PREPOSITIONS.find(([, words]) => c.match(words))?.[0] ?? 'none';
}

const isClock = (hour: number, minute: number): boolean =>
  minute < 60 && (hour < 24 || (hour === 24 && minute === 0));

/** As on a 24-hour clock: it means what it says. */
export const written = (hour: number, minute: number): ClockTime => ({
  hour,
  minute,
  period: null,
  literal: true,
});
/** As it is spoken: hours up to 12 may be meant of either half of the day. */
const spoken = (hour: number, minute = 0, named = hour): ClockTime => ({
  hour,
  minute,
  period: null,
  literal: hour > 12 || hour === 0,
  named,
});

/**
 * Whether a number stands right before: then this one is no hour, as in «2 в 1» or a phone number; but
 * «корп 2 в 16».
 */
const afterNumber = (scene: Scene, preposition: Preposition, hour: number): boolean =>
  !scene.afterDate && /^\d{1,3}$/.test(scene.before) && (preposition !== 'at' || hour === 1);

/** Whether a number just read stands where people put an hour: first or last in a line, or beside an event. */
const standsOut = (c: Cursor, scene: Scene): boolean => {
  const placed = scene.atStart || c.done || isEvent(scene.before) || isEvent(c.text);
  return placed && !isNameBefore(scene.before) && !/^\d/.test(scene.before);
};

type Read = ClockTime | 'impossible' | undefined;
/** Moves the cursor; `readClock` puts it back where a reader finds nothing. */
type Reader = (c: Cursor, preposition: Preposition, scene: Scene) => Read;

/** «в полдень», «к полудню», «в полночь», «в это же время» */
const readNamed: Reader = (c, preposition, scene) => {
  if (c.word('полдень', 'полудня', 'полудню')) return written(12, 0);
  if (c.word('полночь', 'полуночи')) return written(24, 0);
  if (preposition !== 'at' || !c.word('это', 'этот', 'то', 'тот')) return undefined;
  c.word('же');
  c.word('самое');
  const [hour, minute] = [scene.wallNow.slice(11, 13), scene.wallNow.slice(14, 16)].map(Number);
  return c.word('время', 'час') ? written(hour ?? 0, minute ?? 0) : undefined;
};

const COLON = pattern('~?(\\d\\d?) (~: ~|~?: ~?)(\\d\\d)(?: ~: ~?[0-5]?\\d)?');
/** «21:30», also with seconds; «в 17: 45» */
const readColon: Reader = (c, preposition) => {
  const [said, hour, sign, minute] = c.match(COLON, 'typed') ?? [];
  if (said === undefined || (sign !== '~: ~' && preposition !== 'at')) return undefined;
  const [hours, minutes] = [Number(hour), Number(minute)];
  return isClock(hours, minutes) ? written(hours, minutes) : 'impossible';
};

/** The hour that comes next: the «восьмого» of «половина восьмого», also as «8-го» or «8». */
const readComingHour = (c: Cursor): number | undefined =>
  c.ordinal(1, 12) ?? (c.peek()?.digits ? c.int(1, 12) : undefined);

const hourBefore = (hour: number): number => (hour === 1 ? 12 : hour - 1);

const towards = (minute: number, coming: number | undefined): Read =>
  coming === undefined ? undefined : spoken(hourBefore(coming), minute);

const HALF = pattern('половин[еуаы]|пол(?: -)?');
/** «половина восьмого», «полвосьмого», «пол 8-го» */
const readHalf: Reader = (c) => {
  if (c.match(HALF)) return towards(30, readComingHour(c));
  const joint = c.text.startsWith('пол') ? readNumberWord(c.text.slice(3)) : undefined;
  if (joint?.ordinal !== 'genitive') return undefined;
  c.at++;
  return towards(30, joint.value);
};

/** «четверть шестого», «двадцать минут шестого», «двадцать шестого» is a date */
const readPast: Reader = (c) => {
  if (c.word('четверть')) return towards(15, readComingHour(c));
  const minute = c.int(1, 59);
  if (minute === undefined) return undefined;
  return c.in(MINUTE_NOUN) ? towards(minute, c.ordinal(1, 12)) : undefined;
};

/** «без пятнадцати девять», «без четверти 9», «без 10 7» */
const readLacking: Reader = (c) => {
  if (!c.word('без')) return undefined;
  const token = c.peek();
  const said = c.word('четверти') ? 15 : c.int(1, 39);
  if (said === undefined) return undefined;
  const noun = c.in(MINUTE_NOUN);
  const whole = c.word('час') ? 1 : c.int(1, 24);
  // «без двадцати восемь» came as one number.
  const tens = whole === undefined && !noun ? (token?.tens ?? 0) : 0;
  const [minutes, hour] = tens > 0 ? [tens, said - tens] : [said, whole];
  if (hour === undefined || minutes > 30) return undefined;
  c.in(HOUR_NOUN);
  return spoken(hourBefore(hour), 60 - minutes, hour);
};

/** «в 930», «к 1830», «1530 звонок», «в1930»; not «в 2027» */
const readCompact: Reader = (c, preposition, scene) => {
  const token = c.peek();
  const placed = preposition === 'at' || preposition === 'near';
  if (!placed && preposition !== 'none') return undefined;
  if (token?.digits !== 4 && (token?.digits !== 3 || !placed)) return undefined;
  c.at++;
  const [hour, minute] = [Math.floor(token.value / 100), token.value % 100];
  if (!isClock(hour, minute) || minute % 5 !== 0 || c.countsNext) return undefined;
  const year = token.value >= 1900;
  if (placed) {
    // «в 1945 музей» may be a year; «в1930» is none.
    const sure = !year || scene.afterDate || token.glued || scene.atStart;
    return { ...written(hour, minute), unsure: !sure };
  }
  const ofNow = Math.abs(token.value - Number(scene.today.slice(0, 4))) < YEARS_AROUND;
  if (ofNow || !(scene.afterDate || standsOut(c, scene))) return undefined;
  const money = !scene.atStart || countsNoun(token.value, c.peek(), true);
  if (!scene.afterDate && minute === 0 && money) return undefined;
  // «0800» is no amount.
  return { ...written(hour, minute), unsure: hour >= 10 };
};
/** A number so near to this year is a year. */
const YEARS_AROUND = 6;

/**
 * Whether «11.03» beside «завтра» is a date: another time follows it, or it is the very day that was said.
 */
function namesDay(
  c: Cursor,
  day: number,
  month: number,
  preposition: Preposition,
  scene: Scene,
): boolean {
  if (preposition !== 'none' || month < 1 || month > 12 || day < 1) return false;
  const said = scene.previous?.kind === 'date' ? scene.previous : undefined;
  const date = nextDayOfYear(scene.today, month, day);
  if (date !== undefined && said?.date.slice(5) === date.slice(5)) return true;
  // «вт 23.03»: a Tuesday, or no time that anybody sets.
  const weekday = said?.sort === 'weekday' && date !== undefined;
  if (weekday && (month % 5 !== 0 || weekdayOf(date) === weekdayOf(said.date))) return true;
  return timeFollows(c, scene);
}

/** Whether the number just read is a day: «в понедельник 22 в 10», «каждый месяц 5 в 12». */
function isDayBeside(c: Cursor, { previous, ...scene }: Scene): boolean {
  if (previous?.kind === 'repeat') return previous.rule.unit === 'MONTH';
  return previous?.kind === 'date' && timeFollows(c, { ...scene, previous });
}

/** Whether «в 10», «10:00» or «10 утра» comes next. */
export function timeFollows(c: Cursor, scene: Scene): boolean {
  return c.sees(() => {
    const placed =
      c.word('в', 'к') || c.peek(1)?.text === ':' || PERIODS.has(c.peek(1)?.text ?? '');
    return placed && readClock(c, 'at', { ...scene, before: '' }) !== undefined;
  });
}

/** «в 9-10» is from nine to ten rather than ten past nine. */
const isRange = (hour: number, end: number): boolean => end > hour && end <= hour + 4;

/** «в 9 10 раз», «в 9 и 21 5 дней»: the number behind an hour says how long it goes on. */
export const AMOUNT_OF_RULE = /^(?:раза?|дн(?:я|ей)|суток|недел[ьи]|месяц(?:а|ев))$/;

/** The minutes behind an hour, and the sign between them: «.30», « 30», « ноль пять». */
function readMinutes(
  c: Cursor,
  hour: Token,
): { separator: string | undefined; minutes: Token } | undefined {
  const separator = hour.digits > 0 && c.mark('.-,;_=/', true) ? c.peek(-1)?.text : undefined;
  // «девятнадцать ноль пять», «девятнадцать ноль-ноль»
  const zero = separator === undefined && c.word('ноль');
  if (zero && c.peek(1)?.value === 0) c.mark('-', true);
  const minutes = c.peek();
  if (minutes?.kind !== 'number' || minutes.ordinal) return undefined;
  if (separator === undefined ? minutes.glued && !zero : !minutes.glued) return undefined;
  const two = minutes.digits === 2 || (minutes.digits === 0 && (zero || minutes.value >= 10));
  if (!two || (separator !== undefined && minutes.digits === 0)) return undefined;
  c.at++;
  return { separator, minutes };
}

/** «в 8 14 20», «в 8 12 и 18»: what looks like minutes may be the second hour of a list that goes on. */
function mayBeHour(c: Cursor, hour: number, minute: number): boolean {
  if (minute <= hour || minute > 24 || AMOUNT_OF_RULE.test(c.peek(1)?.text ?? '')) return false;
  const isHour = (next: Token | undefined) =>
    next?.kind === 'number' && next.value > minute && next.value <= 24;
  if (isHour(c.peek())) return true;
  const goesOn = /^(?:и|,)$/.test(c.text) && isHour(c.peek(1));
  // «в 8 15 и 20 15»
  return goesOn && c.peek(2)?.kind !== 'number' && !c.peek(2)?.glued;
}

/** Whether a number counts the noun behind it, whose genitive plural is no other case: «до 20 страниц». */
export const countsMany = (count: number, c: Cursor): boolean =>
  countsNoun(count, c.peek(), true) && GENITIVE_PLURAL.test(c.text);
const GENITIVE_PLURAL = /.(?:ов|ев|[^н]ей|иц|[бвдзлпрт]ок|ек|ниг|раз|ий)$/;

/** Of «21.30-22.30» what stands behind the first hour. */
const END = pattern('- #\\d\\d? [.:] #\\d\\d?');

/** «9.30», «9-30», «9,30», «9_30», «9 30», «девять тридцать»: where something says that it is a time. */
const readLoose: Reader = (c, preposition, scene) => {
  const token = c.peek();
  const hour = token && token.digits <= 2 ? c.int(0, 24) : undefined;
  if (token === undefined || hour === undefined) return undefined;
  const found = readMinutes(c, token);
  if (!found) return undefined;
  const { separator, minutes } = found;
  const placed = preposition === 'at' || scene.afterDate;
  const ends = hour >= EARLIEST && c.sees(() => c.match(END)) !== null;
  if (!isClock(hour, minutes.value) || (!placed && c.countsNext && !ends)) return undefined;
  // «25.12.2026» goes on.
  if (c.peek(1)?.glued && c.mark('.', true)) return undefined;
  const sited = separator !== undefined && (preposition === 'at' || preposition === 'near');
  if (!sited && afterNumber(scene, preposition, hour)) return undefined;
  if (separator === undefined && AMOUNT_OF_RULE.test(c.text)) return undefined;
  const round = minutes.value % 5 === 0;
  const counts = !sited && countsNoun(minutes.value, c.peek(), true);
  const alone = preposition === 'none' && standsOut(c, scene) && !counts;
  const noMonth = minutes.value > 12 && (scene.atStart || c.startsText);
  // «21.00 созвон», «с 21.00 до 22.00»; not «сахар 6.00», and no end of «21.00-22.00»
  const full = alone && (scene.atStart || hour >= EARLIEST);
  const bounds = preposition === 'from' || preposition === 'until';
  const dotted = minutes.value === 0 ? full || bounds : noMonth;
  const clear = minutes.value > 24 || minutes.value === 0;
  const quarter = minutes.value % 15 === 0;
  const unsure = round && (alone || scene.afterDate) && !counts ? 'unsure' : false;
  const bySeparator: Record<string, boolean | 'unsure'> = {
    // «завтра 15.12»
    '.': preposition === 'none' && !round && placed ? 'unsure' : placed || dotted,
    // «17-45 физра»; «15-20» may be a range or an amount.
    '-':
      round &&
      !(isRange(hour, minutes.value) && (!sited || minutes.value <= hour + 2)) &&
      (sited || scene.afterDate || (alone && (clear || 'unsure'))),
    // «пн, 12,15, звонок»
    ',':
      (round && (preposition === 'at' || (scene.afterDate && (c.text === ',' || quarter)))) ||
      unsure,
    '/': preposition === 'at' && round && minutes.value > 12,
  };
  if (separator === '.' && namesDay(c, hour, minutes.value, preposition, scene)) return undefined;
  const spaced = placed || preposition !== 'none' || (scene.atStart && round);
  // «в 9 20 отжиманий»
  const amount = minutes.value > 0 && (isCounted(c.text, false) || countsMany(minutes.value, c));
  const isMinute = !amount && !mayBeHour(c, hour, minutes.value);
  const apart = spaced && !isMinute ? 'unsure' : spaced;
  // «17;45», «9_30», «9=30»
  const typed = round && (sited || scene.afterDate || alone);
  const reads = separator === undefined ? apart : (bySeparator[separator] ?? typed);
  if (!reads) return undefined;
  // «в семь сорок», unlike «в 7:40»
  const time = token.digits === 0 ? spoken(hour, minutes.value) : written(hour, minutes.value);
  return { ...time, unsure: reads === 'unsure' };
};

/** «час дня», «в час пятнадцать»; «в час» alone is an hour only where no «100 км в час» can stand before it. */
const readOne: Reader = (c, preposition, scene) => {
  // «с двенадцати до часу тихий час»; «после часа ожидания» says how long.
  if (/^(?:до|после|с)$/.test(c.peek(-1)?.text ?? '') && c.word('часу', 'часа')) {
    return preposition === 'at' ? spoken(1) : undefined;
  }
  if (!c.word('час') || c.text === 'пик') return undefined;
  const placed = preposition === 'at';
  const minute = c.attempt(() => {
    const value = c.peek()?.digits === 1 ? undefined : c.int(5, 59);
    return value !== undefined && !c.countsNext ? value : undefined;
  });
  const alone = placed && (scene.atStart || scene.afterDate || minute !== undefined);
  return alone || PERIODS.has(c.text) ? spoken(1, minute) : undefined;
};

/** «9 часов», «9ч30», «9 ч. 30 мин.» */
const readWithNoun: Reader = (c, preposition, scene) => {
  const hour = c.int(0, 99);
  if (hour === undefined || !c.in(HOUR_NOUN)) return undefined;
  const minute = c.attempt(() => {
    const glued = c.peek()?.glued;
    const value = c.word('ровно') ? 0 : c.int(0, 59);
    return value !== undefined && (c.in(MINUTE_NOUN) || glued || c.startsText) ? value : undefined;
  });
  const period = PERIODS.has(c.text);
  // «спать 9 часов», «созвон на 2 часа», «с 9 часов» say how long, or too little.
  const long =
    preposition === 'by' || preposition === 'none' ? !scene.afterDate : preposition === 'from';
  if (long && !period) return undefined;
  if (!isClock(hour, minute ?? 0)) return preposition === 'at' ? 'impossible' : undefined;
  return spoken(hour, minute);
};

/** «около 15 заедет курьер»: before this a number rather counts. */
const EARLIEST = 7;

/** «27.11 3 урок»: numbered rather than at three. */
const NUMBERED_EVENT = /^(?:урока?|пар[аы]|смен[аы]|тура?|блока?)$/;

/** «числа», «числу»; «численные методы» are none. */
export const DAY_OF_MONTH = /^числ(?:[аоу]|ом)$/;

/** «9 утра», «в 9», after a date «9» */
const readBareHour: Reader = (c, preposition, scene) => {
  const token = c.peek();
  const hour = token && token.digits <= 2 ? c.int(0, 24) : undefined;
  if (hour === undefined) return undefined;
  c.attempt(() => c.mark('-', true) && c.word('ти', 'ть', 'ми'));
  // «к 5 числу»
  if (DAY_OF_MONTH.test(c.text)) return undefined;
  if (/^[ap]m$/.test(c.text)) return spoken(hour);
  if (c.words('с', 'половиной')) {
    // «три с половиной метра ткани», «на четыре с половиной литра»: an amount.
    const isAmount = preposition === 'by' || (preposition === 'none' && !scene.afterDate);
    return isAmount || countsNoun(hour, c.peek(), true) ? undefined : spoken(hour, 30);
  }
  if (preposition === 'none' && isDayBeside(c, scene)) return undefined;
  if (/^(?:none|until)$/.test(preposition) && NUMBERED_EVENT.test(c.text)) return undefined;
  if (preposition === 'until' && countsMany(hour, c)) return undefined;
  const period = PERIODS.get(c.text);
  if (period) {
    // «3 дня» and «2 ночи» are amounts, unless something says otherwise.
    const amount = /^(?:дня|ночи)$/.test(c.text) && ['by', 'from', 'none'].includes(preposition);
    return amount && !scene.afterDate ? undefined : spoken(hour);
  }
  const rangeEnd = c.text === '-' ? c.peek(1)?.value : undefined;
  const beginsRange = rangeEnd !== undefined && isRange(hour, rangeEnd);
  // «в 9 10 раз»
  const saysHowOften = c.peek()?.kind === 'number' && AMOUNT_OF_RULE.test(c.peek(1)?.text ?? '');
  if (c.countsNext && !beginsRange && !saysHowOften) return undefined;
  if (afterNumber(scene, preposition, hour)) return undefined;
  if (preposition === 'at' || preposition === 'near') {
    const counted = countsNoun(hour, c.peek(), isInfinitive(scene.before));
    // «в 3 вёдрах», «в 5 коробках»
    const inside = !scene.afterDate && c.peek()?.capital === false && /..[ая]х$/.test(c.text);
    // «каждый день в 22 линзы»
    const isHourAfterDate = scene.afterDate && hour > 9;
    if ((counted || inside) && !isHourAfterDate) return undefined;
    // «вещи в 3 чемодана» may count what follows: another time of the line says more.
    const isFirst = scene.previous === undefined;
    const isMidText = isFirst && !scene.atStart && !/^(?:еще|потом)$/.test(scene.before);
    // «в 5 коробок разложить вещи»
    const isObject = isFirst && scene.atStart && isInfinitive(c.peek(1)?.text ?? '');
    if ((isMidText || isObject) && countsNoun(hour, c.peek(), true))
      return { ...spoken(hour), unsure: true };
  }
  return isHourBehind(preposition, hour, c, scene) ? spoken(hour) : undefined;
};

/** Whether a bare number is an hour behind its preposition, and not an amount. */
function isHourBehind(preposition: Preposition, hour: number, c: Cursor, scene: Scene): boolean {
  switch (preposition) {
    case 'at':
      return !(hour <= 4 && scene.before === 'все');
    case 'near':
      return true;
    case 'until':
      return c.startsText || (scene.atStart && hour >= EARLIEST);
    case 'by':
      return (scene.afterDate || isEarly(scene.before)) && c.startsText;
    case 'from':
      return /^(?:до|по)$/.test(c.text) && endsRange(c, scene);
    case 'none':
      return scene.afterDate && c.startsText;
  }
}

const READERS: readonly Reader[] = [
  readNamed,
  readColon,
  readHalf,
  readPast,
  readLacking,
  readCompact,
  readLoose,
  readOne,
  readWithNoun,
  readBareHour,
];

export const readClock: Reader = (c, preposition, scene) =>
  c.first(READERS.map((reader) => () => reader(c, preposition, scene)));

/** Whether «до 11» follows: «с 10 до 11». */
function endsRange(c: Cursor, scene: Scene): boolean {
  const end = c.sees(() => (c.word('до', 'по') ? readClock(c, 'at', scene) : undefined));
  return end !== undefined && end !== 'impossible';
}
