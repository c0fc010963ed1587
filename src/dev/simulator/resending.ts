import { z } from 'zod';
import { badCall, badRequest, uploadedFile } from './call';
import { contentIn, NEVER_COPIED } from './contents';
import { type FormattedText } from './html';
import { botJson } from './message-json';
import {
  captionOf,
  captionParams,
  demandBotsCaption,
  entities,
  post,
  sendParams,
} from './message-params';
import { integer, type Method, method, structure, text } from './method';
import { type ChatMessage, type World } from './world';

/** Methods that send files, and again what is in Telegram already: by its file, or as a copy of its message. */

type Copy = FormattedText & Pick<ChatMessage, 'content' | 'extra'>;

function sending(kind: string): Method {
  const file = z.union([text, uploadedFile]);
  const send = method({ ...sendParams, ...captionParams, file }, (given, { world }) => {
    const { file } = given;
    const isKnown = typeof file === 'string';
    if (!isKnown && file.content.length === 0) throw badCall('file must be non-empty');
    const sent = isKnown ? fileOf(world, kind, file) : { document: file };
    return post(given, world, { ...captionOf(given), ...sent });
  });
  return (name, { [kind]: file, ...fields }, telegram) => {
    if (file === undefined) throw badCall(`there is no ${kind} in the request`);
    return send(name, { ...fields, file }, telegram);
  };
}

function fileOf(world: World, field: string, fileId: string): Pick<ChatMessage, 'content'> {
  const known = world.files.get(fileId);
  if (!known) throw badRequest('wrong file identifier/HTTP URL specified');
  // A GIF is a document besides.
  if (field in known.content) return { content: known.content };
  throw badCall(`can't use file of type ${known.field} as ${field}`);
}

const sourceParams = { ...sendParams, from_chat_id: integer };

/** A copy of a message that may be copied or forwarded; `caption` stands in place of its words. */
function copyOf(
  world: World,
  source: { from_chat_id: number; message_id: number },
  what: 'copy' | 'forward',
  caption?: FormattedText,
): Copy {
  const message = world.chat(source.from_chat_id).messages.get(source.message_id);
  if (!message) throw badRequest(`message to ${what} not found`);
  const { extra = {} } = message;
  const content = contentIn({ ...extra, ...message.content });
  const kinds = Object.keys(content);
  const isRefused = what === 'copy' && kinds.some((kind) => NEVER_COPIED.includes(kind));
  if (isRefused || extra.has_protected_content === true) {
    throw badRequest(`message can't be ${what === 'copy' ? 'copied' : 'forwarded'}`);
  }
  const own = written.parse(extra);
  const words = caption ?? {
    text: message.text || own.caption,
    entities: own.entities ?? own.caption_entities ?? message.entities,
  };
  if (kinds.length === 0) return words;
  demandBotsCaption(words);
  return { content, ...words, extra: looks.parse(extra) };
}

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

const album = z
  .array(
    z.strictObject({
      type: z.enum(['photo', 'video', 'audio', 'document']),
      media: z.string(),
      caption: z.string().optional(),
      caption_entities: entities,
    }),
  )
  .min(2)
  .max(10);

const albumIn = (world: World, chatId: number) => ({
  media_group_id: `album-${chatId}-${world.writableChat(chatId).lastMessageId}`,
});

const kinds = ['photo', 'video', 'animation', 'audio', 'voice', 'document', 'sticker'];

export const resending: Record<string, Method> = {
  ...Object.fromEntries(
    kinds.map((kind) => [`send${kind.slice(0, 1).toUpperCase()}${kind.slice(1)}`, sending(kind)]),
  ),
  sendVideoNote: sending('video_note'),

  sendMediaGroup: method({ ...sendParams, media: structure(album) }, (given, { world }) => {
    const { chat_id, media } = given;
    const types = new Set<string>(media.map(({ type }) => type));
    if (types.size > 1 && (types.has('audio') || types.has('document'))) {
      throw badCall(`simulator: ${[...types].join(' and ')} cannot stand in one album`);
    }
    const parts = media.map((part) => ({
      ...fileOf(world, part.type, part.media),
      ...captionOf(part),
      extra: albumIn(world, chat_id),
    }));
    return parts.map((part) => post(given, world, part));
  }),

  copyMessage: method(
    { ...sourceParams, message_id: integer, ...captionParams },
    (given, { world }) => {
      const caption = given.caption === undefined ? undefined : captionOf(given);
      const { message_id } = post(given, world, copyOf(world, given, 'copy', caption));
      return { message_id };
    },
  ),

  copyMessages: method(
    { ...sourceParams, message_ids: structure(z.array(z.number()).min(1).max(100)) },
    (given, { world }) => {
      const { chat_id, from_chat_id, message_ids: ids } = given;
      if (ids.some((id, i) => i > 0 && id <= (ids[i - 1] ?? 0))) {
        throw badCall('message identifiers must be in a strictly increasing order');
      }
      const group = albumIn(world, chat_id);
      return ids.flatMap((message_id) => {
        try {
          const copy = copyOf(world, { from_chat_id, message_id }, 'copy');
          const source = world.chat(from_chat_id).messages.get(message_id);
          const isPart = source?.extra?.media_group_id !== undefined;
          const extra = { ...copy.extra, ...(isPart && group) };
          return [{ message_id: post(given, world, { ...copy, extra }).message_id }];
        } catch {
          return [];
        }
      });
    },
  ),

  forwardMessage: method({ ...sourceParams, message_id: integer }, (given, { world }) => {
    const forward_origin = { type: 'user', date: 0, sender_user: botJson(world) };
    return post(given, world, { ...copyOf(world, given, 'forward'), extra: { forward_origin } });
  }),
};
