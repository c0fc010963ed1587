import { type Cursor } from './cursor';
import { type ClockTime, type DayPart, type Found, type Scene } from './phrase';
import {
  DAY_PART_NOUNS,
  DAY_PARTS,
  PERIODS,
  type Period,
  readNumberWord,
  UNITS,
} from './vocabulary';

type Preposition = 'at' | 'near' | 'by' | 'until' | 'from' | 'none';

/** Hours that a part of a day may mean, best first: what has passed today gives way to the next one. */
const PART_HOURS: Record<Period, readonly number[]> = {
  morning: [9, 10, 11],
  day: [14, 15, 16, 17],
  evening: [19, 20, 21, 22, 23],
  night: [23, 24, 25, 26],
};
const HOUR = 60;

export const dayPart = (period: Period, hours = PART_HOURS[period]): DayPart => ({
  period,
  minutes: hours.map((hour) => hour * HOUR),
});

const APPROXIMATELY = ['примерно', 'приблизительно', 'ровно', 'строго', 'приблизит', 'где-то'];
const hourNoun = new Set(['час', 'часа', 'часов', 'часам', 'часу', 'ч', 'чс']);

function readPreposition(c: Cursor): Preposition {
  if (c.words('где', '-', 'то') || c.word(...APPROXIMATELY)) return readPreposition(c);
  c.attempt(() =>
    c.word('часов', 'часа', 'часам', 'часиков') && /^(?:в|к|до)$/.test(c.peek()?.text ?? '')
      ? true
      : undefined,
  );
  if (c.words('не', 'позднее') || c.words('не', 'позже')) return 'until';
  if (c.word('в', 'во')) return 'at';
  if (c.word('к', 'ко')) return 'near';
  if (c.word('на')) return 'by';
  if (c.word('до', 'после', 'около')) return 'until';
  return c.word('с', 'со') ? 'from' : 'none';
}

const isClock = (hour: number, minute: number): boolean =>
  minute < 60 && (hour < 24 || (hour === 24 && minute === 0));

const literal = (hour: number, minute: number): ClockTime => ({
  hour,
  minute,
  period: null,
  literal: true,
});
const spoken = (hour: number, minute: number, named = hour): ClockTime => ({
  hour,
  minute,
  period: null,
  literal: hour > 12 || hour === 0,
  named,
});

/** «шампунь 2 в 1», «8 916 123 45 67»: a number right before is no company for an hour. */
const numbered = (scene: Scene): boolean => !scene.afterDate && /^\d{1,3}$/.test(scene.before);

type Clock = { time: ClockTime } | 'impossible';

/** «21:30», also with seconds. */
function readColon(c: Cursor): Clock | undefined {
  const token = c.peek();
  const hour = token?.digits && token.digits <= 2 ? c.int(0, 99) : undefined;
  if (hour === undefined || !c.mark(':', true)) return undefined;
  const minutes = c.peek();
  if (minutes?.digits !== 2 || !minutes.glued) return undefined;
  c.at++;
  c.attempt(() => (c.mark(':', true) && c.peek()?.glued ? c.int(0, 59) : undefined));
  return isClock(hour, minutes.value) ? { time: literal(hour, minutes.value) } : 'impossible';
}

