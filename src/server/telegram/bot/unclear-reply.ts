import 'server-only';
import { parseQuickAdd } from '@/core/quick-add';
import { REMINDER_TEXT_MAX } from '@/core/limits';
import { cardTexts } from '@/texts/bot-cards';
import { replyTexts } from '@/texts/bot-replies';
import { type Account } from '../../accounts';
import { rememberMessage } from '../../chat-messages';
import { loadReference } from '../../db/reference';
import { alone, changeDraft, createDraft, findDraft, type DraftRow } from '../../drafts';
import { AppError } from '../../errors';
import { actByReply, rewriteByReply } from '../../chat-acts';
import { readingContext } from '../../settings';
import { type ChatReminder, findReminder } from '../../upcoming';
import { draftOfReading, keptAs } from './draft-reading';
import { type Card, cardOf, excerpt } from './card';
import { readId } from './list-callback-data';
import { type HeardText } from './quick-add';
import { actedCard, momentIn, moved } from './reply-cards';
import { settle, stateOf } from './settle-draft';
import { button, type Turn } from './turn';

/** Callback data: `h:<draft id>:<action>:<reminder id>`. */
export const UNCLEAR_PREFIX = 'h';
const { buttons } = replyTexts;

/**
 * A reply that is no act: kept as a draft, with the question whether it is about the reminder or new.
 * Undefined where there is nothing in it to keep.
 */
export async function askAboutReply(
  turn: Turn,
  account: Account,
  { reminder, text: heard }: { reminder: ChatReminder; text: HeardText },
): Promise<Card | undefined> {
  const { db, now } = turn;
  const reference = await loadReference(db, account.id);
  const context = readingContext(account, reference, now);
  const { attachment } = heard;
  const kept = attachment ? keptAs(attachment) : undefined;
  const draft = draftOfReading(parseQuickAdd(heard.text, context), context, kept);
  if (!('payload' in draft) || !/[\p{L}\p{N}]/u.test(draft.payload.text)) return undefined;
  const { payload } = draft;
  const row = await alone(db, account.id, (tx) =>
    createDraft(tx, account.id, { payload, state: 'held', attachment }, now),
  );
  const data = (action: string) => `${UNCLEAR_PREFIX}:${row.id}:${action}:${reminder.id}`;
  const said = excerpt(heard.text.trim());
  const text = excerpt(reminder.text);
  const fresh = button(buttons.fresh, data('new'));
  if (reminder.deleted) {
    return {
      text: replyTexts.aboutDeletedOrNew(said, text),
      keyboard: [[fresh], [button(buttons.cancel, data('no'))]],
    };
  }
  const at = payload.dateTime !== null && !payload.repeat ? new Date(payload.dateTime) : null;
  return {
    text: replyTexts.aboutItOrNew(said, text),
    keyboard: [
      [fresh],
      ...(payload.text.length > REMINDER_TEXT_MAX ? [] : [[button(buttons.rewrite, data('text'))]]),
      ...(at ? [[button(buttons.moveTo(momentIn(at, turn, account)), data('move'))]] : []),
      [button(buttons.cancel, data('no'))],
    ],
  };
}

/** A press under that question. Double and late ones show what has become of it. */
export async function pressUnclear(
  turn: Turn,
  account: Account,
  [id, action, about]: string[],
): Promise<void> {
  const { db, now, pressedMessageId = 0 } = turn;
  const reference = await loadReference(db, account.id);
  const taken = await alone(db, account.id, async (tx) => {
    const row = await findDraft(tx, account.id, readId(id), now);
    if (row?.state !== 'held') return row && { row, first: false };
    const state = action === 'new' ? stateOf(row.payload) : 'cancelled';
    const changed = await changeDraft(tx, row, { state, messageId: pressedMessageId });
    return { ...(await settle({ db: tx, now }, account, { row: changed })), first: true };
  });
  if (!taken) {
    await turn.show(cardTexts.stale);
    return;
  }
  const { row, first } = taken;
  const acted =
    first && (action === 'text' || action === 'move')
      ? await act(turn, account, row, { action, reminderId: readId(about) })
      : undefined;
  const { text, keyboard } = acted ?? (await cardOf(db, taken, { turn, account, reference }));
  await turn.show(text, keyboard);
  if (row.state === 'saved' && row.reminderId !== null) {
    const about = { userId: account.id, messageId: pressedMessageId, reminderId: row.reminderId };
    await rememberMessage(db, { ...about, now });
  }
}

/** Makes the words the reminder's text, or moves it to their moment. */
async function act(
  turn: Turn,
  account: Account,
  { payload }: DraftRow,
  { action, reminderId }: { action: 'text' | 'move'; reminderId: number },
): Promise<Card> {
  const { db, now, pressedMessageId = 0 } = turn;
  const target = { userId: account.id, reminderId, now };
  if (action === 'text') {
    const before = await findReminder(db, account.id, reminderId);
    const replied = await rewriteByReply(db, target, payload.text).catch(fullOnly);
    if (replied === 'full') return { text: replyTexts.full, keyboard: [] };
    if (!replied || !before) return { text: replyTexts.deletedAlready, keyboard: [] };
    return actedCard(turn, replied, replyTexts.rewritten(excerpt(before.text)));
  }
  const to = new Date(payload.dateTime ?? 0);
  if (to <= now) return { text: replyTexts.tooLate, keyboard: [] };
  const press = { ...target, occurrenceAt: null, messageId: pressedMessageId };
  const replied = await actByReply(db, press, to);
  if (!replied) return { text: replyTexts.deletedAlready, keyboard: [] };
  return actedCard(turn, replied, moved(replied.reminder, to, turn, account));
}

function fullOnly(error: unknown): 'full' {
  if (error instanceof AppError && error.code === 'full') return 'full';
  throw error;
}
