import 'server-only';
import { draftCreateKey, type DraftPayload } from '@/contract/draft';
import { inputFrom } from '@/contract/reminder';
import { ruleOfWire, withRule } from '@/contract/rule';
import { excerpt } from '@/core/cut';
import { NOTE_CONTENT_MAX, REMINDER_TEXT_MAX } from '@/core/limits';
import { noteOf } from '@/core/note-rules';
import { nextOccurrence } from '@/core/recurrence';
import { instantToWallTime } from '@/core/time-zone';
import { cardTexts } from '@/texts/bot-cards';
import { type Html, lines } from '@/texts/html';
import { changeDraft, createDraft, type DraftRow, reminderOfDraft } from '../drafts/drafts';
import { createNote } from '../notes/notes';
import { type Attachment, wordsOf } from '../platform/attachment';
import { AppError } from '../platform/errors';
import { type Within } from '../reminders/facts';
import { createReminder } from '../reminders/reminders';
import { isCertain, type Understood, withoutMoment } from './draft-reading';

/** What becomes of drafts: inside the transaction that reads and changes them (`alone`). */

/** A draft as it now is, and what its card has to say besides. */
export interface Settled {
  row: DraftRow;
  problem?: Html | undefined;
  /** It was stored before, and has changed. */
  edited?: boolean;
}

/** What became of a text: drafts, and sentences where there is nothing to keep. */
export interface Heard {
  settled: readonly Settled[];
  /** Messages of cards that are out of date with this. */
  strip?: readonly (number | null)[];
  sentences?: readonly Html[];
}

export const stateOf = (payload: DraftPayload): DraftRow['state'] =>
  payload.dateTime !== null && payload.text !== '' ? 'ready' : 'asking';

/** The draft of what a message says, stored at once where nothing of it is in doubt. */
export async function begin(
  within: Within,
  { payload, problem }: Understood,
  {
    messageId,
    asNote,
    attachment = null,
  }: { messageId: number; asNote: boolean; attachment?: Attachment | null },
): Promise<Settled> {
  const draft = { payload, state: stateOf(payload), sourceMessageId: messageId, attachment };
  const row = await createDraft(within.db, within.account.id, draft, within.now);
  return asNote ? noteDraft(within, row) : settle(within, { row, problem });
}

/** Stores a draft of which nothing is in doubt; any other one is left to its card. */
export const settle = async (within: Within, { row, problem }: Settled): Promise<Settled> =>
  row.state === 'ready' && problem === undefined && isCertain(row.payload)
    ? storeDraft(within, row)
    : { row, problem };

/** Stores a draft, and keeps it with its card where it cannot be: the account is full, the time has passed. */
export async function storeDraft(within: Within, row: DraftRow): Promise<Settled> {
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
export async function createFromDraft(
  { db, now, account }: Within,
  row: DraftRow,
): Promise<DraftRow> {
  const input = inputFrom(movedAhead(row.payload, account.timeZone, now));
  const createKey = draftCreateKey(row.id);
  const { id: reminderId } = await createReminder(db, account, input, { now, createKey });
  return changeDraft(db, row, { state: 'saved', reminderId });
}

/** A series whose first occurrence passed while its card lay in the chat starts with the next one. */
export function movedAhead(payload: DraftPayload, timeZone: string, now: Date): DraftPayload {
  const rule = ruleOfWire(payload);
  if (!rule || payload.dateTime === null || new Date(payload.dateTime) > now) return payload;
  const firstWallTime = instantToWallTime(new Date(payload.dateTime), timeZone);
  const next = nextOccurrence({ firstWallTime, timeZone, rule }, now);
  return next ? { ...payload, dateTime: next.toISOString() } : payload;
}

/** The draft's text; of a message that was too long for it all that a note can hold. */
function wholeText({ payload: { text }, attachment }: DraftRow): string {
  const words = attachment ? wordsOf(attachment) : '';
  const isCut = words.length > text.length && excerpt(words, REMINDER_TEXT_MAX - 1) === text;
  return isCut ? excerpt(words, NOTE_CONTENT_MAX - 1) : text;
}

/** Keeps the draft's text as a note; once, however often it is asked for. */
export async function noteDraft({ db, now, account }: Within, row: DraftRow): Promise<Settled> {
  const { categoryId } = row.payload;
  const text = wholeText(row);
  if (text === '' || text.length > NOTE_CONTENT_MAX) return { row };
  try {
    const input = { ...noteOf(text), categoryId };
    await createNote(db, account.id, input, { now, createKey: draftCreateKey(row.id) });
  } catch (error) {
    const told = error instanceof AppError && ['invalid', 'full'].includes(error.code);
    if (!told) throw error;
    return { row, problem: lines(error.message) };
  }
  return { row: await changeDraft(db, row, { state: 'noted' }) };
}
