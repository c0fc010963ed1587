import { DAY_MINUTES } from '../../calendar';
import { addDays, addMonths, addWorkdays } from './date-arithmetic';
import { type Cursor } from '../tokens/cursor';
import { oneOf, pattern } from '../tokens/outline';
import { readBareDate } from './dates';
import { PLEASE, POKE } from './noise';
import { type Duration, type Found, type Scene, type Slot } from './phrase';
import { readRepeat } from './repeats';
import { ROUGHLY, timeFollows } from './clock';
import { readPart as readDayPart, readSlot, readTime, readTimes } from './times';
import { isInfinitive, MEASURES, UNITS, type Unit, WORKDAY } from '../tokens/vocabulary';
import { anyOf } from '../tokens/word-table';

/** Nobody sets a reminder further ahead; it also keeps every date within the calendar. */
const MAX_YEARS = 100;
const MAX_MINUTES = MAX_YEARS * 525_600;

const NO_TIME: Duration = { minutes: 0, days: 0, months: 0 };
const minutesOf = ({ minutes, days, months }: Duration): number =>
  minutes + (days + months * 30) * DAY_MINUTES;
const lasts = (duration: Duration): boolean => minutesOf(duration) > 0;

const AMOUNTS: readonly (readonly [RegExp, number])[] = [
  [pattern('пол(?: -)?'), 0.5],
  [pattern('полтор[аы](?: - #\\d+)?'), 1.5],
  [pattern('пар[уаы]|двое(?= сут)'), 2],
  [pattern('трое(?= сут)'), 3],
  [pattern('четверо(?= сут)'), 4],
];

/** «2», «полтора», «пару», «1,5», «два с половиной»; of «2–3» the first. */
function readAmount(c: Cursor): number | undefined {
  const said = AMOUNTS.find(([words]) => c.match(words));
  if (said) return said[1];
  const whole = c.int(0, MAX_MINUTES);
  if (whole === undefined) return undefined;
  const tenths = c.attempt(() => {
    const fraction = c.mark('.,', true) && c.peek()?.glued ? c.int(0, 9) : undefined;
    return fraction === undefined ? undefined : fraction / 10;
  });
  if (tenths !== undefined) return whole + tenths;
  const rest = readFraction(c);
  if (rest !== undefined) return whole + rest;
  c.attempt(() => (c.mark('-') ? c.int(0, MAX_MINUTES) : undefined));
  return whole;
}

/** «с половиной», «с четвертью» behind a number or its unit. */
const readFraction = (c: Cursor): number | undefined =>
  c.words('с', 'половиной') ? 0.5 : c.words('с', 'четвертью') ? 0.25 : undefined;

function durationOf(amount: number, unit: Unit): Duration | undefined {
  const [measure, times] = MEASURES[unit];
  const many = amount * times;
  const months = measure === 'MONTH' ? many : measure === 'YEAR' ? many * 12 : 0;
  const dated = measure === 'DAY' && Number.isInteger(many);
  const days = measure === 'WEEK' ? many * 7 : dated ? many : (months % 1) * 30;
  const clocked = measure === 'DAY' && !dated ? many * DAY_MINUTES : 0;
  const length = {
    // To the next whole minute: no reminder comes more exactly. 1.1 hours are 66.00000000000001.
    minutes: Math.ceil(Number((measure === 'MINUTE' ? many : clocked).toFixed(3))),
    days: Math.round(days),
    months: Math.floor(months),
  };
  return minutesOf(length) <= MAX_MINUTES ? length : undefined;
}

interface Part {
  duration: Duration;
  unit: Unit;
}

const NAMED_SPANS: readonly (readonly [RegExp, number, Unit])[] = [
  [pattern('(?:#1 )?четверт[ьи] часа'), 15, 'minute'],
  [pattern('полчас(?:а|ика?)'), 30, 'minute'],
  [pattern('#3 четверт[ьи] часа'), 45, 'minute'],
  [pattern('пол(?:дня|суток)'), 12 * 60, 'hour'],
];

