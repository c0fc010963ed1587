import * as z from 'zod/mini';

/** A key of an input that may be left out. One that is mistyped counts as left out, or as `mistyped`. */
export const forgiving = <Schema extends z.core.SomeType>(
  schema: Schema,
  mistyped?: z.core.output<Schema>,
) => z.catch(z.optional(schema), mistyped);
