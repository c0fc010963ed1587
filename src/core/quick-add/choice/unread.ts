import { says, type Unsure } from '../readers/phrase';
import { type Scan } from '../readers/scan';
import { Cursor } from '../tokens/cursor';
import { oneSlipApart } from '../tokens/spelling';
import { lengthOf, oneOf, Outline, pattern, plainly } from '../tokens/outline';
import { textsOf, type Token, tokenize } from '../tokens/tokens';
import {
  DAY_PART_NOUNS,
  EACH,
  hasNumberedParts,
  isInfinitive,
  isKnown,
  LAST_GONE,
  LAST_OF,
  MONTHS,
  NEXT,
  TIED,
  UNITS,
  WORKDAY,
} from '../tokens/vocabulary';
import { anyOf } from '../tokens/word-table';
import { remainingText } from './remaining-text';

/** Where words look like time and no reader took them up: what was read without them is asked about. */

const unclear = (from: number, to: number): Unsure => {
  const span = { from, to };
  return { kind: 'unclear', from: span, to: span };
};

/** «22 в 10 стоматолог», «25 12 2026 в 10»: numbers that nothing names, right before the hour, may be a day. */
function loneDay(tokens: readonly Token[], { phrases }: Scan): Unsure | undefined {
  const [first] = phrases;
  if (first?.kind !== 'time') return undefined;
  const before = tokens.slice(0, first.from);
  const listed = before.every(({ text, digits }) => /^(?:и|,)$/.test(text) || digits > 0);
  return listed && before.length > 0 ? unclear(0, first.to) : undefined;
}

/** Whether a line names a day that a reader knows. */
const saysDay = ({ phrases }: Pick<Scan, 'phrases'>): boolean => says(phrases, 'repeat', ...DAYS);
const DAYS = ['date', 'start', 'until', 'in'] as const;

/** «25.11», «27-11»; not «1.25.3», «12.08м» */
const DAY_AND_MONTH = pattern(
  '(?:0?[1-9]|[12]\\d|3[01]) ~?([./-]) ~?(?:0[1-9]|1[0-2])(?= (?:[^~]|~[.,] |$))',
);
/** «25.11», «27-11 в 15:30» of a line that names no other day. */
function looksLikeDate(tokens: readonly Token[], at: number, { phrases }: Scan): boolean {
  const [, sign] = new Cursor(tokens, at).match(DAY_AND_MONTH, 'typed') ?? [];
  // «версия 16.04»
  const isName = hasNumberedParts(tokens[at - 1]?.text ?? '');
  if (sign === undefined || isName || saysDay({ phrases })) return false;
  return sign !== '-' || phrases.some(({ kind, from }) => kind === 'time' && from === at + 3);
}

/** A word of time or of repetition, and so many more letters that no form of it has them. */
const BEGINS =
  /^(?:кажд(?:ый|ую|ое|ые|ого|ой)|(?:после)?завтра(?!ка|к.{0,3}$|ш)|сегодня(?!ш)|через(?!чур|полос)|понедельник|вторник|четверг|пятниц[ау]|суббот[ау]|воскресенье|напомни|полчаса|ежедневно|еженедельно|ежемесячно|ежегодно).{4}/;
/** «ежевечерне», «ежидневна»: no reader knows them. */
const BEGINS_ADVERB =
  /^еж(?!е(?:дневн|недельн|месячн|годн))[еи]?(?:дн|нед|мес|год|веч|утр|нощ|ноч|сут)/;
/** No other word ends so. */
const ENDS =
  /.(?:завтра|сегодня|понедельник|вторник|пятницу|субботу|воскресенье|каждый|каждую|каждое|ежедневно|января|февраля|апреля|августа|сентября|октября|ноября|декабря|вечером|напомни|через)$/;

/** «часачай», «каждыйбожий», «купитьв пятницу»: a word of time that is glued to another one. */
function isGlued({ kind, text, capital }: Token, at: number): boolean {
  if (kind !== 'word' || (capital && at > 0) || text.length < GLUED_MIN) return false;
  if (ENDS.test(text)) return !isKnown(text);
  return BEGINS.test(text) || BEGINS_ADVERB.test(text);
}
const GLUED_MIN = 6;

