import { newStemmer } from 'snowball-stemmers';
import { folded } from '../../search';
import { PAST_TENSE } from '../replies/reply-words';
import { remembered } from '../tokens/remembered';
import { oneSlipApart, sound } from '../tokens/spelling';
import { tokenize } from '../tokens/tokens';
import { isInfinitive } from '../tokens/vocabulary';
import { anyOf } from '../tokens/word-table';

/** Whether words name a reminder: words are compared without their endings, and with a slip of the finger. */

/**
 * - `all`: every word of the reminder that tells something is named, letter for letter but for endings.
 * - `part`: only some of them are. `slip`: not without a slip.
 */
type Naming = 'all' | 'part' | 'slip';

const STEMMER = newStemmer('russian');
/** Shorter words have neighbours that mean something else. */
const SLIP_MIN = 5;

/** Name nothing by themselves. */
const SILENT = anyOf(
  'а и но да ну вот же ли бы не ни в во на с со к ко у о об обо про по за из от до для под над при через без или что чтоб чтобы ' +
    'я мы ты вы он она оно они мне меня мной нам нас тебе тебя его ее их ей им свой свою свое мой моя мое мои мою моего моей ' +
    'этот эта это эту эти этого этой тот ту то те уже еще там тут сегодня завтра вчера так как напоминание напоминания ' +
    'напоминалку напоминалка напоминании напоминанию задачу задача задачи дело пожалуйста плиз снова опять раз',
);

interface NamedWord {
  text: string;
  stem: string;
}

/** What stands behind so many characters of a text names it no more: whoever fills an account pays for it alone. */
const NAME_MAX = 200;
/** Letters that a slip of the finger is not looked for in. */
const FIRST_LETTERS = 3;

const pairsOf = (line: string): [string, string][] =>
  Array.from(line.matchAll(/(\S+) (\S+)/g), ([, a = '', b = '']) => [a, b]);

const SOUNDS = pairsOf(
  'sch щ sh ш ch ч zh ж oo у ee и th т ph ф ck к x кс a а b б c к d д e е f ф g г h х i и j ж k к l л m м n н ' +
    'o о p п q к r р s с t т u у v в w в y и z з',
);
/** «Figma» is said «фигма». */
const asSaid = (word: string): string =>
  /^[a-z]+$/.test(word)
    ? SOUNDS.reduce((said, [letters, sound]) => said.replaceAll(letters, sound), word)
    : word;

/** The words of a text that may name something, folded; each once in their order. */
export const namingWords = remembered((text: string): readonly NamedWord[] => {
  const words = tokenize(text.slice(0, NAME_MAX)).flatMap((token) =>
    token.kind === 'mark' || SILENT.has(token.text) || !/\p{L}/u.test(token.text)
      ? []
      : [asSaid(token.text)],
  );
  return [...new Set(words)].map((word) => ({ text: word, stem: STEMMER.stem(word) }));
});

type Likeness = 'same' | 'slip' | undefined;

/** «англ» for «английский», «папины» for «папе», «Светке» for «Свете»: as good as a slip. */
const ABBREVIATED_MIN = 3;
const CUT_MIN = 6;
const OF_SOMEBODY = /^(?:ин|ов|ев|енн|очк|ик|ечк|к(?:[аеиоуй]|ой|ами?|ах)$)/;
const abbreviates = (short: NamedWord, long: NamedWord): boolean =>
  short.text.length >= ABBREVIATED_MIN &&
  ((short.text.length <= 5 &&
    long.text.length >= short.text.length + (short.text.length === 5 ? 2 : 3) &&
    /[^аеиоуыэюяьъ]$/.test(short.text) &&
    long.text.startsWith(short.text)) ||
    (short.stem.length >= ABBREVIATED_MIN &&
      !isInfinitive(short.text) &&
      long.text.startsWith(short.stem) &&
      OF_SOMEBODY.test(long.text.slice(short.stem.length))));
/** «треню» for «тренировка»: who says it is short, not who wrote it. */
const cutsShort = (said: NamedWord, own: NamedWord): boolean =>
  said.stem.length >= ABBREVIATED_MIN &&
  !isInfinitive(said.text) &&
  own.text.length >= said.stem.length + CUT_MIN &&
  own.text.startsWith(said.stem);

