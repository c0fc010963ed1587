import 'server-only';
import { draftCreateKey, type DraftPayload } from '@/contract/draft';
import { withRule } from '@/contract/rule';
import { WHEN_PRESETS } from '@/core/limits';
import { momentOf } from '@/core/presets';
import { cardTexts } from '@/texts/bot-cards';
import { type Html, lines } from '@/texts/html';
import { type Account } from '../../accounts';
import { rememberMessage } from '../../chat-messages';
import { loadReference } from '../../db/reference';
import { alone, changeDraft, type DraftRow, findDraft, reminderOfDraft } from '../../drafts';
import { AppError } from '../../errors';
import { deleteNote, noteOfKey, restoreNote } from '../../notes';
import { deleteReminder, restoreReminder } from '../../reminders';
import { settingsOf } from '../../settings';
import { findReminder } from '../../upcoming';
import { atTime, withMoment, withoutMoment } from './draft-reading';
import { type Card, type CardContext, cardOf, choiceKeyboard, renderDraft } from './card';
import { NEW_CATEGORY, putIntoNewCategory, putNoteIntoNewCategory } from './new-category';
import { noteDraft, settle, type Settled, stateOf, storeDraft, type Within } from './settle-draft';
import { type Turn } from './turn';
import { confirmedZone } from './zone';

/** A press on a card. Double and late presses show what the card has become. */
export async function pressCard(
  turn: Turn,
  pressing: Account,
  [id = '', action = '', argument = '']: string[],
): Promise<void> {
  const { db, now, pressedMessageId: messageId } = turn;
  const draftId = /^[1-9]\d{0,14}$/.test(id) ? Number(id) : 0;
  const reference = await loadReference(db, pressing.id);
  const account = action === 'zone' ? await confirmedZone(turn, pressing, argument) : pressing;
  const context = { turn, account, reference };
  const pressed = await alone(db, account.id, async (tx) => {
    const row = await findDraft(tx, account.id, draftId, now);
    if (!row) return undefined;
    const press = { row, action, argument, context };
    if (action === 'cats' || action === 'types') {
      const card = await choosing({ db: tx, now }, press);
      if (card) return { row, card };
    }
    const settled = await act({ db: tx, now }, account, press);
    // With a category that the press has made.
    const present = { ...context, reference: await loadReference(tx, account.id) };
    return { row: settled.row, card: await cardOf(tx, settled, present) };
  });
  if (!pressed) {
    await turn.show(cardTexts.stale);
    return;
  }
  await turn.show(pressed.card.text, pressed.card.keyboard);
  const { state, reminderId } = pressed.row;
  // A reply to it is about the reminder, also when the draft is gone.
  if (state === 'saved' && reminderId !== null && messageId !== undefined) {
    await rememberMessage(db, { userId: account.id, messageId, reminderId, now });
  }
}

interface CardPress {
  row: DraftRow;
  action: string;
  argument: string;
  context: CardContext;
}

/** Categories or types in place of the buttons; undefined for a card that has become something. */
async function choosing(
  { db }: Within,
  { row, action, context }: CardPress,
): Promise<Card | undefined> {
  const open = row.state === 'ready' && (await reminderOfDraft(db, row)) === undefined;
  if (!open) return undefined;
  const { text } = renderDraft(row, context);
  const which = action === 'cats' ? 'cat' : 'type';
  return { text, keyboard: choiceKeyboard(row, which, context.reference) };
}

async function act(within: Within, account: Account, press: CardPress): Promise<Settled> {
  const { db, now } = within;
  const { row, action, argument, context } = press;
  const reminderId = await reminderOfDraft(db, row);
  if (reminderId !== undefined) return actOnStored(within, account, press, reminderId);
  if (row.state === 'noted') return actOnNoted(within, account, press);
  if (row.state !== 'asking' && row.state !== 'ready') return { row };

  const { payload } = row;
  const change = async (next: DraftPayload, problem?: Html): Promise<Settled> => ({
    row: await changeDraft(db, row, { payload: next, state: stateOf(next) }),
    problem,
  });
  /** What was asked is answered: nothing is left to ask, as a rule. */
  const answer = async (next: DraftPayload) => settle(within, account, await change(next));
  switch (action) {
    case 'save':
      return row.state === 'ready' ? storeDraft(within, account, row) : { row };
    case 'note':
      return noteDraft(within, account, row);
    case 'cancel':
      return { row: await changeDraft(db, row, { state: 'cancelled' }) };
    case 'when':
      return change(withoutMoment(withRule(payload, null)));
    case 'at': {
      const preset = WHEN_PRESETS.find((each) => each === argument);
      // Answered meanwhile, in words or by another press.
      if (!preset || row.state !== 'asking') return { row };
      const dateTime = momentOf(
        preset,
        now,
        account.timeZone,
        settingsOf(account.settings).dayParts,
      );
      return answer({ ...withoutMoment(payload), dateTime: dateTime.toISOString() });
    }
    case 'time': {
      if (row.state !== 'asking') return { row };
      const time = argument.replace(/^(\d\d)(\d\d)$/, '$1:$2');
      const when = atTime(payload, time, { now, timeZone: account.timeZone });
      return when ? answer(withMoment(payload, when)) : { row, problem: cardTexts.pastTime };
    }
    case 'cat':
    case 'type': {
      const known = context.reference[action === 'cat' ? 'category' : 'type'](Number(argument));
      if (!known) return { row };
      return change({ ...payload, [action === 'cat' ? 'categoryId' : 'typeId']: known.id });
    }
    default:
      return { row };
  }
}

/** Presses on a card that has become a reminder. */
async function actOnStored(
  { db, now }: Within,
  account: Account,
  { row, action, argument }: CardPress,
  reminderId: number,
): Promise<Settled> {
  const reminder = await findReminder(db, account.id, reminderId);
  if (!reminder) return { row };
  const took = (act: () => Promise<unknown>) => unlessFull(row, () => act().then(() => row));
  if (action === NEW_CATEGORY && !reminder.deleted) {
    const key = { row, reminder, mark: argument };
    return unlessFull(row, () => putIntoNewCategory({ db, now }, account, key));
  }
  if (action === 'remove' && !reminder.deleted) {
    return took(() => deleteReminder(db, account.id, reminderId, now));
  }
  if (action === 'restore' && reminder.deleted) {
    return took(() => restoreReminder(db, account.id, reminderId, now));
  }
  return { row };
}

/** Presses on a card that has become a note. */
async function actOnNoted(
  { db, now }: Within,
  account: Account,
  { row, action, argument }: CardPress,
): Promise<Settled> {
  const note = await noteOfKey(db, account.id, draftCreateKey(row.id));
  if (!note) return { row };
  const took = (act: () => Promise<unknown>) => unlessFull(row, () => act().then(() => row));
  if (action === NEW_CATEGORY && !note.deleted) {
    const key = { row, note, mark: argument };
    return unlessFull(row, () => putNoteIntoNewCategory({ db, now }, account, key));
  }
  if (action === 'remove' && !note.deleted) {
    return took(() => deleteNote(db, account.id, note.id, now));
  }
  if (action === 'restore' && note.deleted) return took(() => restoreNote(db, account.id, note.id));
  return { row };
}

/** Does what was pressed; where there is no room for it any more, the card stays and says so. */
async function unlessFull(row: DraftRow, act: () => Promise<DraftRow>): Promise<Settled> {
  try {
    return { row: await act() };
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'full') throw error;
    return { row, problem: lines(error.message) };
  }
}
