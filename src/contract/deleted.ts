import * as z from 'zod/mini';

/** A reminder or a note that was deleted and can be restored; of a note its title. */
export const deletedRow = z.object({ id: z.int(), text: z.string() });
export type DeletedRow = z.infer<typeof deletedRow>;
