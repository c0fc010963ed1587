import { FLOOD_INTERVAL_DEFAULT } from '../limits';
import {
  addDays,
  dateOf,
  dayOf,
  monthOf,
  weekdayInWeek,
  weekdayOf,
  yearOf,
} from './date-arithmetic';
import { nextDayOfMonth } from './periods';
import {
  type ClockTime,
  type DatePhrase,
  type DayPart,
  type Duration,
  type Phrase,
  type Repetition,
  type Slot,
  type Span,
} from './phrase';
import { withinPart } from './times';
import { type LocalDate } from '../time-zone';
import { type Token } from './tokens';
import { HABITS, isInfinitive, opensClause } from './vocabulary';

/** Words that leave a doubt, from the first phrase to the last. */
export interface Unsure {
  kind: 'contradiction' | 'another-moment' | 'unclear';
  from: Span;
  to: Span;
}

/** What the phrases of a line say together. */
export interface Choice {
  date: DatePhrase | undefined;
  time: ClockTime | undefined;
  part: DayPart | undefined;
  rule: Repetition | undefined;
  until: DatePhrase | undefined;
  lasting: Duration | undefined;
  /** From this moment on. */
  offset: Duration | undefined;
  earlier: Duration | undefined;
  timeZone: string | undefined;
  /** «в 9 и 21»: at each of them. */
  times: readonly Slot[] | undefined;
  /** «каждый час с 9 до 18» */
  window: { from: Slot; to: Slot } | undefined;
  /** «10 раз» */
  count: number | undefined;
  /** «сегодня или завтра»: the words stay in the text. */
  twice: readonly [Phrase, Phrase] | undefined;
  floodInterval: number | null;
  /** Minutes before, descending. */
  preAlerts: readonly number[];
  /** What carries time and was not used, or speaks against it; the first counts. */
  doubts: readonly Unsure[];
  /** The phrases that were taken; all others are text. */
  used: ReadonlySet<Phrase>;
  /** Those of them whose words leave the text. */
  removed: readonly Phrase[];
}

/** What stands right after «напомни» outweighs everything: «встреча 25-го, напомни 24-го в 12». */
export const REMINDED_WEIGHT = 20;

type Of<K extends Phrase['kind']> = Extract<Phrase, { kind: K }>;

function all<K extends Phrase['kind']>(phrases: readonly Phrase[], kind: K): Of<K>[] {
  return phrases.filter((phrase): phrase is Of<K> => phrase.kind === kind);
}

function heaviest<P extends Phrase>(phrases: readonly P[]): P | undefined {
  return phrases.reduce<P | undefined>(
    (best, phrase) => (best === undefined || phrase.weight > best.weight ? phrase : best),
    undefined,
  );
}

/** One rule that says what two phrases say, or undefined where they do not go together. */
function merged(a: Repetition, b: Repetition): Repetition | undefined {
  if (a.afterDone || b.afterDone) return undefined;
  const [coarse, fine] = a.unit === 'DAY' && a.every === 1 ? [b, a] : [a, b];
  const everyMinutes = a.everyMinutes ?? b.everyMinutes;
  if (a.everyMinutes !== undefined && b.everyMinutes !== undefined) return undefined;
  if (
    fine.unit === 'DAY' &&
    fine.every === 1 &&
    coarse.unit !== 'MONTH' &&
    coarse.unit !== 'YEAR'
  ) {
    return { ...coarse, ...(everyMinutes !== undefined && { everyMinutes }) };
  }
  if (a.unit !== b.unit || a.unit === 'DAY') return undefined;
  if (a.every > 1 && b.every > 1 && a.every !== b.every) return undefined;
  const weekdays = [...new Set([...(a.weekdays ?? []), ...(b.weekdays ?? [])])].sort();
  const select = a.select ?? b.select;
  return {
    every: Math.max(a.every, b.every),
    unit: a.unit,
    ...(weekdays.length > 0 && { weekdays }),
    ...(select && { select }),
    ...((a.monthDays ?? b.monthDays) && { monthDays: a.monthDays ?? b.monthDays }),
  };
}

const WHOLE_WEEK = [1, 2, 3, 4, 5, 6, 7];

