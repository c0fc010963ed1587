import 'server-only';
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

const digest = (value: string) => createHash('sha256').update(value).digest();

/** Whether a caller knows a secret, in constant time whatever the lengths; an absent or empty side never matches. */
export function sameSecret(
  given: string | null | undefined,
  expected: string | undefined,
): boolean {
  if (!given || !expected) return false;
  return timingSafeEqual(digest(given), digest(expected));
}

/**
 * A signature of ours in base64url, 43 characters. Its key comes from the bot's token, as Telegram's of
 * init data does; what is signed for one purpose says nothing for another.
 */
export function signatureOf(
  purpose: 'share' | 'calendar' | 'attachment' | 'erasure',
  content: string,
  botToken: string,
): string {
  const key = createHmac('sha256', `napomnyu-${purpose}`).update(botToken).digest();
  return createHmac('sha256', key).update(content).digest('base64url');
}
