import 'server-only';
import { type Db } from '../platform/db/client';
import { type SendResult } from '../telegram/send';
import { haltSending, recordRefusal, silentUntil, UNAUTHORIZED_HALT_MS } from './pace';

/** What an answer of Telegram means for other messages than its own: none go out before `until`. */
type Stop = { until: Date; at: Date } & (
  { whose: 'chat'; retryAfterS: number } | { whose: 'everybody' }
);

/** Whom an answer that came at `at` stops; null where all others go on. `verdictOf` says what it means for its own. */
export function stopOf(result: SendResult, at: Date): Stop | null {
  if (result.status === 'rate-limited') {
    const { retryAfterS } = result;
    return { whose: 'chat', until: silentUntil(at, retryAfterS), at, retryAfterS };
  }
  if (result.status === 'unauthorized') {
    const until = new Date(at.getTime() + UNAUTHORIZED_HALT_MS);
    return { whose: 'everybody', until, at };
  }
  return null;
}

/**
 * Writes it down for all instances. Refusals of several chats within seconds mean everybody: then answers until
 * when all sending halts, else null.
 */
export async function recordStop(db: Db, chatId: number, stop: Stop): Promise<Date | null> {
  if (stop.whose === 'chat') return recordRefusal(db, { chatId, ...stop });
  await haltSending(db, stop);
  return null;
}