/** «каждый день, кроме воскресенья» */
function without(rule: Repetition, except: readonly number[]): Repetition | undefined {
  if (rule.unit !== 'WEEK' && (rule.unit !== 'DAY' || rule.every > 1)) return undefined;
  if (rule.unit === 'WEEK' && !rule.weekdays) return undefined;
  const weekdays = (rule.weekdays ?? WHOLE_WEEK).filter((weekday) => !except.includes(weekday));
  return weekdays.length > 0 ? { ...rule, unit: 'WEEK', weekdays } : undefined;
}

interface ChosenRule {
  rule?: Repetition;
  part?: DayPart | undefined;
  date?: DatePhrase | undefined;
  lasting?: Duration;
}

/** All that says how it repeats: «каждые две недели … по средам», «каждый месяц … в последний день». */
function chooseRule(phrases: readonly Phrase[], used: Set<Phrase>): ChosenRule {
  // «3 раза в день» needs its three times.
  const times = heaviest(all(phrases, 'times'))?.slots.length;
  const repeats = all(phrases, 'repeat').filter(
    ({ perDay }) => perDay === undefined || perDay === times,
  );
  const first = heaviest(repeats);
  const lasting = heaviest(
    all(phrases, 'lasting').filter(({ daily }) => first !== undefined || daily),
  );
  if (lasting) used.add(lasting);
  if (!first) {
    return lasting ? { rule: { every: 1, unit: 'DAY' }, lasting: lasting.duration } : {};
  }
  used.add(first);
  let { rule, part, date } = first;
  if (first.once && repeats.length === 1) {
    date = first.once;
    rule = { every: 1, unit: 'DAY' };
  }
  for (const other of repeats) {
    const both = other === first ? undefined : merged(rule, other.rule);
    if (!both || (other.date && date)) continue;
    used.add(other);
    rule = both;
    part ??= other.part;
    date ??= other.date;
  }
  const [select] = all(phrases, 'select');
  if (select && rule.unit === 'MONTH' && !rule.select) {
    used.add(select);
    rule = { ...rule, select: select.select };
  }
  const [except] = all(phrases, 'except');
  const fewer = except && without(rule, except.weekdays);
  if (except && fewer) {
    used.add(except);
    rule = fewer;
  }
  return { rule, part, date, ...(lasting && { lasting: lasting.duration }) };
}

/** Dates joined to the chosen one by nothing but signs and other phrases: «в субботу, 21 ноября». */
function neighbours(
  chosen: Of<'date'>,
  phrases: readonly Phrase[],
  tokens: readonly Token[],
): Of<'date'>[] {
  const joined = (left: Phrase, right: Phrase): boolean =>
    tokens.slice(left.to, right.from).every(({ kind }) => kind === 'mark');
  const result: Phrase[] = [];
  const index = phrases.indexOf(chosen);
  for (let at = index + 1; at < phrases.length; at++) {
    const [left, right] = [phrases[at - 1], phrases[at]];
    if (!left || !right || !joined(left, right)) break;
    result.push(right);
  }
  for (let at = index - 1; at >= 0; at--) {
    const [left, right] = [phrases[at], phrases[at + 1]];
    if (!left || !right || !joined(left, right)) break;
    result.push(left);
  }
  return all(result, 'date');
}

const SPECIFIC: Record<DatePhrase['sort'], number> = {
  absolute: 4,
  relative: 3,
  today: 3,
  'month-day': 4,
  weekday: 2,
  week: 1,
  weekend: 1,
  month: 1,
  year: 0,
};

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
  if (a.date === b.date) return SPECIFIC[b.sort] > SPECIFIC[a.sort] ? b : a;
  if (a.sort === 'weekday' && b.weeks !== undefined) return weekdayFrom(b.date, a.date);
  const within = dayWithin(a, b) ?? dayWithin(b, a);
  if (within) return within;
  const [weekday, day] = a.sort === 'weekday' ? [a, b] : [b, a];
  const agree =
    close &&
    weekday.sort === 'weekday' &&
    NAMES_A_DAY.has(day.sort) &&
    weekdayOf(weekday.date) === weekdayOf(day.date);
  return agree ? day : undefined;
}

const NAMES_A_DAY: ReadonlySet<DatePhrase['sort']> = new Set([
  'absolute',
  'month-day',
  'today',
  'relative',
]);

