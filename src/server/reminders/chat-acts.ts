import 'server-only';
import {
  afterSend,
  comesAt,
  dueFiring,
  type FiringState,
  openedAhead,
  type Plan,
} from '@/core/firing';
import { shownText, withPointsOf } from '@/core/checklist';
import { COUNTER_MAX, REMINDER_TEXT_MAX } from '@/core/limits';
import { snoozeUntil } from '@/core/presets';
import { type Schedule } from '@/core/recurrence';
import { type SnoozePreset } from '@/texts/presets';
import { validationTexts } from '@/texts/validation';
import { type Db } from '../platform/db/client';
import { AppError } from '../platform/errors';
import {
  actOnRow,
  isAsExpected,
  type Pause,
  type ReminderAct,
  type Expected,
  type UserClock,
} from './acts';
import { type PresentRow, readPresent, type Target } from './present';
import { checkVersion, rewriteRow } from './rewrite';
import { byAll, takeBack } from './take-back';
import { type ReminderRow } from './rows';
import { ruleText } from './write/columns';
import { isAnswer, type Undo } from './write/last-act';

interface ChatPress extends Target {
  button: 'done' | 'all' | SnoozePreset;
  occurrenceAt: Date;
  messageId: number;
}

/** The reminder as it now is, for the message to show. `at` is what comes next, if anything does. */
export type Pressed = { state: 'gone' } | PressedReminder;
export type PressedReminder = PresentRow & {
  state: 'done' | 'skipped' | 'snoozed' | 'scheduled' | 'waiting' | 'paused' | 'superseded';
  occurrenceAt: Date;
  at: Date | null;
};

/**
 * Does what a key under a message of a reminder says: a preset sends the occurrence again later, «Отложить для всех» has
 * it put off for everybody as its person has put it off already. A press that is double, or about an occurrence no longer
 * open, changes nothing.
 */
export async function pressInChat(
  db: Db,
  { occurrenceAt, messageId, button, ...target }: ChatPress,
): Promise<Pressed> {
  const by = `press:${button}:${messageId}`;
  const acted = await actOnRow(db, target, (row, clock, last) => {
    // Done early by just its interval, what counts from «Готово» comes again at the same moment: a double tap is not about that.
    if (button === 'done' && last?.key === by) return null;
    const opened = openedState(row, occurrenceAt, target.now);
    const act = opened && actOfButton(button, row, clock);
    const forAll = button === 'all';
    return act && { ...opened, act, by, forAll, columns: { liveMessageId: messageId } };
  });
  if (acted === undefined) return pressedOf(acted);
  const { changed, ...present } = acted;
  // No newer message waits for an answer where nothing is open, or the reminder is over.
  const { completed, openOccurrenceAt } = present.reminder;
  const isLatest = completed || openOccurrenceAt === null;
  return isLatest && !changed ? shownByLatestMessage(present) : pressedOf(present);
}

function actOfButton(
  button: ChatPress['button'],
  { snoozedUntil }: ReminderRow,
  { now, timeZone, dayParts }: UserClock,
): ReminderAct | null {
  if (button === 'done') return button;
  return button === 'all' ? snoozedUntil : snoozeUntil(button, now, timeZone, dayParts);
}

/**
 * A press in a list, or in a message about a whole day: acts on the open occurrence, else on the one to come, which is
 * done early, skipped, or put off. False where nothing changed, as where the row is not as `expected`.
 */
export async function pressInList(
  db: Db,
  target: Target,
  expected: Expected,
  act: 'done' | 'skip' | 'resume' | SnoozePreset,
): Promise<boolean> {
  const acted = await actOnRow(db, target, (row) =>
    isAsExpected(row, expected) ? { from: row, act } : null,
  );
  return acted?.changed ?? false;
}

export interface ReplyPress extends Target {
  /** The reply: the same one, heard again, changes nothing. */
  messageId: number;
  /** The message acts on several reminders at once: `undoAll` takes all of it back. */
  onSeveral?: boolean | undefined;
  /** A date puts it off for everybody of its joint. */
  forAll?: boolean | undefined;
  occurrenceAt: Date | null;
  /** The version of the row that the words were read by: of another one they may ask for something else. */
  version?: number | undefined;
  /** Occurrences that came later are not meant by «готово»; null where any that has come may be. */
  rangBy?: Date | null | undefined;
}

