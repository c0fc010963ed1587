import { createHmac } from 'node:crypto';

/** Telegram's for third parties, who do not know the token: here nobody can check it, and the hash covers it. */
export const SIGNATURE = 'c2lnbmF0dXJl';

/**
 * Signs init data as Telegram does, written without a look at the code that checks it, so that the
 * two can prove each other. https://core.telegram.org/bots/webapps#validating-data-received-via-the-mini-app
 */
export function signInitData(fields: Readonly<Record<string, string>>, token: string): string {
  const lines = Object.keys(fields)
    .toSorted()
    .map((name) => `${name}=${fields[name] ?? ''}`);
  const key = createHmac('sha256', 'WebAppData').update(token).digest();
  const hash = createHmac('sha256', key).update(lines.join('\n')).digest('hex');
  return new URLSearchParams({ ...fields, hash }).toString();
}
