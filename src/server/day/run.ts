import 'server-only';
import { inArray } from 'drizzle-orm';
import { dayMessages, dayPlans } from '../db/schema';
import { type LeasedRun, runLeased, settlePatiently } from '../delivery/leased-messages';
import { type Send } from '../delivery/outgoing';
import { sendOne } from '../delivery/send-one';
import { type DayView } from './read';
import { isKnownPlan, prepareDay, prepareRefresh, settleDay, settleRefresh } from './tell';

/** A message on its way to one chat, or, with `messageId`, what one that is there is to become. */
export interface OutgoingDay {
  chatId: number;
  view: DayView;
  /** It only asks whether such messages are wanted. */
  offer: boolean;
  messageId: number | null;
}

export interface DayRun extends LeasedRun {
  send: Send<OutgoingDay>;
}

/** Sends the agendas, reviews and offers that are due, and brings earlier ones up to date. Never rejects. */
export function runDayMessages({ send, ...run }: DayRun): Promise<void> {
  const { db, now, timers, maxPerSecond } = run;
  const pace = { db, send, now, timers, maxPerSecond };
  return runLeased(run, [
    {
      table: dayPlans,
      key: 'kind',
      known: isKnownPlan,
      name: 'a message about the day',
      tell: async (claim) => {
        const prepared = await prepareDay(db, claim, now());
        if (!prepared) return;
        const { userId: chatId, view, offer, at: scheduledAt } = prepared;
        const line = { kind: offer ? ('notice' as const) : view.kind, scheduledAt };
        const message = { chatId, view, offer, messageId: null };
        const { latest } = claim;
        const outcome = { at: now(), ...(await sendOne({ ...pace, latest, line }, message)) };
        await settlePatiently(() => settleDay(db, claim, prepared, outcome));
      },
    },
    {
      table: dayMessages,
      key: 'message_id',
      known: inArray(dayMessages.kind, dayMessages.kind.enumValues),
      name: 'a change of a message about the day',
      tell: async (claim) => {
        const prepared = await prepareRefresh(db, claim, now());
        if (!prepared) return;
        const { userId: chatId, view, messageId } = prepared;
        const message = { chatId, view, offer: false, messageId };
        const { latest } = claim;
        const edited = await sendOne({ ...pace, latest, recorded: false }, message);
        const outcome = { at: now(), ...edited };
        await settlePatiently(() => settleRefresh(db, claim, prepared, outcome));
      },
    },
  ]);
}
