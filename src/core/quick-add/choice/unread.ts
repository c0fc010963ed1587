import { type Phrase, type Unsure } from '../readers/phrase';
import { type Scan } from '../readers/scan';
import { oneSlipApart } from '../tokens/spelling';
import { type Token } from '../tokens/tokens';
import {
  DAY_PART_NOUNS,
  DAY_PARTS,
  EACH,
  hasNumberedParts,
  isInfinitive,
  isKnown,
  isNameBefore,
  LAST_GONE,
  LAST_OF,
  MONTHS,
  NEXT,
  PERIODS,
  TIED,
  UNITS,
  WORKDAY,
} from '../tokens/vocabulary';

/** Where words look like time and no reader took them up: what was read without them is asked about. */

const DAY_MAX = 31;

const unclear = (from: number, to: number): Unsure => {
  const span = { from, to };
  return { kind: 'unclear', from: span, to: span };
};

/** «22 в 10 стоматолог»: a number that nothing names, right before the hour, may be a day. */
function loneDay(tokens: readonly Token[], { phrases }: Scan): Unsure | undefined {
  const [first] = phrases;
  if (first?.kind !== 'time') return undefined;
  const before = tokens.slice(0, first.from);
  const listed = before.every(
    ({ text, digits, value }) => /^(?:и|,)$/.test(text) || (digits > 0 && value <= DAY_MAX),
  );
  return listed && before.length > 0 ? unclear(0, first.to) : undefined;
}

/** Whether a line names a day that a reader knows. */
const saysDay = ({ phrases }: Pick<Scan, 'phrases'>): boolean =>
  phrases.some(({ kind }) => kind === 'repeat' || DAYS.test(kind));
const DAYS = /^(?:date|start|until|in)$/;

/** «25.11» of a line that names no other day, «17-45» of one that names no hour. */
function looksLikeTime(tokens: readonly Token[], at: number, { phrases }: Scan): boolean {
  const [first, sign, second, next] = tokens.slice(at, at + 4);
  if (!first?.digits || second?.digits !== 2 || !sign?.glued || !second.glued) return false;
  // «22-10-45», «1.25.3», «12.08м», «версия 16.04»
  if (next?.glued && next.text !== ',' && next.text !== '.') return false;
  const before = tokens[at - 1]?.text ?? '';
  if (first.digits > 2 || first.glued) return false;
  const none = (...kinds: Phrase['kind'][]) => !phrases.some(({ kind }) => kinds.includes(kind));
  const { value } = second;
  if (/^[./]$/.test(sign.text)) {
    const day = first.value >= 1 && first.value <= 31 && value >= 1 && value <= 12;
    return day && !hasNumberedParts(before) && !saysDay({ phrases });
  }
  if (isNameBefore(before)) return false;
  // «27-11 в 15:30»
  const month = value >= 1 && value <= 12 && first.value >= 1 && first.value <= DAY_MAX;
  const hourNext = phrases.some(({ kind, from }) => kind === 'time' && from === at + 3);
  if (sign.text === '-' && month && hourNext) return !saysDay({ phrases });
  const clock = first.value < 24 && value < 60 && value % 5 === 0 && value > 24;
  return /^[-;_=]$/.test(sign.text) && clock && none('time', 'times', 'in');
}

/** «25 ноября» of a line that names no other day. */
function looksLikeDay(
  tokens: readonly Token[],
  at: number,
  { phrases }: Pick<Scan, 'phrases'>,
): boolean {
  const [day, month] = tokens.slice(at, at + 2);
  // «декабря 15»
  if (month?.kind === 'number' && day?.kind === 'word')
    return looksLikeDay([month, day], 0, { phrases });
  if (!month || day?.kind !== 'number' || !MONTHS.has(month.text) || month.capital) return false;
  return day.value >= 1 && day.value <= DAY_MAX && !saysDay({ phrases });
}

