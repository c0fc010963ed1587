import 'server-only';
import { type Context, Telegraf } from 'telegraf';
import {
  type CallbackQuery,
  type Chat,
  type ChatMemberUpdated,
  type Message,
  type Update,
  type UserFromGetMe,
} from 'telegraf/types';
import { botTexts } from '@/texts/bot';
import { PRODUCT_NAME } from '@/texts/product';
import { RATE_LIMITS } from '@/core/limits';
import { findAccount } from '../accounts/accounts';
import { databaseClock } from '../outbox/clock';
import { silenceChat } from '../outbox/pace';
import { parkUser, resumeUser } from '../outbox/reachability';
import { type Db } from '../platform/db/client';
import { isPassingFault, safeFault } from '../platform/db/faults';
import { AppError, orRefusal } from '../platform/errors';
import { log } from '../platform/log';
import { processState } from '../platform/process-state';
import { guestCallOf } from '../guest/call';
import { answerCall, takeGuestPermits } from '../guest/guest';
import { answerInlineQuery, storeChosen } from '../quick-add/inline';
import { pressReminder } from '../reminders/item-bot';
import { type AnswerPress } from '../sharing/bot';
import {
  answeringInChats,
  type BotApi,
  BotApiError,
  connectBotApi,
  isRejected,
} from '../telegram/send';
import { ABOUT } from '../telegram/callback-data';
import { type ChatPace, chatPace } from '../telegram/chat-pace';
import { asOf } from '../telegram/late';
import {
  type BotSettings,
  callTimeout,
  createTurn,
  isForbidden,
  type MemberTurn,
  type Turn,
} from '../telegram/turn';
import { type UpdateLease } from '../telegram/webhook';
import { answerEdit, answerMessage, press, pressElsewhere, recordVisit } from './routes';
import { takePersonalPermit } from '../platform/rate-limit';

interface TurnBegins extends Pick<Turn, 'pressedMessageId' | 'pressedReplyTo'> {
  /** It did not happen in the person's chat with the bot: that says nothing of whether it may write. */
  elsewhere?: boolean;
}

/** Below the lease of an update. */
const HANDLER_TIMEOUT_MS = 25_000;

/**
 * The bot: takes an update and answers the person. Throws only where the database has a passing fault
 * and the update may come again. `clock` is read once an update.
 */
export function createBot(
  db: Db,
  settings: BotSettings,
  clock: () => Date,
  chats: ChatPace = chatPace,
): (update: Update, options?: UpdateLease) => Promise<void> {
  const { botToken: token, telegramApiRoot: apiRoot } = settings;
  const api = answeringInChats(
    connectBotApi({ token, apiRoot }),
    chats,
    async (chatId, retryAfterS) => {
      // Reminders to this chat wait as well, by their own clock. If this fails, that costs one more 429.
      await databaseClock(db)
        .then((now) => silenceChat(db, { chatId, retryAfterS, at: now() }))
        .catch(() => undefined);
    },
  );
  // Telegraf takes the updates apart; calls go through connectBotApi, which gives up in time.
  const bot = new Telegraf(token, { handlerTimeout: HANDLER_TIMEOUT_MS });
  bot.botInfo = botInfoOf(settings);
  const deps = { db, settings, clock, api, botInfo: bot.botInfo };
  /**
   * Ids of updates under way that Telegram will not repeat: their author has to be told of a
   * failure.
   */
  const lastTries = new Set<number>();
  const answered = listenToPresses(bot, deps);
  listenInOtherChats(bot, deps);
  listenInOwnChat(bot, deps);
  bot.catch((error, ctx) => tellFailure(deps, error, ctx, { lastTries, answered }));
  return async (update, { last } = { last: false }) => {
    if (last) lastTries.add(update.update_id);
    await bot.handleUpdate(update).finally(() => lastTries.delete(update.update_id));
  };
}

interface BotDeps {
  db: Db;
  settings: BotSettings;
  clock: () => Date;
  api: BotApi;
  botInfo: UserFromGetMe;
}

/** Preset, or every cold start would ask getMe first. The id is the token's first half. */
const botInfoOf = ({ botToken, botUsername }: BotSettings): UserFromGetMe => ({
  id: Number(botToken.split(':')[0]),
  is_bot: true,
  first_name: PRODUCT_NAME,
  username: botUsername ?? 'bot',
  can_join_groups: false,
  can_read_all_group_messages: false,
  supports_inline_queries: true,
});

