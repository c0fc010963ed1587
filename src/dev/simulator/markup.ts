import { z } from 'zod';
import { badCall } from './call';
import { fitsItsKey } from './key-room';
import { type SimulatorOptions } from './world';

/** Telegram shows no more in a row, and takes no more in all. */
const PER_ROW_MAX = 8;
const BUTTONS_MAX = 100;

const actions = {
  url: z.string().optional(),
  callback_data: z
    .string()
    .refine((data) => data !== '' && Buffer.byteLength(data) <= 64, 'BUTTON_DATA_INVALID')
    .optional(),
  web_app: z.strictObject({ url: z.string() }).optional(),
};
const buttonSchema = z
  .strictObject({
    // Telegram drops the button instead, and says nothing.
    text: z.string().regex(/\S/, 'a button without a text'),
    ...actions,
    style: z.enum(['danger', 'success', 'primary']).optional(),
  })
  .refine((button) => Object.keys(button).filter((name) => name in actions).length === 1, {
    error: 'a button has one action',
  });
export type InlineButton = z.infer<typeof buttonSchema>;

const inlineKeyboard = z.strictObject({
  inline_keyboard: z
    .array(z.array(buttonSchema).max(PER_ROW_MAX))
    .refine((rows) => rows.flat().length <= BUTTONS_MAX, 'reply markup is too long'),
  force_reply: z.boolean().optional(),
});

const forceReply = z.strictObject({
  force_reply: z.literal(true),
  input_field_placeholder: z.string().min(1).max(64).optional(),
});

export type Keyboard = InlineButton[][];

type Rules = Pick<SimulatorOptions, 'loopback'>;

/** A reply that a message opens in the person's client. */
export interface ForcedReply {
  placeholder: string;
  /** It stands beside an inline keyboard, whose message may be edited. */
  withKeyboard: boolean;
}

/** Reads and checks the `reply_markup` of a new message. Throws 400. */
export function parseMarkup(
  value: unknown,
  rules: Rules,
): { keyboard: Keyboard; forceReply?: ForcedReply } {
  if (value === undefined || value === null || value === '') return { keyboard: [] };
  const { data: alone } = forceReply.safeParse(value);
  if (alone) {
    const placeholder = alone.input_field_placeholder ?? '';
    return { keyboard: [], forceReply: { placeholder, withKeyboard: false } };
  }
  const { success, data, error } = inlineKeyboard.safeParse(value);
  if (!success) throw badCall(`simulator: reply_markup: ${z.prettifyError(error)}`);
  for (const row of data.inline_keyboard) {
    for (const button of row) checkButton(button, row.length, rules);
  }
  const keyboard = data.inline_keyboard.filter((row) => row.length > 0);
  if (!data.force_reply) return { keyboard };
  return { keyboard, forceReply: { placeholder: '', withKeyboard: true } };
}

/** The same where an inline keyboard is all that may stand: in edits and inline mode. */
export function parseKeyboard(value: unknown, rules: Rules): Keyboard {
  const { keyboard, forceReply: opened } = parseMarkup(value, rules);
  if (!opened) return keyboard;
  throw badCall('simulator: reply_markup: no edit changes whether a keyboard opens a reply');
}

function checkButton({ text, url, web_app }: InlineButton, inRow: number, rules: Rules): void {
  if (url !== undefined) checkLink(url, 'inline keyboard button', rules);
  if (web_app) checkWebApp(web_app.url, 'inline keyboard button', rules);
  // Telegram takes any label; clients cut it.
  if (!fitsItsKey({ label: text, opensApp: Boolean(web_app) }, inRow)) {
    throw badCall(`simulator: a phone cuts «${text}» in a row of ${inRow}`);
  }
}

function checkLink(url: string, where: string, { loopback }: Rules): void {
  const { protocol, hostname } = new URL(URL.canParse(url) ? url : 'none:');
  const isHost = hostname.includes('.') || hostname.startsWith('[');
  if (/^https?:$/.test(protocol) && (isHost || (loopback && isLoopback(hostname)))) return;
  throw badCall(`${where} URL '${url}' is invalid: Wrong HTTP URL`);
}

/**
 * Telegram opens mini apps over https only, its test data centres excepted; a Bot API server of one's
 * own is no exception.
 */
export function checkWebApp(url: string, where: string, rules: Rules): void {
  checkLink(url, `${where} Web App`, rules);
  const { protocol, hostname } = new URL(url);
  if (protocol === 'https:' || (rules.loopback && isLoopback(hostname))) return;
  throw badCall(`${where} Web App URL '${url}' is invalid: Only HTTPS links are allowed`);
}

export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host);
