import { REMINDER_TEXT_MAX } from '../../limits';
import { type RecurrenceRule } from '../../recurrence';
import { instantToWallTime, type LocalDate, type WallTime } from '../../time-zone';
import { type Choice, choose } from '../choice/choose';
import { hintsOf, preAlertsOf } from '../choice/hours';
import { resolve } from '../choice/resolve';
import { repetitionOf } from '../choice/series';
import { type Clock, type QuickAddDate, type QuickAddTime } from '../choice/result';
import { written } from '../readers/clock';
import { all, type DatePhrase, type Phrase, phraseOf, type Slot } from '../readers/phrase';
import { scan } from '../readers/scan';
import { textsOf, type Token, tokenize } from '../tokens/tokens';
import {
  ANSWER_CALLS_OFF,
  ANSWER_FILLERS,
  ANSWER_OPENS_CONDITION,
  ANSWER_VAGUE,
  isInfinitive,
} from '../tokens/vocabulary';

/** What is known already of when. */
export interface KnownWhen {
  /** The date, on the user's clocks; the first one where it repeats. */
  date: LocalDate | null;
  /** `HH:mm` */
  time: string | null;
  rule: RecurrenceRule | null;
}

/** What is known of the reminder that a question is about. */
export interface Asked extends KnownWhen {
  text: string;
  /** «в шесть или в семь вечера»: between what it is asked. */
  doubted?: string | undefined;
}
export const NOTHING_KNOWN: Asked = { text: '', date: null, time: null, rule: null };

/** What an answer's own words say, before what is known is added to it. */
export type WhenSaid = Pick<
  Choice,
  'date' | 'time' | 'part' | 'rule' | 'floodInterval' | 'preAlerts'
>;

/** What an answer to a question about when says. */
export type QuickAddAnswer =
  /** All of it says when: what it leaves out (the day, the time, the repetition) is as it was asked about. */
  | { outcome: 'when'; when: QuickAddTime | QuickAddDate; said: WhenSaid }
  | { outcome: 'past'; date: LocalDate; time: string | null }
  | { outcome: 'impossible' | 'unsupported'; phrase: string }
  /** About when, yet not understood as a whole: to be asked about, never half taken. */
  | { outcome: 'unclear' }
  /** «не надо», «передумал» */
  | { outcome: 'called-off' }
  /** Not about when: the text of something new. */
  | { outcome: 'other' };

/** Longer messages are not read as answers: no answer is that long. */
const ANSWER_MAX = REMINDER_TEXT_MAX;

/** «25 минут», «полчасика»: from now, where nothing is known yet. */
const SPAN =
  /^(?:[\p{L}\d]+ мин(?:ут\p{L}*)?|минут\p{L}* [\p{L}\d]+|полчас\p{L}*|полтора часа|часик|пар[ау] (?:минут|час)\p{L}*)[\s.!]*$/iu;

/**
 * Reads a message as the answer to «Когда?» or «Во сколько?». What it leaves out stays as it is in
 * `asked`; what it says wins. It counts only as a whole: every word of it says when, or is of those that
 * say nothing («давай», «лучше», «пожалуйста»). Never throws.
 */
export function parseAnswer(message: string, asked: Asked, clock: Clock): QuickAddAnswer {
  if (message.length > ANSWER_MAX) return { outcome: 'other' };
  if (ANSWER_CALLS_OFF.has(textsOf(message).join(' '))) return { outcome: 'called-off' };
  const plain = withoutFillers(message);
  const wallNow = instantToWallTime(clock.now, clock.timeZone);

  const isSpan = asked.time === null && asked.date === null && SPAN.test(plain);
  const read =
    (isSpan ? wholly(`через ${plain}`, wallNow) : undefined) ??
    wholly(plain, wallNow) ??
    afterADate(plain, wallNow);
  if (!read) return leftOver(plain, wallNow);

  const first = (kind: Phrase['kind']) => read.phrases.find((phrase) => phrase.kind === kind);
  for (const wrong of ['impossible', 'unsupported'] as const) {
    const phrase = first(wrong);
    if (phrase) return { outcome: wrong, phrase: phraseOf(plain, read.tokens, phrase) };
  }
  const choice = asDoubted(read.choice, asked, wallNow);
  if (choice.eitherHour || choice.doubts.length > 0 || (choice.date?.several && !choice.rule)) {
    return { outcome: 'unclear' };
  }
  const hints = hintsOf(tokenize(asked.text), clock);
  const usual = resolve(filledIn(choice, asked), hints);
  if (usual?.kind === 'past') return { outcome: 'past', date: usual.date, time: usual.time };
  const when = usual?.kind === 'when' ? usual.when : undefined;
  return when && fitsWhatIsKnown(choice, asked, when)
    ? { outcome: 'when', when, said: { ...choice, preAlerts: preAlertsOf(choice, when, hints) } }
    : { outcome: 'unclear' };
}

