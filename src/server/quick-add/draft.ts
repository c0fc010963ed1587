import 'server-only';
import { draftCreateKey, type DraftPayload } from '@/contract/draft';
import { type Note } from '@/contract/note';
import { inputFrom, type Reminder } from '@/contract/reminder';
import { ruleOfWire, wireRule, withRule } from '@/contract/rule';
import { daysAfter } from '@/core/calendar';
import { excerpt } from '@/core/cut';
import { REMINDER_TEXT_MAX } from '@/core/limits';
import { reminderTextOf } from '@/core/checklist';
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
import { type Clock } from '@/core/quick-add/choice/result';
import { withoutForeignTime } from '@/core/quick-add/choice/unread';
import { withoutReason } from '@/core/quick-add/replies/answer';
import { type SaidBeside } from '@/core/quick-add/replies/reply';
import { nextOccurrence } from '@/core/recurrence';
import { instantToWallTime, type LocalDate, localDateAt } from '@/core/time-zone';
import { cardTexts } from '@/texts/bot-cards';
import { type Html, lines } from '@/texts/html';
import { describeDate, describeInstant } from '@/texts/schedule';
import { changeDraft, createDraft, type DraftRow, reminderOfDraft } from '../drafts/drafts';
import { noteOfDraft } from '../notes/of-draft';
import { type Attachment, describe } from '../platform/attachment';
import { withPersonLocked } from '../platform/db/locks';
import { AppError, orRefusal } from '../platform/errors';
import { type Within } from '../reminders/upcoming';
import { createReminder } from '../reminders/reminders';
import { atPresent } from '../telegram/turn';

/*
 * What a message makes of a draft, and what becomes of that: inside the transaction that reads and changes
 * drafts (`withPersonLocked`).
 */

export interface Understood {
  payload: DraftPayload;
  problem?: Html | undefined;
  /** Said in place of a draft: there is nothing to keep. */
  nothing?: Html;
}

/** A message that is kept as it is, and the words that stand for it where nobody has said others. */
export type Kept = { attachment: Attachment; title: string };

export const keptAs = (attachment: Attachment, words = ''): Kept => ({
  attachment,
  title: words === '' ? describe(attachment) : words,
});

/**
 * The draft of a line that starts something new. A line that comes with a message need say nothing, and
 * may be longer than a reminder takes: the message comes back whole.
 */
export function draftOfReading(
  reading: QuickAddResult,
  context: QuickAddContext,
  kept?: Kept,
): Understood {
  const draft = draftOfLine(reading, context);
  if (!kept) return draft;
  const { payload, nothing, problem = nothing } = draft;
  const said = reading.outcome === 'none' ? '' : payload.text;
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
  payload: DraftPayload = emptyDraft(reading, context),
): Understood {
  const { doubt } = reading;
  const at = (when: QuickAddTime | QuickAddDate) => ({
    payload: { ...withMoment(payload, when), ...(doubt && { doubt }) },
  });
  switch (reading.outcome) {
    case 'ready':
    case 'needs-time':
      return at(reading);
    case 'no-date':
    case 'note':
    case 'too-long':
      return { payload };
    case 'none':
      return { payload, nothing: cardTexts.howTo };
    case 'no-text':
      return reading.when ? at(reading.when) : { payload, nothing: cardTexts.howTo };
    default: {
      const problem = problemOf(reading, context);
      return reading.text === '' ? { payload, nothing: problem } : { payload, problem };
    }
  }
}

/**
 * Reads a message as the answer to a card that asks, or as another moment for one that stands complete. Undefined: it is
 * neither, but the start of something new.
 */
export function answerTo(
  { payload: asked, asks }: { payload: DraftPayload; asks: boolean },
  message: string,
  context: QuickAddContext,
): Understood | 'called-off' | undefined {
  const known = knownOf(asked, context.timeZone);
  const about = { text: asked.text, ...known, doubted: asked.doubt?.phrase };
  const read = (line: string) => parseAnswer(line, about, context);
  const whole = read(message);
  if (whole.outcome === 'when') return { payload: answered(asked, whole) };
  if (!asks) return undefined;
  const why = withoutReason(message);
  // «завтра в 7:50 до уроков»
  const explained = whole.outcome === 'other' || (whole.outcome === 'unclear' && /\d/.test(why));
  const plain = explained ? read(why) : whole;
  if (plain.outcome === 'when') return { payload: answered(asked, plain) };
  switch (whole.outcome) {
    case 'called-off':
      return 'called-off';
    case 'past':
    case 'impossible':
    case 'unsupported':
      return { payload: asked, problem: problemOf(whole, context) };
    case 'unclear':
    case 'other':
  }
  if (asked.text === '') return aboutWhat(asked, parseQuickAdd(message, context, known), context);
  if (whole.outcome === 'other') return undefined;
  return { payload: asked, problem: asked.date ? cardTexts.unclearTime : cardTexts.unclearMoment };
}

