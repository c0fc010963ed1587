import 'server-only';
import { and, eq, gt, isNotNull, ne, type SQL, sql } from 'drizzle-orm';
import { type Note, type NoteInput, type PointTick } from '@/contract/note';
import { DOUBLE_TAP_MS } from '@/core/limits';
import { withPoint } from '@/core/note-text';
import { checkNote, type ValidNote } from '@/core/note-rules';
import { sizeOf } from '../platform/attachment';
import { checkCategoryStays, withGone } from '../categories/categories';
import { printOf } from '../platform/create-once';
import { withPersonLocked } from '../platform/db/locks';
import { type Db } from '../platform/db/client';
import { livingOf } from '../platform/db/living';
import { loadReference, type Reference } from '../platform/db/reference';
import { notes } from '../platform/db/schema';
import { attachmentOfKey } from '../drafts/drafts';
import { AppError, found, orInvalid } from '../platform/errors';
import { bytesOf, checkQuota, checkQuotaToGrow } from '../accounts/quota';
import { madeUnder, releaseDeletedKeys } from '../reminders/write/keys';
import { writeContents } from '../reminders/write/note-points';
import { type NoteRow, owned, ownLive, toWire } from './rows';

/* This file writes notes, each with the version that tells its readers of the change. */

const nextVersion = { version: sql`${notes.version} + 1` };

/**
 * Stores a new note, dated now. A key that has made a note which is there answers that note, or `conflict` where the
 * content differs; a deleted note gives its key up (`releaseOrFindKeyed`). The same content within DOUBLE_TAP_MS is one note.
 */
export async function createNote(
  db: Db,
  userId: number,
  input: NoteInput,
  { now, createKey }: { now: Date; createKey: string | null },
): Promise<Note> {
  const reference = await loadReference(db, userId);
  const row = await withPersonLocked(db, userId, async (tx) => {
    const keyed = createKey === null ? undefined : await releaseOrFindKeyed(tx, userId, createKey);
    const valid = checked(input, keyed ? withGone(reference) : reference);
    const print = createPrintOf(valid);
    if (keyed) {
      if (keyed.createPrint === print) return keyed;
      throw conflict(keyed, reference);
    }
    await checkCategoryStays(tx, userId, valid.categoryId, reference);
    const attachment = await attachmentOfKey(tx, userId, createKey);
    const lately = gt(notes.createdAt, new Date(now.getTime() - DOUBLE_TAP_MS));
    // A note that has been changed since its making is another one.
    const made = and(eq(notes.createPrint, print), eq(notes.version, 1), lately);
    const same = and(livingOf(notes, userId), made);
    const [twin] = await tx.select().from(notes).where(same).limit(1);
    if (twin && !attachment) return twin;
    return insertNote(tx, { userId, ...valid, attachment, createKey, createPrint: print }, now);
  });
  return toWire(row, reference);
}

async function insertNote(
  tx: Db,
  note: Omit<typeof notes.$inferInsert, 'dateTime'> & Pick<NoteRow, 'attachment'>,
  now: Date,
): Promise<NoteRow | undefined> {
  const bytes = bytesOf(note.title, note.content) + sizeOf(note.attachment);
  await checkQuota(tx, note.userId, 'notes', bytes);
  const [row] = await tx
    .insert(notes)
    .values({ ...note, dateTime: now, createdAt: now, updatedAt: now })
    .returning();
  return row;
}

const createPrintOf = ({ title, content, categoryId }: ValidNote): string =>
  printOf([title, content, categoryId]);

/** Takes a key from a deleted note; a living one that was made under it is found. */
async function releaseOrFindKeyed(
  db: Db,
  userId: number,
  createKey: string,
): Promise<NoteRow | undefined> {
  await releaseDeletedKeys(db, notes, userId, eq(notes.createKey, createKey));
  const made = madeUnder(notes, userId, createKey);
  return (await db.select().from(notes).where(made))[0];
}

const conflict = (row: NoteRow, reference: Reference): AppError =>
  new AppError('conflict', { present: { note: toWire(row, reference) } });

