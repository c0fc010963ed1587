import 'server-only';
import { type MessageEntity } from 'telegraf/types';
import { z } from 'zod';
import { beginningOf, excerpt } from '@/core/cut';
import { ATTACHMENT_MAX_BYTES, MESSAGE_TEXT_MAX } from '@/core/limits';
import { ATTACHMENT_KINDS, describeAttachment } from '@/texts/attachments';
import { signatureOf } from './secrets';

/** Telegram's own limit of an album. */
const ITEMS_MAX = 10;
const ENTITIES_MAX = 100;
const NAME_MAX = 120;

/** One short line; marks that turn the direction of what follows them are left out. */
export const oneLineName = (name: string): string =>
  excerpt(
    name
      .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
      .replace(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
      .trim(),
    NAME_MAX - 1,
  );

/** Formatting that a plain text does not show. Links and mentions that are written out show themselves. */
const FORMATS = [
  'bold',
  'italic',
  'underline',
  'strikethrough',
  'spoiler',
  'code',
  'pre',
  'blockquote',
  'expandable_blockquote',
  'text_link',
  'custom_emoji',
  'text_mention',
  'date_time',
] as const;
const format = z.object({
  type: z.enum(FORMATS),
  offset: z.number().int().nonnegative(),
  length: z.number().int().positive(),
  url: z.string().max(2_048).optional(),
  language: z.string().max(40).optional(),
  custom_emoji_id: z.string().max(40).optional(),
  user: z.object({ id: z.number().int() }).optional(),
  unix_time: z.number().int().optional(),
  date_time_format: z.string().max(40).optional(),
});
/** One of the Bot API's, as our types of it have them. */
const entity = z.custom<MessageEntity>((value) => format.safeParse(value).success);

/** Telegram's alphabet alone: a text with a colon is an address to the Bot API, to be fetched. */
const fileId = z
  .string()
  .regex(/^[\w-]{1,256}$/)
  .optional()
  .catch(undefined);

const attachmentItem = z.object({
  kind: z.enum(ATTACHMENT_KINDS),
  /** In the person's chat with the bot, which is where it is copied from. */
  messageId: z.number().int(),
  /** Telegram sends the file again by this id; kinds without a file are copied. */
  fileId,
  thumbnailId: fileId,
  name: z.string().max(NAME_MAX).optional(),
  seconds: z.number().int().nonnegative().optional(),
  /** All that can be said of it in words: text, caption, a contact's number, the answers of a poll. */
  text: z.string().max(MESSAGE_TEXT_MAX).optional(),
  // A format that only a newer release knows costs that format, not the message.
  entities: z.array(z.unknown()).transform(formatsOf).optional(),
});
export type AttachmentItem = z.infer<typeof attachmentItem>;

/** The chat, not the person's with the bot, in which something was asked for, and the message there. */
const origin = z.object({
  chat: z.string().max(NAME_MAX),
  /** The link of a message, which Telegram has in groups with a number of their own. */
  url: z
    .string()
    .max(200)
    .regex(/^https:\/\/t\.me\/[\w/]+$/)
    .optional()
    .catch(undefined),
});
export type Origin = z.infer<typeof origin>;

/** A message that is to come back: what Telegram needs to send it again, and its words. An album is one. */
export const attachment = z
  .object({
    /** Telegram's id of the album; its parts arrive one by one. */
    groupId: z.string().max(64).optional(),
    /** None where only its origin is kept. */
    items: z.array(attachmentItem).max(ITEMS_MAX),
    origin: origin.optional(),
  })
  .refine(({ items, origin }) => items.length > 0 || origin !== undefined);
export type Attachment = z.infer<typeof attachment>;
/** A column of it. One that cannot be read must not hide its row. */
export const storedAttachment = attachment.nullable().catch(null);

/** «Голосовое сообщение, 0:04», «Фото, чат «Семья»» */
export const describe = ({ items, groupId, origin }: Attachment): string =>
  describeAttachment(items, groupId !== undefined, origin?.chat);

/** The file of its small picture, of an album the first one; undefined where it has none. */
export const thumbnailIdOf = ({ items }: Attachment): string | undefined =>
  items.find(({ thumbnailId }) => thumbnailId !== undefined)?.thumbnailId;

export const attachmentToWire = (
  kept: Attachment | null,
): { attachmentText?: string; thumbnail?: true } =>
  kept === null
    ? {}
    : {
        attachmentText: describe(kept),
        ...(thumbnailIdOf(kept) !== undefined && { thumbnail: true as const }),
      };

export const wordsOf = ({ items }: Attachment): string =>
  items.flatMap(({ text }) => text ?? []).join('\n\n');

/** Entities in their stored form; what a plain text shows by itself is left out. */
export function formatsOf(entities: unknown): MessageEntity[] {
  const given = z.array(z.unknown()).catch([]).parse(entities);
  const kept = given.flatMap((each) => {
    const { data } = format.safeParse(each);
    return data ? [data] : [];
  });
  return z.array(entity).parse(kept.slice(0, ENTITIES_MAX));
}

/** An item as it may be stored: its words cut, its formats within them. */
export function storable({ text, name, entities, ...item }: AttachmentItem): AttachmentItem {
  const words = beginningOf(text ?? '', MESSAGE_TEXT_MAX);
  const cleanName = oneLineName(name ?? '');
  const formats = formatsOf(entities).filter(
    ({ offset, length }) => offset + length <= words.length,
  );
  return {
    ...item,
    ...(cleanName !== '' && { name: cleanName }),
    ...(words !== '' && { text: words }),
    ...(formats.length > 0 && { entities: formats }),
  };
}

/** An import knows its account's own export by this signature: by a file's id the bot would send it to anybody. */
export const signAttachment = (kept: unknown, userId: number, botToken: string): string =>
  signatureOf('attachment', JSON.stringify([userId, kept]), botToken);

/** No message of any chat has this number: it is not copied, but sent by its file or its words. */
export const NO_MESSAGE = 0;
/** Leaves the words alone, where nobody vouches for files and messages. */
export const withoutChat = ({ items, origin }: Attachment): Attachment => ({
  items: items.map(({ fileId, thumbnailId, ...item }) => ({ ...item, messageId: NO_MESSAGE })),
  ...(origin && { origin }),
});

/** A format that names somebody by their Telegram id. */
const NAMES_SOMEBODY = /"user":|tg:\/\/(?:user|openmessage)\b/i;
/** The attachment for a file that its person takes elsewhere: words that name others stay, without their ids. */
export const withoutPeople = (kept: Attachment | null): Attachment | null =>
  kept && {
    ...kept,
    items: kept.items.map(({ entities, ...item }) => ({
      ...item,
      ...(entities && {
        entities: entities.filter((each) => !NAMES_SOMEBODY.test(JSON.stringify(each))),
      }),
    })),
  };

/** A message of another chat: it comes back by its file or its words, and is no part of an album here. */
export const fromChat = (origin: Origin, kept?: Attachment): Attachment =>
  fitted({
    items: (kept?.items ?? []).map((item) => ({ ...item, messageId: NO_MESSAGE })),
    origin,
  });

/** One that a file brings, as the chat would have stored it; null where it is too large even so. */
export function adopted({ items, origin, ...given }: Attachment): Attachment | null {
  const from = origin && { origin: { ...origin, chat: oneLineName(origin.chat) } };
  const kept = fitted({ ...given, items: items.map(storable), ...from });
  return sizeOf(kept) <= ATTACHMENT_MAX_BYTES ? kept : null;
}

/** With another part of its album, in the order of sending; one that is there is replaced. Limits hold. */
export function withItems(kept: Attachment, { items }: Attachment): Attachment {
  const others = kept.items.filter((old) =>
    items.every((each) => each.messageId !== old.messageId),
  );
  const all = [...others, ...items].sort((a, b) => a.messageId - b.messageId);
  return fitted({ ...kept, items: all.slice(0, ITEMS_MAX) });
}

/** An attachment too large to be stored loses its formatting, and at last its captions. */
export function fitted(given: Attachment): Attachment {
  if (sizeOf(given) <= ATTACHMENT_MAX_BYTES) return given;
  const plain = given.items.map(({ entities, ...item }) => item);
  if (sizeOf({ ...given, items: plain }) <= ATTACHMENT_MAX_BYTES) return { ...given, items: plain };
  return {
    ...given,
    items: plain.map(({ text, ...item }, i) => (i === 0 ? { ...item, text } : item)),
  };
}

/** Bytes of it as JSON: what it costs its account. */
export const sizeOf = (kept: Attachment | null): number =>
  kept === null ? 0 : Buffer.byteLength(JSON.stringify(kept));

/**
 * How much of an attachment one firing has brought into the chat. It is written down with every answer: a
 * firing that is tried again, or re-sent, does not bring it twice.
 */
export const brought = z.object({
  /** The firing, by when it was due: milliseconds since 1970. */
  scheduledAt: z.number(),
  /** Steps that are done; see telegram/original. */
  steps: z.number(),
  messageIds: z.array(z.number()),
  /** Telegram gives it no longer: not at all, or not all of an album. */
  lost: z.enum(['all', 'part']).optional(),
  /** The reminder's own message, where it is in the chat and the state that follows could not be written. */
  ownMessageId: z.number().nullish(),
});
export type Brought = z.infer<typeof brought>;