/** The draft with the moment of an answer: what was doubted as a word of time in another language is said by that. */
function answered(
  asked: DraftPayload,
  { when, said }: Extract<QuickAddAnswer, { outcome: 'when' }>,
): DraftPayload {
  const text = withoutForeignTime(asked.text, asked.doubt?.phrase ?? '');
  return withBeside(withMoment({ ...asked, text }, when), said);
}

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
function aboutWhat(
  asked: DraftPayload,
  reading: QuickAddResult,
  context: QuickAddContext,
): Understood {
  const said = {
    ...asked,
    text: reading.text,
    typeId: reading.typeId ?? asked.typeId,
    categoryId: reading.categoryId ?? asked.categoryId,
    ...counterOfReading(reading),
  };
  const payload = withBeside(said, reading);
  if (reading.outcome === 'none' || reading.outcome === 'no-text') return { payload };
  const { nothing, problem = nothing, ...draft } = draftOfLine(reading, context, payload);
  return { ...draft, problem };
}

/** The moment of a bare time: on the date that the card has, else the next time clocks show it. */
export function atTime(
  asked: Pick<DraftPayload, 'date' | keyof ReturnType<typeof wireRule>>,
  time: string,
  context: Clock,
): QuickAddTime | null {
  const rule = ruleOfWire(asked);
  if (asked.date) return withTime({ date: asked.date, rule }, time, context);
  const today = localDateAt(context.now, context.timeZone);
  return (
    withTime({ date: today, rule }, time, context) ??
    withTime({ date: daysAfter(today, 1), rule }, time, context)
  );
}

const counterOfReading = ({ counter: left }: QuickAddResult) =>
  left === undefined ? {} : { counter: { left } };

function emptyDraft(reading: QuickAddResult, { types, categories }: QuickAddContext): DraftPayload {
  const plain = {
    text: reading.text,
    typeId: reading.typeId ?? types[0]?.id ?? 0,
    categoryId: reading.categoryId ?? categories[0]?.id ?? 0,
    dateTime: null,
    date: null,
    ...wireRule(null),
    flood: false,
    floodInterval: null,
    ...counterOfReading(reading),
    ...(reading.doubt && { doubt: reading.doubt }),
  };
  return withBeside(plain, reading);
}

