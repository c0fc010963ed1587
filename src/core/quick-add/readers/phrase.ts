import { type RecurrenceRule } from '../../recurrence';
import { type LocalDate, type WallTime } from '../../time-zone';
import { type Token } from '../tokens/tokens';
import { type Period } from '../tokens/vocabulary';

/** Tokens of a line: [from, to). */
export interface Span {
  from: number;
  to: number;
}

/** A stretch of time that was said; the parts add up. */
export interface Duration {
  minutes: number;
  days: number;
  months: number;
}

/** A time of day as it was said; `choose` decides what an ambiguous hour means. */
export interface ClockTime {
  /** 0 to 24; 24 is the midnight that ends the day. */
  hour: number;
  minute: number;
  period: Period | null;
  /** Written as on a 24-hour clock («9:30», «18»): the hour is what it says. */
  literal: boolean;
  /** The hour that was named, where it differs: «без пяти семь» names 7. */
  named?: number;
  /** The number may say something else: «вещи в 3 чемодана», «перевести 1500». */
  unsure?: boolean | undefined;
}

/** A part of a day said without an hour. */
export interface DayPart {
  period: Period;
  /** The minutes of the day it may mean, best first; absent where it means the user's own hours for it. */
  minutes?: readonly number[] | undefined;
}

/**
 * The days of a rule as it is said. What is stored takes the weekday of NTH_WEEKDAY and LAST_WEEKDAY, and the week of
 * the former, from its first date; until that is known they stand here.
 */
export interface Repetition extends Omit<RecurrenceRule, 'times' | 'window' | 'until' | 'count'> {
  weekday?: number | undefined;
  /** «второй вторник» of a month: 2, beside its `weekday`. */
  week?: number | undefined;
}
/** «последний день», «второй вторник» of a month. */
export type DayOfMonth = Pick<Repetition, 'monthly' | 'weekday' | 'week'>;

/** One of several times of a day: «в 9», «утром», «вечером в 8». */
export interface Slot {
  time?: ClockTime | undefined;
  part?: DayPart | undefined;
}

export interface DatePhrase {
  kind: 'date';
  date: LocalDate;
  /**
   * `week` and `month`: the date stands for all of it, so that a weekday or a `month-day` («5 числа»)
   * beside it picks a day of it.
   */
  sort:
    | 'absolute'
    | 'relative'
    | 'today'
    | 'weekday'
    | 'month-day'
    | 'week'
    | 'weekend'
    | 'month'
    | 'year';
  /** «1 и 15 декабря», «в пн и чт»: each of the days, as its tokens; the date is the first of them. */
  several?: readonly Span[] | undefined;
  /** «1 и 15 числа»: all of them. */
  monthDays?: readonly number[];
  /** «в пн и чт»: both of them, ISO. */
  weekdays?: readonly number[] | undefined;
  /** «через 2 недели»: how many weeks; «в понедельник через неделю» is that much after the next one. */
  weeks?: number | undefined;
  /** No year was said: a later one may be meant. */
  anyYear?: true;
  /** The last day of a range: «с 1 по 10 декабря». */
  until?: LocalDate;
  /** Of «в январе», «на этой неделе»: all of it, for what repeats day by day or week by week. */
  within?: readonly [first: LocalDate, last: LocalDate];
  /** Said to be over: «вчера», «в прошлую пятницу». */
  gone?: true;
  /** The words may be the name of a place: «у метро 8 марта». */
  unsure?: boolean | undefined;
  /** Of «завтра» that is said after midnight, of a weekend that has begun: a later day, where only that fits. */
  laterDay?: LocalDate | undefined;
  /** A weekday that is today's, and was said of none in particular: today may be meant, or a week from now. */
  orToday?: boolean;
  /** «в ночь на субботу»: the hours before midnight are those of the evening before. */
  night?: true;
  /** The day of the month as it was said; 31 in a short month means its last day. */
  day?: number;
}

