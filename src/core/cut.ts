/** Cutting texts. Lengths are UTF-16 code units, as every limit of the product and of Telegram counts. */

let segmenter: Intl.Segmenter | undefined;
/** What people see as single characters. Browsers older than 2024 may lack it; there whole code points have to do. */
function segmentsOf(text: string): Intl.Segments | undefined {
  // Made when it is first needed: it takes 14 ms, and few texts are cut.
  if ('Segmenter' in Intl) segmenter ??= new Intl.Segmenter('ru', { granularity: 'grapheme' });
  return segmenter?.segment(text);
}

/**
 * The beginning of a text, at most `max` code units long. What people see as one character (an emoji
 * of several parts, a letter with its accent) is kept whole or left out; only where the very first one
 * is longer than `max` is it cut, and even then between code points: Telegram and PostgreSQL refuse
 * half of one.
 */
export function beginningOf(text: string, max: number): string {
  if (text.length <= max) return text;
  const at = segmentsOf(text)?.containing(max)?.index ?? 0;
  if (at > 0) return text.slice(0, at);
  return text.slice(0, max).replace(/\p{Surrogate}$/u, '');
}

/** The beginning of a text with «…» behind it, where it is longer than `max`. */
export const excerpt = (text: string, max: number): string =>
  text.length <= max ? text : `${beginningOf(text, max).trimEnd()}…`;

/** What people see as a text's first character; '' for an empty text. */
export function firstCharacter(text: string): string {
  const [first] = segmentsOf(text) ?? [];
  return first?.segment ?? Array.from(text)[0] ?? '';
}

/** A text that is longer than this, or has more lines, is folded; what is folded away is worth a press. */
const FOLDED = { characters: 240, lines: 6, spare: 80, spareLines: 2 };

/**
 * How many code units of a long text are shown while it is folded, up to the end of a word where one is
 * near; null where the text is short enough to be shown as it is.
 */
export function foldAt(text: string): number | null {
  const { characters, lines, spare, spareLines } = FOLDED;
  const breaks = [...text.matchAll(/\n/g)].map(({ index }) => index);
  const manyLines = breaks.length >= lines + spareLines;
  if (text.length <= characters + spare && !manyLines) return null;
  const end = Math.min(beginningOf(text, characters).length, breaks[lines - 1] ?? Infinity);
  // With the character behind it, so that a word that ends there stays whole.
  const lastGap = text.slice(0, end + 1).search(/\s\S*$/);
  const words = lastGap > end - spare ? text.slice(0, lastGap) : text.slice(0, end);
  return words.trimEnd().length;
}
