import 'server-only';
import { type DraftPayload } from '@/contract/draft';
import { draftPath, reminderPath } from '@/contract/launch';
import { ruleOfWire, withRule } from '@/contract/rule';
import { NOTE_CONTENT_MAX, REMINDER_TEXT_MAX } from '@/core/limits';
import { instantToWallTime } from '@/core/time-zone';
import { type CardFacts, cardTexts, type Doubtful } from '@/texts/bot-cards';
import { lines } from '@/texts/html';
import { jointTexts } from '@/texts/joint';
import { dayAndMonth, describeDate, describeInstant, describeRule } from '@/texts/schedule';
import { categoryRows, nameBesideKey } from '../categories/category-keys';
import {
  changeDraft,
  type DraftRow,
  findDraft,
  keptUntil,
  reminderOfDraft,
} from '../drafts/drafts';
import { deleteNote, restoreNote } from '../notes/notes';
import { noteMadeOf } from '../notes/of-draft';
import { type ChatNote } from '../notes/reading';
import { describe } from '../platform/attachment';
import { loadReference } from '../platform/db/reference';
import { AppError, orRefusal } from '../platform/errors';
import {
  type CardContext,
  cardFacts,
  type ChatReminder,
  contextOf,
  factsOf,
  findReminder,
  type Viewer,
  type Within,
} from '../reminders/upcoming';
import { deleteReminder, restoreReminder } from '../reminders/deletion';
import { withAnsweredZone, withZoneQuestion } from '../reminders/zone-bot';
import { dataOf, readId } from '../telegram/callback-data';
import { rememberMessage } from '../telegram/chat-messages';
import { appButtonRow, excerpt } from '../telegram/message';
import { button, type Card, inRows, type Keyboard, type MemberTurn } from '../telegram/turn';
import {
  changeAndStoreIfCertain,
  noteDraft,
  type CardContent,
  storeDraft,
  whileLocked,
  withMoment,
  withoutMoment,
} from './draft';
import { NEW_CATEGORY, newCategoryRow, putIntoNewCategory } from './new-category';
import { onOtherDay, quickTimes, withQuickTime } from './quick-times';

const { buttons } = cardTexts;
const dataOn = (row: DraftRow) => (action: string) => dataOf('card', row.id, action);

/** The card of a draft that is not saved yet. */
function renderDraft(row: DraftRow, context: CardContext): Card {
  const { payload } = row;
  const { now, account } = context;
  const data = dataOn(row);
  const cancel = button(buttons.cancel, data('cancel'));
  // What reminds of a note is one already.
  const note = payload.noteId === undefined ? [button(buttons.note, data('note'))] : [];
  const wallNow = instantToWallTime(now, account.timeZone);
  const text = excerpt(payload.text);

  if (row.state === 'cancelled') return { text: cardTexts.cancelled(text), keyboard: [] };
  if (payload.text.length > REMINDER_TEXT_MAX) {
    const { length } = payload.text;
    return length > NOTE_CONTENT_MAX
      ? { text: cardTexts.tooLongForAll(length, NOTE_CONTENT_MAX), keyboard: [] }
      : { text: cardTexts.tooLong(length, REMINDER_TEXT_MAX), keyboard: [[...note, cancel]] };
  }
  if (payload.text === '') {
    const when = payload.dateTime
      ? describeInstant(wallNow, instantToWallTime(new Date(payload.dateTime), account.timeZone))
      : describeDate(wallNow, payload.date ?? wallNow);
    return { text: cardTexts.askText(when), keyboard: [[cancel]] };
  }
  if (payload.dateTime) {
    const facts = factsOfDraft(row, context);
    const text = cardTexts.ready(facts, doubtOf(payload));
    return { text, keyboard: readyKeyboard(row, facts, context) };
  }
  const times = quickTimes(payload, context).map(({ label, press }) => button(label, data(press)));
  if (payload.date) {
    // What somebody else wrote is a proposal, its day too.
    const otherTime = payload.doubt?.kind === 'forwarded' ? [otherTimeButton(row)] : [];
    const rule = ruleOfWire(payload);
    const often = rule ? describeRule(rule, `${payload.date}T00:00`) : '';
    return {
      text: cardTexts.askTime(text, describeDate(wallNow, payload.date), often),
      keyboard: [...inRows([...times, ...otherTime], 2), [...note, cancel]],
      opensReply: true,
    };
  }
  const keyboard = [...inRows(times.slice(0, QUICK_KEYS_MAX), 2), [...note, cancel]];
  return { text: cardTexts.askWhen(text), keyboard, opensReply: true };
}

const otherTimeButton = (row: DraftRow) => button(buttons.otherTime, dataOn(row)('when'));

