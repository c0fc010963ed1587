import { randomBytes, randomInt } from 'node:crypto';
import { z } from 'zod';
import { badCall, badRequest } from './bot-api-error';
import { type FormattedText } from './html';
import { demandChange, formatted } from './chat-params';
import { type Keyboard, parseMarkup } from './markup';
import { botJson, messageJson } from './message-json';
import { Params } from './request-params';
import { type UpdateFeed } from './update-feed';
import { type InlineMessage, type InlineResult, preciseNow, type World } from './world';

/*
 * Inline mode: what people type behind the bot's name in chats that the bot is not in, and the messages
 * that it puts there. https://core.telegram.org/bots/api#inline-mode
 */

const QUERY_MAX_AGE_MS = 10_000;
const START_PARAMETER = /^[\w-]{1,64}$/;

/** Of the kinds of results only the one that the product uses. */
const article = z.strictObject({
  type: z.literal('article'),
  id: z.string().min(1).max(64),
  title: z.string().min(1),
  description: z.string().optional(),
  input_message_content: z.strictObject({
    message_text: z.string(),
    parse_mode: z.string().optional(),
    entities: z.array(z.unknown()).optional(),
    link_preview_options: z.looseObject({}).optional(),
  }),
  reply_markup: z.unknown().optional(),
  url: z.string().optional(),
  thumbnail_url: z.string().optional(),
  thumbnail_width: z.number().optional(),
  thumbnail_height: z.number().optional(),
});
const TEXT_MAX = 4_096;

function readResult(value: unknown, world: World): InlineResult {
  const parsed = article.safeParse(value);
  if (!parsed.success) throw badCall(`simulator: inline result: ${z.prettifyError(parsed.error)}`);
  const { id, title, description = '', input_message_content: content, reply_markup } = parsed.data;
  if (Buffer.byteLength(id) > 64) throw badCall('RESULT_ID_INVALID');
  const { message_text: text, ...more } = content;
  const body = formatted(new Params({ ...more, text }), 'text', world);
  if (body.text === '') throw badCall('MESSAGE_EMPTY');
  if (body.text.length > TEXT_MAX) throw badCall('MESSAGE_TOO_LONG');
  const keyboard = parseMarkup(reply_markup, { ...world.options, inlineOnly: true });
  // Mini apps open by a button in private chats with the bot only.
  if (keyboard.flat().some(({ web_app }) => web_app)) throw badCall('BUTTON_TYPE_INVALID');
  return { id, title, description, ...body, keyboard };
}

/** Refused for a bot whose inline mode @BotFather has not switched on. */
function demandInline(world: World): void {
  if (!world.bot.inline.enabled) throw badRequest('USER_BOT_INVALID');
}

const buttonOf = z.strictObject({
  text: z.string().min(1),
  start_parameter: z.string().optional(),
  web_app: z.strictObject({ url: z.string() }).optional(),
});

export const inlineMethods = {
  answerInlineQuery(params: Params, world: World): boolean {
    demandInline(world);
    const question = world.inlineQuestions.get(params.string('inline_query_id') ?? '');
    if (!question || question.answer || preciseNow() - question.askedAt > QUERY_MAX_AGE_MS) {
      throw badRequest('query is too old and response timeout expired or query ID is invalid');
    }
    const given = z.array(z.unknown()).max(50).safeParse(params.structure('results'));
    if (!given.success) throw badCall("can't parse inline query results");
    const results = given.data.map((each) => readResult(each, world));
    if (new Set(results.map(({ id }) => id)).size < results.length) {
      throw badRequest('RESULT_ID_DUPLICATE');
    }
    const button = buttonOf.optional().safeParse(params.structure('button') ?? undefined);
    if (!button.success) throw badCall("can't parse InlineQueryResultsButton");
    const { text, start_parameter: startParameter = '' } = button.data ?? { text: '' };
    if (text !== '' && !START_PARAMETER.test(startParameter)) throw badCall('START_PARAM_INVALID');
    question.answer = { results, ...(text !== '' && { button: { text, startParameter } }) };
    return true;
  },

  savePreparedInlineMessage(params: Params, world: World): { id: string; expiration_date: number } {
    demandInline(world);
    const userId = params.integer('user_id') ?? 0;
    world.chat(userId);
    const kinds = ['user', 'bot', 'group', 'channel'].map((kind) => `allow_${kind}_chats`);
    if (!kinds.some((kind) => params.flag(kind))) throw badRequest('PEER_TYPES_INVALID');
    const result = readResult(params.structure('result'), world);
    const id = randomBytes(12).toString('base64url');
    world.preparedMessages.set(id, { userId, result });
    return { id, expiration_date: Math.floor(Date.now() / 1000) + 3_600 };
  },
};

/** The message that an edit names by `inline_message_id`; undefined where it names one of a chat. */
export function inlineTarget(params: Params, world: World): InlineMessage | undefined {
  const id = params.string('inline_message_id');
  if (id === undefined) return undefined;
  if (params.string('chat_id') !== undefined || params.string('message_id') !== undefined) {
    throw badCall('simulator: a message of a chat and one of inline mode at once');
  }
  const message = world.inlineMessages.get(id);
  if (!message) throw badRequest('MESSAGE_ID_INVALID');
  return message;
}

/**
 * Changes a message of inline mode; Telegram answers `true`, as it does not show the bot that chat. Of one in
 * the bot's own chat the bot is told, as of anything that its person edits there.
 */
export function editInline(
  world: World,
  feed: UpdateFeed,
  message: InlineMessage,
  change: Partial<FormattedText> & { keyboard: Keyboard },
): true {
  demandChange(message, change);
  Object.assign(message, change);
  const chat = world.chat(message.userId);
  const own = [...chat.messages.values()].find(({ inlineId }) => inlineId === message.id);
  if (own) {
    world.edit(chat, own, change);
    feed.push('edited_message', message.userId, messageJson(world, chat, own));
  }
  return true;
}

/** Puts a message into a chat of other people, or into the person's own with the bot. */
export function postInline(
  world: World,
  feed: UpdateFeed,
  { userId, result, here = false }: { userId: number; result: InlineResult; here?: boolean },
): InlineMessage {
  const { text, entities, keyboard } = result;
  const id = `${randomInt(2 ** 31)}-${randomBytes(12).toString('base64url')}`;
  const message = { id, userId, text, entities, keyboard };
  world.inlineMessages.set(id, message);
  if (here) {
    const chat = world.chat(userId);
    const content = { text, entities, keyboard, extra: { via_bot: botJson(world) } };
    const receivedAt = preciseNow();
    const own = world.post(chat, { ...content, inlineId: id, fromBot: false, receivedAt });
    feed.push('message', userId, messageJson(world, chat, own));
  }
  return message;
}