/** «накануне», «за час до встречи», «толкни меня за час»: words that ask to be told ahead, in ways that no reader knows. */
function aheadWords(tokens: readonly Token[], at: number): number {
  const [first, second, third] = tokens.slice(at, at + 3);
  const asked = /^(?:напом|предупр)/.test(tokens[at - 1]?.text ?? '');
  if (first?.text === 'накануне' || (asked && first?.text === 'заранее')) return 1;
  if (first?.text !== 'за') return 0;
  const until = tokens.slice(at, at + AHEAD_MAX).findIndex(({ text }) => text === 'до');
  const span = tokens.slice(at, at + until);
  if (span.some(({ text }) => UNITS.has(text) || text === 'полчаса')) return until;
  const alone = UNITS.has(second?.text ?? '');
  const counted = second?.kind === 'number' && UNITS.has(third?.text ?? '');
  const words = alone ? 2 : counted ? 3 : 0;
  const former = tokens[at - 1]?.text ?? '';
  const toMe = /^(?:меня|мне|нас|нам)$/.test(former);
  // «…, чирикни за час»
  const bid = /[^ао]ни$|[иь]те$/.test(former) && tokens[at + words] === undefined;
  return toMe || bid ? words : 0;
}
/** Tokens of «за два с половиной часа»; bounds the look ahead. */
const AHEAD_MAX = 6;

const line = (stems: string): RegExp => new RegExp(`^(?:${stems.replaceAll(' ', '|')})`);

/** How words of time and of repetition begin. */
const STEMS = line(
  'кажд еж[еи]?(?:дн|нед|мес|год|веч|утр|нощ|ноч|сут) завтр послезавт сегодн через понедел вторн четверг ' +
    'пятниц суббот воскресен напомни полчаса',
);
/** Whole words of these stems, in all their forms, and others that begin as they do. */
const WHOLE = line(
  'кажд(?:[а-я]{2}|ыми|ого|ому|одневн.*)$ завтра$ завтрак(?:а|у|е|и|ов|ом|ам|ами|ах)?$ ' +
    'завтрака(?:ть|е[а-я]{1,2}|ю|ют|л|ла|ли|я|й|йте)$ ' +
    '(?:завтра|сегодня|послезавтра)ш?н[а-я]{2,3}$ ' +
    'еже(?:дневн|недельн|месячн|годн)[а-я]{1,3}$ еже(?:дневник|недельник|месячник|годник) ' +
    'сегодня$ послезавтра$ через$ через(?:чур|полос) понедельник(?:а|у|е|и|ом|ов|ам|ах)?$ ' +
    'понедельнич вторник(?:а|у|е|и|ом|ов|ам|ах)?$ вторничн четверг(?:а|у|е|и|ом|ов|ам|ах)?$ ' +
    'пятниц(?:а|у|ы|е|ей|ею|ам|ах|ами)?$ суббот(?:а|у|ы|е|ой|ою|ам|ах|ами)?$ субботн ' +
    'субботин воскресен(?:ье|ья|ью|ьем|ий|ьям|ьях|ие|ия|ию|ием)$ воскресенск полчасика?$ ' +
    'полчаса$ напомни(?:т|те|ть|шь|л|ла|ли|м|в)?$ напомнит',
);
/** No other word ends so. */
const ENDS =
  /.(?:завтра|сегодня|понедельник|вторник|пятницу|субботу|воскресенье|каждый|каждую|каждое|ежедневно|января|февраля|апреля|августа|сентября|октября|ноября|декабря|вечером|напомни|через)$/;

/** «часачай», «каждыйбожий», «купитьв пятницу»: a word of time that is glued to another one. */
function isGlued({ kind, text, capital }: Token, at: number): boolean {
  if (kind !== 'word' || (capital && at > 0) || text.length < GLUED_MIN) return false;
  return ENDS.test(text) ? !isKnown(text) : STEMS.test(text) && !WHOLE.test(text);
}
const GLUED_MIN = 6;

const UNIT_WORDS = 'день неделю месяц утро вечер ночь'.split(' ');
const GENITIVE_MONTHS = 'января февраля марта апреля августа сентября октября ноября декабря'.split(
  ' ',
);
const isNear = (word: string, words: readonly string[]): boolean =>
  word.length > 2 &&
  words.some((right) => Math.abs(word.length - right.length) < 2 && oneSlipApart(word, right));
const isNearUnit = (word: string): boolean =>
  isNear(word, UNIT_WORDS) || /^н.{0,2}д.{0,2}л.{0,2}$/.test(word);

