import { dateOf, monthOf, weekdayInWeek, weekdayOf, yearOf } from './calendar';
import { nextDayOfMonth } from './periods';
import {
  type ClockTime,
  type DatePhrase,
  type DayPart,
  type Duration,
  type Phrase,
  type Repetition,
} from './phrase';
import { type Token } from './tokens';

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
  /** «в 9 и в 21»: the words stay in the text; no rule repeats like that. */
  twice: readonly [Phrase, Phrase] | undefined;
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
  const [coarse, fine] = a.unit === 'DAY' && a.every === 1 ? [b, a] : [a, b];
  if (
    fine.unit === 'DAY' &&
    fine.every === 1 &&
    coarse.unit !== 'MONTH' &&
    coarse.unit !== 'YEAR'
  ) {
    return coarse;
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
  };
}

const WHOLE_WEEK = [1, 2, 3, 4, 5, 6, 7];

/** «каждый день, кроме воскресенья» */
function without(rule: Repetition, except: readonly number[]): Repetition | undefined {
  if (rule.unit !== 'WEEK' && (rule.unit !== 'DAY' || rule.every > 1)) return undefined;
  if (rule.unit === 'WEEK' && !rule.weekdays) return undefined;
  const weekdays = (rule.weekdays ?? WHOLE_WEEK).filter((weekday) => !except.includes(weekday));
  return weekdays.length > 0 ? { every: rule.every, unit: 'WEEK', weekdays } : undefined;
}

interface ChosenRule {
  rule?: Repetition;
  part?: DayPart | undefined;
  date?: DatePhrase | undefined;
  lasting?: Duration;
}

/** All that says how it repeats: «каждые две недели … по средам», «каждый месяц … в последний день». */
function chooseRule(phrases: readonly Phrase[], used: Set<Phrase>): ChosenRule {
  const repeats = all(phrases, 'repeat');
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
  month: 1,
};

/** The day that a weekday picks of a week, or «5 числа» of a month. */
function dayWithin(period: DatePhrase, day: DatePhrase): DatePhrase | undefined {
  if (period.sort === 'week' && day.sort === 'weekday') {
    const date = weekdayInWeek(period.date, weekdayOf(day.date), 0);
    return { kind: 'date', sort: 'absolute', date };
  }
  if (period.sort !== 'month' || day.sort !== 'month-day' || day.day === undefined)
    return undefined;
  const date = dateOf(yearOf(period.date), monthOf(period.date), day.day);
  return date === undefined ? undefined : { kind: 'date', sort: 'absolute', date, day: day.day };
}

/** The date of a line; dates that say the same one are taken together. */
function chooseDate(
  phrases: readonly Phrase[],
  tokens: readonly Token[],
  used: Set<Phrase>,
): DatePhrase | undefined {
  const dates = all(phrases, 'date');
  const chosen = heaviest(dates);
  if (!chosen) return undefined;
  used.add(chosen);
  let result: DatePhrase = chosen;
  for (const other of dates) {
    // «на следующей неделе … в среду»: a day of that week, wherever the two stand.
    const within =
      other === chosen ? undefined : (dayWithin(result, other) ?? dayWithin(other, result));
    if (!within) continue;
    used.add(other);
    result = within;
  }
  for (const other of neighbours(chosen, phrases, tokens)) {
    if (used.has(other) || (other.weight !== chosen.weight && other.date !== chosen.date)) continue;
    used.add(other);
    if (SPECIFIC[other.sort] > SPECIFIC[result.sort]) result = other;
  }
  return result;
}

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

/** Decides which phrases count and what they say together; the rest is the user's text. */
export function choose(phrases: readonly Phrase[], tokens: readonly Token[]): Choice {
  const used = new Set<Phrase>();
  const take = <P extends Phrase>(phrase: P | undefined): P | undefined => {
    if (phrase) used.add(phrase);
    return phrase;
  };
  const repeated = chooseRule(phrases, used);
  const { rule, lasting } = repeated;

  const offset = heaviest(all(phrases, 'in'));
  const rival = heaviest([...all(phrases, 'date'), ...all(phrases, 'time')]);
  const timed = offset && (!rival || leads(offset, rival)) ? take(offset) : undefined;

  const said = timed ? undefined : (repeated.date ?? chooseDate(phrases, tokens, used));
  const { date, until } = chooseBounds(phrases, rule, said, used);
  const time = timed ? undefined : take(heaviest(all(phrases, 'time')));
  const part = timed
    ? undefined
    : take(all(phrases, 'part').find((each) => !time || fits(each.part, time.time)));
  const earlier = time || part || date ? take(all(phrases, 'earlier')[0]) : undefined;
  const zone = time && take(all(phrases, 'zone')[0]);

  const twice = pairOf(time, phrases, tokens);
  const pairs = [
    twice,
    pairOf(
      [...used].find(({ kind }) => kind === 'date'),
      phrases,
      tokens,
    ),
  ];
  const stays = (phrase: Phrase): boolean => {
    if (pairs.some((pair) => pair?.includes(phrase))) return true;
    if (!rule || (phrase.kind !== 'start' && phrase.kind !== 'date')) return phrase.keep;
    // What the rule says is not said again by «с 1 по 10 декабря».
    return phrase.kind === 'date' && phrase.several === true;
  };
  return {
    date: timed ? undefined : date,
    time: time?.time,
    part: part?.part ?? repeated.part,
    rule,
    until,
    lasting,
    offset: timed?.duration,
    earlier: earlier?.duration,
    timeZone: zone?.timeZone ?? undefined,
    twice,
    used,
    removed: [...used].filter((phrase) => !stays(phrase)),
  };
}

/** Whether «вечером» can go with the time: not with «в 9 утра» or «в 10:00» of another part. */
function fits(part: DayPart, time: ClockTime): boolean {
  if (time.period) return time.period === part.period;
  if (time.hour > 12 || time.hour === 0) {
    const period = time.hour >= 17 && time.hour < 24 ? 'evening' : time.hour > 12 ? 'day' : 'night';
    return period === part.period || (part.period === 'night' && time.hour >= 21);
  }
  return true;
}
