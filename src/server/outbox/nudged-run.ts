import 'server-only';
import { safeFault } from '../platform/db/faults';
import { log } from '../platform/log';
import { type RunOptions } from './run';

/**
 * The longest time between two runs of a scheduler that starts one each minute, up to 58 seconds
 * late. What is due later than that is found by the next run in time.
 */
export const RUNS_APART_MAX_MS = 120_000;
/** A run goes on for this long after what it was started for is due. */
const AFTER_DUE_MS = 3_000;
/** Runs at a time in one process, however many reminders its users store. */
const RUNS_MAX = 3;

export interface NudgedRuns {
  run: (options: RunOptions) => Promise<unknown>;
  /** Keeps the process alive until the work is done, though the request is answered: Next's `after`. */
  behindAnswer: (work: () => Promise<void>) => void;
  /** Wall time, in epoch milliseconds. */
  nowMs?: () => number;
}

/**
 * Delivery in a process without a ticker, such as a function of Vercel's: a reminder that falls due
 * before the scheduler's next run need know of it is waited for by the very process that stored it.
 * A run that is under way and lasts long enough serves for all reminders until its end.
 */
export function runWhenNudged({
  run,
  behindAnswer,
  nowMs = () => Date.now(),
}: NudgedRuns): (at: Date) => void {
  /** Ends of the runs under way. */
  const ends = new Set<{ at: number }>();
  return (at) => {
    const waitMs = Math.max(0, at.getTime() - nowMs());
    const covered = [...ends].some((end) => at.getTime() < end.at);
    if (covered || waitMs > RUNS_APART_MAX_MS || ends.size >= RUNS_MAX) return;
    const durationMs = waitMs + AFTER_DUE_MS;
    const end = { at: nowMs() + durationMs - AFTER_DUE_MS / 2 };
    ends.add(end);
    try {
      behindAnswer(async () => {
        try {
          // The scheduler's own runs are what tells that it is alive.
          await run({ durationMs, keepLooking: true, recorded: false });
        } catch (error) {
          log.warn({ fault: safeFault(error) }, 'a run of delivery behind an answer failed');
        } finally {
          ends.delete(end);
        }
      });
    } catch {
      // Outside a request there is no answer to wait behind; the scheduler's next run delivers.
      ends.delete(end);
    }
  };
}
