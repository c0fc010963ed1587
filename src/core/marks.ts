/**
 * Marks in a row that a text may hold: accents, vowel signs, variation selectors. No script writes ten (a
 * Tibetan mantra has eight over one letter); to put hundreds of them in order costs the square of their number.
 */
const MARKS_MAX = 16;
const MORE_MARKS = new RegExp(`(\\p{M}{${MARKS_MAX}})\\p{M}+`, 'gu');

/** A text without the marks that are piled up beyond what any script writes. */
export const withFewMarks = (text: string): string => text.replace(MORE_MARKS, '$1');

/** Soft hyphens, spaces without a width, marks of direction: what editors and web pages leave behind, and nobody sees. */
const UNSEEN =
  /[\u00ad\u034f\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g;
/** Joiners; within emoji («👨‍👩‍👧») and beside letters of scripts that write with them they stay. */
const JOINERS =
  /(?<![\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f]|(?![\p{sc=Cyrillic}\p{sc=Latin}])[\p{L}\p{M}])[\u200c\u200d]+/gu;
const COLONS = /[\u2236\ua789\ufe55\uff1a]/g;
const DOTS = /\u2024/g;
/** Between numbers and in «25‑го»; in words a hyphen that does not break is a writer's choice. */
const HYPHENS = /(?<=\d ?)[\u2010-\u2012\u2212](?= ?\d|\p{L})/gu;

/** A text that somebody brings, with the characters that it seems to have, and without piles of marks. */
export const asItLooks = (text: string): string =>
  withFewMarks(text.replace(UNSEEN, '').replace(JOINERS, ''))
    .replace(COLONS, ':')
    .replace(DOTS, '.')
    .replace(HYPHENS, '-');

/** Each letter in one character, where there is one (NFC), in time linear in the length of the text. */
export const composed = (text: string): string => withFewMarks(text).normalize('NFC');
