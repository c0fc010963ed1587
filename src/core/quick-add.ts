import { REMINDER_TEXT_MAX } from './limits';
import { type Named } from './lists';
import { asItLooks } from './marks';
import { filledIn, type KnownWhen } from './quick-add/replies/answer';
import { takeCounter } from './quick-add/messages/counter';
import { splitTagsAtEnd, takeCategoryTag } from './quick-add/messages/category-tag';
import { type Choice, choose } from './quick-add/choice/choose';
import { guessFrom } from './quick-add/choice/guess';
import {
  isChatter,
  isFiller,
  isGreeting,
  isKept,
  isQuestion,
  noteOf,
  speaksOfTheBot,
  withLastMoment,
  writtenDown,
} from './quick-add/messages/not-reminders';
import { type Phrase, phraseOf, type Unsure } from './quick-add/readers/phrase';
import {
  type Hints,
  hintsOf,
  isEitherDay,
  isEitherHalf,
  preAlertsOf,
} from './quick-add/choice/hours';
import { resolve } from './quick-add/choice/resolve';
import { everyYear } from './quick-add/choice/series';
import {
  type Clock,
  type Doubt,
  type QuickAddDate,
  type QuickAddResult,
  type QuickAddTime,
} from './quick-add/choice/result';
import { scan } from './quick-add/readers/scan';
import { tasksOf } from './quick-add/messages/tasks';
import { remembered } from './quick-add/tokens/remembered';
import { fromLatinLayout, tokenize, type Token, wordsOf } from './quick-add/tokens/tokens';
import { isInfinitive, isKnown } from './quick-add/tokens/vocabulary';
import { unreadTime } from './quick-add/choice/unread';
import { remainingText } from './quick-add/choice/remaining-text';
import { instantToWallTime } from './time-zone';

export interface QuickAddContext extends Clock {
  /** Of the categories the first is the one of what names none. */
  categories: readonly Named[];
  types: readonly Named[];
  /** What the line says of these is text like any other. */
  asText?: readonly LinePart[] | undefined;
}

type LinePart = 'date' | 'time' | 'repeat' | 'preAlerts' | 'flood' | 'counter';

const KINDS: Record<LinePart, RegExp> = {
  date: /^(?:date|in|impossible|unsupported)$/,
  time: /^(?:times?|part|zone|in|impossible|unsupported)$/,
  repeat: /^(?:repeat|except|count|select|until|lasting|start|impossible|unsupported)$/,
  preAlerts: /^ahead$/,
  flood: /^flood$/,
  // Read beside the grammar: see messages/counter.
  counter: /^$/,
};

export { type Asked, parseAnswer, type QuickAddAnswer } from './quick-add/replies/answer';
export { withTime } from './quick-add/choice/series';
export {
  type QuickAddDate,
  type QuickAddResult,
  type QuickAddTime,
} from './quick-add/choice/result';

const YEAR_MS = 365.5 * 86_400_000;

/** Tokens of a text that are looked at for what it is about. */
const TELLING_MAX = 200;

/** Beside one of these a year that has passed is that of a birth or a wedding. */
const ANNIVERSARY = /^(?:рожден|родил|др$|днюх|юбиле|годовщин|именин)/;

type Wrong = 'impossible' | 'unsupported';

/** Of a line that is no reminder. */
const NOTHING_READ = {
  typeId: null,
  categoryId: null,
  doubt: null,
  floodInterval: null,
  preAlerts: [],
};

/**
 * Reads a line of Russian. Never throws, whatever is typed; takes time linear in the length of the
 * input: what says where a line belongs is taken off step by step, and the rest is read at most twice.
 * What the line does not say of when is as it is in `known`.
 */
export function parseQuickAdd(
  given: string,
  context: QuickAddContext,
  known?: KnownWhen,
): QuickAddResult {
  const typed = withLastMoment(asItLooks(given));
  const tagged = takeCategoryTag(typed, context.categories);
  const reading = readCounter(tagged?.rest ?? typed, context, known);
  return tagged ? { ...reading, categoryId: tagged.categoryId } : reading;
}

