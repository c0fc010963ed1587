import { MONTHS_GENITIVE } from './schedule';
import { plural, pluralForm, unitNouns } from './plural';

/** Dates in Todoist's English and Russian words, said as quick-add reads them. */

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
const MONTH = `(${MONTHS.join('|')})[a-z]*`;
const WEEKDAYS: readonly (readonly [RegExp, string])[] = [
  [/\bmon(?:days?)?\b/g, 'пн'],
  [/\btue(?:s(?:days?)?)?\b/g, 'вт'],
  [/\bwed(?:nesdays?)?\b/g, 'ср'],
  [/\bthu(?:r(?:s(?:days?)?)?)?\b/g, 'чт'],
  [/\bfri(?:days?)?\b/g, 'пт'],
  [/\bsat(?:urdays?)?\b/g, 'сб'],
  [/\bsun(?:days?)?\b/g, 'вс'],
];
const UNITS = new Map([
  ['day', 'DAY'],
  ['week', 'WEEK'],
  ['month', 'MONTH'],
  ['year', 'YEAR'],
] as const);
const ORDINAL = '(\\d{1,2})(?:st|nd|rd|th)';

const monthOf = (name: string): string => MONTHS_GENITIVE[MONTHS.indexOf(name)] ?? '';

function unitOf(name: string) {
  for (const [unit, ours] of UNITS) if (name === unit) return ours;
  return 'DAY';
}

const everyFew = (count: number, unit: string): string =>
  `${pluralForm(count, ['каждый', 'каждые', 'каждые'])} ${plural(count, unitNouns[unitOf(unit)])}`;

function clock(hours: string, minutes: string, half: string): string {
  const ofHalf = (Number(hours) % 12) + (half === 'p' ? 12 : 0);
  return `в ${ofHalf}:${minutes}`;
}

/** In this order: what names a whole rule comes before its words. */
const ENGLISH: readonly (readonly [RegExp, string | ((...found: string[]) => string)])[] = [
  [/\b(?:ev|every)\b/g, 'every'],
  [/\bdaily\b/g, 'every day'],
  [/\bweekly\b/g, 'every week'],
  [/\bmonthly\b/g, 'every month'],
  [/\b(?:yearly|annually)\b/g, 'every year'],
  [/\b(?:quarterly|every quarter)\b/g, 'every 3 months'],
  [/\bevery (?:work ?|week)days?\b/g, 'по будням'],
  [/\bevery weekends?\b/g, 'каждые выходные'],
  [/\bevery (morning|afternoon|evening|night)\b/g, 'every day $1'],
  [/\bevery last day(?: of the month)?\b/g, 'последний день каждого месяца'],
  [/\bevery other (day|week|month|year)\b/g, (_, unit = '') => everyFew(2, unit)],
  [/\bevery other (?=[mtwfs])/g, 'раз в 2 недели в '],
  [
    /\bevery (\d{1,3}) (day|week|month|year)s?\b/g,
    (_, count = '', unit = '') => everyFew(Number(count), unit),
  ],
  [/\bevery week\b/g, 'каждую неделю'],
  [/\bevery day\b/g, 'каждый день'],
  [/\bevery month\b/g, 'каждый месяц'],
  [/\bevery year\b/g, 'каждый год'],
  [
    new RegExp(`\\b${MONTH} (\\d{1,2})(?:st|nd|rd|th)?\\b,?`, 'g'),
    (_, month = '', day = '') => `${day} ${monthOf(month)}`,
  ],
  [
    new RegExp(`\\b(\\d{1,2})(?:st|nd|rd|th)? ${MONTH}\\b,?`, 'g'),
    (_, day = '', month = '') => `${day} ${monthOf(month)}`,
  ],
  [/\bevery (?=\d{1,2} [а-я])/g, 'каждое '],
  [
    new RegExp(`\\bevery ${ORDINAL} (?=(?:mon|tue|wed|thu|fri|sat|sun))`, 'g'),
    (_, nth = '') => `каждый месяц в ${nth}-й `,
  ],
  [new RegExp(`\\bevery ${ORDINAL}(?![\\w-])`, 'g'), 'каждое $1 число'],
  [
    /\b(?:at )?(\d{1,2}):(\d\d) ?([ap])\.?m\b\.?/g,
    (_, h = '', m = '', half = '') => clock(h, m, half),
  ],
  [/\b(?:at )?(\d{1,2}) ?([ap])\.?m\b\.?/g, (_, h = '', half = '') => clock(h, '00', half)],
  [/\bat (?=\d)/g, 'в '],
  [/\bday (?:in the )?/g, 'day '],
  [/\b(?:today|tod)\b/g, 'сегодня'],
  [/\b(?:tomorrow|tom)\b/g, 'завтра'],
  [/\b(?:in the )?morning\b/g, 'утром'],
  [/\b(?:in the )?afternoon\b/g, 'днём'],
  [/\b(?:in the )?evening\b/g, 'вечером'],
  [/\b(?:starting|from)\b/g, 'с'],
  [/\b(?:until|ending)\b/g, 'до'],
  [/\bevery\b/g, 'каждый'],
  [/\band\b/g, 'и'],
  ...WEEKDAYS,
];

const RUSSIAN: readonly (readonly [RegExp, string])[] = [
  [/^(кажд(?:ое|ый|ого)) (\d{1,2})(?:-?(?:е|го))?(?= в |$)/, 'каждое $2 число'],
  [/^каждый последний день(?: месяца)?/, 'последний день каждого месяца'],
];

/** What is repeated from the day on which it was done: «every! 3 days», «каждые! 3 дня». */
export const countsFromDone = (said: string): boolean =>
  /(?:^|\s)(?:ev|every|кажд\S+)!/i.test(said);

/** Words of any other language stay as they are, and are then not understood. */
export function inOurWords(said: string): string {
  let words = said.toLowerCase().replaceAll('!', '').trim();
  for (const [pattern, ours] of [...RUSSIAN, ...ENGLISH]) {
    words = typeof ours === 'string' ? words.replace(pattern, ours) : words.replace(pattern, ours);
  }
  return words;
}