/** The date of a line; dates that say the same one are taken together, others are doubted. */
function chooseDate(
  phrases: readonly Phrase[],
  tokens: readonly Token[],
  used: Set<Phrase>,
  doubts: Unsure[],
): DatePhrase | undefined {
  const dates = all(phrases, 'date');
  const chosen = heaviest(dates);
  if (!chosen) return undefined;
  used.add(chosen);
  const beside = new Set(neighbours(chosen, phrases, tokens));
  let result: DatePhrase = chosen;
  for (const other of dates) {
    if (other === chosen) continue;
    const close = beside.has(other);
    const equal = other.weight === chosen.weight;
    const [a, b] = other.from < chosen.from ? [other, result] : [result, other];
    const within = dayWithin(a, b) ?? dayWithin(b, a);
    const both =
      close || equal ? sameDay(a, b, close) : other.weight >= NAMED_WEIGHT ? within : undefined;
    if (both) {
      // «завтра в 10 спросить, придёт ли она в субботу»: said again, and not of the moment
      const again = !close && a.date === b.date;
      if (!again) used.add(other);
      result = both;
    } else if (equal && close) {
      used.add(other);
      if (SPECIFIC[other.sort] > SPECIFIC[result.sort]) result = other;
      const [from, to] = other.from < chosen.from ? [other, chosen] : [chosen, other];
      doubts.push({ kind: 'contradiction', from, to });
    } else if (equal && !toldOf(other, chosen, phrases, tokens)) {
      doubts.push({ kind: 'another-moment', from: other, to: other });
    }
  }
  return result;
}
/** Whether nothing but signs stands between two phrases, in either order. */
const adjoins = (a: Span, b: Span, tokens: readonly Token[]): boolean => {
  const [left, right] = a.from < b.from ? [a, b] : [b, a];
  if (right.from - left.to > SIGNS_MAX) return false;
  return tokens.slice(left.to, right.from).every(({ kind }) => kind === 'mark');
};
/** Signs in a row; bounds the look between two phrases. */
const SIGNS_MAX = 6;

/**
 * Whether a second date is told of in the text: «25 ноября в 14 купить открытки ко Дню матери 29 ноября». It ends
 * a clause that began behind a day with its hour.
 */
function toldOf(
  date: Of<'date'>,
  moment: Phrase,
  phrases: readonly Phrase[],
  tokens: readonly Token[],
): boolean {
  const named = date.sort === 'absolute' || moment.kind === 'repeat';
  const [before, next] = [tokens[date.from - 1], tokens[date.to]];
  const ends = next === undefined || next.kind === 'mark';
  const bound = before?.kind === 'word' && !/^(?:и|или|а|еще|потом)$/.test(before.text);
  if (!named || !ends || !bound || moment.from > date.from) return false;
  return all(phrases, 'time').some((time) => time.to <= date.from && adjoins(moment, time, tokens));
}

/** Lighter ones are names and what is over. */
const NAMED_WEIGHT = 8;

/** «в 9 и в 21», «сегодня или завтра»: a second one of the same kind right after the first. */
function pairOf(
  first: Phrase | undefined,
  phrases: readonly Phrase[],
  tokens: readonly Token[],
): readonly [Phrase, Phrase] | undefined {
  if (!first || !/^(?:и|или)$/.test(tokens[first.to]?.text ?? '')) return undefined;
  const second = phrases.find(({ kind, from }) => kind === first.kind && from === first.to + 1);
  return second && [first, second];
}

/** Which of two says when the reminder comes: what stands after «напомни», else what stands first. */
function leads(a: Phrase, b: Phrase): boolean {
  const reminded = [a, b].map(({ weight }) => weight >= REMINDED_WEIGHT);
  return reminded[0] === reminded[1] ? a.from < b.from : reminded[0] === true;
}

/** «с 1 декабря», «до пятницы»: a start or an end of a repetition; without one they are its date. */
function chooseBounds(
  phrases: readonly Phrase[],
  rule: Repetition | undefined,
  said: DatePhrase | undefined,
  used: Set<Phrase>,
): { date: DatePhrase | undefined; until: DatePhrase | undefined } {
  const start = heaviest(all(phrases, 'start'));
  const end = heaviest(all(phrases, 'until'));
  // A deadline without repetition: the words stay in the text.
  if (!rule) {
    if (said || !start) return { date: said ?? end?.date, until: undefined };
    // «с 1 декабря по 10 января отпуск» is what the text is about.
    if (!end) used.add(start);
    return { date: start.date, until: undefined };
  }
  if (end) used.add(end);
  let date = said;
  if (start && (!said || said.sort === 'weekday' || said.day !== undefined)) {
    used.add(start);
    const day = said?.sort === 'month-day' ? said.day : undefined;
    // «с января каждый месяц 5 числа»
    date =
      said && day !== undefined
        ? { ...said, date: nextDayOfMonth(start.date.date, day) ?? said.date }
        : start.date;
  }
  const ranged = date?.until === undefined ? undefined : { ...date, date: date.until };
  return { date, until: end?.date ?? ranged };
}