/** «9.30», «9-30», «9,30», «9 30», «девять тридцать», «930»: times only where something says so. */
function readLoose(c: Cursor, preposition: Preposition, scene: Scene): Clock | undefined {
  const token = c.peek();
  if (token?.kind !== 'number' || token.ordinal) return undefined;
  const placed = preposition === 'at' || scene.afterDate;
  c.at++;
  if (token.digits > 2) {
    const hour = Math.floor(token.value / 100);
    const minute = token.value % 100;
    const year = token.value >= 1900 && token.value < 2100 && !scene.afterDate;
    const compact =
      (preposition === 'at' || preposition === 'near') &&
      token.digits <= 4 &&
      minute % 5 === 0 &&
      !year;
    return compact && isClock(hour, minute) && !c.countsNext
      ? { time: literal(hour, minute) }
      : undefined;
  }
  if (token.value > 24) return undefined;
  const separator = c.peek()?.glued && token.digits > 0 && c.mark('.-,') ? c.peek(-1)?.text : ' ';
  const zero = separator === ' ' && c.word('ноль');
  const minutes = c.peek();
  const twoDigits =
    minutes?.digits === 2 || (minutes?.digits === 0 && (zero || minutes.value >= 10));
  if (minutes?.kind !== 'number' || minutes.ordinal || !twoDigits) return undefined;
  if (separator !== ' ' && (!minutes.glued || minutes.digits === 0)) return undefined;
  if (separator === ' ' && minutes.glued) return undefined;
  c.at++;
  if (!isClock(token.value, minutes.value) || (!placed && c.countsNext)) return undefined;
  if (numbered(scene)) return undefined;
  // «25.12.2026» goes on.
  if (c.peek()?.glued && c.peek()?.text === '.' && c.peek(1)?.glued) return undefined;
  const round = minutes.value % 5 === 0;
  const reads = {
    '.': placed || (minutes.value > 12 && preposition !== 'by' && (scene.atStart || c.startsText)),
    '-': placed && round,
    ',': preposition === 'at' && round,
    ' ': placed || preposition !== 'none' || (scene.atStart && (round || token.digits === 0)),
  }[separator ?? ' '];
  return reads ? { time: literal(token.value, minutes.value) } : undefined;
}

/** «половина восьмого», «полвосьмого», «четверть шестого», «двадцать минут шестого» */
function readTowards(c: Cursor): Clock | undefined {
  const hourOf = (): number | undefined => c.ordinal(1, 12, false) ?? digitHour();
  const digitHour = () => (c.peek()?.digits ? c.int(1, 12) : undefined);
  const towards = (minute: number, hour: number | undefined): Clock | undefined =>
    hour === undefined ? undefined : { time: spoken(hour === 1 ? 12 : hour - 1, minute) };

  if (c.word('половине', 'половину', 'половина', 'половины')) return towards(30, hourOf());
  if (c.word('пол')) {
    c.mark('-', true);
    return towards(30, hourOf());
  }
  const joint = c.peek();
  if (joint?.kind === 'word' && joint.text.startsWith('пол')) {
    const hour = readNumberWord(joint.text.slice(3));
    if (hour?.ordinal === 'genitive' && hour.value <= 12) {
      c.at++;
      return towards(30, hour.value);
    }
    if (joint.text === 'пол' || joint.text === 'полпервого') return undefined;
  }
  if (c.word('четверть')) return towards(15, hourOf());
  const minute = c.int(1, 59);
  if (minute === undefined) return undefined;
  const unit = c.word('минут', 'минуты', 'минута', 'мин');
  const hour = c.peek();
  if (!unit && !(hour?.ordinal === 'genitive' && hour.digits === 0 && minute % 5 === 0))
    return undefined;
  const ordinal = c.ordinal(1, 12);
  // «5 минут первого» is a time, «10 первого декабря» is none.
  return towards(minute, ordinal);
}

/** «без пятнадцати девять», «без четверти 9», «без 10 7» */
function readBefore(c: Cursor): Clock | undefined {
  if (!c.word('без', 'безо')) return undefined;
  // «без двадцати восемь» was joined to 28.
  const joined = c.peek();
  const said = c.word('четверти') ? 15 : c.int(1, 39);
  if (said === undefined) return undefined;
  const minuteWord = c.word('минут', 'минуты', 'мин');
  const whole = c.word('час') ? 1 : c.int(1, 24);
  const split = whole === undefined && !minuteWord && joined?.tens ? joined.tens : 0;
  const [minutes, hour] = split ? [split, said - split] : [said, whole];
  if (hour === undefined || minutes > 30) return undefined;
  c.in(hourNoun);
  const before = hour === 1 ? 12 : hour - 1;
  return { time: spoken(before, HOUR - minutes, hour) };
}

