import 'server-only';
import { isDeepStrictEqual } from 'node:util';
import { type DraftPayload } from '@/contract/draft';
import { inputFrom } from '@/contract/reminder';
import { ruleOfWire, withRule } from '@/contract/rule';
import { REMINDER_TEXT_MAX } from '@/core/limits';
import { hasOwnPoints } from '@/core/checklist';
import { noteOf } from '@/core/note-rules';
import { parseQuickAdd, type QuickAddResult, readMessage } from '@/core/quick-add';
import { cleanText } from '@/core/reminder-rules';
import { takeCategoryTag } from '@/core/quick-add/messages/category-tag';
import { type KnownWhen } from '@/core/quick-add/replies/answer';
import { instantToWallTime } from '@/core/time-zone';
import { editTexts } from '@/texts/bot-replies';
import { type Html } from '@/texts/html';
import { describeInstant } from '@/texts/schedule';
import { readingContext } from '../accounts/settings';
import {
  changeAttachment,
  changeDraft,
  type DraftRow,
  draftsOfMessage,
  dropDrafts,
} from '../drafts/drafts';
import { updateNote } from '../notes/notes';
import { noteMadeOf } from '../notes/of-draft';
import { withItems } from '../platform/attachment';
import { type Db } from '../platform/db/client';
import { loadReference } from '../platform/db/reference';
import { AppError, orRefusal } from '../platform/errors';
import { rewriteByReply } from '../reminders/chat-acts';
import { rewriteRow } from '../reminders/rewrite';
import { type ChatReminder, findReminder } from '../reminders/upcoming';
import { putIntoCategory, updateReminder } from '../reminders/reminders';
import { isSameText } from '../telegram/chat-messages';
import { asOf } from '../telegram/late';
import { type Said } from '../telegram/said';
import { type MemberTurn } from '../telegram/turn';
import { type Hearing, sayAnswer, started } from './beginning';
import {
  describePast,
  draftOfReading,
  type ChatAnswer,
  isCertain,
  type Kept,
  keptAs,
  knownOf,
  seriesFromNow,
  saying,
  storeIfCertain,
  stateOf,
  whileLocked,
} from './draft';

/** Read as when the message came first: «через час» stays an hour from then. */
type Edit = Hearing;

const NOTHING: ChatAnswer = { cards: [] };

/**
 * A message of the person's was edited: what it made changes with it. Telegram also tells of edits that
 * changed no text; these change nothing, and get no answer.
 */
export async function hearEdit(turn: MemberTurn, heard: Said): Promise<void> {
  const { db, account } = turn;
  const sameText = await isSameText(db, { userId: account.id, ...heard });
  const reference = await loadReference(db, account.id);
  const said = await whileLocked(turn, async (within): Promise<ChatAnswer> => {
    const rows = (await draftsOfMessage(within.db, account.id, heard.messageId)).filter(
      ({ sourceMessageId }) => sourceMessageId === heard.messageId,
    );
    const [unchanged, ...others] = rows;
    const first = unchanged && (await withKept(within.db, unchanged, heard));
    if (sameText) return NOTHING;
    if (!first) return saying(editTexts.unknown);
    const timeZone = first.payload.timeZone ?? account.timeZone;
    // Of a message that arrived late the card was made later than it was said.
    const saidAt = asOf({ ...turn, now: first.createdAt }, heard.sentAt).now;
    const reading = readingContext({ ...account, timeZone }, reference, saidAt);
    const edit = { within, heard, reading };
    return others.length > 0 ? editSeveral(edit, rows) : editOne(edit, first);
  });
  await sayAnswer(turn, said);
}

/** The draft with what the message holds now; without room for that it keeps what it has. */
async function withKept(db: Db, row: DraftRow, heard: Said): Promise<DraftRow> {
  const { attachment: before } = row;
  const { attachment: after, messageId } = heard;
  if (after === null) {
    const wasText = before?.items.every(
      (each) => each.kind === 'text' && each.messageId === messageId,
    );
    return wasText ? changeAttachment(db, row, null) : row;
  }
  const next = before ? withItems(before, after) : after;
  if (isDeepStrictEqual(before, next)) return row;
  const changed = await orRefusal(changeAttachment(db, row, next), 'full');
  return changed instanceof AppError ? row : changed;
}

/** Where the message only says when another one is to come back, that one's words stay. */
function keptOfRow({ attachment, payload }: DraftRow, { messageId }: Said): Kept | undefined {
  const own = attachment?.items.some((each) => each.messageId === messageId);
  return attachment ? keptAs(attachment, own ? '' : payload.text) : undefined;
}

