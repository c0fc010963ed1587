import 'server-only';
import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { and, eq, gt, inArray } from 'drizzle-orm';
import { type Reminder, type ReminderInput } from '@/contract/reminder';
import {
  type FiringState,
  planFiring,
  replanFiring,
  restoredFiring,
  scheduleFiring,
  withOwn,
} from '@/core/firing';
import { readTicked, shownText } from '@/core/checklist';
import { ACCEPTED_LATENESS_MS, DOUBLE_TAP_MS, OFFER_AT_REMINDER } from '@/core/limits';
import { type Schedule } from '@/core/recurrence';
import { checkReminder, type ValidReminder } from '@/core/reminder-rules';
import { isTimeZone } from '@/core/time-zone';
import { type Note } from '@/contract/note';
import { noteOf } from '@/core/note-rules';
import { jointTexts } from '@/texts/joint';
import { type Account } from '../accounts/accounts';
import { storedAttachment } from '../platform/attachment';
import { checkCategoryStays, usualCategory, withGone } from '../categories/categories';
import { printOf } from '../platform/create-once';
import { withPersonLocked } from '../platform/db/locks';
import { offerDayMessages } from '../accounts/day-plans';
import { type Db } from '../platform/db/client';
import { livingOf } from '../platform/db/living';
import { loadReference, type Reference } from '../platform/db/reference';
import { jointMembers, joints, reminders, shares } from '../platform/db/schema';
import { firingColumns } from './write/columns';
import { attachmentOfKey } from '../drafts/drafts';
import { AppError, found, orInvalid } from '../platform/errors';
import { createNoteUnder } from '../notes/notes';
import { findNote, liveNote, noteOfKey } from '../notes/reading';
import { bytesOf, checkQuotaToGrow } from '../accounts/quota';
import {
  comesBack,
  endedForAll,
  followersChanged,
  type ForAll,
  type Joint,
  leavesOpen,
  liveRows,
  lockJoint,
  sharedEdit,
  tellMembers,
  TOLD,
  writeForAll,
} from './joint';
import { handOn } from './joint-hand-on';
import {
  counterColumns,
  insertReminder,
  lockLive,
  lockReminder,
  ownLive,
  type ReminderRow,
} from './rows';
import { rewriteRow } from './rewrite';
import { checkPlan } from './plan-quota';
import { toWire } from './wire';
import { type Change, writeChange, writeChanges } from './write/change';
import { madeUnder, releaseDeletedKeys } from './write/keys';
import { type Columns } from './write/update';

/**
 * Stores a reminder. The same `createKey`, or the same content within seconds, answers the row that is
 * there; the same key with other content is a `conflict`. A deleted row gives its key up.
 */
export async function createReminder(
  db: Db,
  account: Account,
  input: ReminderInput,
  { now, createKey }: { now: Date; createKey: string | null },
): Promise<Reminder> {
  const reference = await loadReference(db, account.id);
  const timeZone = zoneOf(input, account);
  const row = await withPersonLocked(db, account.id, async (tx) => {
    const keyed = await findKeyed(tx, account.id, createKey);
    const valid = checked(input, timeZone, keyed ? withGone(reference) : reference, now);
    const { typeId, categoryId, counter } = valid;
    const { text, ticked } = readTicked(valid.text, null);
    const firing = planFiring(valid, timeZone, now);
    const { dateTime, rule, floodInterval, preAlerts } = firing;
    const asked = [
      text,
      typeId,
      categoryId,
      dateTime,
      rule,
      floodInterval,
      preAlerts,
      counter?.left,
    ];
    const print = printOf(asked);
    if (keyed) {
      if (keyed.createPrint === print) return keyed;
      throw conflict(keyed, reference, account);
    }
    await checkCategoryStays(tx, account.id, categoryId, reference);
    const note = await liveNote(tx, account.id, input.noteId);
    const kept = await attachmentOfKey(tx, account.id, createKey);
    const attachment = kept ?? note?.attachment ?? null;
    // The print omits the attachment, so two pictures without a word would pass for a double tap.
    const twin = attachment ? undefined : await findTwin(tx, account.id, print, now);
    if (twin) return twin;
    const values = {
      ...firing,
      ...counterColumns(counter, firing.rule),
      userId: account.id,
      text,
      ticked,
      typeId,
      categoryId,
      noteId: note?.id,
      attachment,
      createKey,
      createPrint: print,
    };
    const { created, nth } = await insertReminder(tx, values, now);
    if (nth === OFFER_AT_REMINDER) await offerDayMessages(tx, account.id, now);
    return created;
  });
  return toWire(row, reference, account);
}

