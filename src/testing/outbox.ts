import { holdNags } from '@/server/days/digest';
import { type Kind } from '@/server/outbox/kind';
import { type Retract, type Send, type SendResult } from '@/server/telegram/send';
import { type TickCounts } from '@/server/outbox/counts';
import { runDelivery, type RunOptions } from '@/server/outbox/run';
import { type Delivery, runTick, type TickOptions, type TickReport } from '@/server/outbox/tick';
import { dueReminders } from '@/server/reminders/due';
import { type OutgoingReminder } from '@/server/reminders/message';
import { type Db } from '@/server/platform/db/client';
import { deliveryClock } from './moved-clock';

interface SendsReminders {
  send: Send<OutgoingReminder>;
}
const kindsOf = ({ send }: SendsReminders): Kind[] => [dueReminders({ send, hold: holdNags })];

/** A tick that delivers reminders and nothing else. */
export const tickReminders = ({
  send,
  ...options
}: Omit<TickOptions, 'kinds'> & SendsReminders): Promise<TickReport> =>
  runTick({ ...options, kinds: kindsOf({ send }) });

/**
 * Delivers the reminders that are due at an instant, to an outbox or into chats. The seconds that lie between two
 * messages of one chat take none of ours.
 */
export async function tickAt(
  db: Db,
  instant: Date,
  { send, retract }: Pick<Outbox, 'send' | 'retract'>,
): Promise<TickReport> {
  const { clock, counted } = deliveryClock(instant, db);
  const telegram = { send: counted(send), retract: counted(retract) };
  const tick = tickReminders({
    ...{ db, ...telegram, now: clock.now, timers: clock, maxPerSecond: Infinity },
    ...{ deadline: new Date(instant.getTime() + 60_000), horizonMs: 0 },
  });
  return clock.until(tick);
}

/** A run that delivers reminders and nothing else. */
export const deliverReminders = (
  { send, ...delivery }: Omit<Delivery, 'kinds'> & SendsReminders,
  options: RunOptions,
): Promise<TickCounts> => runDelivery({ ...delivery, kinds: kindsOf({ send }) }, options);

/** A clock that runs at the true speed from a given instant. */
export function runningClock(start: Date | string): () => Date {
  const offset = new Date(start).getTime() - performance.now();
  return () => new Date(offset + performance.now());
}

export interface Outbox {
  /** Every attempt, in the order of the calls. */
  attempts: OutgoingReminder[];
  /** What was accepted, in order. */
  sent: { reminderId: number; occurrenceAt: Date; messageId: number; at: number }[];
  /** Ids of messages that were taken out of their chats. */
  retracted: number[];
  send: Send<OutgoingReminder>;
  retract: Retract;
}

let lastMessageId = 1_000;

/**
 * Stands in for Telegram behind delivery's port: accepts every message, or answers what `answer` says;
 * its undefined means "accept". `at` of what was sent is by `elapsedMs`.
 */
export function createOutbox(
  answer: (
    message: OutgoingReminder,
  ) => Promise<SendResult | undefined> | SendResult | undefined = () => undefined,
  elapsedMs: () => number = () => performance.now(),
): Outbox {
  const outbox: Outbox = {
    attempts: [],
    sent: [],
    retracted: [],
    send: async (message) => {
      outbox.attempts.push(message);
      const result = await answer(message);
      if (result) return result;
      lastMessageId += 1;
      outbox.sent.push({
        reminderId: message.reminderId,
        occurrenceAt: message.firing.occurrenceAt,
        messageId: lastMessageId,
        at: elapsedMs(),
      });
      return { status: 'sent', messageId: lastMessageId };
    },
    retract: (_chatId, messageId) => {
      outbox.retracted.push(messageId);
      return Promise.resolve();
    },
  };
  return outbox;
}