/** «рыбок», «рыбки»: the vowel comes and goes; «книжки», «бумажку»: small ones. */
const steady = (stem: string): string =>
  stem.length > 3
    ? stem
        .replace(/[оеь](?=[кцнлг]$)/, '')
        .replace(/жк$/, 'г')
        .replace(/чк$/, 'к')
    : stem;
/** «сумку» for «термосумку» */
const COMPOUND =
  /^(?:термо|авто|вело|фото|видео|мото|электро|мед|дет|тех|гос|соц|мини|микро|физ|спец|теле|кино|аэро)(?=.{4})/;

/** «звонок» for «позвонить», «покупок» for «купить» */
const CALLED_BY_NOUN = /^(?:звон(?:ок|к)|покуп(?:ок|к))/;
const deed = ({ text }: NamedWord): string => text.replace(/^по/, '').slice(0, 3);

/** «Саше» for «Александру», by their stems; names that are other words, too, are left out. */
const SHORT_NAMES = new Map(
  pairsOf(
    'саш александр шур александр кат екатерин маш мар даш дар наст анастас дим дмитр сереж серг леш алекс вов владимир ' +
      'миш михаил паш павл кост константин юл юл ир ирин тан татьян ол ольг наташ натал ксюш ксен люд людмил тол анатол ' +
      'толик анатол ван иван вас васил пет петр гриш григор федя федор стас станислав слав вячеслав',
  ),
);
const isShortFor = (short: NamedWord, { stem }: NamedWord): boolean => {
  const whole = SHORT_NAMES.get(short.stem);
  return whole !== undefined && stem !== short.stem && stem.startsWith(whole);
};

/** Which of a reminder's own words are said, as well as with a slip. */
export const wordsSaid = (said: readonly NamedWord[], own: readonly NamedWord[]) =>
  own.filter((word) => said.some((each) => likeness(each, word)));

/** How a word that is said is like one of a reminder's own. */
export function likeness(a: NamedWord, b: NamedWord): Likeness {
  if (a.text === b.text || steady(a.stem) === steady(b.stem)) return 'same';
  const noun = [a, b].find(({ text }) => CALLED_BY_NOUN.test(text));
  if (noun && isInfinitive((noun === a ? b : a).text) && deed(a) === deed(b)) return 'same';
  if (abbreviates(a, b) || abbreviates(b, a) || cutsShort(a, b)) return 'slip';
  if (isShortFor(a, b) || isShortFor(b, a)) return 'slip';
  if (b.stem.replace(COMPOUND, '') === a.stem) return 'slip';
  const long = a.text.length >= SLIP_MIN && b.text.length >= SLIP_MIN;
  if (!long) return undefined;
  // «стамотолога»
  if (sound(a.stem) === sound(b.stem)) return 'slip';
  return oneSlipApart(a.text, b.text) || (a.stem.length >= SLIP_MIN && oneSlipApart(a.stem, b.stem))
    ? 'slip'
    : undefined;
}

/** The same done, by other verbs. */
const SAME_DEEDS = [
  /^(?:куп[ил]|взя|прикупи|закупи)/,
  /^(?:позвон|набра|созвон|дозвон|звякну)/,
  /^(?:оплат|заплат|проплат|уплат|перев|спис[аы]|внес)/,
  /^(?:выпи|приня|прогло)/,
  /^(?:забра|взя|получ|забер)/,
  /^(?:отправ|отосла|скину|посла)/,
  /^(?:верну|отнес|отдал|отвез|сдал|занес|завез)/,
  /^(?:заправ|залил|залит)/,
  /^(?:вынес|выкину|выброс)/,
  /^(?:убра|прибра|пропылесос|вымы|помы|намы)/,
  /^(?:почин|отремонт|исправ)/,
  /^(?:собра|упакова|сложи|уложи)/,
  /^(?:приготов|сготов|свари|нажари|напек|испек)/,
  /^(?:зайти|зашел|зашла|сходи|съезди|заех|загляну|забежа|заскочи|побыва)/,
  /^(?:проверь?|глян|посмотр)/,
];
/** «обошла» of «обход», «постирала» of «стирка»: the roots of deeds change their letters. */
const ROOTS: readonly [RegExp, string][] = [
  [/^(?:шел|шл|йд|йт|ид|ход|хож).*/, 'ход'],
  [/^(?:нес|нос).*/, 'нос'],
  [/^(?:вез|воз).*/, 'воз'],
  [/^б[иео]?р.*/, 'бр'],
  [/^(?:пис|пиш).*/, 'пис'],
  [/^(.{4}).*/, '$1'],
];
const BEFORE_ROOT =
  /^(?:(по|за|при|вы|от|до|на|пере|про|раз|рас|под|у|из|ис)о?|(об|о)о?|(с|в)о?)(?=[^аеиоуыэюяьъ].{2}|[йе])/;
