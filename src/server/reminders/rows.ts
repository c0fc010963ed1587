import 'server-only';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { keptTicks } from '@/core/checklist';
import { type FiringState } from '@/core/firing';
import { type ValidReminder } from '@/core/reminder-rules';
import { dayHasChanged } from '../accounts/day-plans';
import { bytesOf, checkQuota } from '../accounts/quota';
import { sizeOf } from '../platform/attachment';
import { type Db } from '../platform/db/client';
import { reminders } from '../platform/db/schema';
import { found } from '../platform/errors';
import { firingColumns, leaseVoided } from './columns';
import { type CalledOffBy, recordCalledOff } from './history';
import { checkMessagesAWeek } from './weekly-quota';

export type ReminderRow = typeof reminders.$inferSelect;

/** What every change by the user writes, in the app or in the chat. */
export const nextVersion = { version: sql`${reminders.version} + 1` };

export const owned = (userId: number, id: number) =>
  and(eq(reminders.id, id), eq(reminders.userId, userId));
const live = isNull(reminders.deletedAt);
export const ownLive = (userId: number, id: number) => and(owned(userId, id), live);

/** The same, held until the transaction ends. */
export async function lockLive(tx: Db, userId: number, id: number) {
  const [row] = await tx.select().from(reminders).where(ownLive(userId, id)).for('no key update');
  return row;
}

/**
 * Stores a new row as far as its account has room, else throws `full`; answers which of its kind it is. Inside
 * `creating`.
 */
export async function insertReminder(
  tx: Db,
  row: typeof reminders.$inferInsert & FiringState,
  now: Date,
) {
  await checkMessagesAWeek(tx, row.userId, null, row);
  const bytes = bytesOf(row.text) + sizeOf(row.attachment ?? null);
  const nth = await checkQuota(tx, row.userId, 'reminders', bytes);
  const values = { ...row, createdAt: now, updatedAt: now };
  const [created] = await tx.insert(reminders).values(values).returning();
  await dayHasChanged(tx, row.userId, now);
  return { created: found(created), nth };
}

/**
 * Writes a change by the user of a row that is held: whatever delivery holds of it is void, and why what was
 * to come comes no more is written down.
 */
export async function writeChange(
  tx: Db,
  row: ReminderRow,
  { next, by, now }: { next: FiringState; by: CalledOffBy; now: Date },
  columns: Partial<ReminderRow> = {},
): Promise<ReminderRow> {
  const { text } = columns;
  // Ticks of points that an edit leaves out go with them.
  const ticked = columns.ticked === undefined ? row.ticked : columns.ticked;
  const kept = text === undefined ? {} : { ticked: keptTicks(ticked, text) };
  const written = { ...firingColumns(next), ...leaseVoided, ...columns, ...kept };
  const [changed] = await tx
    .update(reminders)
    .set({ ...written, ...nextVersion, updatedAt: now })
    .where(owned(row.userId, row.id))
    .returning();
  await recordCalledOff(tx, { row, next }, { by, at: now });
  await dayHasChanged(tx, row.userId, now);
  return found(changed);
}

/** A row of this user, also one that is deleted and can still be restored, held until the transaction ends. */
export async function lockReminder(tx: Db, userId: number, id: number): Promise<ReminderRow> {
  const [row] = await tx.select().from(reminders).where(owned(userId, id)).for('update');
  return found(row);
}

export const counterColumns = (counter: ValidReminder['counter']) => ({
  counterLeft: counter?.left ?? null,
  counterLow: counter?.low ?? null,
});
