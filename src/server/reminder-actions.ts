import 'server-only';
import { and, eq, isNull } from 'drizzle-orm';
import {
  acknowledge,
  afterSend,
  dueFiring,
  type FiringState,
  snooze,
  type SnoozeChoice,
  snoozeUntil,
} from '@/core/firing';
import { type Db } from './db/client';
import { reminders, reminderTypes, users } from './db/schema';
import { firingColumns, leaseVoided } from './delivery/columns';
import { nudgeDelivery } from './delivery/nudge';
import { nextVersion } from './reminders';

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
      state: 'done' | 'snoozed' | 'scheduled' | 'superseded';
      reminderId: number;
      text: string;
      typeName: string;
      /** The user's zone. */
      timeZone: string;
      /** The occurrence that further presses are about. */
      occurrenceAt: Date;
      at: Date | null;
    };
type PressedState = Exclude<Pressed, { state: 'gone' }>;

/**
 * «Готово» on a message about one occurrence: ends its flood and snooze. A press that is double, or
 * about an occurrence that is no longer open, changes nothing and answers the present state.
 */
export const completeFromChat = (db: Db, press: ChatPress): Promise<Pressed> =>
  changeOccurrence(db, press, (state) => acknowledge(state, press.now));

/** Sends the occurrence again later; stale presses as in completeFromChat. */
export const snoozeFromChat = (
  db: Db,
  press: ChatPress & { choice: SnoozeChoice },
): Promise<Pressed> =>
  changeOccurrence(db, press, (state, timeZone) =>
    snooze(state, snoozeUntil(press.choice, press.now, timeZone), press.now),
  );

/**
 * The same for a reminder in a list, whatever message it has: the open occurrence, or of a one-shot
 * the one to come. Of a series between two occurrences there is nothing to finish or to put off.
 */
export const changeFromList = (
  db: Db,
  { userId, reminderId, now }: Pick<ChatPress, 'userId' | 'reminderId' | 'now'>,
  choice: 'done' | SnoozeChoice,
): Promise<Pressed> =>
  changeReminder(db, { userId, reminderId, now }, listedState, (state, timeZone) =>
    choice === 'done'
      ? acknowledge(state, now)
      : snooze(state, snoozeUntil(choice, now, timeZone), now),
  );

const changeOccurrence = (
  db: Db,
  { occurrenceAt, messageId, ...press }: ChatPress,
  change: Change,
): Promise<Pressed> =>
  changeReminder(db, press, (state) => openedState(state, occurrenceAt, press.now), change, {
    liveMessageId: messageId,
  });

type Change = (state: FiringState, timeZone: string) => FiringState;

async function changeReminder(
  db: Db,
  { userId, reminderId, now }: Pick<ChatPress, 'userId' | 'reminderId' | 'now'>,
  openState: (state: FiringState) => FiringState | null,
  change: Change,
  columns: { liveMessageId?: number } = {},
): Promise<Pressed> {
  const pressed = await db.transaction(async (tx): Promise<Pressed> => {
    const [row] = await tx
      .select({ reminder: reminders, typeName: reminderTypes.name, timeZone: users.timeZone })
      .from(reminders)
      .innerJoin(users, eq(users.id, reminders.userId))
      .innerJoin(reminderTypes, eq(reminderTypes.id, reminders.typeId))
      .where(
        and(
          eq(reminders.id, reminderId),
          eq(reminders.userId, userId),
          isNull(reminders.deletedAt),
        ),
      )
      .for('no key update', { of: reminders });
    if (!row) return { state: 'gone' };
    const { text } = row.reminder;
    const shown = { reminderId, text, typeName: row.typeName, timeZone: row.timeZone };

    const open = openState(row.reminder);
    if (!open) return { ...shown, ...presentState(row.reminder) };
    const next = change(open, row.timeZone);
    await tx
      .update(reminders)
      .set({
        ...firingColumns(next),
        ...columns,
        ...leaseVoided,
        ...nextVersion,
        updatedAt: now,
      })
      .where(and(eq(reminders.id, reminderId), eq(reminders.userId, userId)));
    return { ...shown, ...presentState(next) };
  });
  if (pressed.state !== 'gone') nudgeDelivery(pressed.at);
  return pressed;
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

/** The state with an occurrence open that a list may act on. */
function listedState(state: FiringState): FiringState | null {
  if (state.openOccurrenceAt) return state;
  return state.rule || state.completed ? null : { ...state, openOccurrenceAt: state.dateTime };
}

function presentState(state: FiringState): Pick<PressedState, 'state' | 'occurrenceAt' | 'at'> {
  const { snoozedUntil, openOccurrenceAt, completed, rule, dateTime, nextFireAt } = state;
  const occurrenceAt = openOccurrenceAt ?? dateTime;
  if (snoozedUntil) return { state: 'snoozed', occurrenceAt, at: snoozedUntil };
  if (openOccurrenceAt) return { state: 'superseded', occurrenceAt, at: null };
  if (completed) return { state: 'done', occurrenceAt, at: null };
  return { state: rule ? 'done' : 'scheduled', occurrenceAt, at: nextFireAt };
}
