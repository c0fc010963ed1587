import 'server-only';
import { formatInTimeZone } from 'date-fns-tz';
import { ru } from 'date-fns/locale/ru';
import { excerpt } from '@/core/cut';
import { firstOccurrence, nextOccurrence } from '@/core/recurrence';
import { zoneOffset } from '@/core/zone-names';
import { type Html } from '@/texts/html';
import { describeRule } from '@/texts/schedule';
import { zoneName } from '@/texts/zones';
import { type InlineQueryResult } from 'telegraf/types';
import { type Responses } from '@/contract/api';
import { shareTexts } from '@/texts/share';
import { type Account } from '../accounts/accounts';
import { type Db } from '../platform/db/client';
import { env } from '../platform/env';
import { AppError } from '../platform/errors';
import { log } from '../platform/log';
import { takePersonalPermit } from '../platform/rate-limit';
import { readReminder } from '../reminders/acts';
import { dataOf } from '../telegram/callback-data';
import { type BotApi, BotApiError, connectBotApi, prepareMessage } from '../telegram/send';
import { callTimeout } from '../telegram/turn';
import { type Share, shareLink, shareReminder, shareTokenOf } from './shares';

/** A shared reminder's card: its readers live in different zones, so it names its own, and dates in full. */
export function sharedCard({ text, schedule }: Share, now: Date): Html {
  const { rule, timeZone, firstWallTime } = schedule;
  const at = nextOccurrence(schedule, now) ?? firstOccurrence(schedule) ?? now;
  const date = formatInTimeZone(at, timeZone, "d MMMM yyyy 'в' HH:mm", { locale: ru });
  return shareTexts.card({
    text,
    when: `${date} (${zoneName(timeZone, zoneOffset(timeZone, at))})`,
    rule: rule ? describeRule(rule, firstWallTime) : '',
  });
}

/** Of the reminder's text in an address: Telegram may refuse one that is too long. */
const TEXT_IN_ADDRESS = 100;

/** Telegram's own address that asks in which chat to put a link, with the card; a long text is cut there. */
export function chatChoice(share: Share, link: string, now: Date): string {
  const card = sharedCard({ ...share, text: excerpt(share.text, TEXT_IN_ADDRESS) }, now);
  const text = encodeURIComponent(card.toPlainText());
  return `https://t.me/share/url?url=${encodeURIComponent(link)}&text=${text}`;
}

/** As `readReminder`; `sharing` where links cannot be made, which name the bot. */
export async function readToShare(
  db: Db,
  account: Account,
  reminderId: number,
): Promise<Omit<Responses['reminderWithHistory'], 'success'>> {
  const read = await readReminder(db, account, reminderId);
  return env().botUsername === undefined ? { ...read, sharing: false } : read;
}

/**
 * Opens a reminder to others, and has Telegram prepare its card. Throws as `shareReminder`, `unavailable`,
 * `too-many`.
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
        inline_keyboard: [
          [{ text: shareTexts.take, callback_data: dataOf('share', 'take', token) }],
        ],
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