/** «2 часа», «полчаса», «неделю», «час-другой» */
function readPart(c: Cursor): Part | undefined {
  const said = NAMED_SPANS.find(([words]) => c.match(words));
  if (said) return { duration: { ...NO_TIME, minutes: said[1] }, unit: said[2] };
  return c.attempt(() => {
    const amount = readAmount(c);
    const unit = c.lookup(UNITS);
    if (!unit) return undefined;
    if (amount === undefined) {
      c.attempt(() => (c.mark('-') ? (c.word('другой', 'другую') ? 1 : readAmount(c)) : undefined));
    }
    // «час с четвертью»
    const fraction = readFraction(c) ?? 0;
    const duration = durationOf((amount ?? 1) + fraction, unit);
    return duration && { duration, unit };
  });
}

const ROUGH = anyOf(
  'минут мин минуток минуточек минуты часов часа часика дней дня недель недели недельки месяцев месяца лет года',
);

/** «минут 10», «часа два»: the unit first means roughly. */
function readRoughly(c: Cursor): Duration | undefined {
  return c.attempt(() => {
    const unit = ROUGH.has(c.text) ? c.lookup(UNITS) : undefined;
    if (!unit) return undefined;
    c.word('через', 'за', 'так');
    const amount = readAmount(c);
    return amount === undefined ? undefined : durationOf(amount, unit);
  });
}

const sum = (a: Duration, b: Duration): Duration => ({
  minutes: a.minutes + b.minutes,
  days: a.days + b.days,
  months: a.months + b.months,
});

/** «час двадцать»: minutes without their word, where no counted noun follows. */
function readBareMinutes(c: Cursor): Duration | undefined {
  return c.attempt(() => {
    const token = c.peek();
    const minutes = token?.digits === 1 ? undefined : c.int(5, 59);
    return minutes !== undefined && c.startsText ? { ...NO_TIME, minutes } : undefined;
  });
}

/**
 * «час», «полтора часа», «2 часа 15 минут», «1ч 30м», «час двадцать», «день и 3 часа»; `listed`: behind «и»
 * stands another one.
 */
function readDuration(c: Cursor, listed = false): Duration | undefined {
  const first = readPart(c);
  if (!first) return undefined;
  let total = first.duration;
  let unit = first.unit;
  for (let more = 0; more < 2; more++) {
    const bare = unit === 'hour' ? readBareMinutes(c) : undefined;
    if (bare) return sum(total, bare);
    const next = c.attempt(() => {
      if (!listed) c.word('и');
      const token = c.peek();
      // «через час минут» is no sum: a further part needs its amount.
      if (token?.kind !== 'number' && token?.text !== 'полчаса') return undefined;
      const part = readPart(c);
      return part && part.unit !== unit ? part : undefined;
    });
    if (!next) break;
    total = sum(total, next.duration);
    unit = next.unit;
  }
  return total;
}

const CLOCK = pattern('~?(\\d\\d?) ~: ~?([0-5]\\d)');
/** «через 1:30» */
function readHoursAndMinutes(c: Cursor): Duration | undefined {
  const [said, hours, minutes] = c.match(CLOCK, 'typed') ?? [];
  return said === undefined
    ? undefined
    : { ...NO_TIME, minutes: Number(hours) * 60 + Number(minutes) };
}

/** «через трое суток в это время», «через сутки в 9»: the days of 24 hours are dates where an hour follows. */
const onDay = (duration: Duration, c: Cursor, scene: Scene): Duration => {
  const { minutes, days } = duration;
  const isWhole = minutes > 0 && minutes % DAY_MINUTES === 0;
  const named = timeFollows(c, scene) || c.sees(() => readDayPart(c, scene)) !== undefined;
  if (!isWhole || !named) return duration;
  return { ...duration, minutes: 0, days: days + minutes / DAY_MINUTES };
};