/** Of other languages the words for a day that people near us use; letters that Russian has not stand for themselves. */
const FOREIGN = anyOf(
  'heute morgen übermorgen täglich jutro dziś pojutrze demain mañana domani yarın bugün ertaga bugun erten ' +
    'today tomorrow tonight yesterday every each next am pm noon midnight sun:,day,days mon:,day,days ' +
    'tue:,s,sday,sdays wed:,nesday,nesdays thu:,r,rs,rsday,rsdays fri:,day,days sat:,urday,urdays ' +
    'jan:,uary feb:,ruary mar:,ch apr:,il may jun:,e jul:,y aug:,ust sep:,t,tember oct:,ober nov:,ember ' +
    'dec:,ember days hour:,s minute:,s week:,s,day,days,end,ends month:,s year:,s morning:,s afternoon ' +
    'evening:,s night:,s daily weekly monthly yearly',
);
/** A title without the words for a day in other languages that it was doubted for; where it has no others, as it is. */
export function withoutForeignTime(title: string, doubted: string): string {
  const foreign = new Set(textsOf(doubted).filter((word) => FOREIGN.has(word)));
  const tokens = tokenize(title);
  const isOwn = tokens.map(({ text }) => !foreign.has(text));
  const [first, last] = [isOwn.indexOf(true), isOwn.lastIndexOf(true)];
  // «купить night cream», «Black Friday: купить мыло» have names.
  const isRussian = /\p{Script=Cyrillic}/u.test(title);
  const isName = (at: number) => isRussian && /^\p{Script=Latin}/u.test(tokens[at]?.text ?? '');
  const removed = tokens.map(
    (_, at) => (at < first && !isName(first)) || (at > last && !isName(last)),
  );
  return (removed.includes(true) && remainingText(title, tokens, removed)) || title;
}

/** «ертең», «сьогодні» */
const NOT_RUSSIAN = /[\u0450-\u045F\u0460-\u052F]/u;
/** A letter that is neither Cyrillic nor Latin. */
const OTHER_SCRIPT = /(?=\p{L})[^\p{Script=Cyrillic}\p{Script=Latin}]/u;
/** «every monday 9am standup»; not «daily» beside a day, and not «Black Friday» of a Russian line, which are names. */
function foreignWords(tokens: readonly Token[], at: number, { phrases }: Scan): number {
  const token = tokens[at];
  if (token?.kind === 'word' && NOT_RUSSIAN.test(token.text)) return 1;
  // «հինգշաբթի 20:10 …» may say the day.
  const isBeside = phrases.some(({ from, to }) => from === at + 1 || to === at);
  if (isBeside && OTHER_SCRIPT.test(token?.text ?? '')) return 1;
  if (!token || !FOREIGN.has(token.text)) return 0;
  if (/ly$/.test(token.text) && saysDay({ phrases })) return 0;
  const named =
    token.capital &&
    [tokens[at - 1], tokens[at + 1]].some((each) => each?.capital && !FOREIGN.has(each.text));
  if (named && tokens.some(({ text }) => /^[а-я]/.test(text))) return 0;
  return FOREIGN.has(tokens[at + 1]?.text ?? '') ? 2 : 1;
}

const UNIT_WORDS = 'день неделю месяц утро вечер ночь'.split(' ');
/** Not those of three or four letters: too many words are one slip away from «мая», «июня». */
const GENITIVE_MONTHS = [...MONTHS.keys()].filter((word) => /.{4}[ая]$/.test(word));
const isNear = (word: string, words: readonly string[]): boolean =>
  word.length > 2 && words.some((right) => oneSlipApart(word, right));
const isNearUnit = (word: string): boolean =>
  isNear(word, UNIT_WORDS) || /^н.{0,2}д.{0,2}л.{0,2}$/.test(word);