/** «в семь», where it is asked whether at six or at seven in the evening: an hour of that half of the day. */
function asDoubted(choice: Choice, { doubted = '' }: Asked, wallNow: WallTime): Choice {
  const { time, part } = choice;
  const words = tokenize(doubted);
  const named = all(scan(words, wallNow).phrases, 'time').find((phrase) => phrase.time.period);
  // Another hour than those that were asked about is of any half of the day.
  const isAskedAbout = words.some(({ value }) => value === time?.hour);
  if (!time || time.period || part || !named || !isAskedAbout) return choice;
  return { ...choice, time: { ...time, period: named.time.period } };
}

/** «…, как проснусь», «…, а то забуду»: why then, and nothing to be reminded of. */
const REASON =
  /(?:^|[,\s]+)(?:(?:а то|как только|иначе|пока|чтобы?|потому|так как|перед|после|до|сразу|только)\s[^,]*|(?<=,\s*)(?:как|когда|раньше|позже|я|мы|он[аи]?|там|тут)\s[^,]*)(?=,|$)/giu;
export const withoutReason = (line: string): string => line.replace(REASON, ' ').trim();

interface Read {
  tokens: readonly Token[];
  phrases: readonly Phrase[];
  choice: Choice;
}

/** An hour, of words that change nothing elsewhere. */
const SAME_HOUR = /(?<!\p{L})в (?:это|то)(?: же)?(?: самое)? (?:время|час)(?!\p{L})/iu;

/** The message without the words that change nothing; the rest stays as it was written. */
function withoutFillers(message: string): string {
  let plain = '';
  let from = 0;
  const sameHour = SAME_HOUR.exec(message);
  const hourStart = sameHour?.index ?? message.length;
  const hourEnd = hourStart + (sameHour?.[0].length ?? 0);
  for (const [index, { kind, text, start, end }] of tokenize(message).entries()) {
    // «а» says nothing at the start; in «не в 8, а в 9» it does.
    const filler = ANSWER_FILLERS.has(text) || (text === 'а' && index === 0);
    const isOfSameHour = start >= hourStart && end <= hourEnd;
    if (kind !== 'word' || !filler || isOfSameHour) continue;
    plain += message.slice(from, start);
    from = end;
  }
  return (plain + message.slice(from)).trim();
}

/** A date that is put before a message has one token. */
const ANY_DATE = 'завтра ';

/**
 * Reads a message that says when and nothing else, as if `before` stood before it; undefined where any word is about
 * anything else.
 */
function wholly(
  plain: string,
  wallNow: WallTime,
  before: '' | typeof ANY_DATE = '',
): Read | undefined {
  const tokens = tokenize(before + plain);
  const itsOwnFrom = before === '' ? 0 : 1;
  const scanned = scan(tokens, wallNow);
  const phrases = scanned.phrases.filter(({ from }) => from >= itsOwnFrom);
  const choice = choose(phrases, tokens);
  const saysWhen = [...choice.used, ...phrases.filter(isWrong)];
  if (saysWhen.length === 0) return undefined;
  const read = [{ from: 0, to: itsOwnFrom }, ...saysWhen, ...scanned.noise];
  return wordsBeside(tokens, read).length === 0 ? { tokens, phrases, choice } : undefined;
}

const isWrong = ({ kind }: Phrase): boolean => kind === 'impossible' || kind === 'unsupported';

