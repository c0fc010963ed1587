import 'server-only';
import { type FiringState } from '@/core/firing';
import { type Db } from '../../platform/db/client';
import { reminders } from '../../platform/db/schema';
import { type ReminderRow } from './update';

/** A reminder as it is first stored, with its whole state. */
export type NewReminder = typeof reminders.$inferInsert & FiringState;

/** Stores new reminders, for which their callers have found room; answers their rows. */
export const insertRows = (tx: Db, rows: NewReminder[]): Promise<ReminderRow[]> =>
  tx.insert(reminders).values(rows).returning();
