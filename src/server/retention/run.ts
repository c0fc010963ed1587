import 'server-only';
import { and, eq, isNull, or, sql } from 'drizzle-orm';
import { type Db } from '../platform/db/client';
import { safeFault } from '../platform/db/faults';
import { LOCKS } from '../platform/db/locks';
import { cronRuns } from '../platform/db/schema';
import { log } from '../platform/log';
import { CLEANUP_STATEMENT_MS } from './batches';
import { eraseInactive, removeErasedLedgers } from './erase';
import { oldRowSteps } from './old-rows';
import { type CleanupCounts, type CleanupOptions, type Step } from './step';
import { warnInactive } from './warn';

/** A run that has not finished by then died; the next one may begin. */
const RUN_LIMIT_MS = 15 * 60_000;

/** Warnings come first: whatever happens later, nobody's last week begins a day late for it. */
const steps: readonly Step[] = [
  { name: 'warn', weight: 12, run: warnInactive },
  { name: 'erase', weight: 4, run: eraseInactive },
  { name: 'erased-ledgers', weight: 2, run: removeErasedLedgers },
  ...oldRowSteps,
];

/**
 * The daily cleanup: warns people who have been away for long, erases those who stay away for longer
 * and were told a week ago, and removes rows whose time is over. Only one run is under way at a time,
 * over all instances; null where this one had nothing to do. Steps stand apart: one that fails or
 * takes its whole time leaves the others theirs. Rejects in the end if any failed, so that whoever
 * called tries again; all that was done stays done.
 */
export async function runCleanup(options: CleanupOptions): Promise<CleanupCounts | null> {
  const { db, now, deadline, minGapMs = 0, statementLimitMs = CLEANUP_STATEMENT_MS } = options;
  const runId = await beginRun(db, now(), minGapMs);
  if (runId === null) return null;

  const counts: CleanupCounts = { warned: 0, notWarned: 0, erased: 0, rows: 0 };
  const faults: { step: string; error: unknown }[] = [];
  for (const [at, step] of steps.entries()) {
    const left = Math.max(0, deadline.getTime() - now().getTime());
    const weights = steps.slice(at).reduce((sum, { weight }) => sum + weight, 0);
    const until = new Date(now().getTime() + (left * step.weight) / weights);
    try {
      await step.run({ ...options, statementLimitMs, deadline: until, counts });
    } catch (error) {
      log.error({ step: step.name, fault: safeFault(error) }, 'a step of the cleanup failed');
      faults.push({ step: step.name, error });
    }
  }

  const words = faults.map(({ step, error }) => `${step}: ${wordOf(error)}`);
  await db
    .update(cronRuns)
    .set({ finishedAt: now(), counts, error: words.length > 0 ? words.join(', ') : null })
    .where(eq(cronRuns.id, runId));
  if (faults.length > 0) {
    throw new AggregateError(
      faults.map(({ error }) => error),
      'steps of the cleanup failed',
    );
  }
  return counts;
}

function wordOf(error: unknown): string {
  const { code, name } = safeFault(error);
  return code ?? name;
}

/** The id of a new run, or null while another is under way or began too lately. */
function beginRun(db: Db, now: Date, minGapMs: number): Promise<number | null> {
  const startedAfter = (ms: number) =>
    sql`${cronRuns.startedAt} > ${sql.param(new Date(now.getTime() - ms), cronRuns.startedAt)}`;
  return db.transaction(async (tx) => {
    // It ends with this short transaction, not with the run.
    await tx.execute(LOCKS.ofCleanup);
    const [other] = await tx
      .select({ id: cronRuns.id })
      .from(cronRuns)
      .where(
        and(
          eq(cronRuns.job, 'cleanup'),
          or(
            and(isNull(cronRuns.finishedAt), startedAfter(RUN_LIMIT_MS)),
            and(isNull(cronRuns.error), startedAfter(minGapMs)),
          ),
        ),
      )
      .limit(1);
    if (other) return null;
    const [run] = await tx
      .insert(cronRuns)
      .values({ job: 'cleanup', startedAt: now })
      .returning({ id: cronRuns.id });
    return run?.id ?? null;
  });
}
