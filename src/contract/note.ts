import * as z from 'zod/mini';
import { named } from './reminder';

export const note = z.object({
  id: z.int(),
  title: z.string(),
  content: z.string(),
  category: named,
  /** Creation time, ISO UTC; an edit keeps it. */
  dateTime: z.iso.datetime(),
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