/** A duration from today as a date phrase, or from this moment where it has hours or minutes. */
function fromNow(duration: Duration, scene: Scene): Found {
  const { minutes, days, months } = duration;
  if (minutes > 0) return { kind: 'in', duration };
  const date = addDays(addMonths(scene.today, months), days);
  const sort = days === 0 ? 'month' : months === 0 && days % 7 === 0 ? 'week' : 'relative';
  return { kind: 'date', date, sort, weeks: sort === 'week' ? days / 7 : undefined };
}

/** «10 рабочих дней»: without weekends; holidays are not known, so it is asked about. */
function readWorkdays(c: Cursor, { today }: Scene): Found | undefined {
  const amount = c.word('пару') ? 2 : c.int(1, WORKDAYS_MAX);
  if (amount === undefined || !c.in(WORKDAY) || c.lookup(UNITS) !== 'day') return undefined;
  return { kind: 'date', date: addWorkdays(today, amount), sort: 'relative', unsure: true };
}
const WORKDAYS_MAX = 250;

/** «через 2 часа», «минут через 10», «через неделю» */
export function readOffset(c: Cursor, scene: Scene): Found | undefined {
  c.match(ROUGHLY);
  if (c.word('через', 'спустя')) {
    c.match(ROUGHLY);
    const workdays = c.attempt(() => readWorkdays(c, scene));
    if (workdays) return workdays;
    const duration = readHoursAndMinutes(c) ?? readRoughly(c) ?? readDuration(c);
    return duration && lasts(duration) ? fromNow(onDay(duration, c, scene), scene) : undefined;
  }
  if (scene.before === 'таймер') {
    c.word('на');
    const duration = readDuration(c);
    return duration && duration.minutes > 0 ? { kind: 'in', duration } : undefined;
  }
  const roughly = c.attempt(() => {
    return c.peek(1)?.text === 'через' ? readRoughly(c) : undefined;
  });
  if (roughly) return fromNow(roughly, scene);
  // «90 минут спустя»; «двадцать лет спустя» is a book.
  const later = readDuration(c);
  const soon = later && later.months === 0;
  return soon && c.word('спустя') ? fromNow(later, scene) : undefined;
}

const DAY_AHEAD_MAX = 366;
const AHEAD_MAX = 5;

/** How words begin that ask to be told: «предупреждать за 10 минут», «маякни за час», «за 2 часа пни». */
const WARNS =
  `(?:напом[ин]\\S*|${POKE}|(?:предупре(?:д|жд)|опове(?:ст|щ)|уведомл?|сигнал(?:изир)?|пинг?(?:ан)?|разбуд)` +
  '(?:(?:и|ь|ай|яй|уй)(?:те)?|ишь|ить|ать|ять|уть|овать))';
/** So does everybody else who is to know: they ask where nothing but «за …» stands beside them. */
const TELL =
  '(?:(?:скажи|сообщи|позови|(?:на|от)пиши)(?:те)?|дай(?:те)? знать|(?:с?кинь|(?:при|по)?шли)(?:те)? (?:мне |нам )?(?:напомин|сообщ|смс|sms)\\S*)';
const ABOUT_IT = `(?:мне|меня|нам|нас|об этом|про это|(?:, )?${oneOf(PLEASE)}(?: ,)?)`;
/** «и напомни мне заранее за …», «…, скажи за сутки»; not «зайти и скажи за …» */
const TOLD = pattern(
  `(?:[си] )?(?:${WARNS}|(?<=, )${TELL})(?: ${ABOUT_IT})*(?: заранее)?(?= (?:минут\\S* |час\\S* )?за )|` +
    `(?:[си] )?${TELL}(?: ${ABOUT_IT})*(?= за (?:\\S+ ){1,3}(?:[.!)] )*$)`,
);
const ASKED = pattern(
  `(?:, )?(?:${WARNS}(?: ${ABOUT_IT}){0,2}|${TELL}(?: ${ABOUT_IT}){0,2}(?=(?: [.!)])* $))`,
);
const BEFORE_IT = pattern('до (?:этого|события|начала|н(?:его|ее|их))');