type Change = Partial<typeof notes.$inferInsert>;

async function updateRow(db: Db, which: SQL | undefined, change: Change) {
  const set = { ...change, ...nextVersion };
  const [row] = await db.update(notes).set(set).where(which).returning();
  return row;
}

/**
 * Replaces title, content and category; the note keeps its date. An older
 * `version` is a `conflict`, unless the note says the same already.
 */
export async function updateNote(
  db: Db,
  userId: number,
  id: number,
  input: NoteInput,
  { now, version }: { now: Date; version: number | undefined },
): Promise<Note> {
  const reference = await loadReference(db, userId);
  const valid = checked(input, reference);
  const row = await withPersonLocked(db, userId, async (tx) => {
    await checkCategoryStays(tx, userId, valid.categoryId, reference);
    const [old] = await tx.select().from(notes).where(ownLive(userId, id)).for('update');
    if (!old) return undefined;
    if (version !== undefined && version !== old.version) {
      if (createPrintOf(old) === createPrintOf(valid)) return old;
      throw conflict(old, reference);
    }
    const growth = bytesOf(valid.title, valid.content) - bytesOf(old.title, old.content);
    await checkQuotaToGrow(tx, userId, growth);
    return updateRow(tx, owned(userId, id), { ...valid, updatedAt: now });
  });
  return toWire(row, reference);
}

/** Ticks one point of a note, or unticks it; `conflict` where the note has no such point any more. */
export async function tickPoint(
  db: Db,
  userId: number,
  id: number,
  tick: PointTick,
  now: Date,
): Promise<Note> {
  const reference = await loadReference(db, userId);
  const row = await db.transaction(async (tx) => {
    const [old] = await tx.select().from(notes).where(ownLive(userId, id)).for('update');
    if (!old) return undefined;
    const content = withPoint(old.content, tick);
    if (content === null) throw conflict(old, reference);
    if (content === old.content) return old;
    await writeContents(tx, [{ id, content }], { now, except: [] });
    return found((await tx.select().from(notes).where(owned(userId, id)))[0]);
  });
  return toWire(row, reference);
}

export async function pinNote(
  db: Db,
  userId: number,
  id: number,
  pinned: boolean,
  now: Date,
): Promise<Note> {
  const change = { pinned, updatedAt: now };
  return changeUnlessSo(db, userId, ownLive(userId, id), {
    where: ne(notes.pinned, pinned),
    change,
  });
}

/** Changes a note where it is not so yet, and answers it as it is then. */
async function changeUnlessSo(
  db: Db,
  userId: number,
  mine: SQL | undefined,
  { where, change }: { where: SQL; change: Change },
): Promise<Note> {
  const row = await updateRow(db, and(mine, where), change);
  const [present] = row ? [row] : await db.select().from(notes).where(mine);
  return toWire(present, await loadReference(db, userId));
}

/** Stores a note that the server makes by itself, under a key that nothing else uses. */
export async function createNoteUnder(
  tx: Db,
  userId: number,
  createKey: string,
  note: ValidNote & Pick<NoteRow, 'attachment'>,
  now: Date,
): Promise<Note> {
  const row = await insertNote(tx, { userId, ...note, createKey }, now);
  return toWire(row, await loadReference(tx, userId));
}

/** Takes a note away and answers it; it can be restored for 30 days. */
export async function deleteNote(db: Db, userId: number, id: number, now: Date): Promise<Note> {
  const row = await updateRow(db, ownLive(userId, id), { deletedAt: now });
  return toWire(row, await loadReference(db, userId));
}

/** Brings a deleted note back; one that is not deleted is answered as it is. */
export async function restoreNote(db: Db, userId: number, id: number): Promise<Note> {
  const change = { deletedAt: null };
  return changeUnlessSo(db, userId, owned(userId, id), {
    where: isNotNull(notes.deletedAt),
    change,
  });
}

function checked(input: NoteInput, reference: Reference): ValidNote {
  const categoryId =
    input.categoryId === undefined ? undefined : reference.category(input.categoryId)?.id;
  return orInvalid(checkNote({ ...input, categoryId }));
}
