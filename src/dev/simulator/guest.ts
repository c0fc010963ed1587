import { randomInt } from 'node:crypto';
import { badCall, badRequest, stillOpen } from './call';
import { contentOfKind, keepFiles } from './contents';
import { plainEntities } from './html';
import { article, postInline, readResult } from './inline';
import { userJson } from './message-json';
import { type Method, method, structure, text } from './method';
import { type UpdateFeed } from './update-feed';
import { type World } from './world';

/*
 * Guest mode: people name the bot in chats that it is not in, and it puts one message there. The documentation
 * names no time for the answer; that of a callback's is taken here.
 * https://core.telegram.org/bots/api#answerguestquery
 */

const CALL_MAX_AGE_MS = 30_000;

interface GuestMessage {
  text?: string;
  /** What it is besides a text, whose caption is the text then: `photo`, as `contents.ts` has them. */
  kind?: string;
  /** Other fields of the Bot API's Message. */
  [field: string]: unknown;
}

export interface GuestCall extends GuestMessage {
  chat: { id: number; type: 'private' | 'group' | 'supergroup'; title?: string; username?: string };
  /** The message that it replies to: somebody's, where no other author is said. */
  reply?: GuestMessage;
}

export const guestMethods: Record<string, Method> = {
  answerGuestQuery: method(
    { guest_query_id: text, result: structure(article) },
    (given, { world, feed }) => {
      if (!world.bot.guests) throw badCall('USER_BOT_INVALID');
      const question = stillOpen(world.guestQuestions.get(given.guest_query_id), CALL_MAX_AGE_MS);
      const { userId } = question;
      const result = readResult(given.result, world);
      question.answer = postInline(world, feed, { userId, result });
      return { inline_message_id: question.answer.id };
    },
  ),
};

export function askGuest(
  world: World,
  feed: UpdateFeed,
  userId: number,
  { chat, reply, ...own }: GuestCall,
): string {
  if (!world.bot.guests) throw badRequest('guest mode is off');
  const id = String(randomInt(2 ** 47));
  world.guestQuestions.set(id, { userId, askedAt: Date.now() });
  const message = ({ text: words = '', kind, ...fields }: GuestMessage) => {
    const content = kind === undefined ? {} : contentOfKind(kind, world.files.size + 1);
    keepFiles(world, content);
    const [said, marks] =
      kind === undefined ? ['text', 'entities'] : ['caption', 'caption_entities'];
    const entities = plainEntities(words);
    return {
      message_id: randomInt(1, 2 ** 31),
      date: Math.floor(world.now() / 1000),
      chat,
      ...content,
      ...(words !== '' && { [said]: words }),
      ...(entities.length > 0 && { [marks]: entities }),
      ...fields,
    };
  };
  feed.push('guest_message', userId, {
    guest_query_id: id,
    from: userJson(world.chat(userId).user),
    ...message(own),
    ...(reply && {
      reply_to_message: { from: { id: 1, is_bot: false, first_name: 'Пётр' }, ...message(reply) },
    }),
  });
  return id;
}
