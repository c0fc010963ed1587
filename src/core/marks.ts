/**
 * Marks in a row that a text may hold: accents, vowel signs, variation selectors. No script writes ten (a
 * Tibetan mantra has eight over one letter); to put hundreds of them in order costs the square of their number.
 */
const MORE_MARKS = /(\p{M}{16})\p{M}+/gu;

/** A text without the marks that are piled up beyond what any script writes. */
export const withFewMarks = (text: string): string => text.replace(MORE_MARKS, '$1');

/**
 * What editors and web pages leave behind, and nobody sees: NUL, soft hyphens, spaces without a width, marks of direction;
 * and joiners behind Latin and Cyrillic, which write with none. Within emoji («👨‍👩‍👧») and other scripts they stay.
 */
const UNSEEN =
  /[\0\u00ad\u034f\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]|(?<=^|[\0-~À-ɏЀ-ӿ\p{Cf}])[\u200c\u200d]+/giu;
const COLONS = /[\u2236\ua789\ufe55\uff1a]/g;
/** Behind numbers, as in «25‑го»; in words a hyphen that does not break is a writer's choice. */
const HYPHENS = /(?<=\d ?)[\u2010-\u2012\u2212]/g;

/** A text that somebody brings, with the characters that it seems to have, and without piles of marks. */
export const asItLooks = (text: string): string =>
  withFewMarks(text.replace(UNSEEN, ''))
    .replace(COLONS, ':')
    .replaceAll('\u2024', '.')
    .replace(HYPHENS, '-');

/** Each letter in one character, where there is one (NFC), in time linear in the length of the text. */
export const composed = (text: string): string => withFewMarks(text).normalize('NFC');
