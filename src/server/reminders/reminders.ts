import 'server-only';
import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { and, eq, gt } from 'drizzle-orm';
import { type Reminder, type ReminderInput } from '@/contract/reminder';
import { planFiring, replanFiring, scheduleFiring } from '@/core/firing';
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
import { reminders } from '../platform/db/schema';
import { firingColumns } from './write/columns';
import { attachmentOfKey } from '../drafts/drafts';
import { AppError, found, orInvalid } from '../platform/errors';
import { createNoteUnder } from '../notes/notes';
import { findNote, liveNote, noteOfKey } from '../notes/reading';
import { bytesOf, checkQuotaToGrow } from '../accounts/quota';
import { deleteReminder } from './deletion';
import { endedForAll, lockJoint, replanned, sharedEdit, writeForAll } from './joint';
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
import { writeChange } from './write/change';
import { madeUnder, releaseDeletedKeys } from './write/keys';

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
    const keyed = await releaseOrFindKeyed(tx, account.id, createKey);
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
    const keyed = await releaseOrFindKeyed(tx, userId, createKey);
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

/** Takes a key from a deleted row; a living one that was made under it is found. */
async function releaseOrFindKeyed(db: Db, userId: number, createKey: string | null) {
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
 * Replaces a reminder. Where time or rule changed, what waits or was put off is over at once; where neither did, a series
 * keeps its anchor and its zone, and what waits or was put off of it stays so. Where `version` is given and the row has
 * another by now, it is a `conflict` and nothing changes, unless the row already is what is asked for: the answer to an
 * earlier try was lost.
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
    const { change, forAll } = editOf(before, valid, { timeZone, now });
    if (version !== undefined && version !== before.version) {
      const { columns, next } = change;
      const { liveMessageId } = before;
      const after = { ...before, ...columns, ...firingColumns(next), liveMessageId };
      if (isDeepStrictEqual(before, after)) return before;
      throw conflict(before, reference, account);
    }
    const act = { actId: randomUUID(), name: 'edit' };
    await writeForAll(tx, joint, before, forAll, { act, now });
    await checkQuotaToGrow(tx, account.id, bytesOf(change.columns.text) - bytesOf(before.text));
    await checkPlan(tx, account.id, before, change.next);
    return writeChange(tx, change, { by: 'edit', now });
  });
  return toWire(row, reference, account);
}

/** What an edit changes, and the part of it that holds for everybody of a joint. */
function editOf(
  before: ReminderRow,
  valid: ValidReminder,
  { timeZone, now }: { timeZone: string; now: Date },
) {
  const { typeId, categoryId, counter } = valid;
  const { text, ticked } = readTicked(valid.text, before);
  const planned = replanFiring(before, valid, timeZone, now);
  const next = replanned(before, planned, now);
  // What waited or was put off is over.
  const plansAnew = next === planned;
  const columns = {
    text,
    typeId,
    categoryId,
    ticked,
    ...(counter !== undefined && counterColumns(counter, planned.rule)),
    ...(plansAnew && { liveMessageId: null }),
  };
  const beginsAgain = plansAnew && before.completed;
  const change = { row: before, next, columns, ...(beginsAgain && { ticks: null }) };
  return { change, forAll: sharedEdit(before, { ...before, ...next, text, typeId }) };
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
