import 'server-only';
import { and, desc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { type Note, type NotesPage } from '@/contract/note';
import { ALL } from '@/core/limits';
import { finder } from '@/core/lists';
import { type Attachment, storedAttachment } from '../platform/attachment';
import { type Db } from '../platform/db/client';
import { livingOf } from '../platform/db/living';
import { loadReference, type Reference } from '../platform/db/reference';
import { notes } from '../platform/db/schema';
import { longList, LongList, tagOf, UnchangedList, namedColumns } from '../platform/long-list';
import { madeUnder } from '../reminders/write/keys';
import {
  type NoteRow,
  owned,
  ownLive,
  listedNote,
  type ListedNote,
  toWire,
  listedToWire,
} from './rows';

/* This file reads notes: the list of the app, pages of the chat, one note, and notes by their ids. */

const inOrder = [desc(notes.pinned), desc(notes.dateTime), desc(notes.id)];

/**
 * All notes of a user, in order, or a page: the first that a search finds, the note `with` in any case, and how many the search finds. The tag is that of
 * all notes, whatever the page; `known`: the tag that the caller has.
 */
export async function listNotes(
  db: Db,
  userId: number,
  { page, known }: { page: NotesPage; known: string | undefined },
): Promise<LongList | UnchangedList> {
  const mine = livingOf(notes, userId);
  const reference = await loadReference(db, userId);
  const state = [notes.id, notes.version] as const;
  const tagged = { table: notes, where: mine, state, prefixes: [reference.ownTag] };
  if (known !== undefined && (await tagOf(db, tagged)) === known) return new UnchangedList(known);
  const { limit } = page;
  const part = limit === undefined ? null : await partOf(db, mine, { ...page, limit }, reference);
  const query = sql`
    select row_number() over (order by ${sql.join(inOrder, sql`, `)}) - 1 as n,
      ${namedColumns(notes, listedNote.keyof().options)}
    from notes where ${part ? and(mine, inArray(notes.id, part.ids)) : mine}`;
  const toWire = (row: ListedNote) => listedToWire(row, reference);
  const list = await longList(db, { key: 'notes', tagged, query, row: listedNote, toWire });
  return new LongList('notes', list.rows, list.tag, part?.total);
}

/** A search looks into all texts here: what counts as the same letter must not hang on the database. */
async function partOf(
  db: Db,
  mine: SQL | undefined,
  { limit, search, category, with: beside }: NotesPage & { limit: number },
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
  const ids = rows.filter(({ title, content }) => isFound(title, content)).map(({ id }) => id);
  return { ids: [...ids.slice(0, limit), beside], total: ids.length };
}

/** One page of a user's notes, in order, and how many there are in all. */
export async function pageOfNotes(
  db: Db,
  userId: number,
  page: { offset: number; limit: number },
): Promise<{ notes: Note[]; total: number }> {
  const where = livingOf(notes, userId);
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
  deleted?: true;
}

/** One note of this user, also one that is deleted and can still be restored. */
export const findNote = (db: Db, userId: number, id: number) =>
  noteWhere(db, userId, owned(userId, id));

/** The same, by the key under which it was made. */
export const noteOfKey = (db: Db, userId: number, createKey: string) =>
  noteWhere(db, userId, madeUnder(notes, userId, createKey));

async function noteWhere(
  db: Db,
  userId: number,
  where: SQL | undefined,
): Promise<ChatNote | undefined> {
  const [row] = await db.select().from(notes).where(where);
  if (!row) return undefined;
  const note = toWire(row, await loadReference(db, userId));
  return row.deletedAt === null ? note : { ...note, deleted: true };
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

export const attachmentOfNote = async (
  db: Db,
  userId: number,
  id: number,
): Promise<Attachment | null> =>
  storedAttachment.parse((await liveNote(db, userId, id))?.attachment ?? null);

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
