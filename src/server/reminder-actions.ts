import 'server-only';
import { and, eq, isNull } from 'drizzle-orm';
import { z } from 'zod';
import {
  acknowledge,
  afterSend,
  dueFiring,
  type FiringState,
  postpone,
  restoredFiring,
  snooze,
} from '@/core/firing';
import { snoozeUntil } from '@/core/presets';
import { type SnoozePreset } from '@/texts/presets';
import { type Db } from './db/client';
import { deliveryState, reminders, reminderTypes, users } from './db/schema';
import { firingColumns, leaseVoided, storedState } from './delivery/columns';
import { nudgeDelivery } from './delivery/nudge';
import { nextVersion, type ReminderRow } from './reminders';

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
  press: ChatPress & { preset: SnoozePreset },
): Promise<Pressed> =>
  changeOccurrence(db, press, (state, timeZone) =>
    snooze(state, snoozeUntil(press.preset, press.now, timeZone), press.now),
  );

/**
 * The same for a reminder in a list, whatever message it has: the open occurrence, or of a one-shot
 * the one to come, which is put off from its own time. Of a series between two occurrences there is
 * nothing to finish or to put off. With a `version` that is no longer the row's (a double tap, a list
 * shown before another change) nothing changes. What changes can be taken back by `undoFromList`.
 */
export const changeFromList = (
  db: Db,
  { version, ...press }: ListPress,
  choice: 'done' | SnoozePreset,
): Promise<Pressed> =>
  changeReminder(
    db,
    press,
    (state) => (isCurrent(version, state) && hasSomethingToActOn(state) ? state : null),
    (state, timeZone) =>
      choice === 'done'
        ? acknowledge(
            { ...state, openOccurrenceAt: state.openOccurrenceAt ?? state.dateTime },
            press.now,
          )
        : postpone(state, choice, press.now, timeZone),
    { canBeUndone: true },
  );

/** A press about a reminder of a list, which had this version when it was shown. */
export type ListPress = Pick<ChatPress, 'userId' | 'reminderId' | 'now'> & {
  version: number | undefined;
};

const isCurrent = (shown: number | undefined, { version }: { version: number }): boolean =>
  shown === undefined || shown === version;

const hasSomethingToActOn = (state: FiringState): boolean =>
  state.openOccurrenceAt !== null || (state.rule === null && !state.completed);

/**
 * «Вернуть»: the state before the act that made this `version`, exactly as it was, except that nothing
 * rings that passed meanwhile. False where that act is no longer the last word: the reminder was
 * changed, deleted or sent since.
 */
export async function undoFromList(
  db: Db,
  { userId, reminderId, now, version }: ListPress,
): Promise<boolean> {
  const owned = and(
    eq(reminders.id, reminderId),
    eq(reminders.userId, userId),
    isNull(reminders.deletedAt),
  );
  const restored = await db.transaction(async (tx) => {
    const [row] = await tx.select().from(reminders).where(owned).for('no key update');
    const undo = storedUndo.safeParse(row?.undo).data;
    const isLast =
      row &&
      undo?.version === version &&
      row.version === version &&
      undo?.nextFireAt?.getTime() === row.nextFireAt?.getTime();
    if (!isLast || !undo) return undefined;
    const state = restoredFiring(undo.was, now);
    await tx
      .update(reminders)
      .set({
        ...firingColumns(state),
        ...leaseVoided,
        deliveryState: undo.was.deliveryState,
        lastError: undo.was.lastError,
        ...nextVersion,
        undo: null,
        updatedAt: now,
      })
      .where(owned);
    return state;
  });
  if (restored) nudgeDelivery(restored.nextFireAt);
  return restored !== undefined;
}

/** The column `undo`. */
const storedUndo = z.object({
  /** Of the row after the act, as is `nextFireAt`, which every send changes. */
  version: z.number(),
  nextFireAt: z.coerce.date().nullable(),
  was: storedState(z.coerce.date()).extend({
    deliveryState: z.enum(deliveryState.enumValues),
    lastError: z.string().nullable(),
  }),
});

/** Read back by `storedUndo`. */
const undoOf = (row: ReminderRow, next: FiringState) => ({
  version: row.version + 1,
  nextFireAt: next.nextFireAt,
  was: { ...firingColumns(row), deliveryState: row.deliveryState, lastError: row.lastError },
});

const changeOccurrence = (
  db: Db,
  { occurrenceAt, messageId, ...press }: ChatPress,
  change: Change,
): Promise<Pressed> =>
  changeReminder(db, press, (state) => openedState(state, occurrenceAt, press.now), change, {
    columns: { liveMessageId: messageId },
  });

type Change = (state: FiringState, timeZone: string) => FiringState;
interface ChangeOptions {
  columns?: { liveMessageId?: number };
  canBeUndone?: boolean;
}

async function changeReminder(
  db: Db,
  { userId, reminderId, now }: Pick<ChatPress, 'userId' | 'reminderId' | 'now'>,
  openState: (row: ReminderRow) => FiringState | null,
  change: Change,
  { columns = {}, canBeUndone = false }: ChangeOptions = {},
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
        undo: canBeUndone ? undoOf(row.reminder, next) : null,
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

function presentState(state: FiringState): Pick<PressedState, 'state' | 'occurrenceAt' | 'at'> {
  const { snoozedUntil, openOccurrenceAt, completed, rule, dateTime, nextFireAt } = state;
  const occurrenceAt = openOccurrenceAt ?? dateTime;
  if (snoozedUntil) return { state: 'snoozed', occurrenceAt, at: snoozedUntil };
  if (openOccurrenceAt) return { state: 'superseded', occurrenceAt, at: null };
  if (completed) return { state: 'done', occurrenceAt, at: null };
  return { state: rule ? 'done' : 'scheduled', occurrenceAt, at: nextFireAt };
}