/** What says when a reminder comes: a second one of these that was not used is never passed over. */
const MOMENTS: ReadonlySet<Phrase['kind']> = new Set([
  ...(['time', 'times', 'in', 'repeat', 'part', 'except', 'select'] as const),
]);
const CERTAIN_TIME_WEIGHT = 5;

/** Where a further task begins: «… и в воскресенье в 12 …», «…, потом в 15 …»; undefined elsewhere. */
export function taskBegins(
  phrase: Phrase,
  phrases: readonly Phrase[],
  tokens: readonly Token[],
): number | undefined {
  const before = phrases.find(({ to }) => to === phrase.from);
  if (before) return taskBegins(before, phrases, tokens);
  let at = phrase.from - 1;
  while (NEXT_TASK.test(tokens[at]?.text ?? '')) at--;
  if (/^(?:и|а|,|;|\.)$/.test(tokens[at]?.text ?? '')) return at;
  return at < phrase.from - 1 && at >= 0 ? at + 1 : undefined;
}
const NEXT_TASK = /^(?:еще|потом|затем|также|далее|плюс)$/;

/** Phrases that say when, weigh as much as those that were chosen, and were not used. */
function leftOver(
  phrases: readonly Phrase[],
  tokens: readonly Token[],
  used: ReadonlySet<Phrase>,
): Unsure[] {
  const heard = Math.max(
    ...[...used].map(({ weight, to }) => (weight >= REMINDED_WEIGHT ? to : -1)),
  );
  // «встреча 25-го в 15, напомни 24-го в 12»: the meeting's hour is text.
  const meant = (phrase: Phrase): boolean =>
    heard < 0 || (phrase.from > heard && taskBegins(phrase, phrases, tokens) !== undefined);
  return phrases
    .filter((phrase) => !used.has(phrase) && !phrase.keep && MOMENTS.has(phrase.kind))
    .filter(meant)
    .filter(({ kind, weight }) => kind !== 'time' || weight >= CERTAIN_TIME_WEIGHT)
    .map((phrase) => ({ kind: 'another-moment', from: phrase, to: phrase }));
}

/** «с 1 по 5 декабря», «с 1 декабря по 5 января» */
const isRange = (
  start: Of<'start'>,
  phrases: readonly Phrase[],
  tokens: readonly Token[],
): boolean =>
  start.date.until !== undefined ||
  all(phrases, 'until').some(
    ({ from }) =>
      from >= start.to && tokens.slice(start.to, from).every(({ text }) => /^[и,-]$/.test(text)),
  );

/** «с 1 по 5 декабря в 18», «с 1 по 5 декабря пить таблетки»: what is done day by day. */
function dayByDay(
  said: DatePhrase | undefined,
  phrases: readonly Phrase[],
  tokens: readonly Token[],
): Repetition | undefined {
  const ranged = said
    ? said.until !== undefined
    : all(phrases, 'start').some((start) => isRange(start, phrases, tokens));
  const timed = all(phrases, 'time').some(({ end }) => !end) || all(phrases, 'part').length > 0;
  const acts = tokens.some(({ text }) => isInfinitive(text));
  const goesOn = !acts && tokens.some(({ text }) => GOES_ON.test(text));
  const daily = ranged && !goesOn && (timed || tokens.some(({ text }) => HABITS.has(text)));
  return daily ? { every: 1, unit: 'DAY' } : undefined;
}

/** What lasts as a whole: «с 1 по 10 декабря отпуск». */
const GOES_ON =
  /^(?:отпуск|командировк|каникул|больничн|сесси|ярмарк|выставк|фестивал|гастрол|поездк|круиз|ремонт)/;

