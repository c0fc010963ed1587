import 'server-only';
import { formatInTimeZone } from 'date-fns-tz';
import { ru } from 'date-fns/locale/ru';
import { type InlineKeyboardButton } from 'telegraf/types';
import { reminderPath } from '@/contract/launch';
import { checklistOf, type TickedText, wholeText } from '@/core/checklist';
import { type Counter, counterOf } from '@/core/counter';
import { FLOOD_RESENDS_MAX } from '@/core/limits';
import { readSnoozePreset } from '@/core/presets';
import { ageOn } from '@/core/recurrence';
import { instantToWallTime } from '@/core/time-zone';
import { describeAge } from '@/texts/age';
import { attachmentTexts } from '@/texts/attachments';
import { botTexts } from '@/texts/bot';
import { counterTexts } from '@/texts/counter';
import { typeIcon } from '@/texts/bot-cards';
import { type Html, html, lines } from '@/texts/html';
import { jointTexts } from '@/texts/joint';
import { excerpt } from '@/core/cut';
import { presetTexts, type SnoozePreset } from '@/texts/presets';
import { rowTexts } from '@/texts/reminder-row';
import { describeAhead } from '@/texts/schedule';
import {
  type Attachment,
  type Brought,
  describe,
  type Origin,
  storedAttachment,
} from '../platform/attachment';
import { type Firing } from '@/core/firing';
import { type Pressed, type PressedReminder } from './chat-acts';
import { type AnsweredBy } from './joint-people';
import { type AppAddress, appButtonRow } from '../telegram/message';
import {
  ABOUT,
  dataOf,
  instantWord,
  readId,
  readInstant,
  readNumber,
} from '../telegram/callback-data';
import { button, type Card } from '../telegram/turn';

const texts = botTexts.reminderMessage;

export interface OutgoingReminder {
  chatId: number;
  reminderId: number;
  text: string;
  /** Its ticked points, and what the note says that it stands on: see core/checklist. */
  ticked?: readonly string[] | null;
  noteContent?: string | null;
  counter?: Counter | null;
  typeName: string;
  /** The user's saved zone: the one in which times are shown. */
  timeZone: string;
  snoozes: readonly SnoozePreset[];
  firing: Firing;
  /** How many years the occurrence celebrates, where that is known. */
  age?: number | null;
  /** How many people share it; null where it is one person's alone. */
  people?: number | null;
  /** The message that comes back with it, and what of it is in the chat already. */
  attachment?: Attachment | null;
  brought?: Brought | null;
}

interface ReminderPress {
  button: (typeof WORDS)[number] | SnoozePreset;
  reminderId: number;
  /** The occurrence that the message was about: a button of another one is stale. */
  occurrenceAt: Date;
}

/** What a key may mean beside a preset; `later` and `back` change nothing but the keys. */
const WORDS = ['done', 'when', 'all', 'later', 'back'] as const;

/** «Вернуть» under a message: the act that made this version of the reminder. */
type UndoPress = { button: 'undo'; reminderId: number; version: number };

/** Callback data that takes back the act which made this version of a reminder. */
export const packUndo = (reminderId: number, version: number): string =>
  dataOf('reminder', 'undo', reminderId, version);

/** Reads callback_data; null when it is not a reminder's. */
export function readPress(data: string): ReminderPress | UndoPress | null {
  const [about, word = '', id, last, ...more] = data.split(':');
  const reminderId = readId(id);
  if (about !== ABOUT.reminder || reminderId === 0 || more.length > 0) return null;
  if (word === 'undo') {
    const version = readNumber(last);
    return version === undefined ? null : { button: 'undo', reminderId, version };
  }
  const button = WORDS.find((each) => each === word) ?? readSnoozePreset(word);
  const occurrenceAt = readInstant(last);
  return button && occurrenceAt ? { button, reminderId, occurrenceAt } : null;
}

