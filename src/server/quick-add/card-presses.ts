import 'server-only';
import { draftCreateKey, type DraftPayload } from '@/contract/draft';
import { withRule } from '@/contract/rule';
import { WHEN_PRESETS } from '@/core/limits';
import { momentOf } from '@/core/presets';
import { cardTexts } from '@/texts/bot-cards';
import { type Html, lines } from '@/texts/html';
import { settingsOf } from '../accounts/settings';
import { alone, changeDraft, type DraftRow, findDraft, reminderOfDraft } from '../drafts/drafts';
import { deleteNote, noteOfKey, restoreNote } from '../notes/notes';
import { loadReference } from '../platform/db/reference';
import { AppError, orRefusal } from '../platform/errors';
import { type Within } from '../reminders/facts';
import { deleteReminder, restoreReminder } from '../reminders/reminders';
import { findReminder } from '../reminders/upcoming';
import { withConfirmedZone } from '../reminders/zone-bot';
import { readId } from '../telegram/callback-data';
import { rememberMessage } from '../telegram/chat-messages';
import { type MemberTurn } from '../telegram/turn';
import { cardOf, choiceCard } from './card';
import { atTime, withMoment, withoutMoment } from './draft-reading';
import { NEW_CATEGORY, putIntoNewCategory, putNoteIntoNewCategory } from './new-category';
import { noteDraft, settle, type Settled, stateOf, storeDraft } from './settle-draft';

/** A press on a card. Double and late presses show what the card has become. */
export async function pressCard(
  pressing: MemberTurn,
  [id, action = '', argument = '']: string[],
): Promise<void> {
  const turn = action === 'zone' ? await withConfirmedZone(pressing, argument) : pressing;
  const { db, now, account, pressedMessageId: messageId } = turn;
  const pressed = await alone(db, account.id, async (tx) => {
    const within = { ...turn, db: tx };
    const row = await findDraft(tx, account.id, readId(id), now);
    if (!row) return undefined;
    const chosen = action === 'cats' ? 'cat' : action === 'types' ? 'type' : undefined;
    const choice = chosen && (await choiceCard(within, row, chosen));
    if (choice) return { row, card: choice };
    const settled = await act(within, { row, action, argument });
    return { row: settled.row, card: await cardOf(within, settled) };
  });
  if (!pressed) return turn.show(cardTexts.stale);
  await turn.show(pressed.card);
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
}

async function act(within: Within, press: CardPress): Promise<Settled> {
  const { db, now, account } = within;
  const { row, action, argument } = press;
  const reminderId = await reminderOfDraft(db, row);
  if (reminderId !== undefined) return actOnStored(within, press, reminderId);
  if (row.state === 'noted') return actOnNoted(within, press);
  if (row.state !== 'asking' && row.state !== 'ready') return { row };

  const { payload } = row;
  const change = async (next: DraftPayload, problem?: Html): Promise<Settled> => ({
    row: await changeDraft(db, row, { payload: next, state: stateOf(next) }),
    problem,
  });
  /** What was asked is answered: nothing is left to ask, as a rule. */
  const answer = async (next: DraftPayload) => settle(within, await change(next));
  switch (action) {
    case 'save':
      return row.state === 'ready' ? storeDraft(within, row) : { row };
    case 'note':
      return noteDraft(within, row);
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
      const reference = await loadReference(db, account.id);
      const known = reference[action === 'cat' ? 'category' : 'type'](Number(argument));
      if (!known) return { row };
      return change({ ...payload, [action === 'cat' ? 'categoryId' : 'typeId']: known.id });
    }
    default:
      return { row };
  }
}

/** Presses on a card that has become a reminder. */
async function actOnStored(
  within: Within,
  { row, action, argument: mark }: CardPress,
  id: number,
): Promise<Settled> {
  const { db, now, account } = within;
  const reminder = await findReminder(db, account.id, id);
  const done = () => row;
  if (action === 'restore' && reminder?.deleted) {
    return unlessFull(row, restoreReminder(db, account.id, id, now).then(done));
  }
  if (!reminder || reminder.deleted) return { row };
  if (action === 'remove') return { row: await deleteReminder(db, account.id, id, now).then(done) };
  if (action !== NEW_CATEGORY) return { row };
  return unlessFull(row, putIntoNewCategory(within, { row, reminder, mark }));
}

/** Presses on a card that has become a note. */
async function actOnNoted(
  within: Within,
  { row, action, argument: mark }: CardPress,
): Promise<Settled> {
  const { db, now, account } = within;
  const note = await noteOfKey(db, account.id, draftCreateKey(row.id));
  const done = () => row;
  if (action === 'restore' && note?.deleted) {
    return unlessFull(row, restoreNote(db, account.id, note.id).then(done));
  }
  if (!note || note.deleted) return { row };
  if (action === 'remove')
    return { row: await deleteNote(db, account.id, note.id, now).then(done) };
  if (action !== NEW_CATEGORY) return { row };
  return unlessFull(row, putNoteIntoNewCategory(within, { row, note, mark }));
}

/** Where there is no room any more for what was pressed, the card stays and says so. */
async function unlessFull(row: DraftRow, pressed: Promise<DraftRow>): Promise<Settled> {
  const done = await orRefusal(pressed, 'full');
  return done instanceof AppError ? { row, problem: lines(done.message) } : { row: done };
}
