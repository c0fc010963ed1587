import 'server-only';
import { setTimeout as delay } from 'node:timers/promises';
import { eq, sql } from 'drizzle-orm';
import { adminErrors } from '@/texts/admin';
import { type Db } from '../db/client';
import { deliveries, users } from '../db/schema';
import { CHAT_SPACING_MS } from '../delivery/claim';
import { type Send } from '../delivery/outgoing';
import { pauseSending, takeSlots } from '../delivery/pace';
import { parkUser } from '../delivery/reachability';
import { AppError } from '../errors';
import { takePermit } from '../rate-limit';
import { noticeLine } from './ledger';
import { type OutgoingNotice } from './run';

/** Below Telegram's one a second to a chat, whose 429 would hold up everybody's reminders. */
const OWN_MESSAGES = { limit: 5, windowMs: 10_000 };
const SEND_TIMEOUT_MS = 8_000;

/**
 * Sends one message to the administrator who asks, at its slot like every other. Rejects with an
 * AppError that says why it did not arrive.
 */
export async function sendToOneself(
  { db, send, maxPerSecond }: { db: Db; send: Send<OutgoingNotice>; maxPerSecond: number },
  { chatId, text }: OutgoingNotice,
): Promise<void> {
  const asked = new Date();
  await takePermit(db, `oneself:${chatId}`, OWN_MESSAGES, asked);
  const slots = await takeSlots(db, { count: 1, maxPerSecond, now: asked });
  if ('pausedUntil' in slots) {
    const seconds = Math.ceil((slots.pausedUntil.getTime() - asked.getTime()) / 1_000);
    throw new AppError('unavailable', {
      message: adminErrors.telegramPaused,
      retryAfter: Math.max(1, seconds),
    });
  }
  const turn = await takeChatTurn(db, chatId, asked);
  const goesAt = Math.max(turn.getTime(), slots.at[0]?.getTime() ?? 0);
  await delay(Math.max(0, goesAt - asked.getTime()));

  const result = await send({ chatId, text }, AbortSignal.timeout(SEND_TIMEOUT_MS));
  const at = new Date();
  await db.insert(deliveries).values(noticeLine(chatId, at, result));
  switch (result.status) {
    case 'sent':
      return;
    case 'unreachable':
      await parkUser(db, chatId, at);
      throw new AppError('invalid', { message: adminErrors.cannotWriteToYou });
    case 'rejected':
      throw new AppError('invalid', { message: adminErrors.messageRejected(result.code) });
    case 'rate-limited':
      await pauseSending(db, new Date(at.getTime() + result.retryAfterS * 1_000));
      throw new AppError('unavailable', { message: adminErrors.telegramPaused });
    case 'unauthorized':
      throw new AppError('unavailable', { message: adminErrors.tokenRefused });
    case 'retry':
      throw new AppError('unavailable', { message: adminErrors.telegramSilent });
  }
}

/** The next free second of the chat, which is then taken. */
async function takeChatTurn(db: Db, chatId: number, now: Date): Promise<Date> {
  const [row] = await db
    .update(users)
    .set({
      chatFreeAt: sql`greatest(${users.chatFreeAt}, ${now.toISOString()}::timestamptz)
        + ${CHAT_SPACING_MS} * interval '1 ms'`,
    })
    .where(eq(users.id, chatId))
    .returning({ freeAt: users.chatFreeAt });
  return new Date((row?.freeAt?.getTime() ?? now.getTime() + CHAT_SPACING_MS) - CHAT_SPACING_MS);
}
