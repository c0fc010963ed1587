import { REMINDER_TEXT_MAX } from '../../limits';
import { localDateAt } from '../../time-zone';
import { asksBack } from '../messages/not-reminders';
import { weekdayOf } from '../readers/date-arithmetic';
import { type Reply, type ReplyClock, type Subject } from '../replies/reply';
import { PAST_TENSE } from '../replies/reply-words';
import { textsOf } from '../tokens/tokens';
import { isInfinitive, readNumberWord, WEEKDAYS_PLURAL } from '../tokens/vocabulary';
import { momentIn, OF_WEEKDAY } from './moment';
import { isDeedOf, likeness, namingWords, nearest } from './names';
import { readNewPoint, readTicks } from './points';
import { readStock } from './stock';

/** A reminder of the person's, as a line may speak of it. */
export interface Known extends Subject {
  id: number;
  /** `over`: done, archived or deleted. */
  state: 'waits' | 'ahead' | 'paused' | 'over';
}

export const isAmong = ({ id }: Known, those: readonly Known[]): boolean =>
  those.some((each) => each.id === id);

/** «купила таблетки» is about «Купить таблетки», and not about «Выпить таблетку». */
export const saysItsDeed = (line: string, reminder: Known): boolean =>
  textsOf(line).some((word) => PAST_TENSE.test(word) && isDeedOf(word, reminder)) &&
  thingsOf(reminder).every((thing) => namingWords(line).some((word) => likeness(word, thing)));
const INFINITIVE_ACTS =
  /^(?:удалить|отложить|перенести|сдвинуть|отменить|пропустить|переименовать|отметить)$/;
/** They end like infinitives. */
const NO_TASK =
  /^(?:ночь|дочь|есть|мать|часть|вещь|помощь|.*ость|гости|пути|дети|сети|части|пропусти|отметь|очисти)$/;

/** «забрать», but not «десять» or «пропусти». */
export const isTask = (word: string): boolean =>
  isInfinitive(word) && !NO_TASK.test(word) && !readNumberWord(word) && !INFINITIVE_ACTS.test(word);

/** «пропусти йогу завтра», where today's comes first: only what is next can be skipped. */
export function namesOtherDay(line: string, reminder: Known, clock: ReplyClock): boolean {
  if (!reminder.rule || THIS_WEEK.test(line)) return false;
  const day = dayIn(line, reminder, clock);
  return day !== undefined && day !== dayOf(reminder.comesAt ?? reminder.dueAt, clock);
}

const THIS_WEEK = /(?:^|\s)на этой неделе(?:\s|$)/iu;

/** «завтрашнюю», «субботние», «в понедельник» */
export function dayIn(line: string, subject: Subject, clock: ReplyClock): string | undefined {
  const then = line.replace(/(?<!\p{L})(сегодня|завтра|послезавтра)шн\p{L}+/giu, '$1');
  const moment = momentIn(then.replace(OF_WEEKDAY, 'в $1'), subject, clock);
  if (moment?.act === 'past') return moment.date;
  return moment?.act === 'move' ? dayOf(moment.to, clock) : undefined;
}
const dayOf = (instant: Date, { timeZone }: ReplyClock) => localDateAt(instant, timeZone);

const DATED =
  /(?:сегодня|завтра|послезавтра|понедельник|вторник|сред|четверг|пятниц|суббот|воскресень|числ|раз|час|минут|[а-я]{3,}ря(?: |$)|март|апрел|мая|июн|июл|август|феврал)/;

/** Whether a new time is asked for of a series, and nothing says for how long. */
export const isScopeOpen = ({ rule, state }: Known, reply: Reply, line: string): boolean =>
  rule !== null &&
  reply.act === 'move' &&
  state !== 'waits' &&
  !/теперь|всегда/.test(line.toLowerCase()) &&
  !DATED.test(
    line
      .toLowerCase()
      .replace(/час\S*\s+(?:утра|вечера|дня|ночи)/, '')
      // «на 22 число» may be said of every month.
      .replace(rule.unit === 'MONTH' ? /\d+(?:-?го)?\s+числ\S*/ : /$/, ''),
  );

export const thingsOf = ({ text }: Pick<Known, 'text'>) =>
  namingWords(text).filter((word) => !isTask(word.text));

/** Whether a line has all words of it but its verbs. */
export function namesThings(line: string, { text }: Pick<Known, 'text'>): boolean {
  const things = thingsOf({ text });
  const said = namingWords(line);
  return things.length > 0 && things.every((thing) => nearest(thing, said) === 'same');
}

/** What words say that answers nothing: of the stock, or of the points. */
export function readBeside(line: string, subject: Subject): Reply | undefined {
  const { text, counts } = subject;
  if (line.length > REMINDER_TEXT_MAX) return undefined;
  const newPoint = readNewPoint(line, subject);
  if (newPoint !== undefined) return newPoint;
  const said = (counts ? readStock(line, text) : undefined) ?? readTicks(line, subject);
  // «корм кончился?» asks, and changes nothing.
  return said?.act !== 'stock' && asksBack(line) ? undefined : said;
}

/** «ежедневные», «каждую неделю» */
const REPEATING = [
  [/ежедневн|кажд\p{L}+ день/iu, 'DAY'],
  [/еженедельн|кажд\p{L}+ неделю/iu, 'WEEK'],
  [/ежемесячн|кажд\p{L}+ месяц/iu, 'MONTH'],
  [/ежегодн|кажд\p{L}+ год/iu, 'YEAR'],
] as const;
export const unitIn = (line: string) => REPEATING.find(([says]) => says.test(line))?.[1];

/** «что у меня повторяется?», «какие ежедневные есть», «что на паузе?» */
export const asksWhatRepeats = (line: string): boolean =>
  /(?<!\p{L})(?:что|ч[её]|какие|покажи(?:те)?|показать)(?!\p{L}).*(?:повторя|(?:регуляр|постоянн)\p{L}*(?:\s+(?:напоминани|дел|задач)\p{L}*)?[\s?.!]*$|еже\p{L}+н|кажд)/iu.test(
    line,
  ) ||
  (/(?<!\p{L})что(?!\p{L})/iu.test(line) && weekdayIn(line) !== undefined) ||
  asksWhatIsPaused(line);

export const asksWhatIsPaused = (line: string): boolean =>
  /(?<!\p{L})(?:что|какие|покажи)(?!\p{L}).*на паузе/iu.test(line);

/** «что у меня по вторникам?» */
const weekdayIn = (line: string): number | undefined =>
  textsOf(line).flatMap((word) => WEEKDAYS_PLURAL.get(word) ?? [])[0];

/** Those that repeat as a line says. Asked «что на паузе?», `ahead` holds the paused alone, and all of it is the answer. */
export function whatRepeats(
  line: string,
  ahead: readonly Known[],
  { timeZone }: ReplyClock,
): readonly Known[] {
  const unit = unitIn(line);
  if (asksWhatIsPaused(line)) return ahead;
  const weekday = weekdayIn(line);
  const isThen = ({ rule, comesAt }: Known): boolean => {
    if (weekday === undefined || rule?.unit === 'DAY') return true;
    const own = comesAt ? [weekdayOf(localDateAt(comesAt, timeZone))] : [];
    return (rule?.weekdays ?? own).includes(weekday);
  };
  return ahead.filter(
    (each) => each.rule !== null && (unit === undefined || each.rule.unit === unit) && isThen(each),
  );
}
