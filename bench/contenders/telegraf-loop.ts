import { Telegram } from 'telegraf';
import {
  type Arena,
  BOT_TOKEN,
  type Contender,
  FIRST_CHAT_ID,
  IN_FLIGHT_MAX,
  readyMessage,
  sendWith,
} from './arena';

/**
 * No database at all: one ready message to each chat through Telegraf, as many at a time as the others.
 * The messages are not held in memory: thousands of them would only burden the garbage collector.
 */
export function telegrafLoop(arena: Arena): Contender {
  const telegram = new Telegram(BOT_TOKEN, { apiRoot: arena.apiRoot });
  const message = readyMessage();
  return {
    prepare: () => Promise.resolve(),
    run: async (count) => {
      let next = 0;
      const worker = async () => {
        while (next < count) {
          const chatId = FIRST_CHAT_ID + next;
          next += 1;
          await sendWith(telegram, { chatId, ...message });
        }
      };
      await Promise.all(Array.from({ length: IN_FLIGHT_MAX }, worker));
    },
    close: () => Promise.resolve(),
  };
}
