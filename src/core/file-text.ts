/** The text of a file whose encoding nobody names. */

/** Of so many Cyrillic letters one may look strange. */
const LETTERS_PER_STRANGE_ONE = 20;
/** What Russian texts do not hold, but do those of other encodings that are read as windows-1251. */
const STRANGE =
  /[а-яё][А-ЯЁ]|[A-Za-z][А-Яа-яЁё]|[А-Яа-яЁё][A-Za-z]|[^\0-\x7fА-Яа-яЁё«»„“”‘’‚–—…№§°€•·\u00a0]/g;

/**
 * Reads UTF-8, UTF-16 and windows-1251, which Excel writes on Russian Windows; null where the bytes are
 * none of them. A letter that the fold of a calendar's line parts is put together again.
 */
export function textOfFile(bytes: Uint8Array): string | null {
  return (
    decoded(bytes, utf16Of(bytes) ?? 'utf-8') ??
    decoded(withWholeLetters(bytes), 'utf-8') ??
    russianText(bytes)
  );
}

function decoded(bytes: Uint8Array, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** Each octet as a character. */
const octetsOf = (bytes: Uint8Array): string => new TextDecoder('latin1').decode(bytes);

/** By its byte order mark, or by the empty halves of the first ASCII characters. */
function utf16Of(bytes: Uint8Array): string | null {
  const beginning = octetsOf(bytes.subarray(0, 4));
  if (/^(?:\xff\xfe|[^\0]\0[^\0]\0)/.test(beginning)) return 'utf-16le';
  return /^(?:\xfe\xff|\0[^\0]\0[^\0])/.test(beginning) ? 'utf-16be' : null;
}

/** A fold, and the octets behind it that begin no letter. */
const PARTED = /(\r?\n[ \t])[^\0-\x7f\xc0-\xff]+/g;

/** RFC 5545, section 3.1, lets a fold part the octets of a letter. It is put behind them, so that lines keep their numbers. */
function withWholeLetters(bytes: Uint8Array): Uint8Array {
  const whole = bytes.slice();
  for (const { index, 0: parted, 1: fold = '' } of octetsOf(bytes).matchAll(PARTED)) {
    const rest = bytes.subarray(index + fold.length, index + parted.length);
    whole.set(rest, index);
    whole.set(bytes.subarray(index, index + fold.length), index + rest.length);
  }
  return whole;
}

function russianText(bytes: Uint8Array): string | null {
  const text = decoded(bytes, 'windows-1251');
  const letters = text?.match(/[А-Яа-яЁё]/g)?.length ?? 0;
  const strange = text?.match(STRANGE)?.length ?? 0;
  return letters > strange * LETTERS_PER_STRANGE_ONE ? text : null;
}
