import * as z from 'zod/mini';
import { category } from './category';

export const note = z.object({
  id: z.int(),
  title: z.string(),
  content: z.string(),
  /** As with reminders: the message that it keeps. */
  attachmentText: z.optional(z.string()),
  category,
  /** Creation time, ISO UTC; an edit keeps it. */
  dateTime: z.iso.datetime(),
  /** Kept above the others; absent means no. */
  pinned: z.optional(z.boolean()),
  /** As with reminders. */
  version: z.int(),
});
export type Note = z.infer<typeof note>;

/** Forgiving like reminderInput; other fields of an edited note may be present and are ignored. */
export const noteInput = z.object({
  title: z.catch(z.optional(z.string()), undefined),
  content: z.catch(z.optional(z.string()), undefined),
  categoryId: z.catch(z.optional(z.int()), undefined),
  dateTime: z.catch(z.optional(z.iso.datetime({ offset: true })), undefined),
  version: z.catch(z.optional(z.int()), undefined),
});
export type NoteInput = z.infer<typeof noteInput>;

/** Bodies of what is done to a note beside editing it. */
export const noteActs = {
  /** Ticks a point of its text, or unticks it: the line of it as its sender saw it, counted from 0. */
  tick: z.object({
    line: z.int().check(z.minimum(0)),
    text: z.string(),
    done: z.boolean(),
  }),
  pin: z.object({ pinned: z.boolean() }),
};
export type PointTick = z.infer<typeof noteActs.tick>;