/** Whether «до 15 декабря», «до 10:00», «до 9» is the moment itself rather than «до встречи». */
const momentFollows = (c: Cursor, scene: Scene): boolean =>
  c.text === 'до' &&
  (c.sees(() => readTime(c, scene)?.kind === 'time') ||
    c.sees(() => c.word('до') && readBareDate(c, scene, true)?.kind === 'date'));

/**
 * «за неделю, за день и за 2 часа»: at least two, or one beside «напомни». One at the end of a line, behind its
 * moment («5 декабря в 10 за неделю») or what comes then, is rather told ahead too, and doubted.
 */
export function readAhead(c: Cursor, scene: Scene): Found | undefined {
  const eve = c.attempt(() => readEve(c, scene));
  if (!eve && scene.before === 'и' && !asksToBeTold(c)) return undefined;
  const timed = isTimed(c);
  const told = c.match(TOLD) !== null || scene.reminded || /^напом/.test(scene.before);
  if (told) c.word('заранее');
  const minutes: number[] = [];
  let each = true;
  while (minutes.length < AHEAD_MAX && each) {
    const next = c.attempt(() => {
      const joined = eve !== undefined || minutes.length > 0;
      const sign = joined && c.mark(',');
      const and = joined && c.word('и', 'а', 'да');
      if (joined && !sign && !and && c.text !== 'за') return undefined;
      // «минут за 15»
      const roughly = c.peek(1)?.text === 'за' ? readRoughly(c) : undefined;
      if (!roughly && !c.word('за') && !joined) return undefined;
      const duration = roughly ?? readDuration(c, joined);
      return duration && lasts(duration) && minutesOf(duration) <= DAY_AHEAD_MAX * DAY_MINUTES
        ? minutesOf(duration)
        : undefined;
    });
    each = next !== undefined;
    if (next !== undefined) minutes.push(next);
  }
  const descending = [...new Set(minutes)].sort((a, b) => b - a);
  if (eve) return { kind: 'ahead', minutes: descending, eve };
  if (minutes.length === 0) return undefined;
  const isBefore = c.match(BEFORE_IT) !== null;
  const asked = c.match(ASKED) !== null;
  const aside = /^[(,]$/.test(scene.before) && c.peek(1) === undefined && c.text === ')';
  const closing = aside || (c.done && scene.previous !== undefined);
  // «завтра в 9 встреча за час», but not «убрать дом за час» or «отчёт за неделю».
  const behind = c.done && (scene.before === ',' || (timed && Math.max(...minutes) < DAY_MINUTES));
  const before = isBefore || c.match(BEFORE_IT) !== null;
  const ofMoment = momentFollows(c, scene);
  const sure =
    ofMoment || minutes.length > 1 || told || before || asked || (closing && scene.asked);
  const ofThing = c.text === 'до' && !ofMoment;
  if ((!sure && !closing && !behind) || (minutes.length < 2 && ofThing)) return undefined;
  return { kind: 'ahead', minutes: descending, keep: ofThing, unsure: !sure };
}

const ON_EVE = pattern(
  `(?:(?:[си] )?(${WARNS}|${TELL})(?: ${ABOUT_IT})* )?(?:накануне|днем раньше)`,
);

/** An hour of the day before: «напомни накануне вечером», «вечером накануне предупреди», «…, накануне в 20:00». */
function readEve(c: Cursor, scene: Scene): Slot | undefined {
  const opening = c.match(ON_EVE);
  const eve = readSlot(c, scene, true);
  if (!eve || !(opening ?? c.match(ON_EVE))) return undefined;
  const told = opening?.[1] !== undefined || scene.reminded || c.match(ASKED) !== null;
  return told || c.done ? eve : undefined;
}

/** Whether «за день до этого», «за час напомни» comes next. */
const asksToBeTold = (c: Cursor): boolean => c.sees(() => c.word('за') && !!readDuration(c));

/** Whether a thing is timed by what stands before, rather than a deed that lasts: «встреча», not «убрать». */
const isTimed = ({ former }: Cursor): boolean =>
  former.some(({ kind }) => kind === 'number') && !former.some(({ text }) => isInfinitive(text));

const WITHIN = pattern('в течени[ие]|на протяжении');
/** «ближайшие 5 дней», «следующие две недели», «в ближайшие 3 дня»: as many from the first one on. */
const COMING = pattern(
  '(во? |на )?(?:(?:ближайшие|ближайших|следующие|следующих)(?= (?:#|пару))|ближайш(?:ую|ий)(?= (?:неделю|месяц)))',
);
const RULED = new Set(['repeat', 'time', 'times', 'part', 'start']);
/** Before these words a number of days says something else: «билеты на 5 дней». */
const NOT_LASTING_AFTER = anyOf('через на за по до от раз в во с каждые около');

/** Whether «утром и вечером», «в 9» comes next, and how often that is a day. */
function timesFollow(c: Cursor, scene: Scene): 'several' | 'one' | undefined {
  if (c.sees(() => readTimes(c, scene))) return 'several';
  // «3 недели по четвергам», «неделю каждый день»
  const one = c.sees(() => timeFollows(c, scene) || readRepeat(c, scene)?.kind === 'repeat');
  return one ? 'one' : undefined;
}

/**
 * «в течение двух недель», «10 дней подряд»; beside several times of a day («утром и вечером 7 дней», «5 дней в
 * 9 и 21») it is said of each day.
 */
export function readLasting(c: Cursor, scene: Scene): Found | undefined {
  const [coming, within] = c.match(COMING) ?? [];
  if (coming !== undefined) {
    const duration = readDuration(c);
    const ends = duration?.minutes === 0 && lasts(duration);
    // «в ближайшие 5 дней позвонить» is on any of them.
    const anyOfThem = within !== undefined || /^(?:во?|на)$/.test(scene.before);
    const daily = !anyOfThem || (within !== undefined && timesFollow(c, scene) !== undefined);
    return ends && daily ? { kind: 'lasting', duration, daily } : undefined;
  }
  const leading = c.match(WITHIN);
  const ruled = scene.previous !== undefined && RULED.has(scene.previous.kind);
  // «капли на 5 дней утром и вечером»
  if (c.word('на')) {
    const duration = c.peek()?.kind === 'number' ? readDuration(c) : undefined;
    const daily = duration?.minutes === 0 && timesFollow(c, scene) === 'several';
    return daily ? { kind: 'lasting', duration, daily } : undefined;
  }
  const several = scene.previous?.kind === 'times';
  const lone = /^(?:неделю|месяц)$/.test(c.text) && ruled;
  if (!leading && !lone && c.peek()?.kind !== 'number') return undefined;
  const duration = readDuration(c);
  if (!duration || duration.minutes > 0 || !lasts(duration)) return undefined;
  if (leading) return { kind: 'lasting', duration, daily: several };
  // «каждый день в 8 14 дней»
  const ends = c.done || c.peek()?.kind === 'mark';
  if (ruled && c.text !== 'подряд') return { kind: 'lasting', duration, daily: several };
  const follow = NOT_LASTING_AFTER.has(scene.before) ? undefined : timesFollow(c, scene);
  if (follow) return { kind: 'lasting', duration, daily: follow === 'several' };
  if (ends) return { kind: 'lasting', duration, daily: false };
  return c.word('подряд') ? { kind: 'lasting', duration, daily: true } : undefined;
}
