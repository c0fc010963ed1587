import 'server-only';
import { THUMBNAIL_MAX_BYTES } from '@/core/limits';
import { attachmentTexts } from '@/texts/attachments';
import { lines } from '@/texts/html';
import { type Attachment, describe, thumbnailIdOf } from '../platform/attachment';
import { type Db } from '../platform/db/client';
import { env } from '../platform/env';
import { AppError } from '../platform/errors';
import { pictureOf } from '../platform/picture';
import { takePersonalPermit } from '../platform/rate-limit';
import {
  type BotApi,
  BotApiError,
  DOWNLOAD_LIMIT_MS,
  ownBot,
  type Send,
  sendMessageVia,
} from '../telegram/send';
import { connectDownloads, type Download } from '../telegram/download';
import { bringOriginal } from '../telegram/original';
import { sendOne } from '../outbox/send-one';

type OnDemand = { chatId: number; attachment: Attachment };

/**
 * «Прислать в чат»: sends what is attached at the pace of all, with a line in the ledger; a text in its place where
 * Telegram has lost it. Throws an AppError where neither reached the chat, or nothing is attached.
 */
export async function sendAttachment(db: Db, userId: number, attachment: Attachment | null) {
  if (!attachment) throw new AppError('not-found');
  await takePersonalPermit(db, 'attachments', userId, new Date());
  const send = sendOnDemandVia(ownBot());
  const { maxPerSecond } = env();
  const { status } = await sendOne({ db, send, maxPerSecond }, { chatId: userId, attachment });
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
    const original = { chatId, attachment };
    const { brought, failure } = await bringOriginal(api, original, NOTHING_YET, signal);
    if (failure) return failure;
    const [messageId] = brought.messageIds;
    if (brought.lost === undefined && messageId !== undefined) return { status: 'sent', messageId };
    const { items, origin } = attachment;
    if (items.length === 0 && origin) {
      const message = { text: attachmentTexts.from(origin.chat, origin.url), keyboard: [] };
      return sendMessageVia(api)({ chatId, message }, signal);
    }
    const said = attachmentTexts[brought.lost === 'part' ? 'partlyLost' : 'lostOnDemand'];
    const text = typeof said === 'string' ? said : said(describe(attachment));
    const message = { text: lines(text), keyboard: [] };
    return sendMessageVia(api)({ chatId, message, replyTo: messageId }, signal);
  };

/**
 * The small picture of what is attached, from Telegram, not kept here. Throws `not-found`, or
 * `unavailable` where Telegram does not answer.
 */
export async function fetchThumbnail(db: Db, userId: number, attachment: Attachment | null) {
  const fileId = attachment ? thumbnailIdOf(attachment) : undefined;
  if (fileId === undefined) throw new AppError('not-found');
  await takePersonalPermit(db, 'thumbnails', userId, new Date());
  const limits = { maxBytes: THUMBNAIL_MAX_BYTES, signal: AbortSignal.timeout(DOWNLOAD_LIMIT_MS) };
  const bytes = await downloads()(fileId, limits).catch((error: unknown) => {
    throw error instanceof BotApiError ? toldOf(error) : error;
  });
  const picture = bytes === 'too-large' ? null : pictureOf(bytes);
  if (!picture) throw new AppError('not-found');
  return picture;
}

function downloads(): Download {
  const { botToken: token, telegramApiRoot: apiRoot } = env();
  return connectDownloads(ownBot(), { token, apiRoot });
}

/** Telegram has forgotten the file, or says nothing at the moment. */
const toldOf = ({ code }: BotApiError): AppError =>
  new AppError(code === 400 || code === 404 ? 'not-found' : 'unavailable');
