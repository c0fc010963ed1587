import 'server-only';

/** Nothing that comes to us is nested deeper; what writes JSON would run out of stack. */
const LEVELS_MAX = 100;

/** Values in one text: what a call or an update of Telegram's says takes a few hundred. */
const VALUES_MAX = 50_000;

export class TooManyValues extends SyntaxError {}

/**
 * Parses JSON that comes from outside. An escape may name half a surrogate pair or NUL, which neither PostgreSQL nor
 * Telegram takes: in every text, though not in keys, each becomes U+FFFD, so that the text is as long as before (Telegram's entities
 * count its units). Throws SyntaxError, and TooManyValues where there are more than `valuesMax`: millions of empty
 * ones would hold everybody up.
 */
export function parseJson(json: string, valuesMax = VALUES_MAX): unknown {
  checkExtent(json, valuesMax);
  const root: Parts = { whole: JSON.parse(json) };
  if (UNSTORABLE_ESCAPE.test(json)) mendTexts(root);
  return root.whole;
}

/** Escapes of NUL and of either half of a surrogate pair; most halves stand beside their other half. */
const UNSTORABLE_ESCAPE = /\\u(?:0000|[dD][89a-fA-F])/;

type Parts = Record<string | number, unknown>;

const isNested = (part: unknown): part is Parts => typeof part === 'object' && part !== null;

/** Mends every text in an object or a list, in place. (JSON.parse with a reviver takes eight times as long.) */
function mendTexts(parts: Parts): void {
  const keys = Array.isArray(parts) ? parts.keys() : Object.keys(parts);
  for (const key of keys) {
    const part = parts[key];
    if (isNested(part)) mendTexts(part);
    if (typeof part === 'string') parts[key] = part.replace(/\0|\p{Surrogate}/gu, '\ufffd');
  }
}

/** Counts the values of a JSON text and how deep they are nested by its commas and brackets, before it is parsed. */
function checkExtent(json: string, valuesMax: number): void {
  let values = 0;
  let level = 0;
  for (let at = 0; at < json.length; at += 1) {
    const sign = json[at];
    if (sign === '"') at = endOfText(json, at);
    if (sign === ']' || sign === '}') level -= 1;
    if (sign === '[' || sign === '{') level += 1;
    if (sign === '[' || sign === '{' || sign === ',') values += 1;
    if (level > LEVELS_MAX) throw new SyntaxError('nested too deep');
    if (values > valuesMax) throw new TooManyValues();
  }
}

/** Finds the end of the text that begins at a quotation mark: at the next one that no backslash escapes. */
function endOfText(json: string, begin: number): number {
  for (let end = json.indexOf('"', begin + 1); end !== -1; end = json.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (json[end - 1 - backslashes] === '\\') backslashes += 1;
    if (backslashes % 2 === 0) return end;
  }
  return json.length;
}
