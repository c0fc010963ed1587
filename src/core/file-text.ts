/** The text of a file whose encoding nobody names. */

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const FOLDS: readonly (number | undefined)[] = [0x20, 0x09];
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

/** By its byte order mark, or by the empty halves of the first ASCII characters. */
function utf16Of(bytes: Uint8Array): string | null {
  const [first, second, third, fourth] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (first !== 0 && second === 0 && third !== 0 && fourth === 0) return 'utf-16le';
  if (first === 0 && second !== 0 && third === 0 && fourth !== 0) return 'utf-16be';
  return null;
}

/** RFC 5545, section 3.1, lets a fold part the octets of a letter. It is put behind them, so that lines keep their numbers. */
function withWholeLetters(bytes: Uint8Array): Uint8Array {
  const whole = bytes.slice();
  let at = whole.indexOf(LINE_FEED);
  while (at >= 0) {
    const begin = whole[at - 1] === CARRIAGE_RETURN ? at - 1 : at;
    let end = at + 2;
    while (isContinuation(whole[end])) end += 1;
    if (FOLDS.includes(whole[at + 1])) {
      const fold = whole.slice(begin, at + 2);
      whole.copyWithin(begin, at + 2, end);
      whole.set(fold, end - fold.length);
    }
    at = whole.indexOf(LINE_FEED, end - 1);
  }
  return whole;
}

const isContinuation = (byte: number | undefined): boolean =>
  byte !== undefined && byte >= 0x80 && byte < 0xc0;

function russianText(bytes: Uint8Array): string | null {
  const text = decoded(bytes, 'windows-1251');
  const letters = text?.match(/[А-Яа-яЁё]/g)?.length ?? 0;
  const strange = text?.match(STRANGE)?.length ?? 0;
  return letters > strange * LETTERS_PER_STRANGE_ONE ? text : null;
}
