import 'server-only';
import { type Db } from '../db/client';
import { safeFault } from '../db/faults';
import { type Send } from '../delivery/outgoing';
import { takeSlots } from '../delivery/pace';
import { type SendWindow } from '../delivery/sender';
import { realTimers, sleep, type Timers } from '../delivery/timers';
import { log } from '../log';
import { SEND_LIMIT_MS } from '../telegram/time-limits';
import { BATCH_MAX, claimNotice, type NoticeBatch, type NoticeClaim, stillToSend } from './claim';
import { type Attempt, settleNotice } from './settle';

/** A notice on its way to one chat. */
export interface OutgoingNotice {
  chatId: number;
  text: string;
}

export interface NoticeRun {
  db: Db;
  send: Send<OutgoingNotice>;
  /** The clock that rules: delivery's. */
  now: () => Date;
  /** How it waits; time as it passes unless told. */
  timers?: Timers;
  /** Nothing is claimed from here on. */
  deadline: Date;
  /** Messages a second over all instances, reminders among them. */
  maxPerSecond: number;
  /** Shared by the runs of one process, so that together they keep to UNSETTLED_MAX. */
  window?: SendWindow;
  /** Shutdown: nothing more is claimed or sent; what is on its way is settled. */
  stop?: AbortSignal;
  /** Once this is aborted the run ends where no notice is running; until then it looks for one. */
  linger?: AbortSignal;
}

/** On their way, or out and not yet settled: what a kill -9 may repeat. */
export const UNSETTLED_MAX = 32;
/** How soon a notice that was just started is found. */
const LOOK_MS = 1_000;
const AFTER_FAULT_MS = 500;
const WINDOW_FULL_MS = 50;
/** Slots further off were taken by reminders after we looked: the batch goes back. */
const SLOT_AHEAD_MAX_MS = 500;
const SETTLE_TRIES = 10;

/**
 * Sends the running notice to its recipients, where reminders leave room. Any number of runs may be
 * under way, on any number of machines. Never rejects: a fault is logged and tried again.
 */
export async function runNotices(options: NoticeRun): Promise<void> {
  const { db, now, deadline, stop, linger, timers = realTimers } = options;
  const ends = AbortSignal.any([stop, linger].filter((signal) => signal !== undefined));
  const underWay = new Set<Promise<void>>();
  const window = options.window ?? { unsettled: 0 };
  // Only the shutdown cuts a wait short while a notice is running.
  const wait = (ms: number) => sleep(timers, Math.max(1, ms), stop);

  while (now() < deadline && !stop?.aborted) {
    if (window.unsettled + BATCH_MAX > UNSETTLED_MAX) {
      // What fills the window may be another run's.
      await Promise.race([...underWay, wait(WINDOW_FULL_MS)]);
      continue;
    }
    // Room is taken before the claim: another run may look meanwhile.
    window.unsettled += BATCH_MAX;
    const step = await claimNotice(db, { now: now(), maxPerSecond: options.maxPerSecond }).catch(
      (error: unknown) => {
        log.warn({ fault: safeFault(error) }, 'a notice could not be claimed');
        return null;
      },
    );
    const claimed = step?.state === 'claimed' ? step.batch.claims.length : 0;
    window.unsettled -= BATCH_MAX - claimed;
    if (step === null) {
      if (ends.aborted) break;
      await wait(AFTER_FAULT_MS);
    } else if (step.state === 'none') {
      if (linger === undefined || ends.aborted) break;
      await sleep(timers, LOOK_MS, ends);
    } else {
      if (step.state === 'claimed') {
        const { batch } = step;
        const delivering = deliverBatch(options, batch).finally(() => {
          window.unsettled -= claimed;
          underWay.delete(delivering);
        });
        underWay.add(delivering);
      }
      await wait(Math.min(step.until.getTime() - now().getTime(), LOOK_MS));
    }
  }
  await Promise.all(underWay);
}

async function deliverBatch(options: NoticeRun, batch: NoticeBatch): Promise<void> {
  const attempts = await sendBatch(options, batch);
  for (let tries = 1; attempts.length > 0; tries += 1) {
    try {
      await settleNotice(options.db, batch, attempts);
      return;
    } catch (error) {
      log.warn({ noticeId: batch.noticeId, fault: safeFault(error) }, 'a notice waits to settle');
      // Given up: the leases run out, and these recipients are tried again.
      if (tries === SETTLE_TRIES) return;
      await sleep(options.timers ?? realTimers, AFTER_FAULT_MS);
    }
  }
}

/** Sends each claim at its slot and answers what became of it. */
async function sendBatch(options: NoticeRun, { noticeId, text, claims }: NoticeBatch) {
  const { db, send, now, maxPerSecond, stop, timers = realTimers } = options;
  const goBack = () =>
    claims.map((claim): Attempt => ({ claim, began: now(), at: now(), result: null }));
  if (claims.length === 0) return [];

  const asked = { count: claims.length, maxPerSecond, now: now() };
  const slots = await takeSlots(db, asked).catch(() => null);
  if (slots === null || 'pausedUntil' in slots) return goBack();
  const [first] = slots.at;
  if (first && first.getTime() - now().getTime() > SLOT_AHEAD_MAX_MS) return goBack();

  const sendOne = async (claim: NoticeClaim, slot: Date | undefined): Promise<Attempt> => {
    await sleep(timers, Math.max(0, (slot?.getTime() ?? 0) - now().getTime()));
    // Asked at the last moment: a stop is meant for the very next message.
    const goes = !stop?.aborted && (await stillToSend(db, noticeId, claim).catch(() => false));
    const message = { chatId: claim.userId, text };
    const began = now();
    const result = goes ? await send(message, AbortSignal.timeout(SEND_LIMIT_MS)) : null;
    return { claim, began, at: now(), result };
  };
  return Promise.all(claims.map((claim, at) => sendOne(claim, slots.at[at])));
}
