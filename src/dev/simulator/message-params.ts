import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { badCall, badRequest } from './call';
import { type Entity, type FormattedText, parseHtml, plainEntities } from './html';
import { type Keyboard, parseMarkup } from './markup';
import { messageJson, repliedJson } from './message-json';
import { integer, structure, text } from './method';
import { type ChatMessage, type World } from './world';

/** Parameters of methods that send, copy and edit messages, and what becomes of them. */

const TEXT_MAX = 4_096;
const CAPTION_MAX = 1_024;

export const entities = structure(
  z.array(
    z.looseObject({ type: z.string(), offset: z.number().int(), length: z.number().int().min(1) }),
  ),
).optional();
/** Read in Telegram's own words, by `parseMarkup`. */
const reply_markup = structure(z.unknown()).optional();

export const textParams = {
  parse_mode: text.optional(),
  entities,
  link_preview_options: structure(
    z.strictObject({ is_disabled: z.boolean().optional() }),
  ).optional(),
};
export const captionParams = {
  caption: text.optional(),
  parse_mode: text.optional(),
  caption_entities: entities,
};
export const editParams = {
  chat_id: integer.optional(),
  message_id: integer.optional(),
  inline_message_id: text.optional(),
  reply_markup,
};
export const sendParams = {
  chat_id: integer,
  reply_parameters: structure(
    z.strictObject({
      message_id: z.number().int(),
      allow_sending_without_reply: z.boolean().optional(),
    }),
  ).optional(),
  reply_markup,
};

interface Formatting {
  parse_mode?: string | undefined;
  entities?: Entity[] | undefined;
}

function formatted(
  source: string,
  { parse_mode = '', entities: given = [] }: Formatting,
): FormattedText {
  const isHtml = parse_mode.toLowerCase() === 'html';
  if (parse_mode !== '' && !isHtml) throw badCall('unsupported parse_mode');
  const parsed = isHtml ? parseHtml(source) : { text: source.trim(), entities: given };
  const { length } = parsed.text;
  if (parsed.entities.some((each) => each.offset < 0 || each.offset + each.length > length)) {
    throw badCall("can't parse entities: an entity lies outside of the text");
  }
  return { ...parsed, entities: [...parsed.entities, ...plainEntities(parsed.text)] };
}

export function textOf(given: Formatting & { text: string }): FormattedText {
  const content = formatted(given.text, given);
  if (content.text === '') throw badCall('message text is empty');
  if (content.text.length > TEXT_MAX) throw badCall('message is too long');
  return content;
}

export function captionOf({
  caption = '',
  parse_mode,
  caption_entities,
}: z.output<z.ZodObject<typeof captionParams>>): FormattedText {
  const content = formatted(caption, { parse_mode, entities: caption_entities });
  if (content.text.length > CAPTION_MAX) throw badCall('message caption is too long');
  return content;
}

/** A copy cannot have a longer one than bots may send; people with Premium write those. */
export function demandBotsCaption({ text }: FormattedText): void {
  if (text.length > CAPTION_MAX) throw badRequest('MEDIA_CAPTION_TOO_LONG');
}

/** Puts a message of the bot into a chat; answers what the Bot API tells of it. */
export function post(
  given: z.output<z.ZodObject<typeof sendParams>>,
  world: World,
  content: FormattedText & Partial<ChatMessage>,
) {
  const chat = world.writableChat(given.chat_id);
  const { message_id = 0, allow_sending_without_reply } = given.reply_parameters ?? {};
  const replied = chat.messages.get(message_id);
  if (given.reply_parameters && !replied && !allow_sending_without_reply) {
    throw badRequest('message to be replied not found');
  }
  const message = world.post(chat, {
    ...content,
    extra: {
      ...content.extra,
      ...(replied && { reply_to_message: repliedJson(world, chat, replied) }),
    },
    ...parseMarkup(given.reply_markup, world.options),
    fromBot: true,
  });
  return messageJson(world, chat, message);
}

/** What an edit brings; refused where nothing of the message is another. */
export function demandChange(
  message: FormattedText & { keyboard: Keyboard },
  change: Partial<FormattedText> & { keyboard: Keyboard },
): void {
  const { text, entities, keyboard } = message;
  const before = { text, entities, keyboard };
  if (!isDeepStrictEqual({ ...before, ...change }, before)) return;
  throw badRequest(
    'message is not modified: specified new message content and reply markup are exactly the same as a current content and reply markup of the message',
  );
}
