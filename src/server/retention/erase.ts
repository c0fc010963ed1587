import 'server-only';
import { and, asc, eq, lte, notInArray, or, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { DAY_MS } from '@/core/calendar';
import { INACTIVITY_REMOVAL_DAYS } from '@/core/limits';
import { eraseAccount, removeLedger } from './erase-account';
import { safeFault } from '../platform/db/faults';
import { erasures, users } from '../platform/db/schema';
import { log } from '../platform/log';
import { BATCH, type StepOptions } from './step';
import { WARNED_DAYS } from './warn';

/** People looked at in one go. */
const PEOPLE_BATCH = 100;
/**
 * So many people who cannot be erased are skipped. With more of them the fault is not theirs, and
 * the step fails.
 */
const FAULTS_MAX = 10;

/**
 * Away for INACTIVITY_REMOVAL_DAYS, and told so WARNED_DAYS ago or earlier. Nobody can be warned who
 * blocked the bot: for them these days count from when the bot learnt of it.
 */
function mayBeErased(now: Date): SQL | undefined {
  const before = (days: number) => new Date(now.getTime() - days * DAY_MS);
  const warned = before(WARNED_DAYS);
  return and(
    lte(users.lastActiveAt, before(INACTIVITY_REMOVAL_DAYS)),
    or(lte(users.inactivityWarnedAt, warned), lte(users.unreachableSince, warned)),
  );
}

/** Erases those whose time is over. One who cannot be erased does not keep the others. */
export async function eraseInactive({ db, now, deadline, counts }: StepOptions): Promise<void> {
  const failed: number[] = [];
  while (now() < deadline) {
    const condition = mayBeErased(now());
    const people = await db
      .select({ id: users.id })
      .from(users)
      .where(and(condition, notInArray(users.id, failed)))
      .orderBy(asc(users.lastActiveAt))
      .limit(PEOPLE_BATCH);
    if (people.length === 0) break;
    for (const { id } of people) {
      if (now() >= deadline) break;
      try {
        // Somebody who came back this very moment stays.
        if (await eraseAccount(db, id, condition)) counts.erased += 1;
      } catch (error) {
        failed.push(id);
        if (failed.length === FAULTS_MAX) throw error;
        log.error({ userId: id, fault: safeFault(error) }, 'a person could not be erased');
      }
    }
  }
}

const erasureRows = z.array(z.object({ userId: z.string().transform(Number), over: z.boolean() }));

/**
 * Removes what the ledger still has of people who were erased: more rows than could go at once, or
 * one of a send that was under way. Their ids are forgotten after a day, once nothing is left.
 */
export async function removeErasedLedgers(options: StepOptions): Promise<void> {
  const { db, now, deadline, statementLimitMs, counts } = options;
  let after = -1;
  while (now() < deadline) {
    const people = erasureRows.parse(
      (
        await db.execute(sql`
        select user_id as "userId", erased_at <= now() - interval '1 day' as over from ${erasures}
        where user_id > ${after} order by user_id limit ${PEOPLE_BATCH}`)
      ).rows,
    );
    if (people.length === 0) break;
    for (const { userId, over } of people) {
      after = userId;
      let gone = BATCH;
      while (gone >= BATCH && now() < deadline) {
        gone = await removeLedger(db, userId, statementLimitMs);
        counts.rows += gone;
      }
      if (gone < BATCH && over) await db.delete(erasures).where(eq(erasures.userId, userId));
    }
  }
}