async function editOne(edit: Edit, row: DraftRow): Promise<ChatAnswer> {
  const { within } = edit;
  switch (row.state) {
    case 'held':
      return saying(editTexts.unknown);
    case 'cancelled':
      // What a question has held on to was answered, and need not have been called off.
      return saying(row.payload.question ? editTexts.unknown : editTexts.cancelled);
    case 'noted':
      return editNote(edit, row);
    case 'saved':
      return editStored(edit, row);
    case 'asking':
    case 'ready':
  }
  const readings = readAgain(edit, row);
  const [only] = readings;
  const strip = [row.messageId];
  if (!only || readings.length > 1) {
    await dropDrafts(within.db, [row]);
    return { ...(await started(edit)), strip };
  }
  const draft = draftOfReading(only, edit.reading, keptOfRow(row, edit.heard));
  if (draft.nothing) return saying(draft.nothing);
  const { problem } = draft;
  const payload = { ...draft.payload, ...chosenByKeys(edit, row.payload) };
  if (isDeepStrictEqual(payload, row.payload) && isShown(row)) return NOTHING;
  const change = { payload, state: stateOf(payload), messageId: null };
  const changed = await changeDraft(within.db, row, change);
  return { cards: [await storeIfCertain(within, { row: changed, problem })], strip };
}

/** Whether the card with what the draft says is in the chat: it is not where Telegram has failed to take it. */
const isShown = ({ messageId }: DraftRow): boolean => messageId !== null;

/** What the message says now; a moment that was answered, and that it does not say, stays with what was said beside it. */
function readAgain({ heard, reading }: Edit, row: DraftRow): QuickAddResult[] {
  const { payload: before, attachment } = row;
  const { text } = heard;
  const readings = attachment ? [parseQuickAdd(text, reading)] : readMessage(text, reading);
  const [only, ...others] = readings;
  if (!only || others.length > 0) return readings;
  const known = knownOf(before, reading.timeZone);
  const withAnswered = (answered: KnownWhen) => {
    const again = parseQuickAdd(text, reading, answered);
    const preAlerts = again.preAlerts.length > 0 ? again.preAlerts : (before.preAlerts ?? []);
    return { ...again, preAlerts, floodInterval: again.floodInterval ?? before.floodInterval };
  };
  if (only.outcome === 'no-date' && known.date !== null) return [withAnswered(known)];
  if (only.outcome === 'needs-time' && known.time !== null) {
    return [withAnswered({ ...known, date: null, rule: null })];
  }
  return readings;
}

/** Changes the reminder that a line has made by what the line says now; what was changed elsewhere since stays. */
async function editStored(edit: Edit, row: DraftRow): Promise<ChatAnswer> {
  const { within } = edit;
  const { db, now, account } = within;
  const reminder = await findReminder(db, account.id, row.reminderId ?? 0);
  if (!reminder) return saying(editTexts.deleted);
  const leave = (problem: Html): ChatAnswer => ({ cards: [{ row, problem }] });
  const readings = readAgain(edit, row);
  const [only] = readings;
  const draft = only && draftOfReading(only, edit.reading, keptOfRow(row, edit.heard));
  if (!only || !draft || readings.length > 1) return leave(editTexts.several);
  if (draft.nothing) return leave(editTexts.unclear);

  const said = draft.payload;
  const next = withOwnMoment(said, row.payload, reminder);
  const newText = next.text !== row.payload.text;
  const newPlan = !isDeepStrictEqual(planOf(said), planOf(row.payload));
  const categoryId = categoryOf(edit) ?? reminder.category.id;
  const newCategory = categoryId !== reminder.category.id;
  if (!newText && !newPlan && !newCategory) return NOTHING;
  if (reminder.deleted) return leave(editTexts.deleted);
  if (reminder.completed) return leave(editTexts.done);
  if (newText && next.text.length > REMINDER_TEXT_MAX) {
    return leave(editTexts.tooLong(next.text.length, REMINDER_TEXT_MAX));
  }
  const problem = newPlan ? refusalOfPlan(edit, next, only) : undefined;
  if (problem) return leave(problem);
  const change = async (tx: Db) => {
    const target = { userId: account.id, reminderId: reminder.id, now };
    if (newCategory) await putIntoCategory(tx, account.id, reminder.id, categoryId, now);
    if (newPlan) {
      const moved = seriesFromNow(next, edit.reading.timeZone, now);
      const input = { ...inputOf(moved, row.payload, reminder), categoryId };
      await updateReminder(tx, account, reminder.id, input, { now, version: undefined });
    } else if (newText && hasOwnPoints(row.payload.text)) {
      // The points that it has were the message's own: as the message says them now.
      await rewriteRow(tx, target, () => ({ text: next.text }));
    } else if (newText) {
      await rewriteByReply(tx, target, next.text);
    }
  };
  // What is refused leaves the category as it was, too.
  const refused = await orRefusal(db.transaction(change), 'invalid', 'full');
  if (refused) return leave(editTexts.refused(refused.message));
  const changed = await changeDraft(db, row, { payload: said });
  return { cards: [{ row: changed, edited: true }], strip: [row.messageId] };
}

/** What keys of the card have chosen, which words only suggest otherwise; a category that the message names prevails. */
function chosenByKeys(
  edit: Edit,
  { typeId, categoryId, typePressed, categoryPressed }: DraftPayload,
) {
  const keepsCategory = categoryPressed && categoryOf(edit) === undefined;
  return {
    ...(typePressed && { typeId, typePressed }),
    ...(keepsCategory && { categoryId, categoryPressed }),
  };
}

