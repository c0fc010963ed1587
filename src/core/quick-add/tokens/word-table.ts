/**
 * How word lists are written. A line is `stem:ending,ending` («:» alone: the stem is the word), which
 * keeps cases of a noun on one line and the bundle small.
 */
export function table<T>(lines: Record<string, T>): Map<string, T> {
  const words = new Map<string, T>();
  for (const [line, value] of Object.entries(lines)) {
    for (const word of line.split(' ')) {
      const [stem = '', endings = ''] = word.split(':');
      for (const ending of endings.split(',')) words.set(stem + ending, value);
    }
  }
  return words;
}

/** The words of one line. */
export const anyOf = (line: string): ReadonlySet<string> => new Set(table({ [line]: true }).keys());

/** Whether a word begins with one of the patterns of a line; the pattern of a whole word ends in «$». */
export function beginning(line: string): (word: string) => boolean {
  const begins = new RegExp(`^(?:${line.replaceAll(' ', '|')})`);
  return (word) => begins.test(word);
}

/** Whether a word is wholly one of the patterns of a line. */
export const exactly = (line: string): ((word: string) => boolean) =>
  beginning(`(?:${line.replaceAll(' ', '|')})$`);

/** A pattern of the whole of a text. */
export const whole = (source: string): RegExp => new RegExp(`^(?:${source})$`);
