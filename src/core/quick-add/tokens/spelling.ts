import { anyOf, exactly } from './word-table';

/**
 * Slips of the finger in words that carry time: one letter wrong, missing, doubled or swapped. A word that
 * means something by itself is never «repaired» into a date: those that are one slip away are `isReal`.
 */

/** Told by themselves: whatever stands around them, they are meant. */
const SURE = anyOf(
  'понедельник:,а,у,и,ам вторник:,а,у,ам четверг:,а,у,ам пятниц:а,у,ы,е,ам суббот:а,у,ы,е,ам ' +
    'воскресень:е,я,ям феврал:ь,я,е апрел:ь,я,е август:,а,е сентябр:ь,я,е октябр:ь,я,е ноябр:ь,я,е ' +
    'декабр:ь,я,е январ:я,е сегодня завтра послезавтра каждый каждую каждое каждые каждого каждой ежедневно ' +
    'еженедельно ежемесячно ежегодно полчаса полтора напомни напомните напоминай напомнить напоминание следующий следующую ' +
    'следующее следующей выходные выходным полдень полночь',
);
/** Meant only where a number, a preposition or another word of time stands beside them. */
const BESIDE = anyOf(
  'сред:у,а,ы,е,ам январь минут:,у,ы часов недел:ю,и,ь,я месяц:,а,ев утром вечером вечера вечерком ночью через ' +
    'будням четыре восемь девять десять одиннадцать двенадцать тринадцать четырнадцать пятнадцать ' +
    'шестнадцать семнадцать восемнадцать девятнадцать двадцать тридцать пятьдесят четверть числа ' +
    'половине половину',
);
/** Of these only a wrong letter makes another word («ветром»): one that is missing, doubled or swapped does not. */
const ADVERBS = anyOf('утром вечером вечерком ночью');
/** Words of their own, one slip away from a word of time, and other forms of those words. */
const isReal = exactly(
  '[бв]ред[ауе] след(?:[ауеы]|ам) сред(?:[ьи]|не|ах|ами|ою)? срез[ауы]? съеду предам ' +
    'четвер(?:[от]|ти|тью|к\\S+) п[оу]тниц[ауые] пятниц(?:ах|ами|е[йю]) суббот(?:ах|ами|о[йю]) ' +
    '(?:понедельник|вторник|четверг)(?:и|ах|ом|ами) воскресеньем ' +
    '(?:январ|феврал|апрел|сентябр|октябр|ноябр|декабр)(?:и|ях|ям|е[мй]) янтар[ьяею] ' +
    'завтрак веер(?:а|ом) венера вечер(?:[еиуюя]|а[мх]|о[вк]|к\\S+|ник)? нутром туром утр(?:[оу]|ам|ем|о[йю]) ' +
    'ничью ночь каждым чере[днп] чрез мин(?:ет|у|ус[уы]?|у[влтя]|уте) минутк[ауи] ' +
    '[бзп]?асов ча[лн]ов час(?:о[км]|ков) надел[юи] недел(?:е|ях) нежели месяц(?:е|ем|ах) ' +
    'будк?и будн\\S{2,3} (?:вход|вывод|выгод)ны[ем] выход(?:н\\S{2,3}|кой)? получаса повтора полторы ' +
    'полови(?:к[еу]?|ц[уе]|н(?:[аы]|к[ауе])?)? запомни(?:те)? запоминай наполни(?:те)? напомн(?:ю|и[влмт]) ' +
    'восемью (?:девят|десят)(?:и|ью|ого) четыре[мх] [вк]исла числ(?:[еоу]|а[мх]|ом)? чиста следующ(?:им|ею) следящий ' +
    'полноч(?:и|ью) сухот[ауые] напомина(?:[юля]|ла|[ею]т|ть|ни[ийюя]|нием) ' +
    'седа девать еже(?:дневн|недельн|месячн|годн)\\S{2,3}',
);
const TIME_WORDS = anyOf(
  'час:,а,ов,у,ик дня дней день утра ночи года мая июня июля марта мин минут минуты завтра вечера четверг:,а,у пятниц:а,у,ы,е месяц:,а,ев числ:о,а понедельник',
);
const PLEASE = 'пожалуйста';
const SHORTEST = 4;
/** No word of so many letters begins another one with a letter more. */
const LONG = 6;
const LONGEST = 14;

/**
 * Words that people break off, a stroke behind the shortest beginning that is no other word: «завт.», «кажд»,
 * «понедельн». A beginning of three letters («зав») is meant only where its neighbours speak of time.
 */