/** `answeredBy`: who has done it before, where that was another person's act. */
export interface Replied extends Pick<
  PresentRow,
  'reminder' | 'answeredBy' | 'people' | 'mayMoveAll'
> {
  /**
   * - `already`: what is asked for was done before. Nothing changed.
   * - `older`: the message is about an earlier occurrence than the one that waits. Nothing changed.
   */
  result: 'acted' | 'already' | 'older';
  undo: number | null;
  spentMessageId: number | null;
}

/** The key of an act on several reminders that a message asks for. */
export const keyOfMessage = (messageId: number): string => `message-${messageId}`;

/** The key under which what a message asks for is stored. */
export const keyOfPress = ({
  messageId,
  onSeveral = false,
  forAll = false,
}: Pick<ReplyPress, 'messageId' | 'onSeveral' | 'forAll'>): string =>
  // «Отложить для всех» stands on the message that has put off one's own.
  onSeveral ? byAll(keyOfMessage(messageId)) : `message:${messageId}${forAll ? ':all' : ''}`;

export type ReplyAct = 'done' | 'skip' | 'resume' | 'quiet' | Date | Pause | Plan;

/**
 * Does what a reply says to what waits, else to what comes next: a date moves it (of a series that
 * occurrence), a plan replaces when it comes. Undefined where there is no such reminder.
 */
export async function actByReply(
  db: Db,
  { messageId, occurrenceAt, onSeveral, forAll, version, rangBy = null, ...target }: ReplyPress,
  act: ReplyAct,
): Promise<Replied | undefined> {
  const by = keyOfPress({ messageId, onSeveral, forAll });
  type Found = Pick<Replied, 'result' | 'spentMessageId'>;
  const found: Found = { result: 'acted', spentMessageId: null };
  const acted = await actOnRow(db, target, (row, _, last) => {
    // This very message has done it: it is answered as it was the first time.
    if (last?.key === by) return null;
    found.spentMessageId = row.liveMessageId;
    if (act === 'done' || act === 'skip') {
      const since = row.waitingSince;
      const cameLater = row.rule !== null && rangBy !== null && since !== null && since > rangBy;
      found.result = cameLater ? 'older' : answerability(row, occurrenceAt, last);
    } else {
      checkVersion(row, version);
    }
    if (found.result !== 'acted') return null;
    const beginsAgain = act instanceof Date && row.completed && row.openOccurrenceAt === null;
    const { floodInterval } = row;
    const asked = beginsAgain ? { dateTime: act, rule: null, floodInterval } : act;
    return { from: row, act: asked, by, forAll };
  });
  if (!acted) return undefined;
  const { undo } = acted;
  const doubled = undo?.key === by;
  if (!acted.changed && !doubled && found.result === 'acted') found.result = 'already';
  return { ...acted, ...found, undo: undo?.version ?? null };
}

/** Tells whether «готово» to a message about an occurrence has one to be about. */
function answerability(row: ReminderRow, occurrenceAt: Date | null, last: Undo | null) {
  const { openOccurrenceAt: open, completed, rule, dateTime } = row;
  // What is open is answered, unless the message is about an earlier occurrence of the series.
  if (open !== null) {
    return rule !== null && occurrenceAt !== null && occurrenceAt < open ? 'older' : 'acted';
  }
  if (completed) return 'already';
  if (rule === null) return 'acted';
  // Of a series with nothing open it may be the next occurrence, done early, or the last one once more.
  if (occurrenceAt === null) return isAnswer(last) ? 'already' : 'acted';
  return occurrenceAt < dateTime && !wasReplanned(row, last) ? 'already' : 'acted';
}

/** Moved, or given another rule, as the last word: a message from before speaks of what comes next. */
function wasReplanned(row: ReminderRow, last: Undo | null): boolean {
  if (last?.name !== 'plan') return last?.name === 'move';
  const scheduleOf = (of: Schedule) => `${of.firstWallTime} ${ruleText(of.rule)}`;
  return scheduleOf(last.before) !== scheduleOf(row);
}

type RewritePress = Target & Partial<Pick<ReplyPress, 'version' | 'messageId' | 'onSeveral'>>;

/** Rewrites what a reminder says; the same message heard twice does it once. */
async function rewriteByMessage(
  db: Db,
  { version, messageId, onSeveral, ...target }: RewritePress,
  change: Parameters<typeof rewriteRow>[2],
) {
  const by = messageId === undefined ? undefined : keyOfPress({ messageId, onSeveral });
  const rewritten = await rewriteRow(db, target, change, { version, by });
  return rewritten && { reminder: rewritten.row, undo: rewritten.undo?.version ?? null };
}

