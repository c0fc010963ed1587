import 'server-only';
import { z } from 'zod';
import { APP_PATH } from '@/contract/launch';
import { botTexts } from '@/texts/bot';
import { type WebhookState } from '@/contract/admin';
import { excerpt } from '@/core/cut';
import { type Env } from '../platform/env';
import { mayOpenApp } from './message';
import { type BotApi, BotApiError, SETUP_LIMIT_MS, STATE_LIMIT_MS } from './send';

export const WEBHOOK_PATH = '/api/telegram/webhook';
const UPDATE_KINDS = [
  'message',
  'edited_message',
  'callback_query',
  'inline_query',
  'chosen_inline_result',
  'my_chat_member',
] as const;

/** The updates that the bot takes; Telegram sends no others. `guests` is whether it may be called as a guest. */
export function updateKinds(guests: boolean): (typeof UPDATE_KINDS)[number][] {
  // @ts-expect-error Younger than Telegraf's types.
  return guests ? [...UPDATE_KINDS, 'guest_message'] : [...UPDATE_KINDS];
}
const guestMode = z.object({ supports_guest_queries: z.boolean().catch(false) });

/**
 * Tells Telegram everything about the bot: commands, descriptions, the menu button, and where its
 * updates go. Safe to repeat on each deploy; updates that wait for the bot are never dropped. Without
 * an https address Telegram takes neither webhook nor menu button: then `webhook` is null and updates
 * have to be polled. `inline` and `guests` are whether inline and guest mode are on, which only @BotFather
 * can switch. Throws BotApiError.
 */
export async function setUpBot(
  api: BotApi,
  settings: Pick<Env, 'appUrl' | 'simulated' | 'webhookSecret'>,
): Promise<{ webhook: string | null; inline: boolean; guests: boolean }> {
  const { appUrl, webhookSecret } = settings;
  const signal = AbortSignal.timeout(SETUP_LIMIT_MS);

  // Once for everybody and once for those whose Telegram is Russian, who would else see older ones.
  const commands = botTexts.commands.map(([command, description]) => ({ command, description }));
  await api('setMyCommands', { commands }, signal);
  await api('setMyCommands', { commands, language_code: 'ru' }, signal);
  await api('setMyDescription', { description: botTexts.description }, signal);
  await api('setMyShortDescription', { short_description: botTexts.shortDescription }, signal);
  const botUser = await api('getMe', {}, signal);
  const modes = {
    inline: botUser.supports_inline_queries,
    guests: guestMode.parse(botUser).supports_guest_queries,
  };
  if (!mayOpenApp(settings)) return { webhook: null, ...modes };

  const webhook = `${appUrl}${WEBHOOK_PATH}`;
  const menuButton = {
    type: 'web_app' as const,
    text: botTexts.app.menu,
    web_app: { url: `${appUrl}${APP_PATH}` },
  };
  await api('setChatMenuButton', { menu_button: menuButton }, signal);
  const told = {
    url: webhook,
    secret_token: webhookSecret,
    allowed_updates: updateKinds(modes.guests),
  };
  await api('setWebhook', told, signal);
  return { webhook, ...modes };
}

const MESSAGE_MAX = 200;

function stateOf(url: string, appUrl: string): 'polling' | 'ours' | 'elsewhere' {
  if (url === '') return 'polling';
  return url === `${appUrl}${WEBHOOK_PATH}` ? 'ours' : 'elsewhere';
}

/** Asks Telegram about our webhook. Of a foreign one only the host is shown: its path may be a secret. */
export async function readWebhookState(
  api: BotApi,
  { appUrl, botToken }: Pick<Env, 'appUrl' | 'botToken'>,
): Promise<WebhookState> {
  try {
    const info = await api('getWebhookInfo', {}, AbortSignal.timeout(STATE_LIMIT_MS));
    const { url = '', last_error_date: failedAt, last_error_message: message } = info;
    return {
      state: stateOf(url, appUrl),
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
