import 'server-only';
import { draftCreateKey, type DraftPayload } from '@/contract/draft';
import { draftPath, reminderPath } from '@/contract/launch';
import { DAY_PART_NAMES } from '@/core/day-parts';
import { NOTE_CONTENT_MAX, REMINDER_TEXT_MAX, WHEN_PRESETS } from '@/core/limits';
import { momentOf, whenPresetsAt } from '@/core/presets';
import { instantToWallTime } from '@/core/time-zone';
import { type CardFacts, cardTexts, type Doubtful } from '@/texts/bot-cards';
import { type Html, lines } from '@/texts/html';
import { presetTexts } from '@/texts/presets';
import { describeDate, describeInstant } from '@/texts/schedule';
import { withRule } from '@/contract/rule';
import { settingsOf } from '../accounts/settings';
import { categoryRows, fitsBeside, nameOnKey } from '../categories/category-keys';
import { alone, changeDraft, type DraftRow, findDraft, reminderOfDraft } from '../drafts/drafts';
import { deleteNote, noteOfKey, type NoteOfKey, restoreNote } from '../notes/notes';
import { describe } from '../platform/attachment';
import {
  type CardContext,
  cardFacts,
  contextOf,
  factsOf,
  type Viewer,
  type Within,
} from '../reminders/facts';
import { type ChatReminder, findReminder } from '../reminders/upcoming';
import { withConfirmedZone, zoneRemark, zoneRow } from '../reminders/zone-bot';
import { appButtonRow, excerpt } from '../telegram/message';
import { dataOf, readId } from '../telegram/callback-data';
import { button, type Card, inRows, type Keyboard, type MemberTurn } from '../telegram/turn';
import {
  NEW_CATEGORY,
  newCategoryRow,
  putIntoNewCategory,
  putNoteIntoNewCategory,
} from './new-category';
import { noteDraft, settle, type Settled, stateOf, storeDraft } from './settle-draft';
import { loadReference } from '../platform/db/reference';
import { AppError, orRefusal } from '../platform/errors';
import { deleteReminder, restoreReminder } from '../reminders/reminders';
import { rememberMessage } from '../telegram/chat-messages';
import { atTime, withMoment, withoutMoment } from './draft-reading';

const { buttons } = cardTexts;
/** The card of a draft that is not saved yet, with what was wrong with the last answer, if anything. */
function renderDraft(row: DraftRow, context: CardContext, problem?: Html): Card {
  const { payload, id } = row;
  const data = (action: string) => dataOf('card', id, action);
  const cancel = button(buttons.cancel, data('cancel'));
  // What reminds of a note is one already.
  const note = payload.noteId === undefined ? [button(buttons.note, data('note'))] : [];
  const wallNow = instantToWallTime(context.now, context.account.timeZone);
  const text = excerpt(payload.text);
  const { dayParts } = settingsOf(context.account.settings);

  if (row.state === 'cancelled') return { text: cardTexts.cancelled(text), keyboard: [] };

  if (payload.text.length > REMINDER_TEXT_MAX) {
    const { length } = payload.text;
    return length > NOTE_CONTENT_MAX
      ? { text: cardTexts.tooLongForAll(length, NOTE_CONTENT_MAX), keyboard: [] }
      : { text: cardTexts.tooLong(length, REMINDER_TEXT_MAX), keyboard: [[...note, cancel]] };
  }
  if (payload.text === '') {
    const when = payload.dateTime
      ? describeInstant(
          wallNow,
          instantToWallTime(new Date(payload.dateTime), context.account.timeZone),
        )
      : describeDate(wallNow, payload.date ?? wallNow);
    return { text: cardTexts.askText(when), keyboard: [[cancel]] };
  }
  if (payload.dateTime) {
    const facts = factsOfDraft(row, context);
    const text = cardTexts.ready(facts, doubtOf(payload));
    return {
      text: withZone(problem ? lines(problem, '', text) : text, context),
      keyboard: [...readyKeyboard(row, facts, context), ...zoneKeys(row, context)],
    };
  }
  if (payload.date) {
    const question = cardTexts.askTime(text, describeDate(wallNow, payload.date));
    const times = DAY_PART_NAMES.map((part) => ({ part, clock: dayParts[part] }))
      .filter(({ clock }) => `${payload.date ?? ''}T${clock}` > wallNow)
      .map(({ part, clock }) =>
        button(presetTexts.dayPart(part, clock), data(`time:${clock.replace(':', '')}`)),
      );
    // What somebody else wrote is a proposal, its day too.
    const otherTime = payload.doubt?.kind === 'forwarded' ? [otherTimeButton(row)] : [];
    return {
      text: problem ? lines(problem, '', question) : question,
      keyboard: [...times.map((each) => [each]), otherTime, [...note, cancel]],
    };
  }
  const presets = whenPresetsAt(context.now, context.account.timeZone, dayParts).map((preset) =>
    button(presetTexts.when(preset), data(`at:${preset}`)),
  );
  const question = cardTexts.askWhen(text);
  return {
    text: problem ? lines(problem, '', question) : question,
    keyboard: [...inRows(presets, 2), [...note, cancel]],
  };
}

const otherTimeButton = ({ id }: DraftRow) => button(buttons.otherTime, dataOf('card', id, 'when'));

/** What its card asks about; null where only «Сохранить» is missing. */
const doubtOf = ({ doubt, movedToTomorrow }: DraftPayload): Doubtful | null =>
  doubt ?? (movedToTomorrow === true ? { kind: 'moved-to-tomorrow', phrase: '' } : null);

