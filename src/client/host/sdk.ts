/* The only file that knows Telegram's SDK: what clients understand; it comes behind the first screen. */
export { supports } from '@telegram-apps/sdk-react';
