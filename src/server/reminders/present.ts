import 'server-only';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { checklistOf } from '@/core/checklist';
import { type FiringState } from '@/core/firing';
import { type Settings } from '@/core/settings';
import { type Account } from '../accounts/accounts';
import { occurrenceOfMessage } from '../outbox/ledger-reading';
import { type Db } from '../platform/db/client';
import { livingOf } from '../platform/db/living';
import { loadReference } from '../platform/db/reference';
import { chatMessages, notes, reminders, reminderTypes, users } from '../platform/db/schema';
import { found } from '../platform/errors';
import { historyOf } from './history';
import { type Joint, liveRows, readJoint } from './joint';
import { answeredBy, type AnsweredBy } from './joint-people';
import { ownLive, type ReminderRow } from './rows';
import { toWire } from './wire';
import { ifUndoable, storedActs, type Undo } from './write/last-act';
import { settingsOf } from '../accounts/settings';

export type Target = { userId: number; reminderId: number; now: Date };

/** A reminder as its person sees it in the chat. */
export interface PresentRow {
  reminder: ReminderRow;
  typeName: string;
  /** The text of the note that it stands on. */
  noteContent: string | null;
  timeZone: string;
  settings: Settings;
  /** Whose answer it shows, of a joint, where that was somebody else's. */
  answeredBy: AnsweredBy | null;
  /** How many people share it; null where it is one person's alone. */
  people: number | null;
  /** True where its person may put it off for those, too. */
  mayMoveAll: boolean;
  /** Its latest act, where that can be taken back. */
  undo: Undo | null;
}

/** A reminder to be looked at: nothing is held, nor waited for. Undefined where the user has no such reminder. */
export async function readPresent(
  db: Db,
  { userId, reminderId, now }: Target,
): Promise<PresentRow | undefined> {
  const [found] = await selectPresent(db, userId, reminderId);
  return found && presentRow(db, found, await readJoint(db, userId, reminderId), now);
}

export const selectPresent = (db: Db, userId: number, reminderId: number) =>
  db
    .select({
      reminder: reminders,
      typeName: reminderTypes.name,
      timeZone: users.timeZone,
      settings: users.settings,
      noteContent: notes.content,
    })
    .from(reminders)
    .innerJoin(users, eq(users.id, reminders.userId))
    .innerJoin(reminderTypes, eq(reminderTypes.id, reminders.typeId))
    .leftJoin(notes, noteOfReminder)
    .where(ownLive(userId, reminderId));

export async function presentRow(
  db: Db,
  found: Awaited<ReturnType<typeof selectPresent>>[number],
  joint: Joint | null,
  now: Date,
): Promise<PresentRow> {
  const { reminder } = found;
  const members = liveRows(joint).length;
  const lastAct = (await storedActs(db, [reminder.id])).get(reminder.id);
  return {
    ...found,
    settings: settingsOf(found.settings),
    answeredBy: joint && (await answeredBy(db, reminder, lastAct ?? null)),
    people: members > 1 ? members : null,
    mayMoveAll: mayMoveAll(joint, reminder.id, reminder, now),
    undo: ifUndoable(reminder, lastAct),
  };
}

/** Everybody of a joint may put off for all what waits, but only its owner what lies ahead. */
export function mayMoveAll(
  joint: Joint | null,
  reminderId: number,
  state: FiringState,
  now: Date,
): boolean {
  if (liveRows(joint).length < 2) return false;
  const isOwner = joint?.ownerReminderId === reminderId;
  return isOwner || hasCome(state, now);
}

export const noteOfReminder = and(
  eq(notes.id, reminders.noteId),
  eq(notes.userId, reminders.userId),
  isNull(notes.deletedAt),
);

/**
 * Tells whether the open occurrence has come; one of a series that was moved before its time is open, too, and has not.
 */
const hasCome = ({ openOccurrenceAt: open, rule }: FiringState, now: Date): boolean =>
  open !== null && (rule === null || open <= now);

/** Reminders, each with the text of the note that it stands on. */
export const selectWithNote = (db: Db) =>
  db
    .select({ row: reminders, noteContent: notes.content })
    .from(reminders)
    .leftJoin(notes, noteOfReminder);

/** The points of a reminder, with its text; undefined where there is no such reminder. */
export async function readPoints(db: Db, userId: number, reminderId: number) {
  const [found] = await selectWithNote(db).where(ownLive(userId, reminderId));
  if (!found) return undefined;
  const { text, ticked } = found.row;
  return { text, points: checklistOf(text, found.noteContent, ticked) };
}

export async function readReminder(db: Db, account: Account, reminderId: number) {
  const [reference, [read], history] = await Promise.all([
    loadReference(db, account.id),
    selectWithNote(db).where(ownLive(account.id, reminderId)),
    historyOf(db, { userId: account.id, reminderId }),
  ]);
  const { row, noteContent } = found(read);
  const points = checklistOf(row.text, noteContent, row.ticked);
  const notification = toWire(row, reference, account);
  return { notification, history, ...(points.length > 0 && { points }) };
}

/** Which reminder a message of the bot is about; undefined where that is not known (any more). */
export async function subjectOfMessage(db: Db, userId: number, messageId: number) {
  const sent = await occurrenceOfMessage(db, userId, messageId);
  if (sent) return sent;
  const message = and(eq(chatMessages.userId, userId), eq(chatMessages.messageId, messageId));
  const [said] = await db.select().from(chatMessages).where(message);
  if (said?.reminderId) return { reminderId: said.reminderId, occurrenceAt: null };
  const { id } = reminders;
  const came = sql`${reminders.brought} -> 'messageIds' @> ${String(messageId)}::jsonb`;
  const [brought] = await db
    .select({ id })
    .from(reminders)
    .where(and(livingOf(reminders, userId), came))
    .limit(1);
  return brought && { reminderId: brought.id, occurrenceAt: null };
}
