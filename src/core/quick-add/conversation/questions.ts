import { DAY_MS, daysAfter } from '../../calendar';
import { pauseUntil } from '../replies/pause-all';
import { localDateAt, type LocalDate } from '../../time-zone';
import {
  addMonths,
  dayOf,
  firstOfMonth,
  lastOfMonth,
  monthOf,
  weekdayOf,
} from '../readers/date-arithmetic';
import { folded } from '../../search';
import { type Clock } from '../choice/result';
import { NOTHING_KNOWN, parseAnswer } from '../replies/answer';
import { asksBack } from '../messages/not-reminders';
import { ASKS, PLANS, SILENT } from '../messages/request';
import { tokenize } from '../tokens/tokens';
import { GREETING, isInfinitive, MONTHS } from '../tokens/vocabulary';
import { namedBy, type NamedBy } from './meant';
import { type Known } from './named';
import { mentions, namingWords } from './names';

/** What a line asks about the person's reminders. */
export type Question =
  /** What comes on these days. */
  | { asks: 'days'; from: LocalDate; days: number }
  /** When it comes, whether it is there. `found` may be empty. */
  | { asks: 'reminder'; found: readonly Known[] }
  | { asks: 'find'; words: string }
  /** What comes first. */
  | { asks: 'next' };

const LINE_MAX = 120;
/** A list of days has two digits for how many. */
const RANGE_MAX = 99;
/** «когда стоматолог», «техосмотр я записывал?», «сколько дней до отпуска» */
const WHEN =
  /(?:^а про|(?:^| )(?:когда|(?:во|на) сколько|какого числа|(?:в|на) какой день|сколько (?:\S+ )?до|есть|стоит|записан[аоы]?|записывала?|ставила?|помнишь))(?= |$)/;
/** Begins a question that has no mark. */
const ASKS_OF = new RegExp(
  `^(?:(?:а|и|ну|скажи|подскажи|${GREETING})[\\s,]+)*(?:что|как(?:ие|ой|ая|ое)|сколько|где|есть|покажи)(?= )`,
  'u',
);
const FIND =
  /^(?:найди|поищи|поиск|где(?: запись| заметка| напоминание)?) (?:(?:мне|все|там|где|что|про|о|об|напомина\S+|заметк\S+) )*(.+?)(?: (?:был[аои]?|там|есть))*$/;

/** «какое ближайшее напоминание», «что у меня дальше» */
const NEXT = /^(?:(?:ближайш|следующ)(?:ее|ая|ий)|(?:близк|скор)ое|дальше)$/;
const isOfPlans = (word: string): boolean => ASKS.has(word) || PLANS.has(word);
const isPlain = (word: string): boolean =>
  isOfPlans(word) || SILENT.has(word) || /^(?:напоминание|событие)$/.test(word);

/** The days that words of a calendar mean: `[first day, how many]`. */
function daysOf(words: string, clock: Clock): [LocalDate, number] | null {
  const { now, timeZone } = clock;
  const today = localDateAt(now, timeZone);
  const weekday = weekdayOf(today) - 1;
  const next = /^(?:следующ\S+|будущ\S+) /.test(words) ? 7 : 0;
  const month = MONTHS.get(words) ?? 0;
  if (month > 0) {
    const ahead = (month - monthOf(today) + 12) % 12;
    const first = addMonths(firstOfMonth(today), ahead);
    return [first, dayOf(lastOfMonth(first))];
  }
  const plain = words.replace(/^(?:эт\S+|ближайш\S+|следующ\S+|будущ\S+|текущ\S+|всю|весь) /, '');
  if (/^(?:выходн\S+|уик-?энд)(?: субботу воскресенье)?$/.test(plain)) {
    // On a Sunday «в субботу и воскресенье» are the next ones.
    const ahead = next > 0 || (weekday === 6 && plain.includes('субботу'));
    const from = ahead ? 12 - weekday : Math.max(5 - weekday, 0);
    return [daysAfter(today, from), ahead ? 2 : 7 - Math.max(5, weekday)];
  }
  if (/^недел\S+$/.test(plain)) {
    return next === 0 ? [today, 7 - weekday] : [daysAfter(today, 7 - weekday), 7];
  }
  if (/^до /.test(plain)) {
    const end = pauseUntil(plain, clock);
    if (end.act !== 'pause' || end.until === null) return null;
    const day = (date: LocalDate) => Date.parse(`${date}T00:00Z`) / DAY_MS;
    const days = day(localDateAt(end.until, timeZone)) - day(today);
    return days > 0 && days <= RANGE_MAX ? [today, days] : null;
  }
  const day = /^\d{1,2}$/.test(plain)
    ? `${plain} числа`
    : words.replace(/ ?(?:утром|днем|вечером|ночью)$/, '') || 'сегодня';
  const read = parseAnswer(`${day} в 12:00`, NOTHING_KNOWN, clock);
  if (read.outcome === 'past') return [read.date, 1];
  if (read.outcome !== 'when' || read.when.rule) return null;
  const { when } = read;
  return [day === 'сегодня' ? today : 'date' in when ? when.date : when.wallTime.slice(0, 10), 1];
}

