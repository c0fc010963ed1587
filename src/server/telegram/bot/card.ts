import 'server-only';
import { draftCreateKey, type DraftPayload } from '@/contract/draft';
import { reminderPath, draftPath } from '@/contract/launch';
import { ruleOfWire, type WireRule } from '@/contract/rule';
import { excerpt as cut } from '@/core/cut';
import { NOTE_CONTENT_MAX, REMINDER_TEXT_MAX } from '@/core/limits';
import { preAlertsAhead } from '@/core/pre-alerts';
import { DAY_PART_NAMES } from '@/core/day-parts';
import { whenPresetsAt } from '@/core/presets';
import { ageOn } from '@/core/recurrence';
import { instantToWallTime } from '@/core/time-zone';
import { describeAge } from '@/texts/age';
import { type CardFacts, cardTexts, type Doubtful } from '@/texts/bot-cards';
import { type Html, lines } from '@/texts/html';
import { presetTexts } from '@/texts/presets';
import { describeDate, describeInstant, describePreAlerts, describeRule } from '@/texts/schedule';
import { type Account } from '../../accounts';
import { describe } from '../../attachment';
import { type Db } from '../../db/client';
import { type Reference } from '../../db/reference';
import { type DraftRow, reminderOfDraft } from '../../drafts';
import { type NoteOfKey, noteOfKey } from '../../notes';
import { settingsOf } from '../../settings';
import { type ChatReminder, findReminder } from '../../upcoming';
import { appButtonRow } from '../app-button';
import { inRows } from '../in-rows';
import { categoryRows, fitsBeside, nameOnKey } from './category-keys';
import { newCategoryRow } from './new-category';
import { type Settled } from './settle-draft';
import { button, type Keyboard, type Turn } from './turn';
import { zoneRemark, zoneRow } from './zone';

/** Callback data of cards: `c:<draft id>:<action>[:<argument>]`. */
export const CARD_PREFIX = 'c';

const { buttons } = cardTexts;
/** Longer texts are cut where a card only has to remind of them. */
const EXCERPT = 200;
/** Of a repetition in a list; one that names every day and hour takes some 500 characters. */
const RULE_MAX = 100;

export interface Card {
  text: Html;
  keyboard: Keyboard;
}
/** Whose clocks a card shows, and by which reference rows. */
export interface CardContext {
  turn: Pick<Turn, 'now' | 'settings'>;
  account: Pick<Account, 'timeZone' | 'timeZoneAssumed' | 'settings'>;
  reference: Reference;
}

/** The card of a draft that is not saved yet, with what was wrong with the last answer, if anything. */
export function renderDraft(row: DraftRow, context: CardContext, problem?: Html): Card {
  const { payload, id } = row;
  const data = (action: string) => `${CARD_PREFIX}:${id}:${action}`;
  const cancel = button(buttons.cancel, data('cancel'));
  // What reminds of a note is one already.
  const note = payload.noteId === undefined ? [button(buttons.note, data('note'))] : [];
  const wallNow = instantToWallTime(context.turn.now, context.account.timeZone);
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
  const presets = whenPresetsAt(context.turn.now, context.account.timeZone, dayParts).map(
    (preset) => button(presetTexts.when(preset), data(`at:${preset}`)),
  );
  const question = cardTexts.askWhen(text);
  return {
    text: problem ? lines(problem, '', question) : question,
    keyboard: [...inRows(presets, 2), [...note, cancel]],
  };
}

const otherTimeButton = ({ id }: DraftRow) =>
  button(buttons.otherTime, `${CARD_PREFIX}:${id}:when`);

/** What its card asks about; null where only «Сохранить» is missing. */
const doubtOf = ({ doubt, movedToTomorrow }: DraftPayload): Doubtful | null =>
  doubt ?? (movedToTomorrow === true ? { kind: 'moved-to-tomorrow', phrase: '' } : null);

