import { DAY_MINUTES } from '../../calendar';
import {
  adjoins,
  all,
  type ClockTime,
  type DatePhrase,
  type DayPart,
  type Duration,
  type Line,
  type Phrase,
  type Repetition,
  type Slot,
  standsBehindRemindMe,
  type Unsure,
} from '../readers/phrase';
import { type Token } from '../tokens/tokens';
import { CLAUSE_WORDS, isInfinitive } from '../tokens/vocabulary';
import { isOfEach, NAMED_WEIGHT } from './day';
import { isRange } from './rule';
import { removedOf, type Taken, takePhrases } from './taken';

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
  /** «в 13 или в 14»: one of the two is meant. */
  eitherHour: readonly [Phrase, Phrase] | undefined;
  floodInterval: number | null;
  /** Minutes before, descending. */
  preAlerts: readonly number[];
  /** «накануне вечером»: an hour of the day before at which to tell of it, too. */
  eve: Slot | undefined;
  /** What carries time and was not used, or speaks against it; the first counts. */
  doubts: readonly Unsure[];
  /** The phrases that were taken; all others are text. */
  used: ReadonlySet<Phrase>;
  /** Those of them whose words leave the text. */
  removed: readonly Phrase[];
}

/** Decides which phrases count and what they say together; the rest is the user's text. */
export function choose(phrases: readonly Phrase[], tokens: readonly Token[]): Choice {
  const taken = takePhrases({ phrases, tokens });
  const { used, rule, date, time, times, part, repeated } = taken;
  const doubts = doubtsOf(taken);
  const deadline = deadlineOf(taken);
  // «до 27.11 18:00»: a deadline with its hour is all of the moment.
  if (deadline && time && adjoins(deadline, time, tokens)) used.add(deadline);
  const night = date?.night && time ? NIGHT : undefined;
  return {
    date: taken.offset ? undefined : date,
    time: time?.time ?? times?.slots[0]?.time,
    part: part?.part ?? times?.slots[0]?.part ?? repeated.part ?? night,
    rule,
    until: taken.until,
    lasting: repeated.lasting,
    offset: taken.offset?.duration,
    timeZone: taken.zone?.timeZone,
    times: rule && times?.slots,
    window: taken.window,
    count: taken.counted?.sure ? taken.counted.count : undefined,
    eitherHour: taken.pairs.hours,
    floodInterval: taken.flood?.minutes ?? null,
    preAlerts: taken.ahead?.minutes ?? [],
    eve: taken.ahead?.eve,
    doubts,
    used,
    removed: removedOf(taken),
  };
}

const NIGHT: DayPart = { period: 'night' };

/** «до пятницы», where that is the day of what comes once. */
const deadlineOf = ({ phrases, rule, date }: Taken) =>
  rule ? undefined : all(phrases, 'until').find((each) => each.date === date);

/** What a doubt is about: a phrase, or all from one to another. */
type Doubted = Phrase | readonly [Phrase, Phrase] | false | undefined;
interface Doubt {
  asks: Unsure['kind'];
  about: (taken: Taken) => readonly Doubted[];
}

