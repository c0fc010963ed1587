import * as z from 'zod/mini';
import { type KeptForm } from './kept-form';

// zod would try to compile its readers with `new Function`, which the page's CSP reports as an attack.
z.config({ jitless: true });

/** Reads a kept form; null where another version of the app has kept it. Lazily loaded, because of zod. */
export function keptShape<V>(values: z.ZodMiniType<V>): (form: unknown) => KeptForm<V> | null {
  const shape = z.object({
    editId: z.nullable(z.int()),
    version: z.optional(z.int()),
    noteId: z.optional(z.int()),
    values,
  });
  return (form) => {
    const read = z.safeParse(shape, form);
    return read.success ? read.data : null;
  };
}
