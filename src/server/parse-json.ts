import 'server-only';

/** Nothing that comes to us is nested deeper; what writes JSON would run out of stack. */
const LEVELS_MAX = 100;

type Parts = Record<string | number, unknown>;

/**
 * JSON that comes from outside. An escape may name half a surrogate pair or NUL, which neither PostgreSQL nor
 * Telegram takes: in every text each becomes U+FFFD, so that the text is as long as before (Telegram's entities
 * count its units). Throws SyntaxError. (With a reviver JSON.parse would take six times as long, for the
 * largest import most of a second.)
 */
export function parseJson(json: string): unknown {
  const whole: unknown = JSON.parse(json);
  const root: Parts = { whole };
  let level = [root];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > LEVELS_MAX) throw new SyntaxError('nested too deep');
    level = level.flatMap(mendTexts);
  }
  return root.whole;
}

/** Mends the texts of an object or a list in place, and answers what is nested in it. */
function mendTexts(parts: Parts): Parts[] {
  const nested: Parts[] = [];
  const keys: Iterable<string | number> = Array.isArray(parts) ? parts.keys() : Object.keys(parts);
  for (const key of keys) {
    const part = parts[key];
    if (isNested(part)) nested.push(part);
    if (typeof part !== 'string') continue;
    const mended = part.replace(/\0|\p{Surrogate}/gu, '\ufffd');
    if (mended !== part) parts[key] = mended;
  }
  return nested;
}

const isNested = (part: unknown): part is Parts => typeof part === 'object' && part !== null;
