import 'server-only';
import { createHash, timingSafeEqual } from 'node:crypto';

const digest = (value: string) => createHash('sha256').update(value).digest();

/** Whether a caller knows a secret, in constant time whatever the lengths; an absent or empty side never matches. */
export function sameSecret(
  given: string | null | undefined,
  expected: string | undefined,
): boolean {
  if (!given || !expected) return false;
  return timingSafeEqual(digest(given), digest(expected));
}
