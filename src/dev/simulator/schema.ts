import { z } from 'zod';
import { badCall } from './bot-api-error';
import { type Params } from './request-params';

/**
 * The Bot API's methods that the simulator has, with their parameters as of Bot API 10.1 (11 June 2026),
 * reduced to what a bot in private chats may come to use. Telegram itself takes no notice of a parameter that it does
 * not know, and reads a value of a wrong type as none; here both are refused, since what they were
 * meant to do would not happen. Such refusals begin with `simulator:`, all others are Telegram's own.
 * https://core.telegram.org/bots/api#available-methods
 */

const text = z.union([z.string(), z.number()]);
const integer = z.union([z.number().int(), z.string().regex(/^-?\d{1,16}$/)]);
const flag = z.union([z.boolean(), z.enum(['true', 'false'])]);
/** A file: uploaded with the call, a file_id, or an address that Telegram fetches. */
const file = z.string();
/** Taken apart where it is used, in Telegram's own words. */
const readElsewhere = z.unknown();
/** An object or a list; forms carry it as JSON text. */
const structure = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (typeof value === 'string' ? parsed(value) : value), schema);

function parsed(value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

const updateKinds = [
  'message',
  'edited_message',
  'channel_post',
  'edited_channel_post',
  'business_connection',
  'business_message',
  'edited_business_message',
  'deleted_business_messages',
  'guest_message',
  'message_reaction',
  'message_reaction_count',
  'inline_query',
  'chosen_inline_result',
  'callback_query',
  'shipping_query',
  'pre_checkout_query',
  'purchased_paid_media',
  'poll',
  'poll_answer',
  'my_chat_member',
  'chat_member',
  'chat_join_request',
  'chat_boost',
  'removed_chat_boost',
  'managed_bot',
] as const;

const entities = structure(
  z.array(
    z.looseObject({ type: z.string(), offset: z.number().int(), length: z.number().int().min(1) }),
  ),
);
const replyParameters = structure(
  z.strictObject({
    message_id: z.number().int(),
    chat_id: text.optional(),
    allow_sending_without_reply: z.boolean().optional(),
    quote: z.string().optional(),
    quote_parse_mode: z.string().optional(),
    quote_entities: entities.optional(),
    quote_position: z.number().int().optional(),
    checklist_task_id: z.number().int().optional(),
    poll_option_id: z.string().optional(),
  }),
);
const linkPreview = structure(
  z.strictObject({
    is_disabled: z.boolean().optional(),
    url: z.string().optional(),
    prefer_small_media: z.boolean().optional(),
    prefer_large_media: z.boolean().optional(),
    show_above_text: z.boolean().optional(),
  }),
);
const allowedUpdates = structure(z.array(z.enum(updateKinds)));

type Shape = Record<string, z.ZodType>;
const optional = (shape: Shape): Shape =>
  Object.fromEntries(Object.entries(shape).map(([name, type]) => [name, type.optional()]));

const sending: Shape = {
  chat_id: integer,
  ...optional({
    business_connection_id: text,
    message_thread_id: integer,
    direct_messages_topic_id: integer,
    disable_notification: flag,
    protect_content: flag,
    allow_paid_broadcast: flag,
    message_effect_id: text,
    suggested_post_parameters: structure(z.looseObject({})),
    reply_parameters: replyParameters,
    reply_markup: readElsewhere,
  }),
};
const caption = optional({ caption: text, parse_mode: text, caption_entities: entities });
const above = optional({ show_caption_above_media: flag, has_spoiler: flag });
const media = (kind: string, extra: Shape = {}): Shape => ({
  ...sending,
  [kind]: file,
  ...caption,
  ...optional(extra),
});
const edited: Shape = optional({
  business_connection_id: text,
  chat_id: integer,
  message_id: integer,
  inline_message_id: text,
  reply_markup: readElsewhere,
});
const copied: Shape = {
  chat_id: integer,
  from_chat_id: integer,
  message_id: integer,
  ...optional({
    message_thread_id: integer,
    direct_messages_topic_id: integer,
    video_start_timestamp: integer,
    message_effect_id: text,
    suggested_post_parameters: structure(z.looseObject({})),
    disable_notification: flag,
    protect_content: flag,
  }),
};
const inlineResult = structure(z.looseObject({ type: z.string(), id: z.string().min(1).max(64) }));
const language = optional({ language_code: text });
const scoped = { ...optional({ scope: readElsewhere }), ...language };

const methods = {
  getMe: {},
  getUpdates: optional({
    offset: integer,
    limit: integer,
    timeout: integer,
    allowed_updates: allowedUpdates,
  }),
  setWebhook: optional({
    url: text,
    certificate: file,
    ip_address: text,
    max_connections: integer,
    allowed_updates: allowedUpdates,
    drop_pending_updates: flag,
    secret_token: text,
  }),
  deleteWebhook: optional({ drop_pending_updates: flag }),
  getWebhookInfo: {},

  sendMessage: {
    ...sending,
    text,
    ...optional({ parse_mode: text, entities, link_preview_options: linkPreview }),
  },
  sendPhoto: media('photo', above),
  sendDocument: media('document', { thumbnail: file, disable_content_type_detection: flag }),
  sendVideo: media('video', {
    ...above,
    duration: integer,
    width: integer,
    height: integer,
    thumbnail: file,
    cover: file,
    start_timestamp: integer,
    supports_streaming: flag,
  }),
  sendAnimation: media('animation', { ...above, duration: integer, thumbnail: file }),
  sendAudio: media('audio', { duration: integer, performer: text, title: text, thumbnail: file }),
  sendVoice: media('voice', { duration: integer }),
  sendVideoNote: { ...sending, video_note: file, ...optional({ duration: integer }) },
  sendSticker: { ...sending, sticker: file, ...optional({ emoji: text }) },
  sendMediaGroup: {
    ...sending,
    media: structure(
      z
        .array(z.looseObject({ type: z.string(), media: z.string() }))
        .min(2)
        .max(10),
    ),
  },
  copyMessage: {
    ...copied,
    ...caption,
    ...optional({
      show_caption_above_media: flag,
      allow_paid_broadcast: flag,
      reply_parameters: replyParameters,
      reply_markup: readElsewhere,
    }),
  },
  copyMessages: {
    chat_id: integer,
    from_chat_id: integer,
    message_ids: structure(z.array(z.number().int()).min(1).max(100)),
    ...optional({
      message_thread_id: integer,
      direct_messages_topic_id: integer,
      disable_notification: flag,
      protect_content: flag,
      remove_caption: flag,
    }),
  },
  forwardMessage: copied,
  sendChatAction: {
    chat_id: integer,
    action: text,
    ...optional({ business_connection_id: text, message_thread_id: integer }),
  },
  editMessageText: {
    ...edited,
    ...optional({
      text,
      parse_mode: text,
      entities,
      link_preview_options: linkPreview,
      rich_message: structure(z.looseObject({})),
    }),
  },
  editMessageReplyMarkup: edited,
  deleteMessage: { chat_id: integer, message_id: integer },
  deleteMessages: { chat_id: integer, message_ids: readElsewhere },

  answerCallbackQuery: {
    callback_query_id: text,
    ...optional({ text, show_alert: flag, url: text, cache_time: integer }),
  },
  answerInlineQuery: {
    inline_query_id: text,
    results: structure(z.array(inlineResult).max(50)),
    ...optional({
      cache_time: integer,
      is_personal: flag,
      next_offset: text,
      button: structure(z.looseObject({ text: z.string().min(1) })),
    }),
  },
  savePreparedInlineMessage: {
    user_id: integer,
    result: inlineResult,
    ...optional({
      allow_user_chats: flag,
      allow_bot_chats: flag,
      allow_group_chats: flag,
      allow_channel_chats: flag,
    }),
  },

  getChat: { chat_id: integer },
  leaveChat: { chat_id: integer },
  getFile: { file_id: text },

  setMyCommands: { commands: readElsewhere, ...scoped },
  deleteMyCommands: scoped,
  getMyCommands: scoped,
  setChatMenuButton: optional({ chat_id: integer, menu_button: readElsewhere }),
  getChatMenuButton: optional({ chat_id: integer }),
  setMyName: { ...optional({ name: text }), ...language },
  getMyName: language,
  setMyDescription: { ...optional({ description: text }), ...language },
  getMyDescription: language,
  setMyShortDescription: { ...optional({ short_description: text }), ...language },
  getMyShortDescription: language,
} satisfies Record<string, Shape>;

export type MethodName = keyof typeof methods;

const schemas = new Map(
  Object.entries(methods).map(([name, shape]: [string, Shape]) => [name, z.strictObject(shape)]),
);
const properNames = new Map([...schemas.keys()].map((name) => [name.toLowerCase(), name]));

/** A method's name as the documentation spells it; names count in any case. */
export const properName = (spelled: string): string | undefined =>
  properNames.get(spelled.toLowerCase());

/** Telegram's own words for parameters that are not there. */
const absent = new Map([
  ['chat_id', 'chat_id is empty'],
  ['text', 'message text is empty'],
  ['message_id', 'message identifier is not specified'],
  ['message_ids', 'message identifiers are not specified'],
  ['document', 'there is no document in the request'],
  ['photo', 'there is no photo in the request'],
]);

/**
 * Checks a call's parameters against the method's. Throws the 400 that Telegram would answer, or one
 * of the simulator's own.
 */
export function checkParams(method: string, params: Params): void {
  checkEncoding(params);
  const schema = schemas.get(method);
  if (!schema) return;
  const given: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(params.fields)) {
    // Telegraf's uploads name their method once more; answers to a webhook do so, too.
    if (name === 'method' && value === method) continue;
    // As for Telegram, null and an empty text are no value.
    if (value !== null && value !== undefined && value !== '') given[name] = value;
  }
  for (const name of params.files.keys()) {
    if (name in schema.shape) given[name] ??= `attach://${name}`;
  }
  const result = schema.safeParse(given);
  if (result.success) return;
  const [issue] = result.error.issues;
  const name = issue?.path[0]?.toString() ?? '';
  if (issue?.code === 'unrecognized_keys' && issue.path.length === 0) {
    throw badCall(`simulator: ${method} has no parameter "${issue.keys.join('", "')}"`);
  }
  if (!(name in given)) {
    throw badCall(absent.get(name) ?? `simulator: ${method} lacks its parameter "${name}"`);
  }
  throw badCall(
    `simulator: ${method}: parameter "${issue?.path.join('.') ?? ''}": ${issue?.message ?? ''}`,
  );
}

/** Half a surrogate pair cannot be written in UTF-8, and Telegram takes nothing else. */
function checkEncoding({ fields }: Params): void {
  for (const [name, value] of Object.entries(fields)) {
    if (isWellFormed(value)) continue;
    if (name === 'reply_markup') {
      throw badCall('inline keyboard button text must be encoded in UTF-8');
    }
    const isMarkup = ['text', 'caption'].includes(name) && 'parse_mode' in fields;
    throw badCall(`${isMarkup ? 'text' : 'strings'} must be encoded in UTF-8`);
  }
}

function isWellFormed(value: unknown): boolean {
  if (typeof value === 'string') return !/\p{Surrogate}/u.test(value);
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([key, each]) => isWellFormed(key) && isWellFormed(each));
}
