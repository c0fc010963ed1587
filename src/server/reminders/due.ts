import 'server-only';
import { ageOn } from '@/core/recurrence';
import { type Kind } from '../outbox/kind';
import { type BotApi, type Send, sendMessageVia } from '../telegram/send';
import { type Db } from '../platform/db/client';
import { safeFault } from '../platform/db/faults';
import { log } from '../platform/log';
import { claimDue, type HeldClaim, nextClaimAt, releaseClaims, type ReminderClaim } from './claim';
import { type OutgoingReminder, renderReminder } from './message';
import { failUnwritable, putBackBroken, settleReminders } from './settle';
import { type Brought } from '../platform/attachment';
import { type AppAddress } from '../telegram/message';
import { bringOriginal } from '../telegram/original';

export interface DueReminders {
  send: Send<OutgoingReminder>;
  /** Takes over the re-sends that quiet hours hold back, with their leases. */
  hold: (db: Db, held: readonly HeldClaim[]) => Promise<void>;
}

/** Reminders that are due: first sends and snoozes, then re-sends and what is told ahead. */
export const dueReminders = ({ send, hold }: DueReminders): Kind<ReminderClaim> => ({
  name: 'reminder',
  claim: async (db, { now, limit }) => {
    const { claims, broken, held } = await claimDue(db, { now, limit });
    for (const { id } of broken) {
      log.error({ reminderId: id }, 'a reminder cannot be read, and is put back');
    }
    const found = claims.length + broken.length + held.length;
    try {
      await hold(db, held);
      return { claims, found, settled: await putBackBroken(db, broken, now) };
    } catch (error) {
      // Their leases run out; the others are not to wait for that.
      log.warn({ fault: safeFault(error) }, 'what is not to be sent now could not be put back');
      return { claims, found };
    }
  },
  nextDueAt: nextClaimAt,
  release: releaseClaims,
  send: ({ id, userId, typeName, text, userTimeZone, userSettings, state, ...claim }, signal) => {
    const { firing, attachment, brought, beyond } = claim;
    const age = ageOn(state.rule, firing.occurrenceAt, state.timeZone);
    const { snoozes } = userSettings;
    const reminder = { reminderId: id, text, typeName, timeZone: userTimeZone, snoozes, age };
    return send({ chatId: userId, ...reminder, firing, attachment, brought, beyond }, signal);
  },
  settle: settleReminders,
  endUnwritable: failUnwritable,
});

/**
 * The delivery's way to Telegram. What is attached comes first, and the reminder's own message, with all
 * its buttons, as a reply to it: so that message is the same with an attachment and without one.
 */
export function sendReminderVia(api: BotApi, address: AppAddress): Send<OutgoingReminder> {
  const send = sendMessageVia(api);
  return async (message, signal) => {
    const { chatId, attachment, firing, text } = message;
    // What is told ahead only says that something comes.
    if (!attachment || firing.kind === 'pre-alert') {
      return send({ chatId, message: renderReminder(message, address) }, signal);
    }
    const original = { chatId, attachment, known: text };
    const { brought, failure } = await bringOriginal(api, original, begun(message), signal);
    if (failure) return { ...failure, brought };
    const rendered = renderReminder({ ...message, brought }, address);
    const replyTo = brought.messageIds[0];
    return { ...(await send({ chatId, message: rendered, replyTo }, signal)), brought };
  };
}

/** Where this firing stands: a nag comes behind what has been brought, an attempt goes on from the last. */
function begun({ firing, brought }: OutgoingReminder): Brought {
  const scheduledAt = firing.scheduledAt.getTime();
  const isSame = brought?.scheduledAt === scheduledAt;
  if (brought && (isSame || firing.kind === 'nag')) return brought;
  return { scheduledAt, steps: 0, messageIds: [] };
}
