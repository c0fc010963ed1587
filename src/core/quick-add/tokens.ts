import { correctSpelling, readNumberWord } from './vocabulary';

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
}

const PIECE = /\d+|\p{L}[\p{L}\p{M}]*|[^\s]/gu;
/** Links and addresses are never read: their dots and digits mean nothing. */
const OPAQUE = /:\/\/|@|^www\./i;
const STRESS = /[\u0300\u0301]/g;
/** Keeps a run of digits from becoming a number that cannot be compared any more. */
const MAX_DIGITS = 8;

/** The letters as the vocabulary spells them. */
export const fold = (word: string): string =>
  word.normalize('NFC').toLowerCase().replace(STRESS, '').replaceAll('ё', 'е');

function pieceToken(piece: string, start: number, glued: boolean): Token {
  const token: Token = {
    kind: 'mark',
    text: piece,
    value: NaN,
    tens: 0,
    digits: 0,
    ordinal: null,
    start,
    end: start + piece.length,
    glued,
    capital: false,
  };
  if (/^\d/.test(piece)) {
    const readable = piece.length <= MAX_DIGITS;
    return {
      ...token,
      kind: readable ? 'number' : 'opaque',
      value: readable ? Number(piece) : NaN,
      digits: piece.length,
    };
  }
  if (!/^\p{L}/u.test(piece)) return { ...token, text: /^[—–−‒-]$/.test(piece) ? '-' : piece };
  const text = correctSpelling(fold(piece));
  const capital = piece[0] !== piece[0]?.toLowerCase();
  const number = readNumberWord(text);
  return number
    ? { ...token, ...number, kind: 'number', text, capital }
    : { ...token, kind: 'word', text, capital };
}

/** «двадцать» + «пять» → 25; «сорок» + «первый» → 41. */
function joinTens(tokens: Token[], next: Token): boolean {
  const tens = tokens.at(-1);
  if (tens?.kind !== 'number' || tens.digits > 0 || tens.ordinal || next.digits > 0) return false;
  if (
    tens.tens > 0 ||
    tens.value < 20 ||
    tens.value % 10 !== 0 ||
    !(next.value >= 1 && next.value <= 9)
  )
    return false;
  tokens[tokens.length - 1] = {
    ...next,
    value: tens.value + next.value,
    tens: tens.value,
    start: tens.start,
    glued: tens.glued,
    capital: tens.capital,
  };
  return true;
}

export function tokenize(input: string): Token[] {
  const tokens: Token[] = [];
  for (const chunk of input.matchAll(/\S+/g)) {
    if (OPAQUE.test(chunk[0])) {
      tokens.push({ ...pieceToken(chunk[0], chunk.index, false), kind: 'opaque', value: NaN });
      continue;
    }
    for (const piece of chunk[0].matchAll(PIECE)) {
      const token = pieceToken(piece[0], chunk.index + piece.index, piece.index > 0);
      if (!joinTens(tokens, token)) tokens.push(token);
    }
  }
  return tokens;
}
