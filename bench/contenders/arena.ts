import { type Telegram } from 'telegraf';
import { SNOOZE_PRESETS } from '@/core/limits';
import { UNSETTLED_MAX } from '@/server/outbox/kind';
import { type AppAddress } from '@/server/telegram/message';
import { renderReminder } from '@/server/reminders/message';

/** Where contenders compete. */
export interface Arena {
  databaseUrl: string;
  /** The stand-in of the Bot API. */
  apiRoot: string;
}

/** A way to send many messages; each runs in a process of its own. */
export interface Contender {
  /** Stores that many messages, all due now. Not measured. */
  prepare: (count: number) => Promise<void>;
  /** Sends them and resolves when nothing is left to send or to write down. Measured. */
  run: (count: number) => Promise<void>;
  close: () => Promise<void>;
}

/** Calls to the API at a time, the same for all. */
export const IN_FLIGHT_MAX = UNSETTLED_MAX;
export const BOT_TOKEN = '1:bench-bench-bench-bench-bench';
export const FIRST_CHAT_ID = 1_000_000;
export const REMINDER_TEXT = 'Оплатить интернет и забрать квитанцию за свет';

export const APP_ADDRESS: AppAddress = { appUrl: 'https://app.example', simulated: true };

/** The message that our delivery makes of such a reminder, ready: the others need not render. */
export function readyMessage() {
  const now = new Date();
  const { text: html, keyboard } = renderReminder(
    {
      chatId: FIRST_CHAT_ID,
      reminderId: FIRST_CHAT_ID,
      text: REMINDER_TEXT,
      typeName: 'Напоминание',
      timeZone: 'Europe/Moscow',
      snoozes: SNOOZE_PRESETS,
      firing: {
        kind: 'first',
        occurrenceAt: now,
        scheduledAt: now,
        late: false,
        nagNumber: 0,
        last: false,
      },
    },
    APP_ADDRESS,
  );
  return { text: html.toString(), keyboard };
}

/** A message as the queues store it. */
export interface QueuedMessage {
  chatId: number;
  text: string;
  keyboard: ReturnType<typeof readyMessage>['keyboard'];
}

export const queuedMessages = (count: number): QueuedMessage[] => {
  const message = readyMessage();
  return Array.from({ length: count }, (_, i) => ({ chatId: FIRST_CHAT_ID + i, ...message }));
};

/** What the others call. */
export const sendWith = (telegram: Telegram, { chatId, text, keyboard }: QueuedMessage) =>
  telegram.sendMessage(chatId, text, {
    parse_mode: 'HTML',
    link_preview_options: { is_disabled: true },
    reply_markup: { inline_keyboard: keyboard },
  });
