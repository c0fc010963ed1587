import 'server-only';
import { type DraftPayload } from '@/contract/draft';
import { type Note } from '@/contract/note';
import { ruleOfWire, withRule, wireRule } from '@/contract/rule';
import { daysAfter } from '@/core/calendar';
import {
  type Asked,
  parseAnswer,
  parseQuickAdd,
  type QuickAddAnswer,
  type QuickAddContext,
  type QuickAddDate,
  type QuickAddResult,
  type QuickAddTime,
  withTime,
} from '@/core/quick-add';
import { excerpt } from '@/core/cut';
import { REMINDER_TEXT_MAX } from '@/core/limits';
import { reminderTextOf } from '@/core/note-text';
import { instantToWallTime, localDateAt } from '@/core/time-zone';
import { cardTexts } from '@/texts/bot-cards';
import { type Html } from '@/texts/html';
import { type Attachment, describe } from '../platform/attachment';
import { describeDate } from '@/texts/schedule';

/** What a message made of a draft: its new payload, and what to say about it. */
export interface Understood {
  payload: DraftPayload;
  problem?: Html | undefined;
}

/** A message that is kept as it is, and the words that stand for it where nobody has said others. */
export interface Kept {
  attachment: Attachment;
  title: string;
}

export const keptAs = (attachment: Attachment, words = ''): Kept => ({
  attachment,
  title: words === '' ? describe(attachment) : words,
});

/**
 * The draft of a line that starts something new; a sentence alone where there is nothing to keep. A
 * line that comes with a message need say nothing, and may be longer than a reminder takes: the
 * message comes back whole.
 */
export function draftOfReading(
  reading: QuickAddResult,
  context: QuickAddContext,
  kept: Kept,
): Understood;
export function draftOfReading(
  reading: QuickAddResult,
  context: QuickAddContext,
  kept?: Kept,
): Understood | { problem: Html };
export function draftOfReading(
  reading: QuickAddResult,
  context: QuickAddContext,
  kept?: Kept,
): Understood | { problem: Html } {
  const draft = draftOfLine(reading, context);
  if (!kept) return draft;
  const { payload, problem } =
    'payload' in draft ? draft : { payload: emptyDraft(reading, context), problem: draft.problem };
  const said = reading.outcome === 'none' || payload.text === '' ? '' : payload.text;
  const text = excerpt(said === '' ? kept.title : said, REMINDER_TEXT_MAX - 1);
  const quoted = said === '' && { quoted: true as const };
  // «Напомни» alone asks for what a message with it has.
  const asksNothing = reading.outcome === 'none' || reading.outcome === 'no-text';
  return { payload: { ...payload, text, ...quoted }, ...(!asksNothing && { problem }) };
}

/** The draft of a reminder of a note: its moment is still open, its words may be somebody else's. */
export const draftOfNote = (
  note: Pick<Note, 'id' | 'title' | 'content' | 'category'>,
  context: QuickAddContext,
): DraftPayload => ({
  ...emptyDraft(parseQuickAdd('', context), context),
  text: reminderTextOf(note),
  categoryId: note.category.id,
  noteId: note.id,
  quoted: true,
});

function draftOfLine(
  reading: QuickAddResult,
  context: QuickAddContext,
): Understood | { problem: Html } {
  const payload = emptyDraft(reading, context);
  switch (reading.outcome) {
    case 'ready':
    case 'needs-time':
      return { payload: doubted(withMoment(payload, reading), reading) };
    case 'no-date':
    case 'note':
    case 'too-long':
      return { payload };
    case 'none':
      return { problem: cardTexts.howTo };
    case 'no-text':
      return reading.when
        ? { payload: doubted(withMoment(payload, reading.when), reading) }
        : { problem: cardTexts.howTo };
    default: {
      const problem = problemOf(reading, context);
      return reading.text === '' ? { problem } : { payload, problem };
    }
  }
}

export type Answered = Understood | 'called-off';

/**
 * Reads a message as the answer to what a card asked. Undefined: it is none, but the start of
 * something new.
 */
export function answerTo(
  asked: DraftPayload,
  message: string,
  context: QuickAddContext,
): Answered | undefined {
  const known = knownOf(asked, context.timeZone);
  const answer = parseAnswer(message, { text: asked.text, ...known }, context);
  switch (answer.outcome) {
    case 'when':
      return { payload: withMoment(asked, answer.when) };
    case 'called-off':
      return 'called-off';
    case 'past':
    case 'impossible':
    case 'unsupported':
      return { payload: asked, problem: problemOf(answer, context) };
    case 'unclear':
    case 'other':
  }
  if (asked.text === '') return aboutWhat(asked, parseQuickAdd(message, context, known), context);
  if (answer.outcome === 'other') return undefined;
  return { payload: asked, problem: asked.date ? cardTexts.unclearTime : cardTexts.unclearMoment };
}

/** Whether a message right under a complete card says when and nothing else, and so is about it. */
export const isCorrection = (
  shown: DraftPayload,
  message: string,
  context: QuickAddContext,
): boolean => {
  const asked = { text: shown.text, ...knownOf(shown, context.timeZone) };
  const answer = parseAnswer(message, asked, context);
  return answer.outcome === 'when';
};

