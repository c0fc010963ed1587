import 'server-only';
import { attachmentTexts } from '@/texts/attachments';
import { lines } from '@/texts/html';
import { type Attachment, describe } from '../attachment';
import { type Db } from '../db/client';
import { type Send } from '../delivery/outgoing';
import { sendOne } from '../delivery/send-one';
import { env } from '../env';
import { AppError } from '../errors';
import { takePersonalPermit } from '../rate-limit';
import { chatPace } from './chat-pace';
import { bringOriginal } from './original';
import { type BotApi, connectBotApi, countingInChats, sendMessageVia } from './send';

/** What a person wants to see again, now. */
interface OnDemand {
  chatId: number;
  attachment: Attachment;
}

/**
 * «Прислать в чат»: sends what is attached to its owner. Rejects with an AppError that says why it did not
 * arrive; with `attachment` null, that there is none: nothing is attached, or the row is not theirs.
 */
export async function sendAttachment(
  db: Db,
  userId: number,
  attachment: Attachment | null,
): Promise<void> {
  if (!attachment) throw new AppError('not-found');
  await takePersonalPermit(db, 'attachments', userId, new Date());
  const { botToken, telegramApiRoot, maxPerSecond } = env();
  const api = connectBotApi({ token: botToken, apiRoot: telegramApiRoot });
  const send = sendOnDemandVia(countingInChats(api, chatPace()));
  const pace = { db, send, now: () => new Date(), maxPerSecond };
  const { status } = await sendOne(pace, { chatId: userId, attachment });
  if (status === 'sent') return;
  if (status === 'unreachable') {
    throw new AppError('invalid', { message: attachmentTexts.unreachable });
  }
  throw new AppError('unavailable', { message: attachmentTexts.notSent });
}

const NOTHING_YET = { scheduledAt: 0, steps: 0, messageIds: [] };

const sendOnDemandVia =
  (api: BotApi): Send<OnDemand> =>
  async ({ chatId, attachment }, signal) => {
    const { brought, failure } = await bringOriginal(
      api,
      { chatId, attachment },
      NOTHING_YET,
      signal,
    );
    if (failure) return failure;
    const [messageId] = brought.messageIds;
    if (brought.lost === undefined && messageId !== undefined) return { status: 'sent', messageId };
    const said = attachmentTexts[brought.lost === 'part' ? 'partlyLost' : 'lostOnDemand'];
    const text = typeof said === 'string' ? said : said(describe(attachment));
    const message = { html: lines(text), keyboard: [] };
    return sendMessageVia(api)({ chatId, message, replyTo: messageId }, signal);
  };