/** A line that may say how many are left. */
function readCounter(line: string, context: QuickAddContext, known?: KnownWhen): QuickAddResult {
  const counted = context.asText?.includes('counter') ? undefined : takeCounter(line);
  if (counted) {
    const reading = readBeforeTags(counted.rest, context, known);
    const isTimed = reading.outcome === 'ready' || reading.outcome === 'needs-time';
    // «матч, осталась одна тренировка», «завтра купить тапочки, осталось 2» tell of what comes once.
    const isTold = isTimed && wordsOf(reading.text).some(({ text }) => isInfinitive(text));
    const counts = (isTimed && reading.rule !== null) || (counted.countsAlone && !isTold);
    if (counts && reading.text !== '') return { ...reading, counter: counted.left };
    // Otherwise the clause stays in the text.
  }
  return readBeforeTags(line, context, known);
}

/** A line whose tags at the end name no category: they stay in the text, but would tear «в 9 #дача» apart. */
function readBeforeTags(line: string, context: QuickAddContext, known?: KnownWhen): QuickAddResult {
  const [words, tags] = splitTagsAtEnd(line);
  if (tags !== '') {
    const reading = readAsked(words, context, known);
    const text = reading.text + tags;
    const isWhole = reading.text !== '' && reading.outcome !== 'none';
    if (isWhole && text.length <= REMINDER_TEXT_MAX) return { ...reading, text };
  }
  return readAsked(line, context, known);
}

/** A line that may ask to be written down: a note, unless it says when. */
function readAsked(typed: string, context: QuickAddContext, known?: KnownWhen): QuickAddResult {
  let line = fromLatinLayout(typed);
  let asksToWrite = !known && isKept(typed);
  for (;;) {
    const note = noteOf(line);
    if (note !== undefined) return { ...NOTHING_READ, outcome: 'note', text: note };
    const written = known ? undefined : writtenDown(line);
    if (written === undefined) break;
    line = fromLatinLayout(written);
    asksToWrite = true;
  }
  const reading = readWords(line, context, known);
  if (!asksToWrite) return reading;
  // «запиши замеры: 3.20 на 4.15», «запомни, что сахар утром был 7,8»
  const dated = tokenize(line).some(({ text }) => isKnown(text));
  const told = (reading.doubt && !dated) || tellsOf(line, dated);
  if (told) return { ...NOTHING_READ, outcome: 'note', text: line };
  return reading.outcome === 'no-date' ? { ...reading, outcome: 'note' } : reading;
}

const EITHER_HOUR = /^в\s+[\p{L}\d:.]+\s+или\s+(?:в\s+)?[\p{L}\d:.]+(?:\s+\p{L}+)?$/iu;

/** The places of «в 13 или в 14»: between which hours it is asked is no part of the title. */
function eitherHourIn(input: string, tokens: readonly Token[], doubt: Doubt | null): number[] {
  if (!doubt || !EITHER_HOUR.test(doubt.phrase)) return [];
  const from = input.indexOf(doubt.phrase);
  const to = from + doubt.phrase.length;
  return tokens.flatMap(({ start, end }, at) => (start >= from && end <= to ? [at] : []));
}