/** What lasts several days has a time of day and no rule: «с 1 по 5 декабря в 18 ярмарка», «в 9 утра 7 дней». */
function unrepeated(
  phrases: readonly Phrase[],
  tokens: readonly Token[],
  used: ReadonlySet<Phrase>,
  rule: Repetition | undefined,
): Unsure[] {
  const times = all(phrases, 'time').filter((time) => used.has(time) && !time.end);
  const parts = all(phrases, 'part').filter((part) => used.has(part));
  if (rule || times.length + parts.length === 0) return [];
  const lasting = all(phrases, 'lasting').filter(({ from, to }) =>
    [...times, ...parts].some((beside) => beside.to === from || beside.from === to),
  );
  const ranges = phrases.filter(
    (phrase) =>
      used.has(phrase) &&
      ((phrase.kind === 'date' && phrase.until !== undefined) ||
        (phrase.kind === 'start' && isRange(phrase, phrases, tokens))),
  );
  return [...ranges, ...lasting].map((each) => ({ kind: 'unclear', from: each, to: each }));
}

/**
 * «в 14 заказать торт на 29 ноября», «в 14 написать, что сдача 25 декабря»: a date that stands far behind the
 * hour may be the day of what is to be done, or of the cake.
 */
function lateDate(
  phrases: readonly Phrase[],
  tokens: readonly Token[],
  used: ReadonlySet<Phrase>,
): Unsure[] {
  const date = all(phrases, 'date').find((phrase) => used.has(phrase));
  const time = all(phrases, 'time').find((phrase) => used.has(phrase));
  const alone = all(phrases, 'date').filter((phrase) => used.has(phrase)).length === 1;
  if (!date || !time || !alone || time.to >= date.from) return [];
  const between = tokens.slice(time.to, date.from);
  const tied = /^(?:на|к|ко)$/.test(tokens[date.from]?.text ?? '');
  const act = between.some(({ text }) => isInfinitive(text));
  const loose = act && (tied || between.some(({ text }) => opensClause(text)));
  return loose ? [{ kind: 'unclear', from: date, to: date }] : [];
}

/**
 * Another day that the hour stands beside than the one that was chosen: «в среду купить билеты на пятницу в 19»,
 * «отменить Катю в чт, перенести на пт 27-е 14:00».
 */
function otherDay(
  time: Phrase,
  phrases: readonly Phrase[],
  tokens: readonly Token[],
  used: ReadonlySet<Phrase>,
): Of<'date'> | undefined {
  const near = all(phrases, 'date').filter((date) => adjoins(date, time, tokens));
  const chosen = all(phrases, 'date').some(
    (date) => used.has(date) && (near.includes(date) || date.weight >= REMINDED_WEIGHT),
  );
  const dated = all(phrases, 'date').some((date) => used.has(date));
  return dated && !chosen ? near.find(({ weight }) => weight >= NAMED_WEIGHT) : undefined;
}

