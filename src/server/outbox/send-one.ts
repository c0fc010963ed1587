import 'server-only';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Db } from '../platform/db/client';
import { safeFault } from '../platform/db/faults';
import { log } from '../platform/log';
import { chatPace } from '../telegram/chat-pace';
import { type Send, SEND_LIMIT_MS, type SendResult } from '../telegram/send';
import { databaseClock } from './clock';
import { recordAttempt } from './ledger';
import { recordStop, stopOf } from './stops';
import { bookChat, takeSlots } from './pace';
import { parkUser } from './reachability';
import { overBy } from './verdict';

interface SendOne<Message> {
  db: Db;
  send: Send<Message>;
  /** The clock that rules: the database's unless told. */
  now?: (() => Date) | undefined;
  maxPerSecond: number;
  /** Whether it stands in the ledger, as a notice; an edit of what stands there already does not. */
  recorded?: boolean;
}

/**
 * Sends one message that nobody has to claim, as somebody asks for it at this moment: at its slot in the
 * pace of all instances and at the chat's next second, with its line in the ledger. `halted`: it was not
 * sent, since nobody, or nobody to this chat, may send for that many seconds. `at` is when Telegram answered.
 */
export async function sendOne<Message extends { chatId: number }>(
  { db, send, now: clock, maxPerSecond, recorded = true }: SendOne<Message>,
  message: Message,
): Promise<
  | (SendResult & { at: Date })
  | { status: 'halted'; whose: 'everybody' | 'chat'; retryAfterS: number }
> {
  const { chatId } = message;
  const now = clock ?? (await databaseClock(db));
  const halted = (whose: 'everybody' | 'chat', until: Date) => {
    const seconds = Math.ceil((until.getTime() - now().getTime()) / 1_000);
    return { status: 'halted' as const, whose, retryAfterS: Math.max(1, seconds) };
  };
  const slots = await takeSlots(db, { count: 1, maxPerSecond, now: now() });
  if (!('at' in slots)) {
    return halted('everybody', 'haltedUntil' in slots ? slots.haltedUntil : slots.askAgainAt);
  }
  const booked = await bookChat(db, chatId, now());
  if ('silentUntil' in booked) return halted('chat', booked.silentUntil);
  const goesAt = Math.max(booked.freeAt.getTime(), slots.at[0]?.getTime() ?? 0);
  await sleep(goesAt - now().getTime());

  chatPace.count(chatId);
  const began = now();
  const result = await send(message, AbortSignal.timeout(SEND_LIMIT_MS));
  const at = now();
  try {
    // What it means for other messages comes first: a line that the ledger refuses must not hide it.
    if (result.status === 'unreachable') await parkUser(db, { userId: chatId, began, at });
    const stop = stopOf(result, at);
    if (stop) await recordStop(db, chatId, stop);
    if (recorded) {
      // Whether it is tried again is for the caller to say.
      const outcome = overBy(result) ?? 'retry';
      await recordAttempt(db, { userId: chatId, kind: 'notice', sentAt: at, outcome, result });
    }
  } catch (fault) {
    // The caller has to learn that it is out all the same: else it would be sent once more.
    log.error({ fault: safeFault(fault) }, 'what a send came to is not all written down');
  }
  return { ...result, at };
}