/** The words of which none of these phrases is made. */
const wordsBeside = (
  tokens: readonly Token[],
  phrases: readonly Pick<Phrase, 'from' | 'to'>[],
): Token[] =>
  tokens.filter(
    ({ kind }, at) => kind !== 'mark' && !phrases.some(({ from, to }) => from <= at && at < to),
  );

/** A bare number is an hour after a date only: «18», «9 30». */
function afterADate(plain: string, wallNow: WallTime): Read | undefined {
  const read = wholly(plain, wallNow, ANY_DATE);
  return read?.phrases.some(isWrong) ? undefined : read;
}

/** What to make of a message that does not say only when: whether it is about when at all. */
function leftOver(plain: string, wallNow: WallTime): QuickAddAnswer {
  const tokens = tokenize(plain);
  const { phrases, noise } = scan(tokens, wallNow);
  const free = wordsBeside(tokens, [...phrases, ...noise]);
  const impossible = phrases.find(({ kind }) => kind === 'impossible');
  if (free.length === 0 && impossible) {
    return { outcome: 'impossible', phrase: phraseOf(plain, tokens, impossible) };
  }
  if (free.every(({ text }) => ANSWER_VAGUE.has(text))) return { outcome: 'unclear' };
  const condition = ANSWER_OPENS_CONDITION.has(free[0]?.text ?? '');
  return condition && !free.some(({ text }) => isInfinitive(text))
    ? { outcome: 'unclear' }
    : { outcome: 'other' };
}

/** What the answer says; where it says nothing, what was known before. */
export function filledIn(said: Choice, { date, time, rule }: KnownWhen): Choice {
  // The date of a repetition goes with it.
  const knownDate = said.rule && rule ? null : date;
  const goesOn = said.rule ? null : rule;
  const knownTime = time ?? goesOn?.times?.[0];
  // An hour that is said takes the place of all that were known.
  const isHourSaid = saysHour(said);
  return {
    ...said,
    date: said.date ?? (knownDate === null ? undefined : absolute(knownDate)),
    time: isHourSaid || knownTime === undefined ? said.time : slotAt(knownTime).time,
    times: isHourSaid ? said.times : goesOn?.times?.map(slotAt),
    rule: goesOn ? repetitionOf(withoutDaySaid(goesOn, said), date ?? EPOCH) : said.rule,
    window: goesOn?.window
      ? { from: slotAt(goesOn.window.from), to: slotAt(goesOn.window.to) }
      : said.window,
    until: said.until ?? (goesOn?.until === undefined ? undefined : absolute(goesOn.until)),
    count: said.count ?? goesOn?.count,
  };
}

/** «в 10», «вечером», «через час» */
const saysHour = ({ time, part, offset }: Choice): boolean =>
  time !== undefined || part !== undefined || Boolean(offset?.minutes);

/** «25 числа» moves what comes on the 30th of each month. */
function withoutDaySaid({ monthDays, ...rule }: RecurrenceRule, { date }: Choice): RecurrenceRule {
  const isMoved = date?.day !== undefined && monthDays?.length === 1;
  return isMoved || monthDays === undefined ? rule : { ...rule, monthDays };
}

/** `HH:mm` as if it had been typed. */
function slotAt(clock: string): Slot {
  const [hour = 0, minute = 0] = clock.split(':').map(Number);
  return { time: written(hour, minute) };
}

/**
 * Stands for the date of a rule whose date is not known: only monthly rules look at it, and their
 * date is always known.
 */
const EPOCH = '2000-01-01';
const absolute = (date: LocalDate): DatePhrase => ({ kind: 'date', sort: 'absolute', date });

/** «завтра» to a reminder of Mondays, «в 10» to one of each hour from 9 to 18: neither is to be dropped in silence. */
function fitsWhatIsKnown(said: Choice, asked: Asked, when: QuickAddTime | QuickAddDate): boolean {
  if (said.rule || !asked.rule) return true;
  if (asked.rule.window && saysHour(said)) return false;
  if (!said.date) return true;
  const date = 'dateTime' in when ? when.wallTime.slice(0, 10) : when.date;
  return date === said.date.date;
}
