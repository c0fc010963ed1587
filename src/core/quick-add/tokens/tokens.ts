import { composed } from '../../marks';
import { remembered } from './remembered';
import { fromLatin, meant } from './spelling';
import {
  DAY_PARTS,
  DAYS_AWAY,
  DAY_PART_NOUNS,
  EACH,
  isKnown,
  MONTHS,
  NEXT,
  PERIODS,
  readNumberWord,
  UNITS,
  WEEKDAYS,
  WEEKDAYS_PLURAL,
  WEEKEND,
  WORKDAY,
  WORKDAYS,
} from './vocabulary';
import { anyOf, table } from './word-table';

/**
 * One word, number or sign of the input. A number said in words («двадцать пятого») is one token, so
 * that typing and dictating read the same.
 */
export interface Token {
  kind: 'word' | 'number' | 'mark' | 'opaque';
  /** Lower case, ё as е, stress marks dropped, common misspellings corrected. */
  text: string;
  /** The value of a number, NaN for everything else. */
  value: number;
  /** The tens of a number joined from two words («двадцать восемь»: 20), else 0. */
  tens: number;
  /** How many digits were typed; 0 for words. */
  digits: number;
  /** Set on ordinals; genitive ones («пятого») can stand for a date alone. */
  ordinal: 'genitive' | 'other' | null;
  /** Where it stands in the input: [start, end). */
  start: number;
  end: number;
  /** No space stands before it. */
  glued: boolean;
  /** The first letter was typed as a capital. */
  capital: boolean;
  /** It is one slip away from a word of time, and nothing beside it says that it is meant so. */
  dubious: boolean;
}

/** Letters and digits without a sign between them, «ч/з», or one sign. */
const RUN = /ч\/з(?![\p{L}\d])|[\p{L}\d][\p{L}\p{M}\d]*|[^\s]/gu;
const PIECE = /\d+|\p{L}[\p{L}\p{M}]*/gu;
/** Letters that stand for zeros: «10:ОО». */
const ZEROS = /^[oо]{2}$/iu;
/** Links and addresses are never read: their dots and digits mean nothing. */
const OPAQUE = /:\/\/|@|^www\./i;
const STRESS = /[\u0300\u0301]/g;
/** Keeps a run of digits from becoming a number that cannot be compared any more. */
const MAX_DIGITS = 8;

/** The letters as the vocabulary spells them. */
const fold = (word: string): string =>
  PLAIN.test(word)
    ? word
    : inOneAlphabet(composed(word).toLowerCase().replace(STRESS, '').replaceAll('ё', 'е'));
/** Most words are spelled so already. */
const PLAIN = /^(?:[а-я]+|[a-z]+)$/;

/** Latin letters that look like Russian ones; «завтpa», a whole word of them only where one is expected. */
const LOOKALIKES = 'aceopxykmthb';
const LOOK_LIKE = 'асеорхукмтнв';
const lookalike = (letter: string): string => LOOK_LIKE[LOOKALIKES.indexOf(letter)] ?? letter;
const inOneAlphabet = (word: string): string =>
  /[а-я]/.test(word) ? word.replace(/[a-z]/g, lookalike) : word;

function pieceToken(piece: string, start: number, glued: boolean): Token {
  const digits = /^\d/.test(piece) ? piece.length : 0;
  const isNumber = digits > 0 && digits <= MAX_DIGITS;
  const isWord = /^\p{L}/u.test(piece);
  const sign = /^[—–−‒-]$/.test(piece) ? '-' : piece;
  return {
    kind: isNumber ? 'number' : digits > 0 ? 'opaque' : isWord ? 'word' : 'mark',
    text: isWord ? fold(piece) : sign,
    value: isNumber ? Number(piece) : NaN,
    tens: 0,
    digits,
    ordinal: null,
    start,
    end: start + piece.length,
    glued,
    capital: isWord && piece[0] !== piece[0]?.toLowerCase(),
    dubious: false,
  };
}

