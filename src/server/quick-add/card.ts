import 'server-only';
import { draftCreateKey, type DraftPayload } from '@/contract/draft';
import { draftPath, reminderPath } from '@/contract/launch';
import { DAY_PART_NAMES } from '@/core/day-parts';
import { NOTE_CONTENT_MAX, REMINDER_TEXT_MAX } from '@/core/limits';
import { whenPresetsAt } from '@/core/presets';
import { instantToWallTime } from '@/core/time-zone';
import { type CardFacts, cardTexts, type Doubtful } from '@/texts/bot-cards';
import { type Html, lines } from '@/texts/html';
import { presetTexts } from '@/texts/presets';
import { describeDate, describeInstant } from '@/texts/schedule';
import { settingsOf } from '../accounts/settings';
import { categoryRows, fitsBeside, nameOnKey } from '../categories/category-keys';
import { type DraftRow, reminderOfDraft } from '../drafts/drafts';
import { noteOfKey, type NoteOfKey } from '../notes/notes';
import { describe } from '../platform/attachment';
import { type CardContext, cardFacts, contextOf, factsOf, type Viewer } from '../reminders/facts';
import { type ChatReminder, findReminder } from '../reminders/upcoming';
import { zoneRemark, zoneRow } from '../reminders/zone-bot';
import { appButtonRow } from '../telegram/app-button';
import { dataOf } from '../telegram/callback-data';
import { excerpt } from '../telegram/message';
import { button, type Card, inRows, type Keyboard } from '../telegram/turn';
import { newCategoryRow } from './new-category';
import { type Settled } from './settle-draft';

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
