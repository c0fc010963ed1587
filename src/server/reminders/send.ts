import 'server-only';
import { type Brought } from '../platform/attachment';
import { type AppAddress } from '../telegram/app-button';
import { bringOriginal } from '../telegram/original';
import { type OutgoingReminder, renderReminder } from './message';
import { type BotApi, sendMessageVia, type Send } from '../telegram/send';

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