/** What may be glued to digits and still says when: «9ч30м», «25-го», «2028г», «9pm». */
const SUFFIXES = anyOf(
  'го ого его е ое й ый ой ую ю му ому м ая я ье ти ть ми х ух г am pm t т h min',
);
const isUnit = (word: string): boolean => UNITS.has(word) || PERIODS.has(word) || MONTHS.has(word);
const saysWhen = (letters: string): boolean =>
  SUFFIXES.has(letters) || UNIT_SLIPS.has(letters) || isUnit(letters);
const GLUED_PREPOSITIONS = anyOf('в к с до на по через');

/** Words before a number, typed without the space: «завтра9», «через10минут», «пн18:30». */
const opensWhen = (letters: string): boolean =>
  GLUED_PREPOSITIONS.has(letters) ||
  cutsOf(letters).length > 0 ||
  [EACH, DAYS_AWAY, WEEKDAYS, DAY_PARTS].some((known) => known.has(letters)) ||
  opensHour(letters);
/** «завтрав19», «впятницув18:30» */
const opensHour = (letters: string): boolean =>
  /.{4}в$/.test(letters) && opensWhen(letters.slice(0, -1));

/** What people type without the space behind it, where a word of time follows. */
const OPENER =
  /^(?:кажд(?:ый|ую|ое|ые|ого|ой)|через|напомни(?:те)?|(?:после)?завтра|сегодня|понедельник|вторник|среду|четверг|пятницу|субботу|воскресенье|следующ(?:ей|ую|ий|ее|ем)|этой|дв[ае](?!дцать)|три(?!дцать)|четыре|пять|шесть|семь|восемь|десять|полтора|двадцать|тридцать|.{3,10}?(?:ого|ьего)(?=[ямфасонд])|по|во(?=вторник)|в|на|до|к)/;
const FOLLOWERS = [
  ...[DAYS_AWAY, DAY_PARTS, DAY_PART_NOUNS, MONTHS, NEXT, UNITS, WEEKDAYS, WEEKDAYS_PLURAL],
  ...[WEEKEND, WORKDAY, WORKDAYS],
  anyOf('полчаса полтора полдень полночь мне нам через неделе месяце'),
];
/** Whether words that begin so go on with a word of time; behind «в» or «к» only a long one counts. */
const goesOn = (opener: string, rest: string): boolean =>
  (rest.length >= (opener.length > 2 ? 3 : 5) && FOLLOWERS.some((words) => words.has(rest))) ||
  (/^(?:двадцать|тридцать)$/.test(opener) && (readNumberWord(rest)?.value ?? 10) < 10);

const REPEATED = /^раза?$/;
const CUT_MAX = 32;

/**
 * «вовторник», «каждыйдень», «впятницувечером», «врачзавтра»: where the further words begin in letters that
 * were typed without their spaces; none where it is one word.
 */
function cutsOf(letters: string, before = ''): number[] {
  if (letters.length < SHORTEST_JOINED || letters.length > CUT_MAX) return [];
  const word = fold(letters);
  if (word.length !== letters.length || isKnown(word)) return [];
  // «раз вдень»
  if (REPEATED.test(before) && /^в(?:день|год|час|сутки)$/.test(word)) return [1];
  const [opener = ''] = OPENER.exec(word) ?? [];
  const at = opener.length;
  if (at > 0) {
    const rest = word.slice(at);
    if (goesOn(opener, rest)) return [at];
    const further = cutsOf(rest);
    if (further.length > 0 && goesOn(opener, rest.slice(0, further[0]))) {
      return [at, ...further.map((cut) => at + cut)];
    }
  }
  const day = /^(.{3,}?)((?:после)?завтра|сегодня)$/.exec(word)?.[1];
  return day === undefined || meant(word) ? [] : [day.length];
}
const SHORTEST_JOINED = 4;

/** A run of letters as the words that it was typed together of. */
function cut(part: Part, before?: string): Part[] {
  const starts = [0, ...cutsOf(part.text, before)];
  return starts.map((start, order) => ({
    text: part.text.slice(start, starts[order + 1]),
    index: part.index + start,
  }));
}

/** «В305», «45В», «iPhone15»: letters and digits that name something, rather than «9ч30м» or «в18». */
function isName(pieces: readonly string[]): boolean {
  return pieces.some((piece, index) => {
    if (/^\d/.test(piece)) return false;
    if (index === 0) return !opensWhen(piece) && !(piece.length > 2 && opensWhen(fold(piece)));
    if (!saysWhen(piece) && !saysWhen(fold(piece))) return true;
    return piece.length === 1 && piece !== fold(piece) && piece !== 'T';
  });
}

