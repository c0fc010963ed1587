import { z } from 'zod';
import { badCall, badRequest, BotApiError } from './call';
import { guestMethods } from './guest';
import { type FormattedText } from './html';
import { editInline, inlineMethods, inlineTarget } from './inline';
import { checkWebApp, isLoopback, parseKeyboard } from './markup';
import { messageJson, botJson } from './message-json';
import { demandChange, editParams, post, sendParams, textOf, textParams } from './message-params';
import { flag, integer, type Method, method, structure, type Telegram, text } from './method';
import { resending } from './resending';
import { type Chat, type World } from './world';

const CALLBACK_ANSWER_MAX = 200;
/** Larger files no bot may download from Telegram's own server. */
const DOWNLOAD_MAX_BYTES = 20_000_000;
/** Bots may delete their messages in private chats for this long. */
const DELETE_MAX_AGE_MS = 48 * 3_600_000;
/** Telegram names no number; seconds after which it says that a query is too old were seen below a minute. */
const CALLBACK_MAX_AGE_MS = 30_000;

function applyEdit(
  given: z.output<z.ZodObject<typeof editParams>>,
  { world, feed }: Telegram,
  content: Partial<FormattedText> = {},
): unknown {
  const keyboard = parseKeyboard(given.reply_markup, world.options);
  const change = { ...content, keyboard };
  const elsewhere = inlineTarget(given, world);
  if (elsewhere) return editInline(world, feed, elsewhere, change);
  const { chat_id = 0, message_id } = given;
  const chat = world.writableChat(chat_id);
  if (message_id === undefined) throw badCall('message identifier is not specified');
  const message = chat.messages.get(message_id);
  if (!message) throw badRequest('message to edit not found');
  const isForwarded = message.extra?.forward_origin !== undefined;
  const isQuestionAlone = message.forceReply && !message.forceReply.withKeyboard;
  if (!message.fromBot || isForwarded || isQuestionAlone) {
    throw badRequest("message can't be edited");
  }
  if (content.text !== undefined && (message.document ?? message.content)) {
    throw badRequest('there is no text in the message to edit');
  }
  demandChange(message, change);
  world.edit(chat, message, change);
  return messageJson(world, chat, message);
}

function deleteOne(world: World, chat: Chat, messageId: number): boolean {
  const message = chat.messages.get(messageId);
  if (message && Date.now() - message.receivedAt > DELETE_MAX_AGE_MS) {
    throw badRequest("message can't be deleted for everyone");
  }
  return world.remove(chat, messageId);
}

const updateKinds = [
  'message',
  'edited_message',
  'inline_query',
  'chosen_inline_result',
  'callback_query',
  'my_chat_member',
  'guest_message',
];
const allowed_updates = structure(z.array(z.enum(updateKinds))).optional();

const shortText = (name: string, max: number) =>
  text.refine(({ length }) => length <= max, `simulator: ${name} has more than ${max} characters`);

