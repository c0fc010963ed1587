/** How RFC 5545 writes things down: content lines, texts and moments. */

/** Octets of a line at most, its end not counted. */
const LINE_OCTETS = 75;
const encoder = new TextEncoder();

/**
 * A content line with its end. What is longer than 75 octets of UTF-8 goes on in the next lines, which
 * begin with a space; no character is broken. `value` stands as it is given: see `icsText`.
 */
export function icsLine(name: string, value: string): string {
  const line = `${name}:${value}`;
  let folded = '';
  let octets = 0;
  for (const character of line) {
    const size = encoder.encode(character).length;
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

/** Of our own: what is stored of a reminder, for which no calendar has words; on the first of its events. */
export const OWN_PROPERTY = 'X-NAPOMNYU-REMINDER';

/** An instant, `20261120T100000Z`; seconds are whole ones. */
export const icsInstant = (instant: Date): string => `${icsClock(instant.getTime())}Z`;

/** What a clock without a zone shows, in milliseconds: `20261120T100000`. */
export const icsClock = (clockMs: number): string =>
  new Date(clockMs).toISOString().replace(/[-:]/g, '').slice(0, 15);
