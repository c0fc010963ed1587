import { z } from 'zod';
import { badRequest } from './bot-api-error';

const buttonSchema = z.object({
  text: z.string(),
  url: z.string().optional(),
  callback_data: z.string().optional(),
  web_app: z.object({ url: z.string() }).optional(),
  copy_text: z.object({ text: z.string().min(1).max(256) }).optional(),
  switch_inline_query: z.string().optional(),
  style: z.string().optional(),
});
export type InlineButton = z.infer<typeof buttonSchema>;

const keyboardSchema = z.object({ inline_keyboard: z.array(z.array(buttonSchema)) });
const otherMarkup = z.union([
  z.object({ remove_keyboard: z.literal(true) }),
  z.object({ force_reply: z.literal(true) }),
  z.object({ keyboard: z.array(z.array(z.unknown())) }),
]);

/** Rows of an inline keyboard; empty without one. */
export type Keyboard = InlineButton[][];

/** Reads and checks `reply_markup`. Throws the 400 that Telegram would answer. */
export function parseMarkup(value: unknown): Keyboard {
  if (value === undefined || value === null || value === '') return [];
  if (otherMarkup.safeParse(value).success) return [];
  const parsed = keyboardSchema.safeParse(value);
  if (!parsed.success) throw badRequest('object expected as reply markup');
  const rows = parsed.data.inline_keyboard.filter((row) => row.length > 0);
  rows.flat().forEach(checkButton);
  if (rows.flat().length > 100) throw badRequest('too many inline keyboard buttons');
  return rows;
}

function checkButton(button: InlineButton): void {
  if (button.text.trim() === '')
    throw badRequest("can't parse inline keyboard button: Text must be non-empty");
  const actions = [
    button.url,
    button.callback_data,
    button.web_app,
    button.copy_text,
    button.switch_inline_query,
  ].filter((action) => action !== undefined);
  if (actions.length === 0) {
    throw badRequest(
      "can't parse inline keyboard button: Text buttons are unallowed in the inline keyboard",
    );
  }
  if (button.callback_data !== undefined) {
    const size = Buffer.byteLength(button.callback_data);
    if (size < 1 || size > 64) throw badRequest('BUTTON_DATA_INVALID');
  }
  if (button.url !== undefined) checkLink(button.url);
  if (button.web_app) checkWebApp(button.web_app.url, 'inline keyboard button');
}

function checkLink(url: string): void {
  if (/^tg:\/\//.test(url)) return;
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
    throw badRequest(`inline keyboard button URL '${url}' is invalid: Wrong HTTP URL`);
  }
}

/**
 * Telegram opens mini apps over https only. This is a simulator, so plain http on the loopback
 * interface passes as well.
 */
export function checkWebApp(url: string, where: string): void {
  if (!URL.canParse(url))
    throw badRequest(`${where} Web App URL '${url}' is invalid: Wrong HTTP URL`);
  const { protocol, hostname } = new URL(url);
  if (protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname))) return;
  throw badRequest(`${where} Web App URL '${url}' is invalid: Only HTTPS links are allowed`);
}

/** Whether a URL's host is this machine. */
export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host);
