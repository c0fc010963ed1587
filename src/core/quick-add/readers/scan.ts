import { NIGHT_ENDS } from '../../day-parts';
import { type WallTime } from '../../time-zone';
import { Cursor } from '../tokens/cursor';
import { addDays } from './date-arithmetic';
import { afterNight, readBareDate, readDate } from './dates';
import { readAhead, readLasting, readOffset } from './durations';
import { readFlood } from './flood';
import { asksToBeTold, readNoise } from './noise';
import {
  type DatePhrase,
  type Found,
  type Phrase,
  REMINDED_WEIGHT,
  says,
  type Scene,
  type Span,
  standsBehindRemindMe,
} from './phrase';
import { readCount, readExcept, readRepeat, readStart, readUntil } from './repeats';
import { readPart, readTime, readTimes } from './times';
import { readZone } from './cities';
import { EDGE, type Token } from '../tokens/tokens';
import { oneOf, pattern } from '../tokens/outline';
import { CLAUSE_WORDS, TIED } from '../tokens/vocabulary';

type Reader = (cursor: Cursor, scene: Scene) => Found | undefined;

/** Of readings of equal length the earlier reader's counts. */
const READERS: readonly Reader[] = [
  readFlood,
  readRepeat,
  readExcept,
  readCount,
  readOffset,
  readAhead,
  readLasting,
  readUntil,
  readStart,
  readTimes,
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
const HOSTS = /^(?:date|part|repeat|except|start|until|select|impossible)$/;

/** «пункт работает с 10 до 21»: hours of work are no moment. */
const WORKS = /^(?:работа(?:ет|ют|ем)|принима(?:ет|ют)|открыт[аоы]?|режим|график)$/;

/** What stands in quotation marks, a title like «Среда», says nothing about when; bounds the look ahead. */
const QUOTED = pattern(
  ['«»', '“”', '„“', '""']
    .map(([opening, closing]) => `${opening} (?:[^${closing} ]\\S* ){0,18}${closing}`)
    .join('|'),
);

/** Where a pattern ends that is found at a place. */
function endOf(
  found: RegExp,
  tokens: readonly Token[],
  at: number,
  as?: 'typed',
): number | undefined {
  const c = new Cursor(tokens, at);
  return c.match(found, as) ? c.at : undefined;
}

const MINUTES = pattern(': #\\d\\d?');
/** Where «с четверга на пятницу», «с 10 на 12» ends: what is moved, and the day it is moved to. */
function movedEnd(
  tokens: readonly Token[],
  at: number,
  scene: Scene,
): { to: number; target: DatePhrase | undefined } | undefined {
  const c = new Cursor(tokens, at);
  if (afterNight(scene) || !c.word('с', 'со')) return undefined;
  const read = () =>
    c.attempt(() => readBareDate(c, scene, true)) ??
    c.attempt(() => {
      const hour = c.peek()?.digits ? c.int(0, 24) : undefined;
      c.match(MINUTES);
      return hour;
    });
  if (read() === undefined) return undefined;
  const target = c.word('на') ? read() : undefined;
  if (target === undefined) return undefined;
  const isDay = typeof target === 'object' && target.kind === 'date';
  return { to: c.at, target: isDay ? target : undefined };
}

/** «2026-12-25 10», «25-12-2026 14», «22-10-26»: a day, and its hour. */
const WRITTEN_DAY =
  '20\\d\\d ~?- ~?[01]\\d ~?- ~?[0-3]\\d|[0-3]\\d ~?- ~?[01]\\d ~?- ~?(?:20\\d\\d|[23]\\d )';
/** Ten digits, or more behind 7 and 8, with what people put between them. */
const PHONE = '[78](?:[ ~()-]*\\d){10,}|[0-69](?:[ ~()-]*\\d){9}';
/** «33-45-12», as it is written in a town. */
const TOWN_PHONE = '\\d{2,3}(?: ~?- ~?\\d\\d){2}';
const NUMBERED = '[№#] ~?\\d\\S*(?: ~(?:[\\p{L}\\d]\\S*|\\S(?= ~)))*';
/** «№25/11», «8 925 100-20-30»: a number of something. */
const NUMBER = pattern(`${NUMBERED}|(?!${WRITTEN_DAY})(?:${PHONE}|${TOWN_PHONE})(?! ~[-:.\\d])`);

/** «, что договор истекает 15 января», «который появился 12 ноября», to its end; bounds the look ahead. */
const CLAUSE = pattern(
  `(?:что|котор\\S{2,3}|(?<=, )${oneOf(CLAUSE_WORDS)})(?! -)(?: [^,.;!? ]\\S*){0,39}`,
);

/** Whether a day with its hour, or «через час», was said: what is to be reminded of may name another. */
const saysMoment = (phrases: readonly Phrase[]): boolean =>
  says(phrases, 'in') || (says(phrases, 'time') && says(phrases, 'date'));

/** The token before; of «ул.» the word. */
function wordBefore(tokens: readonly Token[], at: number): string {
  const [token, former] = [tokens[at - 1], tokens[at - 2]];
  return (token?.text === '.' && former?.kind === 'word' ? former : token)?.text ?? '';
}

export interface Scan {
  phrases: readonly Phrase[];
  /** «напомни мне», «надо»: neither text nor time. */
  noise: readonly Span[];
  /** Titles in quotation marks, «с четверга на пятницу», «отчёт за 25 декабря»: read, and part of the text. */
  kept: readonly Span[];
}

const known = new WeakMap<readonly Token[], { wallNow: WallTime; scanned: Scan }>();

/** Finds everything that says when, left to right, longest first, without overlaps. */
export function scan(tokens: readonly Token[], wallNow: WallTime): Scan {
  const before = known.get(tokens);
  if (before?.wallNow === wallNow) return before.scanned;
  const scanned = scanAnew(tokens, wallNow);
  known.set(tokens, { wallNow, scanned });
  return scanned;
}

/** A line as far as it was read. */
interface Progress extends Omit<Scene, 'afterDate' | 'before'> {
  readonly tokens: readonly Token[];
  readonly phrases: Phrase[];
  readonly noise: Span[];
  readonly kept: Span[];
  /** What is to be reminded of begins here: behind «через час напомни, что …». */
  content: number;
  /** What is to be reminded of may begin here: behind «напомни вечером:», «в 21 напомни,». */
  aside: number;
  /** «со среды на четверг»: the day that something is moved to. */
  newDay: Phrase | undefined;
}

function scanAnew(tokens: readonly Token[], wallNow: WallTime): Scan {
  const today = wallNow.slice(0, 10);
  const awake = wallNow.slice(11) < NIGHT_ENDS ? addDays(today, -1) : today;
  const progress: Progress = {
    tokens,
    ...{ wallNow, today, awake },
    phrases: [],
    noise: [],
    kept: [],
    asked: asksToBeTold(tokens),
    monthly: tokens.some(({ text }) => /^(?:месяц|ежемесячно)/.test(text)),
    previous: undefined,
    atStart: true,
    reminded: false,
    content: tokens.length,
    aside: tokens.length,
    newDay: undefined,
  };
  const last = tokens.length - 1;
  const whole = last > 0 && endOf(QUOTED, tokens, 0) === tokens.length;
  if (whole) {
    // Somebody quotes the whole line.
    progress.noise.push({ from: 0, to: 1 }, { from: last, to: last + 1 });
  }
  for (let at = whole ? 1 : 0; at < tokens.length;) {
    if (at >= EDGE && at < tokens.length - EDGE) {
      at = tokens.length - EDGE;
      leaveOpening(progress);
    }
    at = skipNoise(progress, at) ?? readPlace(progress, at);
  }
  return scanOf(progress);
}

/** What stands here is of the text: nothing behind it stands at the beginning of the line, or right behind a phrase. */
function leaveOpening(progress: Progress): void {
  progress.previous = undefined;
  progress.atStart = progress.reminded = false;
}

/** Where noise ends that begins here; undefined where none does. */
function skipNoise(progress: Progress, at: number): number | undefined {
  const { tokens, phrases, previous } = progress;
  const cursor = new Cursor(tokens, at);
  const noise = readNoise(cursor, progress);
  if (!noise) return undefined;
  const { at: to } = cursor;
  const reminds = noise === 'asks';
  progress.noise.push({ from: at, to });
  // «через час напомни»: when is said before it.
  const said = reminds && previous !== undefined;
  const [ending, next] = [tokens[to - 1], tokens[to]];
  const about = ending?.text === ':' || /^(?:про|об?)$/.test(next?.text ?? '');
  const exact = ending?.text === ':' && says(phrases, 'time', 'in', 'part');
  const opens = ending?.text === 'что' || exact || (about && saysMoment(phrases));
  if (said && opens) progress.content = Math.min(progress.content, to);
  if (said && ending?.text === ',') progress.aside = Math.min(progress.aside, to);
  const apart = tokens[at - 1]?.kind === 'mark';
  progress.reminded ||= reminds && (!said || apart);
  return to;
}

/** Reads what stands here, and answers where it ends. */
function readPlace(progress: Progress, at: number): number {
  const { tokens, phrases, previous } = progress;
  const afterDate = previous !== undefined && HOSTS.test(previous.kind);
  const scene: Scene = { ...progress, afterDate, before: wordBefore(tokens, at) };
  const kept = keepQuoted(progress, at, scene);
  if (kept !== undefined) return kept;
  const phrase = tokens[at]?.kind === 'mark' ? undefined : longest(tokens, at, scene);
  if (!phrase) return passToken(progress, at, scene);
  if (phrase.kind === 'time' && phrase.keep && WORKS.test(scene.before)) {
    progress.kept.push({ from: at, to: phrase.to });
    return phrase.to;
  }
  phrases.push(phrase);
  progress.previous = phrase;
  return phrase.to;
}

/** Where a title, a number or a clause ends that begins here, whatever it says of time. */
function keepQuoted(progress: Progress, at: number, scene: Scene): number | undefined {
  const { tokens, phrases } = progress;
  const timed = says(phrases, 'time', 'part') && (scene.asked || says(phrases, 'date'));
  const told = timed || says(phrases, 'in');
  const moved = movedEnd(tokens, at, scene);
  const to =
    endOf(QUOTED, tokens, at) ??
    endOf(NUMBER, tokens, at, 'typed') ??
    (told ? endOf(CLAUSE, tokens, at) : undefined) ??
    moved?.to;
  if (to === undefined) return undefined;
  progress.kept.push({ from: at, to });
  if (moved?.target && to === moved.to) {
    progress.newDay = { ...moved.target, from: at, to, weight: 0, keep: true, unsure: true };
  }
  leaveOpening(progress);
  return to;
}

/** Passes over a word or sign of the text, and a date that is bound to it; answers where that ends. */
function passToken(progress: Progress, at: number, scene: Scene): number {
  const { tokens, previous } = progress;
  const token = tokens[at];
  let end = at;
  if (token?.text === ':' && previous && standsBehindRemindMe(previous)) {
    progress.aside = Math.min(progress.aside, at + 1);
  }
  if (token && TIED.has(token.text)) {
    // A date bound to the text: «отчёт за 25 декабря».
    const tied = longest(tokens, at + 1, { ...scene, afterDate: false, before: token.text });
    if (tied?.kind === 'date') {
      progress.kept.push({ from: at, to: tied.to });
      end = tied.to - 1;
    }
  }
  if (token?.kind !== 'mark') leaveOpening(progress);
  else if (!',(-'.includes(token.text)) progress.previous = undefined;
  return end + 1;
}

/** What a whole line says: what stands behind «напомни, что» says nothing of when. */
function scanOf({ tokens, phrases, noise, kept, newDay, aside, ...progress }: Progress): Scan {
  let { content } = progress;
  // «напомни вечером: завтра в 8 к врачу»: the moment behind is that of what is to come.
  const ahead = phrases.filter(({ from }) => from < aside);
  const behind = phrases.slice(ahead.length);
  if (says(ahead, 'time', 'in', 'part') && says(behind, 'date') && says(behind, 'time', 'part')) {
    content = Math.min(content, aside);
  }
  // What the reminder is about says nothing of when it comes.
  if (content < tokens.length) kept.push({ from: content, to: tokens.length });
  const meant = phrases.filter(({ from }) => from < content);
  // «встреча перенеслась со среды на четверг, 11:00»
  const moves = newDay && !says(meant, 'date', 'in', 'repeat', 'start', 'until');
  if (newDay && moves && says(meant, 'time', 'part')) meant.push(newDay);
  return { phrases: meant, noise, kept };
}