/** Decides which phrases count and what they say together; the rest is the user's text. */
export function choose(phrases: readonly Phrase[], tokens: readonly Token[]): Choice {
  const used = new Set<Phrase>();
  const doubts: Unsure[] = [];
  const take = <P extends Phrase>(phrase: P | undefined): P | undefined => {
    if (phrase) used.add(phrase);
    return phrase;
  };
  const repeated = chooseRule(phrases, used);
  const { lasting } = repeated;

  const offset = heaviest(all(phrases, 'in'));
  const rival = heaviest([...all(phrases, 'date'), ...all(phrases, 'time')]);
  const timed = offset && (!rival || leads(offset, rival)) ? take(offset) : undefined;

  // «каждое воскресенье в 19 … с доставкой на понедельник»
  const series = all(phrases, 'repeat').find(({ rule }) => rule.weekdays ?? rule.select);
  const dated = series
    ? phrases.filter((each) => each.kind !== 'date' || !toldOf(each, series, phrases, tokens))
    : phrases;
  const said = timed ? undefined : (repeated.date ?? chooseDate(dated, tokens, used, doubts));
  // «в пн и чт … каждую неделю»
  const { rule: repeating } = repeated;
  const onWeekdays =
    repeating?.unit === 'WEEK' && !repeating.weekdays && said?.weekdays
      ? { ...repeating, weekdays: said.weekdays }
      : undefined;
  // «1 и 15 числа» alone means every month.
  const monthDays = said?.monthDays;
  const monthly = repeated.rule ?? (monthDays && { every: 1, unit: 'MONTH' as const });
  const rule =
    monthly?.unit === 'MONTH' && monthDays && !monthly.select
      ? { ...monthly, monthDays }
      : (onWeekdays ?? repeated.rule ?? (timed ? undefined : dayByDay(said, phrases, tokens)));
  const { date, until } = chooseBounds(phrases, rule, onWeekdays ? undefined : said, used);
  const list = timed ? undefined : heaviest(all(phrases, 'times'));
  const single = timed ? undefined : heaviest(all(phrases, 'time'));
  const times = list && (!single || list.weight >= single.weight) ? take(list) : undefined;
  const windowed =
    rule?.everyMinutes === undefined ? undefined : all(phrases, 'time').find(({ end }) => end);
  const time = times ? undefined : take(windowed ?? single);
  const part =
    timed || times
      ? undefined
      : take(all(phrases, 'part').find((each) => !time || withinPart(each.part, time.time)));
  const earlier = time || times || part || date ? take(all(phrases, 'earlier')[0]) : undefined;
  const zone = (time ?? times) && take(all(phrases, 'zone')[0]);
  // «настойчиво … пока не отвечу»
  const floods = all(phrases, 'flood');
  for (const wish of floods) take(wish);
  const flood = floods.find(({ minutes }) => minutes !== FLOOD_INTERVAL_DEFAULT) ?? floods[0];
  const ahead =
    time || times || part || date || rule || timed ? take(all(phrases, 'ahead')[0]) : undefined;
  const counted = rule && all(phrases, 'count')[0];
  const count = counted?.sure ? take(counted) : undefined;
  if (counted && !counted.sure) doubts.push({ kind: 'unclear', from: counted, to: counted });

  const hours = part?.hours;
  const window =
    windowed?.end && windowed === time
      ? { from: { time: windowed.time }, to: { time: windowed.end } }
      : rule?.everyMinutes !== undefined && part && hours
        ? { from: slotAt(hours[0]), to: slotAt(hours[1]) }
        : undefined;

  const twice = pairOf(time, phrases, tokens);
  const pairs = [
    twice,
    pairOf(
      [...used].find(({ kind }) => kind === 'date'),
      phrases,
      tokens,
    ),
  ];
  for (const pair of pairs) {
    if (pair) doubts.push({ kind: 'another-moment', from: pair[0], to: pair[1] });
  }
  if (time?.time.unsure) doubts.push({ kind: 'unclear', from: time, to: time });
  const place = all(phrases, 'date').find((phrase) => phrase.unsure && used.has(phrase));
  if (place) doubts.push({ kind: 'unclear', from: place, to: place });
  const several = all(phrases, 'date').find((phrase) => used.has(phrase) && phrase.several);
  if (several && !rule && (time || part)) {
    doubts.push({ kind: 'another-moment', from: several, to: several });
  }
  if (times && !rule) doubts.push({ kind: 'another-moment', from: times, to: times });
  const unsure = all(phrases, 'repeat').find((repeat) => repeat.unsure && used.has(repeat));
  if (unsure) doubts.push({ kind: 'unclear', from: unsure, to: unsure });
  const minutely = all(phrases, 'repeat').find(({ rule: { everyMinutes } }) => everyMinutes);
  const begins = time && tokens[time.from]?.text === 'начиная';
  if (minutely && rule?.everyMinutes && time && !window && !begins) {
    doubts.push({ kind: 'unclear', from: minutely, to: minutely });
  }
  if (ahead?.unsure) doubts.push({ kind: 'unclear', from: ahead, to: ahead });
  doubts.push(...unrepeated(phrases, tokens, used, rule));
  const unsupported = all(phrases, 'unsupported')[0];
  if (unsupported) doubts.push({ kind: 'unclear', from: unsupported, to: unsupported });
  doubts.push(...leftOver(phrases, tokens, used));
  doubts.push(...lateDate(phrases, tokens, used));
  const rivalDate = time && !timed && otherDay(time, phrases, tokens, used);
  if (rivalDate) doubts.push({ kind: 'another-moment', from: rivalDate, to: rivalDate });

  // «к 1 декабря 12:00», «до 27.11 18:00»: a deadline with its hour is all of the moment.
  const deadline = phrases.find(
    ({ from, kind }) => kind === 'date' && /^(?:к|ко)$/.test(tokens[from]?.text ?? ''),
  );
  const end = rule ? undefined : all(phrases, 'until').find((each) => each.date === date);
  if (end && time && adjoins(end, time, tokens)) take(end);

  const limits = time?.limit !== undefined && !isDeadline(time, phrases, tokens);

  const stays = (phrase: Phrase): boolean => {
    if (limits && phrase === time) return true;
    if (window && phrase === windowed) return false;
    // «за 3 дня до 8 декабря 10:00», unlike «за час до встречи»
    const next = phrases.find(({ from }) => from === phrase.to);
    if (phrase.kind === 'earlier') return !next || !used.has(next);
    if (phrase === deadline && time && adjoins(phrase, time, tokens)) return false;
    if (pairs.some((pair) => pair?.includes(phrase)) || (phrase === times && !rule)) return true;
    if (!rule || (phrase.kind !== 'start' && phrase.kind !== 'date')) return phrase.keep;
    // What the rule says is not said again by «с 1 по 10 декабря».
    const said = phrase.kind === 'date' && (phrase.monthDays ?? (onWeekdays && phrase.weekdays));
    return phrase.kind === 'date' && phrase.several !== undefined && !said;
  };
  return {
    date: timed ? undefined : date,
    time: time?.time ?? times?.slots[0]?.time,
    part: part?.part ?? times?.slots[0]?.part ?? repeated.part,
    rule,
    until,
    lasting,
    offset: timed?.duration,
    earlier: earlier?.duration,
    timeZone: zone?.timeZone ?? undefined,
    times: rule && times?.slots,
    window,
    count: count?.count,
    twice,
    floodInterval: flood?.minutes ?? null,
    preAlerts: ahead?.minutes ?? [],
    doubts,
    used,
    removed: [...used].filter((phrase) => !stays(phrase)),
  };
}

