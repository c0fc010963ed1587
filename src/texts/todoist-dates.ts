/** Dates in Todoist's English and Russian words, said as quick-add reads them. */

/**
 * Patterns of whole words, in the order in which they are looked for, and what stands for them: in whatever case and
 * number, since quick-add reads «каждый 3 неделя», too.
 */
const OUR_WORDS: Readonly<Record<string, string>> = {
  'кажд\\S+ (\\d{1,2})(?:-?е|-?го)?(?= в |$)': 'каждое $1 число',
  ev: 'every',
  annually: 'every year',
  '(week|month|quarter|year)ly': 'every $1',
  '(?:every last day|каждый последний день)(?: of the month| месяца)?':
    'последний день каждого месяца',
  '(?:every first workday|каждый первый рабочий день)(?: of the month| месяца)?':
    'первый рабочий день каждого месяца',
  '(?:every last workday|каждый последний рабочий день)(?: of the month| месяца)?':
    'последний рабочий день каждого месяца',
  'daily|every (?=morning|afternoon|evening)': 'каждый день ',
  '(?:work ?|week)days?': 'рабочий день',
  'weekends?': 'выходной',
  other: '2',
  'mon(?:days?)?': 'пн',
  'tue(?:s|sdays?)?': 'вт',
  'wed(?:nesdays?)?': 'ср',
  'thu(?:rs?|rsdays?)?': 'чт',
  'fri(?:days?)?': 'пт',
  'sat(?:urdays?)?': 'сб',
  'sun(?:days?)?': 'вс',
  'jan(?:uary)?': 'января',
  'feb(?:ruary)?': 'февраля',
  'mar(?:ch)?': 'марта',
  'apr(?:il)?': 'апреля',
  may: 'мая',
  'june?': 'июня',
  'july?': 'июля',
  'aug(?:ust)?': 'августа',
  'sept?(?:ember)?': 'сентября',
  'oct(?:ober)?': 'октября',
  'nov(?:ember)?': 'ноября',
  'dec(?:ember)?': 'декабря',
  'every (\\d{1,2})(?:st|nd|rd|th) (?=пн|вт|ср|чт|пт|сб|вс)': 'каждый месяц в $1-й ',
  'every (\\d{1,2})(?:st|nd|rd|th)(?! [а-я]{3})': 'каждое $1 число',
  '(\\d{1,2})(?:st|nd|rd|th)': '$1',
  every: 'каждый',
  'days?': 'день',
  'weeks?': 'неделя',
  'months?': 'месяц',
  'quarters?': 'квартал',
  'years?': 'год',
  'today|tod': 'сегодня',
  'tomorrow|tom': 'завтра',
  '(?:in the )?morning': 'утром',
  '(?:in the )?afternoon': 'днём',
  '(?:in the )?evening': 'вечером',
  'starting|from': 'с',
  'until|ending': 'до',
  at: 'в',
  and: 'и',
};
const PATTERNS = Object.entries(OUR_WORDS).map(
  ([pattern, ours]) => [new RegExp(`(?<![\\wа-яё])(?:${pattern})(?!\\w)`, 'g'), ours] as const,
);

/** What is repeated from the day on which it was done: «every! 3 days», «каждые! 3 дня». */
export const countsFromDone = (said: string): boolean =>
  /(?:^|\s)(?:ev|every|кажд\S+)!/i.test(said);

/** A day and a month, of whatever year: «27 ноя», «27.11». */
export const mayLackYear = (said: string): boolean => /\d/.test(said) && !/через|\d{4}/i.test(said);

/** Words of any other language stay as they are, and are then not understood. */
export function inOurWords(said: string): string {
  let words = said.toLowerCase().replaceAll('!', '').trim();
  for (const [pattern, ours] of PATTERNS) words = words.replace(pattern, ours);
  // English has the month first.
  return words.replace(/([а-я]{3,8}[ая]) (\d{1,2})(?!\d|:)/g, '$2 $1');
}
