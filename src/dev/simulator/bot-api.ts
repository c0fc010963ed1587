import { z } from 'zod';
import { badCall, badRequest, BotApiError } from './bot-api-error';
import { type FormattedText } from './html';
import { editInline, inlineMethods, inlineTarget } from './inline';
import { checkWebApp, forcedReply, isLoopback, type Keyboard, parseMarkup } from './markup';
import { messageJson, userJson, botJson } from './message-json';
import { captionOf, demandChange, formatted, targetChat, writable } from './chat-params';
import { type Params } from './request-params';
import { replying, resending, sendFile } from './resending';
import { type MethodName, properName } from './schema';
import { type UpdateFeed } from './update-feed';
import { preciseNow, type Chat, type ChatMessage, type World } from './world';

const TEXT_MAX = 4096;
const CALLBACK_ANSWER_MAX = 200;
/** Larger files no bot may download from Telegram's own server. */
const DOWNLOAD_MAX_BYTES = 20_000_000;
/** Bots may delete their messages in private chats for this long. */
const DELETE_MAX_AGE_MS = 48 * 3_600_000;
/** Telegram names no number; seconds after which it says that a query is too old were seen below a minute. */
const CALLBACK_MAX_AGE_MS = 30_000;

type Method = (params: Params, world: World, feed: UpdateFeed) => unknown;

function messageText(params: Params, world: World): FormattedText {
  const content = formatted(params, 'text', world);
  if (content.text === '') throw badCall('message text is empty');
  if (content.text.length > TEXT_MAX) throw badCall('message is too long');
  return content;
}

function ownMessage(params: Params, world: World): { chat: Chat; message: ChatMessage } {
  const chat = writable(params, world);
  const id = params.integer('message_id');
  if (id === undefined) throw badCall('message identifier is not specified');
  const message = chat.messages.get(id);
  if (!message) throw badRequest('message to edit not found');
  const isForwarded = message.extra?.forward_origin !== undefined;
  if (!message.fromBot || isForwarded || message.forceReply) {
    throw badRequest("message can't be edited");
  }
  return { chat, message };
}

const keyboardOf = (params: Params, world: World, inlineOnly = false): Keyboard =>
  parseMarkup(params.structure('reply_markup'), { ...world.options, inlineOnly });

function applyEdit(
  world: World,
  { chat, message }: { chat: Chat; message: ChatMessage },
  change: Partial<FormattedText> & { keyboard: ChatMessage['keyboard'] },
): unknown {
  demandChange(message, change);
  world.edit(chat, message, change);
  return messageJson(world, chat, message);
}

function deleteOne(world: World, chat: Chat, messageId: number): boolean {
  const message = chat.messages.get(messageId);
  if (message && preciseNow() - message.receivedAt > DELETE_MAX_AGE_MS) {
    throw badRequest("message can't be deleted for everyone");
  }
  return world.remove(chat, messageId);
}

const commandsKey = (params: Params) =>
  JSON.stringify([
    params.structure('scope') ?? { type: 'default' },
    params.string('language_code') ?? '',
  ]);
const commandList = z.array(z.strictObject({ command: z.string(), description: z.string() }));
const menuButton = z.union([
  z.strictObject({ type: z.enum(['default', 'commands']) }),
  z.strictObject({
    type: z.literal('web_app'),
    text: z.string().min(1),
    web_app: z.strictObject({ url: z.string() }),
  }),
]);
const chatActions = new Set([
  'typing',
  'upload_photo',
  'record_video',
  'upload_video',
  'record_voice',
  'upload_voice',
  'upload_document',
  'choose_sticker',
  'find_location',
  'record_video_note',
  'upload_video_note',
]);

const COMMANDS_MAX = 100;

