import 'server-only';
import { and, eq, getTableName, gt, isNull, lte, not, notLike, or, type SQL } from 'drizzle-orm';
import { type PgColumn } from 'drizzle-orm/pg-core';
import { DAY_MS, daysEarlier } from '@/core/calendar';
import {
  CHAT_MESSAGE_DAYS,
  CRON_RUN_DAYS,
  DAY_MESSAGE_DAYS,
  EARLY_MESSAGE_DAYS,
  HISTORY_DAYS,
  GUEST_CARD_DAYS,
  INLINE_DRAFT_DAYS,
  LEDGER_DAYS,
  PROCESSED_UPDATE_DAYS,
  RESTORE_DAYS,
} from '@/core/limits';
import { isUnanswered } from '../drafts/drafts';
import { type Db } from '../platform/db/client';
import { safeFault } from '../platform/db/faults';
import { LOCKS } from '../platform/db/locks';
import {
  calledOff,
  chatMessages,
  cronRuns,
  dayMessages,
  deliveries,
  drafts,
  earlyMessages,
  guestCalls,
  inlineDrafts,
  notes,
  occurrences,
  processedUpdates,
  ratePermits,
  reminders,
} from '../platform/db/schema';
import { log } from '../platform/log';
import { LIMITS_OF_A_DAY } from '../platform/rate-limit';
import { eraseInactive, eraseRefused, removeErasedLedgers } from './erase-account';
import {
  BATCH,
  type CleanupCounts,
  type CleanupOptions,
  removeBatch,
  type Removal,
  type Step,
} from './step';
import { endUnanswered } from './unanswered';
import { warnInactive } from './warn';

/** A run that has not finished by then died; the next one may begin. */
const RUN_LIMIT_MS = 15 * 60_000;

/** A rate limit's window that began this long ago is over by every instance's clock. */
const WINDOW_OVER_MS = 3_600_000;

/** Removes the rows of a table whose time is over, found by a key of theirs. */
const removing = (
  key: Removal['key'],
  isOver: (now: Date) => SQL | undefined,
  weight = 1,
): Step => ({
  name: getTableName(key.table),
  weight,
  run: async ({ db, now, deadline, counts }) => {
    const removal = { key, condition: isOver(now()) };
    for (let gone = BATCH; gone >= BATCH && now() < deadline; counts.rows += gone) {
      gone = await removeBatch(db, removal);
    }
  },
});

/** Removes rows of which a date lies more than so many days back. */
const older = (key: Removal['key'], date: PgColumn, days: number, weight?: number): Step =>
  removing(key, (now) => lte(date, daysEarlier(now, days)), weight);

/** One step a table: what holds up one leaves the others alone. */
const removals: readonly Step[] = [
  older(deliveries.id, deliveries.sentAt, LEDGER_DAYS, 4),
  older(calledOff.reminderId, calledOff.at, LEDGER_DAYS),
  older(occurrences.reminderId, occurrences.endedAt, HISTORY_DAYS),
  older(reminders.id, reminders.deletedAt, RESTORE_DAYS),
  older(notes.id, notes.deletedAt, RESTORE_DAYS),
  removing(drafts.id, (now) => and(lte(drafts.expiresAt, now), not(isUnanswered))),
  older(inlineDrafts.key, inlineDrafts.createdAt, INLINE_DRAFT_DAYS),
  older(guestCalls.key, guestCalls.createdAt, GUEST_CARD_DAYS),
  older(chatMessages.userId, chatMessages.sentAt, CHAT_MESSAGE_DAYS),
  older(dayMessages.userId, dayMessages.sentAt, DAY_MESSAGE_DAYS),
  older(earlyMessages.userId, earlyMessages.receivedAt, EARLY_MESSAGE_DAYS),
  older(processedUpdates.updateId, processedUpdates.receivedAt, PROCESSED_UPDATE_DAYS),
  removing(ratePermits.key, (now) => {
    const { key, windowStart } = ratePermits;
    const before = (periodMs: number) =>
      lte(windowStart, new Date(now.getTime() - WINDOW_OVER_MS - periodMs));
    const isShorter = and(...LIMITS_OF_A_DAY.map((kind) => notLike(key, `${kind}:%`)));
    return and(before(0), or(isShorter, before(DAY_MS)));
  }),
  older(cronRuns.id, cronRuns.startedAt, CRON_RUN_DAYS),
];

/** Warnings come first: whatever happens later, nobody's last week begins a day late for it. */
const steps: readonly Step[] = [
  { name: 'warn', weight: 15, run: warnInactive },
  { name: 'erase', weight: 4, run: eraseInactive },
  { name: 'erase-refused', weight: 1, run: eraseRefused },
  { name: 'erased-ledgers', weight: 2, run: removeErasedLedgers },
  { name: 'unanswered', weight: 1, run: endUnanswered },
  ...removals,
];

/**
 * The daily cleanup: warns people who have been away for long, erases those who stay away for longer
 * and were told a week ago, and removes rows whose time is over. Only one run is under way at a time,
 * over all instances; null where this one had nothing to do. Steps stand apart: one that fails or
 * takes its whole time leaves the others theirs. Rejects in the end if any failed, so that whoever
 * called tries again; all that was done stays done.
 */
export async function runCleanup(options: CleanupOptions): Promise<CleanupCounts | null> {
  const { db, now, deadline, minGapMs = 0 } = options;
  const runId = await beginRun(db, now(), minGapMs);
  if (runId === null) return null;

  const counts: CleanupCounts = { warned: 0, notWarned: 0, erased: 0, rows: 0 };
  const faults: { word: string; error: unknown }[] = [];
  for (const [at, step] of steps.entries()) {
    const left = Math.max(0, deadline.getTime() - now().getTime());
    const weights = steps.slice(at).reduce((sum, { weight }) => sum + weight, 0);
    const until = new Date(now().getTime() + (left * step.weight) / weights);
    try {
      await step.run({ ...options, deadline: until, counts });
    } catch (error) {
      const fault = safeFault(error);
      log.error({ step: step.name, fault }, 'a step of the cleanup failed');
      faults.push({ word: `${step.name}: ${fault.code ?? fault.name}`, error });
    }
  }

  const words = faults.map(({ word }) => word);
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

/** The id of a new run, or null while another is under way or began too lately. */
function beginRun(db: Db, now: Date, minGapMs: number): Promise<number | null> {
  const startedAfter = (periodMs: number) =>
    gt(cronRuns.startedAt, new Date(now.getTime() - periodMs));
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