const botCommand = z.strictObject({
  command: z
    .string()
    .transform((name) => name.replace(/^\//, ''))
    .refine((name) => name !== '', 'command must be non-empty')
    .refine(({ length }) => length <= 32, 'command length must not exceed 32')
    .refine((name) => /^[a-z0-9_]*$/.test(name), 'BOT_COMMAND_INVALID'),
  description: z
    .string()
    .refine((words) => words.trim() !== '', 'command description must be non-empty')
    .refine(
      (words) => Array.from(words).length <= 256,
      'command description length must not exceed 256',
    ),
});
const menuButton = z.strictObject({
  type: z.literal('web_app'),
  text: z.string().min(1),
  web_app: z.strictObject({ url: z.string() }),
});

/** The Bot API as far as the product uses it. https://core.telegram.org/bots/api#available-methods */
const methods: Record<string, Method> = {
  ...resending,
  ...inlineMethods,
  ...guestMethods,

  getMe: method({}, (_, { world }) => ({
    ...botJson(world),
    can_join_groups: true,
    can_read_all_group_messages: false,
    supports_inline_queries: world.bot.inline.enabled,
    supports_guest_queries: world.bot.guests,
    has_main_web_app: false,
  })),

  sendMessage: method({ ...sendParams, text, ...textParams }, (given, { world }) =>
    post(given, world, textOf(given)),
  ),

  editMessageText: method({ ...editParams, text, ...textParams }, (given, telegram) =>
    applyEdit(given, telegram, textOf(given)),
  ),

  editMessageReplyMarkup: method(editParams, (given, telegram) => applyEdit(given, telegram)),

  deleteMessage: method({ chat_id: integer, message_id: integer }, (given, { world }) => {
    if (deleteOne(world, world.writableChat(given.chat_id), given.message_id)) return true;
    throw badRequest('message to delete not found');
  }),

  deleteMessages: method(
    { chat_id: integer, message_ids: structure(z.array(z.number()).max(100)) },
    ({ chat_id, message_ids: ids }, { world }) => {
      if (ids.length === 0) throw badCall('message identifiers are not specified');
      for (const id of ids) deleteOne(world, world.writableChat(chat_id), id);
      return true;
    },
  ),

  answerCallbackQuery: method(
    {
      callback_query_id: text,
      text: text.default(''),
      show_alert: flag.default(false),
      url: text.default(''),
    },
    ({ callback_query_id: callbackId, text: words, show_alert: alert, url }, { world }) => {
      const pressed = world.pressed.get(callbackId);
      if (!pressed || Date.now() - pressed.pressedAt > CALLBACK_MAX_AGE_MS) {
        throw badRequest('query is too old and response timeout expired or query ID is invalid');
      }
      if (words.length > CALLBACK_ANSWER_MAX) throw badCall('MESSAGE_TOO_LONG');
      // Other addresses are for games.
      const own = `t.me/${world.bot.username}?start=`;
      if (url !== '' && !url.replace('https://', '').startsWith(own)) throw badCall('URL_INVALID');
      const answer = { text: words, alert, url };
      pressed.answer = answer;
      world.emit({ type: 'answer', userId: pressed.userId, callbackId, ...answer });
      return true;
    },
  ),

  /** Groups live outside the simulator: leaving one always works. */
  leaveChat: method({ chat_id: integer }, () => true),

  setWebhook: method(
    {
      url: text,
      secret_token: text
        .refine(({ length }) => length <= 256, 'secret token is too long')
        .refine((token) => /^[\w-]*$/.test(token), 'secret token contains unallowed characters')
        .default(''),
      allowed_updates,
      drop_pending_updates: flag.default(false),
    },
    (given, { world, feed }) => {
      checkWebhookUrl(given.url, world.options.loopback);
      feed.setWebhook({
        url: given.url,
        secret: given.secret_token,
        allowedUpdates: given.allowed_updates,
        dropPending: given.drop_pending_updates,
      });
      return true;
    },
  ),

  getWebhookInfo: method({}, (_, { feed }) => feed.webhookInfo()),

  getUpdates: method(
    {
      offset: integer.default(0),
      limit: integer.default(100),
      timeout: integer.default(0),
      allowed_updates,
    },
    ({ offset, limit, timeout, allowed_updates: allowedUpdates }, { feed }) =>
      feed.poll({ offset, limit, timeoutMs: timeout * 1000, allowedUpdates }),
  ),

  setMyCommands: method(
    {
      commands: structure(
        z.array(botCommand).refine(({ length }) => length <= 100, 'BOT_COMMANDS_TOO_MUCH'),
      ),
      language_code: text.default(''),
    },
    ({ commands, language_code }, { world }) => {
      world.bot.commands.set(language_code, commands);
      return setProfile(world, {});
    },
  ),

  setChatMenuButton: method({ menu_button: structure(z.unknown()) }, (given, { world }) => {
    const { data } = menuButton.safeParse(given.menu_button);
    if (!data) throw badCall("can't parse menu button");
    checkWebApp(data.web_app.url, 'menu button', world.options);
    return setProfile(world, { menuButton: data });
  }),
  setMyDescription: method(
    { description: shortText('description', 512) },
    ({ description }, { world }) => setProfile(world, { description }),
  ),
  setMyShortDescription: method(
    { short_description: shortText('short_description', 120) },
    ({ short_description }, { world }) =>
      setProfile(world, { shortDescription: short_description }),
  ),

  getFile: method({ file_id: text }, ({ file_id }, { world }) => {
    const upload = world.uploads.get(file_id);
    if (!upload) throw badRequest('invalid file_id');
    const { path, content } = upload;
    if (content.length > DOWNLOAD_MAX_BYTES) throw badRequest('file is too big');
    world.fileLinks.add(path);
    const file_unique_id = `unique-${file_id}`;
    return { file_id, file_unique_id, file_size: content.length, file_path: path };
  }),
};

function setProfile(world: World, change: Partial<World['bot']>): boolean {
  Object.assign(world.bot, change);
  world.emit({ type: 'changed' });
  return true;
}

const WEBHOOK_PORTS = ['', '443', '80', '88', '8443'];

/** Webhooks are https, and on four ports only. */
function checkWebhookUrl(url: string, loopback = false): void {
  if (!URL.canParse(url)) throw badCall('invalid webhook URL specified');
  const { protocol, port, hostname } = new URL(url);
  if (loopback && isLoopback(hostname)) return;
  const refused = (why: string) => badCall(`bad webhook: ${why}`);
  if (protocol !== 'https:') throw refused('An HTTPS URL must be provided for webhook');
  if (!WEBHOOK_PORTS.includes(port)) {
    throw refused('Webhook can be set up only on ports 80, 88, 443 or 8443');
  }
  if (isLoopback(hostname)) throw refused(`IP address ${hostname} is reserved`);
}

const byName = new Map(
  Object.entries(methods).map(([name, act]) => [name.toLowerCase(), { name, act }]),
);

/** The method that a URL names, in its proper spelling; names count in any case. Throws 404. */
export function findMethod(spelled: string): { name: string; act: Method } {
  const found = byName.get(spelled.toLowerCase());
  if (!found) throw new BotApiError(404, 'Not Found: method not found', undefined, true);
  return found;
}