/** What a card says of when already; one that has a time has its date. */
export function knownOf(payload: DraftPayload, timeZone: string): Omit<Asked, 'text'> {
  const wall = payload.dateTime && instantToWallTime(new Date(payload.dateTime), timeZone);
  return {
    date: wall ? wall.slice(0, 10) : payload.date,
    time: wall ? wall.slice(11, 16) : null,
    rule: ruleOfWire(payload),
  };
}

/** The answer to «О чём?». A time beside it («позвонить маме в 19») changes the card's. */
function aboutWhat(asked: DraftPayload, reading: QuickAddResult, context: QuickAddContext) {
  const payload = {
    ...asked,
    text: reading.text,
    typeId: reading.typeId ?? asked.typeId,
    categoryId: reading.categoryId ?? asked.categoryId,
  };
  switch (reading.outcome) {
    case 'ready':
    case 'needs-time':
      return { payload: doubted(withMoment(payload, reading), reading) };
    case 'past':
    case 'impossible':
    case 'unsupported':
      return { payload, problem: problemOf(reading, context) };
    default:
      return { payload };
  }
}

/** The moment of a bare time: on the date that the card has, else the next time clocks show it. */
export function atTime(
  asked: Pick<DraftPayload, 'date' | keyof ReturnType<typeof wireRule>>,
  time: string,
  context: Pick<QuickAddContext, 'now' | 'timeZone'>,
): QuickAddTime | null {
  const rule = ruleOfWire(asked);
  if (asked.date) return withTime({ date: asked.date, rule }, time, context);
  const today = localDateAt(context.now, context.timeZone);
  return (
    withTime({ date: today, rule }, time, context) ??
    withTime({ date: daysAfter(today, 1), rule }, time, context)
  );
}

const emptyDraft = (reading: QuickAddResult, { types, categories }: QuickAddContext) => ({
  text: reading.text,
  typeId: reading.typeId ?? types[0]?.id ?? 0,
  categoryId: reading.categoryId ?? categories[0]?.id ?? 0,
  dateTime: null,
  date: null,
  ...wireRule(null),
  flood: reading.floodInterval !== null,
  floodInterval: reading.floodInterval,
  ...(reading.preAlerts.length > 0 && { preAlerts: reading.preAlerts }),
  ...(reading.doubt && { doubt: reading.doubt }),
});

/**
 * The draft of a text that somebody else wrote: kept whole, with the moment in it as a proposal. A
 * moment that cannot be is no matter of the person who forwards it.
 */
export function draftOfForwarded(text: string, context: QuickAddContext, kept?: Kept): Understood {
  const reading = parseQuickAdd(text, context);
  const whole = kept ? excerpt(text, REMINDER_TEXT_MAX - 1) : text;
  const { doubt, preAlerts, ...plain } = emptyDraft({ ...reading, text: whole }, context);
  const payload = { ...plain, flood: false, floodInterval: null, quoted: true as const };
  const proposes = reading.outcome === 'ready' || reading.outcome === 'needs-time';
  if (!proposes) return { payload };
  return {
    payload: { ...withMoment(payload, reading), doubt: { kind: 'forwarded', phrase: '' } },
  };
}

/** Asked for at once where nothing of it is in doubt; else its card asks. */
export const isCertain = ({ dateTime, text, doubt, movedToTomorrow }: DraftPayload): boolean =>
  dateTime !== null &&
  text !== '' &&
  text.length <= REMINDER_TEXT_MAX &&
  doubt === undefined &&
  movedToTomorrow !== true;

/** The draft with another moment; nothing of the former repetition, or of a doubt about it, stays. */
export function withMoment(payload: DraftPayload, when: QuickAddTime | QuickAddDate): DraftPayload {
  const known = 'dateTime' in when;
  const { doubt, ...settled } = payload;
  return {
    ...withRule(settled, when.rule),
    dateTime: known ? when.dateTime.toISOString() : null,
    date: known ? null : when.date,
    ...(known && { timeZone: when.timeZone }),
    movedToTomorrow: known && when.movedToTomorrow,
  };
}

/** The draft without a moment: it is asked for anew. */
export function withoutMoment(payload: DraftPayload): DraftPayload {
  const { doubt, movedToTomorrow, ...rest } = payload;
  return { ...rest, dateTime: null, date: null };
}

const doubted = (payload: DraftPayload, { doubt }: QuickAddResult): DraftPayload =>
  doubt ? { ...payload, doubt } : payload;

type Problem = Extract<QuickAddAnswer, { outcome: 'past' | 'impossible' | 'unsupported' }>;

function problemOf(reading: Problem, { now, timeZone }: QuickAddContext): Html {
  if (reading.outcome === 'past') {
    const date = describeDate(localDateAt(now, timeZone), reading.date);
    return cardTexts.past(reading.time ? `${date} в ${reading.time}` : date);
  }
  return reading.outcome === 'impossible'
    ? cardTexts.impossible(reading.phrase)
    : cardTexts.unsupported(reading.phrase);
}
