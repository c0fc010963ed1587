import 'server-only';
import { type Db } from '../db/client';
import { log } from '../log';
import { type SendResult } from './outgoing';
import { pauseSending, recordRefusal, UNAUTHORIZED_PAUSE_MS } from './pace';
import { parkUser } from './reachability';

/** Telegram's answer at `at` to a message for `chatId` whose send began at `began`. */
export interface Answer {
  chatId: number;
  began: Date;
  at: Date;
  result: SendResult;
}

/**
 * Writes down what an answer means beyond its own message: for the chat, for its user's reminders, for
 * everybody. Delivery has answers by the thousand: there, tick.ts and settle.ts call the same three
 * functions themselves, for many messages at once.
 */
export async function spreadAnswer(db: Db, { chatId, began, at, result }: Answer): Promise<void> {
  switch (result.status) {
    case 'unreachable':
      await parkUser(db, { userId: chatId, began, at });
      return;
    case 'rate-limited':
      await recordRefusal(db, { chatId, retryAfterS: result.retryAfterS, at });
      return;
    case 'unauthorized':
      alarmUnauthorized(result);
      await pauseSending(db, new Date(at.getTime() + UNAUTHORIZED_PAUSE_MS));
  }
}

/** Nobody's reminder is to blame, and only an administrator can help. */
export const alarmUnauthorized = ({ code }: { code: string }): void =>
  log.fatal({ code }, 'Telegram refuses the bot: nothing can be sent');
