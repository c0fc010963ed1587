import { type LocalDate } from '../time-zone';
import { weekdayInWeek, weekdayOf } from './calendar';
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
  until: LocalDate | undefined;
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

function chooseRule(repeats: readonly Of<'repeat'>[], used: Set<Phrase>) {
  const first = heaviest(repeats);
  if (!first) return {};
  used.add(first);
  let { rule, part, date } = first;
  for (const other of repeats) {
    if (other === first) continue;
    const both = merged(rule, other.rule);
    if (!both || (other.date && date)) continue;
    used.add(other);
    rule = both;
    part ??= other.part;
    date ??= other.date;
  }
  return { rule, part, date };
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
  weekday: 2,
  week: 1,
};

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
    const pair = other !== chosen && [result.sort, other.sort].sort().join() === 'week,weekday';
    if (!pair) continue;
    // «на следующей неделе … в среду»: a day of that week, wherever the two stand.
    const [week, day] = result.sort === 'week' ? [result, other] : [other, result];
    used.add(other);
    result = {
      kind: 'date',
      sort: 'absolute',
      date: weekdayInWeek(week.date, weekdayOf(day.date), 0),
    };
  }
  for (const other of neighbours(chosen, phrases, tokens)) {
    if (used.has(other) || (other.weight !== chosen.weight && other.date !== chosen.date)) continue;
    used.add(other);
    if (SPECIFIC[other.sort] > SPECIFIC[result.sort]) result = other;
  }
  return result;
}

/** «в 9 и в 21» */
function twoTimes(
  time: Phrase,
  phrases: readonly Phrase[],
  tokens: readonly Token[],
): readonly [Phrase, Phrase] | undefined {
  const second = phrases.find(({ kind, from }) => kind === 'time' && from === time.to + 1);
  return second && tokens[time.to]?.text === 'и' ? [time, second] : undefined;
}

/** Decides which phrases count and what they say together; the rest is the user's text. */
export function choose(phrases: readonly Phrase[], tokens: readonly Token[]): Choice {
  const used = new Set<Phrase>();
  const take = <P extends Phrase>(phrase: P | undefined): P | undefined => {
    if (phrase) used.add(phrase);
    return phrase;
  };

  const repeated = chooseRule(all(phrases, 'repeat'), used);
  const lasting = heaviest(all(phrases, 'lasting').filter((each) => repeated.rule || each.daily));
  if (lasting) used.add(lasting);
  let rule: Repetition | undefined = repeated.rule ?? (lasting && { every: 1, unit: 'DAY' });
  const select = all(phrases, 'select')[0];
  if (select && rule?.unit === 'MONTH' && !rule.select) {
    used.add(select);
    rule = { ...rule, select: select.select };
  }

  const offset = heaviest(all(phrases, 'in'));
  const rival = heaviest([...all(phrases, 'date'), ...all(phrases, 'time')]);
  const leads = (a: Phrase, b: Phrase): boolean =>
    Math.sign(a.weight - REMINDED_WEIGHT) === Math.sign(b.weight - REMINDED_WEIGHT)
      ? a.from < b.from
      : a.weight > b.weight;
  if (offset && (!rival || leads(offset, rival))) {
    used.add(offset);
    return {
      date: undefined,
      time: undefined,
      part: undefined,
      rule,
      until: rule && take(heaviest(all(phrases, 'until')))?.date,
      lasting: lasting?.duration,
      offset: offset.duration,
      earlier: undefined,
      timeZone: undefined,
      twice: undefined,
      used,
      removed: [...used].filter(({ keep }) => !keep),
    };
  }

  const start = heaviest(all(phrases, 'start'));
  const until = heaviest(all(phrases, 'until'));
  let date = repeated.date ?? chooseDate(phrases, tokens, used);
  if (start && (rule ? !date || date.sort === 'weekday' : !date)) {
    used.add(start);
    date = start.date;
  }
  if (rule && until) used.add(until);
  if (!rule && until && !date) {
    // A deadline without repetition: its day, and the words stay in the text.
    date = { kind: 'date', date: until.date, sort: until.sort };
  }

  const time = take(heaviest(all(phrases, 'time')));
  const part = all(phrases, 'part').find((each) => !time || fits(each.part, time.time));
  if (part) used.add(part);
  const earlier = time || part || date ? take(all(phrases, 'earlier')[0]) : undefined;
  const twice = time && twoTimes(time, phrases, tokens);
  const zone = time && take(all(phrases, 'zone')[0]);
  return {
    date,
    time: time?.time,
    part: part?.part ?? repeated.part,
    rule,
    until: rule && (until?.date ?? date?.until),
    lasting: lasting?.duration,
    offset: undefined,
    earlier: earlier?.duration,
    timeZone: zone?.timeZone ?? undefined,
    twice,
    used,
    removed: [...used].filter((phrase) => {
      // What a rule says is not said again by «с 1 по 10 декабря».
      const ranged = rule !== undefined && (phrase.kind === 'start' || phrase.kind === 'date');
      return (!phrase.keep || ranged) && twice?.includes(phrase) !== true;
    }),
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
