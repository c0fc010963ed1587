import {
  adjoins,
  all,
  type ClockTime,
  type DatePhrase,
  type DayPart,
  type Duration,
  heaviest,
  type Line,
  type Of,
  type Phrase,
  REMINDED_WEIGHT,
  type Repetition,
  type Slot,
  type Unsure,
} from '../readers/phrase';
import { written } from '../readers/clock';
import { withinPart } from '../readers/times';
import { type Token } from '../tokens/tokens';
import { CLAUSE_WORDS, HABITS, isInfinitive } from '../tokens/vocabulary';
import { FLOOD_INTERVAL_DEFAULT } from '../../limits';
import { chooseBounds, chooseDate, NAMED_WEIGHT } from './day';
import { chooseRule, dayByDay, isRange } from './rule';

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

/** «в 9 и в 21», «сегодня или завтра»: a second one of the same kind right after the first. */
function pairOf(
  first: Phrase | undefined,
  { phrases, tokens }: Line,
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

/** What says when a reminder comes: a second one of these that was not used is never passed over. */
const MOMENTS = /^(?:time|times|in|repeat|part|select)$/;
const CERTAIN_TIME_WEIGHT = 5;

/** Where a further task begins: «… и в воскресенье в 12 …», «…, потом в 15 …»; undefined elsewhere. */
export function taskBegins(phrase: Phrase, line: Line): number | undefined {
  const { phrases, tokens } = line;
  const before = phrases.find(({ to }) => to === phrase.from);
  if (before) return taskBegins(before, line);
  let at = phrase.from - 1;
  while (NEXT_TASK.test(tokens[at]?.text ?? '')) at--;
  if (/^(?:и|а|,|;|\.)$/.test(tokens[at]?.text ?? '')) return at;
  return at < phrase.from - 1 && at >= 0 ? at + 1 : undefined;
}
const NEXT_TASK = /^(?:еще|потом|затем|также|далее|плюс)$/;

/** Phrases that say when, weigh as much as those that were chosen, and were not used. */
function leftOver(line: Line, used: ReadonlySet<Phrase>): Phrase[] {
  const heard = Math.max(
    ...[...used].map(({ weight, to }) => (weight >= REMINDED_WEIGHT ? to : -1)),
  );
  // «встреча 25-го в 15, напомни 24-го в 12»: the meeting's hour is text.
  const meant = (phrase: Phrase): boolean =>
    heard < 0 || (phrase.from > heard && taskBegins(phrase, line) !== undefined);
  return line.phrases
    .filter((phrase) => !used.has(phrase) && !phrase.keep && MOMENTS.test(phrase.kind))
    .filter(meant)
    .filter(({ kind, weight }) => kind !== 'time' || weight >= CERTAIN_TIME_WEIGHT);
}

/**
 * «напомни завтра утром про созвон в 12», «напомни вечером взять завтра паспорт», «вечером напомни про завтра в 8»: a
 * part of the day that was told with «напомни», and an hour or a day that stands apart from it.
 */
function partApart({ phrases, tokens }: Line, used: ReadonlySet<Phrase>): Phrase | undefined {
  const dates = all(phrases, 'date').filter((date) => used.has(date));
  const tells = ({ to, weight }: Phrase): boolean =>
    weight >= REMINDED_WEIGHT || /^напом/.test(tokens[to]?.text ?? '');
  return all(phrases, 'part').find((part) =>
    used.has(part)
      ? tells(part) && dates.some((date) => !adjoins(date, part, tokens))
      : dates.some((date) => adjoins(date, part, tokens) && date.weight >= REMINDED_WEIGHT),
  );
}

/** What lasts several days has a time of day and no rule: «с 1 по 5 декабря в 18 ярмарка», «в 9 утра 7 дней». */
function unrepeated(line: Line, used: ReadonlySet<Phrase>): Phrase[] {
  const { phrases } = line;
  const times = all(phrases, 'time').filter((time) => used.has(time) && !time.end);
  const parts = all(phrases, 'part').filter((part) => used.has(part));
  if (times.length + parts.length === 0) return [];
  const lasting = all(phrases, 'lasting').filter(({ from, to }) =>
    [...times, ...parts].some((beside) => beside.to === from || beside.from === to),
  );
  const ranges = phrases.filter(
    (phrase) =>
      used.has(phrase) &&
      ((phrase.kind === 'date' && phrase.until !== undefined) ||
        (phrase.kind === 'start' && isRange(phrase, line))),
  );
  return [...ranges, ...lasting];
}

/**
 * «в 14 заказать торт на 29 ноября», «в 14 написать, что сдача 25 декабря»: a date that stands far behind the
 * hour may be the day of what is to be done, or of the cake.
 */
function lateDate({ phrases, tokens }: Line, used: ReadonlySet<Phrase>): Phrase | undefined {
  const [date, other] = all(phrases, 'date').filter((phrase) => used.has(phrase));
  const time = all(phrases, 'time').find((phrase) => used.has(phrase));
  if (!date || !time || other || time.to >= date.from) return undefined;
  const between = tokens.slice(time.to, date.from);
  const tied = /^(?:на|к|ко)$/.test(tokens[date.from]?.text ?? '');
  const act = between.some(({ text }) => isInfinitive(text));
  const loose = act && (tied || between.some(({ text }) => CLAUSE_WORDS.has(text)));
  return loose ? date : undefined;
}

/**
 * Another day that the hour stands beside than the one that was chosen: «в среду купить билеты на пятницу в 19»,
 * «отменить Катю в чт, перенести на пт 27-е 14:00».
 */
function otherDay(
  time: Phrase,
  { phrases, tokens }: Line,
  used: ReadonlySet<Phrase>,
): Phrase | undefined {
  const dates = all(phrases, 'date');
  const near = dates.filter((date) => adjoins(date, time, tokens));
  const chosen = dates.filter((date) => used.has(date));
  if (chosen.length === 0 || chosen.some((date) => near.includes(date))) return undefined;
  return near.find(({ weight }) => weight >= NAMED_WEIGHT);
}

/** «через год 5 января в 10»: words of time beside those that were chosen; «торт на 28 ноября завтра» is of a thing. */
const passedOver = ({ phrases, tokens }: Line, used: ReadonlySet<Phrase>): Phrase | undefined =>
  phrases.find(
    (phrase) =>
      !(used.has(phrase) || phrase.keep || /^(?:until|count|zone|flood)$/.test(phrase.kind)) &&
      tokens[phrase.from]?.text !== 'на' &&
      [...used].some((each) => adjoins(each, phrase, tokens)),
  );

/** Decides which phrases count and what they say together; the rest is the user's text. */
export function choose(phrases: readonly Phrase[], tokens: readonly Token[]): Choice {
  const line = { phrases, tokens };
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

  const said = timed ? undefined : (repeated.date ?? chooseDate(line, used, doubts));
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
      : (onWeekdays ?? repeated.rule ?? (timed ? undefined : dayByDay(said, line)));
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
  const zone = (time ?? times) && take(all(phrases, 'zone')[0]);
  // «настойчиво … пока не отвечу»
  const floods = all(phrases, 'flood');
  for (const wish of floods) take(wish);
  const flood = floods.find(({ minutes }) => minutes !== FLOOD_INTERVAL_DEFAULT) ?? floods[0];
  const ahead =
    time || times || part || date || rule || timed ? take(all(phrases, 'ahead')[0]) : undefined;
  const counted = rule && all(phrases, 'count')[0];
  const count = counted?.sure ? take(counted) : undefined;

  const hours = part?.hours;
  const window =
    windowed?.end && windowed === time
      ? { from: { time: windowed.time }, to: { time: windowed.end } }
      : rule?.everyMinutes !== undefined && part && hours
        ? { from: slotAt(hours[0]), to: slotAt(hours[1]) }
        : undefined;

  const twice = pairOf(time, line);
  const day = [...used].find(({ kind }) => kind === 'date');
  const pairs = [twice, pairOf(day, line)];
  const repeats = all(phrases, 'repeat');
  const dates = all(phrases, 'date').filter((phrase) => used.has(phrase));
  const begins = time && tokens[time.from]?.text === 'начиная';
  const endless = rule?.everyMinutes !== undefined && time && !window && !begins;
  const doubt = (kind: Unsure['kind'], ...about: readonly (Phrase | false | undefined)[]): void => {
    for (const each of about) if (each) doubts.push({ kind, from: each, to: each });
  };
  doubt('unclear', counted && !counted.sure && counted);
  for (const pair of pairs) {
    if (pair) doubts.push({ kind: 'another-moment', from: pair[0], to: pair[1] });
  }
  doubt(
    'unclear',
    time?.time.unsure && time,
    dates.find(({ unsure }) => unsure),
  );
  const several = !rule && (time || part) && dates.find((phrase) => phrase.several);
  doubt('another-moment', several, !rule && times);
  doubt(
    'unclear',
    repeats.find((repeat) => (repeat.unsure || repeat.names === 'within') && used.has(repeat)),
    endless && repeats.find((repeat) => repeat.rule.everyMinutes),
    ahead?.unsure && ahead,
    // «20-го и 25-го в 12 перевод»: every month, as «20 и 25 числа», or these two days?
    !repeated.rule && monthDays && !tokens.some(({ text }) => /^числ/.test(text)) && dates[0],
    // «каждую пятницу 13-го»
    rule?.unit === 'WEEK' && rule.weekdays && dates.find(({ sort }) => sort === 'month-day'),
    ...(rule ? [] : unrepeated(line, used)),
    all(phrases, 'unsupported')[0],
  );
  doubt('another-moment', ...leftOver(line, used), !rule && partApart(line, used));
  // «завтра в 9 банк и в 11 мфц»: a number that may count, where a task may begin
  const opens = (each: Phrase) =>
    tokens[each.from]?.kind === 'word' && taskBegins(each, line) !== undefined;
  // «завтра в 10 сдать анализы, через неделю повторить», «завтра утром прогулка, в 10 врач»
  const again = all(phrases, 'date').find(
    (each) => !used.has(each) && tokens[each.from]?.text === 'через' && opens(each),
  );
  const parted = time && part && part.to <= time.from && !adjoins(part, time, tokens);
  doubt('another-moment', again, parted && opens(time) && time);
  doubt(
    'unclear',
    all(phrases, 'time').find((each) => each.time.unsure && !used.has(each) && opens(each)),
  );
  doubt('unclear', lateDate(line, used));
  doubt('another-moment', time && !timed && otherDay(time, line, used), passedOver(line, used));

  // «к 1 декабря 12:00», «до 27.11 18:00»: a deadline with its hour is all of the moment.
  const deadline = phrases.find(
    ({ from, kind }) => kind === 'date' && /^(?:к|ко)$/.test(tokens[from]?.text ?? ''),
  );
  const end = rule ? undefined : all(phrases, 'until').find((each) => each.date === date);
  // «до выходных в 10» is no Saturday.
  doubt('unclear', end?.date.sort === 'weekend' && end);
  if (end && time && adjoins(end, time, tokens)) take(end);

  const limits = time?.limit !== undefined && !isDeadline(time, line);

  const stays = (phrase: Phrase): boolean => {
    if (limits && phrase === time) return true;
    if (window && phrase === windowed) return false;
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
    part:
      part?.part ??
      times?.slots[0]?.part ??
      repeated.part ??
      (date?.night && time ? NIGHT : undefined),
    rule,
    until,
    lasting,
    offset: timed?.duration,
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
function isDeadline(time: Of<'time'>, { phrases, tokens }: Line): boolean {
  // «за день и за 2 часа до 15:00»
  if (phrases.some(({ kind, to }) => kind === 'ahead' && to === time.from)) return true;
  const dated = phrases.some(
    (each) => /^(?:date|start|repeat)$/.test(each.kind) && adjoins(each, time, tokens),
  );
  const within = new Set(
    phrases.flatMap(({ from, to }) => Array.from({ length: to - from }, (_, at) => from + at)),
  );
  const parts = (at: number): boolean => PARTS.test(tokens[at]?.text ?? '') && !within.has(at);
  let [from, to] = [time.from, time.to];
  while (from > 0 && !parts(from - 1)) from--;
  while (to < tokens.length && !parts(to)) to++;
  const acts = (part: readonly Token[]): boolean => part.some(({ text }) => isInfinitive(text));
  const first = tokens.slice(from, to).find((_, at) => !within.has(from + at))?.text ?? '';
  const lasts = HABITS.has(first) || TAKES_LONG.test(first);
  const placed = time.limit === 'opening' || dated;
  const ends = to === tokens.length && time.to === to && isInfinitive(first);
  const follows = placed && acts(tokens.slice(time.to, to));
  return follows || ((dated || ends) && !lasts && acts(tokens.slice(from, time.from)));
}
/** They end a clause. */
const PARTS = /^[,.;:!?()]$/;
/** What is done all the time: «сидеть с ребёнком завтра до 18», «не есть завтра до 12». */
const TAKES_LONG =
  /^(?:не|сидеть|посидеть|ждать|спать|быть|побыть|работать|дежурить|играть|смотреть)$/;

const NIGHT: DayPart = { period: 'night' };

const slotAt = (minutes: number): Slot => ({
  time: written(Math.floor(minutes / 60), minutes % 60),
});
