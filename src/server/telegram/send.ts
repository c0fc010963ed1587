import 'server-only';
import { setTimeout as wait } from 'node:timers/promises';
import { Telegram, TelegramError } from 'telegraf';
import { type InlineQueryResult, type Opts, type Telegram as Api } from 'telegraf/types';
import { z } from 'zod';
import { beginningOf } from '@/core/cut';
import { outage } from './outage';
import { safeFault } from '../platform/db/faults';
import { env } from '../platform/env';
import { log } from '../platform/log';
import { type ChatPace } from './chat-pace';
import { type Card } from './turn';
import { type Brought } from '../platform/attachment';

/**
 * The fate of one call.
 * - `rate-limited`: nothing may be sent to this chat for that many seconds.
 * - `unreachable`: this user cannot be written to until they come back.
 * - `rejected`: the message itself is at fault and will never be accepted; others will.
 * - `refused`: Telegram would not take it for a reason that we do not know; it has not arrived.
 * - `retry`: no answer. `reached` false means that the message cannot have arrived; otherwise it may
 *   be in the chat.
 * - `unauthorized`: Telegram refuses the bot as such; nothing can be sent and nobody is to blame.
 * - `fault`: code of ours threw; Telegram and its message are not to blame.
 */
export type SendResult = Outcome & {
  /** How much of a reminder's attachment went out, also where its message itself did not. */
  brought?: Brought | undefined;
};
type Outcome =
  | { status: 'sent'; messageId: number }
  | { status: 'rate-limited'; retryAfterS: number }
  | { status: 'unreachable'; code: string }
  | { status: 'rejected' | 'refused'; code: string }
  | { status: 'retry'; code: string; reached: boolean }
  | { status: 'unauthorized'; code: typeof BOT_REFUSED }
  | { status: 'fault'; code: typeof OUR_FAULT };

/** The word by which the ledger knows an attempt at which Telegram refused the bot as such, whatever its code was. */
export const BOT_REFUSED = 'bot-refused';
/** The word by which the ledger knows an attempt that code of ours has spoilt. */
export const OUR_FAULT = 'fault';

/** Sends one message. Never rejects; gives up with `retry` once the signal is aborted. */
export type Send<Message> = (message: Message, signal: AbortSignal) => Promise<SendResult>;

/** Takes a message out of a chat if it still can; never rejects. */
export type Retract = (chatId: number, messageId: number, signal: AbortSignal) => Promise<void>;

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

export type BotApiOptions = { token: string; apiRoot: string };

export type BotApi = <M extends keyof Api>(
  method: M,
  payload: Opts<M>,
  signal: AbortSignal,
) => Promise<ReturnType<Api[M]>>;

/**
 * The Bot API, by Telegraf's client. Every fault is a BotApiError; when the signal is aborted first, with
 * code `timeout`: the client alone would wait for 500 s. Tells `outage` of each call: without a code of Telegram's,
 * or with 5xx, it has failed, any other answer but a 429 means that Telegram is there.
 */
export function connectBotApi({ token, apiRoot }: BotApiOptions): BotApi {
  // Paths resolve against the root: without the slash they would drop the root's own path.
  const root = apiRoot.replace(/\/*$/, '/');
  const telegram = new Telegram(token, { apiRoot: root, webhookReply: false });
  return async (method, payload, signal) => {
    const began = performance.now();
    try {
      // @ts-expect-error Telegraf types the signal by an old shim; its fetch takes the native one.
      const result = await telegram.callApi(method, payload, { signal });
      outage.answered(began);
      return result;
    } catch (error) {
      const fault = translated(error, signal);
      const { code } = fault;
      if (typeof code !== 'number' || code >= 500) outage.failed(began, String(code));
      // A 429 alone says nothing of whether Telegram can be reached.
      else if (code !== 429) outage.answered(began);
      throw fault;
    }
  };
}

/**
 * Makes the call of a Bot API method that Telegraf's types lack: its client sends any name. An answer of another shape is
 * `no-answer`, as it may have had its effect. Throws BotApiError.
 */
const methodUnknownToTelegraf =
  <T>(method: string, shape: z.ZodType<T>) =>
  async (
    api: BotApi,
    payload: { result: InlineQueryResult } & Record<string, unknown>,
    signal: AbortSignal,
  ): Promise<T> => {
    // @ts-expect-error Its name is none of theirs.
    const { data } = shape.safeParse(await api(method, payload, signal));
    if (!data) throw new BotApiError('no-answer');
    return data;
  };
/** Answers the id by which a person's own client sends the message. */
export const prepareMessage = methodUnknownToTelegraf(
  'savePreparedInlineMessage',
  z.object({ id: z.string() }),
);
/** Answers the id of the message that appears. */
export const answerGuestQuery = methodUnknownToTelegraf(
  'answerGuestQuery',
  z.object({ inline_message_id: z.string() }),
);

const refusal = z.object({
  error_code: z.number(),
  description: z.string().catch(''),
  parameters: z.object({ retry_after: z.number().optional().catch(undefined) }).optional(),
});

/** A person waits for an answer, and the webhook must be done well before Telegram gives it up. */
const PATIENCE_S = 5;

/** Told of a chat's 429, which holds for everybody who writes to it. */
type ChatRefused = (chatId: number, retryAfterS: number) => Promise<void>;

/**
 * An API for answers in a chat. They keep to the chat's pace, and a 429 of a few seconds is
 * waited out within the call's own signal. Each 429 to a `send…` is told to `refused`, so that deliveries to that chat wait;
 * any other is only waited out.
 */
export const answeringInChats =
  (api: BotApi, chats: ChatPace, refused: ChatRefused): BotApi =>
  async (method, payload, signal) => {
    const chatId = method.startsWith('send') ? chatOf(payload) : undefined;
    const waitMs = chatId === undefined ? 0 : chats.countAnswer(chatId);
    if (waitMs > 0) {
      await wait(waitMs, undefined, { signal }).catch(() => {
        throw new BotApiError('timeout');
      });
    }
    for (let waitedS = 0; ;) {
      try {
        return await api(method, payload, signal);
      } catch (error) {
        if (!(error instanceof BotApiError) || error.code !== 429) throw error;
        const pauseS = error.retryAfterS ?? 1;
        if (chatId !== undefined) await refused(chatId, pauseS);
        waitedS += pauseS;
        if (waitedS > PATIENCE_S) throw error;
        await wait(pauseS * 1_000, undefined, { signal }).catch(() => Promise.reject(error));
      }
    }
  };

function chatOf(payload: object): number | undefined {
  return 'chat_id' in payload && typeof payload.chat_id === 'number' ? payload.chat_id : undefined;
}

/** Errors of a connection that was never made: nothing can have reached Telegram. */
const NEVER_CONNECTED = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EHOSTDOWN',
  'ENETDOWN',
]);