type Meaning =
  | DatePhrase
  /** `end`: «с 9 до 18». `limit`: «до 18», «не позже 18», and whether a line opens with it. */
  | {
      kind: 'time';
      time: ClockTime;
      end?: ClockTime | undefined;
      limit?: 'opening' | 'within' | undefined;
    }
  /** «в 9 и 21», «утром и вечером»: at least two. */
  | { kind: 'times'; slots: readonly (Slot & Span)[] }
  /** `hours`: «в рабочее время», from and to as minutes of the day. */
  | { kind: 'part'; part: DayPart; hours?: readonly [number, number] }
  /** «через 2 часа»: from this moment on. */
  | { kind: 'in'; duration: Duration }
  /** `perDay`: «3 раза в день», which needs so many times. `once`: «с пятницы по воскресенье» of one week, `unsure` which. */
  | {
      kind: 'repeat';
      rule: Repetition;
      part?: DayPart | undefined;
      date?: DatePhrase;
      perDay?: number;
      once?: DatePhrase;
      unsure?: boolean | undefined;
      /** «ежемесячный»: it may only name a thing, the more so within a line. */
      names?: 'opening' | 'within';
    }
  /** «10 раз»: so many occurrences. */
  | { kind: 'count'; count: number; sure: boolean }
  /** «с флудом», «пока не отвечу»: minutes between re-sends. */
  /** `unsure`: another interval was said, of those that there are it is the nearest. */
  | { kind: 'flood'; minutes: number; unsure?: boolean }
  /** «за неделю, за день и за 2 часа» */
  /** `eve`: «накануне вечером», as many minutes as lie between that hour of the day before and the moment. */
  | {
      kind: 'ahead';
      minutes: readonly number[];
      eve?: Slot;
      unsure?: boolean | undefined;
    }
  /** «в первый понедельник»: which day of the month, beside «каждый месяц». */
  | { kind: 'select'; select: DayOfMonth }
  | { kind: 'until'; date: DatePhrase }
  /** «кроме выходных»: the weekdays that a repetition leaves out, ISO. */
  | { kind: 'except'; weekdays: readonly number[] }
  /** «в течение двух недель»; «10 дней подряд» alone already means each day. */
  | { kind: 'lasting'; duration: Duration; daily: boolean }
  | { kind: 'start'; date: DatePhrase }
  /** «по Москве»: whose clocks the time is on. */
  | { kind: 'zone'; timeZone: string }
  | { kind: 'impossible' }
  | { kind: 'unsupported' };

/** Some tokens and what they say about when. */
interface Place extends Span {
  /** Of several that say the same kind of thing the heaviest counts, then the first. */
  weight: number;
  /** The words stay in the text: «до пятницы», «с 10 до 11». */
  keep: boolean;
}
export type Phrase = Meaning & Place;

/** What a reader knows besides the tokens. */
export interface Scene {
  wallNow: WallTime;
  today: LocalDate;
  /** The day of the one who is awake: by night still the one before. */
  awake: LocalDate;
  /** The phrase that ends right before these tokens. */
  previous: Phrase | undefined;
  /** It is a date, a day part or a repetition: «завтра 9». */
  afterDate: boolean;
  /** «напомни» stands right before these tokens. */
  reminded: boolean;
  /** «напомни» stands somewhere in the line. */
  asked: boolean;
  /** The line speaks of months: «каждый месяц», «ежемесячно». */
  monthly: boolean;
  /** Nothing of the reminder's text stands before these tokens. */
  atStart: boolean;
  /** The token before, in lower case; of «ул.» the word. */
  before: string;
}

/** What a reader found, to be placed by the caller. */
export type Found = Meaning & { weight?: number; keep?: boolean };

/** What stands right after «напомни» outweighs everything: «встреча 25-го, напомни 24-го в 12». */
export const REMINDED_WEIGHT = 20;
export const standsBehindRemindMe = ({ weight }: Phrase): boolean => weight >= REMINDED_WEIGHT;

export type Of<K extends Phrase['kind']> = Extract<Phrase, { kind: K }>;

export function all<K extends Phrase['kind']>(phrases: readonly Phrase[], kind: K): Of<K>[] {
  return phrases.filter((phrase): phrase is Of<K> => phrase.kind === kind);
}

export const says = (phrases: readonly Phrase[], ...kinds: readonly Phrase['kind'][]): boolean =>
  phrases.some(({ kind }) => kinds.includes(kind));

export function heaviest<P extends Phrase>(phrases: readonly P[]): P | undefined {
  return phrases.reduce<P | undefined>(
    (best, phrase) => (best === undefined || phrase.weight > best.weight ? phrase : best),
    undefined,
  );
}

/** What was read of a line, from left to right. */
export interface Line {
  phrases: readonly Phrase[];
  tokens: readonly Token[];
}

/** Whether nothing but signs stands between two phrases, in either order. */
export const adjoins = (a: Span, b: Span, tokens: readonly Token[]): boolean => {
  const [left, right] = a.from < b.from ? [a, b] : [b, a];
  if (right.from - left.to > SIGNS_MAX) return false;
  return tokens.slice(left.to, right.from).every(({ kind }) => kind === 'mark');
};
/** The words from one phrase to another, as they were typed. */
export const phraseOf = (input: string, tokens: readonly Token[], from?: Span, to = from): string =>
  input.slice(tokens[from?.from ?? 0]?.start, tokens[(to?.to ?? 0) - 1]?.end);

/** Signs in a row; bounds the look between two phrases. */
const SIGNS_MAX = 6;

/** Words that leave a doubt, from the first phrase to the last. */
export interface Unsure {
  kind: 'contradiction' | 'another-moment' | 'unclear' | 'flood-interval';
  from: Span;
  to: Span;
}