function rootOf(word: string): { prefix: string; root: string } {
  const [whole = '', a, b, c] = BEFORE_ROOT.exec(word) ?? [];
  const left = word.slice(whole.length).replace(/^ъ/, '');
  const [shape, root] = ROOTS.find(([each]) => each.test(left)) ?? [];
  return { prefix: a ?? b ?? c ?? '', root: shape && root ? left.replace(shape, root) : '' };
}
const OF_A_DEED = /(?:[кн]|ни|ти)[аеиоуюя]$/;
/** Of one root, with the same beginning, or with none in the noun: «постирала» of «стирка». */
function isOfRoot(verb: string, own: string): boolean {
  const [said, mine] = [rootOf(verb), rootOf(own)];
  return (
    mine.root !== '' &&
    said.root === mine.root &&
    (said.prefix === mine.prefix
      ? mine.prefix !== '' || OF_A_DEED.test(own)
      : mine.prefix === '' && OF_A_DEED.test(own))
  );
}

/** «сняла» of «снять», «купил» of «купить», «взяла» of either, «обошла» of «обход». */
export const isDeedOf = (word: string, { text }: { text: string }): boolean =>
  word.length > 2 &&
  tokenize(text.slice(0, NAME_MAX)).some(({ text: own }) =>
    isInfinitive(own)
      ? own.replace(/ть$/, 'л') === word.replace(/[аио]$/, '') ||
        (own.length > 3 && own.slice(0, 4) === word.slice(0, 4)) ||
        isOfRoot(word, own) ||
        SAME_DEEDS.some((deeds) => deeds.test(own) && deeds.test(word))
      : // «стоматолог» only ends like a verb.
        own.length > 3 && own !== word && PAST_TENSE.test(word) && isOfRoot(word, own),
  );

/** «стоит красавица» of «поставить», «висит уже» of «повесить»: what is so when it is done. */
const RESULTS = [
  [/^сто(?:ит|ят)$/, /став(?:ить|лять)$/],
  [/^вис(?:ит|ят)$/, /вес(?:ить|ать)$/],
] as const;
export const isResultOf = (word: string, { text }: { text: string }): boolean =>
  RESULTS.some(
    ([result, deed]) =>
      result.test(word) && tokenize(text.slice(0, NAME_MAX)).some((own) => deed.test(own.text)),
  );

/** How a word is like the one of these that is likest. */
export const nearest = (word: NamedWord, among: readonly NamedWord[]): Likeness => {
  let found: Likeness;
  for (const each of among) {
    const like = likeness(word, each);
    if (like === 'same') return like;
    found ??= like;
  }
  return found;
};

/** How `said` names a reminder of these words; undefined where any of it names something else. */
export function namingOf(
  said: readonly NamedWord[],
  own: readonly NamedWord[],
): Naming | undefined {
  if (said.length === 0) return undefined;
  const found = said.map((word) => nearest(word, own));
  if (found.some((like) => like === undefined)) return undefined;
  if (found.includes('slip')) return 'slip';
  return own.every((word) => nearest(word, said) === 'same') ? 'all' : 'part';
}

/** Stand before a name and say no more than that it is one. */
const BEFORE_NAME =
  /(?<!\p{L})(?:(?:про|обо?|насч[её]т|со?|у|для|из|ко?|напоминани[ея]|напоминалку|задачу|мо[ейию]|мою|наш[уае]?)\s+)+$/iu;

/** A line without the words of it that name a text, and without what only leads to them. */
export function withoutName(line: string, text: string): string {
  const own = namingWords(text);
  let left = '';
  let from = 0;
  for (const token of tokenize(line)) {
    const [word] = namingWords(token.text);
    if (!word || nearest(word, own) === undefined) continue;
    left += line.slice(from, token.start).replace(BEFORE_NAME, '');
    from = token.end;
  }
  const all = left + line.slice(from);
  return all.replace(/^[\s,.:;—–-]+|[\s,;:—–-]+$/gu, '').replace(/\s+/gu, ' ');
}

