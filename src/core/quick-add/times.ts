import { ZONE_NAMES } from '@/texts/zones';
import { type Cursor } from './cursor';
import {
  type ClockTime,
  type DayPart,
  type Found,
  type Scene,
  type Slot,
  type Span,
} from './phrase';
import {
  countsNoun,
  DAY_PART_NOUNS,
  DAY_PARTS,
  EARLY_HINT,
  HOUR_NOUN,
  isCounted,
  isEvent,
  isInfinitive,
  isNameBefore,
  MINUTE_NOUN,
  MONTHS,
  NOT_DAY_PART_AFTER,
  type Period,
  PERIODS,
  readNumberWord,
} from './vocabulary';

type Preposition = 'at' | 'near' | 'by' | 'until' | 'from' | 'none';

const HOUR = 60;

/**
 * A part of the day. `hours` in the order of preference: where one has passed today, the next one counts.
 * Without them the hours count that the user has set for that part of the day.
 */
export const dayPart = (period: Period, hours?: readonly number[]): DayPart => ({
  period,
  ...(hours && { minutes: hours.map((hour) => hour * HOUR) }),
});

/** «на полтора часа», «на пару часов» */
const AMOUNTS = new Set(['полтора', 'полутора', 'пару', 'несколько', 'два', 'пол']);
const APPROXIMATELY = ['примерно', 'приблизительно', 'ровно', 'строго', 'где-то'];
/** «где-то примерно ровно»: nobody says more of them. */
const APPROXIMATELY_MAX = 3;

/**
 * How a time is introduced: `at` «в 9» and `near` «к 9» make an hour of a bare number, `by` «на 9»
 * only after a date; `until` «до 9» and `from` «с 9» begin no list of times.
 */
function readPreposition(c: Cursor): Preposition {
  for (let more = 0; more < APPROXIMATELY_MAX; more++) {
    if (!c.words('где', '-', 'то') && !c.word(...APPROXIMATELY)) break;
  }
  // «часов в 9»; not «на 3 часа в 15:00»
  const counted = c.peek(-1)?.kind === 'number' || AMOUNTS.has(c.peek(-1)?.text ?? '');
  const roughly = c.attempt(() => {
    const noun = !counted && c.word('часов', 'часа', 'часам', 'часиков');
    return noun && /^(?:в|к|до)$/.test(c.text) ? true : undefined;
  });
  if (c.peek(2)?.kind === 'number' && c.words('в', 'районе')) return 'at';
  if (c.peek(2)?.kind === 'number' && c.text === 'ближе') c.word('ближе');
  if (!roughly && (c.words('не', 'позднее') || c.words('не', 'позже'))) return 'until';
  if (c.word('в', 'во')) {
    for (let more = 0; more < APPROXIMATELY_MAX && c.word(...APPROXIMATELY); more++) continue;
    return 'at';
  }
  // «о 9», as said in the south.
  if (c.text === 'о' && c.peek(1)?.kind === 'number' && c.word('о')) return 'near';
  if (c.words('начиная', 'с')) return 'from';
  if (c.word('к', 'ко')) return 'near';
  if (c.word('на')) return 'by';
  if (c.word('до', 'после', 'около')) return 'until';
  return c.word('с', 'со') ? 'from' : 'none';
}

const isClock = (hour: number, minute: number): boolean =>
  minute < 60 && (hour < 24 || (hour === 24 && minute === 0));

