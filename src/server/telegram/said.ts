import 'server-only';
import { type Message } from 'telegraf/types';
import { z } from 'zod';
import { beginningOf } from '@/core/cut';
import {
  MESSAGE_TEXT_MAX,
  REMINDER_TEXT_MAX,
  THUMBNAIL_MAX_BYTES,
  THUMBNAIL_PX,
} from '@/core/limits';
import { asItLooks } from '@/core/marks';
import { ATTACHMENT_KINDS, type AttachmentKind } from '@/texts/attachments';
import {
  type Attachment,
  type AttachmentItem,
  fitted,
  formatsOf,
  NO_MESSAGE,
  storable,
} from '../platform/attachment';

export interface Said {
  messageId: number;
  sentAt: Date;
  /** Empty only beside an attachment. */
  text: string;
  forwarded: boolean;
  attachment: Attachment | null;
  repliedTo: RepliedTo | undefined;
}

export interface RepliedTo {
  messageId: number;
  buttons: readonly string[];
  text: string;
  /** Only a part of it is meant, or is known. */
  quoted: boolean;
  ofBot: boolean;
  attachment: Attachment;
}

export type Content =
  | { kind: 'command'; name: string; args: string }
  | ({ kind: 'said' } & Said)
  /** Nobody said anything: a pinned message, a changed setting. */
  | { kind: 'service' };

/** Fields of messages that Telegram writes about what happened in the chat. */
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
  // Anything that SERVICE does not name, such as a kind that Telegram adds later, is said by somebody.
  const service = Object.keys(message).some((key) => SERVICE.test(key));
  if (text === '' && service) return { kind: 'service' };
  const repliedTo = repliedOf(message);
  const { message_id: messageId, date } = message;
  const attachment = attachmentOf(message, text, forwarded);
  const sentAt = new Date(date * 1000);
  return { kind: 'said', text, forwarded, repliedTo, messageId, sentAt, attachment };
}

/**
 * Reads what is kept of a message besides its text; null where the text is all of it. Of what people write
 * themselves the text is read, and only links behind words would be lost with it.
 */
function attachmentOf(message: Message, text: string, forwarded: boolean): Attachment | null {
  const kept = keptOf(message);
  const [first] = kept.items;
  if (first?.kind !== 'text') return kept;
  const { entities = [] } = first;
  const hasLostLinks = entities.some(({ type }) => type === 'text_link');
  const isMoreThanText = entities.length > 0 || text.length > REMINDER_TEXT_MAX;
  return (forwarded ? isMoreThanText : hasLostLinks) ? kept : null;
}

const keys = z.array(z.array(z.object({ callback_data: z.string().optional() })));
const replying = z.object({
  reply_to_message: z
    .looseObject({
      message_id: z.number(),
      from: z.object({ is_bot: z.boolean() }).optional().catch(undefined),
      reply_markup: z.object({ inline_keyboard: keys }).optional().catch(undefined),
    })
    .optional()
    .catch(undefined),
  external_reply: z.record(z.string(), z.unknown()).optional().catch(undefined),
  quote: z
    .object({ text: z.string(), entities: z.unknown().optional() })
    .optional()
    .catch(undefined),
});

/**
 * Telegram sends nothing of a message that was deleted; of one of another chat what it holds but its words, and of
 * these what is quoted; of others all, also the buttons that they have now.
 */
function repliedOf(message: Message): RepliedTo | undefined {
  const { reply_to_message: here, external_reply: elsewhere, quote } = replying.parse(message);
  const whole = here ?? elsewhere;
  if (!whole) return undefined;
  const isOfWords = kindOf(whole)[0] === (here ? 'text' : 'other');
  if (!here && isOfWords && !quote) return undefined;
  // A message that is no text is kept with all of its caption, as far as that is known.
  const caption = !here && { caption: quote?.text, caption_entities: quote?.entities };
  const meant = quote && isOfWords ? quote : { ...whole, ...caption };
  const messageId = here?.message_id ?? NO_MESSAGE;
  const buttons = here?.reply_markup?.inline_keyboard.flat() ?? [];
  return {
    messageId,
    buttons: buttons.flatMap((each) => each.callback_data ?? []),
    text: here && !quote ? textOf(here) : asSaid(quote?.text ?? ''),
    quoted: !here || quote !== undefined,
    ofBot: here?.from?.is_bot ?? false,
    attachment: keptFrom(meant, meant === quote ? NO_MESSAGE : messageId),
  };
}

const word = z.string().optional().catch(undefined);
const tasks = z.array(z.object({ text: z.string() }));
/** Younger than our types of the Bot API. */
const checklist = z.object({ title: z.string(), tasks });
const bullets = (head: string, points: readonly { text: string }[]): string =>
  [head, ...points.map(({ text }) => `• ${text}`)].join('\n');

/** Words of somebody as they are read: of a message's length, with the characters that they seem to have. */
export const asSaid = (text: string): string =>
  asItLooks(beginningOf(text, MESSAGE_TEXT_MAX)).trim();

/** A caption counts as the text («оплатить завтра» under the photo of a bill), and so does a checklist. */
function textOf(message: object): string {
  const { text, caption } = envelope.parse(message);
  const { data } = z.object({ checklist }).safeParse(message);
  const ofChecklist = data && bullets(data.checklist.title, data.checklist.tasks);
  return asSaid(text ?? caption ?? ofChecklist ?? '');
}

