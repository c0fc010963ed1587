import 'server-only';
import {
  parseQuickAdd,
  type QuickAddContext,
  type QuickAddResult,
  readMessage,
} from '@/core/quick-add';
import { cardTexts } from '@/texts/bot-cards';
import { listTexts } from '@/texts/bot-lists';
import { lines } from '@/texts/html';
import { readingOf } from '../accounts/settings';
import {
  changeAttachment,
  changeDraft,
  type DraftRow,
  draftOfAlbum,
  draftsOfMessage,
} from '../drafts/drafts';
import { type Db } from '../platform/db/client';
import { findNote } from '../notes/reading';
import {
  type Attachment,
  describe,
  fromChat,
  type Origin,
  withItems,
} from '../platform/attachment';
import { AppError, orRefusal } from '../platform/errors';
import { type Within } from '../reminders/upcoming';
import { type Said } from '../telegram/said';
import { isForbidden, type MemberTurn } from '../telegram/turn';
import { listedOf, sayBatch, startBatch } from './batch';
import { cardOf, rememberSaved } from './card';
import {
  begin,
  changeAndStoreIfCertain,
  draftOfForwarded,
  draftOfNote,
  draftOfReading,
  type ChatAnswer,
  type Kept,
  keptAs,
  whileLocked,
} from './draft';
import { isWordsAlone } from './voice';

/** What a message begins that is about nothing before it. */

export type Hearing = { within: Within; heard: Said; reading: QuickAddContext };

/**
 * Does what a message asks for, and says it. What the message makes and that it was heard are stored in one
 * transaction: one that comes again, because the process died, makes nothing new.
 */
export async function makeOnce(
  turn: MemberTurn,
  messageId: number,
  make: (within: Within) => Promise<ChatAnswer>,
): Promise<void> {
  const made = await whileLocked(turn, async (within): Promise<ChatAnswer> => {
    const again = await draftsOfMessage(within.db, within.account.id, messageId);
    if (again.length > 0) return { cards: again.map((row) => ({ row })) };
    return make(within);
  });
  await sayAnswer(turn, made);
}

/** The message as something new, whatever was said before it; read as of `saidAt`. */
export async function hearAsNew(
  turn: MemberTurn,
  heard: Said,
  saidAt: Date = turn.now,
): Promise<void> {
  const reading = await readingOf({ ...turn, now: saidAt });
  await makeOnce(turn, heard.messageId, async (within) => {
    const hearing = { within, heard, reading };
    return (await joinedAlbum(hearing)) ?? started(hearing);
  });
}

/** Begins a reminder, a note, or several. Inside `withPersonLocked`. */
export async function started({ within, heard, reading }: Hearing): Promise<ChatAnswer> {
  const { text, forwarded, messageId } = heard;
  const readings = !forwarded && isWordsAlone(heard) ? readMessage(text, reading) : [];
  if (readings.length > 1) return startBatch(within, { readings, reading, heard });
  const { draft, ...made } = beginningOf(heard, readings[0], reading);
  return begin(within, draft, { messageId, ...made });
}

/** What a message that is about nothing before it begins; `ownReading` is of its line where it is one of the person's own. */
function beginningOf(
  heard: Said,
  ownReading: QuickAddResult | undefined,
  reading: QuickAddContext,
) {
  const { text, forwarded, attachment } = heard;
  // Words that are said aloud keep what they reply to, as if they had been typed.
  const keptMessage =
    ownReading && isWordsAlone(heard) ? keptByReply(heard, ownReading) : undefined;
  if (attachment && !keptMessage) {
    const asNote = !forwarded && parseQuickAdd(text, reading).outcome === 'note';
    return { draft: draftOfThing(heard, attachment, reading), asNote, attachment };
  }
  const quote = heard.repliedTo?.quoted ? heard.repliedTo.text : '';
  const saysNothing =
    ownReading?.outcome === 'none' || (ownReading?.outcome === 'no-text' && !ownReading.when);
  // «Напомни» says nothing of when; what is quoted may.
  if (keptMessage && saysNothing && quote !== '') {
    const draft = draftOfForwarded(quote, reading, keptMessage);
    return { draft, asNote: false, attachment: keptMessage.attachment };
  }
  const draft = ownReading
    ? draftOfReading(ownReading, reading, keptMessage)
    : draftOfForwarded(text.trim(), reading);
  const asNote = ownReading?.outcome === 'note';
  return { draft, asNote, attachment: keptMessage?.attachment ?? null };
}

/** The draft of a message that is kept as it is, with what its own words say of when. */
function draftOfThing({ text, forwarded }: Said, attachment: Attachment, reading: QuickAddContext) {
  const kept = keptAs(attachment);
  if (forwarded && text !== '') return draftOfForwarded(text, reading, kept);
  return draftOfReading(parseQuickAdd(text, reading), reading, kept);
}