/** As on a 24-hour clock: it means what it says. */
const written = (hour: number, minute: number): ClockTime => ({
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
  const last = c.done || (c.peek(1) === undefined && '.!'.includes(c.text));
  const placed = scene.atStart || last || isEvent(scene.before) || isEvent(c.text);
  return placed && !isNameBefore(scene.before) && !/^\d/.test(scene.before);
};

/** «1500 отдать Маше» is money rather than an hour. */
const GIVES =
  /^(?:отда|пере[вд]|запла|оплат|внес|полож|сня|заки|ски|верн|получ|взя|дать|потрат|отлож|попол|собра|занес|занять|долг|выда)/;

type Read = ClockTime | 'impossible' | undefined;
type Reader = (c: Cursor, preposition: Preposition, scene: Scene) => Read;

/** «в полдень», «в полночь», «в это же время» */
const readNamed: Reader = (c, preposition, scene) => {
  if (c.word('полдень', 'полудню', 'полудня')) return written(12, 0);
  if (c.word('полночь', 'полуночи')) return written(24, 0);
  if (preposition !== 'at' || !c.word('это', 'то')) return undefined;
  c.word('же', 'самое');
  const [hour, minute] = [scene.wallNow.slice(11, 13), scene.wallNow.slice(14, 16)].map(Number);
  return c.word('время') ? written(hour ?? 0, minute ?? 0) : undefined;
};

/** «21:30», also with seconds */
const readColon: Reader = (c, preposition, scene) => {
  const token = c.peek();
  const hour = token?.digits && token.digits <= 2 ? c.int(0, 99) : undefined;
  const sign = c.peek();
  if (hour === undefined || !c.mark(':')) return undefined;
  const minutes = c.peek();
  if (minutes?.digits !== 2) return undefined;
  c.at++;
  if (!sign?.glued || !minutes.glued) {
    // «в 17: 45»; not «в 9: 45 отжиманий»
    const counts = c.countsNext || countsNoun(minutes.value, c.peek(), true);
    const placed = preposition === 'at' || scene.afterDate;
    return placed && !counts && isClock(hour, minutes.value)
      ? written(hour, minutes.value)
      : undefined;
  }
  c.attempt(() => (c.mark(':', true) && c.peek()?.glued ? c.int(0, 59) : undefined));
  return isClock(hour, minutes.value) ? written(hour, minutes.value) : 'impossible';
};

/** The hour that comes next: the «восьмого» of «половина восьмого», also as «8-го» or «8». */
const readComingHour = (c: Cursor): number | undefined =>
  c.ordinal(1, 12) ?? (c.peek()?.digits ? c.int(1, 12) : undefined);

const hourBefore = (hour: number): number => (hour === 1 ? 12 : hour - 1);

const towards = (minute: number, coming: number | undefined): Read =>
  coming === undefined ? undefined : spoken(hourBefore(coming), minute);

/** «половина восьмого», «полвосьмого», «пол 8-го» */
const readHalf: Reader = (c) => {
  if (c.word('половине', 'половину', 'половина', 'половины')) return towards(30, readComingHour(c));
  if (c.word('пол')) {
    c.mark('-', true);
    return towards(30, readComingHour(c));
  }
  const joint = c.text.startsWith('пол') ? readNumberWord(c.text.slice(3)) : undefined;
  if (joint?.ordinal !== 'genitive' || joint.value > 12) return undefined;
  c.at++;
  return towards(30, joint.value);
};

/** «четверть шестого», «двадцать минут шестого», «двадцать шестого» is a date */
const readPast: Reader = (c) => {
  if (c.word('четверть')) return towards(15, readComingHour(c));
  const minute = c.int(1, 59);
  if (minute === undefined) return undefined;
  const next = c.peek();
  const said = next?.ordinal === 'genitive' && next.digits === 0 && minute % 5 === 0;
  return c.in(MINUTE_NOUN) || said ? towards(minute, c.ordinal(1, 12)) : undefined;
};

/** «без пятнадцати девять», «без четверти 9», «без 10 7» */
const readLacking: Reader = (c) => {
  if (!c.word('без', 'безо')) return undefined;
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
  const year = token.value >= 1900 && token.value < 2100;
  if (placed) {
    if (/^г(?:\.|од)?/.test(c.text)) return undefined;
    // «в 1945 музей» may be a year; «в1930» is none.
    const sure = !year || scene.afterDate || token.glued || scene.atStart;
    return { ...written(hour, minute), ...(!sure && { unsure: true }) };
  }
  const ofNow = Math.abs(token.value - Number(scene.today.slice(0, 4))) < YEARS_AROUND;
  if (ofNow || !(scene.afterDate || standsOut(c, scene))) return undefined;
  const event = isEvent(scene.before) || isEvent(c.text);
  const first = scene.afterDate || scene.atStart;
  const money = minute === 0 && (!c.startsText || GIVES.test(c.text));
  if (token.digits === 4 && hour < 10) return written(hour, minute);
  // «отдать Маше 1500»
  const dated = scene.afterDate && minute > 0;
  if (!event && ((!dated && countsNoun(token.value, c.peek(), true)) || (!first && minute === 0))) {
    return undefined;
  }
  const sure = year ? event : (first || event) && !money;
  return { ...written(hour, minute), ...(!sure && { unsure: true }) };
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
  const said = scene.previous?.kind === 'date' ? scene.previous.date : '';
  if (said.slice(5) === `${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`) {
    return true;
  }
  return timeFollows(c, scene);
}

/** Whether the number just read is a day: «в понедельник 22 в 10», «каждый месяц 5 в 12». */
function isDayBeside(c: Cursor, { previous, ...scene }: Scene): boolean {
  if (previous?.kind === 'repeat') return previous.rule.unit === 'MONTH';
  return previous?.kind === 'date' && timeFollows(c, { ...scene, previous });
}

/** Whether «в 10», «10:00» or «10 утра» comes next. */
export function timeFollows(c: Cursor, scene: Scene): boolean {
  const start = c.at;
  const placed =
    c.word('в', 'к') ||
    /^пол(?:день|удн|ночь|уноч)/.test(c.text) ||
    c.peek(1)?.text === ':' ||
    PERIODS.has(c.peek(1)?.text ?? '');
  const time = placed ? readClock(c, 'at', { ...scene, before: '' }) : undefined;
  c.at = start;
  return time !== undefined;
}

/** «в 9-10» is from nine to ten rather than ten past nine. */
const isRange = (hour: number, end: number): boolean => end > hour && end <= hour + 4 && end <= 24;

/** «в 9 10 раз», «в 9 и 21 5 дней»: the number behind an hour says how long it goes on. */
const AMOUNT_OF_RULE = /^(?:раза?|дн(?:я|ей)|суток|недел[ьи]|месяц(?:а|ев))$/;

/** «9.30», «9-30», «9,30», «9_30», «9 30», «девять тридцать»: where something says that it is a time. */
const readLoose: Reader = (c, preposition, scene) => {
  const token = c.peek();
  const hour = token && token.digits <= 2 ? c.int(0, 24) : undefined;
  if (token === undefined || hour === undefined) return undefined;
  const separator = token.digits > 0 && c.mark('.-,;_=/', true) ? c.peek(-1)?.text : undefined;
  // «девятнадцать ноль пять», «девятнадцать ноль-ноль»
  const zero = separator === undefined && c.word('ноль', 'нуль');
  if (zero && c.peek(1)?.value === 0) c.mark('-', true);
  const minutes = c.peek();
  if (minutes?.kind !== 'number' || minutes.ordinal) return undefined;
  if (separator === undefined ? minutes.glued && !zero : !minutes.glued) return undefined;
  const two = minutes.digits === 2 || (minutes.digits === 0 && (zero || minutes.value >= 10));
  if (!two || (separator !== undefined && minutes.digits === 0)) return undefined;
  c.at++;
  const placed = preposition === 'at' || scene.afterDate;
  if (!isClock(hour, minutes.value) || (!placed && c.countsNext)) return undefined;
  // «25.12.2026» goes on.
  if (c.peek(1)?.glued && c.mark('.', true)) return undefined;
  const sited = separator !== undefined && (preposition === 'at' || preposition === 'near');
  if (!sited && afterNumber(scene, preposition, hour)) return undefined;
  if (separator === undefined && AMOUNT_OF_RULE.test(c.text)) return undefined;
  const round = minutes.value % 5 === 0;
  const dotted = minutes.value > 12 && preposition !== 'by' && (scene.atStart || c.startsText);
  const counts = !sited && countsNoun(minutes.value, c.peek(), true);
  const alone = preposition === 'none' && standsOut(c, scene) && !counts;
  const clear = minutes.value > 24 || minutes.value === 0;
  const quarter = minutes.value % 15 === 0 && !isCounted(c.text, false);
  const unsure = round && (alone || scene.afterDate) && !counts ? 'unsure' : false;
  const bySeparator: Record<string, boolean | 'unsure'> = {
    '.': placed || dotted,
    // «17-45 физра»; «15-20» may be a range or an amount.
    '-':
      round &&
      !(isRange(hour, minutes.value) && (!sited || minutes.value <= hour + 2 || hour < 10)) &&
      (sited || scene.afterDate || (alone && (clear || 'unsure'))),
    // «пн, 12,15, звонок»
    ',':
      (round && (preposition === 'at' || (scene.afterDate && (c.text === ',' || quarter)))) ||
      unsure,
    ';': round && (sited || scene.afterDate || alone),
    _: round && (sited || scene.afterDate || alone),
    '=': (sited && round) || unsure,
    '/': preposition === 'at' && round && minutes.value > 12,
  };
  if (separator === '.' && namesDay(c, hour, minutes.value, preposition, scene)) return undefined;
  const spaced =
    placed || preposition !== 'none' || (scene.atStart && (round || token.digits === 0));
  // «в 9 20 отжиманий»
  const amount = isCounted(c.text, false) || /.(?:ий|ток|нок|чек|шек)$/.test(c.text);
  const apart = spaced && amount ? 'unsure' : spaced;
  const reads = separator === undefined ? apart : bySeparator[separator];
  if (!reads) return undefined;
  return { ...written(hour, minutes.value), ...(reads === 'unsure' && { unsure: true }) };
};

/** «час дня», «в час пятнадцать»; «в час» alone is an hour only where no «100 км в час» can stand before it. */
const readOne: Reader = (c, preposition, scene) => {
  // «с двенадцати до часу»
  const bound = /^(?:до|после|с)$/.test(c.peek(-1)?.text ?? '') && c.word('часу', 'часа');
  // «после часа ожидания» says how long.
  if (bound) {
    const ends = c.done || c.peek()?.kind === 'mark' || PERIODS.has(c.text) || c.text === 'до';
    // «с двенадцати до часу тихий час»
    return ends || preposition === 'at' ? spoken(1) : undefined;
  }
  if (!c.word('час') || c.text === 'пик') return undefined;
  const placed = preposition === 'at' || preposition === 'near';
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
const NUMBERED_EVENT = /^(?:урока?|пар[аы]|смен[аы]|тура?|этапа?|раунда?|блока?)$/;
/** «до 20 страниц»: a noun in the genitive plural, counted by the number before it. */
const COUNTED_GENITIVE = /.(?:ов|ев|[^н]ей|иц|[бвдзлпрт]ок|ек|ниг|раз|ий)$/;

/** «9 утра», «в 9», after a date «9» */
const readBareHour: Reader = (c, preposition, scene) => {
  const token = c.peek();
  const hour = token && token.digits <= 2 ? c.int(0, 24) : undefined;
  if (hour === undefined) return undefined;
  c.attempt(() => (c.mark('-', true) && c.word('ти', 'ть', 'ми') ? true : undefined));
  if (/^[ap]m$/.test(c.text) && hour <= 12) return spoken(hour);
  if (c.words('с', 'половиной')) return preposition === 'by' ? undefined : spoken(hour, 30);
  if (preposition === 'none' && isDayBeside(c, scene)) return undefined;
  if (/^(?:none|until)$/.test(preposition) && NUMBERED_EVENT.test(c.text)) return undefined;
  const counts = countsNoun(hour, c.peek(), true) && COUNTED_GENITIVE.test(c.text);
  if (preposition === 'until' && counts) return undefined;
  const period = PERIODS.get(c.text);
  if (period) {
    // «3 дня» and «2 ночи» are amounts, unless something says otherwise.
    const amount = /^(?:дня|ночи)$/.test(c.text) && ['by', 'from', 'none'].includes(preposition);
    return amount && !scene.afterDate ? undefined : spoken(hour);
  }
  const until = c.text === '-' ? c.peek(1)?.value : undefined;
  const ranged = until !== undefined && isRange(hour, until);
  const [amount, noun] = [c.peek(), c.peek(1)];
  const times =
    amount?.kind === 'number' &&
    !amount.glued &&
    noun !== undefined &&
    // «в 9 10 раз», «в 9 2 таблетки»
    (AMOUNT_OF_RULE.test(noun.text) ||
      isCounted(noun.text, noun.capital) ||
      countsNoun(amount.value, noun, true));
  if ((c.countsNext && !ranged && !times) || afterNumber(scene, preposition, hour))
    return undefined;
  if (preposition === 'at' || preposition === 'near') {
    const counted = countsNoun(hour, c.peek(), isInfinitive(scene.before));
    // «в 3 вёдрах», «в 5 коробках»
    const inside = !scene.afterDate && c.peek()?.capital === false && /..[ая]х$/.test(c.text);
    // «каждый день в 22 линзы»
    const late = scene.afterDate && hour > 9;
    if ((counted || inside) && !ranged && !late) return undefined;
    // «вещи в 3 чемодана» may count what follows: another time of the line says more.
    const amidNothing = scene.previous === undefined && !scene.reminded;
    const amid = !scene.atStart && amidNothing && !/^(?:еще|потом|затем)$/.test(scene.before);
    // «в 5 коробок разложить вещи»
    const object = amidNothing && scene.atStart && isInfinitive(c.peek(1)?.text ?? '');
    if ((amid || object) && !ranged && countsNoun(hour, c.peek(), true))
      return { ...spoken(hour), unsure: true };
  }
  const reads: Record<Preposition, boolean> = {
    at: !(hour <= 4 && scene.before === 'все'),
    near: true,
    until: c.startsText || (scene.atStart && hour >= EARLIEST && c.peek()?.kind === 'word'),
    by: (scene.afterDate || EARLY_HINT.test(scene.before)) && c.startsText,
    from: preposition === 'from' && /^(?:до|по)$/.test(c.text) && endsRange(c, scene),
    none: scene.afterDate && c.startsText,
  };
  return reads[preposition] ? spoken(hour) : undefined;
};

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

const readClock: Reader = (c, preposition, scene) => {
  for (const reader of READERS) {
    const time = c.attempt(() => reader(c, preposition, scene));
    if (time !== undefined) return time;
  }
  return undefined;
};

/** Whether «до 11» follows: «с 10 до 11». */
function endsRange(c: Cursor, scene: Scene): boolean {
  const start = c.at;
  const end = c.word('до', 'по') ? readClock(c, 'at', scene) : undefined;
  c.at = start;
  return end !== undefined && end !== 'impossible';
}

const WEIGHTS: Record<Preposition, number> = { at: 6, near: 6, none: 5, until: 4, by: 4, from: 4 };

/** A time of day: «в 9», «к 18», «21:30», «в половине восьмого», «без пяти семь», «с 10 до 11». */
export function readTime(c: Cursor, scene: Scene): Found | undefined {
  const limits = /^(?:до|после|не)$/.test(c.text);
  const preposition = readPreposition(c);
  const time = readClock(c, preposition, scene);
  if (time === undefined) return undefined;
  if (time === 'impossible') return { kind: 'impossible' };
  const latin = c.word('am', 'pm') ? c.peek(-1)?.text : undefined;
  if (latin !== undefined && time.hour <= 12) {
    const hour = (time.hour % 12) + (latin === 'pm' ? 12 : 0);
    return { kind: 'time', time: { ...time, hour, literal: true, period: null }, weight: 6 };
  }
  let period = c.lookup(PERIODS) ?? null;
  c.word('ровно');
  // «с 10 до 11», «в 9-10 утра», «в 9 или 10»
  let ending: ClockTime | undefined;
  const range = c.attempt(() => {
    const to = preposition === 'from' ? c.word('до', 'по') : c.mark('-') || c.word('или');
    const end = to ? readClock(c, 'at', scene) : undefined;
    if (end === undefined || end === 'impossible') return undefined;
    const half = c.lookup(PERIODS) ?? null;
    if (preposition !== 'from') period ??= half;
    ending = { ...end, period: half };
    return true;
  });
  return {
    kind: 'time',
    time: { ...time, period },
    ...(ending && { end: ending }),
    ...(limits && { limit: scene.atStart ? ('opening' as const) : ('within' as const) }),
    weight: time.unsure ? WEIGHTS.from : WEIGHTS[preposition],
    keep: range === true,
  };
}

/** Phrases for a part of the day; those with hours of their own name them. */
const PHRASE_PARTS: readonly (readonly [words: string, part: DayPart])[] = [
  ['рано утром', dayPart('morning', [7, 8, 9])],
  ['с утра пораньше', dayPart('morning', [7, 8, 9])],
  ['утром пораньше', dayPart('morning', [7, 8, 9])],
  ['с самого утра', dayPart('morning', [7, 8, 9])],
  ['поздно вечером', dayPart('evening', [22, 23])],
  ['поздним вечером', dayPart('evening', [22, 23])],
  ['с утра', dayPart('morning')],
  ['с утречка', dayPart('morning')],
  ['к утру', dayPart('morning')],
  ['до обеда', dayPart('day', [11, 12])],
  ['в первой половине дня', dayPart('morning', [10, 11])],
  ['во второй половине дня', dayPart('day', [15, 16, 17])],
  ['после обеда', dayPart('day', [15, 16, 17])],
  ['в обеденный перерыв', dayPart('day', [13, 14])],
  ['в обед', dayPart('day', [13, 14])],
  ['к обеду', dayPart('day', [13, 14])],
  ['ближе к утру', dayPart('morning')],
  ['ближе к обеду', dayPart('day', [13, 14])],
  ['ближе к вечеру', dayPart('evening')],
  ['к вечеру', dayPart('evening')],
  ['под вечер', dayPart('evening')],
  ['ближе к ночи', dayPart('night')],
  ['после работы', dayPart('evening', [19, 20, 21])],
  ['перед сном', dayPart('night', [22, 23, 24])],
];
/** Office hours that may still lie ahead today, best first. */
const WORK_HOURS = [10, 11, 12, 13, 14, 15, 16, 17];
const phraseParts = PHRASE_PARTS.map(([words, part]) => ({ words: words.split(' '), part }));

/** «утром», «рано утром», «в обед», «после работы», after a date also «на вечер». */
export function readPart(c: Cursor, scene: Scene): Found | undefined {
  const phrase = phraseParts.find(({ words }) => c.words(...words));
  if (phrase) return { kind: 'part', part: phrase.part };
  if (c.words('в', 'рабочее', 'время') || c.words('в', 'рабочие', 'часы')) {
    return { kind: 'part', part: dayPart('day', WORK_HOURS), hours: [9 * HOUR, 18 * HOUR] };
  }
  if (NOT_DAY_PART_AFTER.has(scene.before)) return undefined;
  const noun = scene.afterDate && c.word('на');
  const period = c.lookup(noun ? DAY_PART_NOUNS : DAY_PARTS);
  return period && c.text !== 'рождения' ? { kind: 'part', part: dayPart(period) } : undefined;
}

const SLOTS_MAX = 12;
/** «до 9 и 21» is no list. */
const BOUNDS = /^(?:до|после|около|не|со?)$/;

/** One time of a list; behind the first the preposition may be missing: «в 8, 14 и 20». */
function readSlot(c: Cursor, scene: Scene, first: boolean): Slot | undefined {
  const part = c.attempt(() => readPart(c, scene));
  if (part?.kind === 'part') {
    const time = c.attempt(() => {
      // «ближе к вечеру, в 17» is one; «утром, 14:00 и вечером» are three.
      const apart = c.mark(',');
      const exact = readListed(c, scene);
      return exact && (!apart || withinPart(part.part, exact)) ? exact : undefined;
    });
    return { part: part.part, time };
  }
  if (first) {
    const bounded = BOUNDS.test(c.text);
    const read = readTime(c, scene);
    return read?.kind === 'time' && !read.keep && !bounded ? { time: read.time } : undefined;
  }
  const time = readListed(c, scene);
  return time && { time };
}

/** A clock time behind «и», a comma or a part of the day. */
function readListed(c: Cursor, scene: Scene): ClockTime | undefined {
  const start = c.at;
  const preposition = readPreposition(c);
  const placed = preposition === 'at' || preposition === 'near';
  if (!placed && preposition !== 'none') return undefined;
  const time = readClock(c, 'at', { ...scene, before: '', afterDate: true });
  if (time === undefined || time === 'impossible') return undefined;
  const period = c.lookup(PERIODS) ?? null;
  const bare = !placed && !period && c.at === start + 1;
  const goesOn = /^(?:,|и)$/.test(c.text) && c.peek(1)?.kind === 'number';
  const noun = c.peek();
  const lasts = c.peek()?.kind === 'number' && AMOUNT_OF_RULE.test(c.peek(1)?.text ?? '');
  const day = MONTHS.has(c.text) || c.text.startsWith('числ') || (c.countsNext && !lasts);
  const lone = /^(?:неделю|месяц)$/.test(c.text);
  const counted = bare && !c.startsText && !lone && countsNoun(time.hour, noun, true);
  return day || (counted && !goesOn) ? undefined : { ...time, period };
}

/** Whether «вечером» can go with the time: not with «в 9 утра» or «в 10:00» of another part. */
export function withinPart({ period }: DayPart, time: ClockTime): boolean {
  if (time.period) return time.period === period;
  const { hour } = time;
  const spoken: Record<Period, boolean> = {
    morning: hour >= 1 && hour <= 11,
    day: hour <= 6 || (hour >= 11 && hour <= 17),
    evening: (hour >= 3 && hour <= 12) || hour >= 16,
    night: hour <= 6 || (hour >= 9 && hour <= 12) || hour >= 21,
  };
  return spoken[period];
}

/** «в 9 и 21», «в 8, 14 и 20», «утром и вечером», «утром в 8 и вечером в 10». */
export function readTimes(c: Cursor, scene: Scene): Found | undefined {
  const from = c.at;
  const first = readSlot(c, scene, true);
  if (!first) return undefined;
  const slots: (Slot & Span)[] = [{ ...first, from, to: c.at }];
  while (slots.length < SLOTS_MAX) {
    const next = c.attempt(() => {
      const comma = c.mark(',');
      const and = c.word('и');
      const from = c.at;
      // «утром днём и вечером»
      const listed = comma || and || (slots.at(-1)?.part !== undefined && DAY_PARTS.has(c.text));
      const slot = listed ? readSlot(c, scene, false) : undefined;
      return slot && { ...slot, from, to: c.at };
    });
    if (!next) break;
    slots.push(next);
  }
  return slots.length > 1 ? { kind: 'times', slots, weight: WEIGHTS.at } : undefined;
}

/** «по Лондону»: cities of one word in the dative. */
const CITIES = new Map([
  ['гринвичу', 'Etc/UTC'],
  ['utc', 'Etc/UTC'],
  ['gmt', 'Etc/UTC'],
  // As people shorten them.
  ...['екату', 'екб', 'ебургу'].map((name) => [name, 'Asia/Yekaterinburg'] as const),
  ...['нску', 'новосибу'].map((name) => [name, 'Asia/Novosibirsk'] as const),
  ...['питеру', 'спб'].map((name) => [name, 'Europe/Moscow'] as const),
  ['владику', 'Asia/Vladivostok'] as const,
  ...Object.entries(ZONE_NAMES).flatMap(([zone, names]) =>
    names
      .split(' ')
      .filter((name) => name.length > 3)
      .flatMap((name) => datives(name).map((dative) => [dative, zone] as const)),
  ),
]);

/** «Лондону», «Нью-Йорку», «калининградскому времени» */
function readCity(c: Cursor): string | undefined {
  return c.attempt(() => {
    const first = c.text;
    let name = first;
    c.at++;
    for (let part = 0; part < 2 && c.mark('-', true); part++) {
      name += `-${c.text}`;
      c.at++;
    }
    const timed = c.word('времени', 'времене');
    const stem = /^(.{3,})ск(?:ому|и)$/.exec(first)?.[1];
    const zone = CITIES.get(name);
    if (zone !== undefined || stem === undefined || !timed) return zone;
    return [...CITIES].find(([city]) => city.startsWith(stem.replace(/й$/, '')))?.[1];
  });
}

/** «времени Калининграда»: the genitive differs from the dative in its last letter. */
function readCityOfTime(c: Cursor): string | undefined {
  return c.attempt(() => {
    if (!c.word('времени')) return undefined;
    const stem = c.text.slice(0, -1);
    c.at++;
    if (stem === 'москв') return 'Europe/Moscow';
    return [...CITIES].find(([city]) => stem.length > 2 && city.slice(0, -1) === stem)?.[1];
  });
}

function datives(name: string): string[] {
  if (name.includes('-на-'))
    return datives(name.slice(0, name.indexOf('-'))).map(
      (each) => each + name.slice(name.indexOf('-')),
    );
  if (name.endsWith('ия')) return [name.replace(/я$/, 'и')];
  if (/[ая]$/.test(name)) return [name.replace(/.$/, 'е')];
  if (name.endsWith('ь')) return [name.replace(/.$/, 'и'), name.replace(/.$/, 'ю')];
  if (name.endsWith('й')) return [name.replace(/.$/, 'ю')];
  return [/[оыеиуэ]$/.test(name) ? name : `${name}у`];
}

/** «по мск», «по московскому времени», «по времени Москвы», «по местному времени» */
export function readZone(c: Cursor, scene: Scene): Found | undefined {
  if (scene.previous?.kind !== 'time') return undefined;
  const by = c.word('по');
  const city = by ? (readCity(c) ?? readCityOfTime(c)) : undefined;
  if (city !== undefined) return { kind: 'zone', timeZone: city };
  if (c.word('мск', 'msk') || (by && c.word('москве', 'московскому', 'московски'))) {
    c.word('времени');
    return { kind: 'zone', timeZone: 'Europe/Moscow' };
  }
  return by && c.word('местному') && c.word('времени')
    ? { kind: 'zone', timeZone: null }
    : undefined;
}
