import { type Chat, type ChatMessage, type SimUser, type World } from './world';

/** The Bot API's User. */
export const userJson = (user: SimUser): Record<string, unknown> => ({
  id: user.id,
  is_bot: false,
  first_name: user.firstName,
  ...(user.lastName !== undefined && { last_name: user.lastName }),
  ...(user.username !== undefined && { username: user.username }),
  ...(user.languageCode !== undefined && { language_code: user.languageCode }),
});

export const botJson = (world: World): Record<string, unknown> => ({
  id: world.bot.id,
  is_bot: true,
  first_name: world.bot.name,
  username: world.bot.username,
});

export const chatJson = ({ user }: Chat): Record<string, unknown> => ({
  id: user.id,
  type: 'private',
  first_name: user.firstName,
  ...(user.lastName !== undefined && { last_name: user.lastName }),
  ...(user.username !== undefined && { username: user.username }),
});

const seconds = (milliseconds: number) => Math.floor(milliseconds / 1000);

/** A Message in the field `reply_to_message`: it holds no further one. */
export function repliedJson(
  world: World,
  chat: Chat,
  { extra = {}, ...message }: ChatMessage,
): Record<string, unknown> {
  const { reply_to_message: _, ...plain } = extra;
  return messageJson(world, chat, { ...message, extra: plain });
}

/** The Bot API's Message. */
export function messageJson(
  world: World,
  chat: Chat,
  message: ChatMessage,
): Record<string, unknown> {
  const { text, entities, keyboard, document } = message;
  const body = document
    ? {
        document: {
          file_id: `file-${chat.user.id}-${message.messageId}`,
          file_unique_id: `unique-${chat.user.id}-${message.messageId}`,
          file_name: document.fileName,
          mime_type: document.mimeType,
          file_size: document.content.length,
        },
        ...(text !== '' && { caption: text }),
        ...(text !== '' && entities.length > 0 && { caption_entities: entities }),
      }
    : message.content
      ? {
          ...message.content,
          ...(text !== '' && { caption: text }),
          ...(text !== '' && entities.length > 0 && { caption_entities: entities }),
        }
      : { ...(text !== '' && { text }), ...(entities.length > 0 && { entities }) };
  return {
    message_id: message.messageId,
    from: message.fromBot ? botJson(world) : userJson(chat.user),
    chat: chatJson(chat),
    date: seconds(message.receivedAt),
    ...(message.editedAt !== undefined && { edit_date: seconds(message.editedAt) }),
    ...body,
    ...(keyboard.length > 0 && { reply_markup: { inline_keyboard: keyboard } }),
    ...message.extra,
  };
}
