/** Cutting texts. Lengths are UTF-16 code units, as every limit of the product and of Telegram counts. */

/** Browsers older than 2024 may lack it; there whole code points have to do. */
const segmenter =
  'Segmenter' in Intl ? new Intl.Segmenter('ru', { granularity: 'grapheme' }) : undefined;

/**
 * The beginning of a text, at most `max` code units long. What people see as one character (an emoji
 * of several parts, a letter with its accent) is kept whole or left out; only where the very first one
 * is longer than `max` is it cut, and even then between code points: Telegram and PostgreSQL refuse
 * half of one.
 */
export function beginningOf(text: string, max: number): string {
  if (text.length <= max) return text;
  const at = segmenter?.segment(text).containing(max)?.index ?? 0;
  if (at > 0) return text.slice(0, at);
  return text.slice(0, max).replace(/\p{Surrogate}$/u, '');
}

/** The beginning of a text with «…» behind it, where it is longer than `max`. */
export const excerpt = (text: string, max: number): string =>
  text.length <= max ? text : `${beginningOf(text, max).trimEnd()}…`;

/** What people see as a text's first character; '' for an empty text. */
export function firstCharacter(text: string): string {
  const [first] = segmenter?.segment(text) ?? [];
  return first?.segment ?? Array.from(text)[0] ?? '';
}
