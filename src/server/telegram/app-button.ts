import 'server-only';
import { type InlineKeyboardButton } from 'telegraf/types';
import { type Env } from '../env';

/** Where the mini app lives, and which Bot API is told so. */
export type AppAddress = Pick<Env, 'appUrl' | 'telegramApiRoot'>;

/** Telegram itself takes only https in a `web_app` button; another API root may be less strict. */
export const mayOpenApp = ({ appUrl, telegramApiRoot }: AppAddress): boolean =>
  appUrl.startsWith('https:') || new URL(telegramApiRoot).hostname !== 'api.telegram.org';

/** The row of a keyboard that opens the mini app at a path; no row where Telegram would refuse the whole message. */
export const appButtonRow = (
  address: AppAddress,
  text: string,
  path = '/',
): InlineKeyboardButton[][] =>
  mayOpenApp(address) ? [[{ text, web_app: { url: `${address.appUrl}${path}` } }]] : [];
