import { Telegram } from 'telegraf';
import {
  type Arena,
  BOT_TOKEN,
  type Contender,
  IN_FLIGHT_MAX,
  queuedMessages,
  type QueuedMessage,
  sendWith,
} from './arena';

/** No database at all: ready messages from memory through Telegraf, as many at a time as the others. */
export function telegrafLoop(arena: Arena): Contender {
  const telegram = new Telegram(BOT_TOKEN, { apiRoot: arena.apiRoot });
  let messages: QueuedMessage[] = [];
  return {
    prepare: (count) => {
      messages = queuedMessages(arena, count);
      return Promise.resolve();
    },
    run: async () => {
      let next = 0;
      const worker = async () => {
        for (let message = messages[next++]; message; message = messages[next++]) {
          await sendWith(telegram, message);
        }
      };
      await Promise.all(Array.from({ length: IN_FLIGHT_MAX }, worker));
    },
    close: () => Promise.resolve(),
  };
}