/** What words say of when, and what is left of them. */
function readWords(input: string, context: QuickAddContext, known?: KnownWhen): QuickAddResult {
  const { now, timeZone, asText = [] } = context;
  const nothing: QuickAddResult = { ...NOTHING_READ, outcome: 'none', text: input.trim() };
  if (isGreeting(input)) return nothing;
  const wallNow = instantToWallTime(now, timeZone);
  const tokens = tokenize(input);
  const scanned = scan(tokens, wallNow);
  const phrases = scanned.phrases.filter(
    ({ kind }) => !asText.some((part) => KINDS[part].test(kind)),
  );
  const dated = withAnniversary(choose(phrases, tokens), tokens, context);
  const choice = known ? filledIn(dated, known) : dated;

  const removed = tokens.map(() => false);
  for (const { from, to } of [...scanned.noise, ...choice.removed]) removed.fill(true, from, to);
  const doubt = doubtOf(choice.doubts[0] ?? unreadTime(tokens, scanned), tokens, input);
  for (const at of eitherHourIn(input, tokens, doubt)) removed[at] = true;
  const left = tokens.filter((_, index) => removed[index] !== true).slice(0, TELLING_MAX);
  const remaining = remainingText(input, tokens, removed);
  const text = isFiller(remaining) ? '' : remaining;
  const { floodInterval } = choice;
  const preAlerts = [...choice.preAlerts];
  const reading = { text, ...guessFrom(left, context), doubt, floodInterval, preAlerts };

  const refuse = ({ outcome, from, to = from }: Refusal): QuickAddResult => {
    return { ...reading, outcome, phrase: phraseOf(input, tokens, from, to) };
  };
  const refused = refusalOf(choice, phrases);
  if (refused) return refuse(refused);
  const hints = hintsOf(left, context);
  const resolved = resolve(choice, hints);
  if (resolved?.kind === 'refused') {
    const outcome = resolved.because === 'until' ? 'impossible' : 'unsupported';
    return refuse({ outcome, from: firstOf(phrases, resolved.because) });
  }
  if (resolved?.kind === 'past') {
    if (!known && isQuestion(input)) return nothing;
    return { ...reading, outcome: 'past', date: resolved.date, time: resolved.time };
  }
  const when = resolved?.when ?? null;
  const moment = when && 'dateTime' in when ? when : null;
  if (!known && asksOfTheBot(input, tokens, when)) return nothing;
  reading.preAlerts = preAlertsOf(choice, when, hints);
  const phraseFrom = (from: Phrase | undefined) => phraseOf(input, tokens, from);
  if (moment) {
    reading.doubt ??= doubtOfMoment({ choice, moment, phrases, hints, context, input, phraseFrom });
  }
  const mayBeQuestion = (when?.rule && speaksOfTheBot(input)) || (moment && isQuestion(input));
  if (!known && mayBeQuestion) reading.doubt ??= { kind: 'unclear', phrase: input.trim() };

  if (text === '') return { ...reading, outcome: 'no-text', when };
  if (text.length > REMINDER_TEXT_MAX) {
    return { ...reading, outcome: 'too-long', length: text.length, max: REMINDER_TEXT_MAX };
  }
  if (!when) return { ...reading, outcome: 'no-date' };
  return 'dateTime' in when
    ? { ...reading, outcome: 'ready', ...when }
    : { ...reading, outcome: 'needs-time', ...when };
}

/** What is yearly, by its rule or as it is celebrated, with the day on which it is. */
function withAnniversary(said: Choice, tokens: readonly Token[], context: QuickAddContext): Choice {
  const celebrates = tokens.some(({ text }) => ANNIVERSARY.test(text));
  const isYearly = celebrates || said.rule?.unit === 'YEAR';
  return isYearly && !context.asText?.includes('repeat')
    ? everyYear(said, context, celebrates)
    : said;
}

const firstOf = (phrases: readonly Phrase[], kind: Phrase['kind']): Phrase | undefined =>
  phrases.find((phrase) => phrase.kind === kind);

/** What cannot be done as it is said, and which phrases say it. */
interface Refusal {
  outcome: Wrong;
  from?: Phrase | undefined;
  to?: Phrase | undefined;
}

/** What of a line no calendar has, or no rule of ours can say. */
function refusalOf(choice: Choice, phrases: readonly Phrase[]): Refusal | undefined {
  const impossible = firstOf(phrases, 'impossible');
  if (impossible) return { outcome: 'impossible', from: impossible };
  const unsupported = firstOf(phrases, 'unsupported');
  if (unsupported && !choice.date && !choice.offset) {
    return { outcome: 'unsupported', from: unsupported };
  }
  if (choice.rule && choice.eitherHour) {
    const [from, to] = choice.eitherHour;
    return { outcome: 'unsupported', from, to };
  }
  if (choice.rule && choice.date?.several && !choice.rule.monthDays) {
    return { outcome: 'unsupported', from: firstOf(phrases, 'date') };
  }
  const perDay = phrases.find((phrase) => phrase.kind === 'repeat' && phrase.perDay !== undefined);
  return perDay && !choice.used.has(perDay) ? { outcome: 'unsupported', from: perDay } : undefined;
}

/** Whether a line asks or tells something of the bot itself, or only chats: nothing is to be made of it. */
function asksOfTheBot(
  input: string,
  tokens: readonly Token[],
  when: QuickAddTime | QuickAddDate | null,
): boolean {
  if (when?.rule && speaksOfTheBot(input)) {
    // «можешь каждое утро тормошить меня выпить таблетку» may ask for it.
    const acts = tokens.filter((token) => isInfinitive(token.text));
    if (!/\d/.test(input) && acts.length < 2) return true;
  }
  if (when === null) return isQuestion(input) || isChatter(input);
  return !('dateTime' in when) && isQuestion(input);
}

