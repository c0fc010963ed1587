import 'server-only';
import { type WebhookState } from '@/contract/admin';
import { excerpt } from '@/core/cut';
import { type Env } from '../platform/env';
import { type BotApi, BotApiError } from './send';
import { WEBHOOK_PATH } from './setup';
import { STATE_LIMIT_MS } from './time-limits';

const MESSAGE_MAX = 200;

/** What Telegram says of our webhook. Of a foreign one only the host is shown: its path may be a secret. */
export async function readWebhookState(
  api: BotApi,
  { appUrl, botToken }: Pick<Env, 'appUrl' | 'botToken'>,
): Promise<WebhookState> {
  try {
    const info = await api('getWebhookInfo', {}, AbortSignal.timeout(STATE_LIMIT_MS));
    const { url = '', last_error_date: failedAt, last_error_message: message } = info;
    return {
      state: url === '' ? 'polling' : url === `${appUrl}${WEBHOOK_PATH}` ? 'ours' : 'elsewhere',
      host: URL.canParse(url) ? new URL(url).host : null,
      pending: info.pending_update_count,
      lastErrorAt: failedAt === undefined ? null : new Date(failedAt * 1000).toISOString(),
      lastError:
        message === undefined ? null : excerpt(message.replaceAll(botToken, '…'), MESSAGE_MAX),
    };
  } catch (error) {
    return { state: 'unknown', code: error instanceof BotApiError ? String(error.code) : 'fault' };
  }
}
