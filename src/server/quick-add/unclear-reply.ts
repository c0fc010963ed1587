import 'server-only';
import { REMINDER_TEXT_MAX } from '@/core/limits';
import { parseQuickAdd } from '@/core/quick-add';
import { cardTexts } from '@/texts/bot-cards';
import { replyTexts } from '@/texts/bot-replies';
import { readingOf } from '../accounts/settings';
import { alone, changeDraft, createDraft, type DraftRow, findDraft } from '../drafts/drafts';
import { AppError, orRefusal } from '../platform/errors';
import { actByReply, rewriteByReply } from '../reminders/chat-acts';
import { type ChatReminder, findReminder } from '../reminders/upcoming';
import { dataOf, readId } from '../telegram/callback-data';
import { rememberMessage } from '../telegram/chat-messages';
import { excerpt, momentIn } from '../telegram/message';
import { type Said } from '../telegram/said';
import { button, type Card, type MemberTurn } from '../telegram/turn';
import { cardOf } from './card';
import { draftOfReading, keptAs } from './draft-reading';
import { actedCard, moved } from './reply-cards';
import { settle, stateOf } from './settle-draft';

const { buttons } = replyTexts;

/**
 * A reply that is no act: kept as a draft, with the question whether it is about the reminder or new.
 * Undefined where there is nothing in it to keep.
 */
export async function askAboutReply(
  turn: MemberTurn,
  { reminder, text: heard }: { reminder: ChatReminder; text: Said },
): Promise<Card | undefined> {
  const { db, now, account } = turn;
  const context = await readingOf(turn);
  const { attachment } = heard;
  const kept = attachment ? keptAs(attachment) : undefined;
  const draft = draftOfReading(parseQuickAdd(heard.text, context), context, kept);
  if (!('payload' in draft) || !/[\p{L}\p{N}]/u.test(draft.payload.text)) return undefined;
  const { payload } = draft;
  const row = await alone(db, account.id, (tx) =>
    createDraft(tx, account.id, { payload, state: 'held', attachment }, now),
  );
  const data = (action: string) => dataOf('unclear', row.id, action, reminder.id);
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
      ...(at ? [[button(buttons.moveTo(momentIn(at, turn)), data('move'))]] : []),
      [button(buttons.cancel, data('no'))],
    ],
  };
}

/** A press under that question. Double and late ones show what has become of it. */
export async function pressUnclear(turn: MemberTurn, [id, action, about]: string[]): Promise<void> {
  const { db, now, pressedMessageId = 0, account } = turn;
  const taken = await alone(db, account.id, async (tx) => {
    const row = await findDraft(tx, account.id, readId(id), now);
    if (row?.state !== 'held') return row && { row, first: false };
    const state = action === 'new' ? stateOf(row.payload) : 'cancelled';
    const changed = await changeDraft(tx, row, { state, messageId: pressedMessageId });
    return { ...(await settle({ ...turn, db: tx }, { row: changed })), first: true };
  });
  if (!taken) return turn.show(cardTexts.stale);
  const { row, first } = taken;
  const acted =
    first && (action === 'text' || action === 'move')
      ? await act(turn, row, { action, reminderId: readId(about) })
      : undefined;
  await turn.show(acted ?? (await cardOf(turn, taken)));
  if (row.state === 'saved' && row.reminderId !== null) {
    const about = { userId: account.id, messageId: pressedMessageId, reminderId: row.reminderId };
    await rememberMessage(db, { ...about, now });
  }
}

/** Makes the words the reminder's text, or moves it to their moment. */
async function act(
  turn: MemberTurn,
  { payload }: DraftRow,
  { action, reminderId }: { action: 'text' | 'move'; reminderId: number },
): Promise<Card> {
  const { db, now, pressedMessageId = 0, account } = turn;
  const target = { userId: account.id, reminderId, now };
  if (action === 'text') {
    const before = await findReminder(db, account.id, reminderId);
    const replied = await orRefusal(rewriteByReply(db, target, payload.text), 'full');
    if (replied instanceof AppError) return { text: replyTexts.full, keyboard: [] };
    if (!replied || !before) return { text: replyTexts.deletedAlready, keyboard: [] };
    return actedCard(turn, replied, replyTexts.rewritten(excerpt(before.text)));
  }
  const to = new Date(payload.dateTime ?? 0);
  if (to <= now) return { text: replyTexts.tooLate, keyboard: [] };
  const press = { ...target, occurrenceAt: null, messageId: pressedMessageId };
  const replied = await actByReply(db, press, to);
  if (!replied) return { text: replyTexts.deletedAlready, keyboard: [] };
  return actedCard(turn, replied, moved(replied.reminder, to, turn));
}
