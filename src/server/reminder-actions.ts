import 'server-only';
import { afterSend, dueFiring, type FiringState } from '@/core/firing';
import { snoozeUntil } from '@/core/presets';
import { type SnoozePreset } from '@/texts/presets';
import { type Db } from './db/client';
import {
  type Act,
  type ActedRow,
  actOnRow,
  takeBack,
  type Target,
  undoVersion,
} from './reminder-acts';

/** A press of a button under a reminder message. */
export interface ChatPress {
  userId: number;
  reminderId: number;
  /** The occurrence that the message was about. */
  occurrenceAt: Date;
  /** The message whose button was pressed. */
  messageId: number;
  now: Date;
}

/** The reminder as it now is, for the message to show. `at` is what comes next, if anything does. */
export type Pressed =
  | { state: 'gone' }
  | {
      state: 'done' | 'snoozed' | 'scheduled' | 'waiting' | 'superseded';
      reminderId: number;
      text: string;
      typeName: string;
      /** The user's zone. */
      timeZone: string;
      /** The occurrence that further presses are about. */
      occurrenceAt: Date;
      at: Date | null;
      /** What `undoFromChat` takes the latest act back by; null where there is nothing to take back. */
      undo: number | null;
    };
type PressedState = Exclude<Pressed, { state: 'gone' }>;

/**
 * «Готово» on a message about one occurrence: ends its flood and snooze. A press that is double, or
 * about an occurrence that is no longer open, changes nothing and answers the present state.
 */
export const completeFromChat = (db: Db, press: ChatPress): Promise<Pressed> =>
  actOnOccurrence(db, press, () => 'done');

/** Sends the occurrence again later; stale presses as in completeFromChat. */
export const snoozeFromChat = (
  db: Db,
  press: ChatPress & { preset: SnoozePreset },
): Promise<Pressed> =>
  actOnOccurrence(db, press, (timeZone) => snoozeUntil(press.preset, press.now, timeZone));

const actOnOccurrence = async (
  db: Db,
  { occurrenceAt, messageId, ...press }: ChatPress,
  actIn: (timeZone: string) => Act,
): Promise<Pressed> =>
  pressedOf(
    await actOnRow(db, press, (row, timeZone) => {
      const from = openedState(row, occurrenceAt, press.now);
      return from && { from, act: actIn(timeZone), columns: { liveMessageId: messageId } };
    }),
  );

/**
 * The same for a reminder in a list, whatever message it has: the open occurrence, or of a one-shot
 * the one to come, which is put off from its own time. Of a series between two occurrences there is
 * nothing to finish or to put off. With a `version` that is no longer the row's (a double tap, a list
 * shown before another change) nothing changes. What changes can be taken back by `undoFromList`.
 */
export const changeFromList = async (
  db: Db,
  { version, ...press }: ListPress,
  choice: 'done' | SnoozePreset,
): Promise<Pressed> =>
  pressedOf(
    await actOnRow(db, press, (row) => {
      const isCurrent = version === undefined || version === row.version;
      return isCurrent && hasSomethingToActOn(row) ? { from: row, act: choice } : null;
    }),
  );

/** A press about a reminder of a list, which had this version when it was shown. */
export type ListPress = Pick<ChatPress, 'userId' | 'reminderId' | 'now'> & {
  version: number | undefined;
};

const hasSomethingToActOn = (state: FiringState): boolean =>
  state.openOccurrenceAt !== null || (state.rule === null && !state.completed);

/** «Вернуть» of the act that made this `version`; false where that is no longer the last word. */
export const undoFromList = (db: Db, { version, ...press }: ListPress): Promise<boolean> =>
  takeBack(db, press, version);

/**
 * «Вернуть» on a message: takes back the act that made this version. `tooLate` where that is no longer
 * the last word; a double press is not.
 */
export async function undoFromChat(
  db: Db,
  target: Target,
  version: number,
): Promise<{ pressed: Pressed; tooLate: boolean }> {
  const undone = await takeBack(db, target, version);
  const acted = await actOnRow(db, target, () => null);
  const pressed = pressedOf(acted);
  if (!acted || pressed.state === 'gone') return { pressed, tooLate: false };
  const { openOccurrenceAt, snoozedUntil, completed } = acted.reminder;
  const waits = openOccurrenceAt !== null && snoozedUntil === null && !completed;
  return {
    pressed: waits ? { ...pressed, state: 'waiting' } : pressed,
    tooLate: !undone && acted.reminder.version !== version + 1,
  };
}

function pressedOf(acted: ActedRow | undefined): Pressed {
  if (!acted) return { state: 'gone' };
  const { reminder, typeName, timeZone } = acted;
  const { id, text } = reminder;
  const undo = undoVersion(reminder);
  return { reminderId: id, text, typeName, timeZone, undo, ...presentState(reminder) };
}

/**
 * The state in which the message's occurrence is open; null when it is not. A message whose send has
 * not been settled yet (its answer was lost, or the user was faster) counts as sent.
 */
function openedState(state: FiringState, occurrenceAt: Date, now: Date): FiringState | null {
  if (state.openOccurrenceAt?.getTime() === occurrenceAt.getTime()) return state;
  const due = dueFiring(state, now);
  return due?.occurrenceAt.getTime() === occurrenceAt.getTime() ? afterSend(state, due, now) : null;
}

function presentState(state: FiringState): Pick<PressedState, 'state' | 'occurrenceAt' | 'at'> {
  const { snoozedUntil, openOccurrenceAt, completed, rule, dateTime, nextFireAt } = state;
  const occurrenceAt = openOccurrenceAt ?? dateTime;
  if (snoozedUntil) return { state: 'snoozed', occurrenceAt, at: snoozedUntil };
  if (openOccurrenceAt) return { state: 'superseded', occurrenceAt, at: null };
  if (completed) return { state: 'done', occurrenceAt, at: null };
  return { state: rule ? 'done' : 'scheduled', occurrenceAt, at: nextFireAt };
}
