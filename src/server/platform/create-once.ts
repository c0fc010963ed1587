import 'server-only';
import { createHash } from 'node:crypto';
import { IDEMPOTENCY_HEADER } from '@/contract/api';
import { ACT_ON_ALL_KEY } from '@/contract/reminder';
import { AppError } from './errors';

/** The caller's key that makes a repeated create the same create; a malformed one is `invalid`. */
export const createKeyOf = (request: Request): string | null =>
  keyOf(request, /^[\x21-\x7e]{1,100}$/);

/** The caller's key of an act on all; a malformed one is `invalid`. */
export const actOnAllKeyOf = (request: Request): string | null => keyOf(request, ACT_ON_ALL_KEY);

function keyOf(request: Request, form: RegExp): string | null {
  const given = request.headers.get(IDEMPOTENCY_HEADER);
  if (given !== null && !form.test(given)) throw new AppError('invalid');
  return given;
}

/** A hash that tells one content from another, such as a repeated create. `content` has to be in a fixed order. */
export const printOf = (content: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(content)).digest('base64url');