/** «каждый дегь», «раз в ндлю», «5 мрта», «9 утоа»: how many words are time but for a slip. */
function slippedWords(tokens: readonly Token[], at: number, { phrases }: Scan): number {
  const [first, next, third] = tokens.slice(at, at + 3);
  const text = first?.text ?? '';
  const word = next?.text ?? '';
  const before = tokens[at - 1];
  if (EACH.has(text)) return isNearUnit(word) || DAY_PARTS.has(word) ? 2 : 0;
  if (text === 'раз' && word === 'в') return isNearUnit(third?.text ?? '') ? 3 : 0;
  if (text === 'раз' && word.startsWith('в')) return isNearUnit(word.slice(1)) ? 2 : 0;
  if (text === 'по') return PERIODS.has(word) ? 2 : 0;
  if (first?.kind === 'number') {
    return isNear(word, GENITIVE_MONTHS) && !saysDay({ phrases }) ? 2 : 0;
  }
  if (before?.kind !== 'number' || !(text === 'ве' || isNear(text, ['утра', 'вечера']))) return 0;
  return phrases.some(({ to }) => to === at) ? 1 : 0;
}

/** Whether words that say when stand right before, but for a comma. */
const isSaidBefore = (tokens: readonly Token[], at: number, taken: readonly boolean[]): boolean =>
  taken[tokens[at - 1]?.kind === 'mark' ? at - 2 : at - 1] === true;

/** «через 3 рабочих дня», «каждые полтора года», «каждый учебный день»: how many words open what no reader knows. */
function openingWords(tokens: readonly Token[], at: number): number {
  const [first, next] = tokens.slice(at, at + 2);
  const opens = first?.text === 'через' || EACH.has(first?.text ?? '');
  const word = next?.text ?? '';
  const counts = UNITS.has(word) || WORKDAY.has(word) || LAST_OF.has(word) || COUNTS.test(word);
  if (EACH.has(first?.text ?? '') && tokens[at + 2]?.text === 'день') return 3;
  return opens && (next?.kind === 'number' || counts) ? 2 : 0;
}
/** «сутки через трое», «каждые вторые сутки» */
const COUNTS =
  /^(?:пару|полтор[аы]|двое|трое|четверо|раз|полмесяца|декаду|сезон|втор(?:ые|ых)|трет(?:ьи|ьих))$/;

/** What is called so comes on a day: «в рождество», «на майские», «в первом квартале», «между средой и пятницей». */
const OF_CALENDAR =
  /^(?:рождеств[оауе]|сочельник|крещени[еяю]|троицу|хэллоуин|пасх[уеи]|масленицу|майски[ехм]|праздник(?:и|ам|ов|ах|ами|ом)|каникул(?:ы|ах|ам|ами)?|выходны(?:е|х|м|ми)|отпуск(?:е|а|ом)?|рождеством|пасхой|годом|квартал[еау]|полугоди[ияею]|месяц[еау]|недел[еию]|числах|числам|сезон|лета|лету|зимы|зиме|весны|весне|осени|днях|дни|год[уа]?|понедельником|вторником|средой|четвергом|пятницей|субботой|воскресеньем)$/;
const SOME = /^(?:будний|рабочий|любой|какой|какой-нибудь|другой|выходной|один)$/;
const SEASONS = /^(?:летом|зимой|осенью|весной|назад)$/;

/** How many words name a day that no reader knows, beside the hour or the rule of a line that says no other day. */
function calendarWords(
  tokens: readonly Token[],
  at: number,
  scanned: Scan,
  taken: readonly boolean[],
  opens: boolean,
): number {
  const words = tokens.slice(at, at + 4).map(({ text }) => text);
  const placed = /^(?:в|во|на|к|ко|до|по|после|перед|под|между|через)$/.test(words[0] ?? '');
  const named = placed ? words.findIndex((word) => OF_CALENDAR.test(word)) + 1 : 0;
  // «в день победы», unlike «2 раза в день»
  // «в будний день», «в любой день»
  const someDay = placed && SOME.test(words[1] ?? '') && words[2] === 'день';
  const feast = words[0] === 'в' && words[1] === 'день' && (words[2]?.length ?? 0) > 3;
  const size = SEASONS.test(words[0] ?? '')
    ? 1
    : someDay || (feast && taken[at + 2] === false)
      ? 3
      : named;
  if (size === 0 || scanned.phrases.some(({ kind }) => DAYS.test(kind))) return 0;
  const limits = /^(?:до|после|перед)$/.test(words[0] ?? '') && taken.includes(true);
  return opens || limits || isSaidBefore(tokens, at, taken) || taken[at + size] === true ? size : 0;
}

