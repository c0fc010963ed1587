import 'server-only';
import { type Firing } from '@/core/firing';

/** Everything a chat message about a due reminder is made of. */
export interface OutgoingReminder {
  chatId: number;
  reminderId: number;
  text: string;
  typeName: string;
  /** The user's saved zone: the one in which times are shown. */
  timeZone: string;
  firing: Firing;
}

/**
 * What became of one call.
 * - `rate-limited`: nobody may send for that many seconds.
 * - `unreachable`: this user cannot be written to until they come back.
 * - `rejected`: this message will never be accepted; others will.
 * - `retry`: try again later. `reached` false means that the message cannot have arrived; otherwise
 *   the answer was lost and the message may be in the chat.
 * - `unauthorized`: the token is wrong; nothing can be sent and nobody is to blame.
 */
export type SendResult =
  | { status: 'sent'; messageId: number }
  | { status: 'rate-limited'; retryAfterS: number }
  | { status: 'unreachable'; code: string }
  | { status: 'rejected'; code: string }
  | { status: 'retry'; code: string; reached: boolean }
  | { status: 'unauthorized' };

/** Sends one message. Never rejects; gives up with `retry` once the signal is aborted. */
export type Send<Message = OutgoingReminder> = (
  message: Message,
  signal: AbortSignal,
) => Promise<SendResult>;

/** Takes a message out of a chat if it still can; never rejects. */
export type Retract = (chatId: number, messageId: number, signal: AbortSignal) => Promise<void>;
