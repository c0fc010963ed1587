import 'server-only';
import { quietDigests } from '../db/schema';
import { type LeasedRun, runLeased, settlePatiently } from '../delivery/leased-messages';
import { type Send } from '../delivery/outgoing';
import { sendOne } from '../delivery/send-one';
import { type Digest, isKnownDigest, prepareDigest, settleDigest } from './digest';

/** A message on its way to one chat: what its quiet hours have held back. */
export interface OutgoingDigest extends Pick<Digest, 'timeZone' | 'parts'> {
  chatId: number;
}

export interface QuietRun extends LeasedRun {
  send: Send<OutgoingDigest>;
}

/** Tells everybody whose quiet hours have ended what they held back. Never rejects. */
export function runQuietDigests({ send, ...run }: QuietRun): Promise<void> {
  const { db, now, timers, maxPerSecond } = run;
  return runLeased(run, [
    {
      table: quietDigests,
      known: isKnownDigest,
      name: 'what quiet hours held back',
      tell: async (claim) => {
        const digest = await prepareDigest(db, claim, now());
        if (!digest) return;
        const { userId: chatId, timeZone, parts } = digest;
        const pace = { db, send, now, timers, maxPerSecond, latest: claim.latest };
        const sent = await sendOne(pace, { chatId, timeZone, parts });
        const outcome = { at: now(), ...sent };
        await settlePatiently(() => settleDigest(db, claim, digest, outcome));
      },
    },
  ]);
}
