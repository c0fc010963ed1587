import 'server-only';
import { adminErrors } from '@/texts/admin';
import { type Db } from '../platform/db/client';
import { type Send } from '../telegram/send';
import { sendOne } from '../outbox/send-one';
import { AppError } from '../platform/errors';
import { takePersonalPermit } from '../platform/rate-limit';
import { type OutgoingNotice } from './due';

/**
 * Sends one message to the administrator who asks. Rejects with an AppError that says why it did not
 * arrive.
 */
export async function sendToOneself(
  { db, send, maxPerSecond }: { db: Db; send: Send<OutgoingNotice>; maxPerSecond: number },
  message: OutgoingNotice,
): Promise<void> {
  const asked = new Date();
  await takePersonalPermit(db, 'ownNotices', message.chatId, asked);
  const result = await sendOne({ db, send, now: () => new Date(), maxPerSecond }, message);
  const unavailable = (text: string, retryAfter?: number) =>
    new AppError('unavailable', { message: text, ...(retryAfter && { retryAfter }) });
  switch (result.status) {
    case 'sent':
      return;
    case 'paused': {
      const seconds = Math.ceil((result.until.getTime() - asked.getTime()) / 1_000);
      throw unavailable(adminErrors.telegramPaused, Math.max(1, seconds));
    }
    case 'unreachable':
      throw new AppError('invalid', { message: adminErrors.cannotWriteToYou });
    case 'rejected':
    case 'refused':
      throw new AppError('invalid', { message: adminErrors.messageRejected(result.code) });
    case 'rate-limited':
      throw unavailable(adminErrors.telegramPaused, result.retryAfterS);
    case 'unauthorized':
      throw unavailable(adminErrors.tokenRefused);
    case 'retry':
      throw unavailable(adminErrors.telegramSilent);
  }
}
