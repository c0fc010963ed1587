import { MONTHS_GENITIVE } from '@/texts/schedule';
import { addDays, addMonths, firstOfMonth, monthOf, nextWeekday } from '../readers/date-arithmetic';
import { folded } from '../../search';
import { type LocalDate, localDateAt, wallTimeToInstant } from '../../time-zone';
import { whole } from '../tokens/word-table';
import { type Clock } from '../choice/result';
import { NOTHING_KNOWN, parseAnswer } from './answer';

/** What a line asks of all series at once. */
export type PauseAllRequest =
  /** Nothing repeating comes until then; null: until it is resumed. */
  | { act: 'pause'; until: Date | null }
  | { act: 'resume' }
  /** A pause whose end is not understood, or has passed. */
  | { act: 'unclear' };

/** Longer lines say more than that. */
const LINE_MAX = 100;

/** What else stands for «все», once `plainOf` has made a line plain. */
const ALL_OF_THEM =
  /(?<!\p{L})(?:(?:вообще )?все(?: мои)?(?: (?:напоминания|уведомления))?|(?:мои )?(?:напоминания|уведомления)|бота|меня)(?!\p{L})/gu;

const PAUSES = [
  /^(?:поставь|поставить|сделай|включи)?(?: ?все)?(?: ?на)? ?пауз[ау](?: все)?(?: (?<end>(?:до|на|по) .+))?$/,
  /^(?:приостанови|останови|заморозь) все(?: (?<end>(?:до|на|по) .+))?$/,
  /^(?:не (?:беспокой|тревожь)(?: все)?|(?:я )?(?:в отпуске|на больничном|у(?:ехала?|езжаю|хожу|шла|шел) в отпуск)) (?<end>(?:до|на|по) .+)$/,
];
const RESUMES =
  /^(?:возобнови(?:ть)?(?: все)?|(?:продолж(?:и|ай)|запусти|включи) все(?: обратно| снова)?|(?:сними|снять)(?: все)? с паузы|(?:сними|убери|отмени) паузу(?: все)?|(?:я )?верну(?:лся|лась) из отпуска)$/;

/**
 * Whether a whole line pauses or resumes all series: «всё на паузу до понедельника», «возобнови всё»,
 * «я в отпуске до 5 декабря»; undefined for anything else.
 */
export function readPauseAll(line: string, clock: Clock): PauseAllRequest | undefined {
  if (line.length > LINE_MAX) return undefined;
  const said = plainOf(line).replace(ALL_OF_THEM, 'все');
  if (RESUMES.test(said)) return { act: 'resume' };
  const order = PAUSES.find((each) => each.test(said));
  return order && pauseUntil(order.exec(said)?.groups?.['end'], clock);
}

/** A pause with the end that is said: «до понедельника», «на неделю»; none is one without an end. */
export function pauseUntil(
  end: string | undefined,
  clock: Clock,
): Exclude<PauseAllRequest, { act: 'resume' }> {
  if (end === undefined) return { act: 'pause', until: null };
  const until = endOf(end, clock);
  return until !== null && until > clock.now ? { act: 'pause', until } : { act: 'unclear' };
}

/** Whether a line speaks of all reminders, and so is no answer to a question about one: «возобнови всё». */
export const namesAll = (line: string): boolean =>
  /(?:^| )(?:все|напоминания|уведомления)(?: |$)/.test(plainOf(line));

/** In lower case, without the words and marks that say nothing. */
const plainOf = (line: string): string =>
  folded(line)
    .replace(/[,!?;—–]|\.(?=\s|$)|пожалуйста/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^(?:(?:бот|так|ну|а|и|слушай|привет|давай) )+/, '');

/**
 * When a pause ends, null where that is not understood. What names a day ends it as that day begins, unless that belongs
 * to it: «по пятницу», «до конца декабря».
 */
function endOf(end: string, clock: Clock): Date | null {
  const { now, timeZone } = clock;
  const midnight = (day: LocalDate) => wallTimeToInstant(`${day}T00:00`, timeZone);
  const inclusive = /^по |^до конца | включительно$/.test(end);
  const [, how = '', when = ''] = /^(до|на|по) (.+?)(?: включительно)?$/.exec(end) ?? [];
  const known = knownEnd(when, localDateAt(now, timeZone));
  if (known !== null) return midnight(known);
  // «через понедельник» is another day than the one of «на понедельник».
  if (how === 'на' && !LENGTH.test(when)) return null;
  const span = how === 'на' ? `через ${when}` : partUntil(when);
  const read = parseAnswer(span, NOTHING_KNOWN, clock);
  if (read.outcome !== 'when' || read.when.rule) return null;
  if ('date' in read.when) {
    const last = read.said.date?.within?.[1] ?? read.when.date;
    return midnight(inclusive ? addDays(last, 1) : read.when.date);
  }
  const at = read.when.dateTime;
  // «на неделю», «на 3 дня»: until the day begins; «на 2 часа» to the minute.
  if (how !== 'на' || /час|минут/.test(when)) return at;
  return midnight(localDateAt(at, timeZone));
}

/** «неделю», «3 дня», «пару часов», «2 с половиной часа» */
const LENGTH = whole(
  '(?:[а-я\\d]+ ){0,3}(?:пол(?:часа|года)|(?:минут|час|сут|день|дня|дней|недел|месяц|год|лет)[а-я]*)',
);

/** «вечера» of «до вечера» as a moment; anything else as it is. */
export const partUntil = (end: string): string => DAY_PARTS[end] ?? end;
const DAY_PARTS: Record<string, string> = {
  вечера: 'вечером',
  утра: 'утром',
  обеда: 'в обед',
  ночи: 'ночью',
};

/** The day behind a stretch of the calendar that has a name; null for any other. */
function knownEnd(when: string, today: LocalDate): LocalDate | null {
  if (/^(?:сегодня|день)$/.test(when)) return addDays(today, 1);
  if (/^(?:выходные|эту неделю|следующей недели)$/.test(when)) return nextWeekday(today, 1);
  const monthAhead = (months: number) => addMonths(firstOfMonth(today), months);
  if (/^(?:этот месяц|следующего месяца)$/.test(when)) return monthAhead(1);
  const present = monthOf(today) - 1;
  if (/^(?:нового года|следующего года)$/.test(when)) return monthAhead(12 - present);
  const named = MONTHS_GENITIVE.indexOf(when);
  // «до ноября» in November is asked about.
  return named < 0 || named === present ? null : monthAhead((named - present + 12) % 12);
}
