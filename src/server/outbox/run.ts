import 'server-only';
import { eq } from 'drizzle-orm';
import { safeFault } from '../platform/db/faults';
import { cronRuns } from '../platform/db/schema';
import { log } from '../platform/log';
import { countTick } from '../platform/metrics';
import { databaseClock, realTimers, type Timers } from './clock';
import { type TickCounts } from './counts';
import { type Delivery, runTick, type TickOptions } from './tick';

export interface RunOptions extends Pick<TickOptions, 'keepLooking' | 'stop'> {
  /** Claims for this long at most, and waits for what falls due in it. */
  durationMs: number;
  /** Whether the run stands in cron_runs, by which monitors know that the scheduler is alive. */
  recorded?: boolean;
}
type Run = (options: RunOptions) => Promise<unknown>;

/**
 * One tick, with a row in cron_runs that says how it went (unless it is not to be `recorded`), and a
 * line in the log where something was sent: counts and lateness, never a text.
 */
export async function runDelivery(
  { db, now: clock, ...delivery }: Delivery,
  { durationMs, recorded = true, ...options }: RunOptions,
): Promise<TickCounts> {
  const now = clock ?? (await databaseClock(db));
  const startedAt = now();
  const [run] = recorded
    ? await db.insert(cronRuns).values({ job: 'deliver', startedAt }).returning({ id: cronRuns.id })
    : [];
  const finish = async (outcome: { counts: TickCounts } | { error: string }) => {
    if (!run) return;
    const finished = { finishedAt: now(), ...outcome };
    await db.update(cronRuns).set(finished).where(eq(cronRuns.id, run.id));
  };
  try {
    const deadline = new Date(startedAt.getTime() + durationMs);
    const tick = { db, now, deadline, horizonMs: durationMs };
    const { counts, lateness } = await runTick({ ...tick, ...delivery, ...options });
    if (lateness) {
      const tookMs = Math.round(now().getTime() - startedAt.getTime());
      log.info({ ...counts, latenessMs: lateness, tookMs }, 'delivered');
    }
    await finish({ counts });
    countTick('done');
    return counts;
  } catch (error) {
    countTick('failed');
    await finish({ error: safeFault(error).code ?? safeFault(error).name }).catch(() => undefined);
    throw error;
  }
}

/**
 * The longest time between two runs of a scheduler that starts one each minute, up to 58 seconds
 * late. What is due later than that is found by the next run in time.
 */
const RUNS_APART_MAX_MS = 120_000;
/** A run goes on for this long after what it was started for is due. */
const AFTER_DUE_MS = 3_000;
/** Runs at a time in one process, however many reminders its users store. */
const RUNS_MAX = 3;

interface NudgedRuns {
  run: Run;
  /** Keeps the process alive until the work is done, though the request is answered: Next's `after`. */
  behindAnswer: (work: () => Promise<void>) => void;
  /** Wall time, in epoch milliseconds. */
  nowMs?: () => number;
}

/**
 * Delivery in a process without a ticker, such as a function of Vercel's: what falls due before the
 * scheduler's next run is sure to have found it is waited for by the very process that stored it.
 * A run that is under way and lasts long enough serves for all reminders until its end.
 */
export function runWhenNudged({
  run,
  behindAnswer,
  nowMs = () => Date.now(),
}: NudgedRuns): (at: Date) => void {
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

/** A tick covers the time until the next one starts: nothing falls between two. */
const TICK_MS = 60_000;
/** A tick that has failed is followed by another one after this at the latest. */
const AFTER_FAULT_MS = 1_000;

export interface Ticker {
  /** Starts no further tick and waits until those under way have settled. */
  stop: () => Promise<void>;
}

/**
 * Runs a tick each minute in this process; each keeps looking until the next one starts, so that what is stored
 * meanwhile, on whatever instance, is on time. Ticks may overlap: one that waits for a slow answer does not delay its
 * successor. A failure is logged once, and ticks are tried again each second until one succeeds.
 */
export function startTicker(run: Run, timers: Timers = realTimers): Ticker {
  const stopping = new AbortController();
  const running = new Set<Promise<void>>();
  let cancelNext: () => void = () => undefined;
  /** When the next tick starts, by the timers' clock. */
  let nextStartAt = Infinity;
  let hasFailed = false;

  const startNextAt = (at: number): void => {
    cancelNext();
    if (stopping.signal.aborted) return;
    nextStartAt = at;
    cancelNext = timers.after(at - timers.elapsed(), startTick);
  };
  const tickOnce = async (): Promise<void> => {
    try {
      await run({ durationMs: TICK_MS, keepLooking: true, stop: stopping.signal });
      hasFailed = false;
    } catch (error) {
      if (!hasFailed) log.error({ fault: safeFault(error) }, 'a delivery tick failed');
      hasFailed = true;
      startNextAt(Math.min(nextStartAt, timers.elapsed() + AFTER_FAULT_MS));
    }
  };
  const startTick = (): void => {
    startNextAt(timers.elapsed() + TICK_MS);
    const tick = tickOnce().finally(() => running.delete(tick));
    running.add(tick);
  };

  startTick();
  return {
    stop: async () => {
      cancelNext();
      stopping.abort();
      await Promise.all(running);
    },
  };
}
