import 'server-only';
import { type Context, Telegraf, TelegramError } from 'telegraf';
import {
  type CallbackQuery,
  type ChatMemberUpdated,
  type Message,
  type Update,
} from 'telegraf/types';
import { PRODUCT_NAME } from '@/texts/product';
import { botTexts } from '@/texts/bot';
import { markBlocked, markReachable } from '../../account-reachability';
import { refreshNames } from '../../account-terms';
import { type Account, findAccount, hasAcceptedTerms, touchAccount } from '../../accounts';
import { type Db } from '../../db/client';
import { isDatabaseDown, safeFault } from '../../db/faults';
import { log } from '../../log';
import { app, help } from './basics';
import { askForTerms, pressTerms, start, TERMS_PREFIX } from './onboarding';
import { type BotSettings, createTurn, isForbidden, type Turn } from './turn';

/** Below the lease of an update. */
const HANDLER_TIMEOUT_MS = 25_000;

type Open = (turn: Turn, args: string) => Promise<void>;
type ForMembers = (turn: Turn, account: Account, args: string) => Promise<void>;

/** Commands that answer everybody, and those that need accepted terms. */
const openCommands: Partial<Record<string, Open>> = { start, help };
const memberCommands: Partial<Record<string, ForMembers>> = { app };

/** Presses by the first word of their callback data; the other words are passed on. */
const openPresses: Partial<Record<string, (turn: Turn, args: string[]) => Promise<void>>> = {
  [TERMS_PREFIX]: pressTerms,
};
const memberPresses: Partial<
  Record<string, (turn: Turn, account: Account, args: string[]) => Promise<void>>
> = {};

/**
 * The bot: takes an update and answers the person. Throws only where the database is down and the
 * update should come again. `clock` is read once an update.
 */
export function createBot(
  db: Db,
  settings: BotSettings,
  clock: () => Date,
): (update: Update) => Promise<void> {
  const bot = new Telegraf(settings.botToken, {
    handlerTimeout: HANDLER_TIMEOUT_MS,
    telegram: { apiRoot: settings.telegramApiRoot, webhookReply: false },
  });
  // Preset, or every cold start would ask getMe first. The id is the token's first half.
  bot.botInfo = {
    id: Number(settings.botToken.split(':')[0]),
    is_bot: true,
    first_name: PRODUCT_NAME,
    username: settings.botUsername ?? 'bot',
    can_join_groups: false,
    can_read_all_group_messages: false,
    supports_inline_queries: false,
  };
  bot.catch(async (error, ctx) => {
    if (isForbidden(error)) return;
    if (isDatabaseDown(error) && !isNetworkFault(error)) throw error;
    log.error({ updateId: ctx.update.update_id, fault: safeFault(error) }, 'the bot failed');
    if (ctx.chat?.type === 'private')
      await ctx.reply(botTexts.failed.toString()).catch(() => undefined);
  });

  const openTurn = async (ctx: Context, person: Turn['person'], pressedMessageId?: number) => {
    const account = await findAccount(db, person.id);
    const now = clock();
    return createTurn({ db, now, settings, person, account }, ctx.telegram, pressedMessageId);
  };
  bot.on('my_chat_member', (ctx) => memberChanged(ctx, ctx.myChatMember, db, clock()));
  bot.on('callback_query', async (ctx) => {
    const query = ctx.callbackQuery;
    const answered = answerPress(ctx, query);
    await press(await openTurn(ctx, query.from, query.message?.message_id), query);
    await answered;
  });
  bot.on('message', async (ctx) => {
    if (ctx.chat.type !== 'private') return leave(ctx);
    await hear(await openTurn(ctx, ctx.message.from), ctx.message);
  });
  return (update) => bot.handleUpdate(update);
}

async function hear(turn: Turn, message: Message): Promise<void> {
  const account = await welcome(turn);
  const text = 'text' in message ? message.text : '';
  const [, name, args = ''] = /^\/([a-z_]+)(?:@\w+)?(?:\s+(.*))?$/is.exec(text) ?? [];
  const command = name?.toLowerCase() ?? '';
  const open = openCommands[command];
  if (open) return open(turn, args.trim());
  if (!account) return askForTerms(turn);
  const forMembers = memberCommands[command];
  if (forMembers) return forMembers(turn, account, args.trim());
  await turn.say(botTexts.unknownCommand);
}

async function press(turn: Turn, query: CallbackQuery): Promise<void> {
  const account = await welcome(turn);
  const [prefix = '', ...args] = ('data' in query ? query.data : '').split(':');
  const open = openPresses[prefix];
  if (open) return open(turn, args);
  if (!account) return askForTerms(turn);
  const forMembers = memberPresses[prefix];
  if (forMembers) return forMembers(turn, account, args);
  await turn.say(botTexts.staleButton);
}

/** Keeps the account fresh; answers it where the terms are accepted. */
async function welcome(turn: Turn): Promise<Account | undefined> {
  const { db, account, now, person } = turn;
  if (!account) return undefined;
  await touchAccount(db, account, now);
  await refreshNames(db, account, person);
  if (account.unreachableSince) await markReachable(db, account.id, now);
  return hasAcceptedTerms(account) ? account : undefined;
}

/** Stops the button's spinner. Telegram refuses late answers, which harms nobody. */
async function answerPress(ctx: Context, query: CallbackQuery): Promise<void> {
  try {
    await ctx.telegram.answerCbQuery(query.id);
  } catch (error) {
    if (!(error instanceof TelegramError && error.code === 400)) {
      log.warn({ fault: safeFault(error) }, 'a press was not answered');
    }
  }
}

/** In a private chat: blocked or unblocked. Anywhere else: somebody added the bot to a group. */
async function memberChanged(
  ctx: Context,
  change: ChatMemberUpdated,
  db: Db,
  now: Date,
): Promise<void> {
  const { chat, new_chat_member: member } = change;
  const gone = member.status === 'kicked' || member.status === 'left';
  if (chat.type !== 'private') {
    if (!gone) await leave(ctx);
  } else if (gone) {
    await markBlocked(db, chat.id, now);
  } else {
    await markReachable(db, chat.id, now);
  }
}

async function leave(ctx: Context): Promise<void> {
  await ctx.reply(botTexts.privateOnly.toString()).catch(() => undefined);
  await ctx.leaveChat().catch(() => undefined);
}

/** A broken connection to Telegram carries the same codes as one to the database. */
const isNetworkFault = (error: unknown) => error instanceof Error && error.name === 'FetchError';
