import 'server-only';
import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import { type Note } from '@/contract/note';
import { attachmentToWire, storedAttachment } from '../platform/attachment';
import { livingOf } from '../platform/db/living';
import { type Reference } from '../platform/db/reference';
import { notes } from '../platform/db/schema';
import { found } from '../platform/errors';

/* This file says whose a note is, and how a row of it becomes what the wire carries. */

export type NoteRow = typeof notes.$inferSelect;

export const owned = (userId: number, id: number) =>
  and(eq(notes.id, id), eq(notes.userId, userId));
export const ownLive = (userId: number, id: number) =>
  and(livingOf(notes, userId), eq(notes.id, id));

/** The columns that a list reads, instants as the wire writes them; `listedToWire` makes the answer of them. */
export const listedNote = z.object({
  id: z.number(),
  title: z.string(),
  content: z.string(),
  attachment: storedAttachment,
  categoryId: z.number(),
  dateTime: z.string(),
  pinned: z.boolean(),
  version: z.number(),
});
export type ListedNote = z.infer<typeof listedNote>;

/** A row as the wire carries it; `not-found` where there is none. */
export const toWire = (row: NoteRow | undefined, reference: Reference): Note =>
  listedToWire({ ...found(row), dateTime: found(row).dateTime.toISOString() }, reference);

export function listedToWire(row: ListedNote, reference: Reference): Note {
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
