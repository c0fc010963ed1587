import 'server-only';
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const digest = (value: string) => createHash('sha256').update(value).digest();

/**
 * Tells whether a caller knows a secret, in constant time whatever the lengths; an absent or empty side never matches.
 */
export function sameSecret(
  given: string | null | undefined,
  expected: string | undefined,
): boolean {
  if (!given || !expected) return false;
  return timingSafeEqual(digest(given), digest(expected));
}

type Purpose = 'share' | 'calendar' | 'attachment' | 'erasure';

/** 43 characters of base64url; its key comes from the bot's token, and counts for one purpose alone. */
export function signatureOf(purpose: Purpose, content: string, botToken: string): string {
  const key = createHmac('sha256', `napomnyu-${purpose}`).update(botToken).digest();
  return createHmac('sha256', key).update(content).digest('base64url');
}

/** 72 bits: nobody finds one by trying. */
const KEY_LENGTH = 12;
export const newTokenKey = (): string => randomBytes((KEY_LENGTH / 4) * 3).toString('base64url');

/** A link's token: its key and 120 bits of signature, 32 letters that `start` and buttons take. Stored nowhere. */
export const tokenOf = (purpose: Purpose, key: string, botToken: string): string =>
  key + signatureOf(purpose, key, botToken).slice(0, 32 - KEY_LENGTH);

/** Tells whether a text has a token's form, whoever has made it. */
export const isTokenLike = (text: string | undefined): text is string =>
  text !== undefined && /^[\w-]{32}$/.test(text);

/** The key in a token that we have signed; undefined in any other, and where the bot has no token. */
export function keyOfToken(purpose: Purpose, token: string, botToken: string): string | undefined {
  if (!isTokenLike(token) || botToken === '') return undefined;
  const key = token.slice(0, KEY_LENGTH);
  return sameSecret(token, tokenOf(purpose, key, botToken)) ? key : undefined;
}
