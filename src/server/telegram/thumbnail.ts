import 'server-only';
import { THUMBNAIL_MAX_BYTES } from '@/core/limits';
import { type Attachment, thumbnailIdOf } from '../attachment';
import { type Db } from '../db/client';
import { env } from '../env';
import { AppError } from '../errors';
import { type Picture, pictureOf } from '../picture';
import { takePersonalPermit } from '../rate-limit';
import { connectDownloads, type Download } from './download';
import { BotApiError, connectBotApi } from './send';
import { DOWNLOAD_LIMIT_MS } from './time-limits';

/**
 * The small picture of what is attached, from Telegram: nothing of it is kept here. Rejects with an
 * AppError: `not-found` where there is none (any more), or it is no picture, or too large; `unavailable`
 * where Telegram does not answer.
 */
export async function fetchThumbnail(
  db: Db,
  userId: number,
  attachment: Attachment | null,
): Promise<Picture> {
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

let connected: Download | undefined;
/** Over connections that stay open: the cards of a list ask for several at once. */
function downloads(): Download {
  const { botToken: token, telegramApiRoot: apiRoot } = env();
  const options = { token, apiRoot };
  return (connected ??= connectDownloads(connectBotApi(options), options));
}

/** Telegram has forgotten the file, or says nothing at the moment. */
const toldOf = ({ code }: BotApiError): AppError =>
  new AppError(code === 400 || code === 404 ? 'not-found' : 'unavailable');