/** What is left open by what was said, in the order in which it is asked about: the first of them counts. */
const DOUBTS: Record<string, Doubt> = {
  'a number that may count something else': {
    asks: 'unclear',
    about: ({ counted }) => [counted?.sure === false && counted],
  },
  'one of two hours, or of two days': {
    asks: 'another-moment',
    about: ({ pairs }) => [pairs.hours, pairs.days],
  },
  'an hour that may be an amount, a day that may be a name': {
    asks: 'unclear',
    about: ({ phrases, dates, time, times, rule }) => [
      time?.time.unsure && time,
      rule && times?.slots.some((slot) => slot.time?.unsure) && times,
      dates.find(({ unsure }) => unsure),
      all(phrases, 'start').find(({ date }) => date.unsure),
    ],
  },
  'several moments of what comes once': {
    asks: 'another-moment',
    about: ({ rule, dates, time, times, part }) => {
      if (rule) return [];
      return [(time ?? part) && dates.find(({ several }) => several), times];
    },
  },
  'a repetition that may be the name of a thing, or of which week': {
    asks: 'unclear',
    about: ({ phrases, used }) => [
      all(phrases, 'repeat').find(
        (repeat) => (repeat.unsure || repeat.names === 'within') && used.has(repeat),
      ),
    ],
  },
  // «каждый час утром», «каждые 9 часов», «завтра каждые 3 часа»: at which hours, and on which days?
  'every so many minutes of a whole day or of one date': {
    asks: 'unclear',
    about: ({ phrases, tokens, dates, rule, time, part, repeated, ...taken }) => {
      if (rule?.everyMinutes === undefined) return [];
      const begins = time && tokens[time.from]?.text === 'начиная';
      const isAllDay = begins ?? !(part ?? repeated.part);
      const isSteady = isAllDay && DAY_MINUTES % rule.everyMinutes === 0;
      const interval = all(phrases, 'repeat').find((each) => each.rule.everyMinutes);
      const ends = taken.until ?? taken.counted ?? repeated.lasting;
      return [!taken.window && !isSteady && interval, !ends && dates[0]];
    },
  },
  // «каждый месяц до 10 числа», «20-25 числа каждого месяца»
  'an end that comes in each month': {
    asks: 'unclear',
    about: ({ rule, phrases, dates }) => {
      const ends = (date: DatePhrase) => rule && isOfEach(rule, date);
      return [
        dates.find((date) => date.until && ends(date)),
        all(phrases, 'start').find(({ date }) => date.until && ends(date)),
        all(phrases, 'until').find(({ date }) => ends(date)),
      ];
    },
  },
  'how long ahead': {
    asks: 'unclear',
    about: ({ ahead, phrases, used }) => [
      ahead?.unsure && ahead,
      all(phrases, 'ahead').find((each) => !used.has(each) && (ahead ?? each.eve)),
    ],
  },
  // «20-го и 25-го в 12 перевод»: every month, as «20 и 25 числа», or these two days?
  'these days, or those of every month': {
    asks: 'unclear',
    about: ({ repeated, monthDays, tokens, dates }) => {
      const isEveryMonth = repeated.rule ?? tokens.some(({ text }) => /^числ/.test(text));
      return [!isEveryMonth && monthDays && dates[0]];
    },
  },
  // «каждую пятницу 13-го»
  'a day of the month of what comes by weekdays': {
    asks: 'unclear',
    about: ({ rule, dates }) => [
      rule?.unit === 'WEEK' && rule.weekdays && dates.find(({ sort }) => sort === 'month-day'),
    ],
  },
  'several days without a rule': {
    asks: 'unclear',
    about: (taken) => (taken.rule ? [] : severalDaysAtAnHour(taken)),
  },
  'days that no rule knows': {
    asks: 'unclear',
    about: ({ phrases, used }) => [
      all(phrases, 'unsupported')[0],
      all(phrases, 'except').find((except) => !used.has(except)),
    ],
  },
  'a second moment': { asks: 'another-moment', about: leftOver },
  'a part of the day that stands apart from its day': {
    asks: 'another-moment',
    about: (taken) => [!taken.rule && partApart(taken)],
  },
  // «завтра в 10 сдать анализы, через неделю повторить», «чт 8:35 рентген, пт выписка»
  'a later day that opens a further task': {
    asks: 'another-moment',
    about: ({ time, used, ...line }) => [
      all(line.phrases, 'date').find((each) => {
        const isLater = line.tokens[each.from]?.text === 'через';
        const isBehind = time !== undefined && time.to < each.from && saysWhat(each, line);
        return !used.has(each) && (isLater || isBehind) && opensTask(each, line);
      }),
    ],
  },
  // «в 16 созвон, а на той неделе лекарство купить», «18:30 забрать ключи, завтра Лёше долг отдать»
  'a day that opens a further task behind an hour': {
    asks: 'another-moment',
    about: ({ dates, time, ...line }) => [
      dates.find((date) => {
        if (!time || time.to >= date.from) return false;
        const before = line.tokens[date.from - 1]?.text;
        const task = line.tokens.slice(time.to, date.from - 1);
        const isTask = task.some(({ kind, text }) => kind === 'word' && !ASKS.test(text));
        const isOfOther = date.sort !== 'today' && isTask && saysWhat(date, line);
        return before === 'а' || (before === ',' && isOfOther);
      }),
    ],
  },
  // «завтра утром прогулка, в 10 врач»
  'an hour that opens a further task': {
    asks: 'another-moment',
    about: ({ time, part, ...line }) => {
      const parted = time && part && part.to <= time.from && !adjoins(part, time, line.tokens);
      return [parted && opensTask(time, line) && time];
    },
  },
  // «завтра в 9 банк и в 11 мфц»: a number that may count, where a task may begin
  'an amount that may be the hour of a further task': {
    asks: 'unclear',
    about: ({ used, ...line }) => [
      all(line.phrases, 'time').find(
        (each) => each.time.unsure && !used.has(each) && opensTask(each, line),
      ),
    ],
  },
  'a day far behind its hour': { asks: 'unclear', about: (taken) => [lateDate(taken)] },
  'an hour that stands beside another day': {
    asks: 'another-moment',
    about: (taken) => [!taken.offset && otherDay(taken)],
  },
  'words of time beside those that count': {
    asks: 'another-moment',
    about: (taken) => [passedOver(taken)],
  },
  'an interval that flood has not': {
    asks: 'flood-interval',
    about: ({ flood }) => [flood?.unsure && flood],
  },
  // «до выходных в 10» is no Saturday.
  'a deadline of two days': {
    asks: 'unclear',
    about: (taken) => {
      const deadline = deadlineOf(taken);
      return [deadline?.date.sort === 'weekend' && deadline];
    },
  },
};

