import 'server-only';
import { bytesWithin } from '../platform/request-body';
import { type BotApi, BotApiError, type BotApiOptions } from './send';

/** Fetches a file that somebody has sent to the bot. */
export type Download = (
  fileId: string,
  options: { maxBytes: number; signal: AbortSignal },
) => Promise<Buffer | 'too-large'>;

/**
 * Downloads by the Bot API. The address of a file holds the bot's token: it stays in here, and no fault
 * names it. Every fault is a BotApiError. https://core.telegram.org/bots/api#getfile
 */
export const connectDownloads =
  (api: BotApi, { token, apiRoot }: BotApiOptions): Download =>
  async (fileId, { maxBytes, signal }) => {
    const file = await api('getFile', { file_id: fileId }, signal);
    if ((file.file_size ?? 0) > maxBytes) return 'too-large';
    const path = file.file_path?.split('/').map(encodeURIComponent).join('/');
    if (path === undefined) throw new BotApiError('no-answer');
    try {
      const root = apiRoot.replace(/\/*$/, '');
      const address = `${root}/file/bot${token}/${path}`;
      const response = await fetch(address, { signal, redirect: 'error', cache: 'no-store' });
      if (!response.ok || response.body === null) throw new BotApiError(response.status);
      return await bytesWithin(response.body, maxBytes);
    } catch (error) {
      if (error instanceof BotApiError) throw error;
      throw new BotApiError(signal.aborted ? 'timeout' : 'no-answer');
    }
  };