/**
 * Does what a person asks for; as a stranger's where it failed because they were erased meanwhile. False for whom
 * the bot has no time: too many updates at once.
 */
async function inTurn(
  { db, settings, clock, api }: BotDeps,
  person: Turn['person'],
  work: (turn: Turn, member: MemberTurn | undefined) => Promise<unknown>,
  { elsewhere = false, ...pressed }: TurnBegins = {},
  takePermits = (now: Date) => takePersonalPermit(db, 'chat', person.id, now),
): Promise<boolean> {
  const now = clock();
  if (!(await admit(api, person.id, now, takePermits(now)))) return false;
  const account = await findAccount(db, person.id);
  const turn = createTurn({ db, now, settings, person, account, ...pressed }, api);
  const member = await recordVisit(turn, elsewhere);
  try {
    await work(turn, member);
  } catch (error) {
    if (!member || (await findAccount(db, person.id))) throw error;
    await work({ ...turn, account: undefined }, undefined);
  }
  return true;
}

/** Logs what an update has failed of, and tells its author; throws where the update is to come again. */
async function tellFailure(
  { api, botInfo }: BotDeps,
  error: unknown,
  { update, callbackQuery: query, chat }: Context,
  { lastTries, answered }: { lastTries: Set<number>; answered: WeakSet<CallbackQuery> },
): Promise<void> {
  if (isForbidden(error)) return;
  if (isPassingFault(error) && !lastTries.has(update.update_id)) throw error;
  const code = error instanceof BotApiError ? error.code : undefined;
  const refused = error instanceof AppError && error.code !== 'internal';
  const fault = { updateId: update.update_id, code, fault: safeFault(error) };
  if (!refused) log.error(fault, 'the bot failed');
  const said = refused ? error.message : botTexts.failed.toString();
  if (query && !answered.has(query)) return answerPress(api, query, said, { alert: true });
  const own = chat?.type === 'private' ? chat.id : guestCallOf(update, botInfo.username)?.person.id;
  if (own !== undefined) await sayPlainly(api, own, said);
}

/** Handles presses; returns a set of those whose key no longer waits for an answer. */
function listenToPresses(bot: Telegraf, deps: BotDeps): WeakSet<CallbackQuery> {
  const answered = new WeakSet<CallbackQuery>();
  bot.on('callback_query', async (ctx) => {
    const query = ctx.callbackQuery;
    const data = 'data' in query ? query.data : '';
    const answer: AnswerPress = (toast, more) => {
      answered.add(query);
      return answerPress(deps.api, query, toast, more);
    };
    if (query.inline_message_id !== undefined) {
      const pressed = { data, inlineMessageId: query.inline_message_id };
      const pressThere = (turn: Turn, member: MemberTurn | undefined) =>
        pressElsewhere(turn, member, pressed, answer);
      if (!(await inTurn(deps, query.from, pressThere, { elsewhere: true }))) await answer();
      return;
    }
    // Presses under reminders are answered with what became of the reminder; all others at once.
    const early = data.startsWith(`${ABOUT.reminder}:`) ? undefined : answer();
    const admitted = await inTurn(
      deps,
      query.from,
      (turn, member) => (early ? press(turn, member, data) : pressReminder(turn, data, answer)),
      pressedOf(query),
    );
    await (early ?? (admitted || answer()));
  });
  return answered;
}

/** Handles what is said in other chats: by a call of the bot's name, and by inline mode. */
function listenInOtherChats(bot: Telegraf, deps: BotDeps): void {
  const { db, clock, api, botInfo } = deps;
  const elsewhere = { elsewhere: true };
  bot.use(async (ctx, next) => {
    const call = guestCallOf(ctx.update, botInfo.username);
    if (!call) return next();
    await inTurn(
      deps,
      call.person,
      (turn, member) => answerCall(api, turn, member && asOf(member, call.said.sentAt), call),
      elsewhere,
      (now) => takeGuestPermits(db, call, now),
    );
  });
  bot.on('inline_query', async ({ inlineQuery: query }) => {
    const permit = takePersonalPermit(db, 'inlineQueries', query.from.id, clock());
    if (await orRefusal(permit, 'too-many')) return;
    const work = (_: Turn, member: MemberTurn | undefined) => answerInlineQuery(api, member, query);
    await inTurn(deps, query.from, work, elsewhere, () => permit);
  });
  bot.on('chosen_inline_result', async ({ chosenInlineResult: result }) => {
    const work = async (_: Turn, member: MemberTurn | undefined) =>
      member && storeChosen(api, member, result);
    await inTurn(deps, result.from, work, elsewhere);
  });
}

