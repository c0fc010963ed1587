import * as z from 'zod/mini';
import { ALL, SEARCH_MAX } from '@/core/limits';
import { category } from './category';
import { forgiving } from './forgiving';

export const note = z.object({
  id: z.int(),
  title: z.string(),
  content: z.string(),
  /** As with reminders: the message that it keeps, and whether there is a small picture of it. */
  attachmentText: z.optional(z.string()),
  thumbnail: z.optional(z.literal(true)),
  category,
  /** Creation time, ISO UTC; an edit keeps it. */
  dateTime: z.iso.datetime(),
  /** Kept above the others; absent means no. */
  pinned: z.optional(z.boolean()),
  version: z.int(),
});
export type Note = z.infer<typeof note>;

/** Forgiving like reminderInput; other fields of an edited note may be present and are ignored. */
export const noteInput = z.object({
  title: forgiving(z.string()),
  content: forgiving(z.string()),
  categoryId: forgiving(z.int()),
  dateTime: forgiving(z.iso.datetime({ offset: true })),
  version: forgiving(z.int()),
});
export type NoteInput = z.infer<typeof noteInput>;

/** Ticks a point of a note's text, or unticks it: the line of it as its sender saw it, counted from 0. */
export const pointTick = z.object({
  line: z.int().check(z.minimum(0)),
  text: z.string(),
  done: z.boolean(),
});
export type PointTick = z.infer<typeof pointTick>;

const number = z.pipe(z.string().check(z.regex(/^[1-9]\d{0,14}$/)), z.transform(Number));
/**
 * What the address of the list may ask for: the first `limit` notes, in the list's order, that a search
 * and a category (by its name; «Все» leaves all) leave, and beside them the note `with`; where the address has no `with`
 * it is read as 0, which no note has. Without `limit` all notes come.
 */
export const notesQuery = z.object({
  limit: z.optional(number),
  search: z._default(z.string().check(z.maxLength(SEARCH_MAX)), ''),
  category: z._default(z.string().check(z.maxLength(100)), ALL),
  with: z._default(number, 0),
});
export type NotesPage = z.infer<typeof notesQuery>;