/**
 * Stores somebody else's reminder, going on from now; the same `createKey` answers the row that is there.
 * Null where nothing of it is to come. Throws `full`.
 */
export async function createCopy(
  db: Db,
  account: Account,
  {
    schedule,
    claimSeat,
    ...content
  }: Pick<ReminderRow, 'text' | 'typeId' | 'attachment'> & {
    schedule: Schedule;
    claimSeat?: ((tx: Db) => Promise<void>) | undefined;
  },
  { now, createKey }: { now: Date; createKey: string },
): Promise<{ id: number; created: boolean } | null> {
  const userId = account.id;
  return withPersonLocked(db, userId, async (tx) => {
    const keyed = await findKeyed(tx, userId, createKey);
    if (keyed) return { id: keyed.id, created: false };
    const state = scheduleFiring(schedule, { floodInterval: null }, now);
    if (state.completed || state.dateTime <= now) return null;
    await claimSeat?.(tx);
    const categoryId = await usualCategory(tx, account);
    const ticks = readTicked(content.text, null);
    const values = { ...content, ...ticks, ...state, userId, categoryId, createKey };
    const { created: row } = await insertReminder(tx, values, now);
    return { id: row.id, created: true };
  });
}

/** The living row that was made under a key. A deleted one gives the key up. */
async function findKeyed(db: Db, userId: number, createKey: string | null) {
  if (createKey === null) return undefined;
  await releaseDeletedKeys(db, reminders, userId, eq(reminders.createKey, createKey));
  const made = madeUnder(reminders, userId, createKey);
  const [row] = await db.select().from(reminders).where(made);
  return row;
}

const conflict = (row: ReminderRow, reference: Reference, account: Account): AppError =>
  new AppError('conflict', { present: { notification: toWire(row, reference, account) } });

/** Finds the same reminder, made a moment ago by the first of two taps. */
async function findTwin(db: Db, userId: number, print: string, now: Date) {
  const lately = gt(reminders.createdAt, new Date(now.getTime() - DOUBLE_TAP_MS));
  const { createPrint, version } = reminders;
  // A reminder that has been changed since its making is another one.
  const same = and(livingOf(reminders, userId), eq(createPrint, print), eq(version, 1), lately);
  return (await db.select().from(reminders).where(same).limit(1))[0];
}

/**
 * Replaces a reminder. Flood and snooze of its open occurrence end at once. Where neither time nor
 * rule changed, the series keeps its anchor and its zone, and what waits or was put off of it stays so. Where `version` is given and the row has
 * another by now, it is a `conflict` and nothing changes, unless the row already is what is asked for:
 * the answer to an earlier try was lost.
 */
export async function updateReminder(
  db: Db,
  account: Account,
  id: number,
  input: ReminderInput,
  { now, version }: { now: Date; version: number | undefined },
): Promise<Reminder> {
  const reference = await loadReference(db, account.id);
  const timeZone = zoneOf(input, account);
  const valid = checked(input, timeZone, reference, now);
  const row = await withPersonLocked(db, account.id, async (tx) => {
    await checkCategoryStays(tx, account.id, valid.categoryId, reference);
    const joint = await lockJoint(tx, account.id, id);
    const before = found(await lockLive(tx, account.id, id));
    const edit = editOf(before, valid, { joint, timeZone, now });
    if (version !== undefined && version !== before.version) {
      const { said, ticked, next } = edit;
      const after = { ...before, ...said, ticked, ...firingColumns(next) };
      if (isDeepStrictEqual(before, after)) return before;
      throw conflict(before, reference, account);
    }
    await writeForAll(tx, joint, before, edit.forAll, { now });
    await checkQuotaToGrow(tx, account.id, bytesOf(edit.said.text) - bytesOf(before.text));
    await checkPlan(tx, account.id, before, edit.next);
    return writeChange(tx, changeByEdit(before, edit), { by: 'edit', now });
  });
  return toWire(row, reference, account);
}

