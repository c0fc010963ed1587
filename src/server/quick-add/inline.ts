import 'server-only';
import { randomBytes } from 'node:crypto';
import { and, eq, isNull } from 'drizzle-orm';
import { type ChosenInlineResult, type InlineQuery } from 'telegraf/types';
import { excerpt } from '@/core/cut';
import { INLINE_DRAFT_DAYS, INLINE_DRAFTS_MAX } from '@/core/limits';
import { parseQuickAdd } from '@/core/quick-add';
import { inlineTexts as texts, shareTexts } from '@/texts/share';
import { readingOf } from '../accounts/settings';
import { inlineDrafts } from '../platform/db/schema';
import { AppError } from '../platform/errors';
import { type AnswerPress, tellAdded } from '../sharing/bot';
import { dataOf } from '../telegram/callback-data';
import { momentIn } from '../telegram/message';
import { type BotApi, isRejected } from '../telegram/send';
import { button, callTimeout, type MemberTurn } from '../telegram/turn';
import { createAsSaid, draftOfReading, isCertain, stateOf } from './draft';

/*
 * `@bot завтра в 9 позвонить` in any chat. The message that is sent there says nothing of the reminder.
 * Telegram tells the bot that it was sent only where @BotFather's /setinlinefeedback is on, and then
 * possibly late; so the message has a key by which its author stores the reminder without that. Both
 * ways store one and the same. Any result may have been sent, so each is kept for INLINE_DRAFT_DAYS:
 * the cleanup removes it (retention/run.ts), never a newer one.
 */

const KEY_BYTES = 12;
const TEXT_SHOWN = 60;
const START_FROM_INLINE = 'inline';

/** Answers what somebody types behind the bot's name: a result where nothing of it is in doubt. */
export async function answerInlineQuery(
  api: BotApi,
  member: MemberTurn | undefined,
  { id, query }: InlineQuery,
): Promise<void> {
  const asked =
    member?.account.unreachableSince === null ? await resultOf(member, query) : texts.open;
  const [results, line] = typeof asked === 'string' ? [[], asked] : [[asked]];
  try {
    await api(
      'answerInlineQuery',
      {
        inline_query_id: id,
        results,
        // The same words mean another moment a minute later, and to another person.
        cache_time: 0,
        is_personal: true,
        ...(line && { button: { text: line, start_parameter: START_FROM_INLINE } }),
      },
      callTimeout(),
    );
  } catch (error) {
    // Too late: they have typed on.
    if (!isRejected(error)) throw error;
  }
}

async function resultOf(turn: MemberTurn, query: string) {
  const { db, now, account } = turn;
  const reading = await readingOf(turn);
  const { payload, problem, nothing } = draftOfReading(parseQuickAdd(query, reading), reading);
  if (problem ?? nothing) return texts.howTo;
  if (stateOf(payload) !== 'ready' || !isCertain(payload) || payload.dateTime === null) {
    return texts.howTo;
  }
  const kept = await db.$count(inlineDrafts, eq(inlineDrafts.userId, account.id));
  if (kept >= INLINE_DRAFTS_MAX) return texts.tooMany;
  const key = randomBytes(KEY_BYTES).toString('base64url');
  await db.insert(inlineDrafts).values({ key, userId: account.id, payload, createdAt: now });
  return {
    type: 'article' as const,
    id: key,
    title: texts.found(momentIn(new Date(payload.dateTime), turn)),
    description: texts.details(excerpt(payload.text, TEXT_SHOWN)),
    input_message_content: { message_text: texts.message },
    reply_markup: { inline_keyboard: [[button(texts.save, dataOf('inline', key))]] },
  };
}

export async function storeChosen(
  api: BotApi,
  member: MemberTurn,
  { result_id: key, inline_message_id: inlineMessageId }: ChosenInlineResult,
): Promise<void> {
  const { stored, reminderId } = await store(member, key);
  if (stored && inlineMessageId !== undefined) await showStored(api, inlineMessageId);
  if (reminderId !== undefined) await tellAdded(member, reminderId, texts.savedAs);
}

/**
 * «Сохранить» under the message, which everybody in its chat sees and only its author may press. The
 * message stays as it is: a client may send its own key from under anybody's message. Only where Telegram
 * itself tells which message was sent (`storeChosen`) is it changed.
 */
export async function storeByKey(member: MemberTurn | undefined, key: string, answer: AnswerPress) {
  if (!member) return answer(texts.notYours);
  const { said, reminderId } = await store(member, key);
  await answer(said);
  if (reminderId !== undefined) await tellAdded(member, reminderId, texts.savedAs);
}

/** `reminderId`: only of the call that has stored it first, which tells its author. */
type StoredHere = { said: string; stored: boolean; reminderId?: number };

/** Stores what was typed under this key, once. What others have typed is nobody's to store. */
async function store(turn: MemberTurn, key: string): Promise<StoredHere> {
  const { db, account } = turn;
  const [draft] = await db.select().from(inlineDrafts).where(eq(inlineDrafts.key, key));
  if (!draft) return { said: texts.stale(INLINE_DRAFT_DAYS), stored: false };
  if (draft.userId !== account.id) return { said: texts.notYours, stored: false };
  try {
    const { id, dateTime } = await createAsSaid(turn, draft.payload, `inline-${key}`);
    const said = shareTexts.taken(momentIn(new Date(dateTime), turn));
    const isFirst = and(eq(inlineDrafts.key, key), isNull(inlineDrafts.reminderId));
    const { rowCount } = await db.update(inlineDrafts).set({ reminderId: id }).where(isFirst);
    return { said, stored: true, ...(rowCount && { reminderId: id }) };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    // The moment of a one-shot has passed; where it was kept in time before, it is stored.
    if (error.code === 'invalid') return { said: texts.tooLate, stored: draft.reminderId !== null };
    // It was stored a moment before, and has changed since.
    if (error.code === 'conflict') return { said: texts.stored, stored: true };
    if (error.code !== 'full') throw error;
    return { said: error.message, stored: false };
  }
}

/** Says it in the message that stands in another chat; that it is gone, or says so already, is fine. */
async function showStored(api: BotApi, inlineMessageId: string): Promise<void> {
  const reply_markup = { inline_keyboard: [] };
  const edit = { inline_message_id: inlineMessageId, text: texts.stored, reply_markup };
  try {
    await api('editMessageText', edit, callTimeout());
  } catch (error) {
    if (!isRejected(error)) throw error;
  }
}
