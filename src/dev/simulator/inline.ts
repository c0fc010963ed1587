import { randomBytes, randomInt } from 'node:crypto';
import { z } from 'zod';
import { badCall, badRequest, stillOpen } from './call';
import { type FormattedText } from './html';
import { type Keyboard, parseKeyboard } from './markup';
import { botJson, messageJson } from './message-json';
import { demandChange, textOf } from './message-params';
import { flag, integer, type Method, method, structure, text } from './method';
import { type UpdateFeed } from './update-feed';
import { type InlineMessage, type InlineResult, type World } from './world';

/*
 * Inline mode: what people type behind the bot's name in chats that the bot is not in, and the messages
 * that it puts there. https://core.telegram.org/bots/api#inline-mode
 */

const QUERY_MAX_AGE_MS = 10_000;

/** Of the kinds of results only the one that the product uses. */
export const article = z.strictObject({
  type: z.literal('article'),
  id: z.string().min(1).max(64),
  title: z.string().min(1),
  description: z.string().default(''),
  input_message_content: z.strictObject({
    message_text: z.string(),
    parse_mode: z.string().optional(),
  }),
  reply_markup: z.unknown().optional(),
});

export function readResult(given: z.output<typeof article>, world: World): InlineResult {
  const { id, title, description, input_message_content: content, reply_markup } = given;
  const { message_text, parse_mode } = content;
  const keyboard = parseKeyboard(reply_markup, world.options);
  // Mini apps open by a button in private chats with the bot only.
  if (keyboard.flat().some(({ web_app }) => web_app)) throw badCall('BUTTON_TYPE_INVALID');
  return { id, title, description, ...textOf({ text: message_text, parse_mode }), keyboard };
}

function demandInline(world: World): void {
  if (!world.bot.inline.enabled) throw badRequest('USER_BOT_INVALID');
}

const resultsButton = z.strictObject({
  text: z.string().min(1),
  start_parameter: z
    .string()
    .refine((parameter) => /^[\w-]{1,64}$/.test(parameter), 'START_PARAM_INVALID'),
});

export const inlineMethods: Record<string, Method> = {
  answerInlineQuery: method(
    {
      inline_query_id: text,
      results: structure(z.array(article).max(50)),
      cache_time: integer.optional(),
      is_personal: flag.optional(),
      button: structure(resultsButton).optional(),
    },
    (given, { world }) => {
      demandInline(world);
      const question = stillOpen(
        world.inlineQuestions.get(given.inline_query_id),
        QUERY_MAX_AGE_MS,
      );
      const results = given.results.map((each) => readResult(each, world));
      if (new Set(results.map(({ id }) => id)).size < results.length) {
        throw badRequest('RESULT_ID_DUPLICATE');
      }
      const { text: line = '', start_parameter: startParameter = '' } = given.button ?? {};
      question.answer = { results, ...(line && { button: { text: line, startParameter } }) };
      return true;
    },
  ),

  savePreparedInlineMessage: method(
    {
      user_id: integer,
      result: structure(article),
      allow_user_chats: flag.default(false),
      allow_group_chats: flag.default(false),
      allow_channel_chats: flag.default(false),
    },
    ({ user_id: userId, result, ...allowed }, { world }) => {
      demandInline(world);
      world.chat(userId);
      if (!Object.values(allowed).includes(true)) throw badRequest('PEER_TYPES_INVALID');
      const id = randomBytes(12).toString('base64url');
      world.preparedMessages.set(id, { userId, result: readResult(result, world) });
      return { id, expiration_date: Math.floor(Date.now() / 1000) + 3_600 };
    },
  ),
};

/** The message that an edit names by `inline_message_id`; undefined where it names one of a chat. */
export function inlineTarget(
  given: { inline_message_id?: string | undefined; chat_id?: number | undefined },
  world: World,
): InlineMessage | undefined {
  if (given.inline_message_id === undefined) return undefined;
  if (given.chat_id !== undefined) {
    throw badCall('simulator: a message of a chat and one of inline mode at once');
  }
  const message = world.inlineMessages.get(given.inline_message_id);
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
    const own = world.post(chat, { ...content, inlineId: id, fromBot: false });
    feed.push('message', userId, messageJson(world, chat, own));
  }
  return message;
}
