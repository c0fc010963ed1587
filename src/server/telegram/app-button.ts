import 'server-only';
import { type InlineKeyboardButton } from 'telegraf/types';
import { appAddress } from '@/contract/launch';
import { type Env } from '../platform/env';

/** Where the mini app lives, and whether it is the simulator that is told so. */
export type AppAddress = Pick<Env, 'appUrl' | 'simulated'>;

const LOOPBACK = /^https?:\/\/(localhost|\[::1\]|127(\.\d{1,3}){3})(:|\/|$)/;

/**
 * Telegram takes only https in a `web_app` button, a Bot API server of one's own included; one http
 * button has it refuse the whole message. Only the demo's simulator takes http, on its own machine.
 */
export const mayOpenApp = ({ appUrl, simulated }: AppAddress): boolean =>
  appUrl.startsWith('https:') || (simulated && LOOPBACK.test(appUrl));

/** The row of a keyboard that opens the mini app at a path; no row where Telegram would refuse the whole message. */
export const appButtonRow = (
  address: AppAddress,
  text: string,
  path = '/',
): InlineKeyboardButton[][] =>
  mayOpenApp(address) ? [[{ text, web_app: { url: `${address.appUrl}${appAddress(path)}` } }]] : [];
