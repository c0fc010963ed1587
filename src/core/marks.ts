/**
 * Marks in a row that a text may hold: accents, vowel signs, variation selectors. No script writes ten (a
 * Tibetan mantra has eight over one letter); to put hundreds of them in order costs the square of their number.
 */
const MARKS_MAX = 16;
const MORE_MARKS = new RegExp(`(\\p{M}{${MARKS_MAX}})\\p{M}+`, 'gu');

/** A text without the marks that are piled up beyond what any script writes. */
export const withFewMarks = (text: string): string => text.replace(MORE_MARKS, '$1');

/** Each letter in one character, where there is one (NFC), in time linear in the length of the text. */
export const composed = (text: string): string => withFewMarks(text).normalize('NFC');
