import { z } from 'zod';
import { badCall, badRequest } from './bot-api-error';
import { CAPTION_MAX, captionOf, writable } from './chat-params';
import { contentIn, NEVER_COPIED } from './contents';
import { type FormattedText } from './html';
import { parseMarkup } from './markup';
import { botJson, messageJson, repliedJson } from './message-json';
import { Params } from './request-params';
import { type Chat, type ChatMessage, preciseNow, type World } from './world';

/** Methods that send again what is in Telegram already: by its file, or as a copy of its message. */

const replyParameters = z.object({
  message_id: z.number(),
  allow_sending_without_reply: z.boolean().optional(),
});

/** The message that a new one replies to. */
export function replying(
  params: Params,
  world: World,
  chat: Chat,
): Pick<ChatMessage, 'extra'> | undefined {
  const asked = params.structure('reply_parameters');
  if (asked === undefined) return undefined;
  const { message_id, allow_sending_without_reply } = replyParameters.parse(asked);
  const replied = chat.messages.get(message_id);
  if (!replied && allow_sending_without_reply !== true) {
    throw badRequest('message to be replied not found');
  }
  return replied && { extra: { reply_to_message: repliedJson(world, chat, replied) } };
}

function post(
  params: Params,
  world: World,
  chat: Chat,
  content: FormattedText & Pick<ChatMessage, 'content' | 'extra'>,
): ChatMessage {
  return world.post(chat, {
    ...content,
    ...replying(params, world, chat),
    keyboard: parseMarkup(params.structure('reply_markup'), {
      ...world.options,
      inlineOnly: false,
    }),
    fromBot: true,
    receivedAt: preciseNow(),
  });
}

/** Sends a file that Telegram has, as the kind that it is. */
export function sendFile(field: string, params: Params, world: World): unknown {
  const chat = writable(params, world);
  const caption = captionOf(params, world);
  const { content } = fileOf(world, field, params.string(field) ?? '');
  return messageJson(world, chat, post(params, world, chat, { ...caption, content }));
}

function fileOf(world: World, field: string, fileId: string): { content: Record<string, unknown> } {
  const known = world.files.get(fileId);
  if (!known) throw badRequest('wrong file identifier/HTTP URL specified');
  // A GIF is a document besides.
  if (!(field in known.content)) {
    throw badCall(`can't use file of type ${known.field} as ${field}`);
  }
  return known;
}

/** A message of a chat that may be copied or forwarded. */
function sourceOf(world: World, params: Params, messageId: number, what: string): ChatMessage {
  const from = world.chat(params.integer('from_chat_id') ?? 0);
  const message = from.messages.get(messageId);
  if (!message) throw badRequest(`message to ${what} not found`);
  const isProtected = message.extra?.has_protected_content === true;
  const kinds = Object.keys(contentIn({ ...message.extra, ...message.content }));
  const isRefused = what === 'copy' && kinds.some((kind) => NEVER_COPIED.includes(kind));
  if (isProtected || isRefused) {
    throw badRequest(`message can't be ${what === 'copy' ? 'copied' : 'forwarded'}`);
  }
  return message;
}

const entities = z
  .array(z.looseObject({ type: z.string(), offset: z.number(), length: z.number() }))
  .optional();
/** What people have written, where the message itself does not have it. */
const written = z.object({
  caption: z.string().default(''),
  caption_entities: entities,
  entities,
});

/** What a copy keeps, and nothing that is sent anew by its file has. */
const looks = z.object({
  has_media_spoiler: z.unknown().optional(),
  show_caption_above_media: z.unknown().optional(),
  live_photo: z.unknown().optional(),
});

function copyOf(
  message: ChatMessage,
  replaced?: FormattedText,
): FormattedText & Pick<ChatMessage, 'content' | 'extra'> {
  const { extra = {} } = message;
  const content = contentIn({ ...extra, ...message.content });
  const own = written.parse(extra);
  const words = replaced ?? {
    text: message.text || own.caption,
    entities: own.entities ?? own.caption_entities ?? message.entities,
  };
  if (Object.keys(content).length === 0) return words;
  // People with Premium write longer ones than a bot may send.
  if (words.text.length > CAPTION_MAX) throw badRequest('MEDIA_CAPTION_TOO_LONG');
  return { content, ...words, extra: looks.parse(extra) };
}

const ids = z.array(z.number());
const album = z.array(
  z.strictObject({
    type: z.enum(['photo', 'video', 'audio', 'document']),
    media: z.string(),
    caption: z.string().optional(),
    caption_entities: z.unknown().optional(),
  }),
);

const albumIn = ({ user, lastMessageId }: Chat) => ({
  media_group_id: `album-${user.id}-${lastMessageId}`,
});

export const resending = {
  sendPhoto: (params: Params, world: World) => sendFile('photo', params, world),
  sendVideo: (params: Params, world: World) => sendFile('video', params, world),
  sendAnimation: (params: Params, world: World) => sendFile('animation', params, world),
  sendAudio: (params: Params, world: World) => sendFile('audio', params, world),
  sendVoice: (params: Params, world: World) => sendFile('voice', params, world),
  sendVideoNote: (params: Params, world: World) => sendFile('video_note', params, world),
  sendSticker: (params: Params, world: World) => sendFile('sticker', params, world),

  sendMediaGroup(params: Params, world: World) {
    const chat = writable(params, world);
    const media = album.parse(params.structure('media'));
    const kinds = new Set(media.map(({ type }) => type));
    if (kinds.size > 1 && (kinds.has('audio') || kinds.has('document'))) {
      throw badCall(`simulator: ${[...kinds].join(' and ')} cannot stand in one album`);
    }
    const parts = media.map(({ type, media: fileId, ...text }) => ({
      content: fileOf(world, type, fileId).content,
      ...captionOf(new Params(text), world),
    }));
    const extra = albumIn(chat);
    return parts.map((part) =>
      messageJson(world, chat, post(params, world, chat, { ...part, extra })),
    );
  },

  copyMessage(params: Params, world: World) {
    const chat = writable(params, world);
    const source = sourceOf(world, params, params.integer('message_id') ?? 0, 'copy');
    const isReplaced = params.string('caption') !== undefined;
    const copy = copyOf(source, isReplaced ? captionOf(params, world) : undefined);
    return { message_id: post(params, world, chat, copy).messageId };
  },

  copyMessages(params: Params, world: World) {
    const chat = writable(params, world);
    const asked = ids.parse(params.structure('message_ids'));
    if (asked.some((id, i) => i > 0 && id <= (asked[i - 1] ?? 0))) {
      throw badCall('message identifiers must be in a strictly increasing order');
    }
    const group = albumIn(chat);
    return asked.flatMap((id) => {
      try {
        const source = sourceOf(world, params, id, 'copy');
        const copy = copyOf(source);
        const isPart = source.extra?.media_group_id !== undefined;
        const extra = { ...copy.extra, ...(isPart && group) };
        return [{ message_id: post(params, world, chat, { ...copy, extra }).messageId }];
      } catch {
        return [];
      }
    });
  },

  forwardMessage(params: Params, world: World) {
    const chat = writable(params, world);
    const source = sourceOf(world, params, params.integer('message_id') ?? 0, 'forward');
    const forward_origin = { type: 'user', date: 0, sender_user: botJson(world) };
    const message = post(params, world, chat, { ...copyOf(source), extra: { forward_origin } });
    return messageJson(world, chat, message);
  },
};