interface Part {
  text: string;
  /** Where it begins in the run. */
  index: number;
}

/** The parts of a run of letters and digits that says when; undefined where it is a name. */
function partsOf(
  run: string,
  before: Token | undefined,
  after: string,
  word: Token | undefined,
): Part[] | undefined {
  const parts = [...run.matchAll(PIECE)].map(({ 0: text, index }) => ({ text, index }));
  const [first] = parts;
  if (!first || SHORTHANDS.has(run)) return [{ text: run, index: 0 }];
  if (parts.length === 1) return cut(first, word?.text);
  // «14:00сделка», «25.11в14:00»
  const minutes = before?.text === ':' && parts.length === 2;
  const dated = before?.text === '.' && after === ':';
  const texts = parts.map(({ text }) => text);
  if (!minutes && !dated && isName(texts)) return undefined;
  const [open, ...rest] = parts;
  if (!open || !opensHour(fold(open.text))) return parts.flatMap((part) => cut(part));
  const at = open.text.length - 1;
  const day = cut({ ...open, text: open.text.slice(0, at) });
  return [...day, { text: open.text.slice(at), index: at }, ...rest.flatMap((part) => cut(part))];
}

/** «двадцать» + «пять» → 25; «сорок» + «первый» → 41. */
function joinTens(tokens: Token[], next: Token): boolean {
  const tens = tokens.at(-1);
  if (tens?.kind !== 'number' || tens.digits > 0 || tens.ordinal || next.digits > 0) return false;
  const { value, start, glued, capital } = tens;
  const joined = tens.tens === 0 && value >= 20 && value % 10 === 0;
  if (!joined || !(next.value >= 1 && next.value <= 9)) return false;
  tokens.splice(-1, 1, { ...next, value: value + next.value, tens: value, start, glued, capital });
  return true;
}

/** The pieces of an input, each as it was typed but for its case. */
function pieces(input: string): Token[] {
  const tokens: Token[] = [];
  const opaque = (text: string, start: number, glued: boolean) =>
    tokens.push({ ...pieceToken(text, start, glued), kind: 'opaque', value: NaN });
  for (const { 0: chunk, index } of input.matchAll(/\S+/g)) {
    if (OPAQUE.test(chunk)) {
      opaque(chunk, index, false);
      continue;
    }
    for (const run of chunk.matchAll(RUN)) {
      const start = index + run.index;
      const last = tokens.at(-1);
      const parts = partsOf(
        run[0],
        run.index > 0 ? last : undefined,
        chunk[run.index + run[0].length] ?? '',
        last,
      );
      if (ZEROS.test(run[0]) && last?.text === ':' && last.glued && tokens.at(-2)?.digits) {
        tokens.push({ ...pieceToken('00', start, true), end: start + run[0].length });
      } else if (!parts) {
        opaque(run[0], start, run.index > 0);
      } else {
        for (const { text, index: at } of parts) {
          tokens.push(pieceToken(text, start + at, run.index + at > 0));
        }
      }
    }
  }
  return tokens;
}

/** As people shorten them and slip in them, too short for `meant`. */
const SHORTHANDS = table({ 'чз ч/з чрз чрез': 'через' });
/** Doubled before a number: «вв 16». */
const DOUBLED = /^([вкс])\1$/;
const UNIT_SLIPS = table({
  'чса чсаа чаа': 'часа',
  утар: 'утра',
  'мнут мнт': 'минут',
  днйе: 'дней',
});

const NEIGHBOURS = anyOf('в во на к до с со по через без раз после и полчаса полтора пару');
const speaksOfTime = (token: Token | undefined): boolean =>
  token !== undefined &&
  (token.kind === 'number' ||
    readNumberWord(token.text) !== undefined ||
    [NEIGHBOURS, EACH, UNITS, WEEKDAYS, MONTHS, DAYS_AWAY, PERIODS].some((known) =>
      known.has(token.text),
    ));

