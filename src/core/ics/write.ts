/** How RFC 5545 writes things down: content lines, texts and moments. */

/** Octets of a line at most, its end not counted. */
const LINE_OCTETS = 75;
/** A lone half of a character is written as U+FFFD. */
const octetsOf = (code: number): number =>
  code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;

/**
 * A content line with its end. What is longer than 75 octets of UTF-8 goes on in the next lines, which
 * begin with a space; no character is broken. `value` stands as it is given: see `icsText`.
 */
export function icsLine(name: string, value: string): string {
  const line = `${name}:${value}`;
  // Most lines are short; a code unit takes three octets at most.
  if (line.length * 3 <= LINE_OCTETS) return `${line}\r\n`;
  let folded = '';
  let octets = 0;
  for (const character of line) {
    const size = octetsOf(character.codePointAt(0) ?? 0);
    if (octets + size > LINE_OCTETS) {
      folded += '\r\n ';
      octets = 1;
    }
    folded += character;
    octets += size;
  }
  return `${folded}\r\n`;
}

/** A text as a value: of control characters only line breaks and tabs are left. */
export const icsText = (text: string): string =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, '')
    .replace(/[\\;,]/g, '\\$&')
    .replaceAll('\n', '\\n');

/** An instant, `20261120T100000Z`; seconds are whole ones. */
export const icsInstant = (instant: Date): string => `${icsClock(instant.getTime())}Z`;

/** What a clock without a zone shows, in milliseconds: `20261120T100000`. */
export const icsClock = (clockMs: number): string =>
  new Date(clockMs).toISOString().replace(/[-:]/g, '').slice(0, 15);
