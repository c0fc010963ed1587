import 'server-only';
import { safeFault } from '../platform/db/faults';
import { log } from '../platform/log';
import { onNudge } from './nudge';
import { type RunOptions } from './run';
import { realTimers, type Timers } from './timers';

/** A tick covers the time until the next one starts: nothing falls between two. */
const TICK_MS = 60_000;
/** Ticks after a fault or a nudge start no closer together than this. */
const STARTS_APART_MS = 1_000;

export interface Ticker {
  /** Starts no further tick and waits until those under way have settled. */
  stop: () => Promise<void>;
}

/**
 * Runs a tick each minute in this process; each keeps looking until the next one starts, so that what
 * another instance stored is on time, too. A nudge about something due before the next tick starts one
 * more if none is under way. Ticks may overlap: one that waits for a slow answer does not delay its
 * successor. A failure is logged once, and ticks are tried again each second until one succeeds.
 */
export function startTicker(
  run: (options: RunOptions) => Promise<unknown>,
  timers: Timers = realTimers,
): Ticker {
  const stopping = new AbortController();
  const running = new Set<Promise<void>>();
  let cancelTimer: () => void = () => undefined;
  let startedAt = 0;
  let nextTickAt = 0;
  let nudged = false;
  let failing = false;

  const schedule = (at: number) => {
    cancelTimer();
    if (stopping.signal.aborted) return;
    nextTickAt = at;
    cancelTimer = timers.after(at - timers.elapsed(), start);
  };
  const start = () => {
    nudged = false;
    startedAt = timers.elapsed();
    schedule(startedAt + TICK_MS);
    const ticking = tick();
    running.add(ticking);
    void ticking.finally(() => {
      running.delete(ticking);
      if (nudged) scheduleSoon();
    });
  };
  const tick = async () => {
    try {
      await run({ durationMs: TICK_MS, keepLooking: true, stop: stopping.signal });
      failing = false;
    } catch (error) {
      if (!failing) log.error({ fault: safeFault(error) }, 'a delivery tick failed');
      failing = true;
      scheduleSoon();
    }
  };
  const scheduleSoon = () => {
    schedule(Math.min(nextTickAt, startedAt + STARTS_APART_MS));
  };

  onNudge((at) => {
    if (at.getTime() - Date.now() > nextTickAt - timers.elapsed()) return;
    // A tick under way looks for new reminders itself, but may be about to end.
    nudged = true;
    if (running.size === 0) scheduleSoon();
  });
  start();

  return {
    stop: async () => {
      onNudge(null);
      cancelTimer();
      stopping.abort();
      await Promise.all(running);
    },
  };
}