/**
 * Whether «до 18:00» says by when something is to be done: «до 18:00 сдать отчёт», «завтра до 15 позвонить», «сдать
 * курсовую 15.12 до 18:00», «забрать посылку до 21:00». Elsewhere it tells of the text: «завтра гости до 20», «не есть после 20».
 */
function isDeadline(
  time: Of<'time'>,
  phrases: readonly Phrase[],
  tokens: readonly Token[],
): boolean {
  const denied = tokens
    .slice(0, time.from)
    .some(({ text }, at) => text === 'не' && !NOT_TO_MISS.test(tokens[at + 1]?.text ?? ''));
  if (denied) return false;
  // «за день и за 2 часа до 15:00»
  if (phrases.some(({ kind, to }) => /^(?:ahead|earlier)$/.test(kind) && to === time.from))
    return true;
  const dated = phrases.some(
    (each) => /^(?:date|start|repeat)$/.test(each.kind) && adjoins(each, time, tokens),
  );
  const inside = phrases.flatMap(({ from, to }) =>
    Array.from({ length: to - from }, (_, at) => from + at),
  );
  const within = new Set(inside);
  const parts = (at: number): boolean => PARTS.test(tokens[at]?.text ?? '') && !within.has(at);
  let [from, to] = [time.from, time.to];
  while (from > 0 && !parts(from - 1)) from--;
  while (to < tokens.length && !parts(to)) to++;
  const acts = (part: readonly Token[]): boolean => part.some(({ text }) => isInfinitive(text));
  const first = tokens[from]?.text ?? '';
  const lasts = HABITS.has(first) || TAKES_LONG.test(first);
  const placed = time.limit === 'opening' || dated;
  const ends = to === tokens.length && time.to === to && isInfinitive(first);
  const follows = placed && acts(tokens.slice(time.to, to));
  return follows || ((dated || ends) && !lasts && acts(tokens.slice(from, time.from)));
}
/** They end a clause. */
const PARTS = /^[,.;:!?()]$/;
/** «не забыть до 18 сдать отчёт» */
const NOT_TO_MISS = /^(?:забы|пропуст|опозд|проспа|сочти|позже|позднее)/;
/** What is done all the time: «сидеть с ребёнком завтра до 18». */
const TAKES_LONG =
  /^(?:сидеть|посидеть|ждать|спать|быть|побыть|работать|дежурить|играть|смотреть)$/;

const slotAt = (minutes: number): Slot => ({
  time: { hour: Math.floor(minutes / 60), minute: minutes % 60, period: null, literal: true },
});