interface Edit {
  said: Pick<ReminderRow, 'text' | 'typeId' | 'categoryId'> & Columns;
  ticked: ReminderRow['ticked'];
  next: FiringState;
  /** What waited or was put off is over; else it stays so. */
  plansAnew: boolean;
  /** The part of it that holds for everybody of a joint. */
  forAll: ForAll | null;
}

function editOf(
  before: ReminderRow,
  valid: ValidReminder,
  { joint, timeZone, now }: { joint: Joint | null; timeZone: string; now: Date },
): Edit {
  const { typeId, categoryId, counter } = valid;
  const { text, ticked } = readTicked(valid.text, before);
  const planned = replanFiring(before, valid, timeZone, now);
  const isLeftOpen = leavesOpen(before, planned);
  const next = isLeftOpen ? withOwn(before, planned, now) : planned;
  const said = {
    text,
    typeId,
    categoryId,
    ...(counter !== undefined && counterColumns(counter, planned.rule)),
  };
  const forAll = joint && sharedEdit(before, { ...before, ...next, text, typeId });
  return { said, ticked, next, plansAnew: !isLeftOpen, forAll };
}

function changeByEdit(before: ReminderRow, { said, ticked, next, plansAnew }: Edit): Change {
  const beginsAgain = plansAnew && before.completed;
  return {
    row: before,
    next,
    columns: { ...said, ticked, ...(plansAnew && { liveMessageId: null }) },
    ...(beginsAgain && { ticks: null }),
  };
}

/** Puts a reminder into another category, and changes nothing else of it; nothing takes that back. */
export async function putIntoCategory(
  db: Db,
  userId: number,
  id: number,
  categoryId: number,
  now: Date,
): Promise<void> {
  const reference = await loadReference(db, userId);
  const target = { userId, reminderId: id, now };
  const rewritten = await rewriteRow(db, target, async (_, tx) => {
    await checkCategoryStays(tx, userId, categoryId, reference);
    return { categoryId, act: null };
  });
  found(rewritten);
}

/** Reads what is attached to a reminder of this user; null where nothing is, or where there is none such. */
export async function attachmentOfReminder(db: Db, userId: number, id: number) {
  const { attachment } = reminders;
  const [row] = await db.select({ attachment }).from(reminders).where(ownLive(userId, id));
  return storedAttachment.parse(row?.attachment ?? null);
}

/**
 * Takes a reminder away; it can be restored for RESTORE_DAYS. Nothing of it is sent from here on, a send
 * under way finds its lease gone; its links are closed for good. Of a joint its owner ends it for everybody,
 * unless the owner only `leaves` it, as all others do. `by` is the key of an act on several, which brings it back with
 * the others. Answers whether it was ended for others.
 */
export async function deleteReminder(
  db: Db,
  userId: number,
  id: number,
  now: Date,
  { leaves = false, by }: { leaves?: boolean; by?: string | undefined } = {},
): Promise<boolean> {
  const toldAt = new Date(now.getTime() + END_TOLD_AFTER_MS);
  return db.transaction(async (tx) => {
    const joint = await lockJoint(tx, userId, id);
    const row = found(await lockLive(tx, userId, id));
    if (joint) await tx.update(jointMembers).set(TOLD).where(eq(jointMembers.reminderId, id));
    const isOwner = joint?.ownerReminderId === id;
    if (isOwner && leaves) await handOn(tx, [id], now);
    const theirs = isOwner && !leaves ? liveRows(joint).filter((each) => each.id !== id) : [];
    const columns = { leaseToken: null, leaseUntil: null, deletedAt: now };
    const act = by === undefined ? undefined : { actId: randomUUID(), name: 'delete', key: by };
    const changes = [{ row, columns, act }, ...theirs.map((each) => ({ row: each, columns }))];
    const deleted = await writeChanges(tx, changes, { by: 'delete', now });
    const ids = deleted.map((each) => each.id);
    await tx.delete(shares).where(inArray(shares.reminderId, ids));
    await tellMembers(tx, theirs, 'ended', toldAt);
    followersChanged(tx, theirs, now);
    return theirs.length > 0;
  });
}

/** An ending is most often taken back within this time. */
const END_TOLD_AFTER_MS = 30_000;

/**
 * Brings a deleted reminder back as it was, but that nothing comes late; one that is there is answered as it
 * is. With the owner's a joint that was ended comes back for all; who has left takes part again. Where neither
 * can be, it is their own from here on.
 */