/** What its card asks about; null where only «Сохранить» is missing. */
const doubtOf = ({ doubt, movedToTomorrow }: DraftPayload): Doubtful | null =>
  movedToTomorrow === true && (doubt ?? { kind: 'unclear' }).kind === 'unclear'
    ? { kind: 'moved-to-tomorrow', phrase: '' }
    : (doubt ?? null);

/** Quick times beside which «Заметка» and «Отмена» make three rows of two. */
const QUICK_KEYS_MAX = 4;

function readyKeyboard(row: DraftRow, facts: CardFacts, context: CardContext): Keyboard {
  const { settings } = context;
  const data = dataOn(row);
  const save = button(buttons.save, data('save'));
  const cancel = button(buttons.cancel, data('cancel'));
  if (row.payload.doubt?.kind === 'forwarded') {
    const note = button(buttons.note, data('note'));
    return inRows([save, otherTimeButton(row), note, cancel], 2);
  }
  const edit = appButtonRow(settings, buttons.edit, draftPath(row.id)).flat();
  const type = button(buttons.type(facts.type), data('types'));
  // The card's text has the whole name.
  const category = button(buttons.category(nameBesideKey(facts.category)), data('cats'));
  return [
    [save, ...otherDayButtons(row, context)],
    [type, category],
    [...edit, cancel],
  ];
}

/** «в пятницу», «завтра» of the night: the other day that may be meant. */
function otherDayButtons(row: DraftRow, context: CardContext) {
  const other = onOtherDay(row.payload, context);
  if (!other) return [];
  const isAWeekLater = row.payload.doubt?.kind === 'which-week';
  const label = isAWeekLater ? buttons.weekLater : dayAndMonth(other.wallTime.slice(0, 10));
  return [button(label, dataOn(row)('week'))];
}

/** Keys of all categories or types, in place of those of a card. */
function choiceKeyboard(
  row: DraftRow,
  choosing: 'category' | 'type',
  { reference: { categories, types } }: CardContext,
): Keyboard {
  const { categoryId, typeId } = row.payload;
  const [chosen, action] = choosing === 'category' ? [categoryId, 'cat'] : [typeId, 'type'];
  const key = (name: string, id: number) =>
    button(id === chosen ? buttons.chosen(name) : name, dataOf('card', row.id, action, id));
  const typeKeys = types.map(({ id, name }) => key(name, id));
  const choices = choosing === 'category' ? categoryRows(categories, key) : inRows(typeKeys, 2);
  return [...choices, [button(buttons.back, dataOn(row)('back'))]];
}

/** What a draft has become, as it is stored now, wherever it was changed. */
type Made = { reminder: ChatReminder } | { note: ChatNote };

/** Undefined while it has become nothing, null where what it was is gone for good. */
async function madeOf(db: Within['db'], row: DraftRow): Promise<Made | null | undefined> {
  const reminderId = await reminderOfDraft(db, row);
  if (reminderId !== undefined) {
    const reminder = await findReminder(db, row.userId, reminderId);
    return reminder ? { reminder } : null;
  }
  if (row.state !== 'noted') return undefined;
  const note = await noteMadeOf(db, row);
  return note ? { note } : null;
}

/** The card as it stands now, behind what was wrong with the last answer, if anything. */
export async function cardOf(turn: Viewer, content: CardContent): Promise<Card> {
  const { problem } = content;
  const card = await presentCard(turn, content);
  return problem ? { ...card, text: lines(problem, '', card.text) } : card;
}

/** The draft until something is made of it, then the note or reminder that was made. */
async function presentCard(turn: Viewer, { row, edited, choosing }: CardContent): Promise<Card> {
  const context = await contextOf(turn);
  const made = await madeOf(turn.db, row);
  if (made === undefined) {
    const card = renderDraft(row, context);
    if (!choosing || row.state !== 'ready') return card;
    return { text: card.text, keyboard: choiceKeyboard(row, choosing, context) };
  }
  if (made === null) return { text: cardTexts.stale, keyboard: [] };
  const data = dataOn(row);
  const restore = [[button(buttons.restore, data('restore'))]];
  const takeBack = button(buttons.takeBack, data('remove'));
  if ('note' in made) {
    const { title, content, deleted, category } = made.note;
    if (deleted) return { text: cardTexts.noteTakenBack(title), keyboard: restore };
    // Only a person's own categories have a colour; predefined ones are not told.
    const isOwnCategory = category.color !== undefined;
    return {
      text: cardTexts.noted(title, isOwnCategory ? category.name : ''),
      keyboard: [...newCategoryRow(row, content, context), [takeBack]],
    };
  }
  const { id, text, deleted, endedForAll } = made.reminder;
  if (deleted) {
    const takenBack = lines(cardTexts.takenBack(excerpt(text)), endedForAll && jointTexts.ended);
    return { text: takenBack, keyboard: restore };
  }
  const edit = appButtonRow(context.settings, buttons.edit, reminderPath(id)).flat();
  const stored = cardTexts[edited ? 'edited' : 'stored'](factsOf(made.reminder, context));
  const keyboard = [...newCategoryRow(row, text, context), [...edit, takeBack]];
  return withZoneQuestion({ text: stored, keyboard }, turn, [id], data);
}

