import 'server-only';
import { type InlineKeyboardButton, type Message, type Opts, type User } from 'telegraf/types';
import { type Html } from '@/texts/html';
import { type Db } from '../platform/db/client';
import { type users } from '../platform/db/schema';
import { type Env } from '../platform/env';
import { connectDownloads, type Download } from './download';
import {
  type BotApi,
  BotApiError,
  CALL_LIMIT_MS,
  isRejected,
  lookOf,
  UPLOAD_LIMIT_MS,
} from './send';

export type Keyboard = InlineKeyboardButton[][];

export type BotSettings = Pick<
  Env,
  | 'botToken'
  | 'botUsername'
  | 'nextCellBotUsername'
  | 'telegramApiRoot'
  | 'simulated'
  | 'appUrl'
  | 'contactEmail'
  | 'operatorName'
  | 'transcriber'
>;

export type Card = {
  text: Html;
  keyboard: Keyboard;
  /**
   * It may also be answered in words: where it is sent anew the person's client opens a reply to it. Servers and
   * clients from before Bot API 10.3 open none.
   */
  opensReply?: true;
};

export interface Turn {
  db: Db;
  /**
   * The instant as of which everything is read and done: the present, or of a message that arrived late its own date.
   */
  now: Date;
  /** The present, where `now` is not: answers are worded for it. */
  shownAt?: Date | undefined;
  settings: BotSettings;
  person: User;
  /** Undefined for whom nothing is stored. */
  account: typeof users.$inferSelect | undefined;
  pressedMessageId?: number | undefined;
  /** The message that the pressed one replies to; undefined once it is deleted. */
  pressedReplyTo?: Message | undefined;
  download: Download;
  /** Sends a message to the person; answers its id. */
  say: (said: Html | Card, keyboard?: Keyboard) => Promise<number>;
  answer: (messageId: number, text: Html, keyboard: Keyboard) => Promise<number>;
  /** Sends a message to which the person's client opens a reply; `placeholder` stands in the empty field. */
  ask: (text: Html, placeholder: string) => Promise<number>;
  /** Replaces the message whose button was pressed; sends a new one where that cannot be changed. Answers its id. */
  show: (said: Html | Card, keyboard?: Keyboard) => Promise<number>;
  /**
   * Takes the buttons off an earlier message, and never throws: what was done stands, and a press of a button that is
   * left is told that it came too late.
   */
  strip: (messageId: number) => Promise<void>;
  sendFile: (name: string, content: Buffer, caption: Html) => Promise<void>;
}

/** A turn of somebody who has accepted the terms. */
export type MemberTurn = Turn & { account: typeof users.$inferSelect };

/** The turn as of the present, for what is shown and what is counted from now. */
export const atPresent = <T extends Pick<Turn, 'now' | 'shownAt'>>(turn: T): T => ({
  ...turn,
  now: turn.shownAt ?? turn.now,
  shownAt: undefined,
});

/** The turn whose first new message is worded as `wordingOf` its text says. */
export function withFirstMessage<T extends Turn>(turn: T, wordingOf: (text: Html) => Html): T {
  let isSaid = false;
  const worded = (text: Html): Html => {
    if (isSaid) return text;
    isSaid = true;
    return wordingOf(text);
  };
  return {
    ...turn,
    say: (said, keyboard) =>
      turn.say('text' in said ? { ...said, text: worded(said.text) } : worded(said), keyboard),
    answer: (messageId, text, keyboard) => turn.answer(messageId, worded(text), keyboard),
    ask: (text, placeholder) => turn.ask(worded(text), placeholder),
  };
}

/** What a press does, shown as a colour. Servers and clients from before Bot API 9.4 show the button as any other. */
type ButtonStyle = 'success' | 'danger';

/** A button whose press comes back as `data` (64 bytes at most). */
export const button = (text: string, data: string, style?: ButtonStyle): InlineKeyboardButton => ({
  text,
  callback_data: data,
  ...(style && { style }),
});

/** Opens the reply in the person's client; the keyboard stays beside it (Bot API 10.3). */
const withReplyOpened = (message: Opts<'sendMessage'>): Opts<'sendMessage'> => ({
  ...message,
  reply_markup: { ...message.reply_markup, force_reply: true },
});

export const inRows = <T>(items: readonly T[], size: number): T[][] =>
  items.length === 0 ? [] : [items.slice(0, size), ...inRows(items.slice(size), size)];

export const callTimeout = (): AbortSignal => AbortSignal.timeout(CALL_LIMIT_MS);

export function createTurn(
  facts: Pick<
    Turn,
    'db' | 'now' | 'settings' | 'person' | 'account' | 'pressedMessageId' | 'pressedReplyTo'
  >,
  api: BotApi,
): Turn {
  const chat_id = facts.person.id;
  const look = (said: Html | Card, keyboard: Keyboard = []) => ({
    chat_id,
    ...lookOf('text' in said ? said : { text: said, keyboard }),
  });
  const send = async (message: Opts<'sendMessage'>) =>
    (await api('sendMessage', message, callTimeout())).message_id;
  const say: Turn['say'] = (...said) =>
    send('opensReply' in said[0] ? withReplyOpened(look(...said)) : look(...said));
  const { botToken: token, telegramApiRoot: apiRoot } = facts.settings;
  return {
    ...facts,
    download: connectDownloads(api, { token, apiRoot }),
    say,
    answer: (message_id, text, keyboard) => {
      const reply_parameters = { message_id, allow_sending_without_reply: true };
      return send({ ...look(text, keyboard), reply_parameters });
    },
    ask: (text, input_field_placeholder) =>
      send({ ...look(text), reply_markup: { force_reply: true, input_field_placeholder } }),
    show: async (...said) => {
      const message_id = facts.pressedMessageId;
      if (message_id !== undefined) {
        try {
          const edit = { ...look(...said), message_id };
          await api('editMessageText', edit, callTimeout());
          return message_id;
        } catch (error) {
          if (isUnchanged(error)) return message_id;
          if (!isRejected(error)) throw error;
        }
      }
      return say(...said);
    },
    strip: async (message_id) => {
      // Gone, without buttons, or Telegram is away.
      await api('editMessageReplyMarkup', { chat_id, message_id }, callTimeout()).catch(
        () => undefined,
      );
    },
    sendFile: sendFileVia(api, chat_id),
  };
}

/** Sends files to one chat. */
export const sendFileVia =
  (api: BotApi, chat_id: number): Turn['sendFile'] =>
  async (filename, content, caption) => {
    const document = { source: content, filename };
    await api(
      'sendDocument',
      { chat_id, document, caption: caption.toString(), parse_mode: 'HTML' },
      AbortSignal.timeout(UPLOAD_LIMIT_MS),
    );
  };

const isUnchanged = (error: unknown) =>
  isRejected(error) && error instanceof BotApiError && error.description.includes('not modified');

/** The bot may no longer write to this person: nothing to repeat, nothing to repair. */
export const isForbidden = (error: unknown): boolean =>
  error instanceof BotApiError && error.code === 403;
