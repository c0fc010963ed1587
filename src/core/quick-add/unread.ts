import { type Span } from './phrase';
import { type Scan } from './scan';
import { type Token } from './tokens';

/** Where words look like time and no reader took them up: what was read without them is asked about. */

const DAY_MAX = 31;

/** «22 в 10 стоматолог»: a number that nothing names, right before the hour, may be a day. */
function loneDay(tokens: readonly Token[], { phrases }: Scan): Span | undefined {
  const [first] = phrases;
  if (first?.kind !== 'time') return undefined;
  const before = tokens.slice(0, first.from);
  const listed = before.every(
    ({ text, digits, value }) => /^(?:и|,)$/.test(text) || (digits > 0 && value <= DAY_MAX),
  );
  return listed && before.length > 0 ? { from: 0, to: first.to } : undefined;
}

/** The first words of a line that may be meant as time and were left in the text. */
export function unreadTime(tokens: readonly Token[], scanned: Scan): Span | undefined {
  const { phrases, noise, kept } = scanned;
  const dubious = tokens.findIndex(
    (token, at) =>
      token.dubious &&
      ![...phrases, ...noise, ...kept].some(({ from, to }) => from <= at && at < to),
  );
  if (dubious >= 0) return { from: dubious, to: dubious + 1 };
  return loneDay(tokens, scanned);
}