function readyKeyboard(row: DraftRow, facts: CardFacts, { settings }: CardContext): Keyboard {
  const data = (action: string) => dataOf('card', row.id, action);
  const edit = appButtonRow(settings, buttons.edit, draftPath(row.id)).flat();
  const [save, cancel] = [
    button(buttons.save, data('save')),
    button(buttons.cancel, data('cancel')),
  ];
  if (row.payload.doubt?.kind === 'forwarded') {
    return [
      [save, otherTimeButton(row)],
      [button(buttons.note, data('note')), cancel],
    ];
  }
  const type = button(buttons.type(facts.type), data('types'));
  const category = button(buttons.category(nameOnKey(facts.category)), data('cats'));
  const choices = fitsBeside(facts.category) ? [[type, category]] : [[type], [category]];
  return [[save], ...choices, [...edit, cancel]];
}

/** As long as nobody has said that the assumed zone is right, cards with a moment ask. */
export const withZone = (text: Html, context: CardContext): Html => {
  const remark = zoneRemark(context);
  return remark ? lines(text, '', remark) : text;
};

const zoneKeys = ({ id }: DraftRow, context: CardContext): Keyboard =>
  zoneRow(context, dataOf('card', id, 'zone', context.account.timeZone));

/** A card with categories or types in place of its buttons; undefined once it has become something. */
export async function choiceCard(
  within: Viewer,
  row: DraftRow,
  which: 'cat' | 'type',
): Promise<Card | undefined> {
  if (row.state !== 'ready' || (await reminderOfDraft(within.db, row)) !== undefined)
    return undefined;
  const context = await contextOf(within);
  const { categories, types } = context.reference;
  const chosen = which === 'cat' ? row.payload.categoryId : row.payload.typeId;
  const key = (name: string, id: number) =>
    button(id === chosen ? buttons.chosen(name) : name, dataOf('card', row.id, which, id));
  const choices =
    which === 'cat'
      ? categoryRows(categories, key)
      : inRows(
          types.map(({ id, name }) => key(name, id)),
          2,
        );
  const back = [button(buttons.back, dataOf('card', row.id, 'back'))];
  return { text: renderDraft(row, context).text, keyboard: [...choices, back] };
}

/** The card of a draft that became a reminder: as it is stored now, wherever it was changed. */
function renderSaved(
  row: DraftRow,
  reminder: ChatReminder,
  context: CardContext,
  { edited = false, problem }: { edited?: boolean; problem?: Html | undefined } = {},
): Card {
  const data = (action: string) => dataOf('card', row.id, action);
  const restore = [button(buttons.restore, data('restore'))];
  if (reminder.deleted) {
    const text = cardTexts.takenBack(excerpt(reminder.text));
    return { text: problem ? lines(problem, '', text) : text, keyboard: [restore] };
  }
  const edit = appButtonRow(context.settings, buttons.edit, reminderPath(reminder.id)).flat();
  const text = cardTexts[edited ? 'edited' : 'stored'](factsOf(reminder, context));
  return {
    text: withZone(problem ? lines(problem, '', text) : text, context),
    keyboard: [
      ...newCategoryRow(row, reminder.text, { reference: context.reference, data }),
      [...edit, button(buttons.takeBack, data('remove'))],
      ...zoneKeys(row, context),
    ],
  };
}

/** The card of a draft that became a note. */
function renderNoted(
  row: DraftRow,
  note: NoteOfKey,
  { reference }: CardContext,
  problem: Html | undefined,
): Card {
  const data = (action: string) => dataOf('card', row.id, action);
  const { title, content, deleted } = note;
  const category = reference.category(note.categoryId);
  const text = deleted
    ? cardTexts.noteTakenBack(title)
    : cardTexts.noted(title, category?.color === undefined ? '' : category.name);
  return {
    text: problem ? lines(problem, '', text) : text,
    keyboard: deleted
      ? [[button(buttons.restore, data('restore'))]]
      : [
          ...newCategoryRow(row, content, { reference, data }),
          [button(buttons.takeBack, data('remove'))],
        ],
  };
}

/** The card of a draft, whatever has become of it. */
export async function cardOf(
  turn: Viewer,
  { row, problem, edited = false }: Settled,
): Promise<Card> {
  const { db } = turn;
  const context = await contextOf(turn);
  const reminderId = await reminderOfDraft(db, row);
  if (reminderId !== undefined) {
    const reminder = await findReminder(db, row.userId, reminderId);
    return reminder
      ? renderSaved(row, reminder, context, { problem, edited })
      : { text: cardTexts.stale, keyboard: [] };
  }
  if (row.state === 'noted') {
    const note = await noteOfKey(db, row.userId, draftCreateKey(row.id));
    return note
      ? renderNoted(row, note, context, problem)
      : { text: cardTexts.stale, keyboard: [] };
  }
  return renderDraft(row, context, problem);
}

/** A draft with a moment in words. */
export const factsOfDraft = ({ payload, attachment }: DraftRow, context: CardContext): CardFacts =>
  cardFacts(
    {
      ...payload,
      dateTime: payload.dateTime ?? context.now.toISOString(),
      attachmentText: attachment ? describe(attachment) : undefined,
    },
    context,
  );

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
async function actOnStored(within: Within, { row, action, argument: mark }: CardPress, id: number) {
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
async function actOnNoted(within: Within, { row, action, argument: mark }: CardPress) {
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
