import * as z from 'zod/mini';
import { toldFailure, type Responses, responses } from '@/contract/api';

/*
 * The contract itself, in zod: 23 KB that come behind the first screen. Only lazily loaded code may
 * import this file; the rest goes through response-check.ts.
 */

// zod would try to compile its readers with `new Function`, which the page's CSP reports as an attack.
z.config({ jitless: true });

export const by =
  <T>(schema: z.ZodMiniType<T>) =>
  (value: unknown): value is T =>
    z.safeParse(schema, value).success;

/** Whether a value is the answer of that name, or a faulty one. */
export const fits = (name: keyof Responses | 'failure', value: unknown): boolean =>
  z.safeParse(name === 'failure' ? toldFailure : responses[name], value).success;