/** «каждый дегь», «раз в ндлю», «5 мрта»: how many words are time but for a slip. */
function slippedWords(tokens: readonly Token[], at: number): number {
  const [first, next, third] = tokens.slice(at, at + 3);
  const word = next?.text ?? '';
  if (EACH.has(first?.text ?? '')) return isNearUnit(word) ? 2 : 0;
  if (first?.text === 'раз' && word === 'в') return isNearUnit(third?.text ?? '') ? 3 : 0;
  return first?.kind === 'number' && isNear(word, GENITIVE_MONTHS) ? 2 : 0;
}

/** «мфц работает с 8 до 20»: its hours, of which nobody is reminded. */
const tellsHours = (tokens: readonly Token[], at: number, { phrases }: Scan): boolean =>
  /^(?:работа|принима)[ею]т$/.test(tokens[at]?.text ?? '') &&
  /^(?:с|до)$/.test(tokens[at + 1]?.text ?? '') &&
  phrases.some(({ kind, from }) => kind === 'time' && from > at) &&
  !tokens.slice(0, at).some(({ text }) => isInfinitive(text));

/* Patterns of what was left; «§» opens what was read. */

const [EVERY, UNIT] = [oneOf(EACH), oneOf(UNITS)];
const DAY = '[#№](?:[12]?\\d|3[01])';
/** Right behind what was read, but for a sign. */
const BEHIND = '(?<=§\\S* (?:[^\\p{L}\\d§#№ ]+ )?)';
const BEHIND_SIGN = '(?<=(?:^| )§?[^\\p{L}\\d§#№ ]+ )';

/** «через 3 рабочих дня», «каждый учебный день», «перед каждой сменой», «сутки через трое», «каждые вторые сутки» */
const OPENS_SPAN = pattern(
  '(?:перед|после|до|во время) кажд(?:ым|ой|ого)(?= [^§])|' +
    `${EVERY} [^§ ]\\S* §?день|(?:через|${EVERY}) (?:[#№]\\S+|${UNIT}|${oneOf(WORKDAY)}|${oneOf(LAST_OF)}|` +
    'пару|полтор[аы]|двое|трое|четверо|раз|сезон|зиму|весну|лето|осень|втор(?:ые|ых)|трет(?:ьи|ьих))',
);
/** «всю следующую неделю», «весь февраль», «две тысячи двадцать седьмого», «до вечера» */
const STRETCH = pattern(
  `(?:до|к) §?${oneOf(DAY_PART_NOUNS)}|тысячи §?№\\S+|` +
    `(?:вс[юеья]|весь|цел(?:ый|ую)) (?:§?(?:неделю|месяц|день|год|${oneOf(MONTHS)})|§?${oneOf(NEXT)} §?${UNIT})`,
);
/** «10 и 25», «первый и третий понедельник» of every month: days that no reader took up. */
const LISTED_DAYS = pattern(`${DAY} §?и §?(?:${DAY}|${oneOf(LAST_OF)})`);
/** «надо было сменить резину в 3», «прошлой ночью в 3 звонил Стас»: of what has passed nobody is reminded. */
const OVER = pattern(`(?<=(?:надо|нужно|пора) )было|${oneOf(LAST_GONE)}(?= §)`);
/** «в 13 или в 14» leaves open which. */
export const namesEither = (phrase: string): boolean => phrase.includes(' или ');