const CUT =
  'зав|тра послез|автра сег|одня каж|дый ежедн|евно еженед|ельно ежемес|ячно ежег|одно следующ|ий вых|одные буд|ням ' +
  'недел|и утр|ом веч|ером ноч|ью понед|ельник вторн|ик четвер|г субб|ота воскр|есенье янв|аря февр|аля апр|еля ' +
  'авг|уста сент|ября окт|ября нояб|ря дек|абря';
const BROKEN_OFF = CUT.split(' ').map((word) => ({
  word: word.replace('|', ''),
  shortest: word.indexOf('|'),
}));
const CUT_SHORTEST = 3;

/** The word of time that a broken-off word begins, or undefined. */
function wholeOf(word: string): { word: string; needsTimeBeside: boolean } | undefined {
  // People break off behind a consonant.
  if (word.length < CUT_SHORTEST || /[аеиоуыэюяйьъ]$/.test(word) || isReal(word)) return undefined;
  const whole = BROKEN_OFF.find(
    (each) => each.word.startsWith(word) && word.length >= each.shortest && each.word !== word,
  )?.word;
  return whole === undefined
    ? undefined
    : { word: whole, needsTimeBeside: word.length === CUT_SHORTEST };
}

/** A word and what remains of it without one of its letters. */
const shortened = (word: string): string[] => [
  word,
  ...Array.from(word, (_, at) => word.slice(0, at) + word.slice(at + 1)),
];

/** Words as they are written by somebody who does not double letters: «субота». */
const WHOLE = new Map(
  [...SURE]
    .map((word) => [word.replace(/(.)\1/g, '$1'), word] as const)
    .filter(([a, b]) => a !== b),
);

/** «ежднвно»: a long word without some of its vowels. */
const skeleton = (word: string): string => word.replace(/[аеиоуыэюяьъ]/g, '');
const SKELETONS = new Map(
  [...SURE, ...ADVERBS]
    .filter((word) => skeleton(word).length >= (ADVERBS.has(word) || word === 'завтра' ? 4 : 5))
    .reverse()
    .map((word) => [skeleton(word), word]),
);

/** Whether only letters are missing, two or more of them. */
function lacksLetters(word: string, right: string): boolean {
  let at = 0;
  for (const letter of right) if (letter === word[at]) at++;
  return at === word.length && right.length - word.length >= 2;
}

/** «понельник»: a long word without any two of its letters but for those that it begins and ends with. */
const LONG_SURE = [...SURE].filter((word) => word.length >= 9);
const lacksTwo = (word: string, right: string): boolean =>
  right.length - word.length === 2 &&
  word.slice(0, 3) === right.slice(0, 3) &&
  word.slice(-3) === right.slice(-3) &&
  lacksLetters(word, right);

/** By every shortened form the words that have it: two words one slip apart share at least one. */
const INDEX = new Map<string, string[]>();
for (const word of [...SURE, ...BESIDE, ...WHOLE.keys()]) {
  for (const form of shortened(word)) INDEX.set(form, [...(INDEX.get(form) ?? []), word]);
}

export const sameLetters = (a: string, b: string): boolean =>
  Array.from(a).sort().join('') === Array.from(b).sort().join('');

/** Whether one insertion, deletion, replacement or swap of neighbours turns one word into the other. */
export function oneSlipApart(a: string, b: string): boolean {
  let from = 0;
  while (from < a.length && a[from] === b[from]) from++;
  let left = a.slice(from);
  let right = b.slice(from);
  while (left && right && left.at(-1) === right.at(-1)) {
    left = left.slice(0, -1);
    right = right.slice(0, -1);
  }
  if (left.length + right.length === 1 || (left.length === 1 && right.length === 1)) return true;
  return left.length === 2 && right.length === 2 && left[0] === right[1] && left[1] === right[0];
}

/**
 * The word of time that a word was meant to be, or undefined; `needsTimeBeside`: only where its neighbours speak of
 * time too.
 */
