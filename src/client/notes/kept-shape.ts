import * as z from 'zod/mini';
import { keptShape } from '../form/kept-shape';

const values = z.object({
  title: z.string(),
  content: z.string(),
  categoryId: z.nullable(z.int()),
});
export type NoteValues = z.infer<typeof values>;
export const readKept = keptShape(values);
