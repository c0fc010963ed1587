import { z } from 'zod';
import { badCall } from './bot-api-error';
import { fitsItsKey } from './key-room';

const switchTarget = z.strictObject({
  query: z.string().optional(),
  allow_user_chats: z.boolean().optional(),
  allow_bot_chats: z.boolean().optional(),
  allow_group_chats: z.boolean().optional(),
  allow_channel_chats: z.boolean().optional(),
});
const actions = {
  url: z.string().optional(),
  callback_data: z.string().optional(),
  web_app: z.strictObject({ url: z.string() }).optional(),
  copy_text: z.strictObject({ text: z.string() }).optional(),
  switch_inline_query: z.string().optional(),
  switch_inline_query_current_chat: z.string().optional(),
  switch_inline_query_chosen_chat: switchTarget.optional(),
  pay: z.boolean().optional(),
};
const buttonSchema = z.strictObject({
  text: z.string(),
  ...actions,
  style: z.enum(['danger', 'success', 'primary']).optional(),
  icon_custom_emoji_id: z.string().optional(),
});
export type InlineButton = z.infer<typeof buttonSchema>;

const otherMarkup = z.union([
  z.strictObject({ remove_keyboard: z.literal(true), selective: z.boolean().optional() }),
  z.strictObject({
    force_reply: z.literal(true),
    selective: z.boolean().optional(),
    input_field_placeholder: z.string().min(1).max(64).optional(),
  }),
  z.strictObject({
    keyboard: z.array(z.array(z.union([z.string(), z.looseObject({ text: z.string() })]))).min(1),
    is_persistent: z.boolean().optional(),
    resize_keyboard: z.boolean().optional(),
    one_time_keyboard: z.boolean().optional(),
    selective: z.boolean().optional(),
    input_field_placeholder: z.string().min(1).max(64).optional(),
  }),
]);

/** Rows of an inline keyboard; empty without one. */
export type Keyboard = InlineButton[][];

export interface MarkupRules {
  /** Addresses on this machine pass, as they do nowhere in Telegram: the demo has no others. */
  loopback: boolean;
  /** Nothing is checked: checks would take several times as long as a whole call of a benchmark. */
  lean?: boolean;
  /** Messages that are edited take inline keyboards only. */
  inlineOnly?: boolean;
}

/** Telegram shows no more in a row, and takes no more in all. */
const PER_ROW_MAX = 8;
const BUTTONS_MAX = 100;

/** Reads and checks `reply_markup`. Throws the 400 that Telegram would answer. */
export function parseMarkup(value: unknown, rules: MarkupRules): Keyboard {
  if (value === undefined || value === null || value === '') return [];
  if (rules.lean && isInlineKeyboard(value)) return value.inline_keyboard;
  if (typeof value !== 'object' || Array.isArray(value)) {
    throw badCall('object expected as reply markup');
  }
  if (!('inline_keyboard' in value)) {
    if (!otherMarkup.safeParse(value).success) {
      throw badCall('simulator: the reply markup is none that Telegram knows');
    }
    if (rules.inlineOnly) throw badCall('inline keyboard expected');
    return [];
  }
  const rows = z.strictObject({ inline_keyboard: z.array(z.unknown()) }).safeParse(value);
  if (!rows.success) throw badCall('simulator: the inline keyboard has fields of no meaning');
  const keyboard = rows.data.inline_keyboard.map((row) => {
    if (!Array.isArray(row)) {
      throw badCall(
        'field "inline_keyboard" of the InlineKeyboardMarkup must be an Array of Arrays',
      );
    }
    return row.map((button: unknown) => parseButton(button, rules));
  });
  for (const row of keyboard) for (const button of row) checkRoom(button, row.length);
  if (keyboard.some((row) => row.length > PER_ROW_MAX) || keyboard.flat().length > BUTTONS_MAX) {
    throw badCall('reply markup is too long');
  }
  return keyboard.filter((row) => row.length > 0);
}

const forceReply = z.looseObject({
  force_reply: z.literal(true),
  input_field_placeholder: z.string().optional(),
});

/** What a `reply_markup` that parseMarkup took asks of the person's client; undefined where it asks for no reply. */
export function forcedReply(value: unknown): { placeholder: string } | undefined {
  const { data } = forceReply.safeParse(value);
  return data && { placeholder: data.input_field_placeholder ?? '' };
}

const isInlineKeyboard = (value: unknown): value is { inline_keyboard: Keyboard } =>
  typeof value === 'object' && value !== null && 'inline_keyboard' in value;

const cannot = (what: string) => badCall(`can't parse inline keyboard button: ${what}`);

function parseButton(value: unknown, rules: MarkupRules): InlineButton {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw cannot('InlineKeyboardButton must be an Object');
  }
  const { success, data: button, error } = buttonSchema.safeParse(value);
  if (!success) throw cannot(`simulator: ${z.prettifyError(error)}`);
  // Telegram drops the button instead, and says nothing.
  if (button.text.trim() === '') throw badCall('simulator: a button without a text');
  const given = Object.entries(button).filter(([name, action]) => name in actions && action !== '');
  if (given.length === 0) throw cannot('Text buttons are unallowed in the inline keyboard');
  if (given.length > 1) throw badCall('simulator: a button with more than one action');
  if (Buffer.byteLength(button.callback_data ?? '') > 64) throw badCall('BUTTON_DATA_INVALID');
  if (button.url !== undefined) checkLink(button.url, 'inline keyboard button', rules);
  if (button.web_app) checkWebApp(button.web_app.url, 'inline keyboard button', rules);
  if (button.copy_text && (button.copy_text.text === '' || button.copy_text.text.length > 256)) {
    throw badCall('BUTTON_COPY_TEXT_INVALID');
  }
  return button;
}

/** Telegram takes any label; clients cut it. */
function checkRoom({ text, web_app }: InlineButton, inRow: number): void {
  if (fitsItsKey({ label: text, opensApp: web_app !== undefined }, inRow)) return;
  throw badCall(`simulator: a phone cuts «${text}» in a row of ${inRow}`);
}

function checkLink(url: string, where: string, rules: MarkupRules): void {
  if (/^(tg|ton):/i.test(url)) return;
  const refused = () => badCall(`${where} URL '${url}' is invalid: Wrong HTTP URL`);
  if (!URL.canParse(url)) throw refused();
  const { protocol, hostname } = new URL(url);
  if (!/^https?:$/.test(protocol)) throw refused();
  const ownMachine = rules.loopback && isLoopback(hostname);
  if (!hostname.includes('.') && !hostname.startsWith('[') && !ownMachine) throw refused();
}

/**
 * Telegram opens mini apps over https only, its test data centres excepted; a Bot API server of one's
 * own is no exception.
 */
export function checkWebApp(url: string, where: string, rules: MarkupRules): void {
  checkLink(url, `${where} Web App`, rules);
  if (!URL.canParse(url)) return;
  const { protocol, hostname } = new URL(url);
  if (protocol === 'https:' || (rules.loopback && isLoopback(hostname))) return;
  throw badCall(`${where} Web App URL '${url}' is invalid: Only HTTPS links are allowed`);
}

/** Whether a URL's host is this machine. */
export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host);