export const isText = ({ items }: Attachment): boolean =>
  items.every(({ kind }) => kind === 'text');

/** Of an album the first part has made a draft: the message as another part of it; else undefined. */
async function joinedAlbum({ within, heard, reading }: Hearing): Promise<ChatAnswer | undefined> {
  const { db, account } = within;
  const { attachment: part, text } = heard;
  const { groupId } = part ?? {};
  if (!part || groupId === undefined) return undefined;
  const begun = await draftOfAlbum(db, account.id, groupId);
  if (!begun) return undefined;
  const album = withItems(begun.attachment, part);
  const joined = await orRefusal(changeAttachment(db, begun, album), 'full');
  const row = joined instanceof AppError ? begun : joined;
  // Any part may carry the caption: until then the draft is called what every part of an album is.
  const untitled = row.state === 'asking' && row.payload.text === describe(part);
  if (!untitled || text === '') {
    return joined instanceof AppError ? partLeftOut(db, begun, joined) : { cards: [] };
  }
  const titled = await changeAndStoreIfCertain(within, row, draftOfThing(heard, part, reading));
  return { cards: [titled], strip: [row.messageId] };
}

/** A part of an album for which the account has no room: of the first one its card says so. */
async function partLeftOut(db: Db, begun: DraftRow, refusal: AppError): Promise<ChatAnswer> {
  if (begun.payload.isPartLeftOut) return { cards: [] };
  const payload = { ...begun.payload, isPartLeftOut: true as const };
  const row = await changeDraft(db, begun, { payload });
  return { cards: [{ row, problem: lines(refusal.message) }], strip: [row.messageId] };
}

/**
 * A message of another chat: it always begins something new, and has no number in the chat with the bot. What it
 * keeps comes with its origin. Several lines of it become one, whose card asks. Inside `withPersonLocked`.
 */
export function hearElsewhere(
  within: Within,
  heard: Said,
  { reading, origin }: { reading: QuickAddContext; origin: Origin | undefined },
): Promise<ChatAnswer> {
  const readings = heard.attachment ? [] : readMessage(heard.text, reading);
  const several = readings.length > 1;
  const only = several ? undefined : (readings[0] ?? parseQuickAdd(heard.text, reading));
  const { draft, asNote, ...made } = beginningOf(heard, only, reading);
  const kept = made.attachment ?? (several ? heard.repliedTo?.attachment : undefined);
  const attachment = origin ? fromChat(origin, kept) : null;
  return begin(within, draft, { messageId: null, asNote, attachment });
}

/**
 * «Напомни завтра» as a reply keeps the message that it replies to, whoever wrote it. One that says
 * itself what to remind of keeps it as well, but not what the bot has said.
 */
function keptByReply({ repliedTo }: Said, { outcome }: QuickAddResult): Kept | undefined {
  if (!repliedTo) return undefined;
  const { attachment, ofBot, text } = repliedTo;
  const saysWhenOnly = outcome === 'no-text' || outcome === 'none';
  const thing = !ofBot || !isText(attachment);
  return saysWhenOnly || thing ? keptAs(attachment, text) : undefined;
}

/** Says the cards of what was heard, which may be said again: they are no part of the transaction. */
export async function sayAnswer(
  turn: MemberTurn,
  { cards, strip = [], sentences = [] }: ChatAnswer,
) {
  for (const messageId of strip) if (messageId !== null) await turn.strip(messageId);
  for (const sentence of sentences) await turn.say(sentence);
  const listed = listedOf(cards);
  if (listed.length > 0) await sayBatch(turn, listed);
  for (const each of cards) {
    if (listed.includes(each.row)) continue;
    const messageId = await turn.say(await cardOf(turn, each)).catch((error: unknown) => {
      // «Что-то пошло не так» would have it written, and stored, once more.
      if (each.row.state !== 'saved' || isForbidden(error)) throw error;
      return turn.say(cardTexts.storedUnseen);
    });
    const row = await changeDraft(turn.db, each.row, { messageId });
    await rememberSaved(turn, row, messageId);
  }
}

/** «Напомнить»: a card that asks when, for a reminder that leads back to the note. */
export async function remindOfNote(turn: MemberTurn, noteId: number): Promise<unknown> {
  const note = await findNote(turn.db, turn.account.id, noteId);
  if (!note || note.deleted) return turn.say(listTexts.noteGone);
  const payload = draftOfNote(note, await readingOf(turn));
  const source = { messageId: null, asNote: false };
  await sayAnswer(turn, await whileLocked(turn, (within) => begin(within, { payload }, source)));
}