/** The draft with what is said beside its moment; where nothing is, it stays as it was. */
const withBeside = (
  payload: DraftPayload,
  { preAlerts, floodInterval }: SaidBeside,
): DraftPayload => ({
  ...payload,
  ...(preAlerts.length > 0 && { preAlerts: [...preAlerts] }),
  ...(floodInterval !== null && { flood: true, floodInterval }),
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
  const doubted = { kind: 'forwarded', phrase: '' } as const;
  return { payload: { ...withMoment(payload, reading), doubt: doubted } };
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
  const { doubt, span, ...certain } = payload;
  return {
    ...withRule(certain, when.rule),
    dateTime: known ? when.dateTime.toISOString() : null,
    date: known ? null : when.date,
    ...(known && { timeZone: when.timeZone }),
    movedToTomorrow: known && when.movedToTomorrow,
    ...(known && when.span && { span: true }),
  };
}

/** A card that floods or repeats, to come once; undefined where it does neither, or both. */
export function withoutRepeating(payload: DraftPayload): DraftPayload | undefined {
  const repeats = ruleOfWire(payload) !== null;
  if (payload.flood === repeats) return undefined;
  if (repeats) return withRule(payload, null);
  const { doubt, ...certain } = payload;
  const isOfOther = doubt && doubt.kind !== 'flood-interval';
  return { ...certain, ...(isOfOther && { doubt }), flood: false, floodInterval: null };
}

export function withoutMoment(payload: DraftPayload): DraftPayload {
  const { doubt, movedToTomorrow, span, ...rest } = payload;
  return { ...rest, dateTime: null, date: null };
}

type Problem = Extract<QuickAddAnswer, { outcome: 'past' | 'impossible' | 'unsupported' }>;

function problemOf(reading: Problem, context: QuickAddContext): Html {
  return reading.outcome === 'past'
    ? cardTexts.past(describePast(reading, context))
    : cardTexts[reading.outcome](reading.phrase);
}

/** «вчера», «сегодня в 09:00» */
export function describePast(
  { date, time }: { date: LocalDate; time: string | null },
  { now, timeZone }: Clock,
): string {
  const today = localDateAt(now, timeZone);
  return time === null ? describeDate(today, date) : describeInstant(today, `${date}T${time}`);
}

/** A draft as it now is, and what its card has to say besides, or lets choose. */
export interface CardContent {
  row: DraftRow;
  problem?: Html | undefined;
  edited?: boolean;
  choosing?: 'category' | 'type';
}

export interface ChatAnswer {
  cards: readonly CardContent[];
  strip?: readonly (number | null)[];
  sentences?: readonly Html[];
}

export const saying = (sentence: Html): ChatAnswer => ({ cards: [], sentences: [sentence] });

export const stateOf = (payload: DraftPayload): DraftRow['state'] =>
  payload.dateTime !== null && payload.text !== '' ? 'ready' : 'asking';

export async function begin(
  within: Within,
  { payload, problem, nothing }: Understood,
  source: { messageId: number | null; asNote: boolean; attachment?: Attachment | null },
): Promise<ChatAnswer> {
  if (nothing) return saying(nothing);
  const { messageId: sourceMessageId, asNote, attachment = null } = source;
  const draft = { payload, state: stateOf(payload), sourceMessageId, attachment };
  const { now } = atPresent(within);
  const row = await createDraft(within.db, within.account.id, draft, now);
  return {
    cards: [await (asNote ? noteDraft(within, row) : storeIfCertain(within, { row, problem }))],
  };
}

/** Runs a change of a person's drafts as one transaction, while no other change of theirs runs: see `withPersonLocked`. */
export const whileLocked = <W extends Within, T>(
  within: W,
  change: (locked: W) => Promise<T>,
): Promise<T> => withPersonLocked(within.db, within.account.id, (db) => change({ ...within, db }));

/** Changes what a draft says, and stores it where nothing of it is in doubt. */
export async function changeAndStoreIfCertain(
  within: Within,
  row: DraftRow,
  { payload, problem }: Understood,
): Promise<CardContent> {
  const changed = await changeDraft(within.db, row, { payload, state: stateOf(payload) });
  return storeIfCertain(within, { row: changed, problem });
}

/** Stores a draft of which nothing is in doubt; any other one is left to its card. */
export const storeIfCertain = async (
  within: Within,
  { row, problem }: CardContent,
): Promise<CardContent> =>
  row.state === 'ready' && problem === undefined && isCertain(row.payload)
    ? storeDraft(within, row)
    : { row, problem };

/** Stores a draft, and keeps it with its card where it cannot be: the account is full, the time has passed. */
export async function storeDraft(within: Within, row: DraftRow): Promise<CardContent> {
  const { db } = within;
  try {
    return { row: await createFromDraft(within, row) };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === 'conflict') {
      // The form has saved it meanwhile, with other content: that stands.
      const reminderId = await reminderOfDraft(db, row);
      if (reminderId !== undefined) {
        return { row: await changeDraft(db, row, { state: 'saved', reminderId }) };
      }
    }
    if (error.code === 'full') return { row, problem: cardTexts.full(error.message) };
    if (error.code !== 'invalid') throw error;
    const payload = askedAnew(row.payload, error);
    const asking = await changeDraft(db, row, { payload, state: 'asking' });
    return { row: asking, problem: cardTexts.refused(error.message) };
  }
}

/** Without what the rules of the form refuse: a moment that has passed, or else the repetition and its like. */
function askedAnew(payload: DraftPayload, { errors }: AppError): DraftPayload {
  if (errors?.some(({ field }) => field === 'date' || field === 'time')) {
    return withoutMoment(payload);
  }
  const { preAlerts, ...plain } = withoutMoment(withRule(payload, null));
  return { ...plain, flood: false, floodInterval: null };
}

/** The same draft makes the same reminder, however often it is stored. Throws as `createReminder`. */
export async function createFromDraft(within: Within, row: DraftRow) {
  const { id: reminderId } = await createAsSaid(within, row.payload, draftCreateKey(row.id));
  return changeDraft(within.db, row, { state: 'saved', reminderId });
}

/** Makes the reminder that a line or a card says, once for a key. Throws as `createReminder`. */
export function createAsSaid(
  { db, now, account }: Within,
  payload: DraftPayload,
  createKey: string,
): Promise<Reminder> {
  const input = inputFrom(seriesFromNow(payload, account.timeZone, now));
  return createReminder(db, account, input, { now, createKey });
}

/** A series whose first occurrence passed while its card lay in the chat starts with the next one. */
export function seriesFromNow(payload: DraftPayload, timeZone: string, now: Date): DraftPayload {
  const rule = ruleOfWire(payload);
  if (!rule || payload.dateTime === null || new Date(payload.dateTime) > now) return payload;
  const firstWallTime = instantToWallTime(new Date(payload.dateTime), timeZone);
  const next = nextOccurrence({ firstWallTime, timeZone, rule }, now);
  return next ? { ...payload, dateTime: next.toISOString() } : payload;
}

/** Keeps the draft's text as a note. */
export async function noteDraft({ db, now }: Within, row: DraftRow): Promise<CardContent> {
  const noted = await orRefusal(noteOfDraft(db, row, now), 'invalid', 'full');
  return noted instanceof AppError ? { row, problem: lines(noted.message) } : { row: noted };
}
