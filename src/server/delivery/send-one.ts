import 'server-only';
import { eq, sql } from 'drizzle-orm';
import { type Db } from '../db/client';
import { safeFault } from '../db/faults';
import { users } from '../db/schema';
import { log } from '../log';
import { SEND_LIMIT_MS } from '../telegram/time-limits';
import { type NoticeKind, recordNotice } from './ledger';
import { spreadAnswer } from './side-effects';
import { CHAT_AHEAD_MAX_MS, CHAT_SPACING_MS } from './claim';
import { type Send, type SendResult } from './outgoing';
import { SILENCE_MAX_MS, takeSlots } from './pace';
import { realTimers, sleep, type Timers } from './timers';

/** What a single message goes out with. */
export interface SendOne<Message> {
  db: Db;
  send: Send<Message>;
  now: () => Date;
  /** How it waits for its slot; time as it passes unless told. */
  timers?: Timers | undefined;
  maxPerSecond: number;
  /** It goes out before this, or not now: the caller's claim ends. */
  latest?: Date;
  /** Whether it stands in the ledger; an edit of what stands there already does not. */
  recorded?: boolean;
  /** As what it stands there, and when it should have gone out; a notice of this moment where absent. */
  line?: { kind: NoticeKind; scheduledAt: Date };
}

/**
 * Sends one message that is no reminder and belongs to no notice: at its slot in the pace of all
 * instances and at the chat's next second, with its line in the ledger. `paused`: it was not sent, since
 * nobody, or nobody to this chat, may send before `until`, or since its slot comes after `latest`.
 * `at` is when Telegram answered.
 */
export async function sendOne<Message extends { chatId: number }>(
  {
    db,
    send,
    now,
    timers = realTimers,
    maxPerSecond,
    latest,
    recorded = true,
    line,
  }: SendOne<Message>,
  message: Message,
): Promise<
  (SendResult & { at: Date }) | { status: 'paused'; whose: 'everybody' | 'chat'; until: Date }
> {
  const { chatId } = message;
  const slots = await takeSlots(db, { count: 1, maxPerSecond, now: now(), latest });
  if ('pausedUntil' in slots)
    return { status: 'paused', whose: 'everybody', until: slots.pausedUntil };
  const booked = await bookChat(db, chatId, now());
  if ('silentUntil' in booked)
    return { status: 'paused', whose: 'chat', until: booked.silentUntil };
  const goesAt = Math.max(booked.at.getTime(), slots.at[0]?.getTime() ?? 0);
  const isTooLate = (ms: number) => latest !== undefined && ms >= latest.getTime();
  if (isTooLate(goesAt)) return { status: 'paused', whose: 'chat', until: booked.at };
  await sleep(timers, goesAt - now().getTime());

  const began = now();
  // This process may have stood still meanwhile.
  if (isTooLate(began.getTime())) return { status: 'paused', whose: 'chat', until: began };
  const result = await send(message, AbortSignal.timeout(SEND_LIMIT_MS));
  const at = now();
  try {
    if (recorded) await recordNotice(db, chatId, at, result, line);
    await spreadAnswer(db, { chatId, began, at, result });
  } catch (fault) {
    // The caller has to learn that it is out all the same: else it would be sent once more.
    log.error({ fault: safeFault(fault) }, 'what was sent is not in the ledger');
  }
  return { ...result, at };
}

/** The next free second of the chat, which is then taken. */
async function bookChat(
  db: Db,
  chatId: number,
  now: Date,
): Promise<{ at: Date } | { silentUntil: Date }> {
  const at = sql`${now.toISOString()}::timestamptz`;
  const ms = (milliseconds: number) => sql`${milliseconds} * interval '1 ms'`;
  const { chatFreeAt } = users;
  const freeFrom = sql`case when ${chatFreeAt} between ${at} and ${at} + ${ms(CHAT_AHEAD_MAX_MS)}
    then ${chatFreeAt} else ${at} end`;
  const [row] = await db
    .update(users)
    .set({ chatFreeAt: sql`${freeFrom} + ${ms(CHAT_SPACING_MS)}` })
    .where(eq(users.id, chatId))
    .returning({ freeAt: users.chatFreeAt, silentUntil: users.chatSilentUntil });
  const silenceMs = (row?.silentUntil?.getTime() ?? 0) - now.getTime();
  if (row?.silentUntil && silenceMs > 0 && silenceMs <= SILENCE_MAX_MS) {
    return { silentUntil: row.silentUntil };
  }
  const freeAt = row?.freeAt?.getTime() ?? now.getTime() + CHAT_SPACING_MS;
  return { at: new Date(freeAt - CHAT_SPACING_MS) };
}