/** «15 или 16 декабря», «15 декабря или 16», «в 12 или в час», «в час или в два», «в 10 или попозже» */
const isEither = (tokens: readonly Token[], at: number, taken: readonly boolean[]): boolean => {
  const [before, { text }, next] = [tokens[at - 1], tokens[at] ?? {}, tokens[at + 1]];
  if (text !== 'или') return false;
  if (taken[at - 1] === true) return next?.kind === 'number' || EITHER.test(next?.text ?? '');
  const [word, counts] = [before?.text ?? '', before?.kind === 'number'];
  return taken[at + 1] === true && (counts || UNITS.has(word) || /^[оеь]?го$/.test(word));
};
const EITHER =
  /^(?:во?|ко?|полтор[аы]|через|около|ближе|(?:по)?позже|(?:по)?раньше|пораньше|лучше)$/;

/** «всю следующую неделю», «две тысячи двадцать седьмого», «до вечера»: how many words are of a stretch or a year. */
function wholeStretch(tokens: readonly Token[], at: number): number {
  const [first, second, third] = tokens.slice(at, at + 3).map(({ text }) => text);
  if (first === 'до' || first === 'к') return DAY_PART_NOUNS.has(second ?? '') ? 2 : 0;
  if (first === 'тысячи') return tokens[at + 1]?.ordinal ? 2 : 0;
  if (!/^(?:вс[юеья]|весь|цел(?:ый|ую))$/.test(first ?? '')) return 0;
  return /^(?:неделю|месяц|день|год)$/.test(second ?? '') || isMonth(second)
    ? 2
    : UNITS.has(third ?? '') && NEXT.has(second ?? '')
      ? 3
      : 0;
}

/** «весь февраль» */
const isMonth = (word = ''): boolean =>
  word.length > 2 && [...MONTHS.keys()].some((month) => month.slice(0, -1) === word.slice(0, -1));

/** «10 и 25» of every month: days that no reader took up. */
function listedDays(tokens: readonly Token[], at: number): number {
  const [first, and, second] = tokens.slice(at, at + 3);
  const days = [first, second].every((each) => each && each.digits > 0 && each.value <= DAY_MAX);
  return days && and?.text === 'и' ? 3 : 0;
}

/** «надо было сменить резину в 3»: of what has passed nobody is reminded. */
const isOver = (tokens: readonly Token[], at: number): boolean =>
  tokens[at]?.text === 'было' && /^(?:надо|нужно|пора)$/.test(tokens[at - 1]?.text ?? '');

/** «мфц работает с 8 до 20»: its hours, of which nobody is reminded. */
const tellsHours = (tokens: readonly Token[], at: number, { phrases }: Scan): boolean =>
  /^(?:работа|принима)[ею]т$/.test(tokens[at]?.text ?? '') &&
  /^(?:с|до)$/.test(tokens[at + 1]?.text ?? '') &&
  phrases.some(({ kind, from }) => kind === 'time' && from > at) &&
  !tokens.slice(0, at).some(({ text }) => isInfinitive(text));

/** «24 ноября, вернее 25», «в 9, нет, в 10» */
const MISTAKE =
  /^(?:вернее|точнее|ой|нет|хотя|тьфу|пардон|упс|стоп|сорри|погоди|ошиб(?:ся|лась)|оговорил(?:ся|ась)|перепутал[аи]?|поправка|исправ(?:ка|ляюсь|люсь)|лучше|извини(?:те)?|прости(?:те)?|сорян|виноват[аы]?|блин|отставить)$/;
/** «позвонить маме, ой нет, папе», «…, нет, лучше Оле», «…, стоп, Ире» */
const saysAgain = (tokens: readonly Token[], at: number): boolean => {
  const [before, first, second] = [tokens[at - 1], tokens[at], tokens[at + 1]];
  if (before?.kind !== 'mark') return false;
  if (first?.text === 'нет' && second?.text === ',') return true;
  if (first?.text === 'то' && second?.text === 'есть') return true;
  if (/^(?:ой|упс|тьфу|пардон|стоп|вернее|точнее)$/.test(first?.text ?? '')) return true;
  return (
    /^(?:а|хотя|нет)$/.test(first?.text ?? '') && /^(?:нет|лучше|точнее)$/.test(second?.text ?? '')
  );
};