/** «15 или 16 декабря», «15 декабря или 16», «в час или в два», «в 10 или попозже» */
const EITHER = pattern(
  '(?<=§\\S* )или(?= §?(?:[#№]|(?:во?|ко?|полтор[аы]|через|около|ближе|(?:по)?позже|(?:по)?раньше|пораньше|лучше) ))|' +
    `(?<=(?:^| )(?:[#№]\\S+|${UNIT}|[оеь]?го) )или(?= §)`,
);
/** «каждый понедельник, кроме следующего», «…, но не 1 мая», «по средам и выходным», «через неделю после отпуска» */
const BUT_FOR = pattern(
  `${BEHIND}(?:кроме|исключая)|(?:кроме|исключая|за исключением|(?:но|только) не)(?= (?:в )?§)|` +
    `(?<=§\\S* §?и )выходны\\S*|(?<=§через (?:§\\S* )*)после`,
);
/** «за 40 минут свистни»: a deed may last so long, but is not timed by it where words follow. */
const FOR_LONG = 'за (?:§?#\\S+ )?§?(?:полчаса|час(?:а|ов)?|минут[уы]?|мин)(?= )';
/** «накануне», «за час до встречи», «толкни меня за час», «…, чирикни за час», «…, за час кукни»: asks to be told ahead. */
const AHEAD = pattern(
  `накануне|(?<=(?:напом|предупр)\\S* )заранее|за (?:\\S+ ){0,3}?§?(?:${UNIT}|полчаса)(?: \\S+){0,3}?(?= §?до )|` +
    `(?<=(?:^| )§?(?:меня|мне|нас|нам) )за (?:§?#\\S+ )?§?${UNIT}|(?<=(?:[^ао]ни|[иь]те) )за (?:§?#\\S+ )?§?${UNIT}(?= $)|` +
    `(?<=, )за (?:§?#\\S+ )?§?(?:${UNIT}|полчаса)(?= \\S*(?:[^ао]ни|[иь]те) (?:[.!] )*$)|` +
    `(?<!\\S(?:ть|ти|чь) (?:\\S+ ){0,5})${FOR_LONG}|${FOR_LONG}(?= \\p{L})`,
);
/** «24 ноября, вернее 25», «в 9, нет, в 10»; «позвонить маме, ой нет, папе», «…, нет, лучше Оле», «…, стоп, Ире» */
const SAYS_AGAIN = pattern(
  `${BEHIND}(?:вернее|точнее|ой|нет|хотя|тьфу|пардон|упс|стоп|сорри|погоди|ошиб(?:ся|лась)|оговорил(?:ся|ась)|перепутал[аи]?|` +
    'исправ(?:ка|ляюсь|люсь)|лучше|извини(?:те)?|прости(?:те)?|виноват[аы]?|блин|отставить)|' +
    `${BEHIND_SIGN}(?:нет(?= §?,)|то(?= §?есть)|ой|упс|тьфу|стоп|вернее|точнее|(?:давай )?лучше(?= §)|(?:а|хотя|нет)(?= §?(?:нет|лучше|точнее) ))`,
);
/** «в 8:30 шиномонтаж, как-нибудь заехать к бабуле»: of another thing it is left open when. */
const SOME_TIME = pattern('(?<=§.*, )(?:(?:как|когда) - нибудь|на днях)');
/** The comma before such a thing. */
export const BEFORE_SOME_TIME = /,\s*(?=(?:(?:как|когда)-?нибудь|на днях)\s)/iu;
/** «…, Сане деньги хз когда», «…, но когда — пока не знаю» */
const NOBODY_KNOWS = pattern(
  '(?<=, (?:\\S+ ){0,4})(?:когда (?:[,—–-] )?(?:я )?(?:пока )?(?:я )?не (?:знаю|помню|решила?)|' +
    '(?:хз|не (?:знаю|помню|решила?)|неизвестно|непонятно) когда)',
);
/** «чт 8:35 рентген, пт выписка» */
const DAY_IN_SHORT = pattern('(?<=§.*, )(?:пн|вт|ср|чт|пт|сб|вс)(?= \\p{L})');
/**
 * What is called so comes on a day: «в рождество», «на майские», «в первом квартале», «между средой и пятницей», «в день
 * победы», «в любой день», «летом».
 */
const OF_CALENDAR =
  'летом|зимой|осенью|весной|назад|в §?день [^§ ]\\S{3,}|(?:во?|на|ко?|до|по|после|перед|под|между|через) ' +
  '(?:§?(?:будний|рабочий|любой|какой|другой|выходной) §?день|(?:\\S+ ){0,2}?§?' +
  '(?:рождеств[оауе]|крещени[еяю]|троицу|хэллоуин|пасх[уеи]|масленицу|майски[ехм]|праздник(?:и|ам|ов|ах|ами|ом)|' +
  'каникул(?:ы|ах|ам|ами)?|выходны(?:е|х|м|ми)|отпуск(?:е|а|ом)?|рождеством|годом|квартал[еау]|полугоди[ияею]|' +
  'месяц[еау]|недел[еию]|числах|числам|сезон|лета|лету|весны|днях|дни|год[уа]?|понедельником|' +
  'вторником|средой|четвергом|пятницей|субботой|воскресеньем))';