function doubtsOf(taken: Taken): Unsure[] {
  const doubts = Object.values(DOUBTS).flatMap(({ asks: kind, about }) =>
    about(taken).flatMap((each) => {
      if (!each) return [];
      const [from, to] = 'kind' in each ? [each, each] : each;
      return { kind, from, to };
    }),
  );
  return [...taken.contradictions, ...doubts];
}

/** They ask to be reminded, and say nothing of what. */
const ASKS = /^(?:напомни(?:те)?|мне|нам|пожалуйста|плиз|плз|пж)$/;

/** Whether words of a task follow. */
const saysWhat = ({ to }: Phrase, { tokens, phrases }: Line): boolean =>
  tokens[to]?.kind === 'word' && !phrases.some(({ from }) => from === to);

/** Whether a further task begins with these words. */
const opensTask = (phrase: Phrase, line: Line): boolean => taskBegins(phrase, line) !== undefined;

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
const NEXT_TASK = /^(?:еще|потом|плюс)$/;

/** Phrases that say when, weigh as much as those that were chosen, and were not used. */
function leftOver({ used, ...line }: Taken): Phrase[] {
  const heard = Math.max(
    ...[...used].map((phrase) => (standsBehindRemindMe(phrase) ? phrase.to : -1)),
  );
  // «встреча 25-го в 15, напомни 24-го в 12»: the meeting's hour is text.
  const meant = (phrase: Phrase): boolean => heard < 0 || taskBegins(phrase, line) !== undefined;
  return line.phrases
    .filter((phrase) => !used.has(phrase) && !phrase.keep && MOMENTS.test(phrase.kind))
    .filter(meant)
    .filter(({ kind, weight }) => kind !== 'time' || weight >= CERTAIN_TIME_WEIGHT);
}

/**
 * «напомни завтра утром про созвон в 12», «напомни вечером взять завтра паспорт», «вечером напомни про завтра в 8»: a
 * part of the day that was told with «напомни», and an hour or a day that stands apart from it.
 */
function partApart({ phrases, tokens, dates }: Taken): Phrase | undefined {
  const tells = (phrase: Phrase): boolean =>
    standsBehindRemindMe(phrase) || /^напом/.test(tokens[phrase.to]?.text ?? '');
  return all(phrases, 'part').find(
    (part) => tells(part) && dates.some((date) => !adjoins(date, part, tokens)),
  );
}

/**
 * The phrases that say that something lasts several days, beside an hour or a part of the day: «с 1 по 5 декабря в 18
 * ярмарка», «в 9 утра 7 дней». It may be to ring on each of them. The caller has made sure that there is no rule. An hour
 * with an end, as in «с 1 по 5 декабря с 9 до 18 ярмарка», is a time of opening, and asks for nothing.
 */
function severalDaysAtAnHour({ used, ...line }: Taken): Phrase[] {
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
function lateDate({ tokens, time, dates }: Taken): Phrase | undefined {
  const [date, other] = dates;
  if (!date || !time || other || time.to >= date.from) return undefined;
  const between = tokens.slice(time.to, date.from);
  const tied = /^(?:на|к|ко)$/.test(tokens[date.from]?.text ?? '');
  const act = between.some(({ text }) => isInfinitive(text));
  const loose = act && (tied || between.some(({ text }) => CLAUSE_WORDS.has(text)));
  return loose ? date : undefined;
}

/**
 * A date beside the hour, where the chosen date is not beside it, so that either may be the day of the reminder: «в среду купить билеты на пятницу в 19»,
 * «отменить Катю в чт, перенести на пт 27-е 14:00».
 */
function otherDay({ phrases, tokens, dates, time }: Taken): Phrase | undefined {
  if (!time) return undefined;
  const near = all(phrases, 'date').filter((date) => adjoins(date, time, tokens));
  if (dates.length === 0 || dates.some((date) => near.includes(date))) return undefined;
  return near.find(({ weight }) => weight >= NAMED_WEIGHT);
}

/** «через год 5 января в 10»: words of time beside those that were chosen; «торт на 28 ноября завтра» is of a thing. */
const passedOver = ({ phrases, tokens, used }: Taken): Phrase | undefined =>
  phrases.find(
    (phrase) =>
      !(used.has(phrase) || phrase.keep || /^(?:until|count|zone|flood)$/.test(phrase.kind)) &&
      tokens[phrase.from]?.text !== 'на' &&
      [...used].some((each) => adjoins(each, phrase, tokens)),
  );