function listenInOwnChat(bot: Telegraf, deps: BotDeps): void {
  const { db, clock, api, botInfo } = deps;
  /** A message that the bot has put into its own chat by inline mode comes back as if its person had said it. */
  const isOwn = (message: Message): boolean =>
    'via_bot' in message && message.via_bot.id === botInfo.id && !('forward_origin' in message);
  bot.on('my_chat_member', (ctx) => memberChanged(api, db, ctx.myChatMember, clock()));
  bot.on('message', async ({ chat, message }) => {
    if (chat.type !== 'private') return leave(api, chat);
    if (isOwn(message)) return;
    await inTurn(deps, message.from, (turn, member) => answerMessage(turn, member, message));
  });
  bot.on('edited_message', async ({ editedMessage: message }) => {
    if (message.chat.type !== 'private' || isOwn(message)) return;
    await inTurn(deps, message.from, (turn, member) => answerEdit(turn, member, message));
  });
}

function pressedOf({ message }: CallbackQuery): TurnBegins {
  const replied = message && 'reply_to_message' in message ? message.reply_to_message : undefined;
  return { pressedMessageId: message?.message_id, pressedReplyTo: replied };
}

/** Stops the button's spinner. Telegram refuses late answers, which harms nobody. */
async function answerPress(
  api: BotApi,
  query: CallbackQuery,
  text?: string,
  { url, alert = false }: { url?: string; alert?: boolean } = {},
): Promise<void> {
  try {
    const said = { ...(text && { text }), ...(url && { url }), ...(alert && { show_alert: true }) };
    await api('answerCallbackQuery', { callback_query_id: query.id, ...said }, callTimeout());
  } catch (error) {
    if (!isRejected(error)) log.warn({ fault: safeFault(error) }, 'a press was not answered');
  }
}

/** In a private chat: blocked or unblocked. Anywhere else: somebody added the bot to a group. */
async function memberChanged(
  api: BotApi,
  db: Db,
  { chat, date, new_chat_member: member }: ChatMemberUpdated,
  now: Date,
): Promise<void> {
  const gone = member.status === 'kicked' || member.status === 'left';
  if (chat.type === 'private') {
    // A block that is reported late does not override a /start that came after it.
    const refusal = { userId: chat.id, began: new Date(date * 1_000), at: now };
    await (gone ? parkUser(db, refusal) : resumeUser(db, chat.id, now));
  } else if (!gone) {
    await leave(api, chat);
  }
}

/** Says why in a group; in a channel everything is said to all its readers, so it says nothing. */
async function leave(api: BotApi, { id, type }: Chat): Promise<void> {
  if (type !== 'channel') await sayPlainly(api, id, botTexts.privateOnly.toString());
  await api('leaveChat', { chat_id: id }, callTimeout()).catch(() => undefined);
}

const sayPlainly = (api: BotApi, chatId: number, text: string) =>
  api('sendMessage', { chat_id: chatId, text }, callTimeout()).catch(() => undefined);

/** People who have been told that it is too much, with the time until which nothing more is said. */
const told = processState('flooders', () => new Map<number, number>());
const TOLD_MAX = 10_000;

/**
 * Tells whether an update of this person is handled. They are told the first time in a while that it is not, so that
 * a flood of messages gets no flood of answers.
 */
async function admit(api: BotApi, personId: number, now: Date, permits: Promise<void>) {
  if (!(await orRefusal(permits, 'too-many'))) return true;
  if (now.getTime() < (told.get(personId) ?? 0)) return false;
  if (told.size >= TOLD_MAX) told.clear();
  told.set(personId, now.getTime() + 6 * RATE_LIMITS.chat.windowMs);
  await sayPlainly(api, personId, botTexts.tooMany.toString());
  return false;
}