/** It stands beside the hour or the rule of a line, or opens it. */
const CALENDAR = pattern(
  `(?:(?<=^)|${BEHIND})(?:${OF_CALENDAR})|(?:${OF_CALENDAR})(?= §)|(?=(?:до|после|перед) )(?:${OF_CALENDAR})(?:(?=.* §)|(?<=§.*))`,
);

/**
 * «неделю в 9 таблетки», «каждое утро и вечер», «10-го десятого», «в 8 без пяти», «в ночь с 24 на 25»: a word of time
 * beside words that were read, where it names no thing («9 Января») and counts nothing («на 3 часа», «за октябрь»).
 */
function leftBeside(tokens: readonly Token[], at: number, taken: readonly boolean[]): boolean {
  const [token, before, former] = [tokens[at], tokens[at - 1], tokens[at - 2]];
  const [word, prior, next] = [token?.text ?? '', before?.text ?? '', tokens[at + 1]];
  if (word === 'ночь' && prior === 'в') return true;
  const numbered = token?.ordinal === 'genitive' || (word === 'без' && next?.kind === 'number');
  const speaks = isKnown(word) || DAY_PART_NOUNS.has(word) || LEFT.test(word);
  const names = THINGS.test(word) || (token?.capital && at > 0);
  const counts = before?.kind === 'number' && taken[at - 1] !== true && at > 1;
  const tied = TIED.has(prior) || /^(?:на|к|за)$/.test(former?.text ?? '');
  if (!(speaks || numbered) || names || (counts && !before.ordinal) || tied) return false;
  const joins = /^(?:и|в|на|[,-])$/;
  const [left, right] = [joins.test(prior) ? 2 : 1, joins.test(next?.text ?? '') ? 2 : 1];
  return taken[at - left] === true || taken[at + right] === true;
}
const LEFT =
  /^(?:через|подряд|(?:ближайши|последни|первы)[ех]|полтор[аы]|числам?|течение|максимум|раньше|позже|позднее|праздник(?:и|ам|ов|ах))$/;
/** They name a thing as they stand. */
const THINGS = /^(?:.{1,2}|день|днем|час[аы]?|неделя|квартала?|сек|весны)$/;

/** The first words of a line that may be meant as time and were left in the text. */
export function unreadTime(tokens: readonly Token[], scanned: Scan): Unsure | undefined {
  const taken = tokens.map(() => false);
  for (const { from, to } of [...scanned.phrases, ...scanned.noise, ...scanned.kept]) {
    taken.fill(true, from, to);
  }
  const outline = new Outline(
    tokens,
    (token, at) => `${taken[at] === true ? '§' : ''}${plainly(token)}`,
  );
  const isMonthly = tokens.some(({ text }) => /^(?:месяц|ежемесячно)/.test(text));
  /** How many words from a place on are meant so; the first that finds any counts. */
  const signs: readonly (RegExp | ((token: Token, at: number) => number | boolean))[] = [
    ({ dubious }) => dubious,
    (_, at) => foreignWords(tokens, at, scanned),
    isGlued,
    OPENS_SPAN,
    STRETCH,
    ...(isMonthly ? [LISTED_DAYS] : []),
    OVER,
    (_, at) => tellsHours(tokens, at, scanned),
    ...(says(scanned.phrases, ...DAYS) ? [] : [CALENDAR]),
    EITHER,
    BUT_FOR,
    (_, at) => slippedWords(tokens, at),
    AHEAD,
    SOME_TIME,
    NOBODY_KNOWS,
    DAY_IN_SHORT,
    SAYS_AGAIN,
    (_, at) => looksLikeDate(tokens, at, scanned) && 3,
    (_, at) => leftBeside(tokens, at, taken),
  ];
  for (const sign of signs) {
    for (const [at, token] of tokens.entries()) {
      if (taken[at] === true) continue;
      const words =
        typeof sign === 'function' ? Number(sign(token, at)) : lengthOf(outline.find(sign, at));
      if (words > 0) return unclear(at, at + words);
    }
  }
  return loneDay(tokens, scanned);
}
