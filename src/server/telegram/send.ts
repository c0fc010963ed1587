import 'server-only';
import { setTimeout as wait } from 'node:timers/promises';
import { Telegram, TelegramError } from 'telegraf';
import { type Opts, type Telegram as Api } from 'telegraf/types';
import { z } from 'zod';
import { type Retract, type Send, type SendResult } from '../delivery/outgoing';
import { type AppAddress } from './app-button';
import { type Answer, jsonPoster } from './post-json';
import { renderReminder, type RenderedMessage } from './reminder-message';

/** A failed call of the Bot API, without the payload that Telegraf's own error carries along. */
export class BotApiError extends Error {
  override name = 'BotApiError';
  constructor(
    /** Telegram's error code, or a word for what kept its answer away. */
    readonly code: number | 'network' | 'timeout' | 'no-answer',
    /** Telegram's description. It may quote what was sent: never log it. */
    readonly description = '',
    readonly retryAfterS?: number,
  ) {
    super(`Bot API call failed: ${code}`);
  }
}

export interface BotApiOptions {
  token: string;
  apiRoot: string;
}

export type BotApi = <M extends keyof Api>(
  method: M,
  payload: Opts<M>,
  signal: AbortSignal,
) => Promise<ReturnType<Api[M]>>;

/**
 * The Bot API. Every fault is a BotApiError; when the signal is aborted first, with code `timeout`.
 * Telegraf's client writes the one kind of call that is not plain JSON, an upload.
 */
export function connectBotApi({ token, apiRoot }: BotApiOptions): BotApi {
  // Paths resolve against the root: without the slash they would drop the root's own path.
  const root = apiRoot.replace(/\/*$/, '/');
  const telegram = new Telegram(token, { apiRoot: root, webhookReply: false });
  const { origin, pathname } = new URL(`./bot${token}/`, root);
  const post = jsonPoster(origin);
  return async (method, payload, signal) => {
    try {
      if (method === 'sendDocument') {
        // @ts-expect-error Telegraf types the signal by an old shim; its fetch takes the native one.
        // eslint-disable-next-line @typescript-eslint/no-unsafe-class-instance-assignment
        return await telegram.callApi(method, payload, { signal });
      }
      return resultOf(method, await post(pathname + method, JSON.stringify(payload), signal));
    } catch (error) {
      throw translated(error, signal);
    }
  };
}

function resultOf<M extends keyof Api>(
  method: M,
  { status, statusText, body }: Answer,
): ReturnType<Api[M]> {
  // A gateway's 5xx need not be Telegram's JSON.
  if (status >= 500) throw new BotApiError(status, statusText);
  const answer: unknown = JSON.parse(body);
  if (isSuccess(method, answer)) return answer.result;
  const { error_code, description, parameters } = refusal.parse(answer);
  throw new BotApiError(error_code, description, parameters?.retry_after);
}

/** That the result is the method's own is Telegram's word. */
const isSuccess = <M extends keyof Api>(
  _method: M,
  answer: unknown,
): answer is { ok: true; result: ReturnType<Api[M]> } =>
  typeof answer === 'object' && answer !== null && 'ok' in answer && answer.ok === true;

const refusal = z.object({
  error_code: z.number(),
  description: z.string().catch(''),
  parameters: z.object({ retry_after: z.number().optional().catch(undefined) }).optional(),
});

/** A person waits for an answer, and the webhook must be done well before Telegram gives it up. */
const PATIENCE_S = 5;

/**
 * The same API for answers in a chat: a 429 of a few seconds is waited out within the call's own
 * signal. It never pauses delivery: whoever floods the bot would then hold up everybody's reminders.
 */
export const waitingOut429 =
  (api: BotApi): BotApi =>
  async (method, payload, signal) => {
    for (let waitedS = 0; ;) {
      try {
        return await api(method, payload, signal);
      } catch (error) {
        if (!(error instanceof BotApiError) || error.code !== 429) throw error;
        const pauseS = error.retryAfterS ?? 1;
        waitedS += pauseS;
        if (waitedS > PATIENCE_S) throw error;
        await wait(pauseS * 1_000, undefined, { signal }).catch(() => Promise.reject(error));
      }
    }
  };

/** Errors of a connection that was never made: nothing can have reached Telegram. */
const NEVER_CONNECTED = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EHOSTDOWN',
  'ENETDOWN',
  'UND_ERR_CONNECT_TIMEOUT',
]);

function translated(error: unknown, signal: AbortSignal): BotApiError {
  if (error instanceof BotApiError) return error;
  if (error instanceof TelegramError) {
    return new BotApiError(error.code, error.description, error.parameters?.retry_after);
  }
  if (signal.aborted) return new BotApiError('timeout');
  const code = typeof error === 'object' && error && 'code' in error ? String(error.code) : '';
  return new BotApiError(NEVER_CONNECTED.has(code) ? 'network' : 'no-answer');
}

/** What a fault of sendMessage means for delivery. */
export function classifyFault(error: unknown): Exclude<SendResult, { status: 'sent' }> {
  if (!(error instanceof BotApiError)) return { status: 'retry', code: 'fault', reached: true };
  const { code, description } = error;
  if (typeof code !== 'number') return { status: 'retry', code, reached: code !== 'network' };
  const name = String(code);
  if (code === 429) return { status: 'rate-limited', retryAfterS: error.retryAfterS ?? 5 };
  // A token of the wrong form gets 404.
  if (code === 401 || code === 404) return { status: 'unauthorized' };
  if (code === 403) return { status: 'unreachable', code: name };
  if (code === 400 && /chat not found|user not found|PEER_ID_INVALID/i.test(description)) {
    return { status: 'unreachable', code: 'chat-not-found' };
  }
  // A 5xx may come from a gateway after the message went through.
  return code >= 500
    ? { status: 'retry', code: name, reached: true }
    : { status: 'rejected', code: name };
}

/** Sends a rendered message to one chat. */
export const sendMessageVia =
  (api: BotApi): Send<{ chatId: number; message: RenderedMessage }> =>
  async ({ chatId, message }, signal) => {
    try {
      const sent = await api(
        'sendMessage',
        {
          chat_id: chatId,
          text: message.html.toString(),
          parse_mode: 'HTML',
          link_preview_options: { is_disabled: true },
          reply_markup: { inline_keyboard: message.keyboard },
        },
        signal,
      );
      return { status: 'sent', messageId: sent.message_id };
    } catch (error) {
      return classifyFault(error);
    }
  };

/** The delivery's way to Telegram. */
export function sendReminderVia(api: BotApi, address: AppAddress): Send {
  const send = sendMessageVia(api);
  return (message, signal) =>
    send({ chatId: message.chatId, message: renderReminder(message, address) }, signal);
}

export const retractVia =
  (api: BotApi): Retract =>
  async (chatId, messageId, signal) => {
    try {
      await api('deleteMessage', { chat_id: chatId, message_id: messageId }, signal);
    } catch {
      // Too old, deleted by the user, or Telegram is away: an extra copy stays, which is harmless.
    }
  };