/** «9», «9 часов», «9ч30», «9 утра», «час дня»: hours without written minutes. */
function readHour(c: Cursor, preposition: Preposition, scene: Scene): Clock | undefined {
  const placed = preposition === 'at' || preposition === 'near' || scene.afterDate;
  const first = c.peek();
  if (first?.text === 'час' && first.kind === 'word') {
    c.at++;
    const said =
      PERIODS.has(c.peek()?.text ?? '') || ((scene.atStart || scene.afterDate) && placed);
    return said && c.peek()?.text !== 'пик' ? { time: spoken(1, 0) } : undefined;
  }
  const hour = first && first.digits <= 2 ? c.int(0, 99) : undefined;
  if (hour === undefined) return undefined;
  c.attempt(() => (c.mark('-', true) && c.word('ти', 'ть', 'ми', 'х') ? true : undefined));

  const next = c.peek();
  if (next?.kind === 'word' && (hourNoun.has(next.text) || UNITS.get(next.text) === 'hour')) {
    if (c.lookup(UNITS) === undefined) c.at++;
    const minute = c.attempt(() => {
      const token = c.peek();
      const value = c.word('ровно') ? 0 : c.int(0, 59);
      if (value === undefined) return undefined;
      const unit = c.word('минут', 'минуты', 'минута', 'мин', 'м');
      if (unit) c.mark('.', true);
      return unit || token?.glued || c.startsText ? value : undefined;
    });
    const period = PERIODS.has(c.peek()?.text ?? '');
    const stretch = preposition === 'by' || preposition === 'none';
    if (stretch && !period && !scene.afterDate) return undefined;
    if (preposition === 'from' && !period) return undefined;
    if (!isClock(hour, minute ?? 0)) return preposition === 'at' ? 'impossible' : undefined;
    return { time: spoken(hour, minute ?? 0) };
  }
  if (hour > 24) return undefined;
  const period = PERIODS.get(next?.text ?? '');
  if (period) {
    // «3 дня» and «2 ночи» are also amounts.
    const amount =
      (period === 'day' || period === 'night') &&
      !next?.text.endsWith('м') &&
      next?.text !== 'ночью';
    return amount && !placed && preposition !== 'until' ? undefined : { time: spoken(hour, 0) };
  }
  if (c.countsNext || numbered(scene)) return undefined;
  const bare = {
    at: !(hour <= 4 && scene.before === 'все'),
    near: true,
    until: c.startsText,
    by: scene.afterDate && c.startsText,
    from: false,
    none: scene.afterDate && c.startsText,
  }[preposition];
  return bare ? { time: spoken(hour, 0) } : undefined;
}

/** «в полдень», «в полночь», «в это же время» */
function readNamed(c: Cursor, preposition: Preposition, scene: Scene): Clock | undefined {
  if (c.word('полдень', 'полудню', 'полудня')) return { time: literal(12, 0) };
  if (c.word('полночь', 'полуночи')) return { time: literal(24, 0) };
  if (preposition !== 'at' || !c.word('это', 'то')) return undefined;
  c.word('же', 'самое');
  if (!c.word('время')) return undefined;
  return {
    time: literal(Number(scene.wallNow.slice(11, 13)), Number(scene.wallNow.slice(14, 16))),
  };
}

function readClock(c: Cursor, preposition: Preposition, scene: Scene): Clock | undefined {
  const readers = [
    () => readNamed(c, preposition, scene),
    () => readColon(c),
    () => readTowards(c),
    () => readBefore(c),
    () => readLoose(c, preposition, scene),
    () => readHour(c, preposition, scene),
  ];
  for (const reader of readers) {
    const clock = c.attempt(reader);
    if (clock !== undefined) return clock;
  }
  return undefined;
}

const WEIGHTS: Record<Preposition, number> = { at: 6, near: 6, none: 5, until: 4, by: 4, from: 4 };

