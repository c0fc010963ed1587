import 'server-only';
import { type Message } from 'telegraf/types';
import { z } from 'zod';
import { MESSAGE_TEXT_MAX } from '@/core/limits';
import { type HeardText, type RepliedTo } from './quick-add';

/** What a private message holds, as far as the bot cares. */
export type Content =
  | { kind: 'command'; name: string; args: string }
  | ({ kind: 'text' } & HeardText)
  | { kind: 'voice' | 'sticker' | 'location' | 'generic' }
  /** Nobody said anything: a pinned message, a changed setting. */
  | { kind: 'service' };

const KINDS = {
  voice: ['voice', 'video_note', 'audio'],
  sticker: ['sticker', 'dice', 'animation'],
  location: ['location', 'venue'],
} as const;

/** Nobody says these: Telegram does, of what happened in the chat. */
const SERVICE =
  /^(?:(?:new|left|delete)_chat_|pinned_message$|message_auto_delete_|migrate_|(?:super|)group_chat_|channel_chat_|successful_payment$|refunded_payment$|users?_shared$|chat_(?:shared|background_set|owner_)|connected_website$|write_access_allowed$|passport_data$|proximity_alert_|boost_added$|checklist_tasks_|(?:direct_message|paid_message)_price_|(?:general_)?forum_topic_|giveaway_(?:created|completed)$|suggested_post_|(?:video|voice)_chat_|web_app_data$|(?:unique_)?gift(?:_|$))/;

export function contentOf(message: Message): Content {
  const forwarded = 'forward_origin' in message;
  const text = textOf(message);
  const command = /^\/([a-z0-9_]*)(?:@\w+)?(?:\s+([\s\S]*))?$/i.exec(text);
  if (command && !forwarded) {
    const [, name = '', args = ''] = command;
    return { kind: 'command', name: name.toLowerCase(), args: args.trim() };
  }
  if (text !== '') {
    const repliedTo = 'reply_to_message' in message ? repliedOf(message) : undefined;
    const { message_id: messageId, date } = message;
    return { kind: 'text', text, forwarded, repliedTo, messageId, sentAt: new Date(date * 1000) };
  }
  for (const kind of ['voice', 'sticker', 'location'] as const) {
    if (KINDS[kind].some((key) => key in message)) return { kind };
  }
  // Whatever else there is or will be (checklists, giveaways, stories) somebody has sent.
  const service = Object.keys(message).some((key) => SERVICE.test(key));
  return { kind: service ? 'service' : 'generic' };
}

/** Of a message that was deleted Telegram sends nothing; of others also the buttons that they have now. */
function repliedOf({ reply_to_message: replied }: Message.CommonMessage): RepliedTo | undefined {
  const { data } = withReply.safeParse(replied);
  const buttons = data?.reply_markup?.inline_keyboard.flat() ?? [];
  return (
    data && {
      messageId: data.message_id,
      buttons: buttons.flatMap((each) => each.callback_data ?? []),
    }
  );
}

const withReply = z.object({
  message_id: z.number(),
  reply_markup: z
    .object({
      inline_keyboard: z.array(z.array(z.object({ callback_data: z.string().optional() }))),
    })
    .optional()
    .catch(undefined),
});

/**
 * A caption counts as the text («оплатить завтра» under the photo of a bill), and so do the lines of a
 * checklist. `checklist` is younger than our types of the Bot API.
 */
function textOf(message: Message): string {
  if ('text' in message) return storable(message.text);
  if ('caption' in message) return storable(message.caption);
  const { data } = withChecklist.safeParse(message);
  if (!data) return '';
  const { title, tasks } = data.checklist;
  return storable([title, ...tasks.map((task) => `• ${task.text}`)].join('\n'));
}

const withChecklist = z.object({
  checklist: z.object({ title: z.string(), tasks: z.array(z.object({ text: z.string() })) }),
});

/** Postgres takes neither NUL nor half a surrogate pair. */
const storable = (text: string): string =>
  text
    .slice(0, MESSAGE_TEXT_MAX)
    .replace(/\0|\p{Surrogate}/gu, '')
    .trim();
