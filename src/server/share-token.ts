import 'server-only';
import { randomBytes } from 'node:crypto';
import { sameSecret, signatureOf } from './secrets';

/*
 * The token of a link to a shared reminder: the share's key and a signature of it, 32 letters of those
 * that Telegram takes in `start` and in a button's data. A token is made anew from its key when it is
 * needed, and stored nowhere: a copy of the database opens nobody's links.
 */

/** 72 bits. */
const KEY_BYTES = 9;
const KEY_LENGTH = 12;
/** 120 bits of the signature. */
const SIGNATURE_LENGTH = 20;
const TOKEN = /^[\w-]{32}$/;

export const newShareKey = (): string => randomBytes(KEY_BYTES).toString('base64url');

/** Whether a text has a token's form, whoever has made it. */
export const isTokenLike = (text: string | undefined): text is string =>
  text !== undefined && TOKEN.test(text);

export const shareTokenOf = (key: string, botToken: string): string =>
  key + signatureOf('share', key, botToken).slice(0, SIGNATURE_LENGTH);

/** The key in a token that we have signed; undefined in any other, and where the bot has no token. */
export function readShareToken(token: string, botToken: string): string | undefined {
  if (!isTokenLike(token) || botToken === '') return undefined;
  const key = token.slice(0, KEY_LENGTH);
  return sameSecret(token, shareTokenOf(key, botToken)) ? key : undefined;
}

/** What stands before the token in the bot's `start` parameter. */
const START_PREFIX = 'share_';

/** The link that opens the bot with a shared reminder. */
export const shareLink = (token: string, botUsername: string): string =>
  `https://t.me/${botUsername}?start=${START_PREFIX}${token}`;

/** The token in what /start came with; undefined where it came with something else. */
export const tokenOfStart = (args: string): string | undefined =>
  args.startsWith(START_PREFIX) ? args.slice(START_PREFIX.length) : undefined;