/** The part of a field of the Bot API's Message that says what it holds; the field is called as its kind. */
type Known = Pick<AttachmentItem, 'fileId' | 'thumbnailId' | 'name' | 'seconds' | 'text'>;

const fileId = z.string().min(1).max(256).optional().catch(undefined);
const size = z.number().catch(0);
const picture = z.object({ file_id: fileId, width: size, height: size, file_size: size });
const file = z.object({
  file_id: fileId,
  thumbnail: picture.optional().catch(undefined),
  duration: z.number().int().nonnegative().optional().catch(undefined),
  file_name: word,
  title: word,
  performer: word,
  emoji: word,
});
const moves = z.boolean().catch(true);
const sticker = picture.extend({ is_animated: moves, is_video: moves });
const contact = z.object({ first_name: word, last_name: word, phone_number: word });
const place = z.object({ latitude: z.number(), longitude: z.number() });
const venue = z.object({ title: z.string(), address: z.string(), location: place });
const poll = z.object({ question: z.string(), options: tasks });

/** The smallest that is sharp enough, else the sharpest; never one that is too large to be fetched. */
function thumbnailOf(pictures: readonly z.infer<typeof picture>[]): string | undefined {
  const small = pictures
    .filter(({ file_size }) => file_size <= THUMBNAIL_MAX_BYTES)
    .map(({ file_id, width, height }) => ({ file_id, side: Math.max(width, height) }))
    .sort((a, b) => a.side - b.side);
  return (small.find(({ side }) => side >= THUMBNAIL_PX) ?? small.at(-1))?.file_id;
}

const fileOf =
  (name: (of: z.infer<typeof file>) => string | undefined = () => undefined) =>
  (value: unknown): Known => {
    const known = file.parse(value);
    const { file_id, duration, thumbnail } = known;
    const thumbnailId = thumbnail && thumbnailOf([thumbnail]);
    return { fileId: file_id, seconds: duration, name: name(known), thumbnailId };
  };

const coordinates = ({ latitude, longitude }: z.infer<typeof place>): string =>
  `${latitude}, ${longitude}`;

const readers: Partial<Record<AttachmentKind, (value: unknown) => Known>> = {
  photo: (value) => {
    const pictures = z.array(picture).parse(value);
    return { fileId: pictures.at(-1)?.file_id, thumbnailId: thumbnailOf(pictures) };
  },
  animation: fileOf(),
  video: fileOf(),
  video_note: fileOf(),
  voice: fileOf(),
  audio: fileOf(({ performer, title, file_name }) =>
    title === undefined ? file_name : [performer, title].filter(Boolean).join(' — '),
  ),
  document: fileOf(({ file_name }) => file_name),
  sticker: (value) => {
    const known = fileOf(({ emoji }) => emoji)(value);
    // One that does not move is a picture itself.
    const { is_animated, is_video, ...itself } = sticker.parse(value);
    const still = is_animated || is_video ? undefined : thumbnailOf([itself]);
    return { ...known, thumbnailId: known.thumbnailId ?? still };
  },
  contact: (value) => {
    const { first_name, last_name, phone_number } = contact.parse(value);
    const name = [first_name, last_name].filter(Boolean).join(' ');
    return { name, text: [name, phone_number].filter(Boolean).join(', ') };
  },
  venue: (value) => {
    const { title, address, location } = venue.parse(value);
    return { name: title, text: [title, address, coordinates(location)].join('\n') };
  },
  location: (value) => ({ text: coordinates(place.parse(value)) }),
  poll: (value) => {
    const { question, options } = poll.parse(value);
    return { name: question, text: bullets(question, options) };
  },
  story: () => ({}),
  checklist: (value) => {
    const list = checklist.parse(value);
    return { name: list.title, text: bullets(list.title, list.tasks) };
  },
};

const envelope = z.object({
  text: word,
  caption: word,
  media_group_id: z.string().max(64).optional().catch(undefined),
  entities: z.unknown().optional(),
  caption_entities: z.unknown().optional(),
});

/**
 * A message of a chat with the bot as it is kept: everything that somebody sends or forwards, whatever
 * Telegram will think of. What a field does not say as expected is left out, and never a fault.
 */
export const keptOf = (message: Message): Attachment => keptFrom(message, message.message_id);

function keptFrom(fields: object, messageId: number): Attachment {
  const { text, caption, media_group_id, entities, caption_entities } = envelope.parse(fields);
  const [kind, { fileId, thumbnailId, seconds, name, text: inWords }] = kindOf(fields);
  const item = storable({
    kind,
    messageId,
    fileId,
    thumbnailId,
    seconds,
    name,
    text: (text ?? caption) || inWords,
    entities: formatsOf(entities ?? caption_entities),
  });
  return fitted({ groupId: media_group_id, items: [item] });
}

function kindOf(message: object): [AttachmentKind, Known] {
  if ('text' in message) return ['text', {}];
  const fields = new Map<string, unknown>(Object.entries(message));
  for (const kind of ATTACHMENT_KINDS) {
    const read = readers[kind];
    if (!read || !fields.has(kind)) continue;
    try {
      return [kind, read(fields.get(kind))];
    } catch (error) {
      if (!(error instanceof z.ZodError)) throw error;
      return [kind, {}];
    }
  }
  return ['other', {}];
}
