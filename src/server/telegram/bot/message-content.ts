import 'server-only';
import { type Message } from 'telegraf/types';
import { z } from 'zod';
import { beginningOf } from '@/core/cut';
import { MESSAGE_TEXT_MAX, REMINDER_TEXT_MAX } from '@/core/limits';
import { withFewMarks } from '@/core/marks';
import { type Attachment } from '../../attachment';
import { keptOf } from './kept-message';
import { type HeardText, type RepliedTo } from './quick-add';

/** What a private message holds, as far as the bot cares. */
export type Content =
  | { kind: 'command'; name: string; args: string }
  /** Whatever somebody has sent or forwarded. Its text is empty where there is none. */
  | ({ kind: 'said' } & HeardText)
  /** Nobody said anything: a pinned message, a changed setting. */
  | { kind: 'service' };

/** Nobody says these: Telegram does, of what happened in the chat. */
const SERVICE =
  /^(?:(?:new|left|delete)_chat_|pinned_message$|message_auto_delete_|migrate_|(?:super|)group_chat_|channel_chat_|successful_payment$|refunded_payment$|users?_shared$|chat_(?:shared|background_set|owner_)|connected_website$|write_access_allowed$|passport_data$|proximity_alert_|boost_added$|checklist_tasks_|(?:direct_message|paid_message)_price_|(?:general_)?forum_topic_|giveaway_(?:created|completed)$|suggested_post_|(?:video|voice)_chat_|web_app_data$|(?:unique_)?gift(?:_|$)|poll_option_(?:added|deleted)$|managed_bot_created$)/;

export function contentOf(message: Message): Content {
  const forwarded = 'forward_origin' in message;
  const text = textOf(message);
  const command = /^\/([a-z0-9_]*)(?:@\w+)?(?:\s+([\s\S]*))?$/i.exec(text);
  if (command && !forwarded) {
    const [, name = '', args = ''] = command;
    return { kind: 'command', name: name.toLowerCase(), args: args.trim() };
  }
  // Whatever else there is or will be (giveaways, stories) somebody has sent.
  const service = Object.keys(message).some((key) => SERVICE.test(key));
  if (text === '' && service) return { kind: 'service' };
  const repliedTo = 'reply_to_message' in message ? repliedOf(message) : undefined;
  const { message_id: messageId, date } = message;
  const attachment = attachmentOf(message, { text, forwarded }) ?? null;
  const sentAt = new Date(date * 1000);
  return { kind: 'said', text, forwarded, repliedTo, messageId, sentAt, attachment };
}

/**
 * What is kept of a message besides its text: nothing where the text is all of it. Of what people
 * write themselves the text is read, and only links behind words would be lost with it.
 */
function attachmentOf(
  message: Message,
  { text, forwarded }: { text: string; forwarded: boolean },
): Attachment | undefined {
  const kept = keptOf(message);
  const [first] = kept.items;
  if (first?.kind !== 'text') return kept;
  const { entities = [] } = first;
  const more = forwarded
    ? entities.length > 0 || text.length > REMINDER_TEXT_MAX
    : entities.some(({ type }) => type === 'text_link');
  return more ? kept : undefined;
}

/** Of a message that was deleted Telegram sends nothing; of others also the buttons that they have now. */
function repliedOf({ reply_to_message: replied }: Message.CommonMessage): RepliedTo | undefined {
  const { data } = withReply.safeParse(replied);
  if (!replied || !data) return undefined;
  const buttons = data.reply_markup?.inline_keyboard.flat() ?? [];
  return {
    messageId: data.message_id,
    buttons: buttons.flatMap((each) => each.callback_data ?? []),
    text: textOf(replied),
    ofBot: data.from?.is_bot ?? false,
    attachment: keptOf(replied),
  };
}

const withReply = z.object({
  message_id: z.number(),
  from: z.object({ is_bot: z.boolean() }).optional().catch(undefined),
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
  if ('text' in message) return bounded(message.text);
  if ('caption' in message) return bounded(message.caption);
  const { data } = withChecklist.safeParse(message);
  if (!data) return '';
  const { title, tasks } = data.checklist;
  return bounded([title, ...tasks.map((task) => `• ${task.text}`)].join('\n'));
}

const withChecklist = z.object({
  checklist: z.object({ title: z.string(), tasks: z.array(z.object({ text: z.string() })) }),
});

const bounded = (text: string): string => withFewMarks(beginningOf(text, MESSAGE_TEXT_MAX)).trim();