interface MomentSaid {
  choice: Choice;
  moment: QuickAddTime;
  phrases: readonly Phrase[];
  hints: Hints;
  context: QuickAddContext;
  input: string;
  phraseFrom: (from: Phrase | undefined) => string;
}

/** Why a moment may not be the one that is meant; null where nothing speaks against it. */
function doubtOfMoment(said: MomentSaid): Doubt | null {
  const { choice, moment, phrases, hints, context, input, phraseFrom } = said;
  const date = firstOf(phrases, 'date');
  if (moment.movedToTomorrow && date && choice.date?.sort === 'today') {
    // «сегодня утром» at noon: tomorrow's may be meant, or nothing. «сегодня в 10» is this evening's ten.
    return { kind: 'contradiction', phrase: phraseFrom(date) };
  }
  if (isEitherDay(choice, moment.wallTime)) return { kind: 'which-day', phrase: phraseFrom(date) };
  const hour = phrases.find(({ kind }) => kind === 'time' || kind === 'part');
  if (hour && isEitherHalf(choice, moment.wallTime, hints)) {
    if (choice.date?.orToday && !choice.rule && date) {
      return { kind: 'which-week', phrase: phraseFrom(date) };
    }
    const named = (choice.rule && firstOf(phrases, 'zone')) ?? hour;
    return { kind: 'unclear', phrase: phraseFrom(named) };
  }
  // «29 февраля» of a year that has none: the next one is years away.
  const isFar = moment.dateTime.getTime() - context.now.getTime() > YEAR_MS;
  if (isFar && !choice.rule && !choice.offset && !/\d{4}|год|лет/iu.test(input)) {
    return { kind: 'unclear', phrase: phraseFrom(date) };
  }
  return null;
}

/**
 * Reads a message: one result for each of its tasks, in their order, at least one. Never throws; linear
 * in the length of the input. A category on a line of its own at the end is that of all tasks.
 */
export function readMessage(message: string, context: QuickAddContext): QuickAddResult[] {
  const [, above = '', last = ''] = /^([^]*\S)\s*\n([^\n]*)$/.exec(message.trimEnd()) ?? [];
  const tagged = takeCategoryTag(last, context.categories);
  const ofAll = tagged?.rest.trim() === '' ? { categoryId: tagged.categoryId } : undefined;
  const readings = tasksOf(fromLatinLayout(ofAll ? above : message), {
    read: remembered((part) => parseQuickAdd(part, context)),
    scan: (tokens) => scan(tokens, instantToWallTime(context.now, context.timeZone)),
  });
  const isList = readings.length > 1;
  return readings.map((reading) => ({
    ...reading,
    ...ofAll,
    text: isList ? reading.text.replace(FULL_STOP, '') : reading.text,
  }));
}
/** It ends a sentence, no abbreviation: of a list each line is a title. */
const FULL_STOP = /(?<=\p{L}{4})\.$/u;

const STATES = /^(?:был[аои]?|работает|принимает)$/;

/**
 * Whether a line that is to be written down tells of something: «магазин работает до 21». A verb behind what is to be
 * done on a day tells nothing of that: «завтра в 10 забрать костюм, который был в чистке».
 */
function tellsOf(written: string, dated: boolean): boolean {
  const words = wordsOf(written.slice(0, REMINDER_TEXT_MAX));
  const at = words.findIndex(
    ({ text }, index) => STATES.test(text) && index > 0 && index < words.length - 1,
  );
  if (at < 0) return false;
  const before = words.slice(0, at);
  const acts =
    before.some(({ text }) => isInfinitive(text)) || /^котор/.test(before.at(-1)?.text ?? '');
  return !(dated && acts && before.some(({ text }) => isKnown(text)));
}

function doubtOf(
  unsure: Unsure | undefined,
  tokens: readonly Token[],
  input: string,
): Doubt | null {
  return unsure
    ? { kind: unsure.kind, phrase: phraseOf(input, tokens, unsure.from, unsure.to) }
    : null;
}
