import { type Chat, type ChatMessage, type SimUser, type World } from './world';

/** What the Bot API tells of a person, as a User and as the Chat with them. */
const personJson = ({ id, firstName, lastName, username }: SimUser) => ({
  id,
  first_name: firstName,
  ...(lastName !== undefined && { last_name: lastName }),
  ...(username !== undefined && { username }),
});

export const userJson = (user: SimUser): Record<string, unknown> => ({
  ...personJson(user),
  is_bot: false,
  ...(user.languageCode !== undefined && { language_code: user.languageCode }),
});

export const botJson = ({ bot }: World): Record<string, unknown> => ({
  ...personJson({ id: bot.id, firstName: bot.name, username: bot.username }),
  is_bot: true,
});

export const chatJson = ({ user }: Chat): Record<string, unknown> => ({
  ...personJson(user),
  type: 'private',
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

export function messageJson(world: World, chat: Chat, message: ChatMessage) {
  const { messageId, text, entities, keyboard, document } = message;
  const content = document
    ? {
        document: {
          file_id: `file-${chat.user.id}-${messageId}`,
          file_unique_id: `unique-${chat.user.id}-${messageId}`,
          file_name: document.fileName,
          mime_type: document.mimeType,
          file_size: document.content.length,
        },
      }
    : message.content;
  const [words, marks] = content ? ['caption', 'caption_entities'] : ['text', 'entities'];
  return {
    message_id: messageId,
    from: message.fromBot ? botJson(world) : userJson(chat.user),
    chat: chatJson(chat),
    date: seconds(message.sentAt),
    ...(message.editedAt !== undefined && { edit_date: seconds(message.editedAt) }),
    ...content,
    ...(text !== '' && { [words]: text }),
    ...(entities.length > 0 && { [marks]: entities }),
    ...(keyboard.length > 0 && { reply_markup: { inline_keyboard: keyboard } }),
    ...message.extra,
  };
}
