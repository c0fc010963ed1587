import 'server-only';
import { and, eq } from 'drizzle-orm';
import { type CounterColumns, usualLow } from '@/core/counter';
import { type RecurrenceRule } from '@/core/recurrence';
import { type ValidReminder } from '@/core/reminder-rules';
import { dayHasChanged } from '../accounts/day-plans';
import { bytesOf, checkQuota } from '../accounts/quota';
import { sizeOf } from '../platform/attachment';
import { nudgeDelivery } from '../platform/nudge';
import { type Db } from '../platform/db/client';
import { livingOf } from '../platform/db/living';
import { reminders } from '../platform/db/schema';
import { found } from '../platform/errors';
import { checkPlan } from './plan-quota';
import { insertRows, type NewReminder } from './write/create';
import { type ReminderRow } from './write/update';

export { type ReminderRow };

export const owned = (userId: number, id: number) =>
  and(eq(reminders.id, id), eq(reminders.userId, userId));
export const ownLive = (userId: number, id: number) =>
  and(livingOf(reminders, userId), eq(reminders.id, id));

/** Reads an undeleted reminder of this user, and holds it until the transaction ends. */
export async function lockLive(tx: Db, userId: number, id: number) {
  const [row] = await tx.select().from(reminders).where(ownLive(userId, id)).for('no key update');
  return row;
}

/**
 * Stores a new row as far as its account has room, else throws `full`; answers which of its kind it is. Inside
 * `withPersonLocked`.
 */
export async function insertReminder(tx: Db, row: NewReminder, now: Date) {
  await checkPlan(tx, row.userId, null, row);
  const bytes = bytesOf(row.text) + sizeOf(row.attachment ?? null);
  const nth = await checkQuota(tx, row.userId, 'reminders', bytes);
  const values = { ...row, createdAt: now, updatedAt: now };
  const [created] = await insertRows(tx, [values]);
  await dayHasChanged(tx, row.userId, now);
  nudgeDelivery(tx, row.nextFireAt);
  return { created: found(created), nth };
}

/** A row of this user, also one that is deleted and can still be restored, held until the transaction ends. */
export async function lockReminder(tx: Db, userId: number, id: number): Promise<ReminderRow> {
  const [row] = await tx.select().from(reminders).where(owned(userId, id)).for('update');
  return found(row);
}

/** A threshold that is the usual one of the rule is not stored: it follows the rule where that changes. */
export const counterColumns = (
  counter: ValidReminder['counter'],
  rule: RecurrenceRule | null,
): CounterColumns => ({
  counterLeft: counter?.left ?? null,
  counterLow: counter?.low === usualLow(rule) ? null : (counter?.low ?? null),
});