/**
 * A text that is longer than twice this, in tokens, is rather longer than a reminder may be: only its beginning
 * and its end are read for when.
 */
export const EDGE = 120;

/** Words of time as the vocabulary spells them, where a finger slipped or the letters are Latin. */
function respelled(tokens: readonly Token[], latin: boolean): Token[] {
  const shouted = tokens.every(({ kind, capital }) => kind !== 'word' || capital);
  // «двадцать пять» is two tokens here and one behind joinTens: twice EDGE surely covers EDGE.
  const unread = (at: number): boolean => at > 2 * EDGE && at < tokens.length - 2 * EDGE;
  return tokens.map((token, at) => {
    if (token.kind !== 'word' || unread(at) || isKnown(token.text)) return token;
    if (latin) return { ...token, text: fromLatin(token.text) ?? token.text };
    const before = tokens[at - 1];
    // A Latin «c» or «B» before a word of time.
    if (/^[ckbo]$/.test(token.text) && speaksOfTime(tokens[at + 1])) {
      return { ...token, text: lookalike(token.text) };
    }
    const short =
      SHORTHANDS.get(token.text) ??
      (tokens[at + 1]?.digits ? DOUBLED.exec(token.text)?.[1] : undefined) ??
      (before?.kind === 'number' ? UNIT_SLIPS.get(token.text) : undefined);
    if (short !== undefined) return { ...token, text: short };
    const right = meant(token.text);
    // A capital inside a line begins a name.
    const beginsName = token.capital && at > 0 && !shouted && !NEIGHBOURS.has(before?.text ?? '');
    if (!right || beginsName) return token;
    // «каж. пт»
    const behind = tokens[at + 1]?.text === '.' ? tokens[at + 2] : tokens[at + 1];
    if (!right.needsTimeBeside || speaksOfTime(before) || speaksOfTime(behind)) {
      return { ...token, text: right.word };
    }
    const isBrokenOff = right.word.startsWith(token.text);
    return { ...token, dubious: !token.capital && !isBrokenOff };
  });
}

export const tokenize = remembered((input: string): readonly Token[] => {
  const latin = /[a-z]/i.test(input) && !/[а-яё]/i.test(input);
  const tokens: Token[] = [];
  for (const token of respelled(pieces(input), latin)) {
    const number = token.kind === 'word' ? readNumberWord(token.text) : undefined;
    const next: Token = number ? { ...token, ...number, kind: 'number' } : token;
    if (!joinTens(tokens, next)) tokens.push(next);
  }
  return tokens;
});

/** What a line says: its tokens but for signs. */
export const wordsOf = (line: string): readonly Token[] =>
  tokenize(line).filter(({ kind }) => kind !== 'mark');
export const textsOf = (line: string): string[] => wordsOf(line).map(({ text }) => text);

const LATIN_KEYS = "qwertyuiop[]asdfghjkl;'zxcvbnm,.`";
const RUSSIAN_KEYS = 'йцукенгшщзхъфывапролджэячсмитьбюё';
/** A sign is a letter where one follows: «;tkt», but not «9,30» and not the full stop of a line. */
const KEYS = /[a-z[\]`]|[;',.](?=[;',.]*[a-z])/giu;
/** Longer lines were looked at while they were typed. */
const MISTYPED_MAX = 500;

/**
 * «pfdnhf d 9:00» → «завтра в 9:00»: a line typed with the Latin layout, where that makes words of time of it, or
 * others that are known.
 */
export function fromLatinLayout(
  line: string,
  isMeant: (word: string) => boolean = () => false,
): string {
  if (line.length > MISTYPED_MAX || /[а-яё]/iu.test(line) || !/[a-z;',.]{4}/i.test(line))
    return line;
  const decoded = line.replace(KEYS, (key) => {
    const letter = RUSSIAN_KEYS[LATIN_KEYS.indexOf(key.toLowerCase())] ?? key;
    return key === key.toLowerCase() ? letter : letter.toUpperCase();
  });
  const words = decoded.toLowerCase().match(/[а-яё]{4,}/g) ?? [];
  return words.some((word) => isKnown(word) || /^(?:напомни|через$)/.test(word) || isMeant(word))
    ? decoded
    : line;
}
