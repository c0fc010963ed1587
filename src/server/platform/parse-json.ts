import 'server-only';

/** Nothing that comes to us is nested deeper; what writes JSON would run out of stack. */
const LEVELS_MAX = 100;

/** Values in one text: what a call or an update of Telegram's says takes a few hundred. */
const VALUES_MAX = 50_000;

/** Members of one object. */
const MEMBERS_MAX = 1_000;

export class TooManyValues extends SyntaxError {}

type Parts = Record<string | number, unknown>;

/**
 * JSON that comes from outside. An escape may name half a surrogate pair or NUL, which neither PostgreSQL nor
 * Telegram takes: in every text each becomes U+FFFD, so that the text is as long as before (Telegram's entities
 * count its units). Throws SyntaxError, and TooManyValues where there are more than `valuesMax`: millions of empty
 * ones would hold everybody up. (With a reviver JSON.parse would take six times as long, for the
 * largest import most of a second.)
 */
export function parseJson(json: string, valuesMax = VALUES_MAX): unknown {
  if (hasMoreValues(json, valuesMax)) throw new TooManyValues();
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
  const keys = Array.isArray(parts) ? parts.keys() : membersOf(parts);
  for (const key of keys) {
    const part = parts[key];
    if (isNested(part)) nested.push(part);
    if (typeof part !== 'string') continue;
    const mended = part.replace(/\0|\p{Surrogate}/gu, '\ufffd');
    if (mended !== part) parts[key] = mended;
  }
  return nested;
}

function membersOf(parts: Parts): string[] {
  const members = Object.keys(parts);
  if (members.length > MEMBERS_MAX) throw new SyntaxError('too many members');
  return members;
}

const isNested = (part: unknown): part is Parts => typeof part === 'object' && part !== null;

/** Whether a JSON text has more values than that, told by its commas and brackets before it is parsed. */
export function hasMoreValues(json: string, max: number): boolean {
  let values = 0;
  for (let at = 0; at < json.length && values <= max; at += 1) {
    const sign = json[at];
    if (sign === ',' || sign === '[' || sign === '{') values += 1;
    else if (sign === '"') at = endOfText(json, at);
  }
  return values > max;
}

/** Where the text ends that begins at a quotation mark: at the next one that no backslash escapes. */
function endOfText(json: string, begin: number): number {
  for (let end = json.indexOf('"', begin + 1); end !== -1; end = json.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (json[end - 1 - backslashes] === '\\') backslashes += 1;
    if (backslashes % 2 === 0) return end;
  }
  return json.length;
}
