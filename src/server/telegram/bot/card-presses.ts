import 'server-only';
import { draftCreateKey, type DraftPayload } from '@/contract/draft';
import { ruleOfWire } from '@/contract/rule';
import { NOTE_CONTENT_MAX, WHEN_PRESETS } from '@/core/limits';
import { momentOf } from '@/core/presets';
import { nextOccurrence } from '@/core/recurrence';
import { instantToWallTime } from '@/core/time-zone';
import { cardTexts } from '@/texts/bot-cards';
import { type Html } from '@/texts/html';
import { type Account } from '../../accounts';
import { rememberMessage } from '../../chat-messages';
import { loadReference } from '../../db/reference';
import { alone, changeDraft, type DraftRow, findDraft, reminderOfDraft } from '../../drafts';
import { AppError } from '../../errors';
import { createNote } from '../../notes';
import { createReminder, deleteReminder, restoreReminder } from '../../reminders';
import { findReminder } from '../../upcoming';
import { atTime, withMoment } from './answers';
import {
  type Card,
  type CardContext,
  choiceKeyboard,
  excerpt,
  renderDraft,
  renderSaved,
} from './card';
import { stateOf } from './quick-add';
import { type Turn } from './turn';

const TITLE_MAX = 80;

/** A press on a card. Double and late presses show what the card has become. */
export async function pressCard(
  turn: Turn,
  account: Account,
  [id = '', action = '', argument = '']: string[],
): Promise<void> {
  const { db, now } = turn;
  const draftId = /^[1-9]\d{0,14}$/.test(id) ? Number(id) : 0;
  const reference = await loadReference(db);
  const context = { turn, timeZone: account.timeZone, reference };
  const card = await alone(db, account.id, async (tx) => {
    const row = await findDraft(tx, account.id, draftId, now);
    return row && pressed({ db: tx, now }, account, { row, action, argument, context });
  });
  if (!card) {
    await turn.show(cardTexts.stale);
    return;
  }
  await turn.show(card.text, card.keyboard);
  if (action === 'save') await rememberSaved(turn, account, draftId);
}

/** A reply to the card of what was saved is about the reminder, also when the draft is gone. */
async function rememberSaved(turn: Turn, account: Account, draftId: number): Promise<void> {
  const { db, now, pressedMessageId: messageId } = turn;
  const row = await findDraft(db, account.id, draftId, now);
  const reminderId = row && (await reminderOfDraft(db, row));
  if (reminderId === undefined || messageId === undefined) return;
  await rememberMessage(db, { userId: account.id, messageId, reminderId, now });
}

/** The database, within the transaction of a press, and the moment of it. */
type Within = Pick<Turn, 'db' | 'now'>;

interface CardPress {
  row: DraftRow;
  action: string;
  argument: string;
  context: CardContext;
}

async function pressed(turn: Within, account: Account, press: CardPress): Promise<Card> {
  const { db, now } = turn;
  const { row, action, argument, context } = press;
  const reminderId = await reminderOfDraft(db, row);
  if (reminderId !== undefined) return pressedSaved(turn, account, press, reminderId);
  if (row.state !== 'asking' && row.state !== 'ready') return renderDraft(row, context);

  const { payload } = row;
  const change = async (next: DraftPayload, problem?: Html) =>
    renderDraft(
      await changeDraft(db, row, { payload: next, state: stateOf(next) }),
      context,
      problem,
    );
  switch (action) {
    case 'save':
      return row.state === 'ready' ? save(turn, account, press) : renderDraft(row, context);
    case 'note':
      return saveNote(turn, account, press);
    case 'cancel':
      return renderDraft(await changeDraft(db, row, { state: 'cancelled' }), context);
    case 'at': {
      const preset = WHEN_PRESETS.find((each) => each === argument);
      // Answered meanwhile, in words or by another press.
      if (!preset || row.state !== 'asking') return renderDraft(row, context);
      const dateTime = momentOf(preset, now, account.timeZone);
      return change({ ...payload, dateTime: dateTime.toISOString(), date: null });
    }
    case 'time': {
      if (row.state !== 'asking') return renderDraft(row, context);
      const time = argument.replace(/^(\d\d)(\d\d)$/, '$1:$2');
      const when = atTime(payload, time, { now, timeZone: account.timeZone });
      return when ? change(withMoment(payload, when)) : change(payload, cardTexts.pastTime);
    }
    case 'cats':
    case 'types': {
      const which = action === 'cats' ? 'cat' : 'type';
      const { text } = renderDraft(row, context);
      return { text, keyboard: choiceKeyboard(row, which, context.reference) };
    }
    case 'cat':
    case 'type': {
      const known = context.reference[action === 'cat' ? 'category' : 'type'](Number(argument));
      if (!known) return renderDraft(row, context);
      return change({ ...payload, [action === 'cat' ? 'categoryId' : 'typeId']: known.id });
    }
    default:
      return renderDraft(row, context);
  }
}

