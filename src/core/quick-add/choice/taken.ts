import {
  adjoins,
  all,
  type DatePhrase,
  heaviest,
  type Line,
  type Of,
  type Phrase,
  type Repetition,
  type Slot,
  standsBehindRemindMe,
  type Unsure,
} from '../readers/phrase';
import { written } from '../readers/clock';
import { withinPart } from '../readers/times';
import { type Token } from '../tokens/tokens';
import { HABITS, isInfinitive } from '../tokens/vocabulary';
import { FLOOD_INTERVAL_DEFAULT } from '../../limits';
import { chooseBounds, chooseDate } from './day';
import { chooseRule, dayByDay, everyDayBut, withoutDays } from './rule';

/** Which phrases of a line count. */

/** The phrases that count, by what they say; what counts beside them stands in `used` alone. */
export type Taken = ReturnType<typeof takePhrases>;
type Pair = readonly [Phrase, Phrase];

export function takePhrases(line: Line) {
  const { phrases } = line;
  const used = new Set<Phrase>();
  /** Days that contradict each other. */
  const contradictions: Unsure[] = [];
  const taker = takingInto(used);
  const repeated = chooseRule(phrases, used);
  const offset = taker(offsetOf(phrases));
  const said = offset ? undefined : (repeated.date ?? chooseDate(line, used, contradictions));
  const { rule: regular, ...rules } = ruleOf(line, { repeated, said, offset });
  const rule = withoutDays(
    regular ?? (said || offset ? undefined : everyDayBut(line)),
    phrases,
    used,
  );
  const { onWeekdays } = rules;
  const { date, until } = chooseBounds(phrases, rule, onWeekdays ? undefined : said, used);
  const hours = takeHours(phrases, { rule, offset, taker });
  const { time, times, part } = hours;
  const zone = (time ?? times) && taker(all(phrases, 'zone')[0]);
  // «настойчиво … пока не отвечу»
  const floods = all(phrases, 'flood');
  for (const wish of floods) taker(wish);
  const flood =
    floods.find(({ minutes, unsure }) => unsure || minutes !== FLOOD_INTERVAL_DEFAULT) ?? floods[0];
  const isTimed = [time, times, part, date, rule, offset].some((each) => each !== undefined);
  const aheads = all(phrases, 'ahead').filter(
    ({ eve }) => !eve || (time ?? times ?? part ?? offset),
  );
  const ahead = isTimed ? taker(aheads[0]) : undefined;
  const counted = rule && all(phrases, 'count')[0];
  if (counted?.sure) taker(counted);
  const day = [...used].find(({ kind }) => kind === 'date');
  const pairs = { hours: pairOf(time, line), days: pairOf(day, line) };
  return {
    ...line,
    used,
    dates: all(phrases, 'date').filter((each) => used.has(each)),
    ...rules,
    ...hours,
    rule,
    date,
    until,
    offset,
    zone,
    flood,
    ahead,
    counted,
    pairs,
    contradictions,
  };
}

type Taker = <P extends Phrase>(phrase: P | undefined) => P | undefined;

const takingInto =
  (used: Set<Phrase>): Taker =>
  (phrase) => {
    if (phrase) used.add(phrase);
    return phrase;
  };

/** «через 2 часа», where that says when the reminder comes. */
function offsetOf(phrases: readonly Phrase[]): Of<'in'> | undefined {
  const offset = heaviest(all(phrases, 'in'));
  const rival = heaviest([...all(phrases, 'date'), ...all(phrases, 'time')]);
  return offset && (!rival || leads(offset, rival)) ? offset : undefined;
}

interface Said {
  /** The repetition as it is said by itself. */
  repeated: ReturnType<typeof chooseRule>;
  said: DatePhrase | undefined;
  /** From this moment on. */
  offset: Of<'in'> | undefined;
}

/**
 * The rule of a line: as it repeats, on the weekdays or days of the month that stand beside it, or day by day («с 1 по 5
 * декабря»).
 */
function ruleOf(line: Line, { repeated, said, offset }: Said) {
  const { rule: repeating } = repeated;
  // «в пн и чт … каждую неделю»
  const onWeekdays =
    repeating?.unit === 'WEEK' && !repeating.weekdays && said?.weekdays
      ? { ...repeating, weekdays: said.weekdays }
      : undefined;
  // «1 и 15 числа» alone means every month.
  const monthDays = said?.monthDays;
  const repeatingOrMonthly = repeating ?? (monthDays && { every: 1, unit: 'MONTH' as const });
  const rule =
    repeatingOrMonthly?.unit === 'MONTH' && monthDays && !repeatingOrMonthly.monthly
      ? { ...repeatingOrMonthly, monthDays }
      : (onWeekdays ?? repeating ?? (offset ? undefined : dayByDay(said, line)));
  return { rule, repeated, monthDays, onWeekdays };
}

