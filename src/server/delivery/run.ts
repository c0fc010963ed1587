import 'server-only';
import { eq } from 'drizzle-orm';
import { type Db } from '../db/client';
import { safeFault } from '../db/faults';
import { cronRuns } from '../db/schema';
import { databaseClock } from './clock';
import { type Retract, type Send } from './outgoing';
import { runTick, type SendWindow, type TickCounts } from './tick';

/** What delivery works with; fixed for the life of a process. */
export interface Delivery {
  db: Db;
  send: Send;
  retract: Retract;
  /** Messages a second over all instances. */
  maxPerSecond: number;
}

export interface RunOptions {
  /** Claims for this long at most, and waits for what falls due in it. */
  durationMs: number;
  stop?: AbortSignal;
  window?: SendWindow;
}

/** One tick on the database's clock, with a row in cron_runs that says how it went. */
export async function runDelivery(
  { db, ...delivery }: Delivery,
  { durationMs, ...options }: RunOptions,
): Promise<TickCounts> {
  const now = await databaseClock(db);
  const startedAt = now();
  const [run] = await db
    .insert(cronRuns)
    .values({ job: 'deliver', startedAt })
    .returning({ id: cronRuns.id });
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
    const counts = await runTick({ ...tick, ...delivery, ...options });
    await finish({ counts });
    return counts;
  } catch (error) {
    await finish({ error: safeFault(error).code ?? safeFault(error).name }).catch(() => undefined);
    throw error;
  }
}