/** A time of day: «в 9», «к 18», «21:30», «в половине восьмого», «без пяти семь», «с 10 до 11». */
export function readTime(c: Cursor, scene: Scene): Found | undefined {
  const preposition = readPreposition(c);
  const clock =
    readClock(c, preposition, scene) ??
    (preposition === 'from' ? c.attempt(() => readRangeStart(c, scene)) : undefined);
  if (clock === undefined) return undefined;
  if (clock === 'impossible') return { kind: 'impossible' };
  const period = c.lookup(PERIODS) ?? null;
  const time = { ...clock.time, period };
  c.word('ровно');
  const range = c.attempt(() => {
    if (!(preposition === 'from' ? c.word('до', 'по') : c.mark('-'))) return undefined;
    const end = readClock(c, 'at', scene);
    if (end === undefined || end === 'impossible') return undefined;
    c.lookup(PERIODS);
    return true;
  });
  return {
    kind: 'time',
    time,
    weight: WEIGHTS[preposition],
    keep: range === true || preposition === 'until' || preposition === 'from',
  };
}

/** «с 10 до 11»: a bare hour counts where an end follows. */
function readRangeStart(c: Cursor, scene: Scene): Clock | undefined {
  const start = readHour(c, 'at', scene);
  if (start === undefined || start === 'impossible' || !/^(?:до|по)$/.test(c.peek()?.text ?? ''))
    return undefined;
  const end = c.at;
  c.at++;
  const finish = readClock(c, 'at', scene);
  c.at = end;
  return finish === undefined ? undefined : start;
}

const PHRASE_PARTS: readonly (readonly [words: string, part: DayPart])[] = [
  ['рано утром', dayPart('morning', [7, 8, 9])],
  ['с утра пораньше', dayPart('morning', [7, 8, 9])],
  ['утром пораньше', dayPart('morning', [7, 8, 9])],
  ['с самого утра', dayPart('morning', [7, 8, 9])],
  ['поздно вечером', dayPart('evening', [22, 23])],
  ['поздним вечером', dayPart('evening', [22, 23])],
  ['с утра', dayPart('morning')],
  ['с утречка', dayPart('morning')],
  ['к утру', dayPart('morning', [8, 9])],
  ['до обеда', dayPart('day', [11, 12])],
  ['в первой половине дня', dayPart('morning', [10, 11])],
  ['во второй половине дня', dayPart('day', [15, 16, 17])],
  ['после обеда', dayPart('day', [15, 16, 17])],
  ['в обеденный перерыв', dayPart('day', [13, 14])],
  ['в обед', dayPart('day', [13, 14])],
  ['к обеду', dayPart('day', [12, 13])],
  ['ближе к обеду', dayPart('day', [12, 13])],
  ['ближе к вечеру', dayPart('evening', [18, 19, 20])],
  ['к вечеру', dayPart('evening', [18, 19, 20])],
  ['под вечер', dayPart('evening', [18, 19, 20])],
  ['после работы', dayPart('evening', [19, 20, 21])],
  ['перед сном', dayPart('night', [22, 23, 24])],
];
const phraseParts = PHRASE_PARTS.map(([words, part]) => ({ words: words.split(' '), part }));

/** «утром», «рано утром», «в обед», «после работы», after a date also «на вечер». */
export function readPart(c: Cursor, scene: Scene): Found | undefined {
  const phrase = phraseParts.find(({ words }) => c.words(...words));
  if (phrase) return { kind: 'part', part: phrase.part };
  const period =
    c.lookup(DAY_PARTS) ?? (c.word('на') && scene.afterDate ? c.lookup(DAY_PART_NOUNS) : undefined);
  return period && { kind: 'part', part: dayPart(period) };
}

/** «по мск», «по московскому времени», «по местному времени» */
export function readZone(c: Cursor, scene: Scene): Found | undefined {
  if (scene.previous?.kind !== 'time') return undefined;
  const by = c.word('по');
  if (c.word('мск', 'msk') || (by && c.word('москве', 'московскому', 'московски'))) {
    c.word('времени');
    return { kind: 'zone', timeZone: 'Europe/Moscow' };
  }
  return by && c.word('местному') && c.word('времени')
    ? { kind: 'zone', timeZone: null }
    : undefined;
}