function translated(error: unknown, signal: AbortSignal): BotApiError {
  const refused =
    error instanceof TelegramError ? refusal.safeParse(error.response).data : undefined;
  if (refused) {
    const { error_code: code, description, parameters } = refused;
    return new BotApiError(code, description, parameters?.retry_after);
  }
  if (signal.aborted) return new BotApiError('timeout');
  const code = typeof error === 'object' && error && 'code' in error ? String(error.code) : '';
  return new BotApiError(NEVER_CONNECTED.has(code) ? 'network' : 'no-answer');
}

/** The whole account of the bot is stopped, whatever the code. (tdlib/telegram-bot-api, Client.cpp) */
const BOT_STOPPED = /FROZEN_|logged out/i;
/** 400s that mean the same as 403: this chat cannot be written to. */
const CHAT_REFUSED =
  /chat not found|user not found|PEER_ID_INVALID|no write access to the chat|USER_DELETED|USER_IS_BLOCKED|USER_DEACTIVATED|CHAT_WRITE_FORBIDDEN/i;
/** 404s of a server of the Bot API that is too old for the call; any other 404 means a token of the wrong form. */
const METHOD_UNKNOWN = /method not found/i;
/** 400s that another text or other buttons would not get. */
const MESSAGE_REFUSED =
  /can't parse|too[ _]long|(text|message) (is |must be non-)empty|MESSAGE_EMPTY|encoded in UTF-8|ENTIT(Y|IES)|BUTTON|\bURL|_URL_|reply[ _]markup|keyboard/i;

/** Telegram's own word for the fault where it has one, e.g. `BUTTON_DATA_INVALID`; never a quoted text. */
const wordOf = ({ code, description }: BotApiError): string =>
  /^Bad Request: ([A-Z][A-Z0-9_]{2,60})$/.exec(description)?.[1] ?? String(code);

/**
 * Reads what a fault of sendMessage means for whoever sends: reminders, notices, warnings, tests alike. Logs what only
 * people can mend.
 */
export function classifyFault(error: unknown): Exclude<SendResult, { status: 'sent' }> {
  if (!(error instanceof BotApiError)) {
    log.error({ fault: safeFault(error) }, 'a message could not be rendered or sent');
    return { status: 'fault', code: OUR_FAULT };
  }
  const { code, description } = error;
  if (typeof code !== 'number') return { status: 'retry', code, reached: code !== 'network' };
  // A gateway's 5xx may come after the message went through.
  if (code >= 500) return { status: 'retry', code: String(code), reached: true };
  if (code === 429) return { status: 'rate-limited', retryAfterS: error.retryAfterS ?? 5 };
  const tokenRefused = code === 401 || (code === 404 && !METHOD_UNKNOWN.test(description));
  if (tokenRefused || BOT_STOPPED.test(description)) {
    // Nobody's message is to blame, and only an administrator can help.
    log.fatal({ code: wordOf(error) }, 'Telegram refuses the bot: nothing can be sent');
    return { status: 'unauthorized', code: BOT_REFUSED };
  }
  if (code === 403) return { status: 'unreachable', code: '403' };
  if (code === 400 && CHAT_REFUSED.test(description)) {
    return { status: 'unreachable', code: 'chat-not-found' };
  }
  const messageRefused = code === 413 || (code === 400 && MESSAGE_REFUSED.test(description));
  return { status: messageRefused ? 'rejected' : 'refused', code: wordOf(error) };
}

