import 'server-only';
import { type InlineQueryResult } from 'telegraf/types';
import { type Responses } from '@/contract/api';
import { type ReminderWithHistory } from '@/contract/reminder';
import { shareTexts } from '@/texts/share';
import { type Account } from '../accounts';
import { type Db } from '../db/client';
import { env } from '../env';
import { AppError } from '../errors';
import { log } from '../log';
import { takePersonalPermit } from '../rate-limit';
import { readReminder } from '../reminder-acts';
import { shareReminder } from '../shares';
import { shareLink, shareTokenOf } from '../share-token';
import { takeData } from './bot/share-callback-data';
import { callTimeout } from './bot/turn';
import { type BotApi, BotApiError, connectBotApi, prepareMessage } from './send';
import { chatChoice, sharedCard } from './shared-card';

/** As `readReminder`; `sharing` where links cannot be made, which name the bot. */
export async function readToShare(
  db: Db,
  account: Account,
  reminderId: number,
): Promise<ReminderWithHistory & { sharing?: false }> {
  const read = await readReminder(db, account, reminderId);
  return env().botUsername === undefined ? { ...read, sharing: false } : read;
}

/**
 * Opens a reminder of this user to others, and has Telegram prepare its card for the client to send.
 * Throws as `shareReminder`; `unavailable` where the bot's name is not known, `too-many`.
 */
export async function offerShare(
  db: Db,
  userId: number,
  reminderId: number,
  now: Date,
): Promise<Omit<Responses['shareOffer'], 'success'>> {
  const { botToken, botUsername, telegramApiRoot } = env();
  if (botUsername === undefined) throw new AppError('unavailable', { message: shareTexts.off });
  await takePersonalPermit(db, 'shares', userId, now);
  const share = await shareReminder(db, userId, reminderId, now);
  const token = shareTokenOf(share.key, botToken);
  const card = sharedCard(share, now);
  const api = connectBotApi({ token: botToken, apiRoot: telegramApiRoot });
  const url = shareLink(token, botUsername);
  return {
    url,
    sendUrl: chatChoice(share, url, now),
    text: card.toPlainText(),
    preparedId: await prepared(api, userId, {
      type: 'article',
      id: share.key,
      title: shareTexts.title,
      input_message_content: { message_text: card.toString(), parse_mode: 'HTML' },
      reply_markup: {
        inline_keyboard: [[{ text: shareTexts.take, callback_data: takeData(token) }]],
      },
    }),
  };
}

/** Without inline mode Telegram prepares nothing: then the app sends the link. */
async function prepared(
  api: BotApi,
  userId: number,
  result: InlineQueryResult,
): Promise<string | null> {
  const chats = { allow_user_chats: true, allow_group_chats: true, allow_channel_chats: true };
  try {
    const message = { user_id: userId, result, ...chats };
    return await prepareMessage(api, message, callTimeout());
  } catch (error) {
    const code = error instanceof BotApiError ? error.code : undefined;
    log.warn({ code }, 'Telegram prepares no message to share');
    return null;
  }
}
