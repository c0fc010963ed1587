import 'server-only';
import { TelegramError, type Telegram } from 'telegraf';
import { type InlineKeyboardButton, type User } from 'telegraf/types';
import { type Html } from '@/texts/html';
import { type Account } from '../../accounts';
import { type Db } from '../../db/client';
import { type Env } from '../../env';

export type Keyboard = InlineKeyboardButton[][];

/** What the bot has to know of its surroundings. */
export type BotSettings = Pick<Env, 'botToken' | 'botUsername' | 'telegramApiRoot' | 'appUrl'>;

/** One message or press of one person, and the means to answer it. */
export interface Turn {
  db: Db;
  now: Date;
  settings: BotSettings;
  person: User;
  /** Undefined for whom nothing is stored. */
  account: Account | undefined;
  /** Sends a message to the person; answers its id. */
  say: (text: Html, keyboard?: Keyboard) => Promise<number>;
  /** Replaces the message whose button was pressed; sends a new one where that cannot be changed. */
  show: (text: Html, keyboard?: Keyboard) => Promise<void>;
  /** Sends a file. */
  sendFile: (name: string, content: string, caption: Html) => Promise<void>;
}

/** A button whose press comes back as `data` (64 bytes at most). */
export const button = (text: string, data: string): InlineKeyboardButton => ({
  text,
  callback_data: data,
});

export function createTurn(
  facts: Pick<Turn, 'db' | 'now' | 'settings' | 'person' | 'account'>,
  telegram: Telegram,
  pressedMessageId: number | undefined,
): Turn {
  const chatId = facts.person.id;
  const look = (keyboard: Keyboard) => ({
    parse_mode: 'HTML' as const,
    link_preview_options: { is_disabled: true },
    reply_markup: { inline_keyboard: keyboard },
  });
  const say: Turn['say'] = async (text, keyboard = []) => {
    const message = await telegram.sendMessage(chatId, text.toString(), look(keyboard));
    return message.message_id;
  };
  return {
    ...facts,
    say,
    show: async (text, keyboard = []) => {
      if (pressedMessageId !== undefined) {
        try {
          await telegram.editMessageText(
            chatId,
            pressedMessageId,
            undefined,
            text.toString(),
            look(keyboard),
          );
          return;
        } catch (error) {
          if (isUnchanged(error)) return;
          if (!isRejected(error)) throw error;
        }
      }
      await say(text, keyboard);
    },
    sendFile: async (filename, content, caption) => {
      await telegram.sendDocument(
        chatId,
        { source: Buffer.from(content), filename },
        { caption: caption.toString(), parse_mode: 'HTML' },
      );
    },
  };
}

const isRejected = (error: unknown) => error instanceof TelegramError && error.code === 400;
const isUnchanged = (error: unknown) =>
  error instanceof TelegramError && error.description.includes('message is not modified');

/** The bot may no longer write to this person: nothing to repeat, nothing to repair. */
export const isForbidden = (error: unknown): boolean =>
  error instanceof TelegramError && error.code === 403;