export function meant(word: string): { word: string; needsTimeBeside: boolean } | undefined {
  const unbroken = wholeOf(word);
  if (unbroken) return unbroken;
  // «чяс», «пятницю»: as it sounds; «чаас», «напомниии»
  const sounds = word
    .replace(/(?<=[чщц])я/g, 'а')
    .replace(/(?<=[чщц])ю/g, 'у')
    .replace(/(?<=[жш])ы/g, 'и');
  const heard = [sounds, word.replace(/(.)\1/g, '$1'), word.replace(/(.)\1{2,}/g, '$1')].find(
    (each) => each !== word && [SURE, BESIDE, TIME_WORDS].some((words) => words.has(each)),
  );
  if (heard !== undefined) {
    return { word: heard, needsTimeBeside: !SURE.has(heard) && !ADVERBS.has(heard) };
  }
  if (/^п[оа]?жа?лу?й?ста?$/.test(word) && word !== PLEASE)
    return { word: PLEASE, needsTimeBeside: false };
  if (/^пли+з+$/.test(word)) return { word: 'плиз', needsTimeBeside: false };
  // «апомни», «намопни»; not «запомни»
  const asks = /^.?апомни$|^нап[оа]мин+и$/.test(word) && !isReal(word);
  if (asks || (word.startsWith('н') && sameLetters(word, 'напомни'))) {
    return { word: 'напомни', needsTimeBeside: false };
  }
  if (word.length < SHORTEST || word.length > LONGEST) return undefined;
  if (SURE.has(word) || BESIDE.has(word) || isReal(word)) return undefined;
  const bare = SKELETONS.get(skeleton(word));
  if (bare !== undefined && lacksLetters(word, bare)) return { word: bare, needsTimeBeside: false };
  const shorter = LONG_SURE.find((right) => lacksTwo(word, right));
  if (shorter !== undefined) return { word: shorter, needsTimeBeside: false };
  const near = (right: string): boolean =>
    (right[0] === word[0] ||
      // «цсегодня», «хавтра»
      (right.length >= LONG && word.endsWith(right.slice(1)))) &&
    oneSlipApart(word, right);
  for (const form of shortened(word)) {
    const right = INDEX.get(form)?.find(near);
    if (right === undefined) continue;
    const spelled = WHOLE.get(right) ?? right;
    // Of a word of four letters one must be missing.
    if (word.length === SHORTEST && right.length !== SHORTEST + 1) continue;
    const replaced = word.length === right.length && !sameLetters(word, right);
    return {
      word: spelled,
      needsTimeBeside: BESIDE.has(spelled) && (replaced || !ADVERBS.has(spelled)),
    };
  }
  // «кажний день», «кашдый вечер»
  const each = /^ка[жш][днт]{1,2}[а-я]{1,2}$/.test(word) && !TIME_WORDS.has(word);
  return each ? { word: 'каждый', needsTimeBeside: true } : undefined;
}

/** Latin letters, longer ones first, and what they stand for. */
const LETTERS = new Map(
  Array.from(
    (
      'shch=щ sch=щ zh=ж kh=х ts=ц ch=ч sh=ш yu=ю ju=ю ya=я ja=я yo=е jo=е ye=е a=а b=б v=в g=г d=д e=е z=з i=и j=й k=к ' +
      'l=л m=м n=н o=о p=п r=р s=с t=т u=у f=ф h=х c=ц y=ы w=в x=х q=к'
    ).matchAll(/([a-z]+)=(.)/g),
    ([, latin = '', letter = '']) => [latin, letter],
  ),
);
const LATIN = new RegExp([...LETTERS.keys()].join('|'), 'g');

/** Letters that Latin ones do not tell apart. */
const plain = (word: string): string => word.replace(/[ыйи]+/g, 'и').replace(/[ьъ]/g, '');

const SPOKEN = new Map(
  [
    ...SURE,
    ...BESIDE,
    ...anyOf(
      'сегодня утра дня ночи час часа минуту день дня дней год года мая июня июля марта март май неделе будни ' +
        'пн вт ср чт пт сб вс мне пожалуйста долби настойчиво флудом отвечу пока не в во на к до по с',
    ),
  ].map((word) => [plain(word), word]),
);

export const inRussian = (said: string): string =>
  said.toLowerCase().replace(LATIN, (letters) => LETTERS.get(letters) ?? letters);

/** «zavtra» → «завтра»: a word of time in Latin letters; undefined for any other word. */
export function fromLatin(word: string): string | undefined {
  if (word.length > LONGEST + 4) return undefined;
  return SPOKEN.get(plain(inRussian(word)));
}

/** «пиренеси», «атлажы», «гатова»: vowels and double letters as they sound. */
export const sound = (word: string): string =>
  word
    .replace(/[оа]/g, 'а')
    .replace(/[еэия]/g, 'и')
    .replace(/(?<=[жш])ы/g, 'и')
    .replace(/^зд/, 'сд')
    .replace(/(.)\1+/g, '$1');
