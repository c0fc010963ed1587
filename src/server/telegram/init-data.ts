import 'server-only';
import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { INIT_DATA_MAX_AGE_S } from '@/core/limits';

const userSchema = z.object({
  id: z.number().int().positive().max(Number.MAX_SAFE_INTEGER),
  first_name: z.string().catch(''),
  last_name: z.string().optional().catch(undefined),
  username: z.string().optional().catch(undefined),
  photo_url: z
    .url({ protocol: /^https$/ })
    .optional()
    .catch(undefined),
  is_bot: z.boolean().optional().catch(undefined),
});
export type TelegramUser = z.infer<typeof userSchema>;

/** Clocks of Telegram and of this server may differ by this much before `auth_date` counts as future. */
const CLOCK_SKEW_S = 60;

const hmac = (key: string | Buffer, message: string) =>
  createHmac('sha256', key).update(message).digest();

/** What a token has signed. */
interface Signed {
  authDateS: number;
  user: TelegramUser;
}

// The derived key depends on the token alone: computed once a token. A session sends the same init
// data with each request: what was found genuine is remembered, letter for letter, while there is room.
let derived: { token: string; key: Buffer; genuine: Map<string, Signed> } | undefined;
const GENUINE_MAX = 2_000;
function derivedFrom(token: string): NonNullable<typeof derived> {
  if (derived?.token !== token) {
    derived = { token, key: hmac('WebAppData', token), genuine: new Map() };
  }
  return derived;
}

/**
 * Checks init data as Telegram's "Validating data received via the Mini App" describes and returns
 * its user, or null where anything is wrong: no or bad hash, a key given twice, an `auth_date` that
 * is malformed, older than a day or in the future, no user. Only `hash` is left out of the check
 * string; `signature`, where a client sends it, is part of it. Compares in constant time.
 */
export function checkInitData(raw: string, token: string, now: Date): TelegramUser | null {
  const { key, genuine } = derivedFrom(token);
  const known = genuine.get(raw);
  const signed = known ?? readSigned(raw, key);
  if (!signed) return null;
  const age = now.getTime() / 1000 - signed.authDateS;
  if (age > INIT_DATA_MAX_AGE_S || age < -CLOCK_SKEW_S) return null;
  if (!known) {
    if (genuine.size >= GENUINE_MAX) genuine.clear();
    genuine.set(raw, signed);
  }
  return signed.user;
}

/** Null where the signature is not the key's, or what it signs is malformed. */
function readSigned(raw: string, key: Buffer): Signed | null {
  const params = new URLSearchParams(raw);
  const keys = [...params.keys()];
  if (new Set(keys).size !== keys.length) return null;

  const given = params.get('hash') ?? '';
  if (!/^[0-9a-f]{64}$/.test(given)) return null;
  const checkString = [...params]
    .filter(([name]) => name !== 'hash')
    .map(([name, value]) => `${name}=${value}`)
    .sort()
    .join('\n');
  if (!timingSafeEqual(hmac(key, checkString), Buffer.from(given, 'hex'))) return null;

  const authDate = params.get('auth_date') ?? '';
  const user = parseUser(params.get('user'));
  return /^\d{1,12}$/.test(authDate) && user ? { authDateS: Number(authDate), user } : null;
}

function parseUser(json: string | null): TelegramUser | null {
  try {
    const user = userSchema.parse(JSON.parse(json ?? ''));
    return user.is_bot ? null : user;
  } catch {
    return null;
  }
}