const GREETED = new RegExp(`^(?:${GREETING})[\\s,!.]+`, 'u');

function readDays(line: string, named: readonly Known[], clock: Clock): Question | undefined {
  const words = tokenize(
    line
      .replace(GREETED, '')
      .replace(/сам(?:ое|ая|ый) перв\S+/u, 'ближайшее')
      .replace(/(\d)-?(?:го|е)(?!\p{L})/u, '$1 числа'),
  ).flatMap(({ kind, text, ordinal, value }) =>
    kind === 'mark' ? [] : [ordinal ? String(value) : text],
  );
  if (
    words.some((word) => NEXT.test(word)) &&
    words.every((word) => NEXT.test(word) || isPlain(word))
  )
    return { asks: 'next' };
  if (!words.some(isOfPlans)) return undefined;
  const left = words.filter((word) => !isOfPlans(word) && (!SILENT.has(word) || word === 'до'));
  // «сколько у меня встреч на этой неделе»
  const things = left.filter((word) => named.some(({ text }) => mentions(word, text)));
  const of = left.filter((word) => !things.includes(word)).join(' ');
  const days = of === '' ? null : daysOf(of, clock);
  if (!days) return undefined;
  const [from, count] = days;
  const found = named.filter(({ text, comesAt }) => {
    const day = comesAt && localDateAt(comesAt, clock.timeZone);
    const isThen = day !== null && day >= from && day < daysAfter(from, count);
    return isThen && things.some((word) => mentions(word, text));
  });
  return found.length > 0 ? { asks: 'reminder', found } : { asks: 'days', from, days: count };
}

/** Those of which a question has the most words, those that are named as a whole before others. */
function bestNamed(words: string, named: readonly Known[]): readonly Known[] {
  const namings = named.map((reminder) => ({ reminder, ...namedBy(words, reminder) }));
  const whole = namings.filter(({ isWhole, exact, words }) => isWhole && exact === words);
  // A word with a slip is worth half of one without.
  const points = ({ words, exact }: NamedBy) => words + exact;
  const most = Math.max(1, ...namings.map(points));
  const best = whole.length > 0 ? whole : namings.filter((each) => points(each) === most);
  return best.map(({ reminder }) => reminder);
}

/** What a line asks for that asks something, of which `named` share a word with it. */
export function readQuestion(
  line: string,
  named: readonly Known[],
  clock: Clock,
): Question | undefined {
  if (line.length > LINE_MAX) return undefined;
  const plain = folded(line)
    .replace(/(?: или нет)?[\s?!.]+$| или нет$/, '')
    .trim();
  const aboutDays = readDays(plain, named, clock);
  if (aboutDays) return aboutDays;
  const words = namingWords(plain.replace(WHEN, ' '));
  const things = words.filter(({ text }) => !isInfinitive(text));
  const isTask = things.length < words.length;
  const [, sought] = FIND.exec(plain) ?? [];
  if (sought !== undefined && !isTask) return { asks: 'find', words: sought };
  const isWhen = WHEN.test(plain);
  if (!isWhen && !asksBack(line) && !ASKS_OF.test(plain)) return undefined;
  const found = bestNamed(things.map(({ text }) => text).join(' '), named);
  // «когда приду домой, позвонить маме» is something to do.
  if (isTask && !asksBack(line) && found.length === 0) return undefined;
  const isOfNothing = isWhen && !isTask && things.length > 0 && things.length <= 5;
  return found.length > 0 || isOfNothing ? { asks: 'reminder', found } : undefined;
}