/**
 * Gives the reminder another text, above its points. Throws `full` where the account has no room for it, `invalid` where
 * it is too long, and `conflict` as above.
 */
export const rewriteByReply = (db: Db, press: RewritePress, text: string) =>
  rewriteByMessage(db, press, (row) => {
    const whole = withPointsOf(shownText(row), text);
    if (whole.length <= REMINDER_TEXT_MAX) return { text: whole };
    throw new AppError('invalid', { message: validationTexts.text.tooLong(REMINDER_TEXT_MAX) });
  });

/** «пополнил на 28»: so many more, with `add`, else so many in all. */
export const refillByReply = (
  db: Db,
  press: RewritePress,
  { count, add }: { count: number; add: boolean },
) =>
  rewriteByMessage(db, press, ({ counterLeft }) => {
    if (counterLeft === null) return {};
    return { counterLeft: Math.min((add ? counterLeft : 0) + count, COUNTER_MAX) };
  });

/** «Вернуть» in words: takes back the reminder's latest act; false where that is not the last word. */
export const takeBackLast = (db: Db, target: Target): Promise<boolean> =>
  takeBack(db, target, 'latest');

/** «Вернуть» on a message. `tooLate` where its act is no longer the last word; a double press is not. */
export async function undoFromChat(
  db: Db,
  target: Target,
  version: number,
): Promise<{ pressed: Pressed; tooLate: boolean }> {
  const undone = await takeBack(db, target, version);
  const present = await readPresent(db, target);
  const tooLate = present !== undefined && !undone && present.reminder.version !== version + 1;
  return { pressed: shownByLatestMessage(present), tooLate };
}

/** The reminder as its latest message shows it once something was done to it elsewhere. */
export const presentInChat = async (db: Db, target: Target): Promise<Pressed> =>
  shownByLatestMessage(await readPresent(db, target));

function shownByLatestMessage(present: PresentRow | undefined): Pressed {
  const pressed = pressedOf(present);
  if (pressed.state === 'gone' || pressed.state === 'paused') return pressed;
  const last = pressed.undo?.name;
  if (last === 'skip') return { ...pressed, state: 'skipped' };
  // The open occurrence came with this very message.
  if (pressed.state === 'superseded') return { ...pressed, state: 'waiting' };
  const wasDone = pressed.reminder.completed || last === 'done';
  return pressed.state === 'done' && !wasDone ? { ...pressed, state: 'scheduled' } : pressed;
}

const pressedOf = (present: PresentRow | undefined): Pressed =>
  present ? { ...present, ...presentState(present.reminder) } : { state: 'gone' };

/**
 * The state in which the message's occurrence is open, else null. What is not settled yet counts as sent,
 * as does what was told of ahead.
 */
function openedState(state: FiringState, occurrenceAt: Date, now: Date) {
  if (state.openOccurrenceAt?.getTime() === occurrenceAt.getTime()) return { from: state };
  const due = dueFiring(state, now);
  if (due?.occurrenceAt.getTime() === occurrenceAt.getTime() && due.kind !== 'pre-alert') {
    return { from: afterSend(state, due, now), isSent: true };
  }
  const { completed, dateTime, preAlerts } = state;
  const toldAhead = preAlerts.length > 0 && dateTime.getTime() === occurrenceAt.getTime();
  return toldAhead && !completed ? { from: openedAhead(state, now) } : null;
}

function presentState(state: FiringState): Pick<PressedReminder, 'state' | 'occurrenceAt' | 'at'> {
  const { snoozedUntil, openOccurrenceAt, completed, pausedFrom, rule, dateTime } = state;
  const occurrenceAt = openOccurrenceAt ?? dateTime;
  if (pausedFrom !== null) return { state: 'paused', occurrenceAt, at: comesAt(state) };
  if (snoozedUntil) return { state: 'snoozed', occurrenceAt, at: snoozedUntil };
  if (openOccurrenceAt) return { state: 'superseded', occurrenceAt, at: null };
  if (completed) return { state: 'done', occurrenceAt, at: null };
  return { state: rule ? 'done' : 'scheduled', occurrenceAt, at: comesAt(state) };
}