/** The category that the message now names («#дом»); what its words suggest is no reason to change it. */
const categoryOf = ({ heard, reading }: Edit): number | undefined =>
  takeCategoryTag(heard.text, reading.categories)?.categoryId;

/** To the minute: what a key said as so long from then has seconds, which no message says again. */
const momentOf = (payload: DraftPayload) => ({
  minute: payload.dateTime?.slice(0, 'YYYY-MM-DDTHH:mm'.length),
  day: payload.dateTime === null ? payload.date : null,
  rule: ruleOfWire(payload),
});

const planOf = (payload: DraftPayload) => ({
  ...momentOf(payload),
  floodInterval: payload.floodInterval,
  preAlerts: payload.preAlerts ?? [],
  counter: payload.counter?.left,
});

/** Why a stored reminder does not get the moment that the message says now; undefined where it does. */
function refusalOfPlan(
  { within: { now }, reading }: Edit,
  next: DraftPayload,
  read: QuickAddResult,
): Html | undefined {
  const wall = (instant: Date) => instantToWallTime(instant, reading.timeZone);
  if (read.outcome === 'past') {
    return editTexts.past(describePast(read, { now, timeZone: reading.timeZone }));
  }
  if (read.doubt) return editTexts.doubtful(read.doubt.phrase);
  if (!isCertain(next)) return editTexts.unclear;
  const { dateTime } = seriesFromNow(next, reading.timeZone, now);
  const at = new Date(dateTime ?? 0);
  if (at > now) return undefined;
  return editTexts.past(describeInstant(wall(now), wall(at)));
}

/** What the message says now; where it says as before when to come, the reminder may have been moved since, and stays so. */
function withOwnMoment(said: DraftPayload, before: DraftPayload, reminder: ChatReminder) {
  if (!isDeepStrictEqual(momentOf(said), momentOf(before))) return said;
  return { ...withRule(said, ruleOfWire(reminder)), dateTime: reminder.dateTime };
}

/** The reminder with what the edit changed; what was changed elsewhere since stays. */
function inputOf(next: DraftPayload, before: DraftPayload, reminder: ChatReminder) {
  const sameFlood = next.floodInterval === before.floodInterval;
  const floodInterval = sameFlood ? reminder.floodInterval : next.floodInterval;
  const { preAlerts = [] } = next;
  const samePreAlerts = isDeepStrictEqual(preAlerts, before.preAlerts ?? []);
  return {
    ...inputFrom({ ...next, floodInterval }),
    preAlerts: samePreAlerts ? reminder.preAlerts : preAlerts,
    // What was taken since stays taken.
    counter: next.counter?.left === before.counter?.left ? undefined : next.counter,
    text: next.text === before.text ? reminder.text : next.text,
    typeId: reminder.type?.id,
    flood: floodInterval !== null,
  };
}

async function editNote(edit: Edit, row: DraftRow): Promise<ChatAnswer> {
  const { within, heard, reading } = edit;
  const { db, now, account } = within;
  const note = await noteMadeOf(db, row);
  const [only] = readMessage(heard.text, reading);
  const text = only?.outcome === 'note' || only?.outcome === 'no-date' ? only.text : heard.text;
  const categoryId = categoryOf(edit) ?? note?.category.id;
  const saysTheSame = text === row.payload.text && categoryId === note?.category.id;
  if (saysTheSame && isShown(row)) return NOTHING;
  if (!note || note.deleted) return saying(editTexts.cancelled);
  const before = noteOf(cleanText(row.payload.text));
  const isNewText = text !== row.payload.text;
  // Of what was too long the draft holds only the beginning.
  const isCut = before.content.endsWith('…') && before.content.length > REMINDER_TEXT_MAX / 2;
  if (isNewText && !isCut && note.content !== before.content) {
    return saying(editTexts.noteChanged);
  }
  const said = noteOf(text);
  const input = {
    title: note.title === before.title ? said.title : note.title,
    content: isNewText ? said.content : note.content,
    categoryId,
  };
  const updating = updateNote(db, account.id, note.id, input, { now, version: undefined });
  const updated = await orRefusal(updating, 'invalid', 'full');
  if (updated instanceof AppError) {
    return { cards: [{ row, problem: editTexts.refused(updated.message) }] };
  }
  const changed = await changeDraft(db, row, {
    payload: { ...row.payload, text },
    messageId: null,
  });
  return { cards: [{ row: changed }], strip: [row.messageId] };
}

/** Of a message with several tasks: read anew as long as none of them is stored. */
async function editSeveral(edit: Edit, rows: readonly DraftRow[]): Promise<ChatAnswer> {
  if (rows.some(({ state }) => state === 'saved' || state === 'noted')) {
    return saying(editTexts.several);
  }
  await dropDrafts(edit.within.db, rows);
  return { ...(await started(edit)), strip: rows.map(({ messageId }) => messageId) };
}