function readyKeyboard(row: DraftRow, facts: CardFacts, { turn }: CardContext): Keyboard {
  const data = (action: string) => `${CARD_PREFIX}:${row.id}:${action}`;
  const edit = appButtonRow(turn.settings, buttons.edit, draftPath(row.id)).flat();
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
export const withZone = (text: Html, { turn, account }: CardContext): Html => {
  const remark = zoneRemark(account, turn.now);
  return remark ? lines(text, '', remark) : text;
};

const zoneKeys = ({ id }: DraftRow, { account }: CardContext): Keyboard =>
  zoneRow(account, `${CARD_PREFIX}:${id}:zone:${account.timeZone}`);

/** Categories or types to choose from in place of a card's buttons. */
export function choiceKeyboard(
  row: DraftRow,
  which: 'cat' | 'type',
  reference: Reference,
): Keyboard {
  const data = (action: string) => `${CARD_PREFIX}:${row.id}:${action}`;
  const chosen = which === 'cat' ? row.payload.categoryId : row.payload.typeId;
  const key = (name: string, id: number) =>
    button(id === chosen ? buttons.chosen(name) : name, data(`${which}:${id}`));
  const choices =
    which === 'cat'
      ? categoryRows(reference.categories, key)
      : inRows(
          reference.types.map(({ id, name }) => key(name, id)),
          2,
        );
  return [...choices, [button(buttons.back, data('back'))]];
}

/** The card of a draft that became a reminder: as it is stored now, wherever it was changed. */
export function renderSaved(
  row: DraftRow,
  reminder: ChatReminder,
  context: CardContext,
  { edited = false, problem }: { edited?: boolean; problem?: Html | undefined } = {},
): Card {
  const data = (action: string) => `${CARD_PREFIX}:${row.id}:${action}`;
  const restore = [button(buttons.restore, data('restore'))];
  if (reminder.deleted) {
    const text = cardTexts.takenBack(excerpt(reminder.text));
    return { text: problem ? lines(problem, '', text) : text, keyboard: [restore] };
  }
  const edit = appButtonRow(context.turn.settings, buttons.edit, reminderPath(reminder.id)).flat();
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
  const data = (action: string) => `${CARD_PREFIX}:${row.id}:${action}`;
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
  db: Db,
  { row, problem, edited = false }: Settled,
  context: CardContext,
): Promise<Card> {
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

/** A stored reminder in words. */
export const factsOf = (reminder: ChatReminder, context: CardContext): CardFacts =>
  cardFacts({ ...reminder, typeId: reminder.type.id, categoryId: reminder.category.id }, context);

/** A draft with a moment in words. */
export const factsOfDraft = ({ payload, attachment }: DraftRow, context: CardContext): CardFacts =>
  cardFacts(
    {
      ...payload,
      dateTime: payload.dateTime ?? context.turn.now.toISOString(),
      attachmentText: attachment ? describe(attachment) : undefined,
    },
    context,
  );

function cardFacts(
  source: WireRule & {
    text: string;
    dateTime: string;
    typeId: number;
    categoryId: number;
    floodInterval: number | null;
    preAlerts?: readonly number[] | undefined;
    attachmentText?: string | undefined;
    repeatText?: string | undefined;
    timeZone?: string | undefined;
  },
  { turn, account: { timeZone }, reference }: CardContext,
): CardFacts {
  const wallNow = instantToWallTime(turn.now, timeZone);
  const wallTime = instantToWallTime(new Date(source.dateTime), timeZone);
  const rule = ruleOfWire(source);
  const age = ageOn(rule, new Date(source.dateTime), source.timeZone ?? timeZone);
  const { preAlerts = [] } = source;
  const clock = { now: turn.now, timeZone };
  const coming = preAlertsAhead(preAlerts, new Date(source.dateTime), clock);
  return {
    text: source.text,
    when: describeInstant(wallNow, wallTime),
    rule: source.repeatText ?? (rule ? describeRule(rule, wallTime) : ''),
    age: age === null ? '' : describeAge(source.text, age),
    type: reference.type(source.typeId)?.name ?? '',
    category: reference.category(source.categoryId)?.name ?? '',
    floodInterval: source.floodInterval,
    attached: attachedTo(source.text, source.attachmentText),
    ahead: describePreAlerts(preAlerts),
    passedAhead: describePreAlerts(preAlerts.filter((minutes) => !coming.includes(minutes))),
  };
}

/** What is attached, where the text does not say just that. */
const attachedTo = (text: string, described = ''): string => (described === text ? '' : described);

/** The beginning of a text, as long as a card takes it. */
export const excerpt = (text: string, max = EXCERPT): string => cut(text, max);

/** A repetition as a line of a list says it: a long one ends with «…» behind its last whole word. */
export const ruleInList = (rule: string): string => cut(rule, RULE_MAX).replace(/\S+…$/, '…');
