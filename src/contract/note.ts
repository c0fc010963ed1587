import { z } from 'zod';
import { named } from './reminder';

export const note = z.object({
  id: z.number().int(),
  title: z.string(),
  content: z.string(),
  category: named,
  /** Creation time, ISO UTC; an edit keeps it. */
  dateTime: z.iso.datetime(),
});
export type Note = z.infer<typeof note>;

/** Forgiving like reminderInput; other fields of an edited note may be present and are ignored. */
export const noteInput = z.object({
  title: z.string().optional().catch(undefined),
  content: z.string().optional().catch(undefined),
  categoryId: z.number().int().optional().catch(undefined),
  dateTime: z.iso.datetime({ offset: true }).optional().catch(undefined),
});
export type NoteInput = z.infer<typeof noteInput>;