/**
 * «неделю в 9 таблетки», «каждое утро и вечер», «10-го десятого», «в 8 без пяти», «в ночь с 24 на 25»: a word of time
 * beside words that were read, where it names no thing («9 Января») and counts nothing («на 3 часа», «за октябрь»).
 */
function leftBeside(tokens: readonly Token[], at: number, taken: readonly boolean[]): boolean {
  const [token, before, former] = [tokens[at], tokens[at - 1], tokens[at - 2]];
  const [word, prior, next] = [token?.text ?? '', before?.text ?? '', tokens[at + 1]];
  if (word === 'ночь' && prior === 'в' && /^(?:с|на)$/.test(next?.text ?? '')) return true;
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
  /^(?:через|подряд|(?:ближайши|последни|первы)[ех]|полтор[аы]|числам?|течение|максимум|минимум|раньше|позже|позднее|праздник(?:и|ам|ов|ах))$/;
/** They name a thing as they stand. */
const THINGS = /^(?:.{1,2}|день|днем|час[аы]?|неделя|квартала?|сек|весны)$/;

/** The first words of a line that may be meant as time and were left in the text. */
export function unreadTime(tokens: readonly Token[], scanned: Scan): Unsure | undefined {
  const taken = tokens.map(() => false);
  for (const { from, to } of [...scanned.phrases, ...scanned.noise, ...scanned.kept]) {
    taken.fill(true, from, to);
  }
  const isMonthly = tokens.some(({ text }) => /^(?:месяц|ежемесячно)/.test(text));
  /** The first word that was left. */
  const start = taken.indexOf(false);
  /** How many words from a place on are meant so; the first that finds any counts. */
  const signs: readonly ((token: Token, at: number) => number)[] = [
    ({ dubious }) => Number(dubious),
    (token, at) => Number(isGlued(token, at)),
    (_, at) => (taken[at + 1] === true ? 0 : openingWords(tokens, at)),
    (_, at) => wholeStretch(tokens, at),
    (_, at) => (isMonthly ? listedDays(tokens, at) : 0),
    (_, at) => Number(isOver(tokens, at)),
    // «прошлой ночью в 3 звонил Стас»
    ({ text }, at) => Number(LAST_GONE.has(text) && taken[at + 1] === true),
    (_, at) => Number(tellsHours(tokens, at, scanned)),
    // «по средам и выходным»
    ({ text }, at) =>
      Number(/^выходны/.test(text) && tokens[at - 1]?.text === 'и' && taken[at - 2] === true),
    (_, at) => calendarWords(tokens, at, scanned, taken, at === start),
    (_, at) => Number(isEither(tokens, at, taken)),
    // «каждый понедельник, кроме следующего»
    ({ text }, at) => Number(/^(?:кроме|исключая)$/.test(text) && isSaidBefore(tokens, at, taken)),
    // «через час после полуночи», «через неделю после отпуска»
    ({ text }, at) =>
      Number(
        text === 'после' &&
          scanned.phrases.some(({ from, to }) => to === at && tokens[from]?.text === 'через'),
      ),
    (_, at) => slippedWords(tokens, at, scanned),
    (_, at) => aheadWords(tokens, at),
    ({ text }, at) =>
      Number((MISTAKE.test(text) && isSaidBefore(tokens, at, taken)) || saysAgain(tokens, at)),
    (_, at) => (looksLikeDay(tokens, at, scanned) ? 2 : 0),
    (_, at) => (looksLikeTime(tokens, at, scanned) ? 3 : 0),
    (_, at) => Number(leftBeside(tokens, at, taken)),
  ];
  for (const wordsAt of signs) {
    for (const [at, token] of tokens.entries()) {
      const words = taken[at] === true ? 0 : wordsAt(token, at);
      if (words > 0) return unclear(at, at + words);
    }
  }
  // «вечером напомни про завтра в 8»: the hour is that of a day which the text tells.
  const told = scanned.kept.find(
    ({ from, to }) =>
      /^(?:про|о|об|насчет)$/.test(tokens[from]?.text ?? '') &&
      scanned.phrases.some((phrase) => phrase.kind === 'time' && phrase.from === to),
  );
  return told ? unclear(told.from, told.to) : loneDay(tokens, scanned);
}