/** Presses on a card that has become a reminder. */
async function pressedSaved(
  { db, now }: Within,
  account: Account,
  { row, action, context }: CardPress,
  reminderId: number,
): Promise<Card> {
  const before = await findReminder(db, account.id, reminderId);
  if (action === 'remove' && before && !before.deleted) {
    await deleteReminder(db, account.id, reminderId, now);
  }
  if (action === 'restore' && before?.deleted) {
    await restoreReminder(db, account.id, reminderId, now);
  }
  const reminder = await findReminder(db, account.id, reminderId);
  return reminder ? renderSaved(row, reminder, context) : { text: cardTexts.stale, keyboard: [] };
}

/** Saves once, however often it is pressed: the draft's id makes the creates one. */
async function save(turn: Within, account: Account, press: CardPress): Promise<Card> {
  const { db, now } = turn;
  const { row, context } = press;
  const payload = movedAhead(row.payload, account.timeZone, now);
  try {
    const input = {
      ...payload,
      dateTime: payload.dateTime ?? undefined,
      repeatEvery: payload.repeatEvery ?? undefined,
      repeatUnit: payload.repeatUnit ?? undefined,
      floodInterval: payload.floodInterval ?? undefined,
    };
    const createKey = draftCreateKey(row.id);
    const { id: reminderId } = await createReminder(db, account, input, { now, createKey });
    const saved = await changeDraft(db, row, { state: 'saved', reminderId });
    return await pressedSaved(turn, account, { ...press, row: saved }, reminderId);
  } catch (error) {
    if (error instanceof AppError && error.code === 'conflict') {
      // The form has saved it meanwhile, with other content: that stands.
      const made = await reminderOfDraft(db, row);
      if (made !== undefined) return pressedSaved(turn, account, press, made);
    }
    if (error instanceof AppError && error.code === 'full') {
      return renderDraft(row, context, cardTexts.refused(error.message));
    }
    if (!(error instanceof AppError) || error.code !== 'invalid') throw error;
    const asking = await changeDraft(db, row, {
      payload: { ...row.payload, dateTime: null, date: null },
      state: 'asking',
    });
    return renderDraft(asking, context, cardTexts.refused(error.message));
  }
}

/** A series whose first occurrence passed while its card lay in the chat starts with the next one. */
function movedAhead(payload: DraftPayload, timeZone: string, now: Date): DraftPayload {
  const rule = ruleOfWire(payload);
  if (!rule || payload.dateTime === null || new Date(payload.dateTime) > now) return payload;
  const firstWallTime = instantToWallTime(new Date(payload.dateTime), timeZone);
  const next = nextOccurrence({ firstWallTime, timeZone, rule }, now);
  return next ? { ...payload, dateTime: next.toISOString() } : payload;
}

async function saveNote(turn: Within, account: Account, press: CardPress): Promise<Card> {
  const { db, now } = turn;
  const { row, context } = press;
  const { text, categoryId } = row.payload;
  if (text === '' || text.length > NOTE_CONTENT_MAX) return renderDraft(row, context);
  const title = excerpt(text.split('\n', 1)[0]?.trim() ?? '', TITLE_MAX);
  try {
    await createNote(
      db,
      account.id,
      { title, content: text, categoryId },
      { now, createKey: draftCreateKey(row.id) },
    );
  } catch (error) {
    const told = error instanceof AppError && ['invalid', 'full'].includes(error.code);
    if (!told) throw error;
    return renderDraft(row, context, cardTexts.refused(error.message));
  }
  return renderDraft(await changeDraft(db, row, { state: 'noted' }), context);
}
