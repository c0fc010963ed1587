import { z } from 'zod';
import { badCall } from './call';
import { fitsItsKey } from './key-room';

const actions = {
  url: z.string().optional(),
  callback_data: z.string().optional(),
  web_app: z.strictObject({ url: z.string() }).optional(),
  copy_text: z.strictObject({ text: z.string() }).optional(),
};
const buttonSchema = z.strictObject({
  text: z.string(),
  ...actions,
  style: z.enum(['danger', 'success', 'primary']).optional(),
});
export type InlineButton = z.infer<typeof buttonSchema>;

const forceReply = z.strictObject({
  force_reply: z.literal(true),
  input_field_placeholder: z.string().min(1).max(64).optional(),
});

/** Rows of an inline keyboard; empty without one. */
export type Keyboard = InlineButton[][];

export interface MarkupRules {
  /** Addresses on this machine pass, as they do nowhere in Telegram: the demo has no others. */
  loopback?: boolean | undefined;
  /** Nothing is checked: checks would take several times as long as a whole call of a benchmark. */
  lean?: boolean | undefined;
}

/** Telegram shows no more in a row, and takes no more in all. */
const PER_ROW_MAX = 8;
const BUTTONS_MAX = 100;

/**
 * Reads and checks `reply_markup`; messages that are edited take inline keyboards only. Throws the 400 that
 * Telegram would answer.
 */
export function parseMarkup(
  value: unknown,
  rules: MarkupRules,
  { inlineOnly = false } = {},
): Keyboard {
  if (value === undefined || value === null || value === '') return [];
  if (rules.lean && isInlineKeyboard(value)) return value.inline_keyboard;
  if (typeof value === 'string') throw badCall("can't parse reply markup JSON object");
  if (typeof value !== 'object' || Array.isArray(value)) {
    throw badCall('object expected as reply markup');
  }
  if (!('inline_keyboard' in value)) {
    if (!forceReply.safeParse(value).success) {
      throw badCall('simulator: the reply markup is none that the product uses');
    }
    if (inlineOnly) throw badCall('inline keyboard expected');
    return [];
  }
  const read = z.strictObject({ inline_keyboard: z.array(z.unknown()) }).safeParse(value);
  if (!read.success) throw badCall('simulator: the inline keyboard has fields of no meaning');
  const keyboard = read.data.inline_keyboard.map((row) => {
    if (!Array.isArray(row)) {
      throw badCall(
        'field "inline_keyboard" of the InlineKeyboardMarkup must be an Array of Arrays',
      );
    }
    return row.map((button: unknown) => parseButton(button, row.length, rules));
  });
  if (keyboard.some((row) => row.length > PER_ROW_MAX) || keyboard.flat().length > BUTTONS_MAX) {
    throw badCall('reply markup is too long');
  }
  return keyboard.filter((row) => row.length > 0);
}

/** What a `reply_markup` that parseMarkup took asks of the person's client; undefined where it asks for no reply. */
export function forcedReply(value: unknown): { placeholder: string } | undefined {
  const { data } = forceReply.safeParse(value);
  return data && { placeholder: data.input_field_placeholder ?? '' };
}

const isInlineKeyboard = (value: unknown): value is { inline_keyboard: Keyboard } =>
  typeof value === 'object' && value !== null && 'inline_keyboard' in value;

const cannot = (what: string) => badCall(`can't parse inline keyboard button: ${what}`);

function parseButton(value: unknown, inRow: number, rules: MarkupRules): InlineButton {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw cannot('InlineKeyboardButton must be an Object');
  }
  const { success, data: button, error } = buttonSchema.safeParse(value);
  if (!success) throw cannot(`simulator: ${z.prettifyError(error)}`);
  const { text, callback_data = '', url, web_app, copy_text } = button;
  // Telegram drops the button instead, and says nothing.
  if (text.trim() === '') throw badCall('simulator: a button without a text');
  const given = Object.entries(button).filter(([name, action]) => name in actions && action !== '');
  if (given.length === 0) throw cannot('Text buttons are unallowed in the inline keyboard');
  if (given.length > 1) throw badCall('simulator: a button with more than one action');
  if (Buffer.byteLength(callback_data) > 64) throw badCall('BUTTON_DATA_INVALID');
  if (url !== undefined) checkLink(url, 'inline keyboard button', rules);
  if (web_app) checkWebApp(web_app.url, 'inline keyboard button', rules);
  if (copy_text && (copy_text.text === '' || copy_text.text.length > 256)) {
    throw badCall('BUTTON_COPY_TEXT_INVALID');
  }
  // Telegram takes any label; clients cut it. How much of a row of too many shows is no matter.
  if (inRow > PER_ROW_MAX || fitsItsKey({ label: text, opensApp: Boolean(web_app) }, inRow)) {
    return button;
  }
  throw badCall(`simulator: a phone cuts «${text}» in a row of ${inRow}`);
}

function checkLink(url: string, where: string, { loopback }: MarkupRules): void {
  const { protocol, hostname } = new URL(URL.canParse(url) ? url : 'none:');
  const isHost = hostname.includes('.') || hostname.startsWith('[');
  if (/^https?:$/.test(protocol) && (isHost || (loopback && isLoopback(hostname)))) return;
  throw badCall(`${where} URL '${url}' is invalid: Wrong HTTP URL`);
}

/**
 * Telegram opens mini apps over https only, its test data centres excepted; a Bot API server of one's
 * own is no exception.
 */
export function checkWebApp(url: string, where: string, rules: MarkupRules): void {
  checkLink(url, `${where} Web App`, rules);
  const { protocol, hostname } = new URL(url);
  if (protocol === 'https:' || (rules.loopback && isLoopback(hostname))) return;
  throw badCall(`${where} Web App URL '${url}' is invalid: Only HTTPS links are allowed`);
}

export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host);
