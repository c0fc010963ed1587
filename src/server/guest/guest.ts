import 'server-only';
import { randomBytes } from 'node:crypto';
import { and, eq, gt, lt, sql } from 'drizzle-orm';
import { daysEarlier } from '@/core/calendar';
import { excerpt } from '@/core/cut';
import { GUEST_CARD_DAYS, GUEST_CARD_TAKERS_MAX, RATE_LIMITS } from '@/core/limits';
import { nextOccurrence } from '@/core/recurrence';
import { guestTexts as texts } from '@/texts/guest';
import { PRODUCT_NAME } from '@/texts/product';
import { inlineTexts, shareTexts } from '@/texts/share';
import { readingOf } from '../accounts/settings';
import { findDraft } from '../drafts/drafts';
import { withPersonLocked } from '../platform/db/locks';
import { oneLineName, type Origin } from '../platform/attachment';
import { textForOthers } from '../reminders/write/note-points';
import { type Db } from '../platform/db/client';
import { guestCalls, reminders, users } from '../platform/db/schema';
import { AppError, found } from '../platform/errors';
import { log } from '../platform/log';
import { takePermit, takePersonalPermit } from '../platform/rate-limit';
import { type ChatAnswer } from '../quick-add/draft';
import { hearElsewhere, sayAnswer } from '../quick-add/beginning';
import { owned } from '../reminders/rows';
import { type AnswerPress, canTake, leadToBot, takeForPress } from '../sharing/bot';
import { isOffered, type Share, sharedSchedule, startLink } from '../sharing/shares';
import { dataOf } from '../telegram/callback-data';
import { momentOnEachClock, momentIn } from '../telegram/message';
import { answerGuestQuery, articleOf, type BotApi, BotApiError } from '../telegram/send';
import { button, callTimeout, type Card, type MemberTurn, type Turn } from '../telegram/turn';
import { type GuestCall } from './call';

/*
 * A guest call: in a chat that the bot is not in, somebody names it in a line, «@bot завтра в 9», often as a reply
 * to a message. What it makes is stored first, by the functions that hear the same line in the chat with the bot;
 * then it is answered, once, for everybody in that chat to read, and shown in full to its author alone. An answer
 * that Telegram does not take costs the answer and nothing else.
 */

type CallRow = typeof guestCalls.$inferSelect;

const KEY_BYTES = 12;
const NAME_SHOWN = 40;
const START_FROM_GUEST = 'guest';

/** Throws `too-many`. */
export async function takeGuestPermits(db: Db, { person, chatId }: GuestCall, now: Date) {
  await takePersonalPermit(db, 'guests', person.id, now);
  await takePermit(db, `guestsOfChat:${chatId}`, RATE_LIMITS.guestsOfChat, now);
}

export async function answerCall(
  api: BotApi,
  turn: Turn,
  member: MemberTurn | undefined,
  call: GuestCall,
): Promise<void> {
  if (!canTake(member)) {
    const { botUsername } = turn.settings;
    const url = botUsername && startLink(START_FROM_GUEST, botUsername);
    const keyboard = url === undefined ? [] : [[{ text: inlineTexts.open, url }]];
    await answer(api, call.queryId, { text: texts.stranger, keyboard });
    return;
  }
  const { row, toSay } = await storeCall(member, call);
  const outcome = row.outcome ?? (await answerInThatChat(api, member, row, toSay, call));
  const sentences = toSay.sentences ?? [];
  await sayAnswer(member, {
    ...toSay,
    sentences: outcome === 'refused' ? [texts.unanswered, ...sentences] : sentences,
  });
}

/** Stores what the line makes, once: heard again, because the process died, it answers what is there. */
async function storeCall(turn: MemberTurn, { queryId, said, origin }: GuestCall) {
  const { now, account } = turn;
  const reading = await readingOf(turn);
  return withPersonLocked(
    turn.db,
    account.id,
    async (db): Promise<{ row: CallRow; toSay: ChatAnswer }> => {
      const ofCall = and(eq(guestCalls.queryId, queryId), eq(guestCalls.userId, account.id));
      const [before] = await db.select().from(guestCalls).where(ofCall);
      if (before) {
        const draft = await findDraft(db, account.id, before.draftId ?? 0, now);
        return { row: before, toSay: { cards: draft ? [{ row: draft }] : [] } };
      }
      const toSay = await hearElsewhere({ ...turn, db }, said, { reading, origin });
      const [made] = toSay.cards;
      const reminderId = made?.row.reminderId ?? null;
      const values = {
        key: randomBytes(KEY_BYTES).toString('base64url'),
        userId: account.id,
        queryId,
        createdAt: now,
        draftId: made?.row.id ?? null,
        reminderId,
        shared: reminderId === null ? null : await sharedOf(turn, db, reminderId, origin),
      };
      const [row] = await db.insert(guestCalls).values(values).returning();
      if (!row) throw new AppError('internal');
      return { row, toSay };
    },
  );
}