/** UTF-16 units of a message's text. https://core.telegram.org/bots/api#sendmessage */
const TEXT_MAX = 4_096;

/** A card as the calls of the Bot API take it. */
export const lookOf = ({ text, keyboard }: Card) => ({
  text: text.toString(),
  parse_mode: 'HTML' as const,
  link_preview_options: { is_disabled: true },
  reply_markup: { inline_keyboard: keyboard.filter((row) => row.length > 0) },
});

/** A card as Telegram shows it in a chat of others. */
export function articleOf(id: string, title: string, card: Card): InlineQueryResult {
  const { text: message_text, parse_mode, reply_markup } = lookOf(card);
  return {
    type: 'article',
    id,
    title,
    input_message_content: { message_text, parse_mode },
    ...(reply_markup.inline_keyboard.length > 0 && { reply_markup }),
  };
}

/** A message to one chat, as a reply to another one where that is still there. */
export type ChatMessage = { chatId: number; message: Card; replyTo?: number | undefined };

/**
 * Sends a rendered message to one chat. One whose markup or buttons Telegram rejects is sent once more
 * as plain text without buttons: a bare reminder is better than none.
 */
export const sendMessageVia =
  (api: BotApi): Send<ChatMessage> =>
  async ({ chatId, message, replyTo }, signal) => {
    const send = async (content: Omit<Opts<'sendMessage'>, 'chat_id'>): Promise<SendResult> => {
      try {
        const { message_id } = await api('sendMessage', { chat_id: chatId, ...content }, signal);
        return { status: 'sent', messageId: message_id };
      } catch (error) {
        return classifyFault(error);
      }
    };
    const look = lookOf(message);
    const asReply = replyTo !== undefined && {
      reply_parameters: { message_id: replyTo, allow_sending_without_reply: true },
    };
    const result = await send({ ...look, ...asReply });
    if (result.status !== 'rejected') return result;
    const { code } = result;
    log.warn({ code }, 'Telegram rejects a message: it goes without markup and buttons');
    const { link_preview_options } = look;
    return send({ text: plainTextOf(message), link_preview_options, ...asReply });
  };

/** Well-formed, within Telegram's limit, and never cut in the middle of a character. */
const plainTextOf = ({ text }: Card): string => beginningOf(text.toPlainText(), TEXT_MAX);

export type EditedMessage = { chatId: number; messageId: number; message: Card };

/** Edits a message, however old; one that is gone, or says all this already, is `refused`. */
export const editMessageVia =
  (api: BotApi): Send<EditedMessage> =>
  async ({ chatId, messageId, message }, signal) => {
    const edit = { chat_id: chatId, message_id: messageId, ...lookOf(message) };
    try {
      await api('editMessageText', edit, signal);
      return { status: 'sent', messageId };
    } catch (error) {
      return classifyFault(error);
    }
  };

/**
 * Takes an old copy out of its chat. One that is too old to be deleted (48 h) loses its buttons: nobody
 * presses what no longer counts. https://core.telegram.org/bots/api#deletemessage
 */
export const retractVia =
  (api: BotApi): Retract =>
  async (chatId, messageId, signal) => {
    const message = { chat_id: chatId, message_id: messageId };
    try {
      await api('deleteMessage', message, signal).catch((error: unknown) => {
        const gone = error instanceof BotApiError && /not found/i.test(error.description);
        if (!isRejected(error) || gone) throw error;
        return api('editMessageReplyMarkup', message, signal);
      });
    } catch {
      // Gone, without buttons, or Telegram is away: an extra copy stays, which is harmless.
    }
  };

/** Telegram understood the call and will not do it. */
export const isRejected = (error: unknown): boolean =>
  error instanceof BotApiError && error.code === 400;

/** This process's bot. */
export function ownBot(): BotApi {
  const { botToken: token, telegramApiRoot: apiRoot } = env();
  return connectBotApi({ token, apiRoot });
}

/**
 * How long a call of the Bot API may take, in milliseconds; Telegraf alone would wait 500 s for an answer.
 * What was given up may have arrived all the same.
 */

/** A reminder, a notice, an agenda: what is delivered. */
export const SEND_LIMIT_MS = 10_000;
/** Limits of the bot's calls while it handles an update. */
export const CALL_LIMIT_MS = 10_000;
export const UPLOAD_LIMIT_MS = 20_000;
/** A small picture for the app, whose lists must not hold connections for long. */
export const DOWNLOAD_LIMIT_MS = 5_000;
/** All of `npm run bot:setup`. */
export const SETUP_LIMIT_MS = 30_000;
export const STATE_LIMIT_MS = 4_000;