function takeHours(
  phrases: readonly Phrase[],
  { rule, offset, taker }: Pick<Said, 'offset'> & { rule?: Repetition | undefined; taker: Taker },
) {
  const everyMinutes = rule?.everyMinutes;
  const list = offset ? undefined : heaviest(all(phrases, 'times'));
  const single = offset ? undefined : heaviest(all(phrases, 'time'));
  const times = list && (!single || list.weight >= single.weight) ? taker(list) : undefined;
  const windowed =
    everyMinutes === undefined ? undefined : all(phrases, 'time').find(({ end }) => end);
  const time = times ? undefined : taker(windowed ?? single);
  const part =
    offset || times
      ? undefined
      : taker(all(phrases, 'part').find((each) => !time || withinPart(each.part, time.time)));
  const hours = everyMinutes === undefined ? undefined : part?.hours;
  // «каждый час с 9 до 18»
  const window: Record<'from' | 'to', Slot> | undefined =
    windowed?.end && windowed === time
      ? { from: { time: windowed.time }, to: { time: windowed.end } }
      : hours && { from: slotAt(hours[0]), to: slotAt(hours[1]) };
  return { time, times, part, windowed, window };
}

const slotAt = (minutes: number): Slot => ({
  time: written(Math.floor(minutes / 60), minutes % 60),
});

/** «в 9 и в 21», «сегодня или завтра»: a second one of the same kind right after the first. */
function pairOf(first: Phrase | undefined, { phrases, tokens }: Line): Pair | undefined {
  if (!first || !/^(?:и|или)$/.test(tokens[first.to]?.text ?? '')) return undefined;
  const second = phrases.find(({ kind, from }) => kind === first.kind && from === first.to + 1);
  return second && [first, second];
}

/** Which of two says when the reminder comes: what stands after «напомни», else what stands first. */
function leads(a: Phrase, b: Phrase): boolean {
  const reminded = [a, b].map(standsBehindRemindMe);
  return reminded[0] === reminded[1] ? a.from < b.from : reminded[0] === true;
}

/** The phrases whose words leave the text. */
export function removedOf(taken: Taken): Phrase[] {
  const { used, time } = taken;
  const limits = time?.limit !== undefined && !isDeadline(time, taken);
  return [...used].filter((phrase) => !(limits && phrase === time) && !stays(phrase, taken));
}

/** Whether the words of a phrase that counts are of the text, too. */
function stays(phrase: Phrase, { tokens, rule, time, times, window, ...taken }: Taken): boolean {
  if (window && phrase === taken.windowed) return false;
  // «к 1 декабря 12:00»: a deadline with its hour is all of the moment.
  const opensWithTo = phrase.kind === 'date' && /^(?:к|ко)$/.test(tokens[phrase.from]?.text ?? '');
  if (opensWithTo && time && adjoins(phrase, time, tokens)) return false;
  const { hours, days } = taken.pairs;
  if (hours?.includes(phrase) || days?.includes(phrase)) return true;
  if (phrase === times && !rule) return true;
  if (!rule || (phrase.kind !== 'start' && phrase.kind !== 'date')) return phrase.keep;
  // What the rule says is not said again by «с 1 по 10 декабря».
  if (phrase.kind === 'start' || phrase.several === undefined) return false;
  const isOfRule = phrase.monthDays ?? (taken.onWeekdays && phrase.weekdays);
  return !isOfRule;
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
  const isRead = (at: number): boolean => phrases.some(({ from, to }) => from <= at && at < to);
  const parts = (at: number): boolean => PARTS.test(tokens[at]?.text ?? '') && !isRead(at);
  let [from, to] = [time.from, time.to];
  while (from > 0 && !parts(from - 1)) from--;
  while (to < tokens.length && !parts(to)) to++;
  const acts = (part: readonly Token[]): boolean => part.some(({ text }) => isInfinitive(text));
  const first = tokens.slice(from, to).find((_, at) => !isRead(from + at))?.text ?? '';
  const lasts = HABITS.has(first) || TAKES_LONG.test(first);
  const placed = time.limit === 'opening' || dated;
  const ends = to === tokens.length && time.to === to && isInfinitive(first);
  const follows = placed && acts(tokens.slice(time.to, to));
  return follows || ((dated || ends) && !lasts && acts(tokens.slice(from, time.from)));
}
/** They end a clause. */
const PARTS = /^[,.;:!?()]$/;
/** What is done all the time: «сидеть с ребёнком завтра до 18», «не есть завтра до 12». */
const TAKES_LONG = /^(?:не|сидеть|посидеть|ждать|спать|быть|работать|играть|смотреть)$/;
