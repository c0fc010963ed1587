import 'server-only';
import { type Message, type Update } from 'telegraf/types';
import { z } from 'zod';
import { oneLineName, type Origin } from '../platform/attachment';
import { contentOf, type Said } from '../telegram/said';

/*
 * Telegram's account of a guest call: the message that names the bot in a chat that it is not in, and the one
 * that this replies to. Younger than our types of the Bot API.
 */

const chat = z.object({
  id: z.number(),
  type: z.string(),
  title: z.string().catch(''),
  username: z.string().optional().catch(undefined),
  first_name: z.string().catch(''),
  last_name: z.string().catch(''),
});
const marks = z.object({
  message_id: z.number(),
  message_thread_id: z.number().optional().catch(undefined),
  is_topic_message: z.boolean().catch(false),
  has_protected_content: z.boolean().catch(false),
});
const guestMessage = marks.extend({
  guest_query_id: z.string().min(1),
  from: z.object({ id: z.number(), is_bot: z.boolean(), first_name: z.string() }),
  chat,
  reply_to_message: marks.optional().catch(undefined),
});
const update = z.object({ guest_message: z.unknown() });
const asMessage = z.custom<Message>((value) => guestMessage.safeParse(value).success);

export interface GuestCall {
  queryId: string;
  chatId: number;
  person: z.infer<typeof guestMessage>['from'];
  said: Said;
  /** Undefined in a chat whose messages may not be kept. */
  origin: Origin | undefined;
}

/** The call that an update brings; undefined of any other update. `botUsername` is how the line names the bot. */
export function guestCallOf(given: Update, botUsername: string): GuestCall | undefined {
  const message = asMessage.safeParse(update.safeParse(given).data?.guest_message).data;
  const content = message && contentOf(message);
  if (!content) return undefined;
  const read = guestMessage.parse(message);
  const { guest_query_id: queryId, reply_to_message: replied, has_protected_content } = read;
  const isProtected = has_protected_content || replied?.has_protected_content === true;
  const { message_id: messageId, date } = message;
  const sentAt = new Date(date * 1_000);
  // A command, or a message of Telegram's own, calls the bot and says nothing.
  const said =
    content.kind === 'said'
      ? content
      : { messageId, sentAt, text: '', repliedTo: undefined, attachment: null };
  return {
    queryId,
    chatId: read.chat.id,
    person: read.from,
    said: {
      ...said,
      text: withoutMention(said.text, botUsername),
      forwarded: false,
      attachment: isProtected ? null : said.attachment,
      repliedTo: isProtected ? undefined : said.repliedTo,
    },
    origin: isProtected
      ? undefined
      : { chat: nameOf(read.chat), ...linkTo(read.chat, replied ?? read) },
  };
}

/** Names of bots hold letters, digits and lines only. */
const withoutMention = (text: string, botUsername: string): string =>
  text.replace(new RegExp(`\\s*@${botUsername}(?!\\w)[,:]?`, 'gi'), ' ').trim();

const nameOf = ({ title, first_name, last_name }: z.infer<typeof chat>): string =>
  oneLineName(title === '' ? `${first_name} ${last_name}` : title) || '…';

/** Supergroups and channels are numbered from here on. https://core.telegram.org/api/bots/ids */
const NUMBERED_FROM = -1_000_000_000_000;

/** The link to a message; in chats of other kinds than these two messages have no links. */
function linkTo(
  { id, type, username }: z.infer<typeof chat>,
  { message_id, message_thread_id, is_topic_message }: z.infer<typeof marks>,
): Pick<Origin, 'url'> {
  if (type !== 'supergroup' && type !== 'channel') return {};
  const place = username ?? `c/${NUMBERED_FROM - id}`;
  const topic = is_topic_message && message_thread_id !== undefined ? `/${message_thread_id}` : '';
  return { url: `https://t.me/${place}${topic}/${message_id}` };
}
