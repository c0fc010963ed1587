import 'server-only';
import { reminderPath, draftPath } from '@/contract/launch';
import { ruleOfWire, type WireRule } from '@/contract/rule';
import { excerpt as cut } from '@/core/cut';
import { NOTE_CONTENT_MAX, REMINDER_TEXT_MAX } from '@/core/limits';
import { dayPartClock, whenPresetsAt } from '@/core/presets';
import { instantToWallTime } from '@/core/time-zone';
import { type CardFacts, cardTexts } from '@/texts/bot-cards';
import { type Html, lines } from '@/texts/html';
import { presetTexts } from '@/texts/presets';
import { describeDate, describeInstant, describeRule } from '@/texts/schedule';
import { type Reference } from '../../db/reference';
import { type DraftRow } from '../../drafts';
import { type ChatReminder } from '../../upcoming';
import { appButtonRow } from '../app-button';
import { inRows } from '../in-rows';
import { button, type Keyboard, type Turn } from './turn';

/** Callback data of cards: `c:<draft id>:<action>[:<argument>]`. */
export const CARD_PREFIX = 'c';

const { buttons } = cardTexts;
/** Longer texts are cut where a card only has to remind of them. */
const EXCERPT = 200;
const DAY_PARTS = ['morning', 'day', 'evening'] as const;

export interface Card {
  text: Html;
  keyboard: Keyboard;
}
/** Whose clocks a card shows, and by which reference rows. */
export interface CardContext {
  turn: Pick<Turn, 'now' | 'settings'>;
  timeZone: string;
  reference: Reference;
}

/** The card of a draft that is not saved yet, with what was wrong with the last answer, if anything. */
export function renderDraft(row: DraftRow, context: CardContext, problem?: Html): Card {
  const { payload, id } = row;
  const data = (action: string) => `${CARD_PREFIX}:${id}:${action}`;
  const cancel = button(buttons.cancel, data('cancel'));
  const note = button(buttons.note, data('note'));
  const wallNow = instantToWallTime(context.turn.now, context.timeZone);
  const text = excerpt(payload.text);

  if (row.state === 'cancelled') return { text: cardTexts.cancelled(text), keyboard: [] };
  if (row.state === 'noted') return { text: cardTexts.noted(text), keyboard: [] };

  if (payload.text.length > REMINDER_TEXT_MAX) {
    const { length } = payload.text;
    return length > NOTE_CONTENT_MAX
      ? { text: cardTexts.tooLongForAll(length, NOTE_CONTENT_MAX), keyboard: [] }
      : { text: cardTexts.tooLong(length, REMINDER_TEXT_MAX), keyboard: [[note, cancel]] };
  }
  if (payload.text === '') {
    const when = payload.dateTime
      ? describeInstant(wallNow, instantToWallTime(new Date(payload.dateTime), context.timeZone))
      : describeDate(wallNow, payload.date ?? wallNow);
    return { text: cardTexts.askText(when), keyboard: [[cancel]] };
  }
  if (payload.dateTime) {
    const facts = cardFacts({ ...payload, dateTime: payload.dateTime }, context);
    return {
      text: lines(problem, cardTexts.ready(facts)),
      keyboard: readyKeyboard(row, facts, context),
    };
  }
  if (payload.date) {
    const question = cardTexts.askTime(text, describeDate(wallNow, payload.date));
    const times = DAY_PARTS.map((part) => ({ part, clock: dayPartClock(part) }))
      .filter(({ clock }) => `${payload.date ?? ''}T${clock}` > wallNow)
      .map(({ part, clock }) =>
        button(presetTexts.dayPart(part, clock), data(`time:${clock.replace(':', '')}`)),
      );
    return {
      text: problem ? lines(problem, '', question) : question,
      keyboard: [...times.map((each) => [each]), [note, cancel]],
    };
  }
  const presets = whenPresetsAt(context.turn.now, context.timeZone).map((preset) =>
    button(presetTexts.when(preset), data(`at:${preset}`)),
  );
  const question = cardTexts.askWhen(text);
  return {
    text: problem ? lines(problem, '', question) : question,
    keyboard: [...inRows(presets, 2), [note, cancel]],
  };
}

function readyKeyboard(row: DraftRow, facts: CardFacts, { turn }: CardContext): Keyboard {
  const data = (action: string) => `${CARD_PREFIX}:${row.id}:${action}`;
  const edit = appButtonRow(turn.settings, buttons.edit, draftPath(row.id)).flat();
  return [
    [button(buttons.save, data('save'))],
    [
      button(buttons.type(facts.type), data('types')),
      button(buttons.category(facts.category), data('cats')),
    ],
    [...edit, button(buttons.cancel, data('cancel'))],
  ];
}

/** Categories or types to choose from in place of a card's buttons. */
export function choiceKeyboard(
  row: DraftRow,
  which: 'cat' | 'type',
  reference: Reference,
): Keyboard {
  const data = (action: string) => `${CARD_PREFIX}:${row.id}:${action}`;
  const chosen = which === 'cat' ? row.payload.categoryId : row.payload.typeId;
  const options = which === 'cat' ? reference.categories : reference.types;
  const choices = options.map(({ id, name }) =>
    button(id === chosen ? buttons.chosen(name) : name, data(`${which}:${id}`)),
  );
  return [...inRows(choices, 3), [button(buttons.back, data('back'))]];
}

/** The card of a draft that became a reminder: as it is stored now, wherever it was changed. */
export function renderSaved(row: DraftRow, reminder: ChatReminder, context: CardContext): Card {
  const data = (action: string) => `${CARD_PREFIX}:${row.id}:${action}`;
  if (reminder.deleted) {
    return {
      text: cardTexts.deleted(excerpt(reminder.text)),
      keyboard: [[button(buttons.restore, data('restore'))]],
    };
  }
  const edit = appButtonRow(context.turn.settings, buttons.edit, reminderPath(reminder.id)).flat();
  return {
    text: cardTexts.saved(factsOf(reminder, context)),
    keyboard: [[...edit, button(buttons.remove, data('remove'))]],
  };
}

/** A stored reminder in words. */
export const factsOf = (reminder: ChatReminder, context: CardContext): CardFacts =>
  cardFacts({ ...reminder, typeId: reminder.type.id, categoryId: reminder.category.id }, context);

function cardFacts(
  source: WireRule & {
    text: string;
    dateTime: string;
    typeId: number;
    categoryId: number;
    movedToTomorrow?: boolean | undefined;
  },
  { turn, timeZone, reference }: CardContext,
): CardFacts {
  const wallNow = instantToWallTime(turn.now, timeZone);
  const wallTime = instantToWallTime(new Date(source.dateTime), timeZone);
  const rule = ruleOfWire(source);
  return {
    text: source.text,
    when: describeInstant(wallNow, wallTime),
    rule: rule ? describeRule(rule, wallTime) : '',
    type: reference.type(source.typeId)?.name ?? '',
    category: reference.category(source.categoryId)?.name ?? '',
    movedToTomorrow: source.movedToTomorrow ?? false,
  };
}

/** The beginning of a text, as long as a card takes it. */
export const excerpt = (text: string, max = EXCERPT): string => cut(text, max);
