import 'server-only';
import { type InlineKeyboardButton } from 'telegraf/types';
import { type Env } from '../env';

/** Where the mini app lives, and which Bot API is told so. */
export type AppAddress = Pick<Env, 'appUrl' | 'telegramApiRoot'>;

const LOOPBACK = /^https?:\/\/(localhost|\[::1\]|127(\.\d{1,3}){3})(:|\/|$)/;

/**
 * Telegram takes only https in a `web_app` button, a Bot API server of one's own included; one http
 * button has it refuse the whole message. Only where everything runs on one machine does http pass:
 * that is the demo with its simulator.
 */
export const mayOpenApp = ({ appUrl, telegramApiRoot }: AppAddress): boolean =>
  appUrl.startsWith('https:') || (LOOPBACK.test(appUrl) && LOOPBACK.test(telegramApiRoot));

/** The row of a keyboard that opens the mini app at a path; no row where Telegram would refuse the whole message. */
export const appButtonRow = (
  address: AppAddress,
  text: string,
  path = '/',
): InlineKeyboardButton[][] =>
  mayOpenApp(address) ? [[{ text, web_app: { url: `${address.appUrl}${path}` } }]] : [];
