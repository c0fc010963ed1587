import 'server-only';
import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import { type AdminStats, type Bounded } from '@/contract/admin';
import { type Db } from '../platform/db/client';
import { countTo } from '../platform/db/bounded-count';
import { reminders } from '../platform/db/schema';
import { leaseVoided } from '../reminders/columns';
import { nudgeDelivery } from '../outbox/nudge';
import { AppError } from '../platform/errors';

const FAILURES_SHOWN = 20;

/** Reminders that should be out by now. */
export const countDue = (db: Db, now: Date): Promise<Bounded> =>
  countTo(
    db,
    sql`${reminders} where nag_due in (true, false) and due_at <= ${now.toISOString()}
      and delivery_state = 'scheduled' and deleted_at is null`,
  );

const failed = and(eq(reminders.deliveryState, 'failed'), isNull(reminders.deletedAt));

/** Reminders that delivery has given up, the latest first. Never their texts. */
export async function listFailures(db: Db): Promise<AdminStats['failures']> {
  const [total, rows] = await Promise.all([
    countTo(db, sql`${reminders} where ${failed}`),
    db
      .select({
        id: reminders.id,
        userId: reminders.userId,
        code: reminders.lastError,
        dueAt: reminders.nextFireAt,
      })
      .from(reminders)
      .where(failed)
      .orderBy(desc(reminders.id))
      .limit(FAILURES_SHOWN),
  ]);
  return {
    total,
    rows: rows.map(({ code, dueAt, ...row }) => ({
      ...row,
      code: code ?? 'unknown',
      dueAt: dueAt?.toISOString() ?? null,
    })),
  };
}

/** Gives a failed reminder to delivery again, all attempts before it; `not-found` where none failed. */
export async function retryFailed(db: Db, id: number, now: Date): Promise<void> {
  const retried = await db
    .update(reminders)
    .set(leaseVoided)
    .where(and(eq(reminders.id, id), failed))
    .returning({ id: reminders.id });
  if (retried.length === 0) throw new AppError('not-found');
  nudgeDelivery(now);
}