export async function restoreReminder(db: Db, userId: number, id: number, now: Date) {
  const restored = await withPersonLocked(db, userId, async (tx) => {
    const joint = await lockJoint(tx, userId, id);
    const before = await lockReminder(tx, userId, id);
    if (before.deletedAt === null) return before;
    const isOwner = joint?.ownerReminderId === id;
    const again = joint && !isOwner ? await comesBack(tx, joint, before, now) : null;
    const { text = before.text } = again ?? {};
    await checkQuotaToGrow(tx, userId, bytesOf(text) - bytesOf(before.text));
    // Not those who had left before.
    const isEnded = ({ deletedAt }: ReminderRow) => Number(deletedAt) === Number(before.deletedAt);
    const all = isOwner ? joint.rows.filter((each) => each.id !== id && isEnded(each)) : [];
    const ownMember = eq(jointMembers.reminderId, id);
    if (again) await tx.update(jointMembers).set({ joinedAt: now }).where(ownMember);
    else if (joint && all.length === 0) {
      await tx.delete(joints).where(eq(joints.ownerReminderId, id));
      await tx.delete(jointMembers).where(ownMember);
    }
    const back = [comingBack(before, now, again), ...all.map((each) => comingBack(each, now))];
    const [own, ...followed] = await writeChanges(tx, back, { by: 'undo', now });
    await tellMembers(tx, all, 'restored', now, id);
    followersChanged(tx, followed, now);
    return found(own);
  });
  return toWire(restored, await loadReference(db, userId));
}

function comingBack(row: ReminderRow, now: Date, again: Columns | null = null): Change {
  // Not one that has failed, or waits for its user: they do not come back to delivery.
  const isScheduled = row.deliveryState === 'scheduled';
  const state = isScheduled ? firingColumns(restoredFiring(row, now)) : {};
  return { row, columns: { ...state, ...again, deletedAt: null } };
}

const zoneOf = ({ timeZone }: ReminderInput, account: Account): string =>
  timeZone !== undefined && isTimeZone(timeZone) ? timeZone : account.timeZone;

/** The form's rules on the server; an id that names no category or type counts as none. */
function checked(input: ReminderInput, timeZone: string, reference: Reference, now: Date) {
  const known = {
    ...input,
    categoryId:
      input.categoryId === undefined ? undefined : reference.category(input.categoryId)?.id,
    typeId: input.typeId === undefined ? undefined : reference.type(input.typeId)?.id,
    dateTime: input.dateTime === undefined ? undefined : new Date(input.dateTime),
  };
  return orInvalid(checkReminder(known, { now, timeZone, graceMs: ACCEPTED_LATENESS_MS }));
}

/**
 * A note in place of a reminder: the one that it reminds of, else a new one with its text and attachment.
 * The reminder is deleted, and a joint ended by its owner, as by `deleteReminder`. Again with the same `version` it is the same note; another is a `conflict`.
 */
export async function makeNoteOf(
  db: Db,
  account: Account,
  reminderId: number,
  { now, version }: { now: Date; version: number },
): Promise<{ note: Note; created: boolean; message?: string }> {
  const userId = account.id;
  const key = `reminder-${reminderId}-${version}`;
  const made = await withPersonLocked(db, userId, async (tx) => {
    await lockJoint(tx, userId, reminderId);
    const reminder = await lockReminder(tx, userId, reminderId);
    const about = await findNote(tx, userId, reminder.noteId ?? 0);
    const existing = about?.deleted ? undefined : about;
    if (reminder.deletedAt !== null) {
      const made = await noteOfKey(tx, userId, key);
      const note = existing ?? found(made?.deleted ? undefined : made);
      return { note, created: note !== existing };
    }
    if (reminder.version !== version)
      throw conflict(reminder, await loadReference(tx, account.id), account);
    await deleteReminder(tx, userId, reminderId, now);
    if (existing) return { note: existing, created: false };
    const { categoryId, attachment } = reminder;
    const fields = { ...noteOf(shownText(reminder)), categoryId, attachment };
    const note = await createNoteUnder(tx, userId, key, fields, now);
    return { note, created: true };
  });
  const isEnded = await endedForAll(db, userId, reminderId);
  return isEnded ? { ...made, message: jointTexts.ended } : made;
}
