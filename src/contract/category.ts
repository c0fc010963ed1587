import * as z from 'zod/mini';
import { forgiving } from './forgiving';

/** `{ id, name }` of a category or of a reminder type. */
export const named = z.object({ id: z.int(), name: z.string() });
export type Named = z.infer<typeof named>;

/** A category. Only a user's own one has a colour, one of core/limits' CATEGORY_COLORS. */
export const category = z.object({ ...named.shape, color: z.optional(z.string()) });
export type Category = z.infer<typeof category>;

/** A category of the user's own, with how many of the reminders and notes in it are not deleted. */
export const ownCategory = z.object({
  ...named.shape,
  color: z.string(),
  reminders: z.int(),
  notes: z.int(),
});
export type OwnCategory = z.infer<typeof ownCategory>;

/** Forgiving like reminderInput. */
export const categoryInput = z.object({
  name: forgiving(z.string()),
  color: forgiving(z.string()),
});
export type CategoryInput = z.infer<typeof categoryInput>;