function botCommands(params: Params): { command: string; description: string }[] {
  const parsed = commandList.safeParse(params.structure('commands'));
  if (!parsed.success) throw badCall("can't parse BotCommand");
  if (parsed.data.length > COMMANDS_MAX) throw badCall('BOT_COMMANDS_TOO_MUCH');
  return parsed.data.map(({ command, description }) => {
    const name = command.replace(/^\//, '');
    if (name === '') throw badCall('command must be non-empty');
    if (name.length > 32) throw badCall('command length must not exceed 32');
    if (!/^[a-z0-9_]+$/.test(name)) throw badCall('BOT_COMMAND_INVALID');
    if (description.trim() === '') throw badCall('command description must be non-empty');
    if (Array.from(description).length > 256) {
      throw badCall('command description length must not exceed 256');
    }
    return { command: name, description };
  });
}

/** The Bot API as far as the product uses it. https://core.telegram.org/bots/api#available-methods */
const methods: Record<MethodName, Method> = {
  getMe: (_, world) => ({
    ...botJson(world),
    can_join_groups: true,
    can_read_all_group_messages: false,
    supports_inline_queries: world.bot.inline.enabled,
    has_main_web_app: false,
  }),

  ...resending,
  ...inlineMethods,

  sendMessage(params, world) {
    const content = messageText(params, world);
    const keyboard = keyboardOf(params, world);
    const forceReply = forcedReply(params.structure('reply_markup'));
    const chat = writable(params, world);
    const message = world.post(chat, {
      ...content,
      ...replying(params, world, chat),
      keyboard,
      ...(forceReply && { forceReply }),
      fromBot: true,
      receivedAt: preciseNow(),
    });
    return messageJson(world, chat, message);
  },

  sendDocument(params, world) {
    if (params.files.size === 0) return sendFile('document', params, world);
    const chat = writable(params, world);
    const attached = params.string('document')?.replace(/^attach:\/\//, '') ?? 'document';
    const document = params.files.get(attached);
    if (!document) throw badCall('there is no document in the request');
    if (document.content.length === 0) throw badCall('file must be non-empty');
    const caption = captionOf(params, world);
    const message = world.post(chat, {
      ...caption,
      keyboard: keyboardOf(params, world),
      document,
      fromBot: true,
      receivedAt: preciseNow(),
    });
    return messageJson(world, chat, message);
  },

  sendChatAction(params, world) {
    const chat = writable(params, world);
    const action = params.string('action') ?? '';
    if (!chatActions.has(action)) throw badCall('wrong parameter action in request');
    chat.action = action;
    world.emit({ type: 'chat', userId: chat.user.id });
    return true;
  },

  editMessageText(params, world, feed) {
    const elsewhere = inlineTarget(params, world);
    if (elsewhere) {
      const content = messageText(params, world);
      const keyboard = keyboardOf(params, world, true);
      return editInline(world, feed, elsewhere, { ...content, keyboard });
    }
    const target = ownMessage(params, world);
    if (target.message.document ?? target.message.content)
      throw badRequest('there is no text in the message to edit');
    const content = messageText(params, world);
    return applyEdit(world, target, { ...content, keyboard: keyboardOf(params, world, true) });
  },

  editMessageReplyMarkup(params, world, feed) {
    const keyboard = keyboardOf(params, world, true);
    const elsewhere = inlineTarget(params, world);
    if (elsewhere) return editInline(world, feed, elsewhere, { keyboard });
    return applyEdit(world, ownMessage(params, world), { keyboard });
  },

  deleteMessage(params, world) {
    const chat = writable(params, world);
    if (!deleteOne(world, chat, params.integer('message_id') ?? 0)) {
      throw badRequest('message to delete not found');
    }
    return true;
  },

  deleteMessages(params, world) {
    const chat = writable(params, world);
    const ids = z.array(z.number()).min(1).max(100).safeParse(params.structure('message_ids'));
    if (!ids.success) throw badCall('message identifiers are not specified');
    for (const id of ids.data) deleteOne(world, chat, id);
    return true;
  },

  answerCallbackQuery(params, world) {
    const callbackId = params.string('callback_query_id') ?? '';
    const pressed = world.pressed.get(callbackId);
    if (!pressed || preciseNow() - pressed.pressedAt > CALLBACK_MAX_AGE_MS) {
      throw badRequest('query is too old and response timeout expired or query ID is invalid');
    }
    const text = params.string('text') ?? '';
    if (text.length > CALLBACK_ANSWER_MAX) throw badCall('MESSAGE_TOO_LONG');
    const url = params.string('url') ?? '';
    // Other addresses are for games.
    const own = [`https://t.me/${world.bot.username}?start=`, `t.me/${world.bot.username}?start=`];
    if (url !== '' && !own.some((start) => url.startsWith(start))) throw badCall('URL_INVALID');
    const answer = { text, alert: params.flag('show_alert'), url };
    pressed.answer = answer;
    world.emit({ type: 'answer', userId: pressed.userId, callbackId, ...answer });
    return true;
  },

  /** Groups live outside the simulator: leaving one always works. */
  leaveChat: () => true,

  setWebhook(params, world, feed) {
    const url = params.string('url') ?? '';
    if (url !== '') checkWebhookUrl(url, world.options.loopback);
    const secret = params.string('secret_token') ?? '';
    if (secret.length > 256) throw badCall('secret token is too long');
    if (!/^[\w-]*$/.test(secret)) {
      throw badCall('secret token contains unallowed characters');
    }
    feed.setWebhook({
      url,
      secret,
      maxConnections: Math.min(Math.max(params.integer('max_connections') ?? 40, 1), 100),
      allowedUpdates: allowedUpdates(params),
      dropPending: params.flag('drop_pending_updates'),
    });
    return true;
  },

  deleteWebhook(params, _, feed) {
    feed.setWebhook({ url: '', secret: '', dropPending: params.flag('drop_pending_updates') });
    return true;
  },

  getWebhookInfo: (_params, _world, feed) => feed.webhookInfo(),

  getUpdates: (params, _, feed) =>
    feed.poll({
      offset: params.integer('offset') ?? 0,
      limit: Math.min(Math.max(params.integer('limit') ?? 100, 1), 100),
      timeoutMs: Math.min(Math.max(params.integer('timeout') ?? 0, 0), 50) * 1000,
      allowedUpdates: allowedUpdates(params),
    }),

  setMyCommands(params, world) {
    world.bot.commands.set(commandsKey(params), botCommands(params));
    world.emit({ type: 'bot' });
    return true;
  },

  deleteMyCommands(params, world) {
    world.bot.commands.delete(commandsKey(params));
    world.emit({ type: 'bot' });
    return true;
  },

  getMyCommands: (params, world) => world.bot.commands.get(commandsKey(params)) ?? [],

  setChatMenuButton(params, world) {
    const button = menuButton.safeParse(params.structure('menu_button') ?? { type: 'default' });
    if (!button.success) throw badCall("can't parse menu button");
    if (button.data.type === 'web_app') {
      checkWebApp(button.data.web_app.url, 'menu button', world.options);
    }
    const chatId = params.integer('chat_id') ?? 0;
    if (chatId !== 0) world.chat(chatId);
    world.bot.menuButtons.set(chatId, button.data);
    world.emit({ type: 'bot' });
    return true;
  },

  getChatMenuButton: (params, world) =>
    world.bot.menuButtons.get(params.integer('chat_id') ?? 0) ??
    world.bot.menuButtons.get(0) ?? { type: 'commands' },

  setMyName: (params, world) => setProfile(world, { name: short(params, 'name', 64) }),
  getMyName: (_, world) => ({ name: world.bot.name }),
  setMyDescription: (params, world) =>
    setProfile(world, { description: short(params, 'description', 512) }),
  getMyDescription: (_, world) => ({ description: world.bot.description }),
  setMyShortDescription: (params, world) =>
    setProfile(world, { shortDescription: short(params, 'short_description', 120) }),
  getMyShortDescription: (_, world) => ({ short_description: world.bot.shortDescription }),

  getFile(params, world) {
    const fileId = params.string('file_id') ?? '';
    const upload = world.uploads.get(fileId);
    if (!upload) throw badRequest('invalid file_id');
    const file_size = upload.content.length;
    if (file_size > DOWNLOAD_MAX_BYTES) throw badRequest('file is too big');
    world.fileLinks.add(upload.path);
    const file_unique_id = `unique-${fileId}`;
    return { file_id: fileId, file_unique_id, file_size, file_path: upload.path };
  },

  getChat(params, world) {
    const { user } = targetChat(params, world);
    return { ...userJson(user), type: 'private', accent_color_id: 0, max_reaction_count: 11 };
  },
};

function short(params: Params, name: string, max: number): string {
  const text = params.string(name) ?? '';
  if (text.length > max) throw badCall(`simulator: ${name} has more than ${max} characters`);
  return text;
}

function setProfile(world: World, change: Partial<World['bot']>): boolean {
  Object.assign(world.bot, change);
  world.emit({ type: 'bot' });
  return true;
}

function allowedUpdates(params: Params): string[] | undefined {
  const given = z.array(z.string()).safeParse(params.structure('allowed_updates'));
  return given.success ? given.data : undefined;
}

const WEBHOOK_PORTS = ['', '443', '80', '88', '8443'];

/** Webhooks are https, and on four ports only. */
function checkWebhookUrl(url: string, loopback: boolean): void {
  const address = /^[a-z]+:\/\//i.test(url) ? url : `https://${url}`;
  if (!URL.canParse(address)) throw badCall('invalid webhook URL specified');
  const { protocol, port, hostname } = new URL(address);
  if (loopback && isLoopback(hostname)) return;
  const refused = (why: string) => badCall(`bad webhook: ${why}`);
  if (protocol !== 'https:') throw refused('An HTTPS URL must be provided for webhook');
  if (!WEBHOOK_PORTS.includes(port)) {
    throw refused('Webhook can be set up only on ports 80, 88, 443 or 8443');
  }
  if (isLoopback(hostname)) throw refused(`IP address ${hostname} is reserved`);
}

const built = new Map<string, Method>(Object.entries(methods));

/** The method that a URL names, in its proper spelling; names count in any case. Throws 404. */
export function findMethod(spelled: string): { name: string; method: Method } {
  const name = properName(spelled) ?? '';
  const method = built.get(name);
  if (!method) throw new BotApiError(404, 'Not Found: method not found', undefined, true);
  return { name, method };
}