export function renderReminder(message: OutgoingReminder, address: AppAddress): Card {
  const { firing, timeZone, counter = null } = message;
  const isAhead = firing.kind === 'pre-alert';
  const about = { reminderId: message.reminderId, occurrenceAt: firing.occurrenceAt };
  const open = openButton(address, message.reminderId);
  return {
    text: lines(
      ...heading({
        ...message,
        origin: message.attachment?.origin,
        attached:
          firing.toldAt && message.attachment ? describe({ items: message.attachment.items }) : '',
        text: firing.toldAt ? toldAhead(message, firing.toldAt) : saidText(message),
      }),
      ...remark(message.brought?.lost === 'all' && attachmentTexts.lost),
      ...remark(message.brought?.lost === 'part' && attachmentTexts.partlyLost),
      ...remark(firing.late && texts.late(showInstant(firing.scheduledAt, timeZone))),
      ...remark(
        firing.kind === 'nag' &&
          (firing.last ? texts.lastResend : texts.resend(firing.nagNumber, FLOOD_RESENDS_MAX)),
      ),
      ...remark(!isAhead && counter !== null && counterTexts.ring(counter)),
    ),
    keyboard: isAhead
      ? [[key(about, texts.buttons.done, 'done'), ...open]]
      : actionRows(about, message.snoozes, hasPoints(message)),
  };
}

/** «Открыть»; nothing where Telegram would refuse the whole message for it. */
const openButton = (address: AppAddress, reminderId: number): InlineKeyboardButton[] =>
  appButtonRow(address, texts.buttons.open, reminderPath(reminderId)).flat();

/** Renders the message after a button was pressed: it shows the present state of the reminder. */
export function renderPressed(pressed: Pressed, address: AppAddress): Card {
  if (pressed.state === 'gone') {
    const keyboard = appButtonRow(address, texts.buttons.open);
    return { text: html`<i>${texts.gone}</i>`, keyboard };
  }
  const { reminder, noteContent, settings } = pressed;
  const about = aboutOf(pressed);
  const open = openButton(address, reminder.id);
  const undo = pressed.undo
    ? [button(texts.buttons.undo, packUndo(reminder.id, pressed.undo.version))]
    : [];
  const actionable = pressed.state === 'snoozed' || pressed.state === 'waiting';
  const said = pressed.state !== 'waiting' && describePressed(pressed);
  const forAll =
    pressed.state === 'snoozed' && pressed.mayMoveAll
      ? [key(about, jointTexts.snoozeForAll, 'all')]
      : [];
  const further = [forAll, actionable && undo.length === 0 ? [] : [...undo, ...open]].filter(
    (row) => row.length > 0,
  );
  const shown = { ...reminder, noteContent };
  const { openOccurrenceAt: opened, rule, timeZone } = reminder;
  const head = {
    text: saidText(shown),
    age: opened && ageOn(rule, opened, timeZone),
    origin: storedAttachment.parse(reminder.attachment)?.origin,
  };
  return {
    text: lines(...heading({ ...pressed, ...head }), ...remark(said)),
    keyboard: [
      ...(actionable ? actionRows(about, settings.snoozes, hasPoints(shown), further) : []),
      ...further,
    ],
  };
}

const aboutOf = ({ reminder, occurrenceAt }: PressedReminder): About => ({
  reminderId: reminder.id,
  occurrenceAt,
});

/** «Отложить…» where the message has no room for the moments: they take the place of its other keys. */
export function renderMoments(pressed: Pressed, address: AppAddress): Card {
  const card = renderPressed(pressed, address);
  if (pressed.state !== 'snoozed' && pressed.state !== 'waiting') return card;
  const { buttons } = texts;
  const about = aboutOf(pressed);
  const keyboard = [
    presetKeys(about, pressed.settings.snoozes),
    [key(about, buttons.otherTime, 'when'), key(about, buttons.back, 'back')],
  ];
  return { ...card, keyboard };
}

/** One plain sentence for the answer to the press, e.g. «✅ Готово». */
export function describePressed(pressed: Pressed): string {
  if (pressed.state === 'gone') return texts.gone;
  if (pressed.state === 'superseded') return texts.superseded;
  if (pressed.state === 'waiting') return texts.waiting;
  const at = pressed.at && showInstant(pressed.at, pressed.timeZone);
  const showsLastAct = ['skipped', 'done', 'snoozed'].includes(pressed.state);
  if (pressed.answeredBy && showsLastAct) {
    return describeAnsweredBy(pressed.answeredBy, pressed.timeZone);
  }
  if (pressed.state === 'skipped') return at ? texts.skippedUntil(at) : texts.skipped;
  if (pressed.state === 'paused') return at ? texts.pausedUntil(at) : texts.paused;
  if (at && pressed.state === 'snoozed') return texts.snoozed(at);
  if (at && pressed.state !== 'done') return texts.scheduled(at);
  return withCounter(at ? texts.doneUntil(at) : texts.done, counterOf(pressed.reminder));
}