const NTH =
  /(?<!\p{L})(перв|втор|трет|последн)(?:ое|ый|ую|ая|ее|яя|юю|ий|ье|ья|ью|ого|ому|ему)(?![\p{L}-])(?!\s(?:раз|дел|числ|час|половин|янв|фев|мар|апр|ма[яй]|июн|июл|авг|сен|окт|ноя|дек))/iu;

/** «первое сделал»: which of those that rang, the last of them first. */
export function pointedOut<Rung>(line: string, rang: readonly Rung[]): Rung | undefined {
  const [said = '', which] = NTH.exec(line) ?? [];
  // «первое и второе», «все, кроме первого»
  if (NTH.test(line.replace(said, '')) || /(?<!\p{L})кроме/iu.test(line)) return undefined;
  const at = ['последн', 'перв', 'втор', 'трет'].indexOf(which?.toLowerCase() ?? '');
  return at < 0 || rang.length < 2 ? undefined : rang.at(-at);
}

/** Whether any word of a line is one of a text's. */
export function mentions(line: string, text: string): boolean {
  const own = namingWords(text);
  return namingWords(line).some((word) => nearest(word, own) !== undefined);
}

/** Tells of texts whether they share a word with a line. */
export function sharesAWord(line: string): (text: string) => boolean {
  const said = namingWords(line);
  // A slip may be among the first letters of a long word.
  const beginnings = said.flatMap(({ text, stem }) => [
    ...(CALLED_BY_NOUN.test(text) ? [text.replace(/^по/, '')] : []),
    stem,
    ...[...SHORT_NAMES].flatMap(([short, whole]) =>
      short === stem ? [whole] : stem.startsWith(whole) ? [short] : [],
    ),
    ...(stem.length >= 2 * FIRST_LETTERS ? [stem.slice(FIRST_LETTERS)] : []),
  ]);
  const heard = beginnings.map((each) => sound(each).slice(0, FIRST_LETTERS));
  return (text) => {
    const plain = sound(folded(text.slice(0, NAME_MAX)).replace(/[a-z]+/g, asSaid));
    if (!heard.some((beginning) => plain.includes(beginning))) return false;
    const own = namingWords(text);
    return said.some((word) => nearest(word, own) !== undefined);
  };
}

/** A text with other words in the place of some that it has, whatever their endings. */
export function replaced(text: string, gone: string, instead: string): string | undefined {
  // «не у Саши, а у Миши»
  const [same = ''] = /^\S{1,3}\s+/u.exec(gone) ?? [];
  const shared = instead.startsWith(same) ? same.length : 0;
  const [before, after] = [gone.slice(shared), instead.slice(shared)];
  const [word, ...more] = namingWords(before);
  if (!word || more.length > 0) return withWhole(text, before, after);
  const token = tokenize(text).find((each) => nearest(word, namingWords(each.text)) === 'same');
  if (!token) return undefined;
  // «не Саши, а у Миши»: the preposition stands there already.
  const [last = ''] = /\S+\s+$/u.exec(text.slice(0, token.start)) ?? [];
  const isSaidAgain = last !== '' && after.toLowerCase().startsWith(last.toLowerCase());
  const bent = inCaseOf(token.text, word.text, isSaidAgain ? after.slice(last.length) : after);
  if (bent === undefined) return undefined;
  const name = token.capital ? `${bent.charAt(0).toUpperCase()}${bent.slice(1)}` : bent;
  return text.slice(0, token.start) + name + text.slice(token.end);
}

/** A text with other words in the place of some that it has as whole words, not as a part of any; undefined without them. */
export function withWhole(text: string, gone: string, instead: string): string | undefined {
  // «5» stands whole in «5кг».
  const isWithinWord = (at: number) => /^(?:\p{L}\p{L}|\p{N}\p{N})/u.test(text.slice(at - 1));
  let at = text.indexOf(gone);
  while (at >= 0 && (isWithinWord(at) || isWithinWord(at + gone.length))) {
    at = text.indexOf(gone, at + 1);
  }
  return at < 0 ? undefined : text.slice(0, at) + instead + text.slice(at + gone.length);
}

/** «Толяна» for «Димоном», where «Димона» was said: with the ending that the text has; undefined where that is not known. */
function inCaseOf(own: string, said: string, instead: string): string | undefined {
  let shared = 0;
  while (shared < said.length && own[shared] === said[shared]) shared += 1;
  const ending = said.slice(shared);
  if (own.slice(shared) === ending) return instead;
  return instead.endsWith(ending)
    ? instead.slice(0, instead.length - ending.length) + own.slice(shared)
    : undefined;
}
