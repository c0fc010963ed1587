import 'server-only';
import { z } from 'zod';
import { type Firing } from '@/core/firing';
import { type SnoozePreset } from '@/texts/presets';
import { type Attachment } from '../attachment';

/** Everything a chat message about a due reminder is made of. */
export interface OutgoingReminder {
  chatId: number;
  reminderId: number;
  text: string;
  typeName: string;
  /** The user's saved zone: the one in which times are shown. */
  timeZone: string;
  /** The user's buttons of «Отложить». */
  snoozes: readonly SnoozePreset[];
  firing: Firing;
  /** How many years the occurrence celebrates, where that is known. */
  age?: number | null;
  /** The message that comes back with it, and what of it is in the chat already. */
  attachment?: Attachment | null;
  brought?: Brought | null;
}

/**
 * What of an attachment one firing has brought into the chat. It is written down with every answer: a
 * firing that is tried again, or re-sent, does not bring it twice.
 */
export const brought = z.object({
  /** The firing, by when it was due: milliseconds since 1970. */
  scheduledAt: z.number(),
  /** Steps that are done; see telegram/original. */
  steps: z.number(),
  /** The messages in the chat. */
  messageIds: z.array(z.number()),
  /** Telegram gives it no longer: not at all, or not all of an album. */
  lost: z.enum(['all', 'part']).optional(),
});
export type Brought = z.infer<typeof brought>;

/**
 * What became of one call.
 * - `rate-limited`: nothing may be sent to this chat for that many seconds.
 * - `unreachable`: this user cannot be written to until they come back.
 * - `rejected`: the message itself is at fault and will never be accepted; others will.
 * - `refused`: Telegram would not take it for a reason that we do not know; it has not arrived.
 * - `retry`: no answer. `reached` false means that the message cannot have arrived; otherwise it may
 *   be in the chat.
 * - `unauthorized`: Telegram refuses the bot as such; nothing can be sent and nobody is to blame.
 */
export type SendResult = Outcome & {
  /** Of a reminder with an attachment, also where its message itself did not go out. */
  brought?: Brought | undefined;
};
type Outcome =
  | { status: 'sent'; messageId: number }
  | { status: 'rate-limited'; retryAfterS: number }
  | { status: 'unreachable'; code: string }
  | { status: 'rejected' | 'refused'; code: string }
  | { status: 'retry'; code: string; reached: boolean }
  | { status: 'unauthorized'; code: string };

/** Sends one message. Never rejects; gives up with `retry` once the signal is aborted. */
export type Send<Message = OutgoingReminder> = (
  message: Message,
  signal: AbortSignal,
) => Promise<SendResult>;

/** Takes a message out of a chat if it still can; never rejects. */
export type Retract = (chatId: number, messageId: number, signal: AbortSignal) => Promise<void>;