const factsOfDraft = ({ payload, attachment }: DraftRow, context: CardContext): CardFacts =>
  cardFacts(
    {
      ...payload,
      dateTime: payload.dateTime ?? context.now.toISOString(),
      attachmentText: attachment ? describe(attachment) : undefined,
    },
    context,
  );

export async function pressCard(pressing: MemberTurn, [id, action = '', argument = '']: string[]) {
  const turn = action === 'zone' ? await withAnsweredZone(pressing, argument) : pressing;
  const choosing = action === 'cats' ? 'category' : action === 'types' ? 'type' : undefined;
  const carryOut = async (within: MemberTurn) => {
    const row = await findDraft(within.db, within.account.id, readId(id), within.now);
    if (!row) return undefined;
    const press = { row, action, argument };
    const content: CardContent = choosing ? { row, choosing } : await changeByPress(within, press);
    return { row: content.row, card: await cardOf(within, content) };
  };
  // A key that only opens a choice waits for nobody, and changes nothing.
  const pressed = await (choosing ? carryOut(turn) : whileLocked(turn, carryOut));
  if (!pressed) return turn.show(cardTexts.stale);
  await rememberSaved(turn, pressed.row, await turn.show(pressed.card));
}

/** A reply to the card of what is stored is about the reminder, also when the draft is gone. */
export async function rememberSaved(
  { db, now, account: { id: userId } }: Within,
  { reminderId }: DraftRow,
  messageId: number | null,
): Promise<void> {
  if (reminderId === null || messageId === null) return;
  await rememberMessage(db, { userId, messageId, reminderId, now });
}

type CardPress = { row: DraftRow; action: string; argument: string };

async function changeByPress(within: Within, press: CardPress): Promise<CardContent> {
  const { db, account } = within;
  const { action, argument } = press;
  const made = await madeOf(db, press.row);
  if (made) return actOnMade(within, press, made);
  const isOpen = press.row.state === 'asking' || press.row.state === 'ready';
  if (made === null || !isOpen) return { row: press.row };

  // What becomes of it can be taken back, however long it has waited.
  const row = await changeDraft(db, press.row, { expiresAt: keptUntil(within.now) });
  const { payload } = row;
  const answer = (next: DraftPayload) => changeAndStoreIfCertain(within, row, { payload: next });
  switch (action) {
    case 'save':
      return row.state === 'ready' ? storeDraft(within, row) : { row };
    case 'note':
      return noteDraft(within, row);
    case 'cancel':
      return { row: await changeDraft(db, row, { state: 'cancelled' }) };
    case 'when':
      return answer(withoutMoment(withRule(payload, null)));
    case 'week': {
      const other = row.state === 'ready' ? onOtherDay(payload, within) : undefined;
      return other ? answer(withMoment(payload, other)) : { row };
    }
    case 'at':
    case 'time': {
      // Answered meanwhile, in words or by another press.
      if (row.state !== 'asking') return { row };
      const next = withQuickTime(payload, [action, argument], within);
      if (next === undefined) return { row };
      return next ? answer(next) : { row, problem: cardTexts.pastTime };
    }
    case 'cat':
    case 'type': {
      const reference = await loadReference(db, account.id);
      const which = action === 'cat' ? 'category' : 'type';
      const known = reference[which](Number(argument));
      if (!known) return { row };
      const next = { ...payload, [`${which}Id`]: known.id, [`${which}Pressed`]: true };
      return { row: await changeDraft(db, row, { payload: next }) };
    }
    default:
      return { row };
  }
}

/**
 * Presses on a card that has become something: brings it back, takes it back or puts it into a new category; any other
 * press changes nothing. Where there is no room for it, the card says so.
 */
async function actOnMade(within: Within, press: CardPress, made: Made): Promise<CardContent> {
  const { row, action } = press;
  const { db, now, account } = within;
  const { id, deleted } = 'note' in made ? made.note : made.reminder;
  const actOnce = async (): Promise<DraftRow> => {
    if (action === 'restore' && deleted) {
      await ('note' in made ? restoreNote : restoreReminder)(db, account.id, id, now);
    } else if (action === 'remove' && !deleted) {
      await ('note' in made ? deleteNote : deleteReminder)(db, account.id, id, now);
    } else if (action === NEW_CATEGORY && !deleted) {
      return putIntoNewCategory(within, press, made);
    }
    return row;
  };
  const rowOrRefusal = await orRefusal(actOnce(), 'full');
  return rowOrRefusal instanceof AppError
    ? { row, problem: lines(rowOrRefusal.message) }
    : { row: rowOrRefusal };
}
