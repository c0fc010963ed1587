import { REMINDED_WEIGHT } from './choose';
import { Cursor } from './cursor';
import { readDate } from './dates';
import { readEarlier, readLasting, readOffset } from './durations';
import { type Found, type Phrase, type Scene } from './phrase';
import { readExcept, readRepeat, readStart, readUntil } from './repeats';
import { readPart, readTime, readZone } from './times';
import { type Token } from './tokens';
import { TIED } from './vocabulary';
import { readNoise } from './wording';

type Reader = (cursor: Cursor, scene: Scene) => Found | undefined;

/** Of readings of equal length the earlier reader's counts. */
const READERS: readonly Reader[] = [
  readRepeat,
  readExcept,
  readOffset,
  readEarlier,
  readLasting,
  readUntil,
  readStart,
  readTime,
  readPart,
  readZone,
  readDate,
];

function longest(tokens: readonly Token[], at: number, scene: Scene): Phrase | undefined {
  let best: Phrase | undefined;
  for (const read of READERS) {
    const cursor = new Cursor(tokens, at);
    const found = read(cursor, scene);
    if (found === undefined || cursor.at <= (best?.to ?? at)) continue;
    const weight = (found.weight ?? 0) + (scene.reminded ? REMINDED_WEIGHT : 0);
    best = { ...found, from: at, to: cursor.at, weight, keep: found.keep ?? false };
  }
  return best;
}

/** A bare number right after one of these is an hour. */
const HOSTS: ReadonlySet<Phrase['kind']> = new Set([
  'date',
  'part',
  'repeat',
  'start',
  'until',
  'select',
  'except',
  'impossible',
]);

/** Where a quotation that opens at `at` ends: titles like «Среда» say nothing about when. */
function quotationEnd(tokens: readonly Token[], at: number): number | undefined {
  const closing = { '«': '»', '“': '”', '„': '“', '"': '"' }[tokens[at]?.text ?? ''];
  if (closing === undefined) return undefined;
  for (let end = at + 1; end < Math.min(tokens.length, at + QUOTED_MAX); end++) {
    if (tokens[end]?.text === closing)
      return at === 0 && end === tokens.length - 1 ? undefined : end;
  }
  return undefined;
}
/** Tokens of a title; bounds the look ahead. */
const QUOTED_MAX = 20;

export interface Scan {
  phrases: Phrase[];
  /** «напомни мне», «надо»: neither text nor time. */
  noise: { from: number; to: number }[];
}

/** Finds everything that says when, left to right, longest first, without overlaps. */
export function scan(tokens: readonly Token[], clock: Pick<Scene, 'wallNow' | 'today'>): Scan {
  const phrases: Phrase[] = [];
  const noise: Scan['noise'] = [];
  let previous: Phrase | undefined;
  let atStart = true;
  let reminded = false;

  for (let at = 0; at < tokens.length;) {
    const skipped = readNoise(new Cursor(tokens, at), atStart);
    if (skipped) {
      noise.push({ from: at, to: skipped.to });
      reminded ||= skipped.reminds;
      at = skipped.to;
      continue;
    }
    const quoted = quotationEnd(tokens, at);
    if (quoted !== undefined) {
      at = quoted + 1;
      previous = undefined;
      atStart = reminded = false;
      continue;
    }
    const scene: Scene = {
      ...clock,
      previous,
      afterDate: previous !== undefined && HOSTS.has(previous.kind),
      reminded,
      atStart,
      before: tokens[at - 1]?.text ?? '',
    };
    const phrase = tokens[at]?.kind === 'mark' ? undefined : longest(tokens, at, scene);
    if (phrase) {
      phrases.push(phrase);
      previous = phrase;
      at = phrase.to;
      continue;
    }
    const token = tokens[at];
    if (token && TIED.has(token.text)) {
      // A date bound to the text: «отчёт за 25 декабря».
      const tied = longest(tokens, at + 1, { ...scene, afterDate: false, before: token.text });
      if (tied?.kind === 'date') at = tied.to - 1;
    }
    const pause = token?.kind === 'mark' && ',(-–—'.includes(token.text);
    if (!pause) {
      previous = undefined;
      if (token?.kind !== 'mark') {
        atStart = false;
        reminded = false;
      }
    }
    at++;
  }
  return { phrases, noise };
}