const withCounter = (said: string, counter: Counter | null): string =>
  counter ? `${said}. ${counterTexts.after(counter)}` : said;

type Said = Pick<TickedText, 'text'> & Partial<TickedText> & { noteContent?: string | null };

/** A note may be as long as a whole message. */
const SAID_MAX = 3_000;
const saidText = ({ text, ticked = null, noteContent = null }: Said): string =>
  excerpt(wholeText({ text, ticked }, noteContent), SAID_MAX);

export const hasPoints = ({ text, noteContent = null }: Said): boolean =>
  checklistOf(text, noteContent, null).length > 0;

/** «Пункты»: what opens the points as keys. */
export const pointsButton = (reminderId: number, ...back: readonly (string | number)[]) =>
  button(counterTexts.points, dataOf('points', reminderId, 'show', ...back));

/** «✅ Уже отмечено: Анна, 20 ноября в 13:05» */
export const describeAnsweredBy = ({ name, at, act }: AnsweredBy, timeZone: string): string =>
  jointTexts.by[act](name, showInstant(at, timeZone));

/** The text comes first: the push shows it. */
type Head = {
  typeName: string;
  text: string;
  attached?: string;
  age?: number | null;
  origin?: Origin | undefined;
  people?: number | null;
};
const heading = ({ text, age, attached = '', origin, ...head }: Head): Html[] => [
  html`<b>${text}</b>`,
  ...(age ? [html`${texts.age(describeAge(text, age))}`] : []),
  ...(attached === '' || attached === text ? [] : [html`${attachmentTexts.line(attached)}`]),
  ...(origin ? [attachmentTexts.from(origin.chat, origin.url)] : []),
  html`<i>${typeLine(head)}</i>`,
];

/** «⏰ Напоминание», of several people with how many they are. */
const typeLine = ({ typeName, people }: Pick<Head, 'typeName' | 'people'>): string =>
  [`${typeIcon(typeName)} ${typeName}`, people && rowTexts.card.people(people)]
    .filter(Boolean)
    .join(' · ');

/** Small print below an empty line. */
const remark = (text: string | false) => (text === false ? [] : ['', html`<i>${text}</i>`]);

type About = Omit<ReminderPress, 'button'>;
const key = (
  { reminderId, occurrenceAt }: About,
  text: string,
  press: ReminderPress['button'],
): InlineKeyboardButton =>
  button(
    text,
    dataOf('reminder', press, reminderId, instantWord(occurrenceAt)),
    press === 'done' ? 'success' : undefined,
  );

/**
 * Two rows of six keys that phones show in full: what ends it and puts it off, then the moments. Where not all of them fit
 * (beside «Пункты», above `further` rows), «Отложить…» shows them all, with another time; else it asks for that at once.
 * Each copy, a nag too, has its buttons in the same places.
 */
const actionRows = (
  about: About,
  snoozes: readonly SnoozePreset[],
  offersPoints: boolean,
  further: InlineKeyboardButton[][] = [],
): InlineKeyboardButton[][] => {
  const points = offersPoints ? [pointsButton(about.reminderId)] : [];
  const room = further.length > 0 ? 0 : KEYS_MAX - 2 - points.length;
  const first = [
    key(about, texts.buttons.done, 'done'),
    key(about, texts.buttons.putOff, snoozes.length > room ? 'later' : 'when'),
    ...points,
  ];
  return room === 0 ? [first] : [first, presetKeys(about, snoozes).slice(0, room)];
};

const presetKeys = (about: About, snoozes: readonly SnoozePreset[]): InlineKeyboardButton[] =>
  snoozes.map((preset) => key(about, presetTexts.snooze(preset), preset));

const KEYS_MAX = 6;

/** «Через 2 часа, в 15:00: позвонить маме» on the clocks of the user's zone. */
function toldAhead(message: OutgoingReminder, now: Date): string {
  const { firing, timeZone } = message;
  const wall = (instant: Date) => instantToWallTime(instant, timeZone);
  const minutes = Math.round((firing.occurrenceAt.getTime() - now.getTime()) / 60_000);
  return `${describeAhead(wall(now), wall(firing.occurrenceAt), { minutes })}: ${saidText(message)}`;
}

/** «21 ноября в 09:00» on the clocks of the zone. Needs a process that runs in UTC: see ../start. */
const showInstant = (instant: Date, timeZone: string): string =>
  formatInTimeZone(instant, timeZone, "d MMMM 'в' HH:mm", { locale: ru });
