import 'server-only';
import { type Db } from '../db/client';
import { safeFault } from '../db/faults';
import { type Send } from '../delivery/outgoing';
import { sendOne } from '../delivery/send-one';
import { pause, realTimers } from '../delivery/timers';
import { log } from '../log';
import {
  claimDigests,
  type Digest,
  type DigestClaim,
  type DigestOutcome,
  prepareDigest,
  settleDigest,
} from './digest';

/** A message on its way to one chat: what its quiet hours have held back. */
export interface OutgoingDigest extends Pick<Digest, 'timeZone' | 'parts'> {
  chatId: number;
}

export interface QuietRun {
  db: Db;
  send: Send<OutgoingDigest>;
  /** The clock that rules: delivery's. */
  now: () => Date;
  /** Nothing is claimed from here on. */
  deadline: Date;
  /** Messages a second over all instances. */
  maxPerSecond: number;
  /** Once this is aborted the run ends where nothing is due; until then it looks each second. */
  linger?: AbortSignal;
  stop?: AbortSignal;
}

/** On their way at a time: what a kill -9 may repeat. */
const AT_ONCE = 8;
const LOOK_MS = 1_000;
const SETTLE_TRIES = 10;
const AFTER_FAULT_MS = 500;

/**
 * Tells everybody whose quiet hours have ended what they held back. Any number of runs may be under way,
 * on any number of machines. Never rejects: a fault is logged, and tried again once the lease is over.
 */
export async function runQuietDigests(options: QuietRun): Promise<void> {
  const { db, now, deadline, linger, stop } = options;
  const ends = AbortSignal.any([stop, linger].filter((signal) => signal !== undefined));
  while (now() < deadline && !stop?.aborted) {
    const claims = await claimDigests(db, { now: now(), limit: AT_ONCE }).catch(
      (error: unknown) => {
        log.warn({ fault: safeFault(error) }, 'what quiet hours held back could not be claimed');
        return [];
      },
    );
    await Promise.all(claims.map((claim) => tell(options, claim)));
    if (claims.length > 0) continue;
    if (linger === undefined || ends.aborted) return;
    await pause(realTimers, LOOK_MS, ends);
  }
}

async function tell({ db, send, now, maxPerSecond }: QuietRun, claim: DigestClaim): Promise<void> {
  try {
    const digest = await prepareDigest(db, claim, now());
    if (!digest) return;
    const { userId: chatId, timeZone, parts } = digest;
    const sent = await sendOne({ db, send, now, maxPerSecond }, { chatId, timeZone, parts });
    await settle(db, claim, digest, { at: now(), ...sent });
  } catch (error) {
    log.warn({ fault: safeFault(error) }, 'what quiet hours held back could not be told');
  }
}

/** What is out is written down as soon as the database takes it: else it would be told again. */
async function settle(
  db: Db,
  claim: DigestClaim,
  digest: Digest,
  outcome: DigestOutcome,
): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await settleDigest(db, claim, digest, outcome);
      return;
    } catch (error) {
      if (tries === SETTLE_TRIES) throw error;
      await pause(realTimers, AFTER_FAULT_MS);
    }
  }
}
