import 'server-only';
import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { INIT_DATA_MAX_AGE_S } from '@/core/limits';
import { parseJson } from '../platform/parse-json';

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

/** Bytes. The longest that Telegram's clients send stays below 3 KB. */
const INIT_DATA_MAX_BYTES = 4_096;

/**
 * Checks init data as Telegram's "Validating data received via the Mini App" describes and returns
 * its user, or null where anything is wrong: more than 4 KB, no or bad hash, a key given twice, an
 * `auth_date` that is malformed, older than a day or in the future, no user. Only `hash` is left out
 * of the check string; `signature`, where a client sends it, is part of it. Compares in constant
 * time. Nothing of it is kept: checking takes some 0.03 ms, and a memory of what was genuine before
 * can be filled by whoever pads the string.
 */
export function checkInitData(raw: string, token: string, now: Date): TelegramUser | null {
  // Letters are counted first, which costs nothing: each of them takes at least a byte.
  if (raw.length > INIT_DATA_MAX_BYTES || Buffer.byteLength(raw) > INIT_DATA_MAX_BYTES) return null;
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
  const expected = hmac(hmac('WebAppData', token), checkString);
  if (!timingSafeEqual(expected, Buffer.from(given, 'hex'))) return null;

  const authDate = params.get('auth_date') ?? '';
  if (!/^\d{1,12}$/.test(authDate)) return null;
  const ageS = now.getTime() / 1000 - Number(authDate);
  if (ageS > INIT_DATA_MAX_AGE_S || ageS < -CLOCK_SKEW_S) return null;
  return parseUser(params.get('user'));
}

function parseUser(json: string | null): TelegramUser | null {
  try {
    const user = userSchema.parse(parseJson(json ?? ''));
    return user.is_bot ? null : user;
  } catch {
    return null;
  }
}