/** The reminder as others in that chat may take it over; null of a one-shot whose moment has passed. */
async function sharedOf(
  { now, account }: MemberTurn,
  db: Db,
  reminderId: number,
  origin: Origin | undefined,
): Promise<CallRow['shared']> {
  const own = owned(account.id, reminderId);
  const reminder = found((await db.select().from(reminders).where(own))[0]);
  const schedule = sharedSchedule(reminder, now);
  const { typeId } = reminder;
  const text = await textForOthers(db, reminder);
  return schedule && { text, typeId, schedule, ...(origin && { origin }) };
}

/** Answers in the chat of the call, and stores what came of it: `refused` also where nobody knows. */
async function answerInThatChat(
  api: BotApi,
  turn: MemberTurn,
  { key, shared }: CallRow,
  { cards: [made] }: ChatAnswer,
  { queryId, person }: GuestCall,
): Promise<'answered' | 'refused'> {
  const { db, now, account } = turn;
  const name = excerpt(oneLineName(person.first_name), NAME_SHOWN);
  const at = shared && nextOccurrence(shared.schedule, now);
  const text = at
    ? texts.stored(
        name,
        momentOnEachClock(momentIn(at, turn), at, now),
        shared.schedule.rule !== null,
      )
    : texts[made?.row.state === 'noted' ? 'noted' : 'asked'](name);
  const keyboard = shared ? [[button(shareTexts.take, dataOf('guest', key))]] : [];
  const inlineMessageId = (await answer(api, queryId, { text, keyboard })) ?? null;
  const outcome = inlineMessageId === null ? 'refused' : 'answered';
  const own = and(eq(guestCalls.key, key), eq(guestCalls.userId, account.id));
  await db.update(guestCalls).set({ outcome, inlineMessageId }).where(own);
  return outcome;
}

/** Answers with the id of the message that appears; undefined where Telegram did not say that one has. */
async function answer(api: BotApi, guest_query_id: string, card: Card) {
  const result = articleOf('answer', PRODUCT_NAME, card);
  try {
    const answered = await answerGuestQuery(api, { guest_query_id, result }, callTimeout());
    return answered.inline_message_id;
  } catch (error) {
    if (!(error instanceof BotApiError)) throw error;
    log.warn({ code: error.code }, 'nobody knows that a guest call was answered');
    return undefined;
  }
}

/**
 * «Напомнить и мне» under the answer. It works in that message alone, and so in its chat alone; where
 * Telegram did not name the message, in that of the first press (`takeSeat`). Who has not accepted the terms, or has
 * shut the bot out, is led to the bot.
 */
export async function takeFromCall(
  turn: Turn,
  member: MemberTurn | undefined,
  { key, inlineMessageId }: { key: string; inlineMessageId: string },
  press: AnswerPress,
): Promise<void> {
  if (!canTake(member)) return leadToBot(turn, START_FROM_GUEST, press);
  const { db, now } = turn;
  const offered = await findOffered(db, key, now);
  if (!offered) return press(texts.over, { alert: true });
  if ((offered.inlineMessageId ?? inlineMessageId) !== inlineMessageId) {
    return press(texts.elsewhere, { alert: true });
  }
  const claimSeat = (tx: Db) => takeSeat(tx, key, inlineMessageId);
  await takeForPress(member, { ...offered.share, claimSeat }, press);
}

/**
 * Finds what a button offers, as it was at the call. Undefined GUEST_CARD_DAYS after the call, where nothing certain was
 * made of it, or where its author has deleted the reminder, cannot be reached or has taken back the terms.
 */
async function findOffered(db: Db, key: string, now: Date) {
  const { userId, shared, inlineMessageId } = guestCalls;
  const [row] = await db
    .select({ userId, shared, inlineMessageId })
    .from(guestCalls)
    .innerJoin(users, eq(users.id, guestCalls.userId))
    .innerJoin(reminders, eq(reminders.id, guestCalls.reminderId))
    .where(
      and(
        eq(guestCalls.key, key),
        gt(guestCalls.createdAt, daysEarlier(now, GUEST_CARD_DAYS)),
        isOffered,
      ),
    );
  if (!row?.shared) return undefined;
  const { schedule, ...content } = row.shared;
  const share: Share = { ...content, ...schedule, key, userId: row.userId };
  return { share, inlineMessageId: row.inlineMessageId };
}

/**
 * Takes one of the seats of those who may take it over, or throws `full`. Where Telegram did not say which message
 * the answer is, the first press that takes one does.
 */
async function takeSeat(db: Db, key: string, inlineMessageId: string): Promise<void> {
  const answerMessageId = sql`coalesce(${guestCalls.inlineMessageId}, ${inlineMessageId})`;
  const isFree = lt(guestCalls.taken, GUEST_CARD_TAKERS_MAX);
  const { rowCount } = await db
    .update(guestCalls)
    .set({ inlineMessageId: answerMessageId, taken: sql`${guestCalls.taken} + 1` })
    .where(and(eq(guestCalls.key, key), eq(answerMessageId, inlineMessageId), isFree));
  if (rowCount === 0) throw new AppError('full', { message: texts.full(GUEST_CARD_TAKERS_MAX) });
}
