import 'server-only';
import { eq } from 'drizzle-orm';
import { type Db } from '../platform/db/client';
import { safeFault } from '../platform/db/faults';
import { cronRuns } from '../platform/db/schema';
import { log } from '../platform/log';
import { countTick } from '../platform/metrics';
import { databaseClock } from './clock';
import { type TickCounts } from './counts';
import { type Kind, type SendWindow } from './kind';
import { type Retract } from '../telegram/send';
import { runTick } from './tick';
import { type Timers } from './timers';

/** What delivery works with; fixed for the life of a process. */
export interface Delivery {
  db: Db;
  /** In their order: a later one takes no slot that an earlier one wants. */
  kinds: readonly Kind[];
  retract: Retract;
  /** Messages a second over all instances. */
  maxPerSecond: number;
  /** The clock that rules: the database's unless told. */
  now?: () => Date;
  timers?: Timers;
  /** Shared by the runs of the process. */
  window?: SendWindow;
}

export interface RunOptions {
  /** Claims for this long at most, and waits for what falls due in it. */
  durationMs: number;
  /** Look for new reminders all the time, instead of ending when there is nothing to wait for. */
  keepLooking?: boolean;
  /** Whether the run stands in cron_runs, by which monitors know that the scheduler is alive. */
  recorded?: boolean;
  stop?: AbortSignal;
}

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
    await db
      .update(cronRuns)
      .set({ finishedAt: now(), ...outcome })
      .where(eq(cronRuns.id, run.id));
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
