import 'server-only';
import { and, desc, eq, gt, inArray, isNotNull, isNull, ne, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { type Note, type NoteInput, notesQuery, type PointTick } from '@/contract/note';
import { ALL, DOUBLE_TAP_MS } from '@/core/limits';
import { finder } from '@/core/lists';
import { withPoint } from '@/core/note-text';
import { checkNote, type ValidNote } from '@/core/note-rules';
import {
  type Attachment,
  attachmentToWire,
  sizeOf,
  storedAttachment,
} from '../platform/attachment';
import { checkCategoryStays, withGone } from '../categories/categories';
import { creating, printOf } from '../platform/create-once';
import { type Db } from '../platform/db/client';
import { loadReference, type Reference } from '../platform/db/reference';
import { notes } from '../platform/db/schema';
import { attachmentOfKey } from '../drafts/drafts';
import { AppError, found, orInvalid } from '../platform/errors';
import { givingWay } from '../platform/give-way';
import {
  longList,
  LongList,
  tagOf,
  UnchangedList,
  namedColumns,
  withPrefix,
} from '../platform/long-list';
import { parsed } from '../accounts/routes';
import { bytesOf, checkQuota, checkQuotaToGrow } from '../accounts/quota';
import { writeContents } from '../reminders/write/note-points';

type NoteRow = typeof notes.$inferSelect;

const owned = (userId: number, id: number) => and(eq(notes.id, id), eq(notes.userId, userId));
const live = isNull(notes.deletedAt);
const ownLive = (userId: number, id: number) => and(owned(userId, id), live);
const nextVersion = { version: sql`${notes.version} + 1` };

/** The columns that a list reads, instants as the wire writes them; `shownToWire` makes the answer of them. */
const shown = z.object({
  id: z.number(),
  title: z.string(),
  content: z.string(),
  attachment: storedAttachment,
  categoryId: z.number(),
  dateTime: z.string(),
  pinned: z.boolean(),
  version: z.number(),
});
type Shown = z.infer<typeof shown>;

const inOrder = [desc(notes.pinned), desc(notes.dateTime), desc(notes.id)];

export interface NotesPage {
  limit: number;
  search: string;
  /** The name of a category; «Все» leaves all. */
  category: string;
  /** A note that comes in any case; 0, which is nobody's, where none does. */
  with: number;
}

/** The part of the list that an address asks for: null for all of it; `invalid` where it is none of ours. */
export function notesPageOf(query: Record<string, string>): NotesPage | null {
  const { limit, search = '', category = ALL, with: id = 0 } = parsed(notesQuery, query);
  if (limit === undefined) return null;
  return { limit: Number(limit), search, category, with: Number(id) };
}

/** All notes of a user, in order, or a page of them and how many there are. `known`: the tag that the caller has. */
export async function listNotes(
  db: Db,
  userId: number,
  { page, known }: { page: NotesPage | null; known: string | undefined },
): Promise<LongList | UnchangedList> {
  const mine = and(eq(notes.userId, userId), live);
  const reference = await loadReference(db, userId);
  const tagFor = (digest: string) => withPrefix(digest, reference.ownTag);
  const tagged = { table: notes, where: mine, state: [notes.id, notes.version] } as const;
  if (known !== undefined && tagFor(await tagOf(db, tagged)) === known) {
    return new UnchangedList(known);
  }
  const part = page && (await partOf(db, mine, page, reference));
  const query = sql`
    select row_number() over (order by ${sql.join(inOrder, sql`, `)}) - 1 as n,
      ${namedColumns(notes, shown.keyof().options)}
    from notes where ${part ? and(mine, inArray(notes.id, part.ids)) : mine}`;
  const toWire = (row: Shown) => shownToWire(row, reference);
  const list = await longList(db, { key: 'notes', tagged, tagFor, query, row: shown, toWire });
  return new LongList('notes', list.parts, list.tag, part?.total);
}

/** A search looks into all texts here: what counts as the same letter must not hang on the database. */
async function partOf(
  db: Db,
  mine: SQL | undefined,
  { limit, search, category, with: beside }: NotesPage,
  reference: Reference,
): Promise<{ ids: number[]; total: number }> {
  const categoryId = reference.categories.find(({ name }) => name === category)?.id ?? 0;
  const where = category === ALL ? mine : and(mine, eq(notes.categoryId, categoryId));
  if (search.trim() === '') {
    const rows = await db
      .select({ id: notes.id })
      .from(notes)
      .where(where)
      .orderBy(...inOrder)
      .limit(limit);
    const ids = rows.map(({ id }) => id);
    return { ids: [...ids, beside], total: await db.$count(notes, where) };
  }
  const isFound = finder(search);
  const rows = await db
    .select({ id: notes.id, title: notes.title, content: notes.content })
    .from(notes)
    .where(where)
    .orderBy(...inOrder);
  const ids: number[] = [];
  const giveWay = givingWay();
  for (const { id, title, content } of rows) {
    await giveWay();
    if (isFound(title, content)) ids.push(id);
  }
  return { ids: [...ids.slice(0, limit), beside], total: ids.length };
}

/** One page of a user's notes, in order, and how many there are in all. */
export async function pageOfNotes(
  db: Db,
  userId: number,
  page: { offset: number; limit: number },
): Promise<{ notes: Note[]; total: number }> {
  const where = and(eq(notes.userId, userId), live);
  const [reference, rows, total] = await Promise.all([
    loadReference(db, userId),
    db
      .select()
      .from(notes)
      .where(where)
      .orderBy(...inOrder)
      .offset(page.offset)
      .limit(page.limit),
    db.$count(notes, where),
  ]);
  return { notes: rows.map((row) => toWire(row, reference)), total };
}

export interface ChatNote extends Note {
  deleted: boolean;
}

/** One note of this user, also one that is deleted and can still be restored. */
export async function findNote(db: Db, userId: number, id: number): Promise<ChatNote | undefined> {
  const [row] = await db.select().from(notes).where(owned(userId, id));
  return (
    row && { ...toWire(row, await loadReference(db, userId)), deleted: row.deletedAt !== null }
  );
}

/** Notes of this user, those that there are, in the order of `ids`. */
export async function notesOfIds(db: Db, userId: number, ids: readonly number[]): Promise<Note[]> {
  if (ids.length === 0) return [];
  const reference = await loadReference(db, userId);
  const rows = await db
    .select()
    .from(notes)
    .where(and(inArray(notes.id, [...ids]), eq(notes.userId, userId)));
  const byId = new Map(rows.map((row) => [row.id, toWire(row, reference)]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Stores a new note, dated now. Its key, and a double tap, are what they are with reminders. */
export async function createNote(
  db: Db,
  userId: number,
  input: NoteInput,
  { now, createKey }: { now: Date; createKey: string | null },
): Promise<Note> {
  const reference = await loadReference(db, userId);
  const row = await creating(db, userId, async (tx) => {
    const keyed = await findKeyed(tx, userId, createKey);
    const valid = checked(input, keyed ? withGone(reference) : reference);
    const print = createPrintOf(valid);
    if (keyed) {
      if (keyed.createPrint === print) return keyed;
      throw conflict(keyed, reference);
    }
    await checkCategoryStays(tx, userId, valid.categoryId, reference);
    const attachment = await attachmentOfKey(tx, userId, createKey);
    const lately = gt(notes.createdAt, new Date(now.getTime() - DOUBLE_TAP_MS));
    // What has been changed since is another one.
    const made = and(eq(notes.createPrint, print), eq(notes.version, 1), lately);
    const same = and(eq(notes.userId, userId), live, made);
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

/** The living note that was made under a key. A deleted one gives the key up. */
async function findKeyed(
  db: Db,
  userId: number,
  createKey: string | null,
): Promise<NoteRow | undefined> {
  if (createKey === null) return undefined;
  const withKey = and(eq(notes.userId, userId), eq(notes.createKey, createKey));
  const deleted = and(withKey, isNotNull(notes.deletedAt));
  await db.update(notes).set({ createKey: null }).where(deleted);
  const [row] = await db.select().from(notes).where(withKey);
  return row;
}

const conflict = (row: NoteRow, reference: Reference): AppError =>
  new AppError('conflict', { present: { note: toWire(row, reference) } });

type Change = Partial<typeof notes.$inferInsert>;
async function changed(db: Db, which: SQL | undefined, change: Change) {
  const set = { ...change, ...nextVersion };
  const [row] = await db.update(notes).set(set).where(which).returning();
  return row;
}

/** Replaces title, content and category; the note keeps its date. An older `version` is what it is with reminders. */
export async function updateNote(
  db: Db,
  userId: number,
  id: number,
  input: NoteInput,
  { now, version }: { now: Date; version: number | undefined },
): Promise<Note> {
  const reference = await loadReference(db, userId);
  const valid = checked(input, reference);
  const row = await creating(db, userId, async (tx) => {
    await checkCategoryStays(tx, userId, valid.categoryId, reference);
    const [old] = await tx.select().from(notes).where(ownLive(userId, id)).for('update');
    if (!old) return undefined;
    if (version !== undefined && version !== old.version) {
      if (createPrintOf(old) === createPrintOf(valid)) return old;
      throw conflict(old, reference);
    }
    const growth = bytesOf(valid.title, valid.content) - bytesOf(old.title, old.content);
    await checkQuotaToGrow(tx, userId, growth);
    return changed(tx, owned(userId, id), { ...valid, updatedAt: now });
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
  return turned(db, userId, ownLive(userId, id), { where: ne(notes.pinned, pinned), change });
}

/** Changes a note where it is not so yet, and answers it as it is then. */
async function turned(
  db: Db,
  userId: number,
  mine: SQL | undefined,
  { where, change }: { where: SQL; change: Change },
): Promise<Note> {
  const row = await changed(db, and(mine, where), change);
  const [present] = row ? [row] : await db.select().from(notes).where(mine);
  return toWire(present, await loadReference(db, userId));
}

export const attachmentOfNote = async (
  db: Db,
  userId: number,
  id: number,
): Promise<Attachment | null> =>
  storedAttachment.parse((await liveNote(db, userId, id))?.attachment ?? null);

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

export async function liveNoteUnder(
  tx: Db,
  userId: number,
  createKey: string,
): Promise<Note | undefined> {
  const row = await findKeyed(tx, userId, createKey);
  return row && toWire(row, await loadReference(tx, userId));
}

/** A note, if it is this user's and not deleted: what of it another row refers to or takes over. */
export async function liveNote(
  db: Db,
  userId: number,
  id: number | null | undefined,
): Promise<Pick<NoteRow, 'id' | 'attachment'> | undefined> {
  if (id === null || id === undefined) return undefined;
  const [row] = await db
    .select({ id: notes.id, attachment: notes.attachment })
    .from(notes)
    .where(ownLive(userId, id));
  return row;
}

/** A note as its maker finds it again. */
export type NoteOfKey = Pick<NoteRow, 'id' | 'title' | 'content' | 'categoryId' | 'version'> & {
  deleted: boolean;
};

/** The note that was made under a key, also one that is deleted and can still be restored. */
export async function noteOfKey(
  db: Db,
  userId: number,
  createKey: string,
): Promise<NoteOfKey | undefined> {
  const [row] = await db
    .select()
    .from(notes)
    .where(and(eq(notes.userId, userId), eq(notes.createKey, createKey)));
  return row && { ...row, deleted: row.deletedAt !== null };
}

/** Takes a note away and answers it; it can be restored for 30 days. */
export async function deleteNote(db: Db, userId: number, id: number, now: Date): Promise<Note> {
  const row = await changed(db, ownLive(userId, id), { deletedAt: now });
  return toWire(row, await loadReference(db, userId));
}

/** Brings a deleted note back; one that is not deleted is answered as it is. */
export async function restoreNote(db: Db, userId: number, id: number): Promise<Note> {
  const change = { deletedAt: null };
  return turned(db, userId, owned(userId, id), { where: isNotNull(notes.deletedAt), change });
}

function checked(input: NoteInput, reference: Reference): ValidNote {
  const categoryId =
    input.categoryId === undefined ? undefined : reference.category(input.categoryId)?.id;
  return orInvalid(checkNote({ ...input, categoryId }));
}

/** A row as the wire carries it; `not-found` where there is none. */
const toWire = (row: NoteRow | undefined, reference: Reference): Note =>
  shownToWire({ ...found(row), dateTime: found(row).dateTime.toISOString() }, reference);

function shownToWire(row: Shown, reference: Reference): Note {
  return {
    id: row.id,
    title: row.title,
    content: row.content,
    ...attachmentToWire(row.attachment),
    category: reference.category(row.categoryId) ?? { id: row.categoryId, name: '' },
    dateTime: row.dateTime,
    ...(row.pinned && { pinned: true }),
    version: row.version,
  };
}
